"""A player's own figures laid over the data of Grossdeutschland, and mistakes in them."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

import balka
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games.grossdeutschland import checking, maps
from balka.games.grossdeutschland.sheets import DATA
from balka.games.grossdeutschland.title import GAME
from balka.lab.selfplay import Plan, selfplay


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
    ("maps/kursk_hexes.csv", "hex,terrain\n2928,moor\n", "kursk_hexes.csv line 2: 'moor' has no row on the chart"),
    ("maps/kursk_hexes.csv", "hex,name\n29-28,Moor\n", "kursk_hexes.csv line 2, column hex: the game has no 29-28"),
    ("maps/kursk_roads.csv", "hex_a,hex_b,kind\n2928,3935,road\n", "roads.csv line 2: 2928 and 3935 do not touch"),
    ("maps/kursk_roads.csv", "hex_a,hex_b,kind\n2928,9935,road\n", "roads.csv line 2: 9935 is no hex of the map"),
    ("maps/kursk_roads.csv", "hex_a,hex_b,kind\n2928,here,road\n", "column hex_b: 'here' cannot be read (four digits"),
    ("maps/kursk_roads.csv", "hex_a,hex_b,kind\n2928,2929,rode\n", "line 2: 'rode' is not known; did you mean road?"),
    ("maps/kursk_entry.csv", "entry,hexes\nA,2928\n", "kursk_entry.csv line 2: entry A at 2928 is not on the edge"),
    ("maps/kursk_entry.csv", "entry,hexes\nA,9928\n", "kursk_entry.csv line 2: 9928 is no hex of the map"),
    ("maps/layout.csv", "map,layout\nminsk,columns\n", "the file maps/minsk_hexes.csv is missing"),
    ("maps/layout.csv", "map,layout\nkursk,slanted\n", "layout.csv line 2, column layout: 'slanted' is not known"),
    ("scenarios/kursk.toml", "turms = 12\n", "kursk.toml line 1, turms: there is no such key (did you mean turns"),
    ("scenarios/kursk.toml", 'turns = "twelve"\n', "kursk.toml line 1, turns: 'twelve' is not a whole number"),
    ("scenarios/kursk.toml", "turns = \n", "kursk.toml line 1: Invalid value"),
    (
        "scenarios/kursk_units.csv",
        "side,battalion,designation,place\ngerman,2Gr,HQ,at home\n",
        "kursk_units.csv line 2: no hex 'home'",
    ),
    (
        "scenarios/kursk_units.csv",
        "side,battalion,designation,place\ngerman,2Gr,HQ,somewhere\n",
        "kursk_units.csv line 2: a set-up area",
    ),
]


@pytest.mark.parametrize(("name", "text", "words"), WRONG)
def test_mistakes_in_a_pack_are_told(pack: Path, name: str, text: str, words: str) -> None:
    write(pack, name, text)
    assert any(words in problem for problem in checking.problems((pack,)))


# -- a scenario of one's own

NIGHT = """title = "The bridge by night"
map = "lutchessa"
crop = "2005-2916"
month = "December"
first_day = 1
turns = 2
weather_modifier = 0
length = "2 turns"
teaches = "a bridge"
situation = "Two companies each."
basis = "estimated"
first = { side = "soviet", count = 1 }
setup_order = []
one_entry = ["2gr"]

[victory]
scorer = "soviet"
win = 1
locations = [
  { name = "Hill 87", points = 1, hexes = ["2215"] },
]

[chits.german]
blue = 10
red = 10
black = 3
held = ["Flamethrower"]

[chits.soviet]
blue = 10
red = 10
black = 3

