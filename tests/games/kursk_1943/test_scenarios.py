"""The scenarios: set-ups, arrivals, supply, victory, and the sequence of a day."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.games.kursk_1943.test_opening_losses import evenly

import balka
from balka.core.errors import BalkaError
from balka.core.forced import advance
from balka.core.frames import Steps
from balka.core.proof import rule
from balka.core.state import State
from balka.games.kursk_1943 import maps, scenarios
from balka.systems.wb95.movement import STACKING, allowance, may_move
from balka.systems.wb95.phases import DAY
from balka.systems.wb95.position import Force, force
from balka.systems.wb95.supply import cut_off
from balka.systems.wb95.victory import points, verdict
from balka.systems.wb95.zones import fortified_hexes

GAME = balka.game("kursk")
KEYS = ("kursk", "prokhorovka", "prokhorovka-15", "claws", "campaign")
MISREAD = {"200(1)": "0200", "4532": "5532", "2900": "2500"}  # rulings on the printed set-ups


def start(key: str, **options: str) -> State:
    """A scenario about to begin, losses from before it spread evenly."""
    return evenly(GAME.start(key, options))


def book(key: str) -> Any:
    return start(key).setting.rulebook


def at(key: str, unit: str) -> str:
    state = start(key)
    found = state.position.find(unit)
    return state.setting.board.labels[found.hex] if found.hex >= 0 else "off"


def printed(key: str, side: str) -> list[tuple[list[str], str, int]]:
    lines = (Path(__file__).parent / "printed_setups.txt").read_text().splitlines()[1:]
    rows = [[part.strip() for part in line.split("|")] for line in lines]
    return [
        ([MISREAD.get(h, h) for h in row[2].split()], row[3], int(row[4])) for row in rows if row[:2] == [key, side]
    ]


# -- set-ups


@rule(
    "kursk-scK-set-a",
    "kursk-scK-set-b",
    "kursk-scP-set-a",
    "kursk-scP-set-b",
    "kursk-scP15-set-b",
    "kursk-scP15-set-c",
    "kursk-scAC-set-b",
    "kursk-scAC-set-c",
    "kursk-c1-1.2types-f",
)
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("key", KEYS[:4])
def test_every_printed_set_up_line_stands_where_it_says(key: str, side: str) -> None:
    state = start(key)
    labels = state.setting.board.labels
    ours = {labels[h] for h in force(state, side).at}
    lines = printed(key, side)
    lengths = {"kursk": (32, 43), "prokhorovka": (31, 57), "prokhorovka-15": (20, 40), "claws": (27, 41)}
    assert len(lines) == lengths[key][side == "soviet"]
    assert ours == {h for hexes, _, _ in lines for h in hexes}


@rule("kursk-scK-set-c", "kursk-c1-1.2types-g")
def test_the_second_tank_army_stands_with_all_its_corps() -> None:
    places = {"hq-2-ta": "1914", "1441ag": "0613"}
    found = {unit: at("kursk", unit) for unit in places}
    assert found == places
    corps = {"III": "2015", "XVI": "0613", "XIX": "0110"}
    state = start("kursk")
    for name, hex_ in corps.items():
        units = [
            one
            for one in state.setting.catalogue.counters.values()
            if one.formation == name and one.army == "2 Tank Army"
        ]
        assert len(units) == 4 and {at("kursk", one.id) for one in units} == {hex_}


@rule("kursk-scP-set-c")
def test_six_panther_units_stand_at_4324() -> None:
    state = start("prokhorovka")
    panthers = [one for one in state.setting.catalogue.counters.values() if "panther" in one.traits]
    assert len(panthers) == 6 and {at("prokhorovka", one.id) for one in panthers} == {"4324"}


@rule("kursk-scP15-set-a", "kursk-scAC-set-a")
@pytest.mark.parametrize("key", ["prokhorovka-15", "claws"])
def test_formations_begin_with_their_losses(key: str) -> None:
    state = start(key)
    counters = state.setting.catalogue.counters
    standing = {one.id: one.cel for own in state.position.forces.values() for one in own.units.values() if one.hex >= 0}
    names = [place.unit for place in scenarios.setups(scenarios.describe(key))]
    lacking = sum(counters[name].cel - standing.get(name, 0) for name in names)
    asked = sum(lost for side in ("german", "soviet") for _, _, lost in printed(key, side))
    assert lacking == asked


@pytest.mark.parametrize("key", KEYS)
def test_set_ups_are_legal(key: str) -> None:
    """Nobody shares a hex with the enemy; only the printed stack at 4324 is too large."""
    state = start(key)
    assert not set(force(state, "german").at) & set(force(state, "soviet").at)
    labels = state.setting.board.labels
    full = {labels[h] for own in state.position.forces.values() for h in own.at if own.cel(h) > STACKING}
    assert full <= {"4324"}


@rule("kursk-scK-fort-a", "kursk-scP-fort-a", "kursk-scP-fort-b", "kursk-scP15-fort-a", "kursk-scAC-fort-a")
@pytest.mark.parametrize(
    ("key", "sides"),
    [
        ("kursk", {"soviet"}),
        ("prokhorovka", {"german", "soviet"}),
        ("prokhorovka-15", {"soviet"}),
        ("claws", {"soviet"}),
    ],
)
def test_who_begins_dug_in(key: str, sides: set[str]) -> None:
    state = start(key)
    for side in ("german", "soviet"):
        dug = {h for h in force(state, side).at if state.position.works.get(str(h)) == side}
        lines = fortified_hexes(state.setting.board)  # these protect by themselves [ruling Q115]
        assert dug == ({h for h in force(state, side).at if h not in lines} if side in sides else set())


@rule("kursk-4.3.1-a")
def test_each_side_holds_the_ground_behind_its_front() -> None:
    state = start("kursk")
    letters, board = state.position.control, state.setting.board
    assert letters[board.hex("1000")] == "g" and letters[board.hex("0927")] == "s"
    assert all(letters[h] == side[0] for side in ("german", "soviet") for h in force(state, side).at)


# -- dates, initiative, supply, air


@rule(
    "kursk-scK-time-a",
    "kursk-scK-init-a",
    "kursk-scP-time-a",
    "kursk-scP-init-a",
    "kursk-scP15-time-a",
    "kursk-scP15-init-a",
    "kursk-scAC-time-a",
    "kursk-scAC-init-a",
    "kursk-2.1.6-a",
)
@pytest.mark.parametrize(
    ("key", "first", "day", "turns"),
    [
        ("kursk", "german", 5, 19),
        ("prokhorovka", "german", 5, 11),
        ("prokhorovka-15", "soviet", 15, 14),
        ("claws", "german", 7, 17),
    ],
)
def test_dates_and_initiative(key: str, first: str, day: int, turns: int) -> None:
    rules = book(key)
    assert (rules.first, rules.day, rules.turns) == (first, day, turns)


@rule("kursk-scK-sup-a", "kursk-scK-sup-b", "kursk-scP-sup-a", "kursk-scP-sup-b", "kursk-scAC-sup-a")
@pytest.mark.parametrize(
    ("key", "german", "soviet", "town"),
    [("kursk", "00", "31", "Kursk"), ("claws", "00", "31", "Kursk"), ("prokhorovka", "34", "63", "Oboyan")],
)
def test_supply_bases(key: str, german: str, soviet: str, town: str) -> None:
    state = start(key)
    rules, labels = state.setting.rulebook, state.setting.board.labels
    assert {labels[h][2:] for h in rules.edges["german"]} == {german}
    assert {labels[h][:2] for h in rules.edges["soviet"]} == {soviet}
    assert rules.towns == {"soviet": maps.towns(state.setting.board)[town]}


@pytest.mark.parametrize("key", KEYS)
def test_nobody_begins_too_far_from_supply(key: str) -> None:
    """Only units whose every way out lies in enemy zones are cut off at the start."""
    state = start(key)
    for side, foe in (("german", "soviet"), ("soviet", "german")):
        forces = {**state.position.forces, foe: Force({})}
        alone = structs.replace(state.position, forces=forces, control=side[0] * len(state.setting.board))
        assert cut_off(structs.replace(state, position=alone), side) == []
        assert len(cut_off(state, side)) <= 8


@rule("kursk-scK-air-a", "kursk-scP-air-a", "kursk-scAC-air-a")
def test_air_counters_a_turn() -> None:
    assert [book(key).sorties.get("german", 0) for key in ("kursk", "prokhorovka", "claws", "prokhorovka-15")] == [
        2,
        4,
        2,
        0,
    ]
    assert len(book("kursk").air["german"]) == 6 and "soviet" not in book("kursk").air


@rule("kursk-18.1.2-b", "kursk-18.1.2-a", "kursk-17.1.1-a")
def test_mine_dice_and_repair_counters_by_front() -> None:
    assert [[field.dice for field in book(key).mines] for key in ("kursk", "prokhorovka", "claws", "campaign")] == [
        [4],
        [6],
        [4],
        [4, 6],
    ]
    assert [book(key).repairs for key in ("kursk", "prokhorovka", "campaign", "prokhorovka-15")] == [1, 1, 2, 1]
    north, south = book("campaign").fronts
    state = start("campaign")
    places = [state.position.find(one).hex for one in ("pz-18-18", "pz-6-3")]
    assert [place in north for place in places] == [True, False] and not north & south
    assert book("kursk").last_mines == 7 and book("claws").last_mines == 5


# -- who may not move


@rule("kursk-scK-2ta-a", "kursk-scP-mv-a", "kursk-scP-mv-b", "kursk-scP-mv-c", "kursk-scP-mv-d")
@pytest.mark.parametrize(
    ("key", "unit", "day"),
    [
        ("kursk", "hq-2-ta", 6),
        ("prokhorovka", "hq-69-a", 7),
        ("prokhorovka", "95-g-inf", 11),
        ("prokhorovka", "48-g-arm", 7),
        ("prokhorovka", "4-ii-g", 6),
    ],
)
def test_armies_that_wait(key: str, unit: str, day: int) -> None:
    state = start(key)
    who = state.position.find(unit)
    assert who is not None, sorted(one for one in state.position.forces["soviet"].units if one.startswith(unit[:2]))
    early, late = (structs.replace(state, turn=day - 5 + n) for n in (0, 1))
    assert not may_move(early, who) and may_move(late, who)


@rule("kursk-scP-1gta-a")
def test_the_first_guards_tank_army_is_slow_on_the_first_day() -> None:
    state = start("prokhorovka")
    who = state.position.find("100-xxxi")
    assert [allowance(structs.replace(state, turn=turn), who) // 6 for turn in (1, 2)] == [4, 7]


@rule("kursk-scP-7ga-a")
def test_the_seventh_guards_army_keeps_off_the_upper_doniec() -> None:
    state = start("prokhorovka")
    board = state.setting.board
    sides = state.setting.rulebook.no_crossing["7 Guards Army"]
    rivers = maps.river(board, "Siewierny Doniec")
    assert sides and set(sides) < set(rivers)
    assert all(min(int(board.labels[h][2:]) for h in pair) < 25 for pair in sides)
    from balka.systems.wb95.movement import barred

    a, b = sides[0]
    assert barred(state, "7 Guards Army", a, b) and not barred(state, "69 Army", a, b)


@rule("kursk-scP-bri-a")
def test_the_bridges_of_belgorod_are_down() -> None:
    state = start("prokhorovka")
    town = set(maps.towns(state.setting.board)["Belgorod"])
    bridges = [f for f in state.setting.board.features if f.kind == "bridge" and {f.a, f.b} & town]
    assert bridges and {(min(f.a, f.b), max(f.a, f.b)) for f in bridges} == set(state.position.broken)


# -- arrivals


def comes(key: str, unit: str) -> tuple[int, set[str]]:
    state = start(key)
    arrival = state.setting.rulebook.arrivals[unit]
    return arrival.turn + state.setting.rulebook.day - 1, {state.setting.board.labels[h] for h in arrival.hexes}


@rule(
    "kursk-scK-rei-a",
    "kursk-scK-rei-b",
    "kursk-scK-rei-c",
    "kursk-scK-rei-d",
    "kursk-scP-rei-a",
    "kursk-scP-rei-b",
    "kursk-scP-rei-c",
    "kursk-scP-rei-e",
    "kursk-scP-rei-f",
)
@pytest.mark.parametrize(
    ("key", "unit", "day", "where"),
    [
        ("kursk", "pz-35-4", 6, "0500"),
        ("kursk", "118-36inf", 6, "0500"),
        ("kursk", "137inf", 6, "2800"),
        ("kursk", "2-art-48-a", 6, "2800"),
        ("kursk", "1540ag", 6, "2800"),
        ("prokhorovka", "237inf", 6, "3418"),
        ("prokhorovka", "204inf", 7, "4506"),
        ("prokhorovka", "192arm", 8, "3418"),
        ("prokhorovka", "29at", 9, "3418"),
        ("prokhorovka", "180arm", 10, "3418"),
    ],
)
def test_reinforcements_by_hex(key: str, unit: str, day: int, where: str) -> None:
    assert comes(key, unit) == (day, {where})


@rule("kursk-scP-rei-d", "kursk-scP-rei-g", "kursk-scP-rei-h")
@pytest.mark.parametrize(
    ("unit", "day", "other"), [("26-ii", 8, "6319"), ("hq-5-gta", 10, "6318"), ("hq-5-ga", 11, "6318")]
)
def test_reinforcements_with_two_hexes_to_choose_from(unit: str, day: int, other: str) -> None:
    assert comes("prokhorovka", unit) == (day, {"6308", other})


@rule("kursk-scK-stw-g", "kursk-scJ-b")
def test_the_27th_army_comes_at_two_hexes_and_in_the_joined_game_on_the_southern_map_too() -> None:
    assert comes("kursk", "71inf")[1] == {"3100", "3121"}
    assert comes("campaign", "71inf")[1] == {"3100", "3121", "6304", "6308", "6309", "6319"}
    assert {"3132", "6304"} <= comes("campaign", "33-ii-mech")[1]


@rule("kursk-11.2.4-a")
def test_every_road_off_the_map_is_an_entry_zone_in_order_round_the_edge() -> None:
    state = start("campaign")
    labels = [state.setting.board.labels[h] for h in state.setting.rulebook.zones["german"]]
    assert state.setting.rulebook.zones["soviet"] == state.setting.rulebook.zones["german"]
    assert labels[:8] == ["0500", "0900", "1400", "2000", "2500", "2800", "2900", "3100"]
    assert labels.index("6304") == labels.index("3132") + 1, "the sheets join"
    assert not {"1134", "2034", "4300", "5200"} & set(labels), "roads from sheet to sheet leave no map"
    assert labels[-2:] == ["0130", "0110"] and state.setting.rulebook.zones_close


@rule("kursk-11.2.1-a", "kursk-11.2.2-a", "kursk-11.2.4-a")
@pytest.mark.parametrize(
    ("key", "unit", "near", "far"),
    [
        ("kursk", "137inf", {"2500", "2900"}, {"1400", "2000", "2500", "2900", "3100", "3110"}),
        ("prokhorovka", "237inf", {"3422", "3406"}, {"4034", "3430", "3422", "3406", "4300", "5200"}),
        ("campaign", "pz-35-4", {"0110", "0900"}, {"3406", "0130", "0110", "0900", "1400", "2000"}),
    ],
)
def test_whoever_is_due_at_a_road_has_the_zones_beside_it(key: str, unit: str, near: set[str], far: set[str]) -> None:
    from balka.systems.wb95.reinforcements import near_hexes, shifts

    state = structs.replace(start(key), turn=2)
    labels, who = state.setting.board.labels, state.position.find(unit)
    assert {labels[h] for h in near_hexes(state, who)} == near
    assert {labels[order.hex] for order in shifts(state, who)} == far  # type: ignore[attr-defined]


@rule("kursk-13.1.1-a")
def test_only_divisions_and_mobile_corps_have_the_name_of_a_formation() -> None:
    counters = start("kursk").setting.catalogue.counters.values()
    assert not [one.id for one in counters if one.kind == "CAV" and one.formation]
    assert not [one.id for one in counters if one.id.endswith("505arm") and one.formation]
    assert {one.kind for one in counters if one.side == "soviet" and one.formation} <= {"ARM", "MOT", "AG", "ART"}


@rule(
    "kursk-scK-stw-b",
    "kursk-scK-stw-c",
    "kursk-scK-stw-d",
    "kursk-scK-stw-e",
    "kursk-scK-stw-f",
    "kursk-scK-stw-g",
    "kursk-scK-stw-h",
    "kursk-scK-stw-i",
    "kursk-scK-stw-j",
    "kursk-11.2.4-a",
)
def test_the_stavka_reserve_comes_corps_by_corps_at_the_eastern_road_exits() -> None:
    state = start("kursk")
    groups: dict[str, list[Any]] = defaultdict(list)
    for one in state.setting.rulebook.arrivals.values():
        if one.stavka:
            groups[one.group].append(one)
    days = {name: {one.turn + 4 for one in units} for name, units in groups.items()}
    assert days == {
        "II MOT": {12},
        "III MOT (G)": {13},
        "I MOT": {14},
        "IV ARM (G)": {15},
        "XVIII ARM": {16},
        "27 Army": {17},
        "III CAV (G)": {18},
        "V CAV (G)": {18},
        "VII CAV (G)": {19},
    }
    assert [len(groups[name]) for name in ("II MOT", "27 Army", "V CAV (G)")] == [4, 9, 3]
    labels = state.setting.board.labels
    assert {labels[h] for h in groups["II MOT"][0].hexes} == {"3100", "3110", "3117", "3121", "3132"}


@rule("kursk-scK-stw-a", "kursk-scK-vic-i")
def test_a_stavka_corps_is_slow_on_its_first_turn_and_worth_three_points() -> None:
    state = structs.replace(start("kursk"), turn=8)
    from balka.core.state import Work
    from balka.systems.wb95.movement_phase import MovePhase

    work = Work(state, "")
    work.stack = [MovePhase("soviet")]
    state = work.settle().state
    text = next(state.text(choice) for choice in state.choices(("33-ii-mech",)) if "enter" in state.text(choice))
    state = state.apply(text).state
    assert allowance(state, state.position.find("33-ii-mech")) == 4 * 6
    assert state.tracks.stavka == ("II MOT",) and points(state)["STAVKA reserves called in"] == 3
    state = state.apply(text.replace("33-ii-mech", "18-ii-mech")).state
    assert points(state)["STAVKA reserves called in"] == 3


@rule("kursk-scK-wd-a", "kursk-scAC-wd-a")
@pytest.mark.parametrize(("key", "turn"), [("kursk", 8), ("claws", 6)])
def test_the_fourth_armoured_division_leaves_on_the_twelfth(key: str, turn: int) -> None:
    assert book(key).withdraw == {"pz-35-4": turn, "pzgr-12-4": turn, "pzgr-33-4": turn}
    from balka.core.state import Work
    from balka.systems.wb95.attrition import withdraw

    work = Work(structs.replace(start(key), turn=turn, stack=()), "")
    work.push(Steps("day"))
    withdraw(work)
    state = work.settle().state
    if key == "kursk":  # here an equivalent may go instead
        names = [state.text(choice) for choice in state.choices()]
        assert (
            names[0] == "withdraw pz-35-4" and "withdraw pz-18-18" in names and not any("inf" in name for name in names)
        )
        state = state.apply("withdraw pz-35-4").state
    assert state.position.find("pz-35-4") is None and "pz-35-4" not in state.tracks.lost.get("german", ())


# -- victory


def holding(key: str, *towns: str, side: str = "german", **options: str) -> State:
    """The scenario with these towns in a side's hands and nothing else taken."""
    state = start(key, **options)
    letters = list(state.position.control)
    for town in towns:
        for h in maps.towns(state.setting.board)[town]:
            letters[h] = side[0]
    return structs.replace(state, position=structs.replace(state.position, control="".join(letters)))


