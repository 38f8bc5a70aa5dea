"""Tables that are played without hints."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Integer, nullable=False, server_default=sa.text("1")))


def downgrade() -> None:
    op.drop_column("tables", "hints")
