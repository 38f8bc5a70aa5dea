"""Alembic runs this with a connection of the store."""

from __future__ import annotations

from alembic import context

from balka.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
