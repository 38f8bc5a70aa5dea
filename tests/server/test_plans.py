"""What bots planned is kept while they play, told to nobody, and part of the end of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.table.camp import GAME as CAMP

from balka.bots.random import RandomBot
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State
from balka.server import jobs
from balka.server.answers import Ending, PlanTold
from balka.server.catalogue import Catalogue
from balka.server.live import LiveTable
from balka.server.messages import NewTable
from balka.server.store import Note, Store
from balka.server.tables import Tables


class Intent(msgspec.Struct, frozen=True):
    turn: int
    words: str

    def say(self) -> str:
        return self.words


class Planner(RandomBot):
    """Plans once a turn, out loud."""

    def __init__(self) -> None:
        self.story: list[Intent] = []

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        plan = Intent(view.turn, f"{seat} goes to the river on day {view.turn}.")
        if plan not in self.story:
            self.story.append(plan)
        return super().choose(view, seat, rng)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store = Store(tmp_path / "balka.sqlite")
    yield Tables(store, Catalogue([CAMP]), bots={"planner": Planner()})
    store.close()


def played(tables: Tables) -> LiveTable:
    """A game of two planners to its end, each answer worked out as a server does it."""
    live = tables.create(NewTable("camp/raids", {"red": "planner", "blue": "planner"}))
    bench = jobs.Bench(tables)
    while (due := live.table.due) is not None:
        if due.kind == "bot":
            said = bench.think(live.stored.id, due.seat, 1)
            live.table.bot_says(due.seat, live.table.read(said))
        else:
            live.table.go_on()
    assert live.table.over
    return live


def test_plans_are_told_when_the_game_is_over_each_with_its_day(tables: Tables):
    live = played(tables)
    told = msgspec.json.decode(jobs.LookBack(table=live.stored.id).work(jobs.Bench(tables)), type=Ending)
    assert told.plans[0] == PlanTold(side="red", label="Day 0 of 2", text="red goes to the river on day 0.")
    for side in ("red", "blue"):
        days = [plan.text for plan in told.plans if plan.side == side]
        assert len(days) > 1 and days == sorted(set(days)) and all(text.startswith(side) for text in days)


def test_plans_are_no_notes_of_a_seat_and_notes_are_no_plans(tables: Tables):
    live = played(tables)
    papers = tables.store.papers
    papers.write_note(live.stored.id, "red", Note(0, 1, "Day 1", "", "My own thoughts"))
    assert papers.plans(live.stored.id, "red") and [note.text for note in papers.notes(live.stored.id, "red")] == [
        "My own thoughts"
    ]
    told = msgspec.json.decode(jobs.LookBack(table=live.stored.id).work(jobs.Bench(tables)), type=Ending)
    assert "My own thoughts" not in {plan.text for plan in told.plans}


def test_work_that_is_done_twice_keeps_a_plan_once(tables: Tables):
    live = tables.create(NewTable("camp/raids", {"red": "planner", "blue": "human"}))
    due = live.table.due
    assert due is not None and due.kind == "bot"
    for fresh in (jobs.Bench(tables), jobs.Bench(Tables(tables.store, Catalogue([CAMP]), bots={"planner": Planner()}))):
        fresh.think(live.stored.id, due.seat, random.Random(1).randrange(9))
    assert len(tables.store.papers.plans(live.stored.id, due.seat)) == 1
