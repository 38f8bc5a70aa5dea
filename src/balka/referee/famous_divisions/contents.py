"""The box of Grossdeutschland as a file plays with it: a player's packs, and figures the file gives itself."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from balka.core.dice import Bag
from balka.core.packs import Packs
from balka.games.grossdeutschland import box
from balka.games.grossdeutschland.title import event_bags
from balka.referee.document import Entry, nearest
from balka.systems.famous_divisions.chits import COLOURS
from balka.systems.famous_divisions.model import Chit, Kind, Ratings, Rulebook
from balka.systems.famous_divisions.terrain import Chart

RATINGS = ("attack", "defence", "movement")
REACHES = ("range", "activation_range")
MOST_RATING, MOST_REACH, MOST_COPIES = 30, 30, 30
WORST_MODIFIER, BEST_MODIFIER = -9, 9


class Box(Struct, frozen=True):
    """Counters, chits and the Terrain Chart."""

    kinds: Mapping[str, Kind]
    chits: Mapping[str, Chit]
    chart: Chart
    packs: Packs = ()

    def kind(self, name: str, entry: Entry) -> Kind:
        """A counter by its name in sentences."""
        if name.lower() not in self.kinds:
            raise entry.mistake(f"there is no counter {name!r}", nearest(name.lower(), list(self.kinds)))
        return self.kinds[name.lower()]

    def chit(self, entry: Entry, word: str = "") -> Chit:
        """A chit by its name."""
        called = box.slug(word or entry.text())
        if called not in self.chits:
            raise entry.mistake(f"there is no chit {(word or entry.text())!r}", nearest(called, list(self.chits)))
        return self.chits[called]

    def bags(self, book: Rulebook) -> dict[str, Bag]:
        """The pools of chits without those held, and the cups. [10.3]"""
        held = [chit_id for chits in book.held.values() for chit_id in chits]
        pools = {colour: Bag.of({chit.id: max(0, chit.count - held.count(chit.id)) for chit in self.chits.values()
                                 if chit.colour == colour}) for colour in COLOURS}  # fmt: skip
        return {**event_bags(book, self.packs), **pools}

    def battalions(self) -> list[str]:
        return sorted({kind.battalion for kind in self.kinds.values()})


def whole_box(packs: Packs) -> Box:
    """The box as it is printed, with a player's packs laid over it."""
    return Box(box.kinds(packs), box.chits(packs), box.chart(packs), packs)


def with_figures(contents: Box, fields: Mapping[str, Entry]) -> Box:
    """The box with the figures of counters and chits that the file gives in place of the printed ones."""
    kinds, chits = dict(contents.kinds), dict(contents.chits)
    for name, entry in _pairs(fields, "counters"):
        with entry.desk.gather():
            kind = contents.kind(name, entry)
            kinds[kind.id] = _counter(kind, entry)
    for name, entry in _pairs(fields, "chits"):
        with entry.desk.gather():
            chit = contents.chit(entry, name)
            chits[chit.id] = _chit(chit, entry)
    return structs.replace(contents, kinds=kinds, chits=chits)


def _pairs(fields: Mapping[str, Entry], name: str) -> list[tuple[str, Entry]]:
    if name not in fields:
        return []
    nothing: dict[str, Entry] = {}
    return list(fields[name].desk.attempt(fields[name].pairs, nothing).items())


def _counter(kind: Kind, entry: Entry) -> Kind:
    """Ratings of the full side, those of the depleted one under `depleted:`, and how far it fires or commands."""
    given = entry.fields((*RATINGS, "depleted", *REACHES))
    found = structs.replace(kind, full=_ratings(kind.full, given))
    if "depleted" in given:
        if kind.depleted is None:
            raise given["depleted"].mistake(f"{kind.name} has no depleted side", "a casualty eliminates it")
        found = structs.replace(found, depleted=_ratings(kind.depleted, given["depleted"].fields(RATINGS)))
    return structs.replace(found, **{key: given[key].number(0, MOST_REACH) for key in REACHES if key in given})


def _ratings(printed: Ratings, given: Mapping[str, Entry]) -> Ratings:
    return structs.replace(printed, **{key: given[key].number(0, MOST_RATING) for key in RATINGS if key in given})


def _chit(chit: Chit, entry: Entry) -> Chit:
    given = entry.fields(("modifier", "count"))
    modifier = given["modifier"].number(WORST_MODIFIER, BEST_MODIFIER) if "modifier" in given else chit.modifier
    count = given["count"].number(0, MOST_COPIES) if "count" in given else chit.count
    return structs.replace(chit, modifier=modifier, count=count)
