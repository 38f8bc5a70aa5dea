"""The tables of version 4: games with their entries, links, notes, shares and pictures."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

TEXT, NUMBER, SECONDS, BYTES = sa.Text, sa.Integer, sa.Double, sa.LargeBinary


def _column(name: str, kind: type, **more: object) -> sa.Column[object]:
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def _place(**more: object) -> sa.Column[object]:
    return sa.Column("place", TEXT, sa.ForeignKey("tables.id"), nullable=False, **more)  # type: ignore[arg-type]


def upgrade() -> None:
    _games()
    _around_games()


def _games() -> None:
    op.create_table(
        "tables",
        _column("id", TEXT, primary_key=True),
        *(_column(name, TEXT) for name in ("scenario", "title", "options", "players")),
        _column("secret", BYTES),
        *(_column(name, TEXT) for name in ("record", "host", "turn")),
        _column("over", NUMBER), _column("created", SECONDS), _column("touched", SECONDS),
        _column("rules", TEXT, server_default=""), _column("data", TEXT, server_default=""),
        _column("base", NUMBER, server_default=sa.text("0")),
    )  # fmt: skip
    op.create_table(
        "entries",
        _place(primary_key=True), _column("number", NUMBER, primary_key=True, autoincrement=False),
        *(_column(name, TEXT) for name in ("kind", "seat", "text")),
        sqlite_with_rowid=False,
    )  # fmt: skip
    op.create_table(
        "snapshots",
        _place(primary_key=True), _column("number", NUMBER, primary_key=True, autoincrement=False),
        *(_column(name, TEXT) for name in ("rules", "data", "turn", "hash")),
        _column("rolls", NUMBER), _column("state", BYTES), _column("play", BYTES, server_default=""),
        sqlite_with_rowid=False,
    )  # fmt: skip


def _around_games() -> None:
    op.create_table("links", _column("token", TEXT, primary_key=True), _place(), _column("seat", TEXT),
                    _column("claimed", NUMBER))  # fmt: skip
    op.create_table(
        "notes",
        sa.Column("number", NUMBER, primary_key=True), _place(), _column("seat", TEXT), _column("turn", NUMBER),
        *(_column(name, TEXT) for name in ("label", "hex", "text")), _column("written", SECONDS),
    )  # fmt: skip
    op.create_index("notes_of_a_seat", "notes", ["place", "seat"])
    op.create_table(
        "shares",
        _column("token", TEXT, primary_key=True), _place(), _column("view", TEXT), _column("step", NUMBER),
        _column("whole", NUMBER), _column("record", TEXT), _column("created", SECONDS),
    )  # fmt: skip


def downgrade() -> None:
    for name in ("shares", "notes", "links", "snapshots", "entries", "tables"):
        op.drop_table(name)
