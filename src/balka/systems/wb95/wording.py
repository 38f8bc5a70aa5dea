"""Words for facts: how a log calls places, counters, kinds and ways."""

from __future__ import annotations

from balka.core.events import Whereabouts
from balka.systems.wb95.catalogue import KINDS
from balka.systems.wb95.position import WbSetting


def where(setting: WbSetting, h: int) -> str:
    return setting.board.labels[h] if h >= 0 else "off the map"


def name(setting: WbSetting, unit_id: str) -> str:
    """What is printed on a counter; a masked one is called by its place."""
    counter = setting.catalogue.counters.get(unit_id)
    return setting.named(unit_id, counter.called) if counter else unit_id


def names(setting: WbSetting, ids: tuple[str, ...]) -> str:
    return ", ".join(name(setting, unit_id) for unit_id in ids)


def places(setting: WbSetting, hexes: tuple[int, ...]) -> str:
    return ", ".join(where(setting, h) for h in hexes)


def crossing(setting: WbSetting, site: tuple[int, int]) -> str:
    """A hexside as it is written, lower label first."""
    return "/".join(sorted(where(setting, h) for h in site))


def seen(fact: str) -> str:
    """A kind of counter in words, with its CEL where they are told."""
    kind, _, cel = fact.partition(" ")
    return f"{KINDS.get(kind, kind)} ({cel} CEL)" if cel else KINDS.get(kind, kind)


def side_name(side: str) -> str:
    return side.capitalize()


def by(setting: WbSetting, way: tuple[int, ...]) -> str:
    ends = f"{where(setting, way[0])} to {where(setting, way[-1])}"
    between = ", ".join(where(setting, h) for h in way[1:-1])
    return f"{ends} via {between}" if between else ends


def way_wire(setting: WbSetting, way: tuple[int, ...]) -> Whereabouts:
    """A way as a log line tells it: both ends, and every hex entered."""
    hexes = [where(setting, h) for h in way]
    return {"start": hexes[0], "to": hexes[-1], "hexes": hexes[1:]}
