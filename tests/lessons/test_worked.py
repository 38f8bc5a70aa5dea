"""Worked examples that can be played: each belongs to one of the rulebook, and its script plays it through."""

from __future__ import annotations

import pytest
from tests.conformance.examples.playable import by_hand, made

import balka
from balka.core.errors import BalkaError
from balka.games import TITLES, ledger, title_folder
from balka.games.examples import examples_of
from balka.lessons.lesson import Lesson
from balka.lessons.reading import MADE, read_example
from balka.lessons.solving import Solver
from balka.lessons.teaching import after, examples, find

FORMS = [pytest.param(example, id=example.key) for game in TITLES for example in examples(game)]


@pytest.mark.parametrize("example", FORMS)
def test_an_example_is_played_through_by_its_script(example: Lesson):
    solver = Solver(example, balka.game(example.game))
    solver.settle()
    assert solver.done == 0
    for _ in solver.sentences:
        solver.say()
    assert solver.done == len(example.tasks)


@pytest.mark.parametrize("example", FORMS)
def test_an_example_belongs_to_one_of_the_rulebook_and_says_what_should_come_out(example: Lesson):
    assert example.example in {str(each["id"]) for each in examples_of(example.game)}
    assert find(example.key) == example and after(example) is None
    rows = {row.statement.rstrip(".") for row in ledger(example.game)}
    texts = [example.goal, *(point.text for point in example.learn), *(task.text for task in example.tasks)]
    assert all(text.endswith(".") for text in texts)
    assert not rows & {sentence.strip() for text in texts for sentence in text.split(".")}


@pytest.mark.parametrize("game", TITLES)
def test_the_files_are_what_the_players_of_the_examples_make(game: str):
    folder = title_folder(game) / "examples"
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.glob(f"{MADE}*.yaml")}
    found = made(game)
    assert found.files == kept, "python -m tests.conformance.examples.playable writes them anew"
    assert len(found.files) + len(found.left_out) + len(by_hand(game)) == len(examples_of(game))


def test_most_worked_examples_can_be_played():
    assert {game: len(examples(game)) for game in TITLES} == {"sos": 48, "atb": 80, "kursk": 40, "gd": 22}


def test_an_example_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BalkaError, match="there is no example") as told:
        find("kursk/example-9.9")
    assert "kursk/example-5.3.7" in (told.value.instead or "")


def test_a_mistake_in_an_example_is_told_with_its_line(tmp_path):
    file = tmp_path / "5.3.7.yaml"
    file.write_text("example: ex-5.3.7\ntitle: Short\n", encoding="utf-8")
    with pytest.raises(BalkaError, match=r"5\.3\.7\.yaml"):
        read_example("kursk", file)
