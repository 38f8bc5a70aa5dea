"""The tables of the database, one schema for SQLite and PostgreSQL. A change here needs a migration beside it."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text, text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("scenario", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("record", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("over", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("rules", Text, nullable=False, server_default=""),
    Column("data", Text, nullable=False, server_default=""),
    Column("base", Integer, nullable=False, server_default=text("0")),
    Column("owner", Text, nullable=False, server_default=""),
    Column("asks", Text, nullable=False, server_default=""),
    Column("pace", Text, nullable=False, server_default=""),
    Column("result", Text, nullable=False, server_default=""),
    Column("rematch", Text, nullable=False, server_default=""),
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("archived", Double, nullable=False, server_default=text("0")),
    Column("hints", Integer, nullable=False, server_default=text("1")),
    Index("tables_of_an_owner", "owner"),
)

entries = Table(
    "entries",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),
    Column("place", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("claimed", Integer, nullable=False),
    Column("offered", Integer, nullable=False, server_default=text("0")),
    Column("person", Text, nullable=False, server_default=""),
    Index("links_of_a_table", "place"),
    Index("links_of_a_person", "person"),
)

notes = Table(
    "notes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("place", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("hex", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("written", Double, nullable=False),
    Index("notes_of_a_seat", "place", "seat"),
)

shares = Table(
    "shares",
    metadata,
    Column("token", Text, primary_key=True),
    Column("place", Text, ForeignKey("tables.id"), nullable=False),
    Column("view", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("whole", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("created", Double, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("rules", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("play", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

jobs = Table(
    "jobs",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("owner", Text, nullable=False),
    Index("jobs_by_time", "at"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, unique=True),
    Column("password", Text, nullable=False),
    Column("mail", Text, unique=True),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("way", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Index("sessions_of_a_person", "person"),
)

tickets = Table(
    "tickets",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("mail", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("until", Double, nullable=False),
    Index("tickets_by_time", "until"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double, nullable=False),
    Index("passkeys_of_a_person", "person"),
)

identities = Table(
    "identities",
    metadata,
    Column("issuer", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("created", Double, nullable=False),
    Index("identities_of_a_person", "person"),
)

talk = Table(
    "talk",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("room", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

clocks = Table(
    "clocks",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("since", Double, nullable=False),
    Column("left", Double, nullable=False),
    Column("decided", Integer, nullable=False),
    Column("window", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index("ratings_of_a_player", "player"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("opponent", Text, nullable=False),
    Column("score", Double, nullable=False),
    Column("advantage", Double, nullable=False),
    Column("rating_before", Double, nullable=False),
    Column("deviation_before", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("at", Double, nullable=False),
    Index("rating_changes_of_a_player", "player", "at"),
    Index("rating_changes_of_a_scenario", "scenario"),
)

offsets = Table(
    "offsets",
    metadata,
    Column("scenario", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("points", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
)

seeks = Table(
    "seeks",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("rating", Double, nullable=False),
    Column("since", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("place", Text, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("place", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Text, nullable=False),
    Column("by", Text, ForeignKey("people.id"), nullable=False),
    Column("whom", Text, ForeignKey("people.id"), nullable=False),
    Column("since", Double, nullable=False),
    Index("challenges_to_a_person", "whom"),
)

barred = Table(
    "barred",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("whom", Text, ForeignKey("people.id"), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("since", Double, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("by", Text, nullable=False),
    Column("whom", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("done", Integer, nullable=False, server_default=text("0")),
)

# -- telling people who are away


def _person() -> Column[str]:
    return Column("person", Text, ForeignKey("people.id"), primary_key=True)


wishes = Table(
    "wishes",
    metadata,
    _person(),
    Column("token", Text, nullable=False, unique=True),
    Column("wanted", Text, nullable=False),
)

targets = Table(
    "targets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("channel", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("session", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("used", Double, nullable=False),
    Column("off", Text, nullable=False),
    Index("targets_of_a_person", "person"),
)

notices = Table(
    "notices",
    metadata,
    _person(),
    Column("place", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("known", Integer, nullable=False),
    Index("notices_of_a_table", "place"),
)

posts = Table(
    "posts",
    metadata,
    _person(),
    Column("target", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("owner", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent", Double, nullable=False),
    Index("posts_by_time", "at"),
)

presence = Table(
    "presence",
    metadata,
    _person(),
    Column("place", Text, primary_key=True),
    Column("until", Double, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

allowances = Table(
    "allowances",
    metadata,
    Column("key", Text, primary_key=True),
    Column("left", Double, nullable=False),
    Column("at", Double, nullable=False),
    Index("allowances_by_time", "at"),
)
