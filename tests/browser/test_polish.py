"""Kursk played in Polish: a stack goes, is taken back, an attack is put together, and a no has its reason."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page
from tests.browser.conftest import Server
from tests.browser.player import Player
from tests.browser.test_clicks import record_until

SEATS = {"german": "human", "soviet": "greedy"}
VIEW = {"width": 1280, "height": 800}
ENGLISH = re.compile(r"\b(the|and|of|must|with|your|enemy|moved|attack|units?|phase)\b", re.IGNORECASE)


def sit(server: Server, visit: Callable[..., Page], scenario: str, kind: str) -> Player:
    made = server.lay(SEATS, scenario, record_until(scenario, kind))
    player = Player(visit(f"{server.address}{made['url']}", locale="pl-PL", viewport=VIEW))
    player.wait()
    return player


def shown(page: Page) -> list[str]:
    """The words of the table a person reads: prompt, buttons, log, things to do."""
    places = "#prompt-text, #prompt button, .todo li, #log li, .topbar h1, #choices li"
    return [text for text in page.locator(places).all_inner_texts() if text.strip()]


def test_a_stack_moves_and_is_taken_back_in_polish(server: Server, visit: Callable[..., Page]):
    player = sit(server, visit, "kursk/slice", "move.phase")
    page = player.page
    assert page.inner_text("#prompt-text").startswith("Rusz oddziały")
    assert page.get_attribute("#prompt-text", "lang") == "pl"
    offer = next(each for each in player.offers("hex", "counter"))
    player.click(offer)
    assert not [text for text in shown(page) if ENGLISH.search(text)]
    page.click("#menu-button")
    page.click("#language-button")
    page.wait_for_function("() => document.querySelector('#prompt-text')?.innerText.match(/Move|Where/)")
    assert page.get_attribute("#prompt-text", "lang") == "en"


def test_an_attack_is_put_together_in_polish(server: Server, visit: Callable[..., Page]):
    player = sit(server, visit, "kursk/prokhorovka", "battle")
    page = player.page
    assert page.inner_text("#prompt-text").startswith("Kto atakuje")
    page.click("#prompt .shortcut")
    page.wait_for_function("() => document.querySelector('#prompt-text').innerText.startsWith('Atak na')")
    assert "musi się cofnąć" in page.inner_text("#check").lower()
    assert not [text for text in shown(page) if ENGLISH.search(text)]


def test_the_rules_of_other_games_say_that_they_are_english(server: Server, visit: Callable[..., Page]):
    page = visit(f"{server.address}/rules/sos", locale="pl-PL", viewport=VIEW)
    page.wait_for_selector("#only-english")
    assert "po angielsku" in page.inner_text("#only-english")
