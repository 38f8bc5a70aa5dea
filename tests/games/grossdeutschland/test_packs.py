"""A player's own figures laid over the data of Grossdeutschland, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import balka
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games.grossdeutschland import checking, maps
from balka.games.grossdeutschland.title import GAME


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "gd" / "maps").mkdir(parents=True)
    (tmp_path / "gd" / "scenarios").mkdir()
    return tmp_path / "gd"


def write(pack: Path, name: str, text: str) -> None:
    (pack / name).write_text(text, encoding="utf-8")


def test_figures_of_counters_chits_and_the_chart_are_changed(pack: Path) -> None:
    write(pack, "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,9\n")
    write(pack, "chits.csv", "name,modifier\nApathy,3\n")
    write(pack, "terrain.csv", "terrain,kind,leg\nwoods,hex,3\n")
    plain, packed = (game.start("lutchessa").setting for game in (GAME, GAME.with_packs((pack,))))
    assert (plain.catalogue.kinds["1k-1gr"].full.attack, packed.catalogue.kinds["1k-1gr"].full.attack) == (5, 9)
    assert packed.catalogue.kinds["1k-1gr"].basis == "pack:gd"
    assert packed.catalogue.kinds["2k-1gr"] == plain.catalogue.kinds["2k-1gr"]
    assert (plain.catalogue.chits["apathy"].modifier, packed.catalogue.chits["apathy"].modifier) == (2, 3)
    woods = plain.board.terrain.index("woods")
    costs = [setting.catalogue.ground.hex_cost(woods, "leg").halves for setting in (plain, packed)]
    assert costs == [4, 6]
    assert packed.catalogue.chart.rows["woods"].basis["leg"] == "pack:gd"
    assert packed.digest != plain.digest
    assert list(checking.problems((pack,))) == []


def test_scenarios_and_maps_are_changed(pack: Path) -> None:
    write(pack, "scenarios/kursk.toml", "turns = 12\n[victory]\nwin = 7\n")
    write(pack, "scenarios/kursk_units.csv", "side,battalion,designation,place\ngerman,2Gr,HQ,at 2928\n")
    write(pack, "maps/kursk_hexes.csv", "hex,terrain\n2928,town\n")
    roads = (Path(maps.__file__).parent / "data" / "maps" / "kursk_roads.csv").read_text().splitlines()
    write(pack, "maps/kursk_roads.csv", "\n".join(roads[:-1]) + "\n")
    state, plain = GAME.with_packs((pack,)).start("kursk"), GAME.start("kursk")
    book = state.setting.rulebook
    assert (book.turns, book.win) == (12, 7)
    assert book.locations == plain.setting.rulebook.locations, "what a pack does not name stays"
    spot = state.setting.board.hex("2928")
    assert state.setting.catalogue.areas["hq-2gr"].hexes == (spot,)
    assert state.setting.board.terrain[spot] == "town"
    assert len(state.setting.board.links) == len(plain.setting.board.links) - 1, "lists are given anew"


def test_the_last_pack_wins(pack: Path, tmp_path: Path) -> None:
    write(pack, "units.csv", "side,battalion,designation,attack,defence\ngerman,1Gr,1K,9,9\n")
    (tmp_path / "more").mkdir()
    write(tmp_path / "more", "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,8\n")
    kind = GAME.with_packs((pack, tmp_path / "more")).start("lutchessa").setting.catalogue.kinds["1k-1gr"]
    assert (kind.full.attack, kind.full.defence, kind.basis) == (8, 9, "pack:more")


def test_the_folder_named_in_the_environment_is_used(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(pack, "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,9\n")
    monkeypatch.setenv("BALKA_PACKS", str(pack.parent))
    assert balka.game("gd").start("lutchessa").setting.catalogue.kinds["1k-1gr"].full.attack == 9


WRONG = [
    ("units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,nine\n", "units.csv line 2, column attack: 'nine'"),
    ("units.csv", "side,battalion,designation,attack\ngerman,1Gr,77K,9\n", "the game has no german 1Gr 77K"),
    ("units.csv", "side,battalion,designation,speed\ngerman,1Gr,1K,9\n", "column speed: there is no such column"),
    ("units.csv", "battalion,designation\n1Gr,1K\n", "units.csv line 1: no column side"),
    ("units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K\n", "as many cells as columns"),
    ("units.csv", "side,battalion,designation,class\ngerman,1Gr,1K,horse\n", "'horse' is not known"),
    ("units.csv", "side,battalion,designation,range\ngerman,1Gr,1K,4\n", "1K 1Gr: range and kind of fire do not fit"),
    ("chits.csv", "name,modifier\nApathy,-2\n", "Apathy is red with a modifier of -2"),
    ("chits.csv", "name,count\nCombined Arms,0\n", "combined-arms is held more often than it exists"),
    ("terrain.csv", "terrain,kind,leg\nwoods,hex,much\n", "terrain.csv line 2, column leg: 'much' is no cost"),
    ("maps/kursk_hexes.csv", "hex,terrain\n2928,moor\n", "kursk: 2928 has no row on the chart"),
    ("maps/kursk_roads.csv", "hex_a,hex_b,kind\n2928,3935,road\n", "2928 and 3935 do not touch"),
    ("scenarios/kursk.toml", "turms = 12\n", "kursk.toml: turms is not known"),
    ("scenarios/kursk.toml", 'turns = "twelve"\n', "kursk.toml: turns cannot be 'twelve'"),
    ("scenarios/kursk.toml", "turns = \n", "kursk.toml: Invalid value"),
    ("scenarios/kursk_units.csv", "side,battalion,designation,place\ngerman,2Gr,HQ,at home\n", "no hex 'home'"),
    ("scenarios/kursk_units.csv", "side,battalion,designation,place\ngerman,2Gr,HQ,somewhere\n", "cannot be read"),
]


@pytest.mark.parametrize(("name", "text", "words"), WRONG)
def test_mistakes_in_a_pack_are_told(pack: Path, name: str, text: str, words: str) -> None:
    write(pack, name, text)
    assert any(words in problem for problem in checking.problems((pack,)))


def test_the_command_checks_a_pack(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(pack, "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,9\n")
    assert main(["check", "gd", "--pack", str(pack)]) == 0
    (tmp_path / "bad").mkdir()
    write(tmp_path / "bad", "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,many\n")
    assert main(["check", "gd", "--pack", str(tmp_path / "bad")]) == 2
    assert "column attack: 'many' is not a whole number" in capsys.readouterr().out


def test_a_bad_pack_stops_a_game_with_the_place(pack: Path) -> None:
    write(pack, "units.csv", "side,battalion,designation,attack\ngerman,1Gr,1K,nine\n")
    with pytest.raises(BalkaError, match="line 2, column attack"):
        GAME.with_packs((pack,)).start("lutchessa")
