"""Slow work is done by processes beside the server: with the same results, and whatever happens to them."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.conftest import TestClient, Visitor

import balka
from balka.bots.base import bot
from balka.core.errors import BalkaError
from balka.server import app, jobs, workers
from balka.server.app import Settings, create_app
from balka.server.catalogue import Catalogue, NotHereError
from balka.server.live import NO_DELAYS, LiveTable
from balka.server.messages import NewTable
from balka.server.store import Store
from balka.server.tables import Prepared, Tables
from balka.server.worker import NICE, NICE_AT_HOME, step_back
from balka.server.workers import EACH_WAITING, BusyError, Household, Pool, Queues

KILLED, ONCE, MISTAKEN = (f"tests.server.strange_bots:{name}" for name in ("Killed", "KilledOnce", "Mistaken"))
PEOPLE = {"german": "human", "soviet": "human"}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    store = Store(tmp_path_factory.mktemp("house") / "balka.sqlite")
    yield Tables(store, Catalogue(balka.all_games()))
    store.close()


@pytest.fixture(scope="module")
def drafting(tables: Tables) -> LiveTable:
    """A game in the middle of a draft, with choices that were taken back."""
    live = tables.create(NewTable("atb/gap", PEOPLE))
    play(live, 60)
    while not live.table.play.draft.choices_of(live.table.state.asks[0].seat):
        play(live, 1)
    return live


def play(live: LiveTable, steps: int) -> None:
    """So many answers of people who choose like a bot, now and then taking one back."""
    chooser, rng, table = bot("greedy"), random.Random(steps), live.table
    for step in range(steps):
        table.run()
        seat = table.state.asks[0].seat
        table.choose(seat, chooser.choose(table.view(seat), seat, rng).text(table.start.setting.board))
        if step % 5 == 4 and table.play.draft.choices_of(seat):
            table.undo(seat)


def in_pool(tables: Tables, work: Callable[[Pool], Coroutine[Any, Any, Any]], most: int = 1) -> Any:
    async def main() -> Any:
        pool = Pool(Household(str(tables.store.address), (KILLED, MISTAKEN)), most)
        try:
            return await work(pool)
        finally:
            await pool.stop()

    with ThreadPoolExecutor(1) as thread:  # a browser's test may have left a loop running in this one
        return thread.submit(asyncio.run, main()).result()


def test_what_a_worker_tells_is_what_the_server_would_tell_drafts_included(tables: Tables, drafting: LiveTable):
    table, seats = drafting.stored.id, drafting.table.seats
    told: list[jobs.AnyJob] = [
        jobs.TellReplay(table=table, view=view, settled=True, yours=(), views=[], play_on=False)
        for view in (*seats, "watcher")
    ]
    told += [jobs.TellStep(table=table, view=seats[0], settled=True, step=n) for n in (0, 5, 20)]
    told += [jobs.Write(table=table, secret="without secret")]

    async def all_of_it(pool: Pool) -> list[bytes]:
        return [await pool.run(job) for job in told]

    bench = jobs.Bench(tables)
    assert in_pool(tables, all_of_it) == [job.work(bench) for job in told]


def test_a_worker_follows_a_table_that_goes_on(tables: Tables, drafting: LiveTable):
    job = jobs.Write(table=drafting.stored.id, secret="without secret")

    async def twice(pool: Pool) -> tuple[bytes, bytes]:
        before = await pool.run(job)
        play(drafting, 7)
        return before, await pool.run(job)

    before, after = in_pool(tables, twice)
    assert before != after == drafting.table.record().encode()


def test_a_table_that_begins_with_a_record_is_worked_out_by_a_worker(tables: Tables, drafting: LiveTable):
    wish = NewTable(record=drafting.table.record())
    made = msgspec.msgpack.decode(in_pool(tables, lambda pool: pool.run(jobs.Prepare(wish=wish))), type=Prepared)
    begun = tables.take_in(made).table  # what was a draft stands there, so an end that is forced has come about
    assert begun.play.all_answers == drafting.table.play.all_answers


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux knows processors for nothing else")
def test_only_in_a_house_of_many_does_a_worker_wait_for_a_processor_that_nobody_wants(
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[object] = []
    monkeypatch.setattr(os, "nice", asked.append)
    monkeypatch.setattr(os, "sched_setscheduler", lambda process, policy, parameters: asked.append(policy))
    step_back(Household("", home=True))
    assert asked == [NICE_AT_HOME]
    step_back(Household(""))
    assert asked == [NICE_AT_HOME, NICE, os.SCHED_IDLE]


@pytest.mark.parametrize("home", [True, False])
def test_the_workers_of_a_server_are_told_whether_it_is_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: bool
):
    told: list[Household] = []

    def pool(household: Household, most: int) -> Pool:
        told.append(household)
        return Pool(household, most)

    monkeypatch.setattr(app, "Pool", pool)
    create_app(tmp_path, settings=Settings(home=home, workers=1))
    assert [household.home for household in told] == [home]


def test_what_is_refused_in_a_worker_is_refused_with_the_same_sentence(tables: Tables):
    with pytest.raises(NotHereError, match="no table 'nowhere'"):
        in_pool(tables, lambda pool: pool.run(jobs.MakeRolls(table="nowhere")))
    with pytest.raises(BalkaError, match="balka"):
        in_pool(tables, lambda pool: pool.run(jobs.Prepare(wish=NewTable(record="not a record"))))


def test_a_worker_that_gives_no_answer_is_ended_and_the_next_one_works(tables: Tables, monkeypatch: pytest.MonkeyPatch):
    live = tables.create(NewTable("sos/courier", PEOPLE))
    job = jobs.Write(table=live.stored.id, secret="without secret")

    async def impatient(pool: Pool) -> tuple[str, bytes]:
        with monkeypatch.context() as patch:
            patch.setattr(jobs.Job, "patience", 0.0)
            with pytest.raises(BalkaError) as problem:
                await pool.run(job)
        return problem.value.message, await pool.run(job)

    message, record = in_pool(tables, impatient)
    assert message == "The server could not work this out."
    assert record == live.table.record().encode()


def test_nobody_has_more_work_waiting_than_his_share():
    queues, held = Queues(), []
    for _ in range(EACH_WAITING):
        held.append(queues.one_more("10.0.0.1"))
        held[-1].__enter__()
    with pytest.raises(BusyError, match="questions waiting"), queues.one_more("10.0.0.1"):
        pass
    with queues.one_more("10.0.0.2"):
        held.pop().__exit__(None, None, None)
    with queues.one_more("10.0.0.1"):
        pass


def test_a_house_with_too_much_to_do_says_so(tables: Tables, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "MOST_WAITING", 0)
    with pytest.raises(BusyError, match="too much to do"):
        in_pool(tables, lambda pool: pool.run(jobs.MakeRolls(table="any")))


# -- a whole server


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setenv("BALKA_TEST_MARK", str(tmp_path / "killed"))
    settings = Settings(home=True, delays=NO_DELAYS, static=tmp_path / "static", workers=2)
    bots = {name: bot(name) for name in (KILLED, ONCE, MISTAKEN)}
    with TestClient(create_app(tmp_path, settings=settings, bots=bots), base_url="http://127.0.0.1") as client:
        yield Visitor(client)


def test_a_game_goes_on_when_a_worker_is_killed_over_it(visitor: Visitor, tmp_path: Path):
    made = visitor.lay("sos/courier", {"german": "human", "soviet": ONCE})
    with visitor.at(made["id"]) as browser:
        browser.hello("german")
        while not browser.scene["ask"].get("yours"):
            browser.until("scene")
    assert (tmp_path / "killed").exists()
    assert browser.said()


def test_a_bot_that_fails_stops_its_table_with_a_sentence_and_no_other(visitor: Visitor):
    broken = visitor.lay("sos/courier", {"german": "human", "soviet": MISTAKEN})["id"]
    lost = visitor.lay("sos/courier", {"german": "human", "soviet": KILLED})["id"]
    well = visitor.lay("sos/courier", {"german": "human", "soviet": "random"})["id"]
    with visitor.at(broken) as browser:
        browser.hello("german")
        assert "stands still" in browser.until("error")["error"]["error"]
    with visitor.at(lost) as browser:
        browser.hello("german")
        assert browser.until("error")["error"]["error"].startswith("The bot gave no answer.")
    with visitor.at(well) as browser:
        browser.hello("german")
        while not browser.scene["ask"].get("yours"):
            browser.until("scene")
    assert visitor.http.get(f"/api/tables/{broken}/replay?view=german").status_code == 200
