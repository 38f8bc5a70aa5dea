"""Slow work as values: what a bot decides, a game told again, a record read. Whoever has the store can do it, so it is
done by a worker beside the server; what it gives is bytes."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec
from msgspec import Struct, structs

from balka.core.errors import BalkaError
from balka.server import coaching, rolling, telling
from balka.server.answers import ReplayView
from balka.server.catalogue import NotHereError
from balka.server.describing import turn_label
from balka.server.ending import ending
from balka.server.messages import NewTable
from balka.server.store import Note, Shared
from balka.table import scenes
from balka.table.history import ALL, Replay

if TYPE_CHECKING:
    from balka.server.live import LiveTable
    from balka.server.tables import Tables


class Bench:
    """Where work is done: the tables of a process, and the replays it looked at last."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.histories = telling.Histories()

    def opened(self, table_id: str) -> LiveTable:
        """A table as it stands."""
        return self.tables.open(table_id)

    def think(self, table_id: str, seat: str, seed: int) -> str:
        """What the bot at a seat answers; here a table has its own chance."""
        return self._answer(self.opened(table_id), seat, None)

    def _answer(self, live: LiveTable, seat: str, rng: random.Random | None) -> str:
        """What the bot at a seat answers; plans it made on the way are kept, to be told when the game is over."""
        table = live.table
        story = table.story(seat)
        known = len(story)
        said = table.think(seat, rng).text(table.start.setting.board)
        for plan in story[known:]:
            note = Note(0, plan.turn, turn_label(table), "", plan.say())
            self.tables.store.papers.write_plan(live.stored.id, seat, note)
        return said


class Beside(Bench):
    """In a process of its own: before anything is done, what the server has stored since is taken in."""

    def opened(self, table_id: str) -> LiveTable:
        live = self.tables.open(table_id)
        try:
            live.follow()
        except BalkaError:
            self.tables.forget(table_id)
            live = self.tables.open(table_id)
        return live

    def think(self, table_id: str, seat: str, seed: int) -> str:
        live = self.opened(table_id)
        live.table.settle()
        return self._answer(live, seat, random.Random(seed))


class Job(Struct, frozen=True, kw_only=True, tag_field="job"):
    """Base of all work; `patience` is how many seconds anybody waits for it."""

    @property
    def patience(self) -> float:
        return 120.0

    @property
    def about(self) -> str:
        """The table or link the work is about: whoever knows it already is quicker."""
        return str(getattr(self, "table", "") or getattr(self, "token", ""))

    def work(self, bench: Bench) -> bytes:
        raise NotImplementedError


class Think(Job, frozen=True, kw_only=True, tag="think"):
    """What the bot at a seat answers, as a sentence."""

    table: str
    seat: str
    seed: int

    @property
    def patience(self) -> float:
        return 300.0

    def work(self, bench: Bench) -> bytes:
        return bench.think(self.table, self.seat, self.seed).encode()


class Revive(Job, frozen=True, kw_only=True, tag="revive"):
    """A table whose game was long not kept, or kept under other rules: bring it back and keep it."""

    table: str

    def work(self, bench: Bench) -> bytes:
        live = bench.opened(self.table)
        live.description.keep()
        return live.news.encode()


class Prepare(Job, frozen=True, kw_only=True, tag="prepare"):
    """A new table that begins with a record."""

    wish: NewTable

    def work(self, bench: Bench) -> bytes:
        return msgspec.msgpack.encode(bench.tables.prepare(self.wish))


class Write(Job, frozen=True, kw_only=True, tag="write"):
    """The record of a game."""

    table: str
    secret: Literal["with secret", "without secret"]

    def work(self, bench: Bench) -> bytes:
        return bench.opened(self.table).table.record(self.secret).encode()


class MakeRolls(Job, frozen=True, kw_only=True, tag="rolls"):
    """Every answer of chance with what could have come."""

    table: str

    def work(self, bench: Bench) -> bytes:
        return msgspec.json.encode(rolling.rolls(bench.opened(self.table).table))


class LookBack(Job, frozen=True, kw_only=True, tag="ending"):
    """A game that is over, looked back on."""

    table: str

    def work(self, bench: Bench) -> bytes:
        live = bench.opened(self.table)
        replay = bench.histories.replay(live.stored.id, live.table, live.table.play, ALL)
        plans = {seat: bench.tables.store.papers.plans(self.table, seat) for seat in live.table.seats}
        return msgspec.json.encode(ending(live.stored, dict(live.table.players), replay, plans))


