"""The terrain tables, by the month of the Mission. [4.8-4.11, 5.2, 6.4, 7.8, 15.3]"""

from __future__ import annotations

from balka.core.checks import Part, add
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.ground import Tables
from balka.systems.heroes.setting import Rulebook

OPEN_GOING = ("open", "corn", "wheat")  # [15.2-f]
BLOCKING = ("woods", "building_wood", "building_stone")  # [sos 5.2-c, 5.2-d]
CORN_HIGH = ("August", "September")  # [sos 4.8-e]
WHEAT_HIGH = ("July", "August")  # [sos 4.8-c]

DEFENCE = {  # what is not here, such as Open Terrain, has no effect [4.8-b]
    "woods": add(2, "Woods", "sos-6.4-a"),  # [4.8-f]
    "building_wood": add(1, "Wood Buildings", "sos-6.4-b"),  # [4.8-g]
    "building_stone": add(2, "Stone Buildings", "sos-6.4-c"),  # [4.8-h]
}
DIFFICULT = {
    "corn": add(1, "Entering Corn", "sos-4.9-a"),
    "woods": add(1, "Entering Woods", "sos-4.9-b"),
    "building_wood": add(1, "Entering Wood Buildings", "sos-4.9-c"),
    "building_stone": add(1, "Entering Stone Buildings", "sos-4.9-d"),
}
WHEELED = {
    "woods": add(2, "Driving into Woods", "sos-15.3-h"),
    "building_wood": add(2, "Driving into Wood Buildings", "sos-15.3-a"),
    "building_stone": add(3, "Driving into Stone Buildings", "sos-15.3-b"),
}
TRACKED = {
    "woods": add(2, "Driving into Woods", "sos-15.3-c"),
    "building_wood": add(2, "Driving into Wood Buildings", "sos-15.3-d"),
    "building_stone": add(3, "Driving into Stone Buildings", "sos-15.3-e"),
}
RALLY_COVER = {
    "woods": add(-1, "In Woods", "sos-7.8-a"),
    "building_wood": add(-1, "In Wood Buildings", "sos-7.8-a"),
    "building_stone": add(-1, "In Stone Buildings", "sos-7.8-a"),
    "corn": add(-1, "In high Corn", "sos-7.8-b"),
    "wheat": add(-1, "In high Wheat", "sos-7.8-c"),
}


def tables(title: Title, month: str, rulebook: Rulebook) -> Tables:
    """What each terrain does in a month."""
    corn_high = month in CORN_HIGH
    bar = () if corn_high and rulebook.corn_is_difficult else ("corn",)
    low = (() if corn_high else ("corn",)) + (() if month in rulebook.wheat_helps_rally_in else ("wheat",))
    return Tables(
        defence=DEFENCE,
        costs={"foot": _without(DIFFICULT, bar), "wheeled": WHEELED, "tracked": TRACKED},
        closed={} if rulebook.wheels_enter_woods else {"wheeled": {"woods": "sos-15.3-f"}},
        rally_cover=_without(RALLY_COVER, low),
        blocking=BLOCKING,
        open_going=OPEN_GOING,
        high_crops=(*(("wheat",) if month in WHEAT_HIGH else ()), *(("corn",) if corn_high else ())),
        corn_is_high=corn_high,
    )


def _without(table: dict[str, Part], left_out: tuple[str, ...]) -> dict[str, Part]:
    return {terrain: part for terrain, part in table.items() if terrain not in left_out}
