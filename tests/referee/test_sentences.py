"""The page of sentences names every verb of every game, and every example on it reads."""

from __future__ import annotations

import re

import pytest
from tests.referee.sentences import AGAIN, EXAMPLES, PAGE, SHARED, TITLES, grammar, meaning, page, sentences

from balka.core.boards import from_picture
from balka.core.choices import form
from balka.games import ledger

BOARD = from_picture("\n".join([". . . . . ."] * 6)).board
TEXT = PAGE.read_text(encoding="utf-8")
GAMES = list(TITLES)
NUMBER = re.compile(r"(?<=[\[ ])\d+(?:\.\d+)*(?:-[a-z])?(?=[,\]])")


def section(game: str) -> str:
    return TEXT.partition(f"## {TITLES[game]}\n")[2].partition("\n## ")[0]


def test_the_page_is_up_to_date():
    assert page() == TEXT, AGAIN


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_is_on_the_page(game):
    shown = {row.split()[1].strip("`") for row in section(game).splitlines() if row.startswith("| `")}
    assert shown == set(grammar(game).verbs)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_on_the_page_reads_as_its_own_verb(game):
    examples = re.findall(r"^\| `[^`]+` \| `([^`]+)` \|", section(game), re.MULTILINE)
    assert examples == [example for _, example in sentences(game)]
    for cls, example in sentences(game):
        said = grammar(game).parse(example, BOARD)
        assert isinstance(said, cls) or type(said) in grammar(game).verbs[cls.verb], example
        assert said.text(BOARD).lower() == example.lower()


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_says_what_it_does(game):
    assert [cls.__name__ for cls, _ in sentences(game) if len(meaning(game, cls)) < 8] == []


def test_no_example_is_left_over():
    for key in ("heroes", "kursk", "gd"):
        known = {form(cls) for game in GAMES if SHARED.get(game, game) == key for cls, _ in sentences(game)}
        assert set(EXAMPLES[key]) == known


@pytest.mark.parametrize("game", GAMES)
def test_rows_cited_on_the_page_are_rows_of_the_game_itself(game):
    rows = [row.id.partition("-")[2] for row in ledger(game)]
    cited = [(cls.__name__, number) for cls, _ in sentences(game) for number in NUMBER.findall(meaning(game, cls))]
    assert [one for one in cited if not any(re.search(rf"\b{re.escape(one[1])}(?![0-9])", row) for row in rows)] == []
