"""Somebody who says a given sentence with the mouse alone: a counter, a stack that fans out, a hex, a button."""

from __future__ import annotations

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PageTimeoutError
from tests.browser.player import FRAMES, Offer, Player

MOST_CLICKS = 6
FANS_OUT = 1_500  # milliseconds within which a stack under the pointer has fanned out
STACKED = """(id) => {
  const piece = document.querySelector(`#map g[data-counter="${id}"]`);
  if (!piece) return null;
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


OPENING = ("take", "with")  # verbs that are said only with what comes after them


def series(script: list[str]) -> list[str]:
    """The sentences of a script as a hand says them: what only opens a question goes with its answer."""
    said: list[str] = []
    for text in script:
        if said and said[-1].split("; ")[-1].split()[0] in OPENING:
            said[-1] = f"{said[-1]}; {text}"
        else:
            said.append(text)
    return said


class Learner:
    """One hand on the mouse."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @property
    def page(self) -> Page:
        return self.player.page

    def say(self, text: str) -> str:
        """Click until the sentence is said; whatever is asked next is returned."""
        before = self.player.version
        for _ in range(MOST_CLICKS):
            self.point(text)
            if self.player.version != before:
                return self.player.wait()
        raise AssertionError(f"{text!r} cannot be said by mouse: {self.player.prompt}")

    def point(self, text: str) -> None:
        """The click that comes next: the sentence itself if it is shown, else a word of it."""
        offers = self.player.offers()
        said = text.replace(";", "").split()
        shown = [offer for offer in offers if offer["choice"] == text and (offer["kind"] != "counter" or ";" in text)]
        ready = [offer for offer in offers if offer["kind"] == "commit"]
        words = [offer for offer in offers if offer["token"] in said and offer["kind"] != "counter"]
        named = [offer for offer in offers if offer["token"] in said and offer["kind"] == "counter"]
        if ready or shown:
            self.player.click((ready or shown)[0])
        elif named and not self.is_hex(named[0]):
            self.unfold(named[0]["token"])
        elif words or named:
            self.player.click((words or named)[0])
        else:
            self.click_hex(text)

    def is_hex(self, offer: Offer) -> bool:
        """Whether a counter is offered only because it lies upon a hex that is."""
        return bool(self.page.query_selector(f'path[data-hex="{offer["token"]}"]'))

    def click_hex(self, text: str) -> None:
        """Where a stack lies upon the hex that is meant, its counters stand for themselves first."""
        hexes = [word for word in text.replace(";", "").split() if self.page.query_selector(f'path[data-hex="{word}"]')]
        assert hexes, f"nothing of {text!r} is offered: {[(o['kind'], o['token']) for o in self.player.offers()]}"
        box = self.page.locator(f'path[data-hex="{hexes[0]}"]').first.bounding_box()
        assert box is not None
        before = self.player.version
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.player.settled(before)

    def unfold(self, unit: str) -> None:
        """A counter, out of its stack where it lies in one."""
        x, y = self.page.evaluate(STACKED, unit)
        before = self.player.version
        self.page.mouse.move(x, y)
        self.page.evaluate(FRAMES)
        fanned = self.page.locator(f'.fan [data-counter="{unit}"]')
        try:
            fanned.wait_for(timeout=FANS_OUT)
            fanned.click()
        except PageTimeoutError:
            self.page.mouse.click(x, y)
        self.player.settled(before)
