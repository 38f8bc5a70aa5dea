"""balka conformance: what counts as proven, what is excused, how examples are run, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import balka.games
from balka.cli import conformance
from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.games import examples, proofs

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is read in place of the project's tests."""
    monkeypatch.setattr(proofs, "tests_folder", lambda: tmp_path)
    return tmp_path


def claim(folder: Path, *ids: str) -> None:
    names = ", ".join(repr(rule_id) for rule_id in ids)
    (folder / "test_claims.py").write_text(f"@rule({names})\ndef test_claim(): ...\n")


def figures(capsys: Capture, *words: str) -> dict[str, dict[str, object]]:
    assert main(["conformance", *words, "--json"]) == 0
    answer: dict[str, dict[str, object]] = json.loads(capsys.readouterr().out)
    return answer


def test_a_claimed_row_is_proven_and_the_rest_is_open(tests: Path, capsys: Capture) -> None:
    before = figures(capsys, "sos")["sos"]
    claim(tests, "sos-6.6-a", "sos-6.6-b")
    after = figures(capsys, "sos")["sos"]
    assert (before["proven"], after["proven"]) == (0, 2)
    assert set(before["open"]) - set(after["open"]) == {"sos-6.6-a", "sos-6.6-b"}


def test_rows_are_counted_once_and_add_up(tests: Path, capsys: Capture) -> None:
    claim(tests, "sos-6.6-a", "sos-6.6-a", "gd-1.0-a")
    for key, game in figures(capsys).items():
        assert game["rows"] == game["proven"] + len(game["not_applicable"]) + len(game["open"]), key


def test_the_json_has_exactly_the_agreed_keys(tests: Path, capsys: Capture) -> None:
    answer = figures(capsys)
    assert list(answer) == list(balka.GAMES)
    for game in answer.values():
        assert list(game) == ["rows", "proven", "not_applicable", "open", "examples"]
        assert list(game["examples"]) == ["total", "passed", "failed"]
        assert all(list(row) == ["id", "reason"] for row in game["not_applicable"])


def test_every_worked_example_comes_out_as_printed(capsys: Capture) -> None:
    failed = {key: game["examples"]["failed"] for key, game in figures(capsys).items()}
    assert not any(failed.values()), failed


@pytest.mark.parametrize(("game", "total"), [("sos", 59), ("atb", 83), ("kursk", 64), ("gd", 23)])
def test_every_game_ships_its_worked_examples(game: str, total: int) -> None:
    assert len({example["id"] for example in examples.examples_of(game)}) == total


def test_the_text_names_sections_and_reasons(tests: Path, capsys: Capture) -> None:
    claim(tests, "sos-6.6-a", "sos-6.6-b")
    assert main(["conformance", "storms_of_steel"]) == 0
    text = capsys.readouterr().out
    assert f"rows {len(balka.games.ledger('sos'))}, proven 2, not applicable" in text
    section = next(line.split() for line in text.splitlines() if line.strip().startswith("6.6 "))
    assert section == ["6.6", "##########..........", "2", "0", "2"]
    assert "no rule measures in metres" in text


def test_an_unknown_game_is_refused(capsys: Capture) -> None:
    assert main(["conformance", "chess"]) == 2
    assert capsys.readouterr().err == f"balka: no game 'chess' (one of {', '.join(balka.GAMES)})\n"


@pytest.mark.parametrize("rule_id", ["sos-6.6-z", "chess-1-a", "nonsense"])
def test_an_unknown_rule_is_refused_with_the_test_that_names_it(tests: Path, capsys: Capture, rule_id: str) -> None:
    claim(tests, rule_id)
    assert main(["conformance"]) == 2
    assert f"test_claims.py::test_claim names {rule_id!r}: no " in capsys.readouterr().err


def test_a_test_file_that_does_not_parse_is_refused(tests: Path, capsys: Capture) -> None:
    (tests / "test_broken.py").write_text("def test_(:\n")
    assert main(["conformance"]) == 2
    assert "test_broken.py" in capsys.readouterr().err


