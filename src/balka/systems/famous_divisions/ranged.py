"""Direct ranged fire: who may shoot, the check, the shot. [11.0-b, 11.3]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.core.choices import Choice, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Frame, Quote, Roll
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.events.combat import OnlyHqsThere
from balka.systems.famous_divisions.events.dice import ShotRolled
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    Catalogue,
    GdState,
    GdWork,
    Now,
    enemy_of,
    is_hq,
    kind,
    ratings,
    seat,
    unit,
)
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY
from balka.systems.famous_divisions.position import LOST, ON_MAP, Force, Unit
from balka.systems.famous_divisions.sight import distance, is_all_known, known_stack, seen_from
from balka.systems.famous_divisions.tables import direct_reader
from balka.systems.famous_divisions.verbs import At
from balka.systems.famous_divisions.weather import allows_direct_fire, effect, is_evening, is_night, weather_name
from balka.systems.famous_divisions.wording import ONLY_HQS

EACH_DIE = "Each die"
FLAK_DEFENCE = 5  # a 2-9-8 Flak unit under direct fire [11.3-m]


def longest_range(game: Now, side: str) -> int:
    """The longest direct range a side has left; what is lost and what is not is known to all."""
    return _longest_range(game.position.forces[side], game.setting.catalogue, side)


@remembered
def _longest_range(force: Force, catalogue: Catalogue, side: str) -> int:
    units = force.units
    return max((k.range for k in catalogue.kinds.values() if k.side == side and k.is_direct
                and not (k.id in units and units[k.id].status == LOST)), default=0)  # fmt: skip


OUT_OF_RANGE = Refusal("No direct fire of that unit reaches there.", "gd-11.3-a")
SHOOTER_RIDES = Refusal("A unit that rides on a tank is part of it and does not fire by itself.", "gd-9.5-d")
NO_LINE = Refusal("Blocking terrain lies between.", "gd-11.3-d")
NO_SHOT = Refusal(ONLY_HQS, "gd-11.4-g")


def can_shoot(game: Now, shooter: Unit, h: int) -> bool:
    """May a unit fire directly at a hex? Range, a clear line, weather and supply allow it. [11.3-a to e, 5.3-h]"""
    return why_not_at(game, shooter, h) is None


def why_not_at(game: Now, shooter: Unit, h: int) -> Refusal | None:
    """Why a unit cannot fire directly at a hex, whoever stands there. [9.5-d, 11.3-a, d]"""
    reach = direct_range(game, shooter)
    if not reach or not 0 < distance(game, shooter.hex, h) <= reach:
        return OUT_OF_RANGE
    refusal = why_silent(game, shooter)
    if refusal is not None or seen_from(game.setting.catalogue.ground, shooter.hex) >> h & 1:
        return refusal
    return NO_LINE


def direct_range(game: Now, shooter: Unit) -> int:
    """How far a unit on the map fires directly; 0 where it never does. [11.3-a]"""
    printed = kind(game, shooter)
    return printed.range if printed.is_direct and shooter.status == ON_MAP else 0


def enemies_in_range(game: Now, shooter: Unit) -> list[int]:
    """The enemy hexes within a unit's direct range, from the lowest. [11.3-a]"""
    reach, held = direct_range(game, shooter), game.position.forces[enemy_of(shooter.side)].places.mask
    return list(hexes_in(held & game.setting.board.within(shooter.hex, reach))) if reach else []


def why_silent(game: Now, shooter: Unit) -> Refusal | None:
    """Why a unit may not fire directly at anybody: it rides, hunger, night, fog or storm. [5.3-h, 9.5-d, 11.3-b, c]"""
    if shooter.carrier:
        return SHOOTER_RIDES
    if shooter.hungry >= OUT_OF_SUPPLY:
        return Refusal("Out of supply there is no direct fire.", "gd-5.3-h")
    if allows_direct_fire(game):
        return None
    if is_night(game):
        return Refusal("There is no direct fire at night.", "gd-11.3-c")
    return Refusal(f"There is no direct fire in {weather_name(game).lower()} weather.", "gd-11.3-b")


def penalty(game: Now, h: int) -> int:
    """What comes off each die of a shot at a hex."""
    return -sum(part.value for part in die_parts(game, h))


def die_parts(game: Now, h: int) -> list[Part]:
    """What each die of a shot loses: snow, evening, a target in blocking terrain. [11.3-g to j, 13.1-c]"""
    found = [
        (effect(game).direct_die, weather_name(game).lower(), "gd-11.3-g"),
        (int(is_evening(game)), "evening", "gd-11.3-h"),
        (game.setting.catalogue.ground.blocking >> h & 1, "in blocking terrain", "gd-11.3-j"),
    ]
    return [add(-value, text, rule) for value, text, rule in found if value]


def defence_parts(game: Now, target: Unit) -> list[Part]:
    """A target's defence against direct fire. [11.3-l, m, 5.3-f]"""
    if target.anonymous:
        values = _all_defences(game, target.side)
        return [unknown(min(values), max(values), "defence of an unknown unit", "gd-11.3-l")]
    printed = kind(game, target)
    if "flak298" in printed.flags:
        parts = [add(FLAK_DEFENCE, f"{printed.name}, reverse side", "gd-11.3-m", printed.basis)]
    else:
        parts = [add(ratings(game, target).defence, f"{printed.name}, defence", "gd-11.3-l", printed.basis)]
    if target.hungry >= OUT_OF_SUPPLY:
        parts.append(Part("halve_down", 0, "out of supply", "gd-5.3-f"))
    return parts


