"""What somebody at a seat does: choices, set-ups, formations, what is taken back, standing orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from balka.server import messages as m
from balka.table import leading

if TYPE_CHECKING:
    from balka.server.connection import Connection


def choose(connection: Connection, said: m.Choose) -> object:
    seat, table = connection.seat, connection.live.table
    connection.must_be_new(seat, said.version)
    table.choose(seat, said.text)
    if connection.live.tutor is None:  # a lesson has every step said
        table.say_owed(seat)
    connection.done()
    return m.Accepted(said.text)


def place(connection: Connection, said: m.Place) -> None:
    """The table sets up for the seat whatever is left."""
    connection.live.table.place(connection.seat)
    connection.done()


def lead(connection: Connection, said: m.Lead) -> object:
    """A formation is sent towards a hex; the answer tells what became of it."""
    seat, table = connection.seat, connection.live.table
    connection.must_be_new(seat, said.version)
    plan = table.lead(seat, said.formation, said.hex)
    connection.done()
    return leading.told(table.view(seat), plan)


def undo(connection: Connection, said: m.Undo) -> None:
    connection.live.table.undo(connection.seat)
    connection.done()


def take_back(connection: Connection, said: m.TakeBack) -> None:
    connection.live.table.take_back(connection.seat, said.index)
    connection.done()


def resign(connection: Connection, said: m.Resign) -> None:
    connection.live.table.resign(connection.seat)
    connection.done()


def orders(connection: Connection, said: m.Orders) -> object:
    """Set the standing orders, or only tell them."""
    seat, table = connection.seat, connection.live.table
    if said.orders is not None:
        table.give_orders(seat, said.orders)
        connection.done()
    return [order.text() for order in table.orders.get(seat, ())]


ANSWERS: dict[type, Callable[[Connection, Any], object]] = {
    m.Choose: choose,
    m.Place: place,
    m.Lead: lead,
    m.Undo: undo,
    m.TakeBack: take_back,
    m.Resign: resign,
    m.Orders: orders,
}
