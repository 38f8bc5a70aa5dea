"""People with accounts, their sessions and keys; seats and tables that are theirs, and who is to decide."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

TEXT, NUMBER, SECONDS, BYTES = sa.Text, sa.Integer, sa.Double, sa.LargeBinary


def _column(name: str, kind: type, **more: object) -> sa.Column[object]:
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def _person() -> sa.Column[object]:
    return sa.Column("person", TEXT, sa.ForeignKey("people.id"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "people",
        _column("id", TEXT, primary_key=True), _column("name", TEXT), sa.Column("key", TEXT, unique=True),
        _column("password", TEXT), sa.Column("mail", TEXT, unique=True),
        _column("created", SECONDS), _column("seen", SECONDS),
    )  # fmt: skip
    _ways_in()
    _what_is_theirs()


def _ways_in() -> None:
    op.create_table(
        "sessions",
        _column("hash", TEXT, primary_key=True), _column("id", TEXT, unique=True), _person(),
        _column("created", SECONDS), _column("seen", SECONDS),
        *(_column(name, TEXT) for name in ("way", "address", "agent")),
    )  # fmt: skip
    op.create_table(
        "tickets",
        _column("hash", TEXT, primary_key=True),
        *(_column(name, TEXT) for name in ("kind", "person", "mail", "data")),
        _column("until", SECONDS),
    )
    op.create_table(
        "passkeys",
        _column("id", TEXT, primary_key=True), _person(), _column("name", TEXT), _column("key", BYTES),
        _column("count", NUMBER), _column("created", SECONDS), _column("used", SECONDS),
    )  # fmt: skip
    op.create_table(
        "identities",
        _column("issuer", TEXT, primary_key=True), _column("subject", TEXT, primary_key=True), _person(),
        _column("created", SECONDS),
    )  # fmt: skip
    for table in ("sessions", "passkeys", "identities"):
        op.create_index(f"{table}_of_a_person", table, ["person"])
    op.create_index("tickets_by_time", "tickets", ["until"])


def _what_is_theirs() -> None:
    """Nobody's is an empty text: SQLite adds no column that refers to another table without writing the table anew."""
    op.add_column("tables", _column("owner", TEXT, server_default=""))
    op.add_column("tables", _column("asks", TEXT, server_default=""))
    op.add_column("links", _column("person", TEXT, server_default=""))
    op.create_index("tables_of_an_owner", "tables", ["owner"])
    op.create_index("links_of_a_person", "links", ["person"])


def downgrade() -> None:
    op.drop_index("tables_of_an_owner", "tables")
    op.drop_index("links_of_a_person", "links")
    for table, name in (("tables", "owner"), ("tables", "asks"), ("links", "person")):
        op.drop_column(table, name)
    for table in ("identities", "passkeys", "tickets", "sessions", "people"):
        op.drop_table(table)
