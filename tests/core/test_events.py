"""Log lines are made of facts: an event that names a side, a unit or places tells them to the table."""

from __future__ import annotations

import msgspec

import balka
from balka.core.events import Event
from balka.core.state import Setting


class Went(Event, frozen=True):
    side: str
    units: tuple[str, ...]
    start: int
    end: int

    def say(self, setting: Setting) -> str:
        return "They went."


class Fell(Event, frozen=True):
    unit: str
    hex: int
    path: tuple[int, ...] = ()

    def say(self, setting: Setting) -> str:
        return "It fell."


class Took(Event, frozen=True):
    force: str

    def say(self, setting: Setting) -> str:
        return "They took it."


def line(event: Event) -> dict[str, object]:
    told = msgspec.to_builtins(event.line(balka.game("sos").start("sos/courier").setting))
    return {key: value for key, value in told.items() if key not in ("kind", "text", "rules", "tone")}


def test_a_way_is_told_with_its_side_its_first_unit_and_both_ends():
    labels = balka.game("sos").start("sos/courier").setting.board.labels
    assert line(Went("german", ("inf-01", "inf-02"), 0, 1)) == {
        "side": "german", "unit": "inf-01", "from": labels[0], "to": labels[1]
    }  # fmt: skip


def test_what_is_no_side_no_unit_and_no_hex_is_not_told():
    assert line(Went("martian", (), -1, 1)) == {}
    assert line(Fell("", -1)) == {}


def test_a_force_is_told_by_its_side():
    assert line(Took("soviet")) == {"side": "soviet"}
    assert line(Took("")) == {}


def test_all_hexes_named_are_told_in_order():
    labels = balka.game("sos").start("sos/courier").setting.board.labels
    assert line(Fell("rif-01", 2, (3, 4))) == {"unit": "rif-01", "hexes": [labels[2], labels[3], labels[4]]}
