"""Finished games as Parquet tables, from results of matches and from records, read back whole."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import balka
from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.records import Answer, header_of, write
from balka.core.state import State
from balka.lab.export.playing import finished
from balka.lab.export.writing import export
from balka.lab.match.keeping import opened, read
from balka.lab.match.plan import Plan
from balka.lab.match.running import heading_of, match

ALL = ("outcomes", "choices", "positions")
DOCUMENT = Path(__file__).parents[3] / "docs" / "matches.md"
Rows = list[dict[str, object]]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of four games."""
    path = tmp_path_factory.mktemp("export") / "results.jsonl"
    plan = Plan(a="greedy", b="random", scenarios=("gd/slice", "kursk/slice"), games=4, seed=8)
    with closing(opened(path, heading_of(plan))) as book:
        match(plan, book)
    return path


@pytest.fixture
def record(results: Path, tmp_path: Path) -> Path:
    """The first game of the match as a record."""
    game = next(iter(finished(results)))
    said = [Answer(m.seat, m.text) for m in game.moments() if m.seat == CHANCE or not m.before.sole_choice(m.seat)]
    path = tmp_path / "game.txt"
    path.write_text(write(header_of(game.start, game.players), game.start, said))
    return path


def exported(sources: list[Path], folder: Path) -> dict[str, Rows]:
    export(sources, folder, ALL, lambda: None)
    return {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in ALL}


def test_outcomes_are_those_of_the_match(results: Path, tmp_path: Path) -> None:
    rows = exported([results], tmp_path)["outcomes"]
    played = read(results)[1]
    assert [(r["scenario"], r["seed"], r["winner"], r["steps"]) for r in rows] == [
        (p.scenario, p.seed, p.winner, p.steps) for p in played
    ]
    assert dict(rows[0]["players"]) == {"german": "greedy", "soviet": "random"}  # type: ignore[call-overload]
    assert dict(rows[0]["margin"])["german"] == played[0].margin  # type: ignore[call-overload]


def test_positions_and_choices_lead_through_the_whole_game(results: Path, tmp_path: Path) -> None:
    tables = exported([results], tmp_path)
    said = {(row["game"], row["step"]): row for row in tables["choices"]}
    setting = balka.game("gd").start("slice").setting
    rows = [row for row in tables["positions"] if row["game"] == 1]
    assert len(rows) > 20
    for row in rows:
        assert isinstance(row["state"], bytes)
        state = State.from_json(setting, row["state"])
        assert state.hash == row["hash"]
        choice = said[row["game"], row["step"]]
        assert choice["seat"] == row["seat"] and not choice["forced"]
        assert state.why_not(str(choice["text"]), str(row["seat"])) is None


def test_every_answer_is_written_down_and_only_decisions_have_positions(results: Path, tmp_path: Path) -> None:
    tables = exported([results], tmp_path)
    for outcome in tables["outcomes"]:
        own = [row for row in tables["choices"] if row["game"] == outcome["game"]]
        assert [row["step"] for row in own] == list(range(1, len(own) + 1))
        assert len(own) == outcome["steps"]
    decided = {(r["game"], r["step"]) for r in tables["choices"] if r["seat"] != CHANCE and not r["forced"]}
    assert decided == {(row["game"], row["step"]) for row in tables["positions"]}


def test_a_record_gives_the_same_tables_as_the_game_it_was_made_from(
    results: Path, record: Path, tmp_path: Path
) -> None:
    match_tables, own = exported([results], tmp_path / "a"), exported([record], tmp_path / "b")
    for name in ("choices", "positions"):
        assert own[name] == [row for row in match_tables[name] if row["game"] == 1]
    assert own["outcomes"][0]["winner"] == match_tables["outcomes"][0]["winner"]
    assert own["outcomes"][0]["scenario"] == "gd/slice"


def test_a_game_that_comes_out_otherwise_is_refused_and_nothing_is_written(results: Path, tmp_path: Path) -> None:
    altered = tmp_path / "altered.jsonl"
    altered.write_text(re.sub(r'"steps":\d+', '"steps":3', results.read_text().replace('"steps":50000', "STEPS", 1))
                       .replace("STEPS", '"steps":50000'))  # fmt: skip
    with pytest.raises(BalkaError, match="comes out otherwise"):
        exported([altered], tmp_path / "tables")
    assert list((tmp_path / "tables").iterdir()) == []


def test_the_command_writes_the_tables_asked_for(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["export", str(results), "--to", str(tmp_path / "t"), "--tables", "outcomes"]) == 0
    assert "4 rows" in capsys.readouterr().out
    assert [path.name for path in (tmp_path / "t").iterdir()] == ["outcomes.parquet"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.jsonl", "--to", "t"], "there is no file nothing.jsonl"),
        (["bad.txt", "--to", "t"], "line 1, is no line of a file of results"),
        (["bad.txt", "--to", "t", "--tables", "moves"], "there is no table 'moves'"),
        (["bad.txt", "--to", "bad.txt"], "bad.txt is a file"),
    ],
)
def test_bad_input_gets_a_clear_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("hello\n")
    assert cli.main(["export", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_examples_of_the_document_read_the_tables_back(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exported([results], Path("tables"))
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        exec(code, names)
    assert "decisions of 4 games" in capsys.readouterr().out
