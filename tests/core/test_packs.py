"""Tables and documents with packs on top, and mistakes told with file, line and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from balka.core.errors import BalkaError
from balka.core.packs.documents import document, laid, place_of
from balka.core.packs.tables import Form, Row, Table

BOATS = Table(
    "boats.csv",
    key=("id",),
    columns=("id", "size", "kind"),
    optional=("flag",),
    spared=("basis",),
    forms={"size": Form(r"\d+", "a number such as 3"), "kind": ("raft", "punt")},
)
WAYS = Table("ways.csv", columns=("river", "to"), part_of=lambda row: row["river"])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path / "game", "boats.csv", "id, size, kind, basis\nfirst , 3, raft, stated\n")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "ours").mkdir()
    return tmp_path / "ours"


def written(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def told(wrong: str) -> pytest.RaisesExc[BalkaError]:
    return pytest.raises(BalkaError, match=wrong)


def test_blanks_around_cells_do_not_count_and_optional_columns_are_empty(game: Path) -> None:
    assert BOATS.read(game) == [{"id": "first", "size": "3", "kind": "raft", "basis": "stated", "flag": ""}]


def test_a_pack_changes_cells_and_adds_rows_and_both_say_so(game: Path, pack: Path) -> None:
    written(pack, "boats.csv", "id,size\nfirst,9\n")
    more = written(pack.parent / "more", "boats.csv", "id,size,kind\nsecond,1,punt\n")
    rows = BOATS.read(game, (pack, more))
    assert [(row["id"], row["size"], row["kind"], row["basis"]) for row in rows] == [
        ("first", "9", "raft", "pack:ours"),
        ("second", "1", "punt", "pack:more"),
    ]
    assert [row.place for row in rows] == ["boats.csv line 2", "boats.csv line 2"]


def test_a_list_is_given_anew_part_by_part(game: Path, pack: Path) -> None:
    written(game, "ways.csv", "river,to\nPsel,Obojan\nSejm,Lgov\nSejm,Kursk\n")
    written(pack, "ways.csv", "river,to\nSejm,Rylsk\n")
    assert [row["to"] for row in WAYS.read(game, (pack,))] == ["Obojan", "Rylsk"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            "id,size\nsecond,1\n",
            r"boats.csv line 2, column id: the game has no second .*a new one needs the columns id, s",
        ),
        ("id,weight\nfirst,1\n", r"boats.csv line 2, column weight: there is no such column \(one of id, size"),
        ("id,size\nfirst,1\nfirst,2\n", r"boats.csv line 3, column id: first stands in line 2 too \(give it once"),
        ("id,size\nfirst,big\n", r"boats.csv line 2, column size: 'big' cannot be read \(a number such as 3"),
        ("id,kind\nfirst,barge\n", r"boats.csv line 2, column kind: 'barge' is not known \(one of raft, punt"),
        ("id,size\nfirst,1,2\n", r"boats.csv line 2: as many cells as columns are needed \(put text with commas in"),
        ("id,size\n,1\n", r"boats.csv line 2, column id: the cell is empty"),
        ("size\n1\n", r"boats.csv line 1: no column id \(rows are told by id"),
        ('id,size\n"first,1\n', r"boats.csv line 2: unexpected end of data \(see to its quotes"),
        ("", r"boats.csv line 1: the file is empty \(its first line names the columns; rows are told by id"),
        ("id,size,knd\nsecond,1,raft\n", r"boats.csv line 2, column knd: there is no such column \(did you mean kind"),
    ],
)
def test_a_mistake_in_a_table_has_a_place_and_a_remedy(game: Path, pack: Path, text: str, wrong: str) -> None:
    written(pack, "boats.csv", text)
    with told(wrong):
        BOATS.read(game, (pack,))


def test_a_table_that_is_not_there_or_not_text_is_told(game: Path, pack: Path) -> None:
    with told(r"the file boats.csv is missing \(it needs the columns id, size, kind"):
        BOATS.read(pack)
    (pack / "boats.csv").write_bytes("id,size\nfirst,\xfc\n".encode("latin-1"))
    with told(r"boats.csv line 2: this is no UTF-8 text \(save the file as UTF-8"):
        BOATS.read(game, (pack,))


def test_numbers_of_a_row_may_have_a_default() -> None:
    row = Row(Path("boats.csv"), 4, {"size": "", "crew": "two"})
    assert (row.number("size", 7), row.number_or_none("size")) == (7, None)
    with told("boats.csv line 4, column size: the cell is empty"):
        row.number("size")
    with told("boats.csv line 4, column crew: 'two' is not a whole number"):
        row.number("crew", 1)


# -- documents


def test_tables_of_packs_are_laid_key_by_key_and_an_empty_one_takes_away(game: Path, pack: Path) -> None:
    written(game, "a.toml", "[one]\nx = 1\ny = { z = 2 }\n[two]\nx = 3\n")
    written(pack, "a.toml", "[one]\nx = 9\ny = {}\n")
    assert laid(game, "a.toml", (pack,)) == {"one": {"x": 9, "y": {}}, "two": {"x": 3}}


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("a.toml", "[one]\nx = \n", r"a.toml line 2: Invalid value \(it must be TOML"),
        ("a.toml", "[one]\nx = [1,\n", r"a.toml line 2: .*\(it must be TOML"),
        ("a.yaml", "one:\n  x: [1\n", r"a.yaml line \d: .*\(it must be YAML"),
        ("a.yaml", "- one\n", r"a.yaml line 1: this is no table \(write keys with their values"),
        ("a.yaml", "", r"a.yaml line 1: the file is empty"),
        ("a.yaml", "one:\n  x: 1\n  x: 2\n", r"a.yaml line 3: x stands here twice \(give it once"),
        ("a.yaml", "day: 1943-99-99\n", r"a.yaml cannot be read: month must be in 1..12"),
    ],
)
def test_a_document_that_cannot_be_read_is_told_with_its_line(pack: Path, name: str, text: str, wrong: str) -> None:
    with told(wrong):
        document(written(pack, name, text) / name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "[one]\nx = 1\nprizes = [\n  { at = 3 },\n  { at = 4 },\n]\n"),
        ("a.yaml", "one:\n  x: 1\n  prizes:\n  - at: 3\n  - at: 4\n"),
    ],
)
def test_a_value_is_found_in_the_last_file_that_has_most_of_the_way(
    game: Path, pack: Path, name: str, text: str
) -> None:
    whole = written(game, name, text) / name
    part = written(pack, name, "[one]\nx = 2\n" if name.endswith("toml") else "one:\n  x: 2\n") / name
    assert place_of([whole, part], ["one", "prizes", 1, "at"]) == f"{name} line 5"
    assert place_of([whole, part], ["one", "x"]) == f"{name} line 2"
