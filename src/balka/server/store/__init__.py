"""The store: every table with all that happened at it, in SQLite or PostgreSQL. What has been committed survives any
crash. Nothing outside this package knows a statement."""

from balka.server.store.clocks import CLOCK, Clock
from balka.server.store.persons import Identity, Passkey, Person, Session, TakenError, Ticket
from balka.server.store.store import Store
from balka.server.store.talk import Room, Spoken
from balka.server.store.values import (
    OPEN,
    SAT,
    SEAM,
    WAITING,
    AwayError,
    ElsewhereError,
    GameResult,
    Link,
    Note,
    Offer,
    Shared,
    Snapshot,
    StoredTable,
    held,
)

__all__ = [
    "CLOCK", "OPEN", "SAT", "SEAM", "WAITING", "AwayError", "Clock", "ElsewhereError", "GameResult", "Identity", "Link",
    "Note", "Offer", "Passkey", "Person", "Room", "Session", "Shared", "Snapshot", "Spoken", "Store", "StoredTable",
    "TakenError", "Ticket", "held",
]  # fmt: skip
