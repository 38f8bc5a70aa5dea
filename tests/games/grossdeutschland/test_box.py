"""The box: counters, chits, chart, maps as the rules name them. [2.0-2.6, 10.2, 17.0, 18-21]"""

from __future__ import annotations

import csv
from itertools import pairwise

import pytest

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.games.grossdeutschland import box, maps, scenarios, sheets
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.chits import event_bags

KEYS = ("kursk", "akhtyrka", "mischurin", "lutchessa")


@rule("gd-2.1-a")
def test_four_maps() -> None:
    assert {scenarios.facts(key).map for key in KEYS} == {"kursk", "akhtyrka", "mischurin_rog", "lutchessa"}
    sizes = {name: len(maps.board(name)) for name in ("kursk", "akhtyrka", "mischurin_rog", "lutchessa")}
    assert sizes == {"kursk": 1316, "akhtyrka": 1222, "mischurin_rog": 1316, "lutchessa": 1222}


@pytest.mark.parametrize("name", ["kursk", "akhtyrka", "mischurin_rog", "lutchessa"])
def test_neighbours_follow_the_lattice_of_the_labels(name: str) -> None:
    board = maps.board(name)
    for h in range(0, len(board), 37):
        first, second = int(board.labels[h][:2]), int(board.labels[h][2:])
        shift = 1 if first % 2 else 0
        around = {(first, second - 1), (first, second + 1)}
        around |= {(first + d, second + shift - 1) for d in (-1, 1)} | {(first + d, second + shift) for d in (-1, 1)}
        found = {(int(board.labels[n][:2]), int(board.labels[n][2:])) for n in board.neighbours[h] if n >= 0}
        assert found <= around
        assert len(found) == 6 or (len(found) < 6 and board.edge >> h & 1)


@rule("gd-2.2-a")
def test_the_chart_gives_a_cost_for_each_class_and_a_modifier() -> None:
    for row in box.chart().rows.values():
        assert set(row.costs) == {"leg", "tracked", "wheeled"}
        assert set(row.basis) == {"leg", "tracked", "wheeled", "modifier"}
        assert set(row.basis.values()) <= {"stated", "estimated"}


@rule("gd-2.3-c", "gd-9.0-b", "gd-9.0-e")
def test_every_counter_has_its_ratings_and_a_weaker_back() -> None:
    for kind in box.kinds().values():
        assert kind.legs in ("leg", "tracked", "wheeled")
        assert kind.full.movement > 0
        if kind.depleted:
            assert kind.depleted.attack <= kind.full.attack
            assert kind.depleted.defence < kind.full.defence


@rule("gd-10.2-h", "gd-11.0-a")
def test_triangles() -> None:
    guns = [k for k in box.kinds().values() if k.is_artillery]
    assert all(k.range > 5 and k.depleted is None for k in guns)
    assert all(1 < k.range <= 5 for k in box.kinds().values() if k.is_direct)
    assert all(k.range == 0 for k in box.kinds().values() if k.fire == "none")


@rule("gd-2.0-c")
def test_hq_2mot_belongs_to_2mot() -> None:
    assert box.kinds()["hq-2mot"].battalion == "2mot"


@rule("gd-11.3-m")
def test_the_flak_counters_are_two_nine_eight() -> None:
    for kind in box.kinds().values():
        if "flak298" in kind.flags:
            assert (kind.full.attack, kind.full.defence, kind.full.movement) == (2, 9, 8)
            assert kind.depleted is not None
            assert kind.depleted.defence == 5


def test_names_are_unique_and_have_two_letters_together() -> None:
    with (sheets.DATA / "units.csv").open() as file:
        assert len(box.kinds()) == len(list(csv.DictReader(file)))
    for one in box.kinds():
        assert any(a.isalpha() and b.isalpha() for a, b in pairwise(one)), one


@rule("gd-2.4-b")
def test_every_battalion_of_a_scenario_has_one_hq() -> None:
    for key in KEYS:
        kinds = GAME.start(key).setting.catalogue.kinds.values()
        battalions = {kind.battalion for kind in kinds}
        hqs = [kind.battalion for kind in kinds if kind.is_hq]
        assert sorted(hqs) == sorted(battalions)
        assert {kind.side for kind in kinds} == {"german", "soviet"}


@rule("gd-10.3-b")
def test_cups_are_filled_by_colour_and_held_chits_left_out() -> None:
    for key in KEYS:
        book = scenarios.plan(key).rulebook
        bags = event_bags(book, box.chits())
        held = [chit for chits in book.held.values() for chit in chits]
        assert not set(held) & set(bags["black"].items)
        pool = sum(chit.count for chit in box.chits().values() if chit.colour == "black")
        assert bags["black"].size == pool - len(held)
        assert sum(bag["black"] for bag in book.cups.values()) <= bags["black"].size
        assert bags["german-cup"].size == sum(book.cups["german"].values())


