"""Databases as programs before the migrations left them, made by the statements of those programs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Dialect, insert
from sqlalchemy.dialects import sqlite

from companion.storage.codec import FORMAT, codec_for
from companion.storage.tables import cases, entries, games, notebooks
from tests.storage.kit import record, told

GAMES = """
CREATE TABLE schema_version (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE games (id VARCHAR(100) NOT NULL, game VARCHAR(40) NOT NULL, language VARCHAR(40) NOT NULL,
    title TEXT NOT NULL, created DOUBLE NOT NULL, updated DOUBLE NOT NULL,
    version INTEGER NOT NULL, finished BOOLEAN NOT NULL, format INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (id));
CREATE TABLE entries (game_id VARCHAR(100) NOT NULL, version INTEGER NOT NULL, command_id VARCHAR(100) NOT NULL,
    format INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (game_id, version), UNIQUE (game_id, command_id),
    FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
"""
CASES = """
CREATE TABLE cases (id VARCHAR(100) NOT NULL, language VARCHAR(40) NOT NULL, deck VARCHAR(100) NOT NULL,
    game_id VARCHAR(100), card VARCHAR(100) NOT NULL, words TEXT NOT NULL, stands BOOLEAN NOT NULL,
    sentence TEXT NOT NULL, "by" VARCHAR(20) NOT NULL, who TEXT NOT NULL, at DOUBLE NOT NULL,
    PRIMARY KEY (id), FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE);
"""
NOTEBOOKS = """
CREATE TABLE notebooks (id VARCHAR(100) NOT NULL, version INTEGER NOT NULL, format INTEGER NOT NULL,
    updated DOUBLE NOT NULL, document TEXT NOT NULL, PRIMARY KEY (id));
"""
ROOMS = """
CREATE TABLE rooms (id VARCHAR(100) NOT NULL, code VARCHAR(40) NOT NULL, version INTEGER NOT NULL,
    format INTEGER NOT NULL, updated DOUBLE NOT NULL, document TEXT NOT NULL, PRIMARY KEY (id),
    UNIQUE (code));
ALTER TABLE games ADD COLUMN room_id VARCHAR(100) REFERENCES rooms(id) ON DELETE CASCADE;
ALTER TABLE games ADD COLUMN reseated INTEGER NOT NULL DEFAULT 0;
"""
STATEMENTS = (GAMES, CASES, NOTEBOOKS, ROOMS)


def statements(number: int) -> str:
    """All that brought a database to that number."""
    return "".join(STATEMENTS[:number])


def contents(number: int, dialect: Dialect) -> list[str]:
    """A game of two entries, and whatever else a database of that number can hold."""
    codec, game = codec_for("tale", ""), record()
    rows = {
        "id": game.id, "game": "tale", "language": "ru", "title": game.title, "created": 1000.0, "updated": 1001.0,
        "version": 2, "finished": False, "format": FORMAT, "record": codec.dump_record(game),
    }  # fmt: skip
    made = [insert(games).values(rows)]
    for version, entry in enumerate((told("Раз."), told("Два.")), 1):
        row = {"game_id": "g1", "version": version, "command_id": entry.command_id, "format": FORMAT}
        made.append(insert(entries).values({**row, "entry": codec.dump_entry(entry, "", version)}))
    case = {"id": "c1", "language": "ru", "deck": "tale", "game_id": "g1", "card": "child", "words": "наследника"}
    case |= {"stands": True, "sentence": "Родила наследника.", "by": "vote", "who": "Марфа", "at": 1.0}
    notebook = {"id": "n1", "version": 1, "format": 1, "updated": 1.0, "document": '{"lines": []}'}
    made += [insert(cases).values(case)] * (number >= 2) + [insert(notebooks).values(notebook)] * (number >= 3)
    literal = {"literal_binds": True}
    return [str(one.compile(dialect=dialect, compile_kwargs=literal)) for one in made]


def make(path: Path, number: int) -> None:
    """A SQLite file of that number with its contents."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(statements(number))
        for statement in contents(number, sqlite.dialect()):
            database.execute(statement)
        database.execute("INSERT INTO schema_version VALUES (?)", (number,))