class Advise(Job, frozen=True, kw_only=True, tag="advise"):
    """What a good player would do at a seat."""

    table: str
    seat: str
    seed: int

    def work(self, bench: Bench) -> bytes:
        return msgspec.json.encode(coaching.advice(bench.opened(self.table).table, self.seat, self.seed))


class Judge(Job, frozen=True, kw_only=True, tag="judge"):
    """A game that is over, judged choice by choice."""

    table: str

    @property
    def patience(self) -> float:
        return 900.0

    def work(self, bench: Bench) -> bytes:
        table = bench.opened(self.table).table

        def judge(replay: Replay) -> bytes:
            return msgspec.json.encode(coaching.judgement(table, replay))

        return bench.histories.judged(self.table, table, table.play, judge)


class Told(Job, frozen=True, kw_only=True):
    """A game as one pair of eyes saw it; `settled` where the table has given every answer without alternative."""

    table: str
    view: str
    settled: bool

    def replay(self, bench: Bench) -> telling.Telling:
        table = bench.opened(self.table).table
        if self.settled:
            table.settle()
        return telling.Telling(table, table.play, bench.histories.replay(self.table, table, table.play, self.view))


class TellReplay(Told, frozen=True, kw_only=True, tag="replay"):
    """What a replay needs once."""

    yours: tuple[str, ...]
    views: list[ReplayView]
    play_on: bool

    def work(self, bench: Bench) -> bytes:
        found = self.replay(bench)
        info = telling.replay_info(found.replay, found.play.verdict())
        told = structs.replace(
            info, table=self.table, over=found.play.over, players=dict(found.table.players), yours=list(self.yours),
            views=self.views, play_on=self.play_on,
            judged=found.play.over and coaching.can_judge(found.table.start.setting.system),
        )  # fmt: skip
        return msgspec.json.encode(told)


class TellStep(Told, frozen=True, kw_only=True, tag="step"):
    """One step of a replay; with a `unit` only the figures of that counter."""

    step: int
    unit: str = ""

    def work(self, bench: Bench) -> bytes:
        return _step(self.replay(bench).replay, self.step, self.unit)


class WriteTo(Told, frozen=True, kw_only=True, tag="write-to"):
    """The record of a game up to one step of a replay, and with another choice than was made there if one is said."""

    step: int
    choice: str = ""

    def work(self, bench: Bench) -> bytes:
        found = self.replay(bench)
        moment = found.replay.at(self.step)
        if moment.state.over:
            raise BalkaError("The game is over at this step.", "a step back, then play on")
        if self.choice:
            return telling.record_with(found, moment, self.choice).encode()
        return telling.record_to(found, moment).encode()


class MakeShare(Told, frozen=True, kw_only=True, tag="share"):
    """What is kept for a link to a step."""

    step: int
    whole: bool

    def work(self, bench: Bench) -> bytes:
        made = telling.shared(self.replay(bench), self.table, self.step, bench.tables.catalogue)
        return msgspec.msgpack.encode(structs.replace(made, whole=self.whole))


class TellShare(Job, frozen=True, kw_only=True, tag="shared"):
    """What a shared link shows."""

    token: str

    def work(self, bench: Bench) -> bytes:
        found, replay = _behind(bench, self.token)
        return msgspec.json.encode(structs.replace(telling.replay_info(replay, None), whole=found.whole))


class TellShareStep(Job, frozen=True, kw_only=True, tag="shared-step"):
    """One step behind a link; with a `unit` only the figures of that counter."""

    token: str
    step: int
    unit: str = ""

    def work(self, bench: Bench) -> bytes:
        return _step(_behind(bench, self.token)[1], self.step, self.unit)


def _behind(bench: Bench, token: str) -> tuple[Shared, Replay]:
    found = bench.tables.store.papers.shared(token)
    if found is None:
        raise NotHereError("There is nothing behind this link.", "ask for a new one")
    return found, bench.histories.shared(found, bench.tables.catalogue)


def _step(replay: Replay, step: int, unit: str) -> bytes:
    if unit:
        return msgspec.json.encode(scenes.values_then(replay, step, unit))
    return msgspec.json.encode(scenes.picture(replay, step))


AnyJob = (
    Think | Revive | Prepare | Write | MakeRolls | LookBack | Advise | Judge | TellReplay | TellStep | WriteTo
    | MakeShare | TellShare | TellShareStep
)  # fmt: skip


class Workers(Protocol):
    """Whoever does the work."""

    async def begin(self) -> None: ...

    async def run(self, job: AnyJob) -> bytes: ...

    async def think(self, table_id: str, seat: str) -> str: ...

    async def stop(self) -> None: ...
