"""Robots that play what is offered, by mouse or by keyboard alone."""

from __future__ import annotations

import random

from tests.browser.player import Offer, Player

ACTIONS_A_ROUND = 2
MOST_STEPS = 600
LET_GO = ("pass", "done", "keep", "end", "stand", "hold")
ON_THE_MAP = ("hex", "counter", "facing", "tray")


class Robot:
    """Plays what is offered: always the same in the same position, and passes after a few Actions of a Round."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rng = random.Random(7)
        self.round = ""
        self.acted = 0
        self.seen: set[str] = set()

    def play(self) -> None:
        """Go on until the game is over."""
        for _ in range(MOST_STEPS):
            if self.player.wait() == "over":
                return
            offers = self.player.offers()
            self.seen.update(offer["kind"] for offer in offers)
            self.step(offers)
        raise AssertionError("the game does not end")

    def step(self, offers: list[Offer]) -> None:
        raise NotImplementedError

    def begins(self) -> bool:
        """Whether a new Action is to be chosen."""
        return self.player.ask == "turn" and not self.player.page.query_selector("#prompt-back")

    def is_tired(self) -> bool:
        """Count the Actions of a Round; true when there have been enough."""
        now = self.player.page.get_attribute('[data-track="round"]', "data-value") or ""
        self.acted = 0 if now != self.round else self.acted + 1
        self.round = now
        return self.acted >= ACTIONS_A_ROUND


class Mouse(Robot):
    """Papers on the table first, then the filled button, then a new Action or the rest of the one begun."""

    def step(self, offers: list[Offer]) -> None:
        if not offers and (back := self.player.page.query_selector("#prompt-back")):
            back.click()  # what is offered lies under the sheet of a small screen: begin again with something else
            return
        assert offers, f"nothing can be clicked: {self.player.prompt}"
        self.player.click(self.choose(offers))

    def choose(self, offers: list[Offer]) -> Offer:
        for kind in ("chooser", "commit"):
            for offer in offers:
                if offer["kind"] == kind:
                    return offer
        return self._begin(offers) if self.begins() else self._go_on(offers)

    def _begin(self, offers: list[Offer]) -> Offer:
        end = next((offer for offer in offers if offer["token"] in LET_GO), None)
        if self.is_tired() and end is not None:
            return end
        others = [offer for offer in offers if offer is not end]
        return self.rng.choice(others or offers)

    def _go_on(self, offers: list[Offer]) -> Offer:
        places = [offer for offer in offers if offer["kind"] in ON_THE_MAP]
        fire = [offer for offer in places if offer["choice"].startswith("fire")]
        ends = [offer for offer in offers if offer["token"] in LET_GO]
        return self.rng.choice(fire or places or ends or offers)


class Keys(Robot):
    """Tab and Enter on the map, letters for buttons, digits for amounts, and now and then the list."""

    def step(self, offers: list[Offer]) -> None:
        kinds = {offer["kind"] for offer in offers}
        letters = {offer["token"]: offer["key"] for offer in offers if offer["kind"] == "button"}
        places = [offer for offer in offers if offer["kind"] in ON_THE_MAP]
        end = next((key for token, key in letters.items() if token in LET_GO), None)
        if "amount" in kinds:
            amounts = sum(offer["kind"] == "amount" for offer in offers)
            self.player.press(str(self.rng.randint(1, amounts)), "Enter")
        elif "commit" in kinds:
            self.player.press("Enter")
        elif end and (not places or (self.begins() and self.is_tired())):
            self.player.press(end)
        elif self.rng.random() < 0.2:
            self._by_list()
        else:
            self.player.press(*["Tab"] * self.rng.randint(1, max(1, len(places))), "Enter")

    def _by_list(self) -> None:
        """The first line of the list is the first unit, verb or hex."""
        self.player.page.keyboard.press("c")
        self.player.page.wait_for_function("document.activeElement?.id === 'choices'")
        self.player.press("ArrowDown", "Enter")
        self.player.page.evaluate("document.activeElement.blur()")


class Brief(Robot):
    """A robot that does a few things at the beginning and then lets go wherever it can."""

    actions = 2

    def begins(self) -> bool:
        return not self.player.page.query_selector("#prompt-back")

    def is_tired(self) -> bool:
        self.acted += 1
        return self.acted > self.actions


class BriefMouse(Brief, Mouse):
    """With the mouse."""


class BriefKeys(Brief, Keys):
    """With the keyboard."""
