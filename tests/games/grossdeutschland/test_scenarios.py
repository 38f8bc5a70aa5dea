"""The scenarios: areas, arrivals, special rules, victory, read against the ledger. [18.0-21.5]"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from msgspec import structs
from tests.bots.famous_divisions.placing import set_up
from tests.systems.famous_divisions.kit import Game, on

from balka.core.hexes import hexes_in
from balka.core.proof import rule, rules_of
from balka.core.state import State, Work
from balka.games import find_rule
from balka.games.grossdeutschland import box, maps, scenarios
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.artillery import barrage_distance
from balka.systems.famous_divisions.model import Location, RoadPath
from balka.systems.famous_divisions.position import OFF_MAP, GdPosition
from balka.systems.famous_divisions.reinforcements import is_due
from balka.systems.famous_divisions.setup import WAITING, places, waiting
from balka.systems.famous_divisions.strength import gun_reaches
from balka.systems.famous_divisions.support import why_not_ready
from balka.systems.famous_divisions.victory import exit_points, penalty_points, points, road_path, verdict

KEYS = {"18": "kursk", "19": "akhtyrka", "20": "mischurin", "21": "lutchessa"}
TURNS = {"Morn": 0, "Day": 1, "Eve": 2, "Night": 3}


# -- set-up rows of the ledger against the files


class Row:
    """One set-up row: a battalion and where each of its counters begins."""

    def __init__(self, rule_id: str) -> None:
        self.section = rule_id.split("-")[1].split(".", maxsplit=1)[0]
        statement = find_rule(rule_id).statement
        found = re.fullmatch(r".* set-up, (German|Soviet) (.+?)(?: group)?: (.+)\.", statement)
        assert found, statement
        self.side, self.battalion = found[1].lower(), {"Division HQ": "Div"}.get(found[2], found[2])
        self.groups = [_group(part.strip()) for part in found[3].split(";")]


def _group(text: str) -> tuple[list[str], str]:
    """Counters and the words of their place."""
    found = re.fullmatch(r"(.+?) ((?:within|in|at|any hex|enter|off map)\b.*)", text)
    assert found, text
    names = [name.strip() for name in found[1].split(",")]
    return [{"Raft (first)": "Raft#1", "Raft (second)": "Raft#2"}.get(name, name) for name in names], found[2]


def _spot(key: str, text: str) -> int:
    board, facts = scenarios.plan(key).board, scenarios.facts(key)
    if text.startswith("Entry "):
        return board.hex(maps.entries(facts.map)[text.removeprefix("Entry ")][0])
    return board.hex(facts.places.get(text, text))


def _area(key: str, words: str) -> set[int]:
    board, name = scenarios.plan(key).board, scenarios.facts(key).map
    if words == "any hex north of the Pena River":
        return {board.hex(label) for label in maps.regions(name)["north_of_pena_river"]}
    if found := re.fullmatch(r"within (\d+) hex(?:es)? of (.+)", words):
        return set(hexes_in(board.within(_spot(key, found[2]), int(found[1]))))
    if found := re.fullmatch(r"in (?:any )?(.+?)(?: hex)?(?: \(in road movement\))?", words):
        return {board.hex(label) for label in maps.named(name)[found[1]]}
    found = re.fullmatch(r"at (?:hex )?(.+)", words)
    assert found, words
    return {_spot(key, found[1])}


def _arrival(key: str, words: str) -> tuple[int, set[int]] | None:
    found = re.fullmatch(r"enter by Entry Hex (.+) \((\d+)\w\w, (\w+)\)", words)
    if found is None:
        return None
    letters = "ABCDEF" if found[1] == "any of A-F" else found[1].replace(" or ", "")
    turn = (int(found[2]) - scenarios.facts(key).first_day) * 4 + TURNS[found[3]]
    return turn, {_spot(key, f"Entry {letter}") for letter in letters}


def check_row(rule_id: str) -> None:
    row = Row(rule_id)
    key = KEYS[row.section]
    plan = scenarios.plan(key)
    named = {box.unit_key(row.side, row.battalion, name) for names, _ in row.groups for name in names}
    battalion = box.battalion_key(row.side, row.battalion)
    owned = {one for one in plan.units if box.kinds()[one].battalion == battalion}
    conditional = {one for one in owned if one in plan.arrivals and plan.arrivals[one].condition}
    assert named == owned - conditional, rule_id
    for names, words in row.groups:
        for name in names:
            one = box.unit_key(row.side, row.battalion, name)
            arrival = _arrival(key, words)
            if words.startswith("off map"):
                assert plan.units[one].status == OFF_MAP, rule_id
            elif arrival:
                assert plan.arrivals[one].turn == arrival[0], rule_id
                assert arrival[1] <= set(plan.arrivals[one].hexes), rule_id
            else:
                assert set(plan.areas[one].hexes) == _area(key, words), (rule_id, name)


@rule(
    "gd-18.5-c", "gd-18.5-d", "gd-18.5-e", "gd-18.5-f", "gd-18.5-g", "gd-18.5-h", "gd-18.5-i", "gd-18.5-j",
    "gd-18.5-k", "gd-18.5-l", "gd-18.5-m", "gd-18.5-n", "gd-18.5-o", "gd-18.5-q", "gd-18.5-r", "gd-18.5-s",
    "gd-18.5-t", "gd-18.5-u", "gd-18.5-v", "gd-18.5-w", "gd-18.5-x", "gd-18.5-y", "gd-18.5-z", "gd-18.5-aa",
    "gd-18.5-ab", "gd-18.5-ac", "gd-19.5-c", "gd-19.5-d", "gd-19.5-e", "gd-19.5-f", "gd-19.5-g", "gd-19.5-h",
    "gd-19.5-i", "gd-19.5-j", "gd-19.5-k", "gd-19.5-l", "gd-19.5-m", "gd-19.5-n", "gd-19.5-p", "gd-19.5-q",
    "gd-19.5-r", "gd-19.5-s", "gd-19.5-t", "gd-19.5-u", "gd-19.5-v", "gd-19.5-w", "gd-19.5-x", "gd-19.5-y",
    "gd-19.5-z", "gd-19.5-aa", "gd-19.5-ab", "gd-20.5-c", "gd-20.5-d", "gd-20.5-e", "gd-20.5-f", "gd-20.5-g",
    "gd-20.5-h", "gd-20.5-i", "gd-20.5-j", "gd-20.5-k", "gd-20.5-m", "gd-20.5-n", "gd-20.5-o", "gd-20.5-p",
    "gd-20.5-q", "gd-20.5-r", "gd-20.5-s", "gd-20.5-t", "gd-21.5-c", "gd-21.5-d", "gd-21.5-e", "gd-21.5-f",
    "gd-21.5-g", "gd-21.5-h", "gd-21.5-j", "gd-21.5-k", "gd-21.5-l", "gd-21.5-m", "gd-21.5-n", "gd-21.5-o",
    "gd-21.5-p", "gd-21.5-q", "gd-21.5-r", "gd-21.5-s",
)  # fmt: skip
def test_every_counter_begins_where_the_scenario_says() -> None:
    for rule_id in rules_of(test_every_counter_begins_where_the_scenario_says):
        check_row(rule_id)


@rule("gd-18.5-p", "gd-18.5-ad", "gd-19.5-o", "gd-19.5-ac", "gd-20.5-l", "gd-20.5-u", "gd-21.5-i", "gd-21.5-t")
def test_the_counters_of_each_side_are_counted() -> None:
    found = {}
    for key in KEYS.values():
        plan = scenarios.plan(key)
        units = [one for one in plan.units if not (one in plan.arrivals and plan.arrivals[one].condition)]
        found[key] = tuple(sum(box.kinds()[one].side == side for one in units) for side in ("german", "soviet"))
    assert found == {"kursk": (74, 64), "akhtyrka": (57, 61), "mischurin": (47, 45), "lutchessa": (37, 49)}


PLACES = {
    "gd-18.5-b": {"Alexejewka": "3229", "Luchanio": "2328", "Ssyrzewo": "2135", "Werchopenje": "1742",
                  "Novenkoye": "4451", "Hill 243": "2448"},
    "gd-19.5-b": {"Hill 62": "4214", "Sorkova": "4317", "Vesseloye": "3519", "Bakirovka": "4610", "Tresovka": "3413"},
    "gd-20.5-b": {"Lichovka": "1040", "Krassni Kut": "2239", "Kalinov": "1939", "Hamlet 179": "1633",
                  "Hamlet 142": "2733", "Nesamoshnik": "3127", "Main Bridge": "4147", "Sausslovka": "3642",
                  "Hamlet 86": "3143", "Yvaschki": "2347", "Borodayevka": "3653"},
    "gd-21.5-b": {"Hill 142": "4116", "Griva": "4311", "Hill 96": "3412", "Reskoye": "1909", "Kalin": "1710",
                  "Hill 87": "2215"},
}  # fmt: skip


@rule("gd-18.5-b", "gd-19.5-b", "gd-20.5-b", "gd-21.5-b")
def test_named_hexes() -> None:
    """Alexejewka by ruling Q-alexejewka."""
    for rule_id, expected in PLACES.items():
        key = KEYS[rule_id[3:5]]
        known = scenarios.facts(key).places
        assert {name: known[name] for name in expected} == expected
        board = scenarios.plan(key).board
        for name, label in expected.items():
            assert board.cells[board.hex(label)].name in (name, None), (name, board.cells[board.hex(label)].name)


@rule("gd-18.0-a", "gd-19.0-a", "gd-20.0-a", "gd-21.0-a")
def test_each_scenario_has_its_map() -> None:
    found = {section: scenarios.facts(key).map for section, key in KEYS.items()}
    assert found == {"18": "kursk", "19": "akhtyrka", "20": "mischurin_rog", "21": "lutchessa"}
    tigers = [one for one in scenarios.plan("kursk").units if box.kinds()[one].battalion == "3pz"]
    assert "elephant-3pz" in tigers


@rule("gd-19.4-a", "gd-19.4-b", "gd-20.5-a", "gd-7.2-d")
def test_marked_hexes_of_the_maps() -> None:
    akhtyrka = maps.board("akhtyrka")
    downtown = {akhtyrka.labels[h] for h in hexes_in(akhtyrka.of_terrain("downtown"))}
    assert downtown == {"3502", "3602", "3603", "3702", "3802", "3803", "3804", "3902"}
    sides = {frozenset((akhtyrka.labels[f.a], akhtyrka.labels[f.b])) for f in akhtyrka.features if f.kind == "river"}
    assert frozenset(("4613", "4614")) in sides
    mischurin = maps.board("mischurin_rog")
    assert {mischurin.terrain[mischurin.hex(label)] for label in ("1633", "2733", "3143")} == {"farm"}


# -- setting up


@rule("gd-18.4-a", "gd-20.4-a", "gd-21.4-a")
def test_who_sets_up_first() -> None:
    asked = {key: GAME.start(key).asks[0] for key in KEYS.values()}
    assert {key: (ask.seat, ask.kind) for key, ask in asked.items()} == {
        "kursk": ("german", "setup"), "akhtyrka": ("german", "setup"), "mischurin": ("soviet", "setup"),
        "lutchessa": ("german", "setup"),
    }  # fmt: skip
    assert scenarios.plan("kursk").rulebook.setup_order == ("german", "soviet")
    assert scenarios.plan("mischurin").rulebook.setup_order == ("soviet", "german")


def placed(key: str) -> State:
    """The first side is set up, each counter in the first place it may have."""
    state = GAME.start(key)
    side = state.asks[0].force
    while ids := waiting(state, side):
        h = places(state, ids[0])[0]
        state = state.apply(f"put {ids[0]} {state.setting.board.labels[h]}").state
    return state


def test_a_unit_is_put_within_its_area_only() -> None:
    state = GAME.start("kursk")
    one = next(iter(waiting(state, "german")))
    area = {state.setting.board.labels[h] for h in places(state, one)}
    listed = {state.text(choice).split()[2] for choice in state.choices(only=(one,))}
    assert listed == area
    refusal = state.why_not(f"put {one} 4754")
    assert refusal is not None
    assert refusal.rule == "gd-17.0-c"
    assert state.why_not("ready") is not None


@rule("gd-18.4-b", "gd-21.4-b")
def test_who_begins_depleted() -> None:
    depleted = {key: sorted(u.id for u in scenarios.plan(key).units.values() if u.depleted) for key in KEYS.values()}
    assert depleted == {
        "kursk": ["1k-1pz", "2k-1pz", "3k-1pz"], "akhtyrka": [], "mischurin": [],
        "lutchessa": ["1k-eng", "2k-eng", "3k-eng", "4k-eng"],
    }  # fmt: skip


@rule("gd-18.4-c", "gd-18.4-d")
def test_two_kursk_battalions_may_use_b_as_well() -> None:
    plan = scenarios.plan("kursk")
    both = {plan.board.hex(label) for label in ("4027", "3427")}
    for one, arrival in plan.arrivals.items():
        if box.kinds()[one].battalion in ("3art", "div-g"):
            assert set(arrival.hexes) == both


@rule("gd-18.4-c", "gd-18.4-d")
def test_a_battalion_that_enters_as_a_whole_keeps_to_one_entry_hex() -> None:
    assert scenarios.plan("kursk").rulebook.one_entry == ("3art", "div-g")
    due = dict.fromkeys(("hq-3art", "btty.7-3art", "btty.8-3art"), "A01/A05 0")
    whole = {"one_entry": ("3art",)}
    game = on("a\n.\n.\n.\n.\n", A03="hq-1gr", due=due, book=whole).activate("3art")
    assert game.offers("enter btty.7-3art A01", "enter btty.7-3art A05")
    game.play("enter hq-3art A05", "step A05", "halt")
    assert game.offers("enter btty.7-3art A05")
    assert not game.offers("enter btty.7-3art A01")
    apart = on("a\n.\n.\n.\n.\n", A03="hq-1gr", due=due).activate("3art").play("enter hq-3art A05", "step A05", "halt")
    assert apart.offers("enter btty.7-3art A05", "enter btty.7-3art A01")


@rule("gd-18.4-f", "gd-18.4-g", "gd-18.4-h")
def test_guns_off_the_map_shoot_from_behind_luchanio_and_are_out_of_reach() -> None:
    game = on("a\n.\n.\nx\n", off="btty.4-2art", x="1-1rif", a="1k-1gr", off_map="A01")
    gun = game.unit("btty.4-2art")
    assert box.kinds()["btty.4-2art"].range == 20
    assert barrage_distance(game.state, gun, game.hex("x")) == 3 + 2
    assert gun.hex < 0
    long = on("a\n" + ".\n" * 18 + "x\n", off="btty.4-2art", x="1-1rif", a="1k-1gr", off_map="A01")
    assert not gun_reaches(long.state, long.unit("btty.4-2art"), long.hex("x")), "19 hexes, range 18 from there"
    assert gun_reaches(long.state, long.unit("btty.4-2art"), long.hex("A19"))
    kursk = scenarios.plan("kursk")
    off = [u.id for u in kursk.units.values() if u.status == OFF_MAP]
    assert {box.kinds()[one].battalion for one in off} == {"2art"}
    assert kursk.board.labels[kursk.rulebook.off_map_hex] == "2328"


@rule("gd-18.4-i")
def test_soviet_works_at_kursk_stand_where_units_do() -> None:
    assert scenarios.plan("kursk").rulebook.forts == {"soviet": {"minefield": 5, "trench": 5, "bunker": 3}}
    state = placed("kursk").apply("ready").state
    assert state.asks[0].force == "soviet"
    while ids := waiting(state, "soviet"):
        h = places(state, ids[0])[-1]
        state = state.apply(f"put {ids[0]} {state.setting.board.labels[h]}").state
    held = {state.setting.board.labels[h] for h in state.position.occupied("soviet")}
    choices = [state.text(choice) for choice in state.choices()]
    assert {text.split()[2] for text in choices if text.startswith("dig")} == held
    assert {text.split()[1] for text in choices if text.startswith("dig")} == {"minefield", "trench", "bunker"}
    refusal = state.why_not("ready")
    assert refusal is not None and refusal.rule == "gd-18.4-i", "not before all works are dug"
    assert set_up(state).why_not("ready") is None
    label = sorted(held)[0]
    state = state.apply(f"dig bunker {label} S").state
    assert f"dig bunker {label} S" not in {state.text(choice) for choice in state.choices(only=("dig",))}


@rule("gd-21.4-c")
def test_german_trenches_go_with_the_engineers() -> None:
    state = placed("lutchessa")
    assert scenarios.plan("lutchessa").rulebook.forts == {"german": {"trench": 4}}
    hexes = {state.text(choice).split()[2] for choice in state.choices(only=("dig",))}
    units = state.position.units
    assert hexes == {state.setting.board.labels[units[f"{n}k-eng"].hex] for n in (1, 2, 3, 4)}


@rule("gd-20.4-b")
def test_1art_begins_in_road_column() -> None:
    state = placed("mischurin").apply("ready").state
    while ids := waiting(state, "german"):
        h = places(state, ids[0])[0]
        state = state.apply(f"put {ids[0]} {state.setting.board.labels[h]}").state
    column = [u for u in state.position.units.values() if box.kinds()[u.id].battalion == "1art"]
    assert all(u.road for u in column)
    guns = [u for u in column if box.kinds()[u.id].is_artillery]
    assert {why_not_ready(state, gun).rule for gun in guns} == {"gd-20.4-b"}  # type: ignore[union-attr]
    hexes = [u.hex for u in column]
    assert max(hexes.count(h) for h in hexes) <= 2
    assert not any(u.status == WAITING for u in state.position.units.values())


# -- victory


def location(name: str, labels: str, value: int, need: int = 0, holder: str = "german") -> tuple[object, ...]:
    return name, tuple(labels.split()), value, need, holder


LOCATIONS = {
    "kursk": [
        location("Kalinovka", "2752 2852 2853 2952", 3, 3), location("Novenkoye", "4451", 3, 1),
        location("Hill 243", "2448", 2, 1), location("Beresowka", "3437", 2, 1),
        location("Rakowo", "4031 4032 4131 4132 4231 4232", 2, 6), location("Hill 230", "1448", 1, 1),
        location("Ssyrzewo", "2135", 1, 1), location("Werchopenje", "1742", 1, 1),
    ],
    "akhtyrka": [location("Downtown Akhtyrka", "3502 3602 3603 3702 3802 3803 3804 3902", 1, 0, "soviet")],
    "mischurin": [
        location("Borodayevka", "3551 3552 3651 3653", 1), location("Main Bridge", "4047 4147 4248", 3),
        location("Mischurin Rog and Lichovka", "3835 3935 3936 4036 0940 1039 1040 1140", -1, 0, "soviet"),
    ],
    "lutchessa": [location(f"Hill {n}", label, 1, 0, "soviet") for n, label in
                  ((142, "4116"), (96, "3412"), (54, "3621"), (62, "2718"), (87, "2215"))],
}  # fmt: skip


@rule(
    "gd-18.3-b", "gd-18.3-c", "gd-18.3-d", "gd-18.3-e", "gd-18.3-f", "gd-18.3-g", "gd-18.3-h", "gd-18.3-i",
    "gd-19.3-a", "gd-20.3-a", "gd-20.3-b", "gd-20.3-d", "gd-21.3-a", "gd-21.3-b", "gd-21.3-c", "gd-21.3-d",
    "gd-21.3-e",
)  # fmt: skip
def test_places_and_what_they_are_worth() -> None:
    for key, expected in LOCATIONS.items():
        plan = scenarios.plan(key)
        found = [(p.name, tuple(plan.board.labels[h] for h in p.hexes), p.points, p.need, p.holder)
                 for p in plan.rulebook.locations]  # fmt: skip
        assert found == expected


@rule("gd-18.3-a")
def test_a_place_belongs_to_whoever_stood_there_last() -> None:
    place = Location("Hill", (1,), 2, 1, "german")
    book = {"locations": (place,), "scorer": "german", "win": 2}
    game = on("a\n.\n.\nx\n", a="1k-1gr hq-1gr", x="1-1rif hq-1rif", book=book).activate("1gr")
    assert points(game.state) == 0
    game.play("take 1k-1gr", "step A02", "halt", "fight", "done")
    assert points(game.state) == 2
    game.set("1k-1gr", hex=0)
    assert points(game.state) == 2, "held although nobody is there"
    game.activate("1rif").play("take 1-1rif", "to A02")
    assert points(game.state) == 0


def test_enough_hexes_of_a_place_are_needed() -> None:
    place = Location("Towns", (0, 1, 2), 3, 2, "german")
    book = {"locations": (place,), "scorer": "german"}
    one = on("a\n.\n.\n", a="1k-1gr", book=book).run(lambda work: setattr(work, "position", _touched(work)))
    two = on("a\nb\n.\n", a="1k-1gr", b="2k-1gr", book=book).run(lambda work: setattr(work, "position", _touched(work)))
    assert (points(one.state), points(two.state)) == (0, 3)


def _touched(work: Work) -> GdPosition:
    return structs.replace(work.position)


EXIT = {"scorer": "german", "win": 1, "exit": RoadPath((3,), (0,))}
ROAD = ["A01-A02 road", "A02-A03 road", "A03-A04 road"]


def exited(one: str = "1k-1gr", hq: str = "hq-1gr", **more: object) -> Game:
    game = on(".\n.\na\n.\n.\n.\n", a=f"{one} {hq}", roads=ROAD, book=EXIT, **more)  # type: ignore[arg-type]
    return game.activate(box.kinds()[one].battalion).play(f"take {one}", "step A04", "exit")


@rule("gd-18.3-j", "gd-19.3-b", "gd-20.3-c")
def test_units_leave_by_the_exit_for_a_point_each_recon_aside() -> None:
    game = exited()
    assert game.unit("1k-1gr").status == "exited"
    assert exit_points(game.state) == 1
    assert exit_points(exited("spw.1-rcn-g", "hq-rcn-g").state) == 0
    other = on("a\n.\n", a="1-1rif hq-1rif", book={**EXIT, "exit": RoadPath((1,), (0,))}).activate("1rif")
    assert not other.play("take 1-1rif", "step A02").offers("exit"), "only the side that scores"


@rule("gd-18.3-k", "gd-19.3-c")
def test_exits_count_only_with_an_open_road_behind_them() -> None:
    assert exit_points(exited(A06="1-1rif").state) == 1
    closed = exited(A01="1-1rif")
    assert closed.unit("1k-1gr").status == "exited"
    assert exit_points(closed.state) == 0, "an enemy stands where the road begins"
    assert road_path(exited().state, (3,), (0,), "soviet")
    zone = on("a . .\n. . x\n. . .\n", a="1k-1gr", x="1-1rif", roads=["A01-A02 road", "A02-A03 road"])
    assert road_path(zone.state, (0,), (zone.hex("A03"),), "soviet")
    near = on("a . .\n. x .\n. . .\n", a="1k-1gr", x="1-1rif", roads=["A01-A02 road", "A02-A03 road"])
    assert not road_path(near.state, (0,), (near.hex("A03"),), "soviet"), "a zone of control on the road"
    gun = on("a . . .\n. . . x\n. . . .\n", a="1k-1gr", x="su85.1-at", roads=["A01-A02 road", "A02-A03 road"])
    assert not road_path(gun.state, (0,), (gun.hex("A03"),), "soviet"), "a gun in range of it"


@rule("gd-18.3-j", "gd-18.3-k", "gd-19.3-b", "gd-19.3-c", "gd-20.3-c")
def test_where_the_exits_are() -> None:
    exits = {}
    for key in ("kursk", "akhtyrka", "mischurin"):
        plan = scenarios.plan(key)
        way = plan.rulebook.exit
        assert way is not None
        exits[key] = tuple(tuple(plan.board.labels[h] for h in hexes) for hexes in (way.exits, way.sources))
    assert exits == {
        "kursk": (("2854", "0554"), ("4027", "3427", "2927", "1827", "0727")),
        "akhtyrka": (("4001", "3301"), ("4426", "3326", "2626", "1826", "1801")),
        "mischurin": (("3454", "3554", "3654"), ("0140", "0134")),
    }
    assert scenarios.plan("lutchessa").rulebook.exit is None


@rule("gd-19.3-d")
def test_germans_behind_the_soviet_columns_cost_points() -> None:
    path = RoadPath((2,), (0,))
    book = {"scorer": "soviet", "penalty": path}
    roads = ["A01-A02 road", "A02-A03 road"]
    game = on(".\na\n.\n", a="1k-1gr", roads=roads, book=book)
    assert penalty_points(game.state) == 1
    assert penalty_points(on(".\na\n.\n", a="1k-1gr", book=book).state) == 0, "no road"
    covered = on(".\na\n.\nx\n", a="1k-1gr", x="1-1rif", roads=roads, book=book)
    assert penalty_points(covered.state) == 0, "the road lies in a Soviet zone"
    assert scenarios.plan("akhtyrka").rulebook.penalty == scenarios.plan("akhtyrka").rulebook.exit


@pytest.mark.parametrize(
    ("key", "scorer", "win", "draw"),
    [("kursk", "german", 9, None), ("akhtyrka", "soviet", 4, None), ("mischurin", "german", 6, 5),
     ("lutchessa", "soviet", 5, None)],
)  # fmt: skip
@rule("gd-18.3-l", "gd-19.3-e", "gd-20.3-e", "gd-21.3-f")
def test_how_many_points_win(key: str, scorer: str, win: int, draw: int | None) -> None:
    book = scenarios.plan(key).rulebook
    assert (book.scorer, book.win, book.draw) == (scorer, win, draw)
    other = "soviet" if scorer == "german" else "german"
    winners = {}
    for total in (win - 2, win - 1, win, win + 1):
        hexes = tuple(range(total))
        facts = {"scorer": scorer, "win": win, "draw": draw, "locations": (Location("x", hexes, 1, 0, scorer),)}
        one = "1k-1gr" if scorer == "german" else "1-1rif"
        game = on("a\n" + ".\n" * 12, a=one, book=facts)
        labels = game.board.labels
        held = {labels[h]: scorer for h in hexes}
        game.run(lambda work, held=held: setattr(work, "position", _held(work, held)))
        winners[total] = verdict(game.state).winner
    assert winners == {win - 2: other, win - 1: "" if draw == win - 1 else other, win: scorer, win + 1: scorer}


def _held(work: Work, held: dict[str, str]) -> GdPosition:
    return structs.replace(work.position, holders=held)


@rule("gd-21.4-d")
def test_reserves_come_only_if_a_hill_was_taken() -> None:
    book = scenarios.plan("lutchessa").rulebook
    assert (book.conditional, book.conditional_turn) == ("soviet-vp", 4)
    plan = scenarios.plan("lutchessa")
    reserves = {one for one, arrival in plan.arrivals.items() if arrival.condition == "soviet-vp"}
    assert reserves == {"hq-2pz", "5k-2pz", "6k-2pz", "hq-1art", "wsp.1-1art", "wsp.2-1art"}
    assert {plan.arrivals[one].turn for one in reserves} == {4}
    for taken, win in product((False, True), (5, 1)):  # whatever points are given to a side before play
        game = on(
            ".\na\n", a="1-1rif" if taken else "1k-1gr", A01="hq-2gr", due=RESERVES["due"], book={**HILL, "win": win}
        )
        game.run(lambda work: setattr(work, "position", _touched(work))).run(to_next_turn)
        assert ("soviet-vp" in game.state.tracks.flags) is taken
        assert is_due(game.state, game.unit("5k-2pz")) is taken


HILL = {"conditional": "soviet-vp", "conditional_turn": 1, "locations": (Location("Hill", (1,), 1, 0, "soviet"),)}
RESERVES: dict[str, Any] = {"due": {"5k-2pz": "A02 1 soviet-vp"}, "book": HILL}


def to_next_turn(work: Work) -> None:
    work.turn += 1


@rule("gd-21.4-d")
def test_a_hill_taken_and_lost_again_still_brings_the_reserves() -> None:
    game = on("a\n.\n.\n.\nx\n", a="1-1rif hq-1rif", x="1k-1gr hq-1gr", **RESERVES).activate("1rif")
    game.play("take 1-1rif", "to A03", "halt", "fight", "done")
    assert "soviet-vp" in game.state.tracks.flags, "passing through scores"
    assert not is_due(game.state, game.unit("5k-2pz")), "they come on their day, not before"
    game.run(to_next_turn)
    assert is_due(game.state, game.unit("5k-2pz"))


@rule("gd-21.4-d")
def test_points_scored_on_the_day_of_the_reserves_are_too_late() -> None:
    game = on("a\n.\n.\n.\nx\n", a="1-1rif hq-1rif", x="1k-1gr hq-1gr", **RESERVES).run(to_next_turn)
    game.activate("1rif").play("take 1-1rif", "to A02", "halt")
    assert "soviet-vp" not in game.state.tracks.flags


@rule("gd-20.3-c")
def test_in_mischurin_the_road_must_lead_to_the_hex_a_unit_left_by() -> None:
    picture, roads = ". .\n. .\na b\n. .\n. .\n", ["A01-A02 road", "A02-A03 road", "A03-A04 road"]
    counted = {}
    for own_road in (False, True):
        way = RoadPath((6, 7), (0,), own_road=own_road)
        game = on(picture, a="1k-1gr hq-1gr", b="2k-1gr", roads=roads, book={**EXIT, "exit": way}).activate("1gr")
        game.play("take 1k-1gr", "step A04", "exit", "take 2k-1gr", "step B04", "exit")
        assert {game.unit(one).status for one in ("1k-1gr", "2k-1gr")} == {"exited"}
        counted[own_road] = (exit_points(game.state), exit_points(game.state.view("soviet")))
    assert counted == {False: (2, 2), True: (1, 1)}
    assert {key: scenarios.plan(key).rulebook.exit.own_road for key in ("kursk", "akhtyrka", "mischurin")} == {  # type: ignore[union-attr]
        "kursk": False, "akhtyrka": False, "mischurin": True,
    }  # fmt: skip
