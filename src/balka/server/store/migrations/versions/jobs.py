"""What goes on at a table without anybody saying anything, and who is at it."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("place", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
    )
    op.create_index("jobs_by_time", "jobs", ["at"])


def downgrade() -> None:
    op.drop_table("jobs")
