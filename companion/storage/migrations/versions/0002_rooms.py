"""Rooms; the room of a game, and how often its seats changed hands.

Programs of a short time made all this as number 4 of schema_version, without the indexes: it is made where it is
missing. The number 4 is written for the programs before it, which look there and leave a newer database alone.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes what is missing."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("code", sa.String(40), nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("ix_rooms_updated", "rooms", ["updated"], if_not_exists=True)
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("games")}
    if "room_id" not in there:
        room = sa.Column("room_id", sa.String(100), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=True)
        # SQLite adds a foreign key only together with its column.
        op.add_column("games", room, inline_references=True)
        op.add_column("games", sa.Column("reseated", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_games_room_id", "games", ["room_id"], if_not_exists=True)
    op.execute("DELETE FROM schema_version")
    op.execute("INSERT INTO schema_version VALUES (4)")
