"""A bot at work is seen to be at work, and nothing else is told of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.server.conftest import PITCH

import balka
from balka.server.messages import Thinking
from balka.server.progress import Decisions, is_setting_up
from balka.table.dice import SeededDice
from balka.table.table import Table


def test_a_line_is_told_that_a_bot_is_at_work(house: Callable[..., Any]):
    visitor = house()
    table = visitor.lay(seats={"red": "human", "blue": "random"})["id"]
    with visitor.at(table) as browser:
        browser.hello("red")
        for text in (*PITCH, "fire big"):
            browser.choose(text)
        while not browser.thinking:
            browser.ask(type="orders")
    assert browser.thinking
    assert {frame["seat"] for frame in browser.thinking} == {"blue"}


def test_decisions_are_counted_until_others_are_shown_them_and_compared_with_the_last_time():
    told = list(_told("kursk/slice", 120))
    runs = [[each.made for each in run] for run in _runs(told)]
    assert any(len(run) > 3 for run in runs)
    assert all(run == sorted(run) for run in runs)
    assert all(each.of == 0 or each.made < each.of for each in told)
    assert any(each.of > 3 for each in told)


def test_nothing_is_counted_while_a_bot_sets_up():
    told = list(_told("sos/ravines", 12, setting_up=True))
    assert told
    assert {(each.made, each.of) for each in told} == {(0, 0)}


def _told(key: str, most: int, *, setting_up: bool = False) -> Iterator[Thinking]:
    game = next(game for game in balka.all_games() if key.startswith(game.key))
    start = game.start(next(each.key for each in game.scenarios() if each.key in (key, key.partition("/")[2])))
    seats = dict.fromkeys(start.setting.seats, "greedy")
    table, counted = Table(start, seats, dice=SeededDice(1), rng=random.Random(1)), Decisions()
    for _ in range(most):
        due = table.due
        if due is None:
            return
        if due.kind == "bot":
            told = counted.next(table, due.seat)
            if is_setting_up(table, due.seat) == setting_up:
                yield told
        table.go_on()


def _runs(told: list[Thinking]) -> Iterator[list[Thinking]]:
    run: list[Thinking] = []
    for each in told:
        if not each.made and run:
            yield run
            run = []
        run.append(each)
    yield run
