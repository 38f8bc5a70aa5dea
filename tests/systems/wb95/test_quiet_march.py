"""Hexes far from any enemy are passed at one go, and nothing comes out otherwise than hex by hex. [3.1.4]"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.drawing import drawn
from balka.core.events import Told
from balka.core.frames import CHANCE
from balka.lab.bench import draw, starts
from balka.systems.wb95 import party
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.party import quiet_hexes
from balka.systems.wb95.position import Flight, WbWork, put


def lines(game: Game, word: str) -> list[int]:
    return [n for n, line in enumerate(game.events) if word in line]


def test_works_that_are_passed_are_lost() -> None:
    game = on("a . . .", a="g inf")
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, works={"1": "soviet"}))
    assert game.play("take a; to D01").at("a") == "D01" and game.state.position.works == {}


def test_aircraft_wait_for_who_only_passes() -> None:
    game = on("a . . .", "move", "big_river A01 B01", side="soviet", a="s inf mp=12")
    position = structs.replace(game.state.position, air=(Flight("air-3", "german", "river", 1),))
    game.state = structs.replace(game.state, position=position)
    assert game.play("take a; to C01").state.asks[0].kind == "river crossing" and game.at("a") == "B01"


def test_a_stack_that_is_left_next_to_an_enemy_is_told_of_before_the_march_goes_on() -> None:
    game = on("x a+b . . . .", a="g inf", b="g arm", x="s hq 0 cel=1").play("take b; to E01")
    assert lines(game, "B01 to C01")[0] < lines(game, "B01 holds")[0] < lines(game, "C01 to D01")[0]


def test_where_stacks_show_who_is_on_top_every_hex_is_seen() -> None:
    game = on("a . . .", a="g inf", book={"masks": "top"}).play("take a; to D01")
    assert [line for line in game.events if "on top" in line] == [
        f"a lies on top at {h}" for h in ("B01", "C01", "D01")
    ]


def test_a_far_bank_is_lost_to_who_only_passes_it() -> None:
    picture, roads = "h . . .\n. . . .\n. . . .\n. . . .", ("main D01 C02", "main C02 C03")
    where = {"h": "g hq 0 mp=10 cel=1", "x": "s arm"}
    game = on(picture.replace("h . . .", "h . . x"), "move", "big_river A01 B01", *roads, side="soviet", **where)
    work = game.work()
    put(work, game.unit("h").marked(Mark.BUILDING))
    work.secrets = {"german": {"bridge h": "0/1"}, "soviet": {}}
    game.after(work)
    assert game.unit("h").has(Mark.BUILDING), "as long as he is not next to the far bank"
    assert game.play("take x; to C03").at("x") == "C03" and not game.unit("h").has(Mark.BUILDING)


def played(seed: int, steps: int) -> tuple[str, list[Told]]:
    """How a game played at random stands after some steps, and all that was told on the way."""
    state, rng, told = starts(["kursk/kursk"])["kursk/kursk"], Random(seed), list[Told]()
    for _ in range(steps):
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else drawn(state, seat, rng.randrange)
        step = state.apply(answer, seat)
        state = step.state
        told += step.events
    return state.hash, told


@pytest.mark.parametrize("seed", [3, 4])
def test_a_game_is_the_same_and_told_in_the_same_order_as_hex_by_hex(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_one_go = played(seed, 400)
    passed: list[int] = []

    def nothing_is_quiet(work: WbWork, side: str, way: Sequence[int]) -> tuple[int, ...]:
        passed.extend(quiet_hexes(work, side, way))
        return ()

    monkeypatch.setattr(party, "quiet_hexes", nothing_is_quiet)
    assert played(seed, 400) == at_one_go and len(passed) > 20
