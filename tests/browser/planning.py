"""A whole game by heart: played here on the dice that a seeded house has, so that it goes the same way there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import balka
from balka.core.frames import leaves
from balka.table.dice import LiveDice
from balka.table.orders import Order
from balka.table.table import Table

SECRET = hashlib.sha256(b"1943").digest()
LETS_GO = ("pass", "end", "hold", "stand", "keep", "fight")  # how a decision is made that changes as little as possible
LONGEST = 100

Said = tuple[str, str]
"""a seat and its sentence"""


def planned(game: str, scenario: str, begun: Sequence[Said], orders: Mapping[str, Sequence[Order]]) -> list[Said]:
    """What people say in a game that begins so and then goes on by letting everything pass, until it is over."""
    (found,) = [each for each in balka.all_games() if each.key == game]
    table = Table(found.start(scenario, {}), dice=LiveDice(SECRET))
    for seat, given in orders.items():
        table.give_orders(seat, given)
    said = list[Said]()
    table.run()
    while not table.over and len(said) < LONGEST:
        seat = table.state.asks[0].seat
        said.append(begun[len(said)] if len(said) < len(begun) else (seat, _passing(table, seat)))
        table.choose(*said[-1])
        table.say_owed(seat)
        table.run()
    assert table.over, "the game did not end"
    return said


def _passing(table: Table, seat: str) -> str:
    view = table.view(seat)
    offered = [view.text(choice) for choice in leaves(view, (), seat)]
    return next((text for text in offered if text.split()[0] in LETS_GO), offered[0])
