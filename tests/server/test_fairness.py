"""The dice page: honest error bars, rolls by kind and side, and rolls that anybody can make again."""

from __future__ import annotations

import hashlib
import hmac
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.conftest import HOT, PITCH, Visitor

from balka.server import fairness

House = Callable[..., Visitor]


@pytest.mark.parametrize(
    ("hits", "rolls", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0, 1)],
)
def test_wilsons_interval_is_the_published_one(hits: int, rolls: int, low: float, high: float):
    assert fairness.wilson(hits, rolls) == pytest.approx((low, high), abs=5e-4)


def test_about_nineteen_in_twenty_intervals_hold_the_true_chance():
    rng = random.Random(7)
    held = 0
    for _ in range(2000):
        hits = sum(rng.random() < 1 / 6 for _ in range(60))
        low, high = fairness.wilson(hits, 60)
        held += low <= 1 / 6 <= high
    assert 0.93 <= held / 2000 <= 0.975


@pytest.mark.parametrize(
    ("chi", "free", "p"), [(3.841, 1, 0.05), (18.307, 10, 0.05), (0.0, 5, 1.0), (9.342, 10, 0.5), (200.0, 5, 0.0)]
)
def test_the_tail_of_chi_square_is_the_printed_one(chi: float, free: int, p: float):
    assert fairness.upper_tail(chi, free) == pytest.approx(p, abs=5e-4)


def test_rare_totals_are_counted_with_their_neighbours_and_few_rolls_say_nothing():
    assert fairness.stray(Counter({7: 4}), fairness.chances_of("2d6")) is None
    rolled = fairness.stray(Counter(dict.fromkeys(range(2, 13), 10)), fairness.chances_of("2d6"))
    assert rolled is not None
    assert rolled.free < 10
    assert rolled.p < 0.001, "a flat 2d6 is no honest pair"


def test_sums_of_two_dice_are_one_row_however_they_are_read():
    (row,) = fairness.rows([("2d6", 7, 3), ("2d6=", 7, 2), ("2d6", 2, 1)])
    assert (row.dice, row.rolls, row.seen["7"], row.seen["2"]) == ("2d6", 6, 5, 1)
    assert row.chance["7"] == pytest.approx(1 / 6)
    assert row.low["7"] < 5 / 6 < row.high["7"]
    assert sum(row.expected.values()) == pytest.approx(6, abs=0.01)


def finished(house: House) -> tuple[Visitor, str]:
    """A game both bots have played to its end."""
    host = house()
    table = host.lay(seats={"red": "random", "blue": "random"})["id"]
    while not host.http.get(f"/api/tables/{table}/replay").json()["over"]:
        time.sleep(0.02)
    return host, table


def test_rolls_are_told_by_side(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    with host.at(table) as line:
        line.hello("red")
        for text in (*PITCH, "fire big"):
            line.choose(text)
    told = host.http.get(f"/api/tables/{table}/dice").json()
    assert [(side["key"], [row["rolls"] for row in side["rows"]]) for side in told["sides"]] == [("red", [1])]


def remade(secret: bytes, number: int, possible: list[list[Any]]) -> str:
    """Roll a number again from the secret, written from the explanation and not from our code."""
    total = sum(weight for _, weight in possible)
    tries = 0
    while True:
        value = int.from_bytes(hmac.new(secret, f"{number}.{tries}".encode(), hashlib.sha256).digest(), "big")
        if value < 2**256 - 2**256 % total:
            break
        tries += 1
    pick = value % total
    for text, weight in possible:
        pick -= weight
        if pick < 0:
            return str(text)
    raise AssertionError


def test_anybody_can_make_every_roll_again_once_the_game_is_over(house: House):
    host, table = finished(house)
    told = host.http.get(f"/api/tables/{table}/dice").json()
    secret = bytes.fromhex(told["secret"])
    assert hashlib.sha256(secret).hexdigest() == told["commitment"]
    open_ = host.http.get(f"/api/tables/{table}/dice/rolls").json()
    assert len(open_["rolls"]) == sum(row["rolls"] for row in told["rows"])
    for roll in open_["rolls"]:
        possible = open_["kinds"][roll["of"]] if isinstance(roll["of"], str) else roll["of"]
        assert remade(secret, roll["number"], possible) == roll["got"]


def test_the_rolls_are_not_told_while_the_game_goes_on(house: House):
    host = house()
    table = host.lay(seats=HOT)["id"]
    assert host.http.get(f"/api/tables/{table}/dice/rolls").status_code == 409


def test_the_dice_of_the_whole_house_are_those_of_games_that_are_over(house: House):
    host, table = finished(house)
    rolls = sum(row["rolls"] for row in host.http.get(f"/api/tables/{table}/dice").json()["rows"])
    running = host.lay(seats=HOT)["id"]
    with host.at(running) as line:
        line.hello("red")
        for text in (*PITCH, "fire big"):
            line.choose(text)
    told = house().http.get("/api/dice").json()
    assert sum(row["rolls"] for row in told["rows"]) == rolls
    assert told["tables"] == (1 if rolls else 0)
