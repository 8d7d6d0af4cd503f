"""Games, entries, case law and notebooks, as programs before the migrations made them.

Those programs numbered what they made in the table schema_version: 1 games and entries, 2 cases, 3 notebooks. So
each table is made only where it is missing, and a database of any of those numbers gets what it lacks.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes what is missing."""
    op.create_table(
        "schema_version",
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        if_not_exists=True,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("language", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(100), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command_id", sa.String(100), nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.UniqueConstraint("game_id", "command_id"),
        if_not_exists=True,
    )
    op.create_table(
        "cases",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("language", sa.String(40), nullable=False),
        sa.Column("deck", sa.String(100), nullable=False),
        sa.Column("game_id", sa.String(100), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
        sa.Column("card", sa.String(100), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("by", sa.String(20), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "notebooks",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        if_not_exists=True,
    )
