"""What lies beside a heroes map: cards with their figures, strikes already planned, losses on the CAPs tracks."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry, nearest
from balka.systems.heroes.chapters.artillery import PLANNED, SHELLS, SMOKE
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import EntryChoice, Oba, SetUpOrder, SpecialRule
from balka.systems.heroes.kinds import SIDES, CardKind
from balka.systems.heroes.units import HeroesState

CARD_FIGURES = ("cost", "copies", "red_fp", "blue_fp", "range", "defense")
MOST_FIGURE = 40
ARTILLERY = "artillery"
WEAPON, VETERAN = "weapon", "veteran"
GIVEN = {"weapons": WEAPON, "veterans": VETERAN}
"""fields that give cards of one family; a hand and the deck hold the others"""
EXAMPLE = "for example {rule: oba, card: W06, plan: [2], smoke: true}"
BEFORE_PLAY = (EntryChoice, SetUpOrder)
NAMED = {"unit": "units", "units": "units", "spotters": "units", "card": "cards"}


# -- cards


def with_cards(title: Title, fields: Mapping[str, Entry]) -> Title:
    """The box with the figures of cards that the file gives in place of its own."""
    if "cards" not in fields:
        return title
    cards = dict(title.cards)
    nothing: dict[str, Entry] = {}
    for name, entry in fields["cards"].desk.attempt(fields["cards"].pairs, nothing).items():
        with entry.desk.gather():
            card = card_called(title, entry, name)
            cards[card.id] = _figures(card, entry)
    changed = copy.copy(title)
    changed.cards = cards  # the copy alone has them
    return changed


def _figures(card: CardKind, entry: Entry) -> CardKind:
    given = entry.fields(CARD_FIGURES)
    return structs.replace(card, **{name: value.number(0, MOST_FIGURE) for name, value in given.items()})


def card_called(title: Title, entry: Entry, written: str = "") -> CardKind:
    """A card by its number, or by its name."""
    wanted = (written or entry.text()).strip().lower()
    for card in title.cards.values():
        name = card.name.lower()
        if wanted in (card.id.lower(), card.id.lstrip("0").lower(), name, name.rstrip("!")):
            return card
    names = [card.name.lower() for card in title.cards.values()]
    raise entry.mistake(f"there is no card {written or entry.text()!r}", nearest(wanted, names))


def cards_for(title: Title, entry: Entry, field: str) -> tuple[str, ...]:
    """The cards a field names, each of a family that belongs there."""
    return tuple(_card_for(title, item, field) for item in entry.one_or_more())


def _card_for(title: Title, entry: Entry, field: str) -> str:
    card, family = card_called(title, entry), GIVEN.get(field, "")
    if family and card.family != family:
        raise entry.mistake(f"{card.name} is no {family} card", f"one of {', '.join(_of_family(title, family))}")
    if not family and card.family in GIVEN.values():
        right = "weapons" if card.family == WEAPON else "veterans"
        raise entry.mistake(f"{card.name} is a {card.family} card and never in the deck", f"give it under `{right}:`")
    return card.id


def _of_family(title: Title, family: str) -> list[str]:
    return [card.id for card in title.cards.values() if card.family == family]


# -- special rules


def special_rule(title: Title, entry: Entry) -> SpecialRule:
    """A special rule as in the missions file; whatever it names exists."""
    try:
        made: SpecialRule = msgspec.convert(entry.plain(), SpecialRule, strict=False)
    except msgspec.ValidationError as problem:
        raise entry.mistake(f"special: {problem}", EXAMPLE) from None
    if isinstance(made, BEFORE_PLAY) or (isinstance(made, Oba) and made.zone):
        raise entry.mistake("special: that belongs to the set-up of a Mission", EXAMPLE)
    check_names(title, entry, structs.asdict(made))
    return made


def check_names(title: Title, entry: Entry, values: Mapping[str, Any]) -> None:
    """Units, cards and sides among the parameters of a rule exist."""
    for name, value in values.items():
        for word in value if isinstance(value, tuple) else (value,):
            known = SIDES if name == "side" else tuple(getattr(title, NAMED[name])) if name in NAMED else None
            if known is not None and word is not None and word not in known:
                raise entry.mistake(f"{entry.name}: there is no {name} {word!r}", nearest(str(word), known))


# -- strikes and losses


def planned(title: Title, ground: DescribedBoard, entry: Entry, this_round: int) -> dict[str, dict[str, str]]:
    """Strikes planned in this Round: they land before the next one begins. [13.5]"""
    notes: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for item in entry.items():
        with item.desk.gather():
            fields = item.fields(("card", "target", "fires"), ("card", "target"))
            card = card_called(title, fields["card"])
            if card.kind != ARTILLERY:
                raise fields["card"].mistake(f"{card.name} is no artillery", "a card of off-board artillery")
            fires = fields["fires"].one_of((SHELLS, SMOKE)) if "fires" in fields else SHELLS
            where = ground.board.labels[ground.place(fields["target"])]
            notes[card.side][f"{PLANNED} {this_round} {card.id}"] = f"{where} {fires}"
    return notes


def with_losses(state: HeroesState, losses: Mapping[str, int], said: Mapping[str, Entry]) -> HeroesState:
    """So many spaces of each CAPs track covered by units destroyed before. [7.12, 7.13]"""
    start, tracks, floor = state.setting.rulebook.start_caps, state.tracks, state.setting.rulebook.cap_floor
    for side, count in losses.items():
        if start[side] - count < min(floor, start[side]):
            raise said[side].mistake(
                f"a CAPs track of {start[side]} has no {count} spaces to cover", "fewer, or more `start_caps:`"
            )
    lowered = {side: min(tracks.caps[side], start[side] - count) for side, count in losses.items()}
    caps = {side: lowered.get(side, tracks.caps[side]) for side in SIDES}
    covered = {side: losses.get(side, 0) for side in SIDES}
    return structs.replace(state, tracks=tracks.changed(covered=covered, caps=caps))
