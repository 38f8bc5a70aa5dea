"""How many clicks a day costs: part of one side's first day of the big Kursk, and one activation of Lutchessa Valley.

The same hand (`clicker.py`) made the same moves at the table as it was before stacks showed their reach at once:
`BEFORE`. The part of the day is eight stacks and a single counter of the German side, of about twenty-five that move,
and one attack with everybody beside it and every gun in range. Panning is not counted: the window is large enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from playwright.sync_api import Locator, Page
from tests.browser.clicker import Clicker
from tests.browser.conftest import Server
from tests.browser.player import FRAMES, Player

import balka
from balka.table.dice import LiveDice
from balka.table.table import Table

LARGE = {"width": 2300, "height": 1700}
BEFORE = {"stacks": 24, "units": 4}
AN_ATTACK, A_COMPANY = 10, 4  # clicks, before
STACKS = (
    ("2203", "2004"), ("1805", "2103"), ("1703", "1205"), ("1504", "1005"), ("1901", "2202"), ("1802", "1304"),
    ("0200", "0204"), ("0900", "1203"),
)  # fmt: skip
UNITS = (("3-505arm", "1104"),)
COMPANIES = (("3k-1gr", "1913"), ("1k-1gr", "2213"), ("2k-1gr", "2309"), ("4k-1gr", "2009"), ("sturm-1gr", "1410"))


@cache
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


def test_a_stack_is_moved_by_two_clicks_and_by_one_drag(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "move.phase"))
    clicked, dragged = STACKS[:2], STACKS[2:]
    for start, to in clicked:
        hand.march(start, to)
    assert hand.clicks == 2 * len(clicked)
    for start, to in dragged:
        hand.carry(start, to)
    for unit, to in UNITS:
        hand.carry(place_of(hand, unit), to, unit)
        assert place_of(hand, unit) == to
    before = BEFORE["stacks"] + BEFORE["units"]
    assert hand.clicks == 2 * len(clicked) + len(dragged) + len(UNITS) <= before // 2


def test_a_division_is_sent_by_one_drag_and_taken_back_march_by_march(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "move.phase"))
    hand.send("ARM 10", "2202")
    assert (hand.clicks, place_of(hand, "7-10arm"), place_of(hand, "1-art-xxiii")) == (1, "2202", "2001")
    assert hand.player.prompt == "10 Panzer towards 2202: 8 of 9 to 2202, 2001, 1901."
    assert hand.player.page.locator('[data-dock-row="to-move"] [data-formation="ARM 10"]').count() == 0
    for _ in range(4):
        hand.player.undo()
    assert (place_of(hand, "7-10arm"), place_of(hand, "1-art-xxiii")) == ("2202", "1801")
    stops_before_the_enemy(hand)


def stops_before_the_enemy(hand: Clicker) -> None:
    """A double click on a counter picks its formation, a click on a hex sends it, and the prompt says how far."""
    page, before = hand.player.page, hand.player.version
    page.mouse.dblclick(*hand.spot("1504"))
    page.wait_for_selector('[data-formation="ARM 20"][aria-pressed="true"]')
    page.mouse.click(*hand.spot("1906"))
    hand.player.moved_on(before)
    assert hand.player.prompt == "20 Panzer towards 1906: 5 of 5 to 1605, 1804."
    assert "stopped in 1605: nearer hexes lie next to the enemy" in page.inner_text("#remarks")


def test_an_attack_with_all_that_can_join_takes_half_of_the_clicks(server: Server, visit: Callable[..., Page]):
    moves = [sentence for start, to in STACKS for sentence in (f"take {start}", f"to {to}", "halt")]
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "combat.phase", (*moves, "end")))
    lies_in_the_dock(hand, "1305")
    hand.clicks = 0
    hand.attack("1305")
    assert hand.clicks <= AN_ATTACK // 2
    assert hand.player.ask not in ("combat.phase", "battle"), "the attack is made"


def lies_in_the_dock(hand: Clicker, target: str) -> None:
    """Duties of one kind are told once; whoever is in an attack lies in the dock, and who can join beside them."""
    page = hand.player.page
    assert page.locator(".todo .many").first.inner_text().startswith("Must be attacked")
    assert all(box["width"] < 120 for box in map(Locator.bounding_box, page.locator(".edge").all()) if box)
    hand.click(next(offer for offer in hand.offers("hex", "counter") if offer["token"] == target))
    able, inside = '[data-dock-row="gathered"] .able', '[data-dock-row="gathered"] button:not(.able)'
    page.wait_for_selector(able)
    before, version = page.locator(inside).count(), hand.player.version
    page.locator(able).first.click()
    hand.player.moved_on(version)
    assert page.locator(inside).count() == before + 1
    hand.player.undo()


def test_a_stack_that_cannot_go_somewhere_together_says_why(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "move.phase"))
    page = hand.player.page
    page.mouse.click(*hand.spot("1703"))
    page.wait_for_selector("#prompt-back")
    page.mouse.click(*hand.spot("1325"))
    slip = page.wait_for_selector('[data-slip="1325"]')
    assert slip is not None and "out of reach" in slip.inner_text()


def test_an_activation_takes_one_drag_a_company_or_one_for_all(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "gd/lutchessa", record_until("gd/lutchessa", "activation"))
    hand.send("1gr", "1913")
    assert (hand.clicks, place_of(hand, "sturm-1gr")) == (1, "1913")
    for _ in range(8):
        hand.player.undo()
    hand.clicks = 0
    for unit, to in COMPANIES:
        hand.carry(place_of(hand, unit), to, unit)
        assert place_of(hand, unit) == to
    assert hand.clicks == len(COMPANIES) <= A_COMPANY * len(COMPANIES) // 2
