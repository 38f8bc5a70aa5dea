"""balka learn: the lessons of the games, listed or played in the terminal."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TextIO

import msgspec

import balka
from balka.cli.terminal import Terminal
from balka.core.errors import BalkaError
from balka.lessons import teaching, wire
from balka.lessons.lesson import PREFIX, Lesson
from balka.lessons.progress import Progress, Tutor
from balka.table.table import Table

HINT, STEPS = "hint", "steps"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson", nargs="?", help="a game, such as sos, or a lesson, such as sos/moving; all if left out"
    )
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    if args.lesson and "/" in args.lesson:
        return Classroom(find(args.lesson), sys.stdin, sys.stdout).run()
    games = [args.lesson] if args.lesson else list(balka.GAMES)
    known = [lesson for game in games for lesson in teaching.lessons(_game(game))]
    if args.json:
        print(json.dumps(msgspec.to_builtins([wire.row(lesson) for lesson in known]), ensure_ascii=False))
    else:
        print("\n".join(_row(lesson) for lesson in known) or "There are no lessons yet.")
    return 0


def _game(key: str) -> str:
    if key not in balka.GAMES:
        raise BalkaError(f"there is no game {key!r}", f"one of {', '.join(balka.GAMES)}")
    return key


def find(key: str) -> Lesson:
    """The lesson meant by `sos/moving` or `sos/learn-moving`."""
    game, _, name = key.partition("/")
    found = teaching.find(f"{_game(game)}/{PREFIX}{name.removeprefix(PREFIX)}")
    assert found is not None
    return found


def _row(lesson: Lesson) -> str:
    short = lesson.key.replace(PREFIX, "")
    return f"{short:22} {lesson.title} (chapter {lesson.chapter}, {lesson.minutes} minutes)\n{'':22} {lesson.goal}"


class Classroom(Terminal):
    """The table in the terminal with a lesson at hand."""

    def __init__(self, lesson: Lesson, source: TextIO, target: TextIO) -> None:
        start = balka.game(lesson.game).start(lesson.key)
        table = Table(
            start, teaching.seats(lesson, start), teaching.teachers(lesson), teaching.dice(lesson, teaching.secret())
        )
        table.dice_from = len(lesson.dice)
        learn = [f"  {point.text} [{', '.join(point.rules)}]" for point in lesson.learn]
        goal = f"Your goal: {lesson.goal} Type hint for help with a step, steps for all of them."
        situation = "\n".join(["What you learn:", *learn, goal])
        super().__init__(table, source, target, situation)
        self.lesson = lesson
        self._tutor = Tutor(lesson, start)
        self._done = -1

    def progress(self) -> Progress:
        return self._tutor.progress(self.table.play.all_answers, self.table.state)

    def _news(self) -> None:
        """What happened, then each step that was done by it."""
        super()._news()
        done = self.progress().done
        if done != self._done:
            self._done = done
            self.say(*self._step_lines())

    def _step_lines(self) -> list[str]:
        tasks = self.lesson.tasks
        if self._done < len(tasks):
            return ["", f"Step {self._done + 1} of {len(tasks)}: {tasks[self._done].text} (hint helps)"]
        following = teaching.after(self.lesson)
        onward = f"Next: balka learn {following.key.replace(PREFIX, '')}." if following else ""
        return ["", "The lesson is done.", *filter(None, (self.lesson.last_word, onward)), "Play on, or type quit."]

    def _hear(self, line: str) -> None:
        if line.lower() == HINT:
            hint = self.progress().hint
            meant = f" ({', '.join(hint.show)})" if hint and hint.show else ""
            self.say(f"{hint.text}{meant}" if hint else "All is done.")
        elif line.lower() == STEPS:
            self.say(*(f"  {'x' if n < self._done else ' '} {task.text}" for n, task in enumerate(self.lesson.tasks)))
        else:
            super()._hear(line)
