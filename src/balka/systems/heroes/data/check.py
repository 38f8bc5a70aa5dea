"""Mistakes in a title's data that reading alone does not show: maps first, then every mission."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import fields

from balka.core.errors import BalkaError
from balka.core.hexes import opposite
from balka.core.packs.tables import Row
from balka.systems.heroes.data import map_data
from balka.systems.heroes.data.check_mission import mission_problems
from balka.systems.heroes.data.loading import UNITS, Title
from balka.systems.heroes.data.map_data import GRID
from balka.systems.heroes.data.mission_data import SPECIAL_RULES, VICTORY_RULES

Place = tuple[str, str]


def problems(title: Title) -> list[str]:
    """Every mistake found, in sentences; empty means the data are sound."""
    checks: tuple[Callable[[Title], Iterable[str]], ...] = (
        _names,
        _terrain,
        _pieces,
        _hexsides,
        _roads,
        _vocabulary,
        _missions,
    )
    # Where a file cannot be read, the rest would only repeat that.
    return list(_unreadable(title)) or [problem for check in checks for problem in check(title)]


def _unreadable(title: Title) -> Iterator[str]:
    """Files that cannot be read."""
    for part in ("units", "cards", "markers", "works", "overlays", "terrain", "sheets", "mission_keys"):
        try:
            getattr(title, part)
        except BalkaError as problem:
            yield str(problem)


def _names(title: Title) -> Iterator[str]:
    """No two counters share a name."""
    first: dict[str, str] = {}
    for row in title.rows(UNITS):
        kind = title.units[row["id"]]
        taken = next((counter for counter in kind.counter_ids() if counter in first), None)
        if taken is not None:
            yield f"{row.place}, column slug: {first[taken]} has a counter {taken} too; give each its own slug"
        first.update(dict.fromkeys(kind.counter_ids(), kind.id))


# Maps


def _terrain(title: Title) -> Iterator[str]:
    """Where a title has movement and terrain tables, they tell about everything on its maps."""
    if not title.terrain:
        return
    on_maps = {(printed.terrain, "hex") for sheet in title.sheets.values() for printed in sheet.hexes}
    on_maps |= {(kind, "hexside") for sheet in title.sheets.values() for _, _, kind in sheet.features}
    for name, kind in sorted(on_maps - {(row.id, row.kind) for row in title.terrain.values()}):
        yield f"terrain.csv: no {kind} row for {name}, which is on the maps"


def _places(title: Title) -> dict[Place, tuple[int, int]]:
    """Axial place of each full hex on its own sheet."""
    return {
        (key, printed.label): GRID.axial(printed.col, printed.row)
        for key, sheet in title.sheets.items()
        for printed in sheet.hexes
        if not printed.half
    }


def _pieces(title: Title) -> Iterator[str]:
    """Each hex of a map has a place of its own beside the others."""
    rows = {(row["map"], row["hex"]): row for row in title.rows(map_data.MAPS)}
    for key, sheet in title.sheets.items():
        taken = Counter(GRID.axial(printed.col, printed.row) for printed in sheet.hexes)
        for printed in sheet.hexes:
            row, at = rows.get((key, printed.label)), GRID.axial(printed.col, printed.row)
            if row is not None and taken[at] > 1:
                yield f"{row.place}: {key}-{printed.label} lies where another hex of the map lies; mend hex_3e"
            elif row is not None and not any((at[0] + q, at[1] + r) in taken for q, r in GRID.steps):
                yield f"{row.place}: {key}-{printed.label} touches no other hex of its map; mend hex_3e"


def _across(places: dict[Place, tuple[int, int]], place: Place, side: int) -> str | None:
    """Label of the full hex across a side, None where the sheet ends."""
    (q, r), (dq, dr) = places[place], GRID.steps[side]
    return next((label for (key, label), at in places.items() if key == place[0] and at == (q + dq, r + dr)), None)


def _hexsides(title: Title) -> Iterator[str]:
    """Each feature is listed once and lies between neighbours."""
    places = _places(title)
    seen: dict[tuple[str, str, frozenset[str]], int] = {}
    for row in title.rows(map_data.HEXSIDES):
        where = row.place
        place, other = (row["map"], row["hex_a"]), row["hex_b"]
        if place not in places or (place[0], other) not in places:
            yield f"{where}: {place[0]}-{place[1]} or {place[0]}-{other} is not a full hex of the map"
            continue
        across = _across(places, place, GRID.side(row.one_of("side", GRID.sides)))
        if across != other:
            yield f"{where}: across side {row['side']} of {place[1]} lies {across}, not {other}"
        name = (place[0], row["kind"], frozenset((place[1], other)))
        if name in seen:
            yield f"{where}: the side {place[1]}/{other} stands in line {seen[name]} too; list it once"
        seen[name] = row.line


def _roads(title: Title) -> Iterator[str]:
    """A road goes on in the next hex or leaves the board; road hexes and road sides agree."""
    places = _places(title)
    rows = {(row["map"], row["hex"]): row for row in title.rows(map_data.ROADS)}
    marked = {(key, h.label) for key, sheet in title.sheets.items() for h in sheet.hexes if h.road and not h.half}
    for place in sorted(marked ^ set(rows)):
        listed = "maps.csv marks a road but roads.csv lists none" if place in marked else "roads.csv lists a road"
        yield f"{place[0]}-{place[1]}: {listed}; both files must agree"
    for place, row in rows.items():
        if place in places:
            yield from _road_row(places, rows, place, row)


def _road_row(places: dict[Place, tuple[int, int]], rows: dict[Place, Row], place: Place, row: Row) -> Iterator[str]:
    where = f"{row.place}, {place[0]}-{place[1]}"
    for name in row.words("sides"):
        side = GRID.side(name)
        across, off = _across(places, place, side), name in row.words("board_edge")
        if across is None and not off:
            yield f"{where}: the road runs off the board by {name}; name that side in board_edge"
        elif across is not None and off:
            yield f"{where}: {name} leads to {across}, not off the board; take it out of board_edge"
        elif across is not None and not _leads(rows.get((place[0], across)), opposite(side)):
            yield f"{where}: the road to {across} by {name} does not come back; list {GRID.sides[opposite(side)]} there"


def _leads(row: Row | None, side: int) -> bool:
    return row is not None and GRID.sides[side] in row.words("sides")


# Missions


def _vocabulary(title: Title) -> Iterator[str]:
    """The file explains every rule the program knows how to use, with the same parameters."""
    for section, known in (("victory_rules", VICTORY_RULES), ("special_rules", SPECIAL_RULES)):
        for name, said in title.mission_file.vocabulary.get(section, {}).items():
            if name not in known:
                yield f"missions.yaml, vocabulary: {name} is not a rule; rules are {', '.join(known)}"
                continue
            needed = {field.name for field in fields(known[name]) if field.required}
            allowed = {field.name for field in fields(known[name])} - needed
            if set(said.get("params", ())) != needed or not set(said.get("optional", ())) <= allowed:
                yield f"missions.yaml, vocabulary: {name} needs {sorted(needed)} and may have {sorted(allowed)}"


def _missions(title: Title) -> Iterator[str]:
    for key in title.mission_keys:
        try:
            yield from mission_problems(title, title.mission(key))
        except (BalkaError, ValueError) as problem:
            yield f"{key}: {problem}"
