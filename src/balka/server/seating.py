"""Who sits where, as everybody at a table of a house with accounts is told: names, strengths, whether it is rated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from balka.server import messages as m
from balka.server.ratings.names import Names
from balka.server.ratings.telling import STANDINGS, strength
from balka.server.store import BOT
from balka.server.store.ratings import game_of
from balka.table.table import HUMAN

if TYPE_CHECKING:
    from balka.server.catalogue import Catalogue
    from balka.server.connection import Connection
    from balka.server.live import LiveTable
    from balka.server.store import Store


class Chart:
    """Who sits at one table; asked of the store only when somebody came, or the game is over."""

    def __init__(self, live: LiveTable, store: Store) -> None:
        self._live = live
        self._store = store
        self._for: object = None
        self._told: m.Seating | None = None

    def now(self, catalogue: Catalogue) -> m.Seating:
        live = self._live
        asked = (live.links, live.table.players, live.stored.rated, live.table.over)
        if self._told is None or asked != self._for:
            self._for, self._told = asked, self._looked_up(catalogue)
        return self._told

    def _looked_up(self, catalogue: Catalogue) -> m.Seating:
        live, store = self._live, self._store
        table_id, game, players = live.stored.id, game_of(live.stored.scenario), live.table.players
        persons, guests = store.people.sitters(table_id), store.people.names([table_id]).get(table_id, {})
        sat = {seat: persons.get(seat, "") if who == HUMAN else f"{BOT}{who}" for seat, who in players.items()}
        names = Names(catalogue, store, sat.values())
        known = {one.player: strength(one.now) for one in store.ratings.of(sat.values(), game)}
        changed = {one.player: round(one.rating) - round(one.rating_before) for one in store.ratings.at(table_id)}
        seats = {}
        for seat, player in sat.items():
            name, change = names.player(player, game) or guests.get(seat, ""), changed.get(player)
            seats[seat] = m.Sitter(name=name, strength=known.get(player), change=change, bot=player.startswith(BOT))
        return m.Seating(seats=seats, rated=STANDINGS[live.stored.rated])


class Shown:
    """What one connection has been told of it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told: m.Seating | None = None

    def tell(self) -> None:
        """Tell what has changed, where people have names."""
        connection = self._connection
        if connection.socket.app.state.settings.house is None:
            return
        told = structs.replace(connection.live.chart.now(connection.catalogue), challenge=self._challenger())
        if told != self._told:
            self._told = told
            connection.tell(told)

    def _challenger(self) -> str:
        """Who has asked whoever sits at this browser to this table, and waits for his answer."""
        connection, live = self._connection, self._connection.live
        found = connection.store.finding.challenge(live.stored.id) if connection.person and live.waiting else None
        if found is None or found.whom != connection.person:
            return ""
        return connection.store.people.called_at_all(found.by)
