"""Who may know what: a seat's view, and whole states that fit a view. [7.2-d, hands, decks, secret notes]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import structs

from balka.core.checks import Check
from balka.core.dice import Bag, Rng
from balka.core.frames import Frame
from balka.core.state import Hand
from balka.systems.heroes.mission_data import SatchelPickup
from balka.systems.heroes.third_edition.fire import pile_of
from balka.systems.heroes.third_edition.inference import may_be
from balka.systems.heroes.third_edition.rally import Rallying, rally_check
from balka.systems.heroes.third_edition.rolls import CheckRoll, Rolling
from balka.systems.heroes.units import UNKNOWN, HeroesPosition, HeroesState, HeroesTracks, Unit

DECK = "deck"


def conceal(state: HeroesState, seat: str) -> HeroesState:
    """What a seat may know: its own hands and notes, its side's Hidden units and face-down markers; one unseen pool."""
    mine = {force for force, who in state.setting.seat_of.items() if who == seat}
    sides = {state.setting.forces[force] for force in mine}
    hands = {force: hand if force in mine else Hand((), hand.size) for force, hand in state.hands.items()}
    return HeroesState(
        state.setting,
        _concealed_position(state, sides),
        _concealed_tracks(state, sides),
        _concealed_bags(state, mine, sides),
        hands,
        {force: notes if force in mine else {} for force, notes in state.secrets.items()},
        {who: facts for who, facts in state.told.items() if who == seat},
        tuple(frame.conceal(state, seat) for frame in state.stack),
        state.turn,
    )


def _is_secret(unit: Unit, sides: Iterable[str]) -> bool:
    return bool(unit.marker) and not unit.shown and unit.side not in sides


def _concealed_position(state: HeroesState, sides: set[str]) -> HeroesPosition:
    position = state.position
    marked = any(_is_secret(unit, sides) for unit in position.units.values())
    unseen = any(unit.side not in sides for unit in position.hidden.values())
    laid = any(work.hidden and work.side not in sides for work in position.works.values())
    if not marked and not unseen and not laid:
        return position
    units = {
        name: unit.changed(marker=UNKNOWN) if _is_secret(unit, sides) else unit for name, unit in position.units.items()
    }
    return position.changed(
        units=units,
        hidden={name: unit for name, unit in position.hidden.items() if unit.side in sides},
        works={label: work for label, work in position.works.items() if not work.hidden or work.side in sides},
    )


def _concealed_tracks(state: HeroesState, sides: set[str]) -> HeroesTracks:
    """Stress of Hidden units is known to their side alone. [11.6-a]"""
    unseen = {unit.id for unit in state.position.hidden.values() if unit.side not in sides}
    if not unseen:
        return state.tracks
    stressed = {force: tuple(n for n in names if n not in unseen) for force, names in state.tracks.stressed.items()}
    return state.tracks.changed(stressed=stressed)


def _concealed_bags(state: HeroesState, mine: set[str], sides: set[str]) -> dict[str, Bag]:
    """A deck with all unseen hands in it, piles with all unseen markers in them: the true odds of the next draw."""
    bags = {}
    for name, bag in state.bags.items():
        unseen = Counter(bag.items)
        unseen.update(_hidden_from(state, name, mine, sides))
        bags[name] = Bag(dict(sorted(unseen.items())), bag.size)
    return bags


def _hidden_from(state: HeroesState, bag: str, mine: set[str], sides: set[str]) -> list[str]:
    if bag == DECK:
        return [card for force, hand in state.hands.items() if force not in mine for card in hand.cards]
    position = state.position
    markers = [unit.marker for unit in position.units.values() if _is_secret(unit, sides)]
    markers += [unit.marker for unit in position.hidden.values() if unit.marker and unit.side not in sides]
    return [marker for marker in markers if marker != UNKNOWN and state.setting.markers[marker].pile == bag]


# -- sampling


def sample(view: HeroesState, rng: Rng) -> HeroesState:
    """Deal the unseen pools at random: cards to hands, markers under units, a place for the satchel."""
    bags = dict(view.bags)
    hands = {}
    for force, hand in view.hands.items():
        cards, bags[DECK] = _deal(bags[DECK], hand.unseen, rng)
        hands[force] = Hand(tuple(sorted((*hand.cards, *cards))))
    position = view.position.changed(units=_with_markers(view, bags, rng))
    state = HeroesState(
        view.setting, position, view.tracks, bags, hands, _notes(view, rng), view.told, view.stack, view.turn
    )
    return structs.replace(state, stack=tuple(_filled_in(state)))


def _with_markers(view: HeroesState, bags: dict[str, Bag], rng: Rng) -> dict[str, Unit]:
    """Markers dealt under the units that have one face down, the most telling units first."""
    choices = {
        unit.id: [marker for marker in view.setting.markers.values() if may_be(view, unit, marker)]
        for unit in view.position.units.values()
        if unit.marker == UNKNOWN
    }
    units = dict(view.position.units)
    for name in sorted(choices, key=lambda name: (len(choices[name]), name)):
        pile = units[name].pile or pile_of(view, units[name])
        fitting = {marker.id for marker in choices[name]}
        marker, bags[pile] = _deal_one(bags[pile], fitting, rng)
        units[name] = units[name].changed(marker=marker)
    return units


def _deal_one(bag: Bag, fitting: set[str], rng: Rng) -> tuple[str, Bag]:
    """One item that fits, taken at random."""
    pool = [item for item, many in bag.items.items() if item in fitting for _ in range(many)]
    dealt = pool[rng.randrange(len(pool))]
    return dealt, Bag(bag.without(dealt).items, bag.size)


def _filled_in(state: HeroesState) -> Iterator[Frame]:
    """Checks that were known as ranges get the numbers of this world."""
    real: Check | None = None
    for frame in state.stack:
        if isinstance(frame, Rallying) and frame.check is not None and frame.public is not None:
            real = rally_check(state, state.position.units[frame.unit], frame.count)
            yield structs.replace(frame, check=real)
        elif isinstance(frame, Rolling | CheckRoll) and frame.public is not None and real is not None:
            yield structs.replace(frame, check=real)
        else:
            yield frame


def _deal(bag: Bag, count: int, rng: Rng) -> tuple[list[str], Bag]:
    """Take items at random out of a pool; what is left keeps the real size."""
    pool = [item for item, many in bag.items.items() for _ in range(many)]
    dealt = [pool.pop(rng.randrange(len(pool))) for _ in range(count)]
    return dealt, Bag(dict(sorted(Counter(pool).items())), bag.size)


def _notes(view: HeroesState, rng: Rng) -> dict[str, dict[str, str]]:
    notes = dict(view.secrets)
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup) and view.tracks.satchel == "hidden":
            hider = next(force for force, side in view.setting.forces.items() if side == rule.hidden_by)
            if not notes.get(hider):
                labels = [view.setting.board.labels[view.setting.board.hex(label)] for label in rule.hexes]
                left = [lab for lab in labels if view.setting.board.hex(lab) not in view.tracks.searched]
                notes[hider] = {"satchel": left[rng.randrange(len(left))]}
    return notes
