"""Ratings and how they came about; people who look for a game, challenge, block and report each other."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

TEXT, NUMBER, REAL = sa.Text, sa.Integer, sa.Double


def _column(name: str, kind: type, **more: object) -> sa.Column[object]:
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def _place() -> sa.Column[object]:
    return sa.Column("place", TEXT, sa.ForeignKey("tables.id"), primary_key=True)


def _person(name: str, **more: object) -> sa.Column[object]:
    return sa.Column(name, TEXT, sa.ForeignKey("people.id"), nullable=False, **more)  # type: ignore[arg-type]


def upgrade() -> None:
    op.add_column("tables", _column("rated", NUMBER, server_default=sa.text("0")))
    _strengths()
    _finding()
    _order()


def _strengths() -> None:
    op.create_table(
        "ratings",
        _column("game", TEXT, primary_key=True), _column("player", TEXT, primary_key=True),
        *(_column(name, REAL) for name in ("rating", "deviation", "volatility")),
        _column("games", NUMBER), _column("at", REAL),
    )  # fmt: skip
    op.create_index("ratings_of_a_player", "ratings", ["player"])
    op.create_table(
        "rating_changes",
        _place(), _column("side", TEXT, primary_key=True),
        *(_column(name, TEXT) for name in ("game", "scenario", "player", "opponent")),
        *(_column(name, REAL) for name in ("score", "advantage", "rating_before", "deviation_before")),
        *(_column(name, REAL) for name in ("rating", "deviation", "at")),
    )  # fmt: skip
    op.create_index("rating_changes_of_a_player", "rating_changes", ["player", "at"])
    op.create_index("rating_changes_of_a_scenario", "rating_changes", ["scenario"])
    op.create_table(
        "offsets",
        _column("scenario", TEXT, primary_key=True), _column("side", TEXT, primary_key=True),
        _column("points", REAL), _column("deviation", REAL), _column("games", NUMBER),
    )  # fmt: skip


def _finding() -> None:
    op.create_table(
        "seeks",
        _person("person", primary_key=True), _column("game", TEXT), _column("pace", TEXT), _column("rated", NUMBER),
        *(_column(name, REAL) for name in ("rating", "since", "seen")), _column("place", TEXT),
    )  # fmt: skip
    op.create_table(
        "challenges", _place(), _column("seat", TEXT), _person("by"), _person("whom"), _column("since", REAL)
    )
    op.create_index("challenges_to_a_person", "challenges", ["whom"])


def _order() -> None:
    op.create_table(
        "barred",
        _person("person", primary_key=True), _person("whom", primary_key=True),
        _column("kind", TEXT), _column("since", REAL),
    )  # fmt: skip
    op.create_table(
        "reports",
        sa.Column("number", NUMBER, primary_key=True),
        *(_column(name, TEXT) for name in ("by", "whom", "place", "text")),
        _column("at", REAL), _column("done", NUMBER, server_default=sa.text("0")),
    )  # fmt: skip


def downgrade() -> None:
    for name in ("reports", "barred", "challenges", "seeks", "offsets", "rating_changes", "ratings"):
        op.drop_table(name)
    op.drop_column("tables", "rated")
