"""What a whole stretch of play costs by mouse: the first day of the big Kursk, and the first turn of Lutchessa Valley.

The hand (`clicker.py`) plays every question of one side against a bot: it sends formations by drags, makes each attack
that is owed with all that can join, and answers everything else by the first button, or by the first counter where
there is none. The figures marked "before" are those of the table without formations and shortcuts; half of them is
allowed, answers to what came of an attack included. Panning is not counted: the window is large enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.clicker import Clicker
from tests.browser.conftest import Server
from tests.browser.player import Offer
from tests.browser.test_clicks import record_until, sit

pytestmark = pytest.mark.browser

A_DAY_OF_MOVES, AN_ATTACK, A_COMPANY = 80, 10, 4  # presses, before
AIR, MOVE, COMBAT, STRATEGIC = 1, 3, 4, 5  # places of the German phases on the track
MOST_STEPS = 150  # decisions and attacks; more means that the hand is lost
A_BOTS_DAY = 180_000  # milliseconds at most, on a machine that has other things to do
AXES = {
    "INF 102": "0301", "Group in 0500": "0401", "INF 31": "0702", "INF 7": "1104", "ARM 9": "1205",
    "Group in 1503": "1304", "ARM 20": "1505", "ARM 2": "1705", "ARM 12": "2103", "ARM 18": "2004",
    "Group in 1704": "1904", "ARM 10": "2202", "INF 292": "1606", "INF 78": "1904",
}  # fmt: skip
GOALS = {"1gr": "1913", "rcn-g": "4016", "3art": "2513", "eng": "4009"}
COMPANIES = {"6k-2gr": "3310", "7k-2gr": "3510", "5k-2gr": "3410", "sturm-2gr": "3311"}
LET_GO = ("hold", "done", "fight", "pass")


# -- what the page shows


def track(hand: Clicker, name: str) -> int:
    return int(hand.player.page.get_attribute(f'[data-track="{name}"]', "data-value") or 0)


def to_move(hand: Clicker) -> list[str]:
    """The formations that the dock lists as not yet moved."""
    found: list[str] = hand.player.page.eval_on_selector_all(
        '[data-dock-row="to-move"] [data-formation]', "all => all.map((one) => one.dataset.formation)"
    )
    return found


def places(hand: Clicker) -> dict[str, str]:
    """Where each counter on the map lies."""
    pairs: list[tuple[str, str]] = hand.player.page.eval_on_selector_all(
        "g[data-counter]", "all => all.map((one) => [one.dataset.counter, one.dataset.at])"
    )
    return dict(pairs)


def movable(hand: Clicker) -> dict[str, str]:
    """Where those lie that can be picked up now."""
    lying = places(hand)
    return {offer["token"]: lying[offer["token"]] for offer in hand.offers("counter") if offer["token"] in lying}


def moved(hand: Clicker, before: dict[str, str]) -> list[str]:
    now = places(hand)
    return [name for name, place in before.items() if now[name] != place]


# -- a day of Kursk


def test_a_whole_day_of_the_big_kursk_takes_half_of_the_clicks(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "kursk/kursk", record_until("kursk/kursk", "air"))
    hand.player.page.set_default_timeout(A_BOTS_DAY)
    assert (track(hand, "turn"), track(hand, "phase")) == (1, AIR)
    spent, attacked = play_the_day(hand)
    assert track(hand, "turn") == 2, hand.player.prompt
    moves, fights = spent[MOVE] + spent[STRATEGIC], spent[COMBAT]
    print(f"{moves} presses to move; {fights} for {len(attacked)} attacks; all by phase: {dict(spent)}")
    assert len(AXES) < moves <= A_DAY_OF_MOVES // 2
    assert len(attacked) > 8 and 2 * len(attacked) <= fights <= AN_ATTACK // 2 * len(attacked)


def play_the_day(hand: Clicker) -> tuple[Counter[int], list[str]]:
    """Every decision until the next day: presses of each phase, answers to what came of attacks among them, and the
    hexes that were attacked."""
    spent: Counter[int] = Counter()
    attacked: list[str] = []
    for _ in range(MOST_STEPS):
        if track(hand, "turn") > 1:
            break
        phase, before = track(hand, "phase"), hand.clicks
        decide(hand, attacked)
        spent[phase] += hand.clicks - before
    return spent, attacked


def decide(hand: Clicker, attacked: list[str]) -> None:
    if hand.player.ask == "move.phase":
        advance(hand)
    elif hand.player.ask == "combat.phase" and (target := owed(hand)):
        hand.attack(target)
        attacked.append(target)
    else:
        hand.click(first_answer(hand))


def advance(hand: Clicker) -> None:
    """Each formation with an axis is sent along it, by one drag; the others stay. Then the phase is ended."""
    before = movable(hand)
    for formation in to_move(hand):
        if formation in AXES:
            hand.send(formation, AXES[formation])
    assert len(moved(hand, before)) > len(before) // 2, "most of the army has moved"
    hand.click(next(offer for offer in hand.offers("button") if offer["token"] == "end"))


def owed(hand: Clicker) -> str:
    """The first hex of those that must be attacked; nothing where no attack is owed."""
    due: list[str] = hand.player.page.locator(".todo .many .plain").all_inner_texts()
    open_to = {offer["choice"].removeprefix("attack ") for offer in hand.offers("hex", "counter")}
    found = [hex_ for hex_ in due if hex_ in open_to]
    assert found or not due, f"{due} must be attacked and cannot be clicked"
    return found[0] if found else ""


def first_answer(hand: Clicker) -> Offer:
    """The first button that settles something, else the first counter or hex on the map."""
    offers = hand.offers("commit", "chooser", "amount", "button", "counter", "hex")
    assert offers, f"nothing can be clicked: {hand.player.prompt}"
    return next((offer for offer in offers if offer["token"] == "ready"), offers[0])


# -- a turn of Lutchessa Valley


def test_a_whole_turn_of_lutchessa_takes_at_most_two_clicks_a_company(server: Server, visit: Callable[..., Page]):
    hand = sit(server, visit, "gd/lutchessa", record_until("gd/lutchessa", "activation"))
    assert track(hand, "turn") == 1
    marched = play_the_turn(hand)
    assert track(hand, "turn") == 2, hand.player.prompt
    companies = sum(map(len, marched.values()))
    print(f"{hand.clicks} presses for {companies} companies: {marched}")
    assert marched.keys() == GOALS.keys() | {"2gr"} and all(marched.values())
    assert companies > 20 and hand.clicks <= A_COMPANY // 2 * companies


def play_the_turn(hand: Clicker) -> dict[str, list[str]]:
    """Every decision until the next turn; who of each battalion has moved."""
    marched: dict[str, list[str]] = {}
    for _ in range(MOST_STEPS):
        if track(hand, "turn") > 1:
            break
        fresh = [battalion for battalion in to_move(hand) if battalion not in marched]
        if hand.player.ask == "activation" and fresh:
            marched[fresh[0]] = march(hand, fresh[0])
        else:
            hand.click(let_go(hand))
    return marched


def march(hand: Clicker, battalion: str) -> list[str]:
    """A battalion by one drag where it has a goal, else each of its companies by one."""
    before = movable(hand)
    if battalion in GOALS:
        hand.send(battalion, GOALS[battalion])
    else:
        for company, to in COMPANIES.items():
            hand.carry(before[company], to, company)
    return moved(hand, before)


def let_go(hand: Clicker) -> Offer:
    """The button that fires at nobody and ends what is under way."""
    buttons = {offer["token"]: offer for offer in hand.offers("button")}
    return next(buttons[token] for token in LET_GO if token in buttons)
