"""Time: clocks as pure reckoning, kept in the database, and what happens when they run out. Tests set the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec import structs
from tests.server.conftest import PITCH
from tests.table.camp import GAME as CAMP
from tests.table.camp import CampSystem

from balka.core.scene.display import Display, Window
from balka.core.state import State
from balka.server import timing
from balka.server.catalogue import Catalogue
from balka.server.jobs import Bench
from balka.server.live import NO_DELAYS, LiveTable
from balka.server.messages import NewTable
from balka.server.pace import DAY, HOUR, DaysPace, Facts, LivePace, begun, left, moved, next_due, window_left
from balka.server.store import CLOCK, Store
from balka.server.tables import Tables
from balka.server.workers import Here
from balka.table.orders import Order

LIVE = LivePace(minutes=10, seconds=20)
DAYS = DaysPace(days=3, leave=5, hours=12)
FRIENDS = {"red": "human", "blue": "friend"}


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def asked(*seats: str, windows: tuple[str, ...] = (), **decided: int) -> Facts:
    return Facts(frozenset(seats), frozenset(windows), decided)


# -- reckoning


def test_a_live_clock_runs_while_somebody_is_asked_and_gains_with_each_decision():
    clocks = moved(LIVE, begun(LIVE, ["red", "blue"]), asked("red"), 100)
    assert (left(LIVE, clocks["red"], 160), left(LIVE, clocks["blue"], 160)) == (540, 600)
    clocks = moved(LIVE, clocks, asked("blue", red=1), 160)
    assert (left(LIVE, clocks["red"], 500), left(LIVE, clocks["blue"], 500)) == (560, 260)
    assert next_due(LIVE, clocks, 500) == 760


def test_drafts_neither_stop_a_clock_nor_gain_anything():
    clocks = moved(LIVE, begun(LIVE, ["red"]), asked("red"), 100)
    assert moved(LIVE, clocks, asked("red"), 130) == clocks


def test_whoever_decides_and_is_asked_again_has_decided():
    clocks = moved(LIVE, begun(LIVE, ["red"]), asked("red"), 100)
    clocks = moved(LIVE, clocks, asked("red", red=1), 130)
    assert left(LIVE, clocks["red"], 130) == 590


def test_a_choice_given_back_by_agreement_gains_nothing():
    clocks = moved(LIVE, begun(LIVE, ["red", "blue"]), asked("red"), 100)
    clocks = moved(LIVE, clocks, asked("blue", red=1), 130)
    clocks = moved(LIVE, clocks, asked("red", red=1), 190)
    assert (left(LIVE, clocks["blue"], 190), left(LIVE, clocks["red"], 190)) == (540, 590)


def test_days_begin_anew_with_each_decision_and_leave_is_drawn_on_after_them():
    clocks = moved(DAYS, begun(DAYS, ["red"]), asked("red"), 100)
    assert left(DAYS, clocks["red"], 100) == 8 * DAY
    clocks = moved(DAYS, clocks, asked("red", red=1), 100 + 2 * DAY)
    assert left(DAYS, clocks["red"], 100 + 2 * DAY) == 8 * DAY
    clocks = moved(DAYS, clocks, asked("red", red=2), 100 + 6 * DAY)
    assert left(DAYS, clocks["red"], 100 + 6 * DAY) == 7 * DAY, "one of five days of leave was needed"
    assert left(DAYS, clocks["red"], 100 + 14 * DAY) < 0


def test_a_chance_to_react_waits_for_hours_only():
    clocks = moved(DAYS, begun(DAYS, ["blue"]), asked("blue", windows=("blue",)), 100)
    assert window_left(DAYS, clocks["blue"], 100) == 12 * HOUR
    assert next_due(DAYS, clocks, 100) == 100 + 12 * HOUR
    assert window_left(LIVE, clocks["blue"], 100) is None


def test_nothing_is_due_while_all_clocks_stand_or_after_they_have_run_out():
    assert next_due(LIVE, begun(LIVE, ["red"]), 100) is None
    run = moved(LIVE, begun(LIVE, ["red"]), asked("red"), 100)
    assert next_due(LIVE, run, 701) is None


# -- at a table, on both databases


@pytest.fixture
def windowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Camp says how the reply to a raid is let pass."""
    windows = [Window(kind="reply", name="Reply", text="Fire back.", let="hold")]
    plain = CampSystem.scene

    def scene(system: CampSystem, view: State, seat: str) -> Display:
        return structs.replace(plain(system, view, seat), windows=windows)

    monkeypatch.setattr(CampSystem, "scene", scene)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(database: str, clock: Clock) -> Iterator[Tables]:
    made = house(database, clock, "first")
    yield made
    made.store.close()


def house(database: str, clock: Clock, name: str) -> Tables:
    made = Tables(Store(database, name, clock), Catalogue([CAMP]), NO_DELAYS)
    made.workers = Here(Bench(made))
    return made


