"""balka check: every kind of mistake is found, in a sentence."""

import shutil
from pathlib import Path

import pytest

from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games.storms_of_steel.catalogue import FOLDER
from balka.systems.heroes.data.check import problems
from balka.systems.heroes.data.loading import Title


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "data"))


def found(folder: Path, file: str, old: str, new: str) -> list[str]:
    """The problems after one change of a file."""
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return problems(Title(folder))


TABLES = [
    (
        "units.csv",
        "ger_mg34,mg34,",
        "ger_mg34,hmg42,",
        "column slug: ger_mg34 has a counter hmg42-01 too; give each its own slug",
    ),
    ("units.csv", ",machine_gun,2", ",machine_gun,20000", "column attack_cost: 20000 is too large a number"),
    ("cards.csv", ",action,", ",actoin,", "column kind: 'actoin' is not known (one of action, bonus"),
    ("hexsides.csv", "9,small_balka,M02,NE,N02", "9,small_balka,M02,S,N02", "across side S of M02 lies M03, not N02"),
    ("hexsides.csv", "9,small_balka,M02,SE,N03", "9,small_balka,N02,SW,M02", "the side N02/M02 stands in line 2 too"),
    ("hexsides.csv", "9,small_balka,M02,NE,N02", "9,small_balka,M02,NE,A02", "9-A02 is not a full hex"),
    (
        "roads.csv",
        "7,C05,C05,F03,NE;SW",
        "7,C05,C05,F03,SW",
        "7-D05: the road to C05 by SW does not come back; list NE",
    ),
    (
        "roads.csv",
        "7,B06,B06,F02,NE;SW,SW",
        "7,B06,B06,F02,NE;SW,",
        "the road runs off the board by SW; name that side",
    ),
    ("roads.csv", "7,C05,C05,F03,NE;SW,,", "7,C05,C05,F03,NE;SW,NE,", "NE leads to D05, not off the board"),
    ("maps.csv", "7,B06,B06,F02,open,0,1", "7,B06,B06,F02,open,0,0", "7-B06: roads.csv lists a road; both files"),
    ("units.csv", ",machine_gun,2", ",machine_gun,two", "column attack_cost: 'two' is not a whole number"),
]
MISSIONS = [
    ("hex: 7-H08, facing: NE", "hex: 7-A08, facing: NE", "sos-01: soviet: sov_rifles_41 at 7-A08: 7-A08 is a half hex"),
    ("hex: 7-H08, facing: NE", "hex: 7-H08, facing: E", "no facing E; facings are N NE SE S SW NW"),
    ("{unit: ger_mg34}]", "{unit: ger_mg34, count: 2}]", "sos-01: 2 counters of ger_mg34 are needed, the box has 1"),
    ("{unit: ger_mg34}]", "{unit: ger_mg43}]", "sos-01: german: units.csv has no unit ger_mg43; did you mean ger_mg34"),
    ("month: July", "month: Juli", "sos-01 month: 'Juli' is not known (did you mean July"),
    ("caps: 6", "caps: -1", "sos-01 forces.german.caps: -1 is not a whole number from 0 to 99"),
    ("rows: [1, 12]", "rows: [1, 40]", "sos-01: zone east_edge: map 7 has no row or column 40; it goes from 1 to 12"),
    ("rounds: 5", "rounds: 0", "sos-01 rounds: 0 is not a whole number from 1 to 99"),
    ('deck: &core ["01"', "deck: &core [1", "sos-01 deck.0: 1 is not a text (put it in quotes)"),
    ("date: 1943-07-05", "date: soon", "sos-01 date: 'soon' is not a date such as 1943-07-05"),
    ("{unit: ger_mg34}]", "{unit: sov_smg}]", "sos-01: german: sov_smg is soviet"),
    ("entry: [7-B06]", "entry: [7-C06]", "sos-01: soviet, Round 2: entry hex C06 is not on the edge"),
    ("entry: [7-B06]", "entry: [7-A06]", "sos-01: soviet, Round 2: 7-A06 is a half hex"),
    ("entry: east_edge", "entry: east_egde", "sos-01: german, Round 1: no zone east_egde; zones are east_edge"),
    ("{round: 2, entry: east_edge", "{round: 6, entry: east_edge", "sos-01: german, Round 6: the mission has 5 Rounds"),
    ("cols: [R, R]", "cols: [S, S]", "sos-01: zone east_edge has no hex on the board"),
    ('fixed: ["01"]', 'fixed: ["14"]', "sos-01: german: the deck has only 0 of card 14"),
    ('&core ["01"', '&core ["W01", "01"', "sos-01: deck: card W01 is a weapon card"),
    ('&core ["01"', '&core ["99", "01"', "sos-01: deck: cards.csv has no card 99"),
    ("hit_piles: [soft]", "hit_piles: [hard]", "sos-01: no pile hard of Hit Markers; piles are armored, soft"),
    ("first_initiative: german", "first_initiative: polish", "sos-01: first_initiative: no side polish"),
    ("players: 2", "players: 3", "sos-01: 3 players but 2 forces"),
    ("hexes: [7-H07, 7-H08]", "hexes: [7-H07, 7-Z08]", "sos-01: satchel_pickup: no hex '7-Z08'"),
    ("rounds: [2, 3, 4, 5]}", "rounds: [2, 9]}", "sos-01: satchel_pickup: there is no Round 9"),
    ("{hex: 8-J08, side: soviet}", "{hex: 8-J07, side: soviet}", "sos-02: vp_control_end_of_round: 8-J08 has no"),
    ("order: [german, soviet]", "order: [german]", "sos-03: set_up_order: name each force once: german, soviet"),
    ("veterans: [{card: V07", "veterans: [{card: W01", "sos-03: german: W01 is no veteran card"),
    ("facing: SW, free: village", "facing: SW, free: west_corn", "7-H06 is not in its zone west_corn"),
    ('"21": [8-R06', '"21": [8-Q06', "sos-04: entry_choice: entry hex Q06 is not on the edge"),
    ("hill_kurgan, at: 9-L04", "hill_kurgan, at: 9-K08", "sos-05: overlay hill_kurgan lies on"),
    ("hill_kurgan, at: 9-L04", "hill_kurgan, at: 9-L01", "sticks out over the edge"),
    ("hill_kurgan, at: 9-L04", "hill_kurgann, at: 9-L04", "sos-05: there is no overlay hill_kurgann"),
    ("oba, card: W06", "oba, card: W09", "sos-06: oba: cards.csv has no card W09"),
    ("{type: trench, hex: 10-D06, side: soviet}", "{type: trench, hex: 10-D05, side: soviet}",
     "sos-10: soviet: sov_rifles_41 at 10-D06 is to be in a Fortification"),
    ("{type: bunker_5, hex: 10-G06, side: soviet, facing: S}", "{type: bunker_5, hex: 10-G06, side: soviet}",
     "sos-10: bunker_5 at 10-G06: it needs a facing"),
    ("{type: trench, hex: 10-D06", "{type: moat, hex: 10-D06", "fortifications.csv has no moat"),
    ("{type: trench, hex: 10-D06, side: soviet}", "{type: trench, hex: 10-D06, side: soviet, hidden: true}",
     "sos-10: trench at 10-D06: only Mines are hidden"),
    ("{type: gun_pit_2, hex: 10-E05, side: soviet, facing: S}",
     "{type: bunker_4, hex: 10-E05, facing: S}\n    - {type: bunker_4, hex: 10-E04, facing: S}",
     "sos-10: 3 of bunker_4, but the box has 2"),
    ("unit: ger_panzer_grenadier, hex: 8-E04", "unit: ger_panzer_grenadier, hex: 8-C07", "both sides start in 8-C07"),
    ("dug_in: {params: [units]", "dug_in: {params: [unit]", "vocabulary: dug_in needs ['units']"),
    ("dug_in: {params", "dug_out: {params", "vocabulary: dug_out is not a rule"),
    ("title: The Courier's Satchel", "titel: The Courier's Satchel", "sos-01 titel: there is no such key"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "sentence"), TABLES)
