"""The store: every table with all that happened at it, in SQLite or PostgreSQL. What has been committed survives any
crash. Nothing outside this package knows a statement."""

from balka.server.store.away import Notice, Post, Target, Wish
from balka.server.store.clocks import CLOCK, Clock
from balka.server.store.finding import Challenge, Seek
from balka.server.store.persons import Identity, Passkey, Person, Session, TakenError, Ticket
from balka.server.store.quick import ENTRIES, Told
from balka.server.store.ratings import BOT, COUNTED, RATED, UNRATED, VOID, Change, Ended, Rated
from balka.server.store.store import LOBBY, Store
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
    "BOT", "CLOCK", "COUNTED", "ENTRIES", "LOBBY",
    "OPEN", "RATED", "SAT", "SEAM", "UNRATED", "VOID", "WAITING", "AwayError", "Challenge",
    "Change", "Clock", "ElsewhereError", "Ended", "GameResult", "Identity", "Link", "Note", "Notice", "Offer",
    "Passkey", "Person", "Post", "Rated", "Room", "Seek", "Session", "Shared", "Snapshot", "Spoken", "Store",
    "StoredTable", "TakenError", "Target", "Ticket", "Told", "Wish", "held",
]  # fmt: skip
