"""Tables under rules that have changed: played again where they fit, else gone on with from the last turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from tests.server.conftest import HOT, PITCH, Visitor
from tests.table.camp import CampSystem, Pitch

from balka.core.choices import Choice, Node, Token
from balka.core.errors import BalkaError
from balka.server import reviving
from balka.server.store import Link, Store, StoredTable
from balka.table.table import Entry

House = Callable[..., Visitor]


def played(house: House, *texts: str) -> tuple[Visitor, str]:
    """A table where red has pitched its tents and some more has been said."""
    host = house()
    made = host.lay(seats=HOT)
    with host.at(made["id"]) as browser:
        browser.hello("red")
        for text in PITCH:
            browser.choose(text)
        for text in texts:
            if not browser.scene["ask"]["yours"]:
                browser.send(type="seat", seat=browser.until("curtain")["seat"])
                browser.until("scene")
            browser.choose(text)
    return host, str(made["id"])


def back(host: Visitor, house: House) -> Visitor:
    """The same browser, at the server that has come back."""
    again = house(again=True)
    again.http.cookies = host.http.cookies
    return again


def opened(host: Visitor, table: str) -> tuple[dict[str, Any], list[str]]:
    """The first scene, and what is told about the table itself."""
    with host.at(table) as browser:
        scene = browser.hello("red", have=1)
        browser.send(type="overlay", kind="none", id=9)
        frames = [browser.next()]
        while frames[-1].get("id") != 9:
            frames.append(browser.next())
    return scene, [frame["text"] for frame in frames if frame["type"] == "notice"]


def test_a_table_under_the_same_rules_comes_back_without_a_word(house: House) -> None:
    host, table = played(house, "hold")
    assert opened(back(host, house), table)[1] == []


def test_what_still_fits_is_played_again_and_the_players_are_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, table = played(house, "hold")
    monkeypatch.setattr(CampSystem, "version", "2")
    _, told = opened(back(host, house), table)
    assert len(told) == 1
    assert told[0].startswith("The rules have changed since this game was played (version 1, now 2).")
    assert told[0].endswith("was worked out anew.")


@pytest.fixture
def no_tent_in_a01(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A rule that makes what was said at the beginning illegal, once it is switched on."""
    before = Pitch.grow

    def grow(self: Pitch, state: Any, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        found = before(self, state, path, seat)
        return [
            node for node in found if not (isinstance(node, Choice) and node.text(state.setting.board).endswith("A01"))
        ]

    def switch_on() -> None:
        monkeypatch.setattr(Pitch, "grow", grow)
        monkeypatch.setattr(CampSystem, "version", "2")

    yield switch_on


class TestARuleThatNoLongerAllowsWhatWasSaid:
    def test_the_game_goes_on_from_the_last_turn(self, house: House, no_tent_in_a01: Callable[[], None]) -> None:
        host, table = played(house, "hold", "hold", "hold")
        no_tent_in_a01()
        scene, told = opened(back(host, house), table)
        assert told == [
            "The rules have changed since this game was played (version 1, now 2). It goes on from Day 2 of 2."
        ]
        assert scene["turn"]["label"] == "Day 2 of 2"
        assert scene["ask"] is not None

    def test_it_can_be_played_on_and_comes_back_again(self, house: House, no_tent_in_a01: Callable[[], None]) -> None:
        host, table = played(house, "hold", "hold", "hold")
        no_tent_in_a01()
        again = back(host, house)
        opened(again, table)
        with again.at(table) as browser:
            browser.hello("red")
            before = browser.scene["log_from"]
            browser.choose("hold")
        once_more = back(again, house)
        scene, told = opened(once_more, table)
        assert told == []
        assert scene["ask"]["side"] == "blue"
        assert before == 0

    def test_no_record_pretends_to_tell_it_from_the_beginning(
        self, house: House, no_tent_in_a01: Callable[[], None]
    ) -> None:
        host, table = played(house, "hold", "hold", "hold")
        no_tent_in_a01()
        again = back(host, house)
        opened(again, table)
        answer = again.http.get(f"/api/tables/{table}/record")
        assert answer.status_code == 400
        assert "went on after its rules had changed" in answer.json()["error"]

    def test_dice_never_fall_a_second_time(self, house: House, no_tent_in_a01: Callable[[], None]) -> None:
        host, table = played(house, "fire big", "hold", "hold")
        rolls = host.http.app.state.tables.open(table).table.play.rolls  # type: ignore[attr-defined]
        assert rolls
        no_tent_in_a01()
        again = back(host, house)
        opened(again, table)
        assert again.http.app.state.tables.open(table).table.play.rolls == rolls  # type: ignore[attr-defined]

    def test_a_table_of_which_no_turn_was_kept_says_why_it_stays_shut(
        self, house: House, no_tent_in_a01: Callable[[], None]
    ) -> None:
        host = house()
        table = host.lay(seats=HOT)["id"]
        with host.at(table) as browser:
            browser.hello("red")
            browser.choose(PITCH[0])
        store = host.http.app.state.tables.store  # type: ignore[attr-defined]
        with store._engine.begin() as db:
            db.exec_driver_sql("DELETE FROM snapshots")
        no_tent_in_a01()
        answer = back(host, house).http.get(f"/api/tables/{table}")
        assert answer.status_code == 400
        assert "The rules have changed since this game was played (version 1, now 2)." in answer.json()["error"]
        assert "cannot be opened" in answer.json()["error"]


def test_a_damaged_file_is_refused_with_a_sentence(tmp_path: Any) -> None:
    path = tmp_path / "balka.sqlite"
    store = Store(path)
    for number in range(300):
        stored = StoredTable(f"t{number}", "camp/raids", "x" * 200, {}, {}, b"", "", f"host{number}")
        store.create(stored, [Link(f"link{number}", "red", claimed=False)])
    store.close()
    body = bytearray(path.read_bytes())
    body[8192:20480] = b"\xff" * 12288
    path.write_bytes(bytes(body))
    with pytest.raises(BalkaError, match=r"damaged|cannot be opened"):
        Store(path)


def test_a_table_that_was_kept_is_not_played_again_from_its_beginning(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, table = played(house, "hold")
    before = opened(host, table)[0]
    again, seen = back(host, house), list[int]()
    monkeypatch.setattr(reviving, "_play_again", lambda *given: seen.append(1))
    scene, told = opened(again, table)
    assert not seen and told == []
    numbers = {name: before[name] for name in ("version", "log_from")}
    assert {**scene, **numbers} == before, "the log and all else"


@pytest.mark.parametrize("damage", ["play = x''", "play = x'7b7d'"])
def test_a_table_whose_kept_game_is_not_understood_is_played_again(house: House, damage: str) -> None:
    host, table = played(house, "hold")
    before = opened(host, table)[0]
    again = back(host, house)
    store = again.http.app.state.tables.store  # type: ignore[attr-defined]
    with store._engine.begin() as db:
        db.exec_driver_sql(f"UPDATE snapshots SET {damage}")
    scene, told = opened(again, table)
    assert told == [] and scene["log"] == before["log"]


def test_what_another_process_stores_while_a_table_is_brought_back_is_not_taken_in_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = house()
    table = host.lay(seats=HOT)["id"]
    tables = host.http.app.state.tables  # type: ignore[attr-defined]
    tables.forget(table)
    counted = tables.store.next_number(table)
    tables.store.append(table, counted, Entry("person", "red", PITCH[0]))
    monkeypatch.setattr(tables.store, "next_number", lambda table: counted)
    live = tables.open(table)
    assert live.follow()
    assert len(live.table.play.draft.choices_of("red")) == 1
    assert live.journal.number == counted + 1