def test_mistakes_in_the_tables_are_found(folder, file, old, new, sentence):
    assert any(sentence in problem for problem in found(folder, file, old, new))


@pytest.mark.parametrize(("old", "new", "sentence"), MISSIONS)
def test_mistakes_in_the_missions_are_found(folder, old, new, sentence):
    assert any(sentence in problem for problem in found(folder, "missions.yaml", old, new))


def test_a_mistake_in_a_mission_is_told_with_its_line(folder):
    lines = (folder / "missions.yaml").read_text(encoding="utf-8").splitlines()
    line = next(n for n, words in enumerate(lines, start=1) if "hex: 7-H08, facing: NE" in words)
    problems = found(folder, "missions.yaml", "hex: 7-H08, facing: NE", "hex: 7-H08, facing: E")
    assert [problem.partition(": ")[0] for problem in problems] == [f"missions.yaml line {line}, sos-01"]


def test_the_command_says_that_all_is_well(capsys):
    assert main(["check", "sos"]) == 0
    assert capsys.readouterr().out == "sos: no problems\n"


def test_the_command_lists_the_problems_of_a_pack(tmp_path, capsys):
    (tmp_path / "missions.yaml").write_text("missions:\n- id: sos-01\n  first_initiative: polish\n")
    assert main(["check", "sos", "--pack", str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert out.startswith("sos: 1 problem\n") and "no side polish; sides are german, soviet" in out


def test_a_ledger_that_cannot_be_read_is_a_problem(monkeypatch, capsys):
    def broken(game: str) -> None:
        raise BalkaError(f"ledger.tsv:3: the id {game}-1-a stands already in line 2")

    monkeypatch.setattr("balka.cli.check.ledger", broken)
    assert main(["check", "gd"]) == 2
    assert "ledger.tsv:3: the id gd-1-a stands already in line 2" in capsys.readouterr().out


def test_the_command_refuses_a_game_it_does_not_know_and_a_pack_for_none(tmp_path, capsys):
    assert main(["check", "chess"]) == 2
    assert main(["check", "--pack", str(tmp_path)]) == 2
    assert "name it: balka check sos" in capsys.readouterr().err