@rule(
    "kursk-scK-vic-e",
    "kursk-scK-vic-f",
    "kursk-scK-vic-g",
    "kursk-scK-vic-h",
    "kursk-scK-vic-j",
    "kursk-scP-vic-c",
    "kursk-scP-vic-d",
    "kursk-scP-vic-f",
)
@pytest.mark.parametrize(
    ("key", "town", "worth"),
    [
        ("kursk", "Fatezh", 4),
        ("kursk", "Zolotukhino", 4),
        ("kursk", "Maloarkhangelsk", 3),
        ("kursk", "Ponyri", 3),
        ("kursk", "Olkhovatka", 2),
        ("prokhorovka", "Oboyan", 10),
        ("prokhorovka", "Prokhorovka", 8),
        ("prokhorovka", "Yakovlevo", 2),
    ],
)
def test_towns_are_worth_points(key: str, town: str, worth: int) -> None:
    assert sum(points(holding(key, town)).values()) - sum(points(start(key)).values()) == worth


@rule("kursk-scK-vic-j", "kursk-scP-vic-f")
@pytest.mark.parametrize(
    ("key", "german", "soviet"), [("claws", "Gnilets", "Vozy"), ("prokhorovka-15", "Yakovlevo", "Ivnya")]
)
def test_a_town_taken_before_the_scenario_began_is_worth_nothing(key: str, german: str, soviet: str) -> None:
    """As little as a counter lost before it. [rulings Q104, Q117]"""
    assert not points(start(key)), "nobody has scored yet"
    assert not points(holding(key, german)), "it was German from the start"
    assert sum(points(holding(key, soviet)).values()) == 2


