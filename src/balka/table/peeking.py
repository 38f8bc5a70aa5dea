"""Looking ahead for a seat: what it could say after something that it could take back at once.

Whatever can be taken back tells its seat nothing new, so what would follow may be shown before it is said. Nothing is
looked at behind an answer that closes undo.
"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice
from balka.core.errors import BalkaError
from balka.core.state import State


class Peek:
    """Where a game truly stands for a seat that is asked; handed on from sentence to sentence."""

    def __init__(self, state: State, seat: str) -> None:
        self._state = state
        self._seat = seat
        self.view = state.view(seat)

    def after(self, choice: Choice) -> Peek | None:
        """The same after an answer; None where it could not be taken back, or somebody else would be asked."""
        step = self._state.apply(choice, self._seat)
        if step.barrier or all(ask.seat != self._seat for ask in step.state.asks):
            return None
        return Peek(step.state, self._seat)

    def goes_on(self, choice: Choice) -> bool:
        """Whether an answer is on the list and its seat alone is asked after it, if it could be taken back or not."""
        if not self.view.listed(choice, self._seat):
            return False
        return all(ask.seat == self._seat for ask in self._state.apply(choice, self._seat).state.asks)

    def past(self, choices: Sequence[Choice]) -> Peek:
        """The same after several answers."""
        found = self
        for choice in choices:
            later = found.after(choice)
            if later is None:
                raise BalkaError(f"What follows '{self.view.text(choice)}' is not known before it is said.")
            found = later
        return found


def sentences(text: str) -> list[str]:
    """The sentences of a text, one after the other: `take 1505; to 1606`."""
    return [part.strip() for part in text.split(";") if part.strip()] or [text]
