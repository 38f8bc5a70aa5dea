"""What a scenario is about and how it is won, for whoever sits down to it. [17.0]"""

from __future__ import annotations

from balka.core.scene.display import BriefLine
from balka.systems.famous_divisions.model import GdSetting, Location, Rulebook

NAMES = {"german": "German", "soviet": "Soviet"}


def brief(setting: GdSetting) -> list[BriefLine]:
    """How long it lasts, what scores, and how many points win."""
    book: Rulebook = setting.rulebook
    scorer = NAMES[book.scorer]
    lines = [f"The battle lasts {book.turns} turns of six hours."]
    lines += [_location(place, scorer) for place in book.locations]
    if book.exit is not None:
        lines.append(f"A unit that leaves the map by its exit while a road leads there: {book.exit.points} VP.")
    drawn = f", {book.draw} {'is' if book.draw == 1 else 'are'} a draw" if book.draw is not None else ""
    lines.append(f"The {scorer} side wins with {book.win} VP{drawn}; otherwise the other side wins.")
    return [BriefLine(line, "gd-17.0-c") for line in lines]


def _location(place: Location, scorer: str) -> str:
    whose = f" by the {NAMES[place.holder]} side" if NAMES.get(place.holder, scorer) != scorer else ""
    if place.need:
        held = "held" if len(place.hexes) == 1 else f"held with {place.need} of {len(place.hexes)} hexes"
        return f"{place.name} {held}{whose}: {place.points} VP."
    each = "" if len(place.hexes) == 1 else " for each hex"
    return f"{place.name} held{whose}: {place.points} VP{each}."