@rule("kursk-scK-vic-b", "kursk-scK-vic-c", "kursk-scK-vic-d", "kursk-scP-vic-e")
@pytest.mark.parametrize(
    ("key", "river", "worth"),
    [("kursk", "Seym", 10), ("kursk", "Tuskar", 6), ("kursk", "Sosna", 5), ("prokhorovka", "Psel", 5)],
)
def test_rivers_crossed_are_worth_points(key: str, river: str, worth: int) -> None:
    """A supplied German beyond it counts once; whoever comes back counts no more. [ruling Q103]"""
    from balka.systems.wb95.victory import banks, crossed

    state = start(key)
    (a, b), (_, near) = next(item for item in banks(state).items() if item[1][0] == river)
    who = next(iter(force(state, "german").units.values()))
    far = b if near == a else a
    over = crossed(state, who, near, far)
    assert over.beyond == (river,) and not crossed(state, over, far, near).beyond
    forces = {**state.position.forces, "german": force(state, "german").put(over)}
    gained = structs.replace(state, position=structs.replace(state.position, forces=forces))
    assert sum(points(gained).values()) - sum(points(state).values()) == worth
    forces = {**state.position.forces, "german": force(state, "german").put(structs.replace(over, supply=1))}
    cut = structs.replace(state, position=structs.replace(state.position, forces=forces))
    assert sum(points(cut).values()) == sum(points(state).values())


