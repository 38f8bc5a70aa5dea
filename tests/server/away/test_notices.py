"""Somebody who is away hears that a table waits for him: once, after a while, all at once, and nothing else."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from tests.server.away.conftest import ADDRESS, DAYS, WAIT, Match, Town
from tests.server.conftest import PITCH
from tests.server.people.conftest import Person
from tests.server.people.post import PATIENCE

from balka.server import timing
from balka.server.away import sending
from balka.server.away.desk import HERE_FOR
from balka.server.store.away import forget

MARTA, WREN = "marta@example.org", "wren@example.org"


@pytest.fixture
def pair(town: Town) -> tuple[Person, Person]:
    return town.comes("Marta", MARTA), town.comes("Wren", WREN)


def pitched(pair: tuple[Person, Person], **wish: Any) -> Match:
    """A table at which red has set up, and is to decide."""
    match = Match(*pair, **{"pace": DAYS, **wish})
    match.decides(match.red, "red", *PITCH)
    return match


def blues_turn(pair: tuple[Person, Person], **wish: Any) -> Match:
    match = pitched(pair, **wish)
    match.decides(match.red, "red", "hold")
    return match


def test_a_mail_says_whose_turn_it_is_and_nothing_else(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    town.passes(WAIT - 1, match.red)
    assert town.post.empty, "it waits for more to tell"
    town.passes(1, match.red)
    mail = town.post.next()
    assert (mail["To"], mail["Subject"]) == (WREN, "It is your turn: Raids by Night, against Marta")
    token = match.red.store.away.wish(match.red.store.people.named("wren").id).token
    assert mail.get_content().replace("\r", "").split("\n\n") == [
        "Hello Wren,",
        f"It is your turn: Raids by Night, against Marta\n{ADDRESS}/table/{match.table}",
        "Nothing more is sent until you have been there.",
        f"What you hear of, and how: {ADDRESS}/account\nNo more mail of this kind: {ADDRESS}/unsubscribe/{token}\n",
    ]
    town.passes(86400, match.red)
    assert town.post.empty, "once, and nobody else"


def test_whoever_has_decided_by_then_hears_nothing(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    match.decides(match.blue, "blue", "hold")
    match.decides(match.red, "red", "hold")
    town.passes(WAIT, match.red)
    assert town.post.next()["To"] == WREN, "his next turn"
    assert town.post.empty


def test_whoever_looks_at_the_table_hears_nothing(town: Town, pair: tuple[Person, Person]):
    match = pitched(pair)
    with match.looks(match.blue, "blue") as line:
        match.decides(match.red, "red", "hold")
        line.ask(type="why", unit="nobody")
        town.passes(WAIT, match.red)
    town.passes(86400, match.red)
    assert town.post.empty


def test_a_page_behind_others_is_not_looked_at(town: Town, pair: tuple[Person, Person]):
    match = pitched(pair)
    with match.looks(match.blue, "blue") as line:
        assert line.ask(type="looking", here=False)["type"] == "reply"
        match.decides(match.red, "red", "hold")
        town.passes(WAIT, match.red)
        assert town.post.next()["To"] == WREN


def test_whoever_looks_in_another_process_hears_nothing(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    wren = match.red.store.people.named("wren").id
    match.red.store.away.here([(wren, match.table)], town.now + WAIT + HERE_FOR)
    town.passes(WAIT, match.red)
    town.passes(86400, match.red)
    assert town.post.empty


def test_whoever_looks_is_known_to_all_processes_at_once_and_whoever_has_just_left_is_away(
    town: Town, pair: tuple[Person, Person]
):
    match = pitched(pair)
    wren = match.red.store.people.named("wren").id
    with match.looks(match.blue, "blue"):
        assert match.red.store.away.looks_at(wren) == {match.table}
    match.decides(match.red, "red", "hold")
    assert match.red.store.away.looks_at(wren) == set()
    town.passes(WAIT, match.red)
    assert town.post.next()["To"] == WREN


def test_several_tables_are_one_mail(town: Town, pair: tuple[Person, Person]):
    first = blues_turn(pair)
    town.passes(WAIT / 2, first.red)
    with first.looks(first.red, "red"):
        pass
    second = Match(*pair, pace=DAYS)  # its coming back makes what waits known
    second.decides(second.red, "red", *PITCH)
    third = Match(*pair, pace=DAYS)
    third.decides(third.red, "red", *PITCH)
    for match in (second, third):
        match.decides(match.red, "red", "hold")
    town.passes(WAIT, first.red)
    mail = town.post.next()
    assert mail["Subject"] == "It is your turn at 2 tables"
    text = mail.get_content()
    assert all(f"{ADDRESS}/table/{match.table}" in text for match in (second, third))
    assert first.table not in text, "of that he has known since he came back"
    assert town.post.empty


def test_nothing_more_is_sent_until_somebody_has_come_back(town: Town, pair: tuple[Person, Person]):
    first, second = pitched(pair), pitched(pair)
    first.decides(first.red, "red", "hold")
    town.passes(WAIT, first.red)
    assert town.post.next()["To"] == WREN
    second.decides(second.red, "red", "hold")
    town.passes(86400, first.red)
    assert town.post.empty
    assert [table["waits"] for table in second.blue.tables] == [True, True], "he comes back, and sees both"
    first.decides(first.blue, "blue", "hold")
    first.decides(first.red, "red", "hold")
    town.passes(WAIT, first.red)
    assert town.post.next()["Subject"] == "It is your turn: Raids by Night, against Marta"
    assert town.post.empty, "the other table he has seen"


def test_what_is_due_survives_a_restart_and_is_sent_once(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    marta = town.comes("Marta", again=True)
    town.now += WAIT
    tables = marta.http.app.state.tables  # type: ignore[attr-defined]

    async def both() -> None:
        await asyncio.gather(*(sending.send_due(tables, tables.desk) for _ in range(3)))

    assert marta.http.portal is not None
    marta.http.portal.call(both)
    assert match.table in town.post.next().get_content()
    marta = town.comes("Marta", again=True)
    town.passes(WAIT, marta)
    assert town.post.empty


def test_what_a_process_that_died_left_unsaid_is_said_by_the_next(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    store = match.red.store
    wren = store.people.named("wren").id
    with store.transaction() as db:  # it died after the entry, before the notice
        forget(db, wren)
    marta = town.comes("Marta", again=True)
    until = time.monotonic() + PATIENCE
    while not marta.store.away.unknown(wren):  # it looks at the last tables beside whatever else it does
        assert time.monotonic() < until, "nobody is told"
        time.sleep(0.01)
    town.passes(WAIT, marta)
    assert town.post.next()["To"] == WREN


@pytest.mark.parametrize("what", ["draw", "adjourn"])
def test_something_is_asked_of_somebody(town: Town, pair: tuple[Person, Person], what: str):
    match = pitched(pair)
    with match.looks(match.red, "red") as red:
        assert red.ask(type="ask_for", what=what)["type"] == "reply"
        town.passes(WAIT, match.red)
        mail = town.post.next()
        assert (mail["To"], mail["Subject"]) == (WREN, "You are asked for an answer: Raids by Night, against Marta")
    assert town.post.empty


def test_a_clock_that_runs_low_is_told_of_before_it_runs_out(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    with match.looks(match.blue, "blue"):
        pass  # he knows that it is his turn, and goes
    tables = match.red.http.app.state.tables  # type: ignore[attr-defined]
    assert match.red.http.portal is not None

    def clocks_are_looked_at() -> None:
        for table_id, _ in tables.store.overdue(5):
            match.red.http.portal.call(timing.run_out, tables, table_id)

    town.now += 2.2 * 86400
    clocks_are_looked_at()
    town.passes(WAIT, match.red)
    assert town.post.empty, "more than a quarter is left"
    town.now += 0.1 * 86400
    clocks_are_looked_at()
    town.passes(WAIT, match.red)
    mail = town.post.next()
    assert (mail["To"], mail["Subject"]) == (WREN, "Your clock runs low: Raids by Night, against Marta")
    assert town.post.empty


def test_that_a_game_is_over_is_told_and_not_how_it_ended(town: Town, pair: tuple[Person, Person]):
    match = pitched(pair)
    with match.looks(match.red, "red") as red:
        red.ask(type="resign")
        town.passes(WAIT, match.red)
        mail = town.post.next()
        assert (mail["To"], mail["Subject"]) == (WREN, "The game is over: Raids by Night, against Marta")
        assert "resign" not in mail.get_content()
    match.red.http.get(f"/api/tables/{match.table}")
    town.passes(3 * 86400, match.red)
    assert town.post.empty


def test_somebody_comes_to_a_table_and_later_asks_for_a_rematch(town: Town, pair: tuple[Person, Person]):
    marta, wren = pair
    match = Match(marta, wren, pace=DAYS)
    town.passes(WAIT, marta)
    assert town.post.next()["Subject"] == "It is your turn: Raids by Night, against Wren", (
        "more urgent than that he came"
    )
    with match.looks(wren, "blue") as blue:
        blue.ask(type="resign")
    assert marta.tables
    town.passes(WAIT, marta)
    wren.call("POST", f"/tables/{match.table}/rematch")
    town.passes(WAIT, marta)
    mail = town.post.next()
    assert (mail["To"], mail["Subject"]) == (MARTA, "You are challenged: Raids by Night, against Wren")
    assert f"{ADDRESS}/table/{match.table}" in mail.get_content(), "where she can join it"


def test_a_challenge_by_name_leads_to_the_lobby_and_is_not_told_once_taken_back(
    town: Town, pair: tuple[Person, Person]
):
    marta, wren = pair
    wish = {"name": "Wren", "scenario": "camp/raids", "side": "red", "pace": DAYS, "rated": False}
    taken_back = marta.call("POST", "/challenges", wish)["id"]
    marta.call("DELETE", f"/challenges/{taken_back}")
    town.passes(WAIT, marta)
    assert town.post.empty
    marta.call("POST", "/challenges", wish)
    town.passes(WAIT, marta)
    mail = town.post.next()
    assert (mail["To"], mail["Subject"]) == (WREN, "You are challenged: Raids by Night, against Marta")
    assert f"{ADDRESS}/\r\n" in mail.get_content(), "where he accepts or declines it"
    assert wren.call("GET", "/lobby")["challenges"]
    assert wren.store.away.posts([wren.store.people.named("wren").id]) == {}, "who sees the lobby is back"


def test_a_live_game_sends_no_mail_unless_it_is_wished_for(town: Town, pair: tuple[Person, Person]):
    live = {"kind": "live", "minutes": 25, "seconds": 20}
    blues_turn(pair, pace=live)
    town.passes(WAIT, pair[0])
    assert town.post.empty
    wanted = {"mail": {"kinds": ["turn"], "paces": ["live"]}}
    pair[1].call("PUT", "/me/notices", wanted)
    blues_turn(pair, pace=live)
    town.passes(15, pair[0])
    assert town.post.next()["To"] == WREN, "and soon"


def test_watchers_and_strangers_hear_nothing(town: Town, pair: tuple[Person, Person]):
    watcher = town.comes("Ilse", "ilse@example.org")
    match = pitched(pair)
    with watcher.visitor.at(match.table) as line:
        line.hello("")
        match.decides(match.red, "red", "hold")
    ilse = watcher.store.people.named("ilse").id
    assert {notice.person for notice in watcher.store.away.standing(match.table)} & {ilse} == set()
    town.passes(WAIT, watcher)
    assert town.post.next()["To"] == WREN
    assert town.post.empty


def test_a_table_alone_or_at_one_screen_sends_nothing(town: Town, pair: tuple[Person, Person]):
    marta, _ = pair
    for seats in ({"red": "human", "blue": "random"}, {"red": "human", "blue": "human"}):
        table = marta.visitor.lay(seats=seats)["id"]
        with marta.visitor.at(table) as line:
            line.hello("red")
            line.ask(type="choose", text=PITCH[0])
    town.passes(86400, marta)
    assert town.post.empty
    assert marta.store.away.unknown(marta.store.people.named("marta").id) == []


def test_a_mail_that_does_not_arrive_is_tried_again_and_then_given_up(
    town: Town, pair: tuple[Person, Person], caplog: pytest.LogCaptureFixture
):
    match = blues_turn(pair)
    town.post.refuses = 3
    town.passes(WAIT, match.red)
    for span in sending.AGAIN[:3]:
        town.passes(span - 1, match.red)
        assert town.post.empty
        town.passes(1, match.red)
    assert town.post.next()["To"] == WREN
    match.decides(match.blue, "blue", "hold")
    match.decides(match.red, "red", "hold")
    town.post.refuses = 1000
    town.passes(WAIT, match.red)
    for span in sending.AGAIN:
        town.passes(span, match.red)
    assert "did not arrive, tried 6 times" in caplog.text and WREN not in caplog.text
    assert town.post.refuses == 994
    town.passes(86400, match.red)
    assert town.post.refuses == 994


def test_a_mistake_of_ours_is_not_made_for_ever(
    town: Town, pair: tuple[Person, Person], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    match = blues_turn(pair)
    monkeypatch.setattr(sending.writing, "mail", lambda *words: 1 // 0)
    town.passes(WAIT, match.red)
    for span in sending.AGAIN:
        town.passes(span, match.red)
    assert caplog.text.count("ZeroDivisionError") == 6
    assert match.red.store.away.posts([match.red.store.people.named("wren").id]) == {}


def test_all_of_it_goes_with_the_account(town: Town, pair: tuple[Person, Person]):
    match = blues_turn(pair)
    wren = match.red.store.people.named("wren").id
    assert match.blue.call("GET", "/me/data")["notices"] == {"wanted": {}, "targets": []}
    match.blue.call("PUT", "/me/notices", {})
    match.blue.call("POST", "/me/delete", {})
    away = match.red.store.away
    assert (away.unknown(wren), away.wish(wren), away.posts([wren])) == ([], None, {})
    town.passes(WAIT, match.red)
    assert town.post.empty


def test_without_accounts_there_are_no_notices(house: Any):
    somebody = house()
    assert somebody.http.get("/api/me/notices").status_code == 404
    assert somebody.http.get("/unsubscribe/x").status_code == 404
    assert somebody.http.post("/unsubscribe/x").status_code == 404
    made = somebody.lay(seats={"red": "human", "blue": "friend"})
    assert somebody.http.app.state.tables.open(made["id"]).noticing.desk is None
    assert somebody.http.app.state.tables.store.away.standing(made["id"]) == []
