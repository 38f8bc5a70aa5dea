"""terrain.csv: how its cells are read, and mistakes in it told with their place."""

import shutil
from pathlib import Path

import pytest

from balka.games.awakening_the_bear.catalogue import FOLDER
from balka.games.storms_of_steel import catalogue as storms_of_steel
from balka.systems.heroes.data.check import problems
from balka.systems.heroes.data.loading import Title


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "data"))


def found(folder: Path, old: str, new: str) -> list[str]:
    """The problems after one change of the table."""
    file = folder / "terrain.csv"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return problems(Title(folder))


def test_a_title_without_the_table_has_no_rows():
    assert storms_of_steel.title().terrain == {}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("woods_light,Light Woods,hex,0,2", "woods_light,Light Woods,hex,0,-2", "column wheeled: '-2' is no movement"),
        ("hex,1,no,3!,6,", "hex,1,no,3!,,", "column safe_on: the cell is empty"),
        ("open,Open Terrain,hex,0,0,0,,track,", "open,Open Terrain,hex,0,0,0,,rail,", "column bonus: 'rail' is not"),
        ("water,Water,hex,", "lake,Water,hex,", "terrain.csv: no hex row for water, which is on the maps"),
        ("wall,Wall,hexside,", "wall,Wall,hex,", "terrain.csv: no hexside row for wall, which is on the maps"),
    ],
)
def test_mistakes_in_the_table_are_found(folder, old, new, sentence):
    assert any(sentence in problem for problem in found(folder, old, new))


def test_a_pack_may_change_a_cost(tmp_path):
    (tmp_path / "terrain.csv").write_text("id,foot\nwoods_light,1\n")
    row = Title(FOLDER, (tmp_path,)).terrain["woods_light"]
    assert (row.costs["foot"], row.costs["wheeled"], row.basis) == (1, 2, f"pack:{tmp_path.name}")
