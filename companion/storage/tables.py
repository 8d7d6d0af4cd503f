"""The store's tables, the same on SQLite and PostgreSQL: rooms, games, their entries as JSON text, case law, notebooks.

Text and not a database's own JSON type: its readers are the codec, and PostgreSQL's refuses some of the characters
that players may type (NUL). Moments are UTC seconds, since SQLite gives datetimes back without their zone.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()
"""The tables as they are now; migrations/versions says how older databases come to them."""

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(100), primary_key=True),
    # What people call across a room to be let in; two open rooms never share one.
    Column("code", String(40), nullable=False, unique=True),
    # Raised by comparison with every change, which makes it the lock of its room.
    Column("version", Integer, nullable=False),
    Column("format", Integer, nullable=False),
    # The last change, in UTC seconds: rooms that nobody uses are removed.
    Column("updated", Double, nullable=False, index=True),
    Column("document", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(100), primary_key=True),
    # NULL: a game of this machine's own pages, which is in nobody's room.
    Column("room_id", String(100), ForeignKey("rooms.id", ondelete="CASCADE"), nullable=True, index=True),
    # How often its seats were given to others (an AI player for somebody who left): the record has changed since.
    Column("reseated", Integer, nullable=False, server_default="0"),
    Column("game", String(40), nullable=False),
    Column("language", String(40), nullable=False),
    # The title that `rename` changes; the record keeps the one that the game was created with.
    Column("title", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    # Number of entries; `append` raises it by comparison, which makes it the lock of its game.
    Column("version", Integer, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("format", Integer, nullable=False),
    Column("record", Text, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("game_id", String(100), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # The version of the game that this entry made, from 1.
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String(100), nullable=False),
    # Games outlive programs: each entry has the format of the program that added it.
    Column("format", Integer, nullable=False),
    Column("entry", Text, nullable=False),
    UniqueConstraint("game_id", "command_id"),
)

cases = Table(
    "cases",
    metadata,
    Column("id", String(100), primary_key=True),
    Column("language", String(40), nullable=False),
    Column("deck", String(100), nullable=False),
    # NULL: every game of that language and deck.
    Column("game_id", String(100), ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
    Column("card", String(100), nullable=False),
    Column("words", Text, nullable=False),
    Column("stands", Boolean, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("by", String(20), nullable=False),
    Column("who", Text, nullable=False),
    Column("at", Double, nullable=False),
)

notebooks = Table(
    "notebooks",
    metadata,
    Column("id", String(100), primary_key=True),
    # Raised by comparison with every change, which makes it the lock of its notebook.
    Column("version", Integer, nullable=False),
    Column("format", Integer, nullable=False),
    Column("updated", Double, nullable=False),
    Column("document", Text, nullable=False),
)

packs = Table(
    "packs",
    metadata,
    Column("id", String(100), primary_key=True),
    # Token of the host whose pack it is; "": everybody's at this server.
    Column("owner", String(100), nullable=False, index=True),
    Column("title", Text, nullable=False),
    Column("language", String(40), nullable=False),
    # How many there are, for lists.
    Column("questions", Integer, nullable=False),
    # Raised by comparison with every change, which makes it the lock of its pack.
    Column("version", Integer, nullable=False),
    Column("format", Integer, nullable=False),
    Column("updated", Double, nullable=False),
    Column("document", Text, nullable=False),
)
