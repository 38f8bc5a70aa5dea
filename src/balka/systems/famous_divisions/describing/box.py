"""The box as a described position plays with it: as its title hands it over, and with figures the file gives itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, structs

from balka.core.boards import Board
from balka.core.describing.document import Entry, nearest
from balka.systems.famous_divisions.model import Chit, Kind, Ratings
from balka.systems.famous_divisions.terrain import Chart
from balka.systems.famous_divisions.wording import slug

RATINGS = ("attack", "defence", "movement")
REACHES = ("range", "activation_range")
MOST_RATING, MOST_REACH, MOST_COPIES = 30, 30, 30
WORST_MODIFIER, BEST_MODIFIER = -9, 9


class Box(Struct, frozen=True):
    """Counters, chits, the Terrain Chart, battalions as they are spoken of, and the printed maps."""

    kinds: dict[str, Kind]
    chits: dict[str, Chit]
    chart: Chart
    battalion_names: dict[str, str]
    maps: Mapping[str, Callable[[], Board]]

    def kind(self, name: str, entry: Entry) -> Kind:
        """A counter by its name in sentences."""
        if name.lower() not in self.kinds:
            raise entry.mistake(f"there is no counter {name!r}", nearest(name.lower(), list(self.kinds)))
        return self.kinds[name.lower()]

    def chit(self, entry: Entry, word: str = "") -> Chit:
        """A chit by its name."""
        called = slug(word or entry.text())
        if called not in self.chits:
            raise entry.mistake(f"there is no chit {(word or entry.text())!r}", nearest(called, list(self.chits)))
        return self.chits[called]

    def battalions(self) -> list[str]:
        return sorted({kind.battalion for kind in self.kinds.values()})


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
