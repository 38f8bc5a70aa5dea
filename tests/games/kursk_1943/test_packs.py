"""A player's own figures laid over the data of Kursk 1943, and mistakes in them."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

import balka
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games.kursk_1943 import checking
from balka.games.kursk_1943.scenarios import charts
from balka.games.kursk_1943.sheets import DATA
from balka.games.kursk_1943.title import GAME
from balka.lab.selfplay import Plan, selfplay
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.sheet import Battle, check


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "kursk").mkdir()
    return tmp_path / "kursk"


def write(pack: Path, name: str, text: str) -> None:
    (pack / name).write_text(text, encoding="utf-8")


def test_the_data_of_the_game_are_sound() -> None:
    assert list(checking.problems()) == []
    assert main(["check", "kursk"]) == 0


def test_figures_of_counters_and_terrain_are_changed(pack: Path) -> None:
    write(pack, "units.csv", "id,attack,mp\n528-299inf,9,5\n")
    write(pack, "terrain.csv", "terrain,foot,defence\nhills,2,2\n")
    plain, packed = (game.start("kursk").setting for game in (GAME, GAME.with_packs((pack,))))
    counters = [setting.catalogue.counters["528-299inf"] for setting in (plain, packed)]
    assert [one.attack for one in counters] == [4, 9] and [one.mp for one in counters] == [4, 5]
    assert counters[1].basis == "pack:kursk" and counters[0].basis != counters[1].basis
    assert [setting.catalogue.terrain["hills"].defence for setting in (plain, packed)] == [1, 2]
    assert packed.catalogue.counters["530-299inf"] == plain.catalogue.counters["530-299inf"]
    assert packed.digest != plain.digest and list(checking.problems((pack,))) == []


def test_tables_of_a_pack_do_not_touch_other_games(pack: Path) -> None:
    """The combat table is found by the checks of its own game only."""
    cells = ",".join(["-/D9"] * len(COLUMNS))
    write(pack, "combat_table.csv", f"roll,{','.join(COLUMNS)}\n7,{cells}\n")
    games = [game.start("slice") for game in (GAME.with_packs((pack,)), GAME)]
    found = []
    for state in games:
        target = next(iter(state.position.forces["soviet"].at))
        found.append({band.name for band in check(state, Battle("german", (target,))).odds()})
    assert "-/D9" in found[0] and "-/D9" not in found[1]


def test_setups_and_scenarios_are_changed(pack: Path) -> None:
    write(pack, "setup.csv", "scenario,unit,hex\nkursk,528-299inf,2401\n")
    write(pack, "scenarios.toml", "[kursk]\nturns = 12\n")
    state, plain = GAME.with_packs((pack,)).start("kursk"), GAME.start("kursk")
    labels = state.setting.board.labels
    assert labels[state.position.find("528-299inf").hex] == "2401"
    assert labels[plain.position.find("528-299inf").hex] == "2402"
    assert (state.setting.rulebook.turns, plain.setting.rulebook.turns) == (12, 19)
    assert state.setting.rulebook.prizes == plain.setting.rulebook.prizes, "what a pack does not name stays"


def test_a_list_is_given_anew(pack: Path) -> None:
    lines = (DATA / "lines.csv").read_text(encoding="utf-8").splitlines()
    write(pack, "lines.csv", "\n".join(line for line in lines if not line.startswith("5432,5532,river")) + "\n")
    boards = [game.start("prokhorovka").setting.board for game in (GAME, GAME.with_packs((pack,)))]
    assert len(boards[0].features) == len(boards[1].features) + 1


def test_the_environment_names_packs(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(pack, "units.csv", "id,attack\n528-299inf,9\n")
    monkeypatch.setenv("BALKA_PACKS", str(pack.parent))
    assert balka.game("kursk").start("kursk").setting.catalogue.counters["528-299inf"].attack == 9


WRONG = [
    ("units.csv", "id,attack\n528-299inf,many\n", "units.csv line 2, column attack: 'many' cannot be read", "number"),
    ("units.csv", "id,side\n528-299inf,polish\n", "units.csv line 2, column side: 'polish' is not known", "german"),
    ("units.csv", "id,speed\n528-299inf,3\n", "units.csv line 2, column speed: there is no such column", "one of id"),
    ("units.csv", "id,attack\n528-299imf,3\n", "column id: the game has no 528-299imf", "did you mean 528-299inf"),
    ("units.csv", "name,attack\n528/299,3\n", "units.csv line 1: no column id", "rows are told by id"),
    ("units.csv", "id,moves\n528-299inf,\n", "units.csv line 2, column moves: 528-299inf has movement points", "foot"),
    ("units.csv", "id,attack\n528-299inf,1\n", "528-299inf is stronger after a loss than before", ""),
    ("terrain.csv", "terrain,foot\nhills,steep\n", "terrain.csv line 2, column foot: 'steep'", "1/3"),
    ("combat_table.csv", "roll,3:1\n7,D9/A\n", "combat_table.csv line 2: no result 'A'", "D2-1"),
    ("hexes.csv", "hex,terrain\n0927,lake\n", "hexes.csv line 2: 'lake' has no row in terrain.csv", ""),
    ("lines.csv", "a,b,kind,name\n0927,1109,main,\n", "lines.csv line 2: 0927 and 1109 do not touch", ""),
    ("lines.csv", "a,b,kind,name\n0927,0928,moat,\n", "lines.csv line 2, column kind: 'moat' is not known", "river"),
    ("exits.csv", "hex,side\n9999,N\n", "exits.csv line 2: 9999 is no hex of the map", ""),
    ("setup.csv", "scenario,unit,hex\nkursk,528-299inf,9901\n", "528-299inf stands in 9901, which is not", ""),
    ("setup.csv", "scenario,unit,hex\nkursk,528-299inf\n", "setup.csv line 2: as many cells as columns", ""),
    ("arrivals.csv", "scenario,unit,date\nkursk,pz-35-4,tomorrow\n", "arrivals.csv line 2, column date", "1943-07-12"),
    ("scenarios.toml", "[kursk]\nturns = 'ten'\n", "line 2, kursk, turns: 'ten' is not a whole number", ""),
    ("scenarios.toml", "[kursk]\nmoon = 1\n", "line 2, kursk, moon: there is no such key", "one of title, sheets"),
    ("scenarios.toml", "[kursk\n", "scenarios.toml line 1: ", "it must be TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "wrong", "right"), WRONG, ids=[row[2][:50] for row in WRONG])
def test_a_mistake_is_told_with_its_place(pack: Path, name: str, text: str, wrong: str, right: str) -> None:
    write(pack, name, text)
    found = list(checking.problems((pack,)))
    assert any(wrong in problem and right in problem for problem in found), found[:5]


# -- a scenario of one's own

BRIDGE = """
[ponyri]
title = "Ponyri station"
sheets = "north"
crop = ["1401", "2110"]
first = "german"
day = 5
turns = 2
owner = "5jul"
edges = { german = "1401-2101", soviet = "1410-2110" }
teaches = "a fight for a station"
situation = "Two regiments against one."
basis = "estimated"
scale = [
  { least = 0, winner = "soviet", text = "The station holds" },
  { least = 3, winner = "german", text = "The station is taken" },
]
prizes = [{ text = "Ponyri captured", points = 3, hexes = ["1807"] }]
"""
COUNTER = """id,name,side,army,kind,size,formation,attack,defence,mp,moves,cel
9-wach,9 Wach,german,9 Army,INF,R,,4,4,4,foot,1
"""
SETUP = """scenario,side,entry,unit,hex
ponyri,german,528/299 INF-R,528-299inf,1703
ponyri,german,9 Wach,9-wach,1803
ponyri,soviet,1032/293 INF-R,{soviet},1807
"""
ARRIVALS = "scenario,date,side,kind,group,unit,entry\nponyri,1943-07-06,german,reinforcement,9 Army,530-299inf,1701\n"


def soviet() -> str:
    return next(one.id for one in charts().counters.values() if one.side == "soviet" and one.kind == "INF")


def own_scenario(pack: Path, changes: tuple[tuple[str, str], ...] = ()) -> None:
    texts = {"scenarios.toml": BRIDGE, "setup.csv": SETUP.format(soviet=soviet()), "arrivals.csv": ARRIVALS}
    for name, text in {**texts, "units.csv": COUNTER}.items():
        write(pack, name, reduce(lambda found, change: found.replace(*change), changes, text))


def test_a_scenario_of_ones_own_is_listed_started_and_played(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_scenario(pack)
    assert list(checking.problems((pack,))) == []
    monkeypatch.setenv("BALKA_PACKS", str(pack.parent))
    assert "Ponyri station" in [one.title for one in balka.game("kursk").scenarios()]
    state = balka.game("kursk").start("kursk/ponyri")
    assert state.position.find("9-wach").cel == 1
    assert state.setting.catalogue.counters["9-wach"].basis == "pack:kursk"
    report = selfplay(Plan(scenario="kursk/ponyri", bots=("random", "random"), games=2, seed=2, audit=True))
    assert (report.finished, report.violations) == (2, [])


FAULTS = [
    ("turns = 2", "turms = 2", "scenarios.toml line 8, ponyri, turms: there is no such key (did you mean turns"),
    ("turns = 2\n", "", "scenarios.toml line 2, ponyri: the key turns is missing"),
    ("turns = 2", "turns = 2\nmoon = 1", "scenarios.toml line 9, ponyri, moon: there is no such key"),
    ('first = "german"', 'first = "germn"', "line 6, ponyri, first: 'germn' is not known (did you mean german?)"),
    ('winner = "soviet"', 'winner = "sovet"', "line 15, ponyri, scale.0.winner: 'sovet' is not known"),
    ("{ german = ", "{ germans = ", "line 10, ponyri, edges.germans: there is no such key"),
    ('"1410-2110"', '"3100-3134"', "scenarios.toml line 10: no hex of this map lies in '3100-3134'"),
    ('"1410-2110"', '"south"', "scenarios.toml line 10: 'south' is no span of hexes (for example 0927"),
    ('"1410-2110" }', '"1410-2110" }\nlike = "kirsk"', "line 11, ponyri, like: there is no scenario 'kirsk'"),
    ('"1410-2110" }', '"1410-2110" }\njoins = ["kirsk"]', "there is no scenario 'kirsk'"),
    ('hexes = ["1807"]', 'hexes = ["3107"]', "scenarios.toml line 18: 3107 is not on this map"),
    ('hexes = ["1807"]', 'town = "Ponri"', "line 18: there is no town Ponri on this map; did you mean Ponyri?"),
    ('hexes = ["1807"]', 'river = "Volga"', "line 18: there is no river Volga on this map"),
    ('hexes = ["1807"]', 'hexes = []', "line 18: a prize is for a town, a river or hexes"),
    ('["1401", "2110"]', '["9401", "9910"]', "scenarios.toml line 5: no hex of the map lies between 9401 and 9910"),
    ("528-299inf,1703", "528-299imf,1703", "setup.csv line 2: there is no counter 528-299imf; did you mean 528-299inf"),
    ("528-299inf,1703", "528-299inf,3103", "setup.csv line 2: 528-299inf stands in 3103, which is not on this map"),
    ("ponyri,german,528", "ponyri,germn,528", "setup.csv line 2, column side: 'germn' is not known"),
    ("ponyri,german,528", "ponyri,soviet,528", "setup.csv line 2: 528-299inf is german, not soviet"),
    ("528-299inf,1703", "528-299inf,1807", "stands in 1807 with the enemy; a hex holds units of one side"),
    ("turns = 2", "turns = 0", "scenarios.toml line 8, ponyri, turns: 0 is not a whole number from 1 to 99"),
    ("day = 5", "day = 55", "scenarios.toml line 7, ponyri, day: 55 is not a whole number from 1 to 31"),
    ("530-299inf,1701", "530-299imf,1701", "line 2: there is no counter 530-299imf; did you mean 530-299inf"),
    ("1943-07-06", "1943-07-36", "arrivals.csv line 2, column date: '1943-07-36' cannot be read"),
    ("530-299inf,1701", "530-299inf,3101", "arrivals.csv line 2: no hex of this map lies in '3101'"),
    ("1943-07-06", "", "arrivals.csv line 2, column date: '' cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), FAULTS, ids=[row[1][:40] for row in FAULTS])
def test_a_mistake_in_a_scenario_is_told_and_refused_in_play(pack: Path, old: str, new: str, words: str) -> None:
    own_scenario(pack, ((old, new),))
    found = list(checking.problems((pack,)))
    assert any(words in problem for problem in found), found
    with pytest.raises(BalkaError) as refused:
        GAME.with_packs((pack,)).start("ponyri")
    assert words in str(refused.value)


def test_who_comes_too_late_is_told_and_can_be_played(pack: Path) -> None:
    own_scenario(pack, (("turns = 2", "turns = 1"),))
    assert [one for one in checking.problems((pack,)) if "comes after the last day" in one]
    assert GAME.with_packs((pack,)).start("ponyri").setting.rulebook.turns == 1


def test_who_comes_too_early_or_is_there_already_is_told(pack: Path) -> None:
    own_scenario(pack, (("1943-07-06", "1943-07-01"), ("530-299inf,1701", "528-299inf,1701")))
    found = "\n".join(checking.problems((pack,)))
    assert "arrivals.csv line 2: 528-299inf comes before the first day, 5 July; let setup.csv place it" in found
    assert "arrivals.csv line 2: 528-299inf stands in 1703 already (setup.csv line 2)" in found


def test_a_scenario_without_a_set_up_is_told_so(pack: Path) -> None:
    own_scenario(pack, (("[ponyri]", "[ponyry]"),))
    found = list(checking.problems((pack,)))
    assert any("ponyry: setup.csv has no row for 'ponyry'" in one for one in found)


def test_rows_that_no_scenario_reads_are_a_problem(pack: Path) -> None:
    own_scenario(pack, (("ponyri,german,528", "ponyry,german,528"),))
    write(pack, "units.csv", COUNTER + COUNTER.splitlines()[1].replace("9-wach,", "8-wach,") + "\n")
    found = list(checking.problems((pack,)))
    assert any("setup.csv line 2: no scenario sets up by 'ponyry'" in one for one in found)
    assert any("units.csv line 3: no scenario fields 8-wach" in one for one in found)


def test_check_prints_the_mistakes_and_ends_with_two(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(pack, "units.csv", "id,attack\n528-299inf,many\n")
    assert main(["check", "kursk", "--pack", str(pack)]) == 2
    out = capsys.readouterr().out
    assert "kursk: 1 problem" in out and "units.csv line 2, column attack" in out


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BalkaError, match="no folder"):
        list(checking.problems((tmp_path / "nowhere",)))
