"""The links of a table are found without looking at all others."""

from __future__ import annotations

from collections.abc import Sequence

from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_index("links_of_a_table", "links", ["place"])


def downgrade() -> None:
    op.drop_index("links_of_a_table", "links")
