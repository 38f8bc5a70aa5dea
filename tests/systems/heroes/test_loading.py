"""Reading a title: data packs, and mistakes told with their place."""

import shutil
from pathlib import Path

import pytest

from balka.core.errors import BalkaError
from balka.games.storms_of_steel.catalogue import FOLDER
from balka.systems.heroes.data.loading import Title, load_title


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the Storms of Steel files to spoil."""
    return Path(shutil.copytree(FOLDER, tmp_path / "data"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "my-box").mkdir()
    return tmp_path / "my-box"


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def test_a_title_is_read_once():
    assert load_title(FOLDER) is load_title(FOLDER)


def test_a_pack_changes_only_the_figures_it_gives(pack):
    (pack / "units.csv").write_text("id,range,red_fp\nger_hmg42,14,6\n")
    kind, base = Title(FOLDER, (pack,)).units["ger_hmg42"], Title(FOLDER).units["ger_hmg42"]
    assert (kind.range, kind.red_fp, kind.basis) == (14, 6, "pack:my-box")
    assert (kind.name, kind.front_def, kind.count) == (base.name, base.front_def, base.count)
    assert Title(FOLDER, (pack,)).units["ger_mg34"].basis == "estimated"


def test_an_empty_cell_of_a_pack_takes_a_figure_away(pack):
    (pack / "units.csv").write_text("id,indirect_cost\nger_mortar_8cm,\n")
    assert Title(FOLDER, (pack,)).units["ger_mortar_8cm"].indirect_cost is None


def test_the_last_pack_lies_on_top(pack, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (pack / "cards.csv").write_text("id,cost\n01,3\n02,3\n")
    (other / "cards.csv").write_text("id,cost\n02,4\n")
    cards = Title(FOLDER, (pack, other)).cards
    assert (cards["01"].cost, cards["01"].basis) == (3, "pack:my-box")
    assert (cards["02"].cost, cards["02"].basis) == (4, "pack:other")


def test_a_pack_can_change_a_hex_and_a_mission(pack):
    (pack / "maps.csv").write_text("map,hex,terrain\n7,J05,woods\n")
    (pack / "missions.yaml").write_text("missions:\n- id: sos-01\n  rounds: 7\n")
    title = Title(FOLDER, (pack,))
    mission = title.mission("courier")
    board = title.board_for(mission)
    assert (mission.rounds, mission.basis) == (7, "pack:my-box") and board.terrain[board.hex("J05")] == "woods"


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("units.csv", "id,range\nger_hmg24,14\n", "units.csv line 2, column id: the game has no ger_hmg24 .*ger_hmg42"),
        ("units.csv", "id,reach\nger_hmg42,14\n", "units.csv line 2, column reach: there is no such column"),
        ("units.csv", "range\n14\n", "units.csv line 1: no column id"),
        ("units.csv", "id,range\nger_hmg42,far\n", "line 2, column range: 'far' is not a whole number"),
        ("missions.yaml", "missions:\n- id: sos-99\n", "of pack my-box: no mission 'sos-99'"),
    ],
)
def test_a_mistake_in_a_pack_is_told_with_its_place(pack, file, text, complaint):
    (pack / file).write_text(text)
    title = Title(FOLDER, (pack,))
    with pytest.raises(BalkaError, match=complaint):
        _ = title.units, title.mission("courier")


def test_a_pack_with_a_misspelt_file_or_no_folder_is_refused(pack):
    (pack / "unit.csv").write_text("id\n")
    with pytest.raises(BalkaError, match=r"no game file is called unit.csv \(files are units.csv"):
        Title(FOLDER, (pack,))
    with pytest.raises(BalkaError, match="no data pack folder"):
        Title(FOLDER, (pack / "nowhere",))


@pytest.mark.parametrize(
    ("file", "old", "new", "part", "complaint"),
    [
        (
            "units.csv",
            ",machine_gun,2",
            ",machine_gun,two",
            "units",
            "line 4, column attack_cost: 'two' is not a whole",
        ),
        ("units.csv", ",machine_gun,", ",machinegun,", "units", "column class: 'machinegun' is not known .one of apc"),
        ("units.csv", ",eng,", ",E1,", "units", "line 2, column slug: 'E1' cannot name counters"),
        ("units.csv", "ger_mg34,mg34", "ger_hmg42,mg34", "units", "line 5, column id: ger_hmg42 stands in line 4 too"),
        ("units.csv", "estimated,", "estimated,x,", "units", "line 3: as many cells as columns"),
        ("cards.csv", "id,family", "id,kin", "cards", "cards.csv line 1: no column family"),
        ("overlays.csv", "0,0:1:open", "0;0:1:open", "overlays", "line 2, column hexes: '0' is no hex of a tile"),
        (
            "maps.csv",
            "7,B01,B01,A02,wheat",
            "7,B01,B01,A02,wheet",
            "sheets",
            "maps.csv line 2, column terrain: 'wheet'",
        ),
        ("maps.csv", "7,B01,B01", "7,B01,01B", "sheets", "column hex_3e: '01B' is no label"),
        ("roads.csv", "NE;SW", "E;SW", "sheets", "roads.csv line 2, column sides: 'E' is not known"),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_place(folder, file, old, new, part, complaint):
    spoil(folder, file, old, new)
    with pytest.raises(BalkaError, match=complaint):
        getattr(Title(folder), part)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("caps: 6", "caps: six", r"missions.yaml line \d+, sos-01 forces.german.caps: 'six' is not a whole number"),
        ("facing: NE}", "facng: NE}", r"line \d+, sos-01 forces.soviet.at_start.0.facng: .*did you mean facing"),
        ("rounds: 5", "rounds: [5]", r"line 6\d, sos-01 rounds: .5. is not a whole number"),
        (
            "rule: satchel_pickup",
            "rule: satchel_pick",
            r"line \d+, sos-01 victory.rules.1.rule: 'satchel_pick' .*did you mean satchel_pickup",
        ),
        ("rows: [1, 12]", "rows: [1]", r"line \d+, sos-01 zones.east_edge.0.rows: "),
        ("  title: The Courier's Satchel\n", "", r"line \d+, sos-01: the key title is missing"),
    ],
)
def test_a_mistake_in_a_mission_is_told_with_its_line(folder, old, new, complaint):
    spoil(folder, "missions.yaml", old, new)
    with pytest.raises(BalkaError, match=complaint):
        Title(folder).mission("courier")


def test_the_line_is_the_line_of_the_mistake(folder):
    spoil(folder, "missions.yaml", "hex: 7-K08, facing: NE", "hex: 7-K08, facing: 4")
    lines = (folder / "missions.yaml").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, start=1) if "facing: 4" in text)
    with pytest.raises(BalkaError, match=f"missions.yaml line {line}, sos-01 forces.soviet.at_start.2.facing"):
        Title(folder).mission("courier")


def test_broken_yaml_is_told_with_its_line(folder):
    spoil(folder, "missions.yaml", "  rounds: 5\n", "  rounds: [5\n")
    with pytest.raises(BalkaError, match=r"missions.yaml line \d+: .*must be YAML"):
        Title(folder).mission("courier")


def test_an_unknown_mission_names_those_near_it():
    with pytest.raises(BalkaError, match=r"no mission 'sos/curier' \(did you mean sos/courier"):
        Title(FOLDER).mission("sos/curier")
