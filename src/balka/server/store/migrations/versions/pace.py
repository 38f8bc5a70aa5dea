"""What people say and do at a table, its pace, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def _place() -> sa.Column[object]:
    return sa.Column("place", sa.Text, sa.ForeignKey("tables.id"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "talk",
        _place(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "clocks",
        _place(),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("decided", sa.Integer, nullable=False),
        sa.Column("window", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("entries", sa.Column("at", sa.Double, nullable=False, server_default=sa.text("0")))
    for name in ("pace", "result", "rematch"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("pace", "result", "rematch"):
        op.drop_column("tables", name)
    op.drop_column("entries", "at")
    op.drop_table("clocks")
    op.drop_table("talk")