def laid(tables: Tables, pace: LivePace | DaysPace) -> LiveTable:
    """A table at which both have come."""
    live = tables.create(NewTable("camp/raids", FRIENDS, pace=pace))
    live.announce()
    assert not any(running.since for running in live.timing.clocks.values()), "nobody is timed before all have come"
    live.claim({next(iter(live.waiting.values())) + ".secret"})
    return live


def say(live: LiveTable, seat: str, *texts: str) -> None:
    for text in texts:
        live.table.choose(seat, text)
        live.table.run("no bots")
        live.announce()


def lefts(live: LiveTable) -> dict[str, float]:
    assert live.timing.pace is not None
    return {seat: left(live.timing.pace, clock, live.timing.now) for seat, clock in live.timing.clocks.items()}


def run(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_clocks_survive_a_restart_and_go_on_meanwhile(tables: Tables, database: str, clock: Clock):
    live = laid(tables, LIVE)
    clock.now += 30
    say(live, "red", *PITCH)
    assert lefts(live) == {"red": 590, "blue": 600}
    clock.now += 100
    other = house(database, clock, "second")
    again = other.open(live.stored.id)
    again.announce()
    assert lefts(again) == {"red": 490, "blue": 600}
    other.store.close()


def test_where_a_process_died_before_it_moved_the_clocks_they_stop_when_the_choice_was_made(
    tables: Tables, database: str, clock: Clock
):
    live = laid(tables, LIVE)
    say(live, "red", *PITCH)
    clock.now += 30
    live.table.choose("red", "hold")
    clock.now += 1000
    other = house(database, clock, "second")
    again = other.open(live.stored.id)
    again.announce()
    assert lefts(again) == {"red": 610, "blue": -400}
    other.store.close()


def test_a_process_that_is_behind_does_not_turn_clocks_back(tables: Tables, database: str, clock: Clock):
    live = laid(tables, LIVE)
    say(live, "red", *PITCH)
    number, clocks = tables.store.clocks.of(live.stored.id)
    say(live, "red", "hold")
    tables.store.clocks.put(live.stored.id, number, clocks, None)
    assert tables.store.clocks.of(live.stored.id)[1] == live.timing.clocks


def test_clocks_stand_while_the_game_is_adjourned_and_after_its_end(tables: Tables, clock: Clock):
    live = laid(tables, LIVE)
    clock.now += 30
    live.table.ask_for("red", "adjourn")
    live.table.agree("blue", "adjourn")
    live.announce()
    clock.now += 10_000
    assert lefts(live) == {"red": 570, "blue": 600}
    live.table.ask_for("red", "resume")
    live.table.agree("blue", "resume")
    live.announce()
    clock.now += 10
    assert lefts(live)["red"] == 560
    live.table.resign("red")
    live.announce()
    clock.now += 10_000
    assert lefts(live)["red"] == 560
    assert tables.store.overdue(5) == []


def test_a_clock_that_runs_out_is_a_job_for_whoever_comes_first(tables: Tables, database: str, clock: Clock):
    live = laid(tables, LIVE)
    assert tables.store.overdue(5) == []
    clock.now += 601
    assert tables.store.overdue(5) == [(live.stored.id, CLOCK)]
    other = house(database, clock, "second")
    run(timing.run_out(other, live.stored.id))
    assert other.open(live.stored.id).timing.overdue() == ("red",)
    assert other.store.overdue(5) == tables.store.overdue(5) == [], "there is nothing more to do about it"
    assert not live.table.over, "the other decides what becomes of it"
    other.store.close()


def test_a_window_is_let_pass_when_its_hours_are_over(tables: Tables, clock: Clock, windowed: None):
    live = laid(tables, DAYS)
    say(live, "red", *PITCH, "hold")
    assert live.table.asked("blue")
    clock.now += 12 * HOUR - 1
    assert tables.store.overdue(5) == []
    clock.now += 2
    run(timing.run_out(tables, live.stored.id))
    assert tables.store.entries(live.stored.id)[-1].text == "hold"
    assert live.table.asked("red"), "and red, whose raid names no way to pass, has days"
    assert tables.store.overdue(5) == []
    clock.now += 7 * DAY
    assert tables.store.overdue(5) == [], "his days are not over"
    clock.now += 1 * DAY
    assert tables.store.overdue(5) == [(live.stored.id, CLOCK)]


def test_a_standing_order_answers_at_once(tables: Tables, clock: Clock, windowed: None):
    live = laid(tables, DAYS)
    say(live, "red", *PITCH)
    live.table.give_orders("blue", [Order("reply", "hold")])
    say(live, "red", "hold")
    assert live.table.asked("red")
    assert live.timing.clocks["blue"].since == 0


def test_what_was_begun_in_a_window_is_taken_back_before_it_passes(tables: Tables, windowed: None):
    live = laid(tables, DAYS)
    assert live.table.passing("red") is None, "a set-up is no chance to react"
    say(live, "red", *PITCH)
    assert live.table.passing("red") is None, "the game does not say how"
    live.table.let_pass("red")
    assert live.table.asked("red")


# -- over the wire


class Party:
    def __init__(self, house: Callable[..., Any], clock: Clock, pace: dict[str, Any]) -> None:
        self.host, self.guest, self.other = house(clock=clock), house(), house()
        made = self.host.lay(seats=FRIENDS, pace=pace)
        self.id = made["id"]
        self.guest.http.get(made["invite"]["blue"])

    def rows(self, who: Any) -> dict[str, Any]:
        (row,) = [row for row in who.http.get("/api/tables").json() if row["id"] == self.id]
        return dict(row)


def greet(*lines: Any) -> None:
    for line in lines:
        line.send(type="hello", seat="")
        line.until("scene")


def told(line: Any) -> dict[str, Any]:
    line.ask(type="why", unit="nobody")
    return {clock["seat"]: clock for clock in line.company["clocks"]}


def test_the_other_claims_the_game_when_time_has_run_out(house: Callable[..., Any], clock: Clock):
    party = Party(house, clock, {"kind": "live", "minutes": 5, "seconds": 0})
    with party.host.at(party.id) as red, party.guest.at(party.id) as blue, party.other.at(party.id) as watcher:
        greet(red, blue, watcher)
        assert told(red)["red"] == {"seat": "red", "left": 300.0, "running": True}
        assert told(blue)["blue"] == {"seat": "blue", "left": 300.0}
        assert blue.ask(type="claim")["error"]["error"] == "Nobody else's time has run out."
        clock.now += 301
        assert red.ask(type="claim")["type"] == "error"
        assert watcher.ask(type="claim")["error"]["error"] == "Watchers only watch."
        assert party.rows(party.guest)["left"] == 0
        assert blue.ask(type="claim")["type"] == "reply"
        told(red)
        assert red.scene["outcome"] == {"winner": "blue", "text": "The Red side ran out of time."}
    assert party.rows(party.host)["result"]["how"] == "time"


def test_or_lets_a_bot_take_over(house: Callable[..., Any], clock: Clock):
    party = Party(house, clock, {"kind": "live", "minutes": 5, "seconds": 0})
    with party.host.at(party.id) as red, party.guest.at(party.id) as blue:
        greet(red, blue)
        clock.now += 301
        assert blue.ask(type="claim", bot="nobody")["type"] == "error"
        assert blue.ask(type="claim", bot="random")["type"] == "reply"
        assert red.ask(type="choose", text=PITCH[0])["error"]["error"] == "random plays the red side."
        told(blue)
        assert blue.scene["players"] == {"red": "random", "blue": "human"}


def test_the_lobby_tells_pace_whose_turn_it_is_and_the_time_left(house: Callable[..., Any], clock: Clock):
    party = Party(house, clock, {"kind": "days", "days": 2, "leave": 0})
    assert house().http.get("/api/offers").json()["offers"] == []
    with party.host.at(party.id) as red, party.guest.at(party.id) as blue:
        greet(red, blue)
        clock.now += DAY
        row = party.rows(party.guest)
        assert (row["asks"], row["left"]) == (["red"], DAY)
        assert row["pace"] == {"kind": "days", "days": 2, "leave": 0, "hours": 12}
        for text in PITCH:
            assert red.ask(type="choose", text=text)["type"] == "reply"
        assert party.rows(party.host)["left"] == 2 * DAY
    offered = party.host.lay(seats={"red": "human", "blue": "anybody"}, pace={"kind": "live"})
    (offer,) = party.guest.http.get("/api/offers").json()["offers"]
    assert (offer["table"], offer["pace"]) == (offered["id"], {"kind": "live", "minutes": 25, "seconds": 20})


@pytest.mark.parametrize(
    "pace",
    [
        "live", 7, {}, {"kind": "eternal"}, {"kind": "live", "minutes": 0}, {"kind": "live", "minutes": 1e9},
        {"kind": "live", "seconds": -1}, {"kind": "days", "days": 31}, {"kind": "days", "leave": -1},
        {"kind": "days", "hours": 0}, {"kind": "days", "days": "three"},
    ],
)  # fmt: skip
def test_a_pace_that_makes_no_sense_is_refused(house: Callable[..., Any], pace: Any):
    refused = house().http.post("/api/tables", json={"scenario": "camp/raids", "seats": FRIENDS, "pace": pace})
    assert refused.status_code == 400
    assert refused.json()["error"]


def test_alone_or_at_one_screen_there_is_no_pace(house: Callable[..., Any]):
    host = house()
    for seats in ({"red": "human", "blue": "human"}, {"red": "human", "blue": "random"}):
        wish = {"scenario": "camp/raids", "seats": seats, "pace": {"kind": "live"}}
        assert "different screens" in host.http.post("/api/tables", json=wish).json()["error"]


@pytest.mark.parametrize("bot", [7, ["random"], "x" * 101, {}])
def test_a_claim_that_cannot_be_read_is_refused(house: Callable[..., Any], clock: Clock, bot: Any):
    party = Party(house, clock, {"kind": "live", "minutes": 5})
    with party.host.at(party.id) as red:
        greet(red)
        assert red.ask(type="claim", bot=bot)["type"] == "error"