@rule("kursk-scK-vic-k", "kursk-scP-vic-g")
@pytest.mark.parametrize("key", ["kursk", "prokhorovka"])
def test_every_soviet_unit_lost_is_a_point(key: str) -> None:
    state = start(key)
    lost = structs.replace(
        state, tracks=structs.replace(state.tracks, lost={"soviet": ("a", "b", "c"), "german": ("d",)})
    )
    assert points(lost)["Soviet units eliminated"] == 3


@rule(
    "kursk-scK-vic-l",
    "kursk-scK-vic-m",
    "kursk-scK-vic-n",
    "kursk-scK-vic-o",
    "kursk-scP-vic-h",
    "kursk-scP-vic-i",
    "kursk-scP-vic-j",
)
@pytest.mark.parametrize(
    ("key", "total", "text"),
    [
        ("kursk", 10, "Soviet victory"),
        ("kursk", 11, "German small"),
        ("kursk", 18, "German small"),
        ("kursk", 19, "German medium"),
        ("kursk", 25, "German medium"),
        ("kursk", 26, "German significant"),
        ("prokhorovka", 15, "Soviet victory"),
        ("prokhorovka", 16, "German small"),
        ("prokhorovka", 24, "German medium"),
        ("prokhorovka", 32, "German significant"),
    ],
)
def test_the_scale(key: str, total: int, text: str) -> None:
    state = start(key)
    lost = tuple(f"u{n}" for n in range(total - sum(points(state).values())))
    over = structs.replace(state, tracks=structs.replace(state.tracks, lost={"soviet": lost}), stack=())
    found = verdict(over)
    assert found is not None and found.text.startswith(text)


