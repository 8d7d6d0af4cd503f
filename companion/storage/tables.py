"""The store's tables, the same on SQLite and PostgreSQL: games, their entries as JSON text, case law, notebooks.

Text and not a database's own JSON type: its readers are the codec, and PostgreSQL's refuses some of the characters
that players may type (NUL). Moments are UTC seconds, since SQLite gives datetimes back without their zone.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

SCHEMA_VERSION = 3
"""Raise it with every change of the tables, and let `GameStore` bring older databases up to it."""
# History: 1: games and entries. 2: cases. 3: notebooks. An older database gets what it lacks when it is opened.

metadata = MetaData()

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(100), primary_key=True),
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
