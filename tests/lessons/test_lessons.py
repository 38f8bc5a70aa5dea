"""Every lesson is read, solved by its own script through the runner learners use, and refuses with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import balka
from balka.core.frames import NOT_LISTED
from balka.core.records import final, read
from balka.games import TITLES, ledger
from balka.lessons.lesson import Lesson
from balka.lessons.positions import is_dice
from balka.lessons.progress import Tutor
from balka.lessons.reading import LONGEST, files
from balka.lessons.solving import MOST_UNITS, TACTICAL, Solver, problems, units
from balka.lessons.teaching import after, find, lessons
from balka.table import scenes
from balka.table.dice import verify

ALL = [lesson for game in TITLES for lesson in lessons(game)]
FORMS = [pytest.param(lesson, id=lesson.key) for lesson in ALL]
CHAPTERS = {str(number) for number in range(2, 20)}


def solved(lesson: Lesson) -> Solver:
    solver = Solver(lesson, balka.game(lesson.game))
    solver.settle()
    for _ in solver.sentences:
        solver.say()
    return solver


def test_every_chapter_of_storms_of_steel_has_a_lesson():
    assert {lesson.chapter for lesson in lessons("sos")} == CHAPTERS


def test_every_chapter_of_awakening_the_bear_has_a_lesson():
    assert {lesson.chapter for lesson in lessons("atb")} == CHAPTERS | {"20"}


def test_the_larger_games_have_a_guided_first_turn_and_a_lesson_for_each_thing_to_learn():
    """Zones, duties, odds, guns, stars, retreats, disorder, works, air, supply; command, roads, fire, chits, riding."""
    for game in ("kursk", "gd"):
        first, *others = lessons(game)
        assert len(first.tasks) >= 6 and len(others) >= 10
        assert all(len(lesson.tasks) >= 1 and lesson.wrong for lesson in others)


@pytest.mark.parametrize("game", [game for game in TITLES if files(game)])
def test_no_lesson_has_a_mistake(game):
    """Read, solved, refused where it must be, few units, names that exist."""
    assert problems(game) == []


@pytest.mark.parametrize("lesson", FORMS)
def test_the_script_takes_the_steps_one_after_the_other(lesson):
    solver = Solver(lesson, balka.game(lesson.game))
    solver.settle()
    counts = [solver.done]
    for _ in solver.sentences:
        solver.say()
        counts.append(solver.done)
    assert counts[0] == 0 and counts[-1] == len(lesson.tasks) and counts == sorted(counts)


@pytest.mark.parametrize("lesson", FORMS)
def test_texts_are_short_and_rules_exist(lesson):
    book = ledger(lesson.game)
    assert len(lesson.learn) >= 2 and all(point.rules for point in lesson.learn)
    assert all(rule in book for point in lesson.learn for rule in point.rules)
    assert len(lesson.title) <= LONGEST["title"] and lesson.goal.endswith(".")
    assert all(task.text.endswith(".") for task in lesson.tasks)


@pytest.mark.parametrize("lesson", FORMS)
def test_no_text_is_a_rulebook_row_word_for_word(lesson):
    rows = {row.statement.rstrip(".") for row in ledger(lesson.game)}
    texts = [point.text for point in lesson.learn] + [task.text for task in lesson.tasks]
    assert not rows & {sentence.strip() for text in texts for sentence in text.split(".")}


@pytest.mark.parametrize("lesson", [form for form in FORMS if form.values[0].game in TACTICAL])
def test_a_tactical_lesson_has_few_units(lesson):
    assert len(units(balka.game(lesson.game).start(lesson.key))) <= MOST_UNITS


@pytest.mark.parametrize("lesson", FORMS)
def test_what_is_wrong_is_refused_for_a_reason(lesson):
    assert lesson.wrong, "a lesson names a mistake and the rule that forbids it"


@pytest.mark.parametrize("lesson", FORMS)
def test_every_hex_where_a_unit_can_do_nothing_says_why(lesson):
    """At the first decision: for each own counter and each hex there is something to do, or a reason."""
    solver = Solver(lesson, balka.game(lesson.game))
    solver.settle()
    stacks = scenes.scene(solver.table, lesson.seat).stacks
    on_map = [stack.counters for stack in stacks if stack.place.kind == "hex"]
    own = [counter.id for counters in on_map for counter in counters if counter.side == lesson.seat]
    assert own
    for unit in own:
        for label in solver.start.setting.board.labels:
            answer = scenes.why_there(solver.table, lesson.seat, unit, label)
            for reason in answer.reasons:
                assert reason.sentence.endswith("."), (unit, label)
                assert reason.sentence != NOT_LISTED.sentence or reason.instead, (unit, label)


@pytest.mark.parametrize("lesson", FORMS)
def test_hints_fit_all_the_way(lesson):
    """There is always a hint until all is done, and it never names what is not there."""
    solver = Solver(lesson, balka.game(lesson.game))
    solver.settle()
    for _ in solver.sentences:
        progress = solver.tutor.progress(solver.table.play.all_answers, solver.table.state)
        assert progress.hint is not None and progress.hint.text
        solver.say()
    assert solver.tutor.progress(solver.table.play.all_answers, solver.table.state).hint is None


@pytest.mark.parametrize("lesson", FORMS)
def test_a_record_of_a_lesson_can_be_played_again(lesson):
    solver = solved(lesson)
    record = read(solver.table.record())
    assert record.header.scenario == lesson.key and record.header.data == lesson.digest
    assert final(record, balka.game(lesson.game)).setting.title == lesson.title


def test_taking_a_choice_back_takes_its_step_back():
    solver = Solver(lessons("sos")[2], balka.game("sos"))
    solver.settle()
    solver.say()
    assert solver.done == 1
    solver.table.undo("german")
    assert solver.done == 0


def test_another_way_does_not_count_and_play_stays_free():
    lesson = find("sos/learn-moving")
    assert lesson is not None
    solver = Solver(lesson, balka.game("sos"))
    solver.settle()
    solver.table.choose("german", "move inf-01 B01 N")
    assert solver.done == 0


def test_a_tutor_that_comes_late_knows_as_much():
    """After a restart the progress is worked out again from the answers."""
    solver = solved(lessons("sos")[0])
    again = Tutor(solver.lesson, solver.start)
    assert again.progress(solver.table.play.all_answers, solver.table.state).hint is None


def test_the_first_rolls_fall_as_the_lesson_says_and_the_rest_is_live():
    from balka.lessons.teaching import dice, seats, teachers
    from balka.table.table import Table

    lesson = find("sos/learn-turns")
    assert lesson is not None
    start = balka.game("sos").start(lesson.key)
    table = Table(start, seats(lesson, start), teachers(lesson), dice(lesson, b"s" * 32))
    table.dice_from = len(lesson.dice)
    for sentence in [line for line in lesson.solution if not is_dice(line)] + ["caps 0"]:
        table.choose("german", sentence)
        table.run()
    rolled = [thrown.outcome.text() for thrown in table.play.thrown]
    assert rolled[:3] == list(lesson.dice) and len(rolled) > 3
    table.resign("german")
    record = read(table.record("with secret"))
    assert verify(record, balka.game("sos"), b"s" * 32) == len(rolled) - 3


def test_lessons_follow_each_other():
    known = lessons("sos")
    assert after(known[0]) is known[1] and after(known[-1]) is None


def test_keys_are_unique_and_files_are_numbered():
    assert len({lesson.key for lesson in ALL}) == len(ALL)
    for game in TITLES:
        assert all(re.match(r"\d\d-", Path(path).name) for path in files(game))


def test_both_sides_of_the_older_edition_begin_without_points():
    starts = [balka.game("atb").start(lesson.key) for lesson in lessons("atb")]
    assert {points for start in starts for points in start.tracks.points.values()} == {0}
