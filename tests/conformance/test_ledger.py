"""The rule ledgers: complete, looked up by id, searched by word, and refused with the line at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

import balka.games
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger
from balka.systems.heroes.card_rows import card_rule

HEADER = "id\tsection\tkind\tstatement\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "ledger.tsv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("game", "rows"), [("sos", 855), ("atb", 765), ("kursk", 654), ("gd", 657)])
def test_every_game_ships_its_whole_ledger(game: str, rows: int) -> None:
    """No row has been lost; more may be found."""
    assert len(Ledger.read(game, balka.games.title_folder(game) / "rules" / "ledger.tsv")) >= rows


def test_house_rules_stand_behind_the_rulebooks_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ledger.tsv").write_text(HEADER + "sos-1-a\t1\trule\tSays.\n", encoding="utf-8")
    house = tmp_path / "rules" / "house.tsv"
    house.write_text(HEADER + "sos-house-a\tHouse\tvariant\tSays more.\n", encoding="utf-8")
    monkeypatch.setattr(balka.games, "title_folder", lambda key: tmp_path)
    read = balka.games.ledger.__wrapped__
    assert [row.id for row in read("sos")] == ["sos-1-a", "sos-house-a"]
    house.write_text(HEADER + "sos-1-a\tHouse\tvariant\tSays more.\n", encoding="utf-8")
    with pytest.raises(BalkaError, match="the rulebook has sos-1-a already"):
        read("sos")


@pytest.mark.parametrize("game", ["sos", "atb"])
def test_every_card_cites_a_row_there_is(game: str) -> None:
    """The id is made from the card's number, so no search for citations finds it."""
    scenario = balka.game(game).scenarios()[0].key
    setting = balka.game(game).start(scenario).setting
    assert [card for card in setting.cards if card_rule(setting, card) not in balka.games.ledger(game)] == []


def test_a_row_is_found_by_its_id() -> None:
    row = balka.games.find_rule("sos-6.6-b")
    assert (row.section, row.kind) == ("6.6", "table")
    assert "+3AR" in row.statement


def test_a_game_is_found_by_key_and_by_title() -> None:
    assert balka.games.ledger("kursk").rows == balka.games.ledger("kursk_1943").rows


def test_related_rows_are_the_others_of_the_section() -> None:
    related = [row.id for row in balka.games.ledger("sos").related("sos-6.6-b")]
    assert related == ["sos-6.6-a", "sos-6.6-c", "sos-6.6-d"]


def test_search_wants_every_word_whatever_the_case() -> None:
    found = balka.games.ledger("sos").search("STONE +2dr")
    assert [row.id for row in found] == ["sos-6.4-c"]
    assert balka.games.ledger("sos").search("  ") == ()


def test_our_own_readings_are_told_apart() -> None:
    assert balka.games.find_rule("sos-2.5-f").is_inferred
    assert not balka.games.find_rule("sos-2.5-a").is_inferred


def test_an_unknown_id_is_answered_with_near_ones() -> None:
    with pytest.raises(BalkaError, match=r"no rule 'sos-6\.6-z'.*nearest: .*sos-6\.6-"):
        balka.games.find_rule("sos-6.6-z")


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BalkaError, match=rf"no game 'chess'.*{', '.join(balka.GAMES)}"):
        balka.games.find_rule("chess-1-a")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"ledger\.tsv:1: the first line must name the columns"),
        ("id\tstatement\n", r"ledger\.tsv:1: the first line must name the columns"),
        (HEADER + "x-1-a\t1\trule\n", r"ledger\.tsv:2: 3 cells instead of 4"),
        (HEADER + "x-1-a\t1\trule\tSays.\n\n", r"ledger\.tsv:3: 1 cells instead of 4"),
        (HEADER + "x-1-a\t1\trule\t \n", r"ledger\.tsv:2: the cell statement is empty"),
        (HEADER + "x-1-a\t1\tlaw\tSays.\n", r"ledger\.tsv:2: unknown kind 'law'"),
        (HEADER + "y-1-a\t1\trule\tSays.\n", r"ledger\.tsv:2: the id 'y-1-a' does not begin with x-"),
        (HEADER + "x-1-a\t1\trule\tSays.\nx-1-a\t1\trule\tAgain.\n", r"ledger\.tsv:3: .* already in line 2"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BalkaError, match=complaint):
        Ledger.read("x", written(tmp_path, text))


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BalkaError, match="cannot be read"):
        Ledger.read("x", tmp_path / "none.tsv")
    (tmp_path / "ledger.tsv").write_bytes(b"id\xff")
    with pytest.raises(BalkaError, match="not UTF-8"):
        Ledger.read("x", tmp_path / "ledger.tsv")
