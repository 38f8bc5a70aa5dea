"""balka learn: lessons in the terminal."""

from __future__ import annotations

import io
import json

import pytest

from balka.cli.learn import Classroom, find
from balka.cli.main import main


def taken(lesson: str, *lines: str) -> str:
    target = io.StringIO()
    Classroom(find(lesson), io.StringIO("\n".join([*lines, "quit", ""])), target).run()
    return target.getvalue()


def test_lessons_are_listed(capsys):
    assert main(["learn", "sos"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("sos/turns") and "Across the field" in said and "kursk/" not in said


def test_the_list_as_json_names_every_game(capsys):
    assert main(["learn", "--json"]) == 0
    keys = [row["key"] for row in json.loads(capsys.readouterr().out)]
    assert keys[0] == "sos/learn-turns" and {"kursk/learn-first-day", "gd/learn-first-turn"} <= set(keys)


def test_a_lesson_is_taken_to_its_end():
    said = taken("sos/turns", "hint", "move inf-01 B02 SE", "move inf-01 C02 SE", "move inf-02 B04 NE", "pass")
    for text in ("Your goal:", "Step 1 of 4", "(inf-01)", "Step 4 of 4", "The lesson is done.", "balka learn sos/caps"):
        assert text in said


def test_steps_are_ticked_off():
    said = taken("sos/turns", "move inf-01 B02 SE", "steps")
    assert "  x Move the northern squad" in said and "    Pass. The other side" in said


def test_a_wrong_choice_gets_its_reason():
    assert "sos-4.5-b" in taken("sos/moving", "move inf-01 D03 SE")


@pytest.mark.parametrize(("words", "told"), [("sos/nothing", "sos/learn-moving"), ("xyz", "one of sos")])
def test_what_is_not_there_is_told(capsys, words, told):
    assert main(["learn", words]) == 2
    assert told in capsys.readouterr().err
