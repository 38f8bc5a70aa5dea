"""A hand that brings about what it wants by the clicks a table asks for, and counts them.

It knows what it wants (this stack to that hex, everybody into this attack) and takes the shortest way it is offered,
with or without shortcuts, so that the same hand measures any table.
"""

from __future__ import annotations

from tests.browser.player import FRAMES, Offer, Player

MOST = 9  # clicks for one thing; more means that the hand is lost
FAN_OPENS = 600  # milliseconds


class Clicker:
    """Counts every press of the mouse."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.clicks = 0
        box = player.page.locator("path[data-hex]").last.bounding_box()
        assert box is not None
        self.aside = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    # -- one click

    def click(self, offer: Offer) -> None:
        self.clicks += 1
        self.player.click(offer)
        self.player.page.mouse.move(*self.aside)  # a pointer that rests on a stack spreads it out over others
        self.player.page.evaluate(FRAMES)
        self.player.wait()

    def offers(self, *kinds: str) -> list[Offer]:
        return self.player.offers(*kinds)

    def _button(self, *tokens: str) -> Offer | None:
        return next((offer for offer in self.offers("button") if offer["token"] in tokens), None)

    # -- marching

    def march(self, start: str, to: str, unit: str = "") -> None:
        """Bring all of a hex, or one unit of it, to another hex."""
        for _ in range(MOST):
            ends = [offer for offer in self.offers("hex", "counter", "chooser") if self._goes(offer, start, to, unit)]
            if ends:
                before = self.player.version
                self.click(ends[0])
                if self.player.version != before:
                    return
                continue
            self.click(self._towards(start, unit))
        raise AssertionError(f"no way from {start} to {to}: {self.player.prompt}")

    def _goes(self, offer: Offer, start: str, to: str, unit: str) -> bool:
        """Whether an offer takes this party there: it says so itself, or nobody else is on the way."""
        said = offer["choice"].split("; ")
        if said[-1] not in (f"to {to}", f"step {to}"):
            return False
        taken = [sentence.removeprefix("take ") for sentence in said if sentence.startswith("take ")]
        return taken[-1:] == [unit or start] if taken else self._is_leading(start)

    def _is_leading(self, start: str) -> bool:
        return self.player.ask == "party" and self.leading == start

    leading = ""

    def _towards(self, start: str, unit: str) -> Offer:
        """The next click on the way to picking a party up."""
        wanted = unit or start
        for offer in self.offers("chooser"):
            if offer["token"] == wanted:
                self.leading = start
                return offer
        if self.player.ask == "party" and (halt := self._button("halt")) and not self._shows(start):
            self.leading = ""
            return halt
        if take := self._button("take"):
            self.leading = start
            return take
        self.leading = start
        return self._fanned(unit) if unit and self._in_a_stack(start) else self._on(start)

    def _shows(self, start: str) -> bool:
        """Whether the counters of a hex can be picked now."""
        return any(offer["kind"] == "counter" for offer in self._lying_in(start))

    def _lying_in(self, hex_: str) -> list[Offer]:
        names = self.player.page.eval_on_selector_all(
            f'g[data-counter][data-at="{hex_}"]', "all => all.map((one) => one.dataset.counter)"
        )
        return [offer for offer in self.offers("counter") if offer["token"] in (*names, hex_)]

    def _in_a_stack(self, hex_: str) -> bool:
        return self.player.page.locator(f'g[data-counter][data-at="{hex_}"]').count() > 1

    def _on(self, hex_: str) -> Offer:
        lying = self._lying_in(hex_)
        assert lying, f"nothing can be picked in {hex_}: {self.player.prompt}"
        return lying[0]

    def _fanned(self, unit: str) -> Offer:
        """A counter in the fan of its stack, which opens under a resting pointer; the chooser where there is no fan."""
        page = self.player.page
        at = page.get_attribute(f'g[data-counter="{unit}"]', "data-at") or ""
        spot = self._on(at)
        page.mouse.move(spot["x"], spot["y"])
        page.wait_for_timeout(FAN_OPENS)
        card = page.locator(f'.fan [data-counter="{unit}"]')
        if not card.count():
            return spot
        box = card.bounding_box()
        assert box is not None
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        return {**spot, **middle, "kind": "fan", "token": unit, "choice": ""}

    # -- carrying: one press of the mouse from where it lies to where it goes

    def carry(self, start: str, to: str, unit: str = "") -> None:
        """Drag all of a hex, or one unit of it, to another hex."""
        spot = self._fanned(unit) if unit and self._in_a_stack(start) else self._on(start)
        self._drag(spot["x"], spot["y"], to)

    def send(self, formation: str, to: str) -> None:
        """Drag a formation from its name in the dock to a hex."""
        chip = self.player.page.locator(f'[data-formation="{formation}"]')
        chip.scroll_into_view_if_needed()
        box = chip.bounding_box()
        assert box is not None
        self._drag(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, to)

    def spot(self, hex_: str) -> tuple[float, float]:
        """The middle of a hex on the screen."""
        box = self.player.page.locator(f'path[data-hex="{hex_}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _drag(self, x: float, y: float, to: str) -> None:
        page, before = self.player.page, self.player.version
        self.clicks += 1
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 9, y + 3)
        page.mouse.move(*self.spot(to), steps=2)
        page.mouse.up()
        self.player.moved_on(before)
        page.mouse.move(*self.aside)
        page.evaluate(FRAMES)

    # -- attacking

    def attack(self, hex_: str) -> None:
        """Attack a hex with everybody beside it and every gun in range, up to the button that throws the dice."""
        for _ in range(MOST):
            if self.player.ask == "battle":
                break
            named = [offer for offer in self.offers("chooser", "hex", "counter") if offer["choice"] == f"attack {hex_}"]
            plain = [offer for offer in self.offers("hex", "counter") if offer["token"] == hex_]
            self.click((named or plain)[0])
        for verb in ("join", "gun"):
            self._all(verb)
        self.click(next(offer for offer in self.offers("button", "commit") if "fight" in offer["choice"]))

    def _all(self, verb: str) -> None:
        """Everybody that can be added by a verb: by one button where there is one, else one after the other."""
        for _ in range(3 * MOST):
            fitting = [offer for offer in self._shortcuts() if offer["choice"].startswith(verb)]
            fitting = fitting or [offer for offer in self.offers() if offer["choice"].startswith(f"{verb} ")]
            if not fitting:
                return
            self.click(fitting[0])

    def _shortcuts(self) -> list[Offer]:
        found: list[Offer] = self.player.page.eval_on_selector_all(
            ".buttons .shortcut",
            """all => all.map((one) => {
              const box = one.getBoundingClientRect();
              return { kind: 'shortcut', x: box.left + box.width / 2, y: box.top + box.height / 2, key: '', token: '',
                       choice: one.dataset.choice, hex: '' };
            })""",
        )
        return found