def supply_end(state: State, side: str) -> State:
    """The state after the last step of a Supply Phase."""
    from balka.core.state import Work
    from balka.systems.wb95.supplying import sudden_end

    work = Work(state, "")
    sudden_end(work, side)
    return work.freeze()


@rule("kursk-scK-vic-a", "kursk-scP-vic-a", "kursk-scP-vic-b")
@pytest.mark.parametrize(
    ("key", "towns", "side", "after"),
    [
        ("kursk", ("Kursk",), "german", "soviet"),
        ("prokhorovka", ("Belgorod", "Oboyan", "Prokhorovka"), "german", "soviet"),
        ("prokhorovka", ("Belgorod", "Oboyan", "Prokhorovka"), "soviet", "german"),
    ],
)
def test_sudden_victories(key: str, towns: tuple[str, ...], side: str, after: str) -> None:
    other = "german" if after == "soviet" else "soviet"
    assert not supply_end(start(key), after).over
    won = supply_end(holding(key, *towns, side=side), after)
    assert won.over and won.verdict().winner == side  # type: ignore[union-attr]
    assert not supply_end(holding(key, *towns, side=side), other).over or other == after


# -- the joined map


@rule("kursk-scJ-a", "kursk-scJ-b", "kursk-scP15-map-a", "kursk-scAC-map-a", "kursk-1.1-a")
def test_the_sheets_are_joined_and_the_stavka_may_come_on_either() -> None:
    state = start("campaign")
    board = state.setting.board
    assert len(board) == len(start("kursk").setting.board) + len(start("prokhorovka").setting.board)
    assert board.are_neighbours(board.hex("1134"), board.hex("4300")) and len(set(board.labels)) == len(board)
    hexes = {board.labels[h][:2] for h in state.setting.rulebook.arrivals["33-ii-mech"].hexes}
    assert hexes == {"31", "63"}
    assert start("claws").setting.board.labels == start("kursk").setting.board.labels
    assert start("prokhorovka-15").setting.board.labels == start("prokhorovka").setting.board.labels