[[forts.placed]]
kind = "trench"
hex = "2709"
facing = "S"
"""
WATCH = """side,battalion,designation,type,class,attack,defence,movement
german,2Gr,Wache,infantry,leg,3,4,6
"""
BRIDGE = """side,battalion,designation,place
german,2Gr,HQ,at 2613
german,2Gr,Wache,at 2709
{soviet}
"""


def soviets() -> str:
    """The Soviet lines of the shipped little scenario."""
    lines = (DATA / "scenarios" / "slice_units.csv").read_text(encoding="utf-8").splitlines()
    return "\n".join(",".join(line.split(",")[:4]) for line in lines if line.startswith("soviet"))


def own_scenario(pack: Path, *changes: tuple[str, str]) -> None:
    texts = {"units.csv": WATCH, "scenarios/night.toml": NIGHT}
    for name, text in {**texts, "scenarios/night_units.csv": BRIDGE.format(soviet=soviets())}.items():
        write(pack, name, reduce(lambda found, change: found.replace(*change, 1), changes, text))


def test_a_scenario_of_ones_own_is_listed_started_and_played(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_scenario(pack)
    assert list(checking.problems((pack,))) == []
    monkeypatch.setenv("BALKA_PACKS", str(pack.parent))
    assert "The bridge by night" in [one.title for one in balka.game("gd").scenarios()]
    state = balka.game("gd").start("gd/night")
    assert state.setting.catalogue.kinds["wache-2gr"].full.attack == 3
    report = selfplay(Plan(scenario="gd/night", bots=("random", "random"), games=1, seed=2, audit=True, every=40))
    assert (report.finished, report.violations) == (1, [])


FAULTS = [
    ("turns = 2", "turms = 2", "night.toml line 6, turms: there is no such key (did you mean turns"),
    ("turns = 2\n", "", "night.toml line 1: the key turns is missing"),
    ("turns = 2", "turns = 2\nmoon = 1", "night.toml line 7, moon: there is no such key"),
    ('scorer = "soviet"', 'scorer = "sovet"', "night.toml line 17, victory.scorer: 'sovet' is not known (did you mean"),
    ('side = "soviet"', 'side = "sovet"', "night.toml line 12, first.side: 'sovet' is not known"),
    ("[chits.german]", "[chits.germans]", "chits.germans: there is no such key"),
    ('map = "lutchessa"', 'map = "minsk"', "night.toml line 2, map: 'minsk' is not known (one of kursk"),
    ('"2005-2916"', '"9905-9916"', "night.toml line 3: no hex of the map lies in '9905-9916'"),
    ('["2215"]', '["4215"]', "night.toml line 20: no hex '4215'"),
    ('hex = "2709"', 'hex = "4709"', "night.toml line 34: no hex '4709'"),
    ('facing = "S"', 'facing = "E"', "night.toml line 34: there is no facing 'E'"),
    ('kind = "trench"', 'kind = "moat"', "night.toml line 35, forts.placed.0.kind: 'moat' is not known"),
    ('held = ["Flamethrower"]', 'held = ["Flame"]', "night.toml line 27: there is no chit flame; one of"),
    ('["Flamethrower"]', '["Apathy"]', "night.toml line 27: Apathy is a red chit; black ones are held: "),
    ("turns = 2", "turns = 0", "night.toml line 6, turns: 0 is not a whole number from 1 to 99"),
    ("first_day = 1", "first_day = 77", "night.toml line 5, first_day: 77 is not a whole number from 1 to 31"),
    ('"December"', '"Dezember"', "night.toml line 4, month: 'Dezember' is not known (did you mean December"),
    ("blue = 10", "blue = -1", "night.toml line 24, chits.german.blue: -1 is not a whole number from 0 to 99"),
    ('["2215"] }', '["2215"], need = 2 }', "night.toml line 20: 2 hexes are needed and 1 named"),
    ('["2gr"]', '["9gr"]', "night.toml line 14: there is no battalion '9gr'"),
    ("locations = [", 'exit = { through = ["Q"], sources = ["A"] }\nlocations = [', "there is no entry 'Q' on this"),
    ("german,2Gr,HQ,at 2613", "german,2Gr,HO,at 2613", "night_units.csv line 2: ho-2gr is no counter of the box"),
    ("german,2Gr,HQ,at 2613", "german,2Gr,HQ,at 4613", "night_units.csv line 2: no hex '4613'"),
    ("german,2Gr,HQ,at 2613", "soviet,2Gr,HQ,at 2613", "night_units.csv line 2: hq-2gr is german (write german"),
    ("Wache,at 2709", "Wache,at 2606", "stands in 2606 with the enemy (a hex holds units of one side"),
    ("german,2Gr,HQ,at 2613", "germn,2Gr,HQ,at 2613", "night_units.csv line 2, column side: 'germn' is not known"),
    ("HQ,at 2613", "HQ,enter Q on 1 Morning", "night_units.csv line 2: there is no entry 'Q'"),
    ("HQ,at 2613", "HQ,enter A on 1 Noon", "night_units.csv line 2: "),
    ("designation,place", "designation,where", "night_units.csv line 1: no column place"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), FAULTS, ids=[row[1][:40] for row in FAULTS])
def test_a_mistake_in_a_scenario_is_told_and_refused_in_play(pack: Path, old: str, new: str, words: str) -> None:
    own_scenario(pack, (old, new))
    found = list(checking.problems((pack,)))
    assert any(words in problem for problem in found), found
    with pytest.raises(BalkaError) as refused:
        GAME.with_packs((pack,)).start("night")
    assert words in str(refused.value)


def test_a_counter_that_no_scenario_fields_is_a_problem(pack: Path) -> None:
    write(pack, "units.csv", WATCH)
    assert list(checking.problems((pack,))) == [
        "units.csv line 2: no scenario fields wache-2gr; name it in one, or mend its name"
    ]


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
