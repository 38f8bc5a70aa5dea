"""Standing orders for opportunity fire: never, at good odds, or ask, so that marches under guns flow."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.famous_divisions.kit import on
from tests.systems.famous_divisions.stages import route

from balka.bots.greedy import GreedyBot
from balka.games.grossdeutschland.title import GAME
from balka.table.dice import GivenDice, SeededDice
from balka.table.orders import read_order
from balka.table.table import Table

GUN = "flak-2gr"
NEVER = ("oppfire: hold",)
FIRE = ("oppfire: fire if casualty at least {}%", "oppfire: hold", "opptarget: at if casualty at least 0%")


def at_odds(percent: int) -> tuple[str, ...]:
    return tuple(order.format(percent) for order in FIRE)


def marched(*orders: str) -> Table:
    """Tanks drive up a road below an 88 whose owner has given orders."""
    table = Table(route(), {}, dice=GivenDice(["2d6 1 1"] * 20))
    table.give_orders("german", [read_order(order) for order in orders])
    for sentence in ("take t34.1-2tk", "with t34.2-2tk", "to C03"):
        table.choose("soviet", sentence)
        table.run("no bots")
    return table


def test_never_fire_lets_the_whole_march_pass() -> None:
    table = marched(*NEVER)
    record = table.record()
    assert record.count("german: hold") >= 2
    assert "fire" not in record
    assert table.asked("soviet") and not table.asked("german")


def test_fire_at_odds_shoots_where_they_are_met_and_picks_the_likeliest_target() -> None:
    """One shot for each hex that is near enough; a stack of two asks for its target, which the orders answer too."""
    lines = [line for line in marched(*at_odds(10)).record().splitlines() if line.startswith("german: ")]
    assert lines == ["german: hold", "german: hold", f"german: fire {GUN} C04", "german: at t34.1-2tk",
                     f"german: fire {GUN} C03", "german: at t34.1-2tk"]  # fmt: skip


def test_without_orders_the_owner_is_asked_at_every_window() -> None:
    table = marched()
    assert table.asked("german")
    assert table.state.asks[0].kind == "oppfire" and table.state.asks[0].window


def test_orders_for_opportunity_fire_do_not_pick_targets_in_an_own_activation() -> None:
    game = on("a\n.\nx\n", a=f"{GUN} hq-2gr", x="t34.1-2tk t34.2-2tk").activate("2gr")
    table = Table(game.state, {}, dice=SeededDice(1))
    table.give_orders("german", [read_order(order) for order in at_odds(0)])
    for sentence in ("fight", f"fire {GUN} A03"):
        table.choose("german", sentence)
        table.run("no bots")
    assert table.asked("german")
    assert table.state.asks[0].kind == "target"


def _said_by_order(orders: tuple[str, ...], dice: int) -> set[str]:
    """A game to its end against a bot: the first words of what the orders said."""
    by_order: list[str] = []
    journal = lambda entry: by_order.append(entry.text) if entry.kind == "order" else None  # noqa: E731
    table = Table(GAME.start("slice"), {"soviet": "greedy"}, dice=SeededDice(dice), journal=journal, rng=Random(2))
    table.give_orders("german", [read_order(order) for order in orders])
    bot, rng, kinds = GreedyBot(), Random(1), set()
    table.run()
    while not table.over:
        kinds.add(table.state.asks[0].kind)
        choice = bot.choose(table.state.view("german"), "german", rng)
        table.choose("german", table.state.text(choice))
        table.run()
    assert "oppfire" not in kinds and "opptarget" not in kinds
    assert table.state.verdict() is not None
    return {text.split()[0] for text in by_order}


@pytest.mark.parametrize(("orders", "fires"), [(NEVER, False), (at_odds(1), True)])
def test_whole_games_flow_by_orders(orders: tuple[str, ...], fires: bool) -> None:
    """The side with orders is asked everything else, never about opportunity fire; not every game has any."""
    said = {word for dice in range(10, 22) for word in _said_by_order(orders, dice)}
    assert said == {"hold"} if not fires else {"fire"} <= said <= {"fire", "at", "hold"}
