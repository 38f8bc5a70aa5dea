"""What must hold in every state of a game: nothing is lost, nothing doubled, no number out of bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from balka.systems.heroes.units import HeroesState

DECK = "deck"


def broken(state: HeroesState) -> Iterator[str]:
    """A sentence for everything that is wrong with this state."""
    for check in (counters_conserved, cards_conserved, markers_conserved, bags_add_up, numbers_in_bounds):
        yield from check(state)


def counters_conserved(state: HeroesState) -> Iterator[str]:
    """Every counter of the Mission is in play, lost or gone, once."""
    found = Counter([*state.position.units, *state.position.hidden, *state.tracks.gone])
    for names in state.tracks.lost.values():
        found.update(names)
    for name in sorted({*found, *state.setting.counters}):
        wanted = 1 if name in state.setting.counters else 0
        if found[name] != wanted:
            yield f"counter {name} is there {found[name]} times instead of {wanted}"


def cards_conserved(state: HeroesState) -> Iterator[str]:
    """Deck, hands and discards together hold what the game began with. [8.1-a, 8.1-c]"""
    found = Counter(state.bags[DECK].items)
    found.update(state.tracks.discards)
    fixed: Counter[str] = Counter()
    for force, hand in state.hands.items():
        found.update(hand.cards)
        fixed.update(state.setting.mission.forces[force].hand.fixed)
    for card in sorted({*found, *fixed, *state.setting.copies_in_play}):
        least = max(fixed[card], state.setting.copies_in_play.get(card, 0))
        if not least <= found[card] <= state.setting.cards[card].copies:
            yield f"card {card} is there {found[card]} times instead of {least}"


def markers_conserved(state: HeroesState) -> Iterator[str]:
    """A Hit Marker lies in its pile or under one unit. [7.7-b, 7.11-b]"""
    units = (*state.position.units.values(), *state.position.hidden.values())
    found = Counter(unit.marker for unit in units if unit.marker)
    for name, bag in state.bags.items():
        if name != DECK:
            found.update(bag.items)
    markers = state.setting.markers
    sets: Counter[str] = Counter()  # an empty pile is filled up with another set
    for marker, many in found.items():
        sets[markers[marker].pile] = max(sets[markers[marker].pile], -(-many // markers[marker].copies))
    for marker in sorted({*found, *state.setting.rulebook.hit_markers}):
        copies = markers[marker].copies * max(1, sets[markers[marker].pile])
        if found[marker] != copies:
            yield f"Hit Marker {marker} is there {found[marker]} times instead of {copies}"


def bags_add_up(state: HeroesState) -> Iterator[str]:
    for name, bag in state.bags.items():
        if bag.size != sum(bag.items.values()):
            yield f"{name} says it holds {bag.size} and holds {sum(bag.items.values())}"


def numbers_in_bounds(state: HeroesState) -> Iterator[str]:
    """CAPs never fall below 0 nor VPs below 1, and no CAPs track is covered below its floor. [3.1-b, 7.13, 9.2-d]"""
    tracks, rulebook = state.tracks, state.setting.rulebook
    for force, caps in tracks.caps.items():
        if caps < 0:
            yield f"{force} has {caps} CAPs"
        open_spaces = rulebook.start_caps[force] - tracks.covered[force]
        if tracks.covered[force] and open_spaces < rulebook.cap_floor:
            yield f"the CAPs track of {force} has {open_spaces} open spaces"
    yield from state.setting.edition.scoring.broken(state)
    if tracks.round > state.setting.mission.rounds:
        yield f"Round {tracks.round} of {state.setting.mission.rounds}"
