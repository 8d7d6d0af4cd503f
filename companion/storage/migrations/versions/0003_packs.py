"""Packs of quiz questions that hosts have brought."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes what is missing."""
    op.create_table(
        "packs",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("owner", sa.String(100), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("language", sa.String(40), nullable=False),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_index("ix_packs_owner", "packs", ["owner"])