CUPS = {
    "kursk": {"german": (30, 30, 6), "soviet": (30, 30, 6)},
    "akhtyrka": {"german": (30, 30, 6), "soviet": (30, 30, 5)},
    "mischurin": {"german": (35, 25, 6), "soviet": (25, 35, 6)},
    "lutchessa": {"german": (30, 25, 5), "soviet": (30, 25, 6)},
}


@rule(
    "gd-18.2-a", "gd-18.2-b", "gd-18.2-l", "gd-19.2-a", "gd-19.2-b", "gd-19.2-l", "gd-20.2-a", "gd-20.2-b", "gd-20.2-l",
    "gd-21.2-a", "gd-21.2-b", "gd-21.2-l",
)  # fmt: skip
def test_each_scenario_fills_its_cups() -> None:
    found = {key: {side: tuple(cup[c] for c in ("blue", "red", "black")) for side, cup in _book(key).cups.items()}
             for key in KEYS}  # fmt: skip
    assert found == CUPS


def _book(key: str) -> scenarios.Rulebook:
    return scenarios.plan(key).rulebook


HELD = {
    "kursk": {
        "german": {"combined-arms": "poor-coordination", "fighter-cover": "airstrike", "rallied": "dispirited",
                   "heavy-casualties": "tough-outfit", "flamethrower": "bunker"},
        "soviet": {"bogged": "aggressive-assault", "fire-lane": "charge", "suppressive-fire": "aggressive-assault",
                   "hardened": "raw-recruits"},
    },
    "akhtyrka": {
        "german": {"killed-in-action": "brilliant-leader", "intensive-fire": "inferior-equipment",
                   "critical-hit": "off-target", "expert-sniper": "sniper", "overcautious": "tactical-approach"},
        "soviet": {"combined-arms": "poor-coordination", "outflanked": "flanking-maneuver", "repaired": "radio-out",
                   "bogged": "aggressive-assault"},
    },
    "mischurin": {
        "german": {"fighter-cover": "airstrike", "critical-hit": "off-target", "intensive-fire": "inferior-equipment",
                   "hardened": "raw-recruits", "surrendered": "friendly-fire"},
        "soviet": {"calm-under-fire": "caught-in-crossfire", "heavy-casualties": "tough-outfit",
                   "outflanked": "flanking-maneuver", "killed-in-action": "brilliant-leader"},
    },
    "lutchessa": {
        "german": {"killed-in-action": "brilliant-leader", "hardened": "raw-recruits", "critical-hit": "off-target",
                   "intensive-fire": "inferior-equipment"},
        "soviet": {"suppressive-fire": "aggressive-assault", "rallied": "dispirited", "resupplied": "ammo-exhausted",
                   "calm-under-fire": "caught-in-crossfire", "retreated": "trench"},
    },
}  # fmt: skip


@rule(
    "gd-18.2-c", "gd-18.2-d", "gd-18.2-e", "gd-18.2-f", "gd-18.2-g", "gd-18.2-h", "gd-18.2-i", "gd-18.2-j",
    "gd-18.2-k", "gd-19.2-c", "gd-19.2-d", "gd-19.2-e", "gd-19.2-f", "gd-19.2-g", "gd-19.2-h", "gd-19.2-i",
    "gd-19.2-j", "gd-19.2-k", "gd-20.2-c", "gd-20.2-d", "gd-20.2-e", "gd-20.2-f", "gd-20.2-g", "gd-20.2-h",
    "gd-20.2-i", "gd-20.2-j", "gd-20.2-k", "gd-21.2-c", "gd-21.2-d", "gd-21.2-e", "gd-21.2-f", "gd-21.2-g",
    "gd-21.2-h", "gd-21.2-i", "gd-21.2-j", "gd-21.2-k",
)  # fmt: skip
def test_each_scenario_gives_out_its_black_chits() -> None:
    for key in KEYS:
        state = GAME.start(key)
        found = {
            side: {chit: box.chits()[chit].nullifies[0] for chit in chits} for side, chits in state.tracks.held.items()
        }
        assert found == HELD[key]


def test_wrong_options_and_scenarios_are_refused() -> None:
    with pytest.raises(BalkaError, match="no scenario 'stalingrad'"):
        GAME.start("stalingrad")
    with pytest.raises(BalkaError, match="no option 'fog'"):
        GAME.start("slice", {"fog": "off"})
    with pytest.raises(BalkaError, match="bridge-dice cannot be 'maybe'"):
        GAME.start("slice", {"bridge-dice": "maybe"})
    assert not GAME.start("slice", {"bridge-dice": "off"}).setting.rulebook.bridge_dice