# -- the day


def headings(state: State, most: int = 400) -> list[str]:
    """The phases of a day in which nobody does anything."""
    seen: list[str] = []
    for _ in range(most):
        if state.over or state.turn > 1:
            return seen
        ask = state.asks[0]
        text = next(word for word in ("end", "ready", "norepair") if state.why_not(word, ask.seat) is None)
        step = state.apply(text, ask.seat)
        seen += [told.event.say(state.setting) for told in step.events if type(told.event).__name__ == "PhaseBegan"]
        state = step.state
        for _, _, forced in advance(state):
            seen += [
                told.event.say(state.setting) for told in forced.events if type(told.event).__name__ == "PhaseBegan"
            ]
            state = forced.state
    return seen


@rule(
    "kursk-2.1.1-a",
    "kursk-2.1.4-a",
    "kursk-2.2-a",
    "kursk-2.2-r",
    "kursk-2.2-s",
    "kursk-2.2-t",
    "kursk-2.2-u",
    "kursk-5.0-a",
)
def test_a_day_has_twelve_phases_in_order() -> None:
    assert len(DAY) == 13  # twelve phases and the end of the day
    found = [line.removeprefix("Turn 1: ") for line in headings(start("slice")) if line.startswith("Turn 1: ")]
    assert found == [
        "German combat",
        "German strategic movement",
        "German supply",
        "Air Phase",
        "Soviet barrage",
        "Soviet movement",
        "Soviet combat",
        "Soviet strategic movement",
        "Soviet supply",
    ]
    assert (start("slice").tracks.phase, start("slice").asks[0].seat) == (3, "german")
    assert (start("prokhorovka-15").tracks.phase, start("prokhorovka-15").asks[0].seat) == (3, "soviet")


