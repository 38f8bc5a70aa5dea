"""Who may know what: a seat's view, and whole states that fit a view. [7.2-d, hands, decks, secret notes]"""

from __future__ import annotations

from collections import Counter
from operator import is_

from msgspec import Struct, structs

from balka.core.dice import Bag, Rng
from balka.core.memo import remembered
from balka.core.state import Hand
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fortifying import sampled_works
from balka.systems.heroes.chapters.hidden import sneak_hexes, would_be_seen
from balka.systems.heroes.chapters.mission_cards import is_mission_card
from balka.systems.heroes.chapters.placing import PickingEntry
from balka.systems.heroes.chapters.rally import Rallying, RallyingTogether
from balka.systems.heroes.chapters.ratings import pile_of
from balka.systems.heroes.chapters.targets import target_named
from balka.systems.heroes.data.mission_data import EntryChoice, SatchelPickup
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.actions import SNEAK, Action
from balka.systems.heroes.secrets.filling import filled_in, fires_concealed, unseen_shooter
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import OFF_MAP, UNKNOWN, HeroesPosition, HeroesState, HeroesTracks, Unit

DECK = "deck"
NAMED, UNNAMED = "named", "unnamed"  # whether it is known which of the other side's units are Hidden
GUESSES = 20  # hexes tried before all of them are looked at


def conceal(state: HeroesState, seat: str) -> HeroesState:
    """What a seat may know: its own hands and notes, its side's Hidden units and face-down markers; one unseen pool.

    [7.2-e]
    """
    _, sides = _seated(state.setting, seat)
    unseen = _unseen(state.position, sides)
    return HeroesState(
        state.setting,
        _concealed_position(state.position, sides, NAMED if state.setting.edition.hiding.known_by_name else UNNAMED),
        _concealed_tracks(state, unseen, sides),
        *_concealed_papers(state, seat, unseen),
        tuple([frame.conceal(state, seat) for frame in state.stack]),
        state.turn,
    )


@remembered
def _seated(setting: HeroesSetting, seat: str) -> tuple[frozenset[str], frozenset[str]]:
    """The forces a seat decides for, and their sides."""
    mine = frozenset(force for force, who in setting.seat_of.items() if who == seat)
    return mine, frozenset(setting.forces[force] for force in mine)


class Unseen(Struct, frozen=True):
    """What lies hidden from a side: its enemies' Hidden units, and the markers they and others lie under."""

    units: frozenset[str]
    face_down: tuple[str, ...]
    on_hidden: tuple[str, ...]
    works: bool


@remembered
def _unseen(position: HeroesPosition, sides: frozenset[str]) -> Unseen:
    hidden = [unit for unit in position.hidden.values() if unit.side not in sides] if position.hidden else []
    return Unseen(
        frozenset(unit.id for unit in hidden),
        tuple([unit.marker for unit in position.units.values() if unit.marker and _is_secret(unit, sides)]),
        tuple(unit.marker for unit in hidden if unit.marker),
        any(work.hidden and work.side not in sides for work in position.works.values()),
    )


def _is_secret(unit: Unit, sides: frozenset[str]) -> bool:
    return bool(unit.marker) and not unit.shown and unit.side not in sides


def _concealed_position(position: HeroesPosition, sides: frozenset[str], others: str) -> HeroesPosition:
    unseen = _unseen(position, sides)
    if not unseen.face_down and not unseen.units and not unseen.works:
        return position
    return _without_unseen(position, sides, others)


@remembered
def _without_unseen(position: HeroesPosition, sides: frozenset[str], others: str) -> HeroesPosition:
    units = {
        name: unit.changed(marker=UNKNOWN) if _is_secret(unit, sides) else unit for name, unit in position.units.items()
    }
    return position.changed(
        units=units,
        hidden=_concealed_hidden(position, sides, others),
        works={label: work for label, work in position.works.items() if not work.hidden or work.side in sides},
    )


def _concealed_hidden(position: HeroesPosition, sides: frozenset[str], others: str) -> dict[str, Unit]:
    """One's own Hidden units; of others at most which they are and whether they are Spent. [atb 10.1-h, 10.1-j]"""
    return {
        name: unit if unit.side in sides else Unit(unit.id, unit.kind, unit.force, unit.side, OFF_MAP, spent=unit.spent)
        for name, unit in position.hidden.items()
        if others == NAMED or unit.side in sides
    }


def _concealed_tracks(state: HeroesState, unseen: Unseen, sides: frozenset[str]) -> HeroesTracks:
    """Stress of Hidden units is known to their side alone. [11.6-a]"""
    tracks = state.tracks
    if unseen.units:
        stressed = {force: tuple(n for n in names if n not in unseen.units) for force, names in tracks.stressed.items()}
        tracks = tracks.changed(stressed=stressed)
    for rule in state.setting.edition.secrets.veil:
        tracks = rule(state, tracks, sides)
    return tracks


Papers = tuple[dict[str, Bag], dict[str, Hand], dict[str, dict[str, str]], dict[str, tuple[str, ...]]]
"""bags, hands, secret notes, and what has been told"""


