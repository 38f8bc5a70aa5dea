"""balka replay: a true record is confirmed, an altered one refused with its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import balka
from balka.cli.main import main
from balka.table.table import Table


@pytest.fixture(scope="module")
def text() -> str:
    """A whole game of Mission 1 between random bots, with live dice."""
    start = balka.game("sos").start("sos/courier")
    table = Table(start, dict.fromkeys(start.setting.seats, "random"), rng=random.Random(11))
    table.run()
    return table.record("with secret")


def replayed(tmp_path: Path, text: str, *words: str) -> int:
    file = tmp_path / "record.txt"
    file.write_text(text, encoding="utf-8")
    return main(["replay", str(file), *words])


def test_a_true_record_is_confirmed(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    assert replayed(tmp_path, text, "--verify") == 0
    said = capsys.readouterr().out
    rolls = text.count("chance:")
    last = next(row for row in text.splitlines() if row.startswith("end "))
    assert last.removeprefix("end ") in said
    assert f"{rolls} rolls are the secret's own" in said


def test_without_verify_the_game_is_told(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    assert replayed(tmp_path, text) == 0
    said = capsys.readouterr().out
    first = next(row for row in text.splitlines() if row.startswith("soviet: hide"))
    assert first in said
    assert "You hide the satchel" in said


def test_an_altered_choice_is_refused_with_line_and_reason(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
):
    rows = text.splitlines()
    at = next(n for n, row in enumerate(rows) if row == "german: pass")
    rows[at] = "german: rally gren-01"
    assert replayed(tmp_path, "\n".join(rows) + "\n", "--verify") == 2
    said = capsys.readouterr().err
    assert f"line {at + 1}: 'german: rally gren-01' is refused: " in said
    assert "[sos-" in said


def test_another_legal_choice_is_refused_by_the_next_checksum(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
):
    rows = text.splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("soviet: hide"))
    rows[at] = "soviet: hide H08" if rows[at].endswith("H07") else "soviet: hide H07"
    check = next(n for n, row in enumerate(rows) if row.startswith("check"))
    assert replayed(tmp_path, "\n".join(rows) + "\n", "--verify") == 2
    assert f"line {check + 1}: wrong checksum" in capsys.readouterr().err


def test_altered_dice_are_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    rows = text.splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("chance: 2d6"))
    rows[at] = "chance: 2d6 1 1" if rows[at] != "chance: 2d6 1 1" else "chance: 2d6 6 6"
    assert replayed(tmp_path, "\n".join(rows) + "\n", "--verify") == 2
    assert "line " in capsys.readouterr().err


def test_a_truncated_record_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    rows = text.splitlines()[:60]
    assert replayed(tmp_path, "\n".join(rows) + "\n", "--verify") == 2
    assert "line 61: the record breaks off here" in capsys.readouterr().err


def test_other_data_are_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    digest = balka.game("sos").start("sos/courier").setting.digest
    assert replayed(tmp_path, text.replace(digest, "0123456789abcdef"), "--verify") == 2
    assert "made with other data (0123456789abcdef)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\xff\xfe\x00", b"balka record 1\ngame: chess\nscenario: x\ndata: y\n\nend z\n"]
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "record.txt"
    file.write_bytes(content)
    assert main(["replay", str(file), "--verify"]) == 2
    assert capsys.readouterr().err.strip()


def test_a_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", str(tmp_path / "none"), "--verify"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_wrong_secret_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    assert replayed(tmp_path, text, "--verify", "--secret", "00" * 32) == 2
    assert "not the one these dice were bound to" in capsys.readouterr().err
    assert replayed(tmp_path, text, "--verify", "--secret", "zz") == 2
    assert "no secret" in capsys.readouterr().err
