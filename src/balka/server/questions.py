"""Questions about what a connection sees, answered from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from balka.server import messages as m
from balka.table import scenes

if TYPE_CHECKING:
    from balka.server.connection import Connection


def grow(connection: Connection, said: m.Grow) -> object:
    return scenes.grow(connection.live.table, connection.seat, said.path)


def quote(connection: Connection, said: m.Quote) -> object:
    return scenes.quote(connection.live.table, connection.seat, said.text)


def why(connection: Connection, said: m.Why) -> object:
    table = connection.live.table
    if said.text is not None:
        return scenes.why(table, connection.seat, said.text)
    if said.unit is None:
        raise m.MalformedError("A 'why' names a sentence, a unit, or a unit and a hex.")
    if said.hex is None:
        return scenes.why_idle(table, connection.eyes, said.unit)
    return scenes.why_there(table, connection.eyes, said.unit, said.hex)


def overlay(connection: Connection, said: m.Overlay) -> object:
    where = {"hex": said.hex, "unit": said.unit, "to": said.to}
    given = {key: value for key, value in where.items() if value is not None}
    return scenes.overlay(connection.live.table, connection.eyes, said.kind, given)


def values(connection: Connection, said: m.Values) -> object:
    return scenes.values(connection.live.table, connection.eyes, said.unit)


def propose(connection: Connection, said: m.Propose) -> object:
    return scenes.propose(connection.live.table, connection.seat, said.formation, said.hex)


ANSWERS: dict[type, Callable[[Connection, Any], object]] = {
    m.Grow: grow,
    m.Quote: quote,
    m.Propose: propose,
    m.Why: why,
    m.Overlay: overlay,
    m.Values: values,
}