class Known(Struct, frozen=True):
    """All papers, what lies unseen on the map, and the papers as a seat may then know them."""

    papers: Papers
    unseen: Unseen
    known: Papers


@remembered
def _last_known(setting: HeroesSetting) -> dict[str, Known]:
    """What each seat knew of papers when last asked. To be filled."""
    return {}


def _concealed_papers(state: HeroesState, seat: str, unseen: Unseen) -> Papers:
    """The papers as a seat may know them: as before while they are the same and the same lies unseen."""
    last = _last_known(state.setting).get(seat)
    papers = state.bags, state.hands, state.secrets, state.told
    if last is not None and all(map(is_, last.papers, papers)) and last.unseen == unseen:
        return last.known
    mine, _ = _seated(state.setting, seat)
    known = (
        _concealed_bags(state, mine, unseen),
        {force: hand if force in mine else Hand((), hand.size) for force, hand in state.hands.items()},
        {force: notes if force in mine else {} for force, notes in state.secrets.items()},
        {who: facts for who, facts in state.told.items() if who == seat},
    )
    _last_known(state.setting)[seat] = Known(papers, unseen, known)
    return known


def _concealed_bags(state: HeroesState, mine: frozenset[str], unseen: Unseen) -> dict[str, Bag]:
    """A deck with all unseen hands in it, piles with all unseen markers in them: the true odds of the next draw.

    Whether a marker has come back to its pile from under a Hidden unit cannot be seen. [11.6-a]
    """
    bags = {}
    for name, bag in state.bags.items():
        on_hidden = 0
        if name == DECK:
            added = [card for force, hand in state.hands.items() if force not in mine for card in hand.cards]
        else:
            under = _of_pile(state, name, unseen.on_hidden)
            added, on_hidden = [*_of_pile(state, name, unseen.face_down), *under], len(under)
        bags[name] = _with(bag, added, on_hidden) if added else bag
    return bags


def _of_pile(state: HeroesState, pile: str, markers: tuple[str, ...]) -> list[str]:
    return [marker for marker in markers if marker != UNKNOWN and state.setting.markers[marker].pile == pile]


def _with(bag: Bag, added: list[str], more: int) -> Bag:
    """A bag that may hold these too, and holds so many more."""
    items = dict(bag.items)
    for item in added:
        items[item] = items.get(item, 0) + 1
    return Bag(dict(sorted(items.items())), bag.size + more)


# -- sampling


def sample(view: HeroesState, rng: Rng) -> HeroesState:
    """Deal the unseen pools at random: cards to hands, markers under units, a place for the satchel."""
    bags = dict(view.bags)
    hands = {}
    for force, hand in view.hands.items():
        cards, bags[DECK] = _deal(view, bags[DECK], hand.unseen, rng)
        hands[force] = Hand(tuple(sorted((*hand.cards, *cards))))
    units, hidden = _with_markers(view, bags, rng), _with_hidden(view, rng)
    hidden = _with_shooter(view, _with_rallier(view, hidden, bags, rng), rng)
    position = view.position.changed(units=units, hidden=hidden, works=sampled_works(view, rng))
    tracks = view.tracks
    for rule in view.setting.edition.secrets.unveil:
        tracks = rule(view, tracks, rng)
    state = HeroesState(
        view.setting, position, tracks, bags, hands, _notes(view, rng), view.told, view.stack, view.turn
    )
    return structs.replace(state, stack=filled_in(state))


def _with_hidden(view: HeroesState, rng: Rng) -> dict[str, Unit]:
    """Units nobody has seen yet, loads among them, are somewhere they would stay unseen. [11.1]"""
    known = {*view.position.units, *view.position.hidden, *view.tracks.gone}
    known.update(name for names in view.tracks.lost.values() for name in names)
    found = {name: _somewhere(view, unit, rng) for name, unit in view.position.hidden.items()}
    for entry in view.setting.roster:
        if entry.counter in known:
            continue
        unit = Unit(entry.counter, entry.kind, entry.force, entry.side, 0)
        found[unit.id] = unit.changed(hex=_unseen_hex(view, unit, rng))
    return dict(sorted(found.items()))


def _unseen_hex(view: HeroesState, unit: Unit, rng: Rng) -> int:
    """Any hex where a unit would stay unseen, each as likely as the other; most are, so a few guesses will do."""
    for _ in range(GUESSES):
        place = rng.randrange(len(view.setting.board))
        if not would_be_seen(view, unit, place):
            return place
    places = [h for h in range(len(view.setting.board)) if not would_be_seen(view, unit, h)]
    return places[rng.randrange(len(places))]


def _somewhere(view: HeroesState, unit: Unit, rng: Rng) -> Unit:
    """A unit known by name alone, where it would stay unseen; one that moves unseen, where it can. [atb 10.1]"""
    if unit.hex >= 0:
        return unit
    free = [unit.changed(hex=h) for h in range(len(view.setting.board)) if not would_be_seen(view, unit, h)]
    moves = any(isinstance(frame, Action) and frame.unit == unit.id and frame.verb == SNEAK for frame in view.stack)
    places = [there for there in free if not moves or sneak_hexes(view, there)] or free or _dug_in(view, unit)
    return places[rng.randrange(len(places))]


