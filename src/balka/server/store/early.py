"""Files of the first versions, which counted their growth themselves: brought to where migrations take over."""

from __future__ import annotations

from sqlalchemy import Connection

from balka.core.errors import BalkaError

LAST = 4  # the version whose tables the first migration makes
SCHEMAS = (
    """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, scenario TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL, players TEXT NOT NULL,
    secret BLOB NOT NULL, record TEXT NOT NULL, host TEXT NOT NULL, turn TEXT NOT NULL, over INTEGER NOT NULL,
    created REAL NOT NULL, touched REAL NOT NULL
);
CREATE TABLE entries (
    place TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (place, number)
) WITHOUT ROWID;
CREATE TABLE links (
    token TEXT PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), seat TEXT NOT NULL, claimed INTEGER NOT NULL
);
""",
    """
CREATE TABLE notes (
    number INTEGER PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), seat TEXT NOT NULL, turn INTEGER NOT NULL,
    label TEXT NOT NULL, hex TEXT NOT NULL, text TEXT NOT NULL, written REAL NOT NULL
);
CREATE INDEX notes_of_a_seat ON notes (place, seat);
CREATE TABLE shares (
    token TEXT PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), view TEXT NOT NULL, step INTEGER NOT NULL,
    whole INTEGER NOT NULL, record TEXT NOT NULL, created REAL NOT NULL
);
""",
    """
ALTER TABLE tables ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN data TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
CREATE TABLE snapshots (
    place TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, rules TEXT NOT NULL, data TEXT NOT NULL,
    turn TEXT NOT NULL, hash TEXT NOT NULL, rolls INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (place, number)
) WITHOUT ROWID;
""",
    """
ALTER TABLE snapshots ADD COLUMN play BLOB NOT NULL DEFAULT x'';
""",
)  # what each version added


def grow(db: Connection, path: str) -> bool:
    """Bring a file of an early version to the last of them; false where it is no such file."""
    version = int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
    if not 0 <= version <= LAST:
        raise BalkaError(f"{path} was written by another version of Balka", "move it away, or use that version")
    if not version:
        return False
    for schema in SCHEMAS[version:]:
        for statement in filter(str.strip, schema.split(";\n")):
            db.exec_driver_sql(statement)
    db.exec_driver_sql(f"PRAGMA user_version = {LAST}")
    return True
