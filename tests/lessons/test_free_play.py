"""Play inside a lesson is free: whatever a learner does or takes back, the tutor keeps up and has a hint."""

from __future__ import annotations

import random

import pytest

import balka
from balka.core.drawing import drawn
from balka.games import TITLES
from balka.lessons.progress import Tutor
from balka.lessons.teaching import lessons, seats, steady, teachers
from balka.table.dice import SeededDice
from balka.table.table import Table

FORMS = [pytest.param(lesson, id=lesson.key) for game in TITLES for lesson in lessons(game)]
ANSWERS = 25


@pytest.mark.parametrize("lesson", FORMS)
def test_the_tutor_keeps_up_with_anything(lesson):
    start = balka.game(lesson.game).start(lesson.key)
    table = Table(start, seats(lesson, start), teachers(lesson), SeededDice(7), rng=steady())
    tutor, rng = Tutor(lesson, start), random.Random(lesson.key)
    for _ in range(ANSWERS):
        table.run()
        if table.over:
            break
        if rng.random() < 0.2 and table.play.draft.choices_of(lesson.seat):
            table.undo(lesson.seat)
        else:
            choice = drawn(table.view(lesson.seat), lesson.seat, rng.randrange)
            table.choose(lesson.seat, choice.text(start.setting.board))
        progress = tutor.progress(table.play.all_answers, table.state)
        late = Tutor(lesson, start).progress(table.play.all_answers, table.state)
        assert progress == late, "what is worked out step by step is what is worked out at once"
        assert (progress.hint is None) == (progress.done == len(lesson.tasks))
