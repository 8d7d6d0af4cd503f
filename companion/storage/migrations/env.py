"""Runs the migrations in the transaction that companion/storage/schema.py has opened; Alembic calls this file."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
