"""How many clicks a day costs: part of one side's first day of the big Kursk, and one activation of Lutchessa Valley.

The same hand (`clicker.py`) made the same moves at the table as it was before stacks showed their reach at once:
`BEFORE`. The part of the day is eight stacks and a single counter of the German side, of about twenty-five that move,
and one attack with everybody beside it and every gun in range. Panning is not counted: the window is large enough.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page
from tests.browser.clicker import Clicker
from tests.browser.conftest import Server
from tests.browser.player import FRAMES, Player

import balka
from balka.table.dice import LiveDice
from balka.table.table import Table

LARGE = {"width": 2300, "height": 1700}
BEFORE = {"stacks": 24, "units": 4, "attack": 16, "companies": 16}
STACKS = (
    ("2203", "2004"), ("1805", "2103"), ("1703", "1205"), ("1504", "1005"), ("1901", "2202"), ("1802", "1304"),
    ("0200", "0204"), ("0900", "1203"),
)  # fmt: skip
UNITS = (("3-505arm", "1104"),)
COMPANIES = (("3k-1gr", "1913"), ("1k-1gr", "2213"), ("2k-1gr", "2309"), ("4k-1gr", "2009"), ("sturm-1gr", "1410"))


def record_until(scenario: str, kind: str, said: tuple[str, ...] = ()) -> str:
    """A game up to the first question of a kind to the German side: what is given is said, bots say the rest."""
    game, found = balka.scenario(scenario)
    state, left = game.start(found.key, {}), list(said)
    table = Table(state, dict.fromkeys(state.setting.seats, "greedy"), dice=LiveDice(bytes(32)), rng=Random(3))
    while True:
        ask = table.state.asks[0]
        if ask.seat == "german" and table.due is not None and table.due.kind == "bot":
            if ask.kind == kind and not left:
                return table.record()
            if left and ask.kind in ("move.phase", "party"):
                text = left.pop(0)
                if text != "halt" or ask.kind == "party":  # whoever can only halt has been halted
                    table.bot_says("german", table.read(text))
                continue
        table.go_on()


def sit(server: Server, visit: Callable[..., Page], scenario: str, record: str) -> Clicker:
    made = server.lay({"german": "human", "soviet": "greedy"}, scenario, record)
    player = Player(visit(f"{server.address}{made['url']}", viewport=LARGE))
    player.wait()
    player.page.keyboard.press("0")
    player.page.evaluate(FRAMES)
    player.wait()
    return Clicker(player)


def place_of(hand: Clicker, unit: str) -> str:
    return hand.player.page.get_attribute(f'g[data-counter="{unit}"]', "data-at") or ""


def test_a_stack_is_moved_by_two_clicks_and_so_is_a_single_counter(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "move.phase"))
    for start, to in STACKS:
        hand.march(start, to)
    stacks = hand.clicks
    for unit, to in UNITS:
        hand.march(place_of(hand, unit), to, unit)
        assert place_of(hand, unit) == to
    assert stacks <= 2 * len(STACKS) < BEFORE["stacks"]
    assert hand.clicks - stacks <= 2 * len(UNITS) < BEFORE["units"]


def test_an_attack_with_all_that_can_join_takes_a_quarter_of_the_clicks(server: Server, visit: Callable[..., Page]):
    moves = [sentence for start, to in STACKS for sentence in (f"take {start}", f"to {to}", "halt")]
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "combat.phase", (*moves, "end")))
    hand.attack("1305")
    assert hand.clicks * 2 <= BEFORE["attack"]
    assert hand.player.ask not in ("combat.phase", "battle"), "the attack is made"


def test_a_company_is_moved_by_two_clicks_in_one_activation(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "gd/lutchessa", record_until("gd/lutchessa", "activation"))
    for unit, to in COMPANIES:
        hand.march(place_of(hand, unit), to, unit)
    assert hand.clicks <= 2 * len(COMPANIES) < BEFORE["companies"]
