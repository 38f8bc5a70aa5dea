"""A bot sees what its seat may know and says one of its choices; nothing else reaches it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State

BOTS = {
    "random": "balka.bots.random:RandomBot",
    "greedy": "balka.bots.greedy:GreedyBot",
    "mischief": "balka.bots.mischief:MischiefBot",
}


class Bot(Protocol):
    """Answers for a seat. All its chance comes from the numbers it is handed, so that a game can be played again."""

    def choose(self, view: State, seat: str, rng: Rng) -> Choice: ...


def names() -> list[str]:
    """The bots that can be asked for."""
    return [name for name in BOTS if _maker(name) is not None]


def bot(name: str) -> Bot:
    """A new bot of this name."""
    maker = _maker(name)
    if maker is None:
        raise BalkaError(f"there is no bot {name!r}", instead=f"one of {', '.join(names())}")
    return maker()


def _maker(name: str) -> Callable[[], Bot] | None:
    """The class a bot is made from, imported when first asked for."""
    if name not in BOTS:
        return None
    module, _, title = BOTS[name].partition(":")
    try:
        found: Callable[[], Bot] = getattr(import_module(module), title)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
    return found