def _dug_in(view: HeroesState, unit: Unit) -> list[Unit]:
    """Where nothing to be seen would cover it, a unit hides in a Hasty Defense. [17.7, atb 10.0.4-c]

    A described position may be so full that it is about to be found, wherever it is.
    """
    hexes = range(len(view.setting.board))
    empty = [h for h in hexes if not view.position.at(h)]
    return [unit.changed(hex=h, dug_in=True) for h in empty or hexes]


def _with_rallier(view: HeroesState, hidden: dict[str, Unit], bags: dict[str, Bag], rng: Rng) -> dict[str, Unit]:
    """Where Hidden units are seen to rally, as many of them have a marker to rally from."""
    for frame in view.stack:
        if isinstance(frame, Rallying) and frame.unit == UNKNOWN:
            own = [unit for unit in hidden.values() if unit.force == frame.force]
            for unit in own[: 1 + _rallying_after(view)]:
                pile = pile_of(view, unit)
                fitting = {m.id for m in view.setting.markers.values() if m.pile == pile and m.recovery == "rally"}
                marker, bags[pile] = _deal_one(bags[pile], fitting, rng)
                bags[pile] = Bag(bags[pile].items, bags[pile].size - 1)
                hidden = {**hidden, unit.id: unit.changed(marker=marker)}
    return hidden


def _rallying_after(view: HeroesState) -> int:
    """How many of a Hidden Group are still to roll. [10.9-b]"""
    return sum(frame.waiting.count(UNKNOWN) for frame in view.stack if isinstance(frame, RallyingTogether))


def _with_shooter(view: HeroesState, hidden: dict[str, Unit], rng: Rng) -> dict[str, Unit]:
    """Where somebody fires out of hiding, a Sniper is where it sees the target; a Mortar is anywhere. [V07, 13.3-d]"""
    for frame in view.stack:
        if isinstance(frame, Attack) and frame.unit == UNKNOWN:
            unit = unseen_shooter(view, frame, hidden)
            if not fires_concealed(view, unit):
                return hidden
            target = target_named(view, frame.now or frame.waiting[0]).hex
            free = [unit.changed(hex=h) for h in range(len(view.setting.board)) if not would_be_seen(view, unit, h)]
            rules = view.setting.edition.secrets.concealed_targets
            places = [there for there in free if any(target in rule(view, there) for rule in rules)]
            return {**hidden, unit.id: places[rng.randrange(len(places))]}
    return hidden


def _with_markers(view: HeroesState, bags: dict[str, Bag], rng: Rng) -> dict[str, Unit]:
    """Markers dealt under the units that have one face down, the most telling units first."""
    choices = {
        unit.id: [marker for marker in view.setting.markers.values() if _may_be(view, unit, marker)]
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


def _may_be(view: HeroesState, unit: Unit, marker: MarkerKind) -> bool:
    """Could this marker lie face down under the unit, seeing what is happening?"""
    return all(rule(view, unit, marker) for rule in view.setting.edition.secrets.may_be)


def _deal_one(bag: Bag, fitting: set[str], rng: Rng) -> tuple[str, Bag]:
    """One item that fits, taken at random."""
    pool = [item for item, many in bag.items.items() if item in fitting for _ in range(many)]
    dealt = pool[rng.randrange(len(pool))]
    return dealt, Bag(bag.without(dealt).items, bag.size)


def _deal(view: HeroesState, bag: Bag, count: int, rng: Rng) -> tuple[list[str], Bag]:
    """Take cards at random out of the deck; Mission cards are never held. What is left keeps the real size. [8.7-b]"""
    held = {card: many for card, many in bag.items.items() if not is_mission_card(view, card)}
    pool = [card for card, many in held.items() for _ in range(many)]
    dealt = [pool.pop(rng.randrange(len(pool))) for _ in range(count)]
    left = Counter({**bag.items, **dict.fromkeys(held, 0)}) + Counter(pool)
    return dealt, Bag(dict(sorted(left.items())), bag.size)


def _notes(view: HeroesState, rng: Rng) -> dict[str, dict[str, str]]:
    """Secret notes of the others: any that would explain what is known."""
    notes = {force: dict(own) for force, own in view.secrets.items()}
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup) and view.tracks.satchel == "hidden":
            hider = next(force for force, side in view.setting.forces.items() if side == rule.hidden_by)
            places = [view.setting.board.hex(label) for label in rule.hexes]
            left = [view.setting.board.labels[h] for h in places if h not in view.tracks.searched]
            notes[hider].setdefault("satchel", left[rng.randrange(len(left))])
    picking = any(isinstance(frame, PickingEntry) for frame in view.stack)
    for special in view.setting.mission.special:
        if isinstance(special, EntryChoice) and not picking:
            force = next(name for name, side in view.setting.forces.items() if side == special.side)
            cards = sorted(special.options)
            notes[force].setdefault("entry", cards[rng.randrange(len(cards))])
    return notes