@rule("kursk-2.1.3-a", "kursk-2.1.5-a", "kursk-2.1.4-b")
def test_the_turn_ends_after_the_last_phase_and_the_marker_moves_on() -> None:
    state = start("slice")
    while state.turn == 1:
        state = state.apply("end").state
    assert (state.turn, state.tracks.phase, state.asks[0].seat) == (2, 3, "german")
    while not state.over:
        state = state.apply("end").state
    assert state.turn == 4 and state.verdict().winner == "soviet"  # type: ignore[union-attr]


@rule("kursk-scP-vic-b")
def test_the_soviet_sudden_victory_can_be_left_out() -> None:
    """[ruling Q102 and its option]"""
    towns = ("Belgorod", "Oboyan", "Prokhorovka")
    for value, over in (("as printed", True), ("never", False)):
        state = holding("prokhorovka", *towns, side="soviet", sudden=value)
        assert supply_end(state, "german").over is over
    german = holding("prokhorovka", *towns, side="german", sudden="never")
    assert supply_end(german, "soviet").over  # the other side's is not touched


def test_towed_guns_lose_their_zones_by_option() -> None:
    """[ruling Q33 and its option]"""
    plain, strict = start("kursk"), start("kursk", regular="no")
    kinds = {one.kind for side in ("german", "soviet") for one in force(strict, side).units.values()}
    guns = [one for side in ("german", "soviet") for one in force(strict, side).units.values() if one.kind == "GUN"]
    assert "GUN" in kinds and all(plain.position.find(one.id).kind == "AT" for one in guns)
    assert all(strict.setting.catalogue.counters[one.id].kind == "GUN" for one in guns)


