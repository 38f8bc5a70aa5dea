"""What people who are away are to hear, how they wish to hear it, and what has been sent."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

TEXT, NUMBER, SECONDS = sa.Text, sa.Integer, sa.Double


def _column(name: str, kind: type, **more: object) -> sa.Column[object]:
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def _key(name: str) -> sa.Column[object]:
    return _column(name, TEXT, primary_key=True)


def _person(**more: object) -> sa.Column[object]:
    return sa.Column("person", TEXT, sa.ForeignKey("people.id"), nullable=False, **more)  # type: ignore[arg-type]


def upgrade() -> None:
    op.create_table("wishes", _person(primary_key=True), _column("token", TEXT, unique=True), _column("wanted", TEXT))
    op.create_table(
        "targets",
        _key("id"), _person(),
        *(_column(name, TEXT) for name in ("channel", "address", "data", "session")),
        _column("created", SECONDS), _column("used", SECONDS), _column("off", TEXT),
    )  # fmt: skip
    op.create_table(
        "notices",
        _person(primary_key=True), _key("place"), _key("kind"), _column("at", SECONDS), _column("known", NUMBER),
    )  # fmt: skip
    op.create_table(
        "posts",
        _person(primary_key=True), _key("target"), _column("at", SECONDS), _column("owner", TEXT),
        _column("tries", NUMBER), _column("sent", SECONDS),
    )  # fmt: skip
    op.create_table("presence", _person(primary_key=True), _key("place"), _column("until", SECONDS))
    op.create_table("keys", _key("name"), _column("value", TEXT))
    op.create_index("targets_of_a_person", "targets", ["person"])
    op.create_index("notices_of_a_table", "notices", ["place"])
    op.create_index("posts_by_time", "posts", ["at"])


def downgrade() -> None:
    for table in ("keys", "presence", "posts", "notices", "targets", "wishes"):
        op.drop_table(table)
