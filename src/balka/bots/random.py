"""The random bot: goes down the list word by word, each next word as likely as any other."""

from __future__ import annotations

from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.drawing import drawn
from balka.core.state import State


class RandomBot:
    """Plays anything it is offered."""

    title = "Computer, careless"
    about = "Random: any legal step. Good for a first look."

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return drawn(view, seat, rng.randrange)