def test_an_excused_row_may_not_be_proven_as_well(tests: Path, capsys: Capture) -> None:
    claim(tests, "sos-4.0-d")
    assert main(["conformance", "sos"]) == 2
    assert "sos-4.0-d is listed as not applicable, yet" in capsys.readouterr().err


def test_an_excuse_for_an_unknown_row_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "not_applicable.tsv"
    path.write_text("id\treason\nsos-0-z\tWhy.\n")
    with pytest.raises(BalkaError, match=r"not_applicable\.tsv:2: no rule 'sos-0-z'"):
        conformance.read_not_applicable(balka.games.ledger("sos"), path)


def test_examples_pass_only_without_any_mismatch() -> None:
    def run(example: examples.Example) -> list[str]:
        match example["id"]:
            case "right":
                return []
            case "wrong":
                return ["cost: 3 instead of 4"]
            case "missing":
                raise NotImplementedError
        raise KeyError("no such unit")

    result = examples.play([{"id": name} for name in ("right", "wrong", "missing", "crash")], run)
    assert (result.total, result.passed) == (4, 1)
    assert result.faults == {
        "wrong": ["cost: 3 instead of 4"],
        "missing": [examples.NOT_RUN],
        "crash": ["KeyError: 'no such unit'"],
    }


def test_without_a_runner_no_example_passes() -> None:
    assert examples.play([{"id": "a"}], None).passed == 0


def test_tests_without_players_play_no_example(tests: Path) -> None:
    assert examples.outcomes("sos").passed == 0


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty index that is read in place of tests, as in an installed copy."""
    monkeypatch.setattr(proofs, "tests_folder", lambda: None)
    monkeypatch.setattr(examples, "index_path", lambda: tmp_path / examples.INDEX_NAME)
    (tmp_path / examples.INDEX_NAME).write_text("game\tid\ttest\toutcome\n")
    return tmp_path / examples.INDEX_NAME


def test_an_installed_copy_tells_what_came_out_when_it_was_built(index: Path) -> None:
    with index.open("a") as rows:
        rows.write("gd\tex-2.4\tt\tas printed\ngd\tex-5.1\tt\tpath is 1, not 2\ngd\tex-5.1\tt\tcost is 3, not 4\n")
        rows.write("kursk\tex-6.0\tt\tas printed\n")
    found = examples.outcomes("gd")
    assert (found.total, found.passed) == (len(examples.examples_of("gd")), 1)
    assert "ex-2.4" not in found.faults
    assert found.faults["ex-5.1"] == ["path is 1, not 2", "cost is 3, not 4"]
    assert found.faults["ex-6.0"] == [examples.NOT_RUN]


def test_the_index_names_each_example_with_a_test_that_is_there() -> None:
    rows = [line.split("\t") for line in examples.index_text().splitlines()[1:]]
    assert len({(game, name) for game, name, _, _ in rows}) == len(rows)
    assert {game for game, _, _, _ in rows} >= {"sos", "atb", "kursk", "gd"}
    for game, name, test, outcome in rows:
        path, _, function = test.removesuffix(f"[{name}]").partition("::")
        assert f"def {function}(" in (ROOT / "tests" / path).read_text(), (game, name)
        assert outcome == examples.AS_PRINTED


def test_a_fault_of_several_lines_stays_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = examples.Outcomes(23, {"ex-2.4": ["one\ttwo\nthree", "four"]})
    monkeypatch.setattr(examples, "outcomes", lambda key: wrong)
    told = [line.split("\t")[3] for line in examples.index_text().splitlines() if line.startswith("gd\tex-2.4\t")]
    assert told == ["one two three", "four"]


def test_the_claims_of_this_project_are_sound() -> None:
    found = conformance.proofs()
    for key in balka.games.TITLES:
        result = conformance.conformance(key, found)
        assert len(result.proven) + len(result.not_applicable) + len(result.open) == len(result.ledger)