def shot_check(game: Now, shooter: Unit, h: int, targets: Iterable[Unit]) -> Check:
    """The check of a shot at one of these units; several or none known leave the defence a range. [11.3]"""
    away = distance(game, shooter.hex, h)
    known = list(targets)
    if len(known) == 1:
        parts = defence_parts(game, known[0])
    else:
        values = [Tally("", tuple(defence_parts(game, t))).value for t in known] or _all_defences(
            game, enemy_of(shooter.side)
        )
        parts = [unknown(min(values), max(values), "defence of the target", "gd-11.3-l")]
    tally = Tally("Total for casualties", (*parts, add(away, "range", "gd-11.3-l")))
    name_ = f"{kind(game, shooter).name} fires over {away} hex{'es' * (away > 1)}"
    off = die_parts(game, h)
    beside = (Tally(EACH_DIE, tuple(off)),) if off else ()
    return Check(name_, "2d6", tally, direct_reader(away, penalty(game, h)), beside)


def _all_defences(game: Now, side: str) -> list[int]:
    kinds = [k for k in game.setting.catalogue.kinds.values() if k.side == side]
    return [r.defence for k in kinds for r in (k.full, k.depleted) if r is not None]


def eligible_targets(game: Now, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Whom a shot may pick among these: no rider, and an HQ only when alone in its hex. [9.5-d, 11.4-g]"""
    there = [u for u in units if not u.carrier]
    fighting = tuple(u for u in there if not is_hq(game, u))
    if fighting:
        return fighting
    return tuple(u for u in there if all(u.id in (o.id, o.carrier) for o in game.position.stack(u.hex)))


def known_targets(game: Now, side: str, h: int, units: Iterable[str]) -> tuple[Unit, ...]:
    """The eligible targets a shooter's side knows; none where it may not look."""
    wanted = set(units)
    if not is_all_known(game, side, h):
        return ()
    return eligible_targets(game, [u for u in known_stack(game, side, h) if u.id in wanted])


def may_be_target(game: Now, side: str, h: int) -> bool:
    """Is there, for all a side knows, somebody in a hex who may be fired at?"""
    return not is_all_known(game, side, h) or bool(eligible_targets(game, known_stack(game, side, h)))


class Shot(Frame, frozen=True):
    """A shot in progress; no event chits are drawn. [11.3-k]"""

    automatic = True

    shooter: str
    target: str

    def check(self, game: Now) -> Check:
        target = unit(game, self.target)
        return shot_check(game, unit(game, self.shooter), target.hex, (target,))

    def run(self, work: GdWork) -> None:
        shooter = unit(work, self.shooter)
        work.push(Roll(shooter.side, "direct fire", dice="2d6", check=self.check(work)))

    def resume(self, work: GdWork, outcome: Outcome) -> None:
        check, target = self.check(work), unit(work, self.target)
        band = check.read(outcome)
        hexes = (unit(work, self.shooter).hex, target.hex)
        work.tell(ShotRolled(outcome.faces, check, band, self.shooter, self.target, hexes))
        work.pop()
        hit = (self.target, *(rider.id for rider in losses.riders(work, self.target)))
        if band == "casualty":
            losses.suffers(work, self.target)
        work.finish((band, hit))


TARGET = "target"


class Target(SideFrame, frozen=True):
    """The firing side picks one unit of the stack. [11.4-f]"""

    cites = "gd-11.4-f"

    shooter: str
    targets: tuple[str, ...]
    kind: str = TARGET  # what the ask is called: standing orders tell one's own fire from opportunity fire

    def ask_kind(self) -> str:
        return self.kind

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose the unit to fire at."

    def options(self, state: GdState) -> Iterable[Choice]:
        return (At(UnitId(target)) for target in self.targets)

    def answer(self, work: GdWork, choice: At) -> None:
        work.replace_top(Shot(self.shooter, choice.unit))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        return NO_SHOT if isinstance(choice, At) else super().refuse(view, choice, seat)

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        assert isinstance(choice, At)
        return Quote(checks=(Shot(self.shooter, choice.unit).check(view),), final="yes")


def open_fire(work: GdWork, shooter: str, targets: tuple[Unit, ...], kind: str = TARGET) -> None:
    """Shooter and targets are seen; the shooter's side picks if there is a choice. [1.1-e, 11.4-f]"""
    if not targets:
        work.barrier = True  # who has learned that only HQs are there does not take it back
        work.tell_only((seat(work, unit(work, shooter).side),), OnlyHqsThere())
        return
    losses.reveal(work, (shooter,))
    losses.expose(work, (t.id for t in targets))
    if len(targets) == 1:
        work.push(Shot(shooter, targets[0].id))
    else:
        work.push(Target(unit(work, shooter).side, shooter, tuple(t.id for t in targets), kind))
