"""The two editions side by side, for rules that they share: their kits, and units of the same sort under one name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from msgspec import Struct
from tests.systems.heroes import kit
from tests.systems.heroes.second_edition import kit as bear

from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.systems.heroes.units import Works


class Edition(Struct, frozen=True):
    """An edition: how a position is made, and what its units and cards are called."""

    game: str
    on: Callable[..., kit.Game]
    german: str
    """a German squad, and a Soviet one"""
    soviet: str
    tank: str
    """a Soviet tank with a bonus for tracks"""
    truck: str
    """a Soviet truck, and a gun it can tow"""
    gun: str
    carrier: str
    """a German vehicle that carries squads"""
    deployment: str
    """Rapid Deployment, Swift Action, Seek Cover"""
    swift: str
    cover: str


def say(game: kit.Game, *sentences: str, dice: Sequence[int | str] = ()) -> kit.Game:
    """Say sentences; Actions are paid for in the plainest way, Spent Checks hold. Stops at any other question."""
    game.told, left = [], list(dice)
    for sentence in sentences:
        _settle(game, left)
        game._apply(game._sentence(sentence))
    _settle(game, left)
    assert not left, f"dice left over: {left}; asked {game.asked}"
    return game


def _settle(game: kit.Game, dice: list[int | str]) -> None:
    while not game.state.over and game.asked != "turn":
        found = forced(game.state)
        if game.seat == CHANCE:
            check = getattr(game.state.stack[-1], "why", "") == "spent check"
            game._apply(game._outcome([7] if check else dice))
        elif game.asked in PAYING:
            listed = game.choices()
            game._apply(next(text for text in PAYING[game.asked] if text in listed))
        elif found is not None:
            game._apply(found[1])
        else:
            return


PAYING = {"cost.means": ("by activate 0", "by pool 0"), "cost.caps": ("caps 0",)}
SOS = Edition("sos", kit.on, "inf", "rif", "tk34c", "gaz", "45mm", "sd251", "05", "12", "09")
ATB = Edition("atb", bear.on, "grif", "srif", "tk34a", "gaz", "45mm", "sd251", "05", "10", "11")
both = pytest.mark.parametrize("edition", [pytest.param(SOS, id="sos"), pytest.param(ATB, id="atb")])


def mines(side: str, *, hidden: bool = True) -> Works:
    return Works("mines", side, 0, hidden)