def test_unknown_scenarios_and_options_are_refused() -> None:
    with pytest.raises(BalkaError, match="no scenario"):
        start("stalingrad")
    with pytest.raises(BalkaError, match="no option"):
        start("slice", fog="thick")
    with pytest.raises(BalkaError, match="cannot be"):
        start("slice", masks="thick")


@pytest.mark.parametrize("key", ["slice", *KEYS])
def test_every_scenario_tells_what_it_is(key: str) -> None:
    found = {scenario.key: scenario for scenario in GAME.scenarios()}[key]
    assert found.title and found.teaches and found.situation and found.basis and found.sides == ("german", "soviet")
    assert scenarios.describe(f"kursk/{key}").key == key


@rule("kursk-scK-vic-d")
def test_a_river_has_one_german_bank_all_along() -> None:
    """Crossing and coming back over the next hexside leaves nobody beyond it. [ruling Q103]"""
    from balka.systems.wb95.victory import crossed

    state = start("kursk")
    board = state.setting.board
    who = next(one for one in force(state, "german").units.values() if one.hex >= 0)
    for here, there in (("2806", "2705"), ("2807", "2706"), ("2808", "2707"), ("2704", "2705")):
        over = crossed(state, who, board.hex(here), board.hex(there))
        assert over.beyond == ("Sosna",)
    assert not crossed(state, over, board.hex("2705"), board.hex("2806")).beyond


@pytest.mark.parametrize("key", ["kursk", "prokhorovka", "campaign"])
def test_no_hex_lies_on_both_banks_of_a_river_worth_points(key: str) -> None:
    state = start(key)
    sides = state.setting.banks  # type: ignore[attr-defined]
    for river in {name for name, _ in sides.values()}:
        near = {h for name, h in sides.values() if name == river}
        far = {a if b == h else b for (a, b), (name, h) in sides.items() if name == river}
        assert near and far and not near & far


@rule("kursk-scK-air-a", "kursk-scP-air-a")
def test_the_joined_game_has_two_counters_in_the_north_and_four_in_the_south_until_the_twentieth() -> None:
    rules = book("campaign")
    assert [(sky.sorties, sky.last) for sky in rules.skies] == [(2, 19), (4, 16)] and not book("kursk").skies


@rule("kursk-3.2.1-a")
def test_the_panthers_at_4324_begin_too_many_and_must_spread() -> None:
    state = start("prokhorovka")
    state = state.apply("ready").state
    refusal = state.why_not("end")
    assert refusal is not None and refusal.rule == "kursk-3.2.1-a"
