"""The figures of a counter as they are now, worked out by the rules that use them in play. [2.3, 5.3, 9.0, 10, 11.3]"""

from __future__ import annotations

from balka.core.checks import Part, Tally, add, mixed
from balka.core.choices import Refusal
from balka.core.errors import BalkaError
from balka.core.values import Sometimes, Value, always, at_times
from balka.systems.famous_divisions import ranged, strength
from balka.systems.famous_divisions.model import GdState, kind, ratings
from balka.systems.famous_divisions.movement import allowance
from balka.systems.famous_divisions.position import ON_MAP, Unit

FEW = 4  # hexes that are named one by one
HALVES = 2  # spent movement is counted in half points


def values(view: GdState, name: str) -> list[Value]:
    """Every figure of a counter whose name the viewer knows; a nameless one has none."""
    counter = view.position.units.get(name)
    if counter is None:
        raise BalkaError(f"There is no unit {name!r} to be seen.", "the name of a counter on the table")
    if counter.anonymous:
        return []
    found = [_attack(view, counter), _defence(view, counter), _movement(view, counter), *_range(view, counter)]
    on_map = counter.status == ON_MAP and counter.hex >= 0
    return [*found, _cover(view, counter), _under_fire(view, counter)] if on_map else found


# -- strengths


def _attack(view: GdState, counter: Unit) -> Value:
    """Attack strength of the side that lies up, and what hunger leaves of it. [2.3-c, 5.3-d, e]"""
    printed, now = kind(view, counter).full.attack, ratings(view, counter).attack
    parts = (*_side(view, counter, "attack", printed, now), *strength.attack_troubles(counter))
    return Value("attack", Tally("Attack", parts), "strength", printed, barred=_why_no_attack(counter))


def _why_no_attack(counter: Unit) -> Refusal | None:
    """Whoever is pinned or rides a tank takes no part. [9.5-d, 10.1-e]"""
    if counter.pinned:
        return Refusal("Pinned: it takes no part in attacks this turn.", "gd-10.1-e")
    return Refusal("It rides a tank and does not attack.", "gd-9.5-d") if counter.carrier else None


def _defence(view: GdState, counter: Unit) -> Value:
    """Defence strength of the side that lies up, and what takes from it. [2.3-c, 5.3-f, 9.5-e]"""
    printed, now = kind(view, counter).full.defence, ratings(view, counter).defence
    parts = (*_side(view, counter, "defence", printed, now), *strength.defence_troubles(counter))
    return Value("defence", Tally("Defence", parts), "strength", printed)


def _side(view: GdState, counter: Unit, name: str, printed: int, now: int) -> list[Part]:
    """The figure of the front, and that of the depleted side if it lies up. [2.3-c]"""
    basis = kind(view, counter).basis
    front = [add(printed, f"{name} at full strength", "gd-2.3-c", basis)]
    return front if printed == now else [*front, Part("set", now, "depleted side", "gd-2.3-d", basis)]


# -- movement and range


def _movement(view: GdState, counter: Unit) -> Value:
    """Movement points of a turn, and what is left of them. [9.0-b, 9.1-e]"""
    tally = allowance(view, counter)
    left = HALVES * tally.value - counter.spent
    note = f"{mixed(counter.spent, HALVES)} spent, {mixed(max(left, 0), HALVES)} left" if counter.spent else ""
    barred = Refusal("Pinned: it must stop moving.", "gd-11.3-o") if counter.pinned else None
    return Value("movement", tally, "movement", kind(view, counter).full.movement, barred=barred, note=note)


def _range(view: GdState, counter: Unit) -> list[Value]:
    """How far a gun fires, or how far an HQ commands. [6.0-d, 10.2-h, 11.3-a]"""
    printed = kind(view, counter)
    if printed.is_hq:
        own = add(printed.activation_range, "activation range", "gd-6.0-d", printed.basis)
        return [Value("activation", Tally("Activation range", (own,)), "range", printed.activation_range)]
    if not printed.range:
        return []
    barred = ranged.why_silent(view, counter) if printed.is_direct else None
    return [Value("range", Tally("Range", strength.reach_parts(view, counter)), "range", printed.range, barred=barred)]


# -- where it stands


def _cover(view: GdState, counter: Unit) -> Value:
    """What an attack on its hex adds to the dice, whichever side it comes from. [10.1-h to m, 15.1]"""
    h = counter.hex
    cases = {
        start: [*strength.terrain_from(view, h, [start]), *strength.forts_from(view, h, [start])]
        for start in view.setting.catalogue.ground.neighbours[h]
    }
    some = tuple(Sometimes(part, _where(view, places)) for part, places in at_times(cases).items())
    tally = Tally("Dice modifier of an attack on it", (*always(cases), *strength.sky_parts(view)))
    return Value("cover", tally, sometimes=some, relative=True)


def _where(view: GdState, places: list[int]) -> str:
    labels = [view.setting.board.labels[h] for h in places]
    return f"from {', '.join(labels)}" if len(labels) <= FEW else f"from {len(labels)} sides"


def _under_fire(view: GdState, counter: Unit) -> Value:
    """What a shot at it must beat before the range is added, and what its dice lose. [11.3-g to m]"""
    tally = Tally("Defence against direct fire", tuple(ranged.defence_parts(view, counter)))
    dice = tuple(Sometimes(part, "off each die") for part in ranged.die_parts(view, counter.hex))
    return Value("under_fire", tally, sometimes=dice)
