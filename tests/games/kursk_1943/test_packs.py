"""A player's own figures laid over the data of Kursk 1943, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import balka
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games.kursk_1943 import checking
from balka.games.kursk_1943.sheets import DATA
from balka.games.kursk_1943.title import GAME
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
    ("units.csv", "id,speed\n528-299inf,3\n", "units.csv line 2, column speed: there is no such column", "columns are"),
    ("units.csv", "id,attack\n528-299imf,3\n", "column id: the game has no 528-299imf", "did you mean 528-299inf"),
    ("units.csv", "name,attack\n528/299,3\n", "units.csv line 1: no column id", "rows are told by id"),
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
    ("scenarios.toml", "[kursk]\nturns = 'ten'\n", "scenarios.toml, kursk: turns cannot be 'ten'", "the game has 19"),
    ("scenarios.toml", "[kursk]\nmoon = 1\n", "scenarios.toml, kursk: moon is not known", "one of"),
    ("scenarios.toml", "[kursk\n", "scenarios.toml: ", "line 1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "wrong", "right"), WRONG, ids=[row[2][:50] for row in WRONG])
def test_a_mistake_is_told_with_its_place(pack: Path, name: str, text: str, wrong: str, right: str) -> None:
    write(pack, name, text)
    found = list(checking.problems((pack,)))
    assert any(wrong in problem and right in problem for problem in found), found[:5]


def test_check_prints_the_mistakes_and_ends_with_two(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(pack, "units.csv", "id,attack\n528-299inf,many\n")
    assert main(["check", "kursk", "--pack", str(pack)]) == 2
    out = capsys.readouterr().out
    assert "kursk: 1 problem" in out and "units.csv line 2, column attack" in out


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BalkaError, match="no folder"):
        list(checking.problems((tmp_path / "nowhere",)))
