"""Tables whose games are in files outside the database, and limits that hold over several processes."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("archived", sa.Double, nullable=False, server_default=sa.text("0")))
    op.create_table(
        "allowances",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("allowances_by_time", "allowances", ["at"])


def downgrade() -> None:
    op.drop_table("allowances")
    op.drop_column("tables", "archived")
