"""The index of what the sources say: one SQLite file in the user's cache folder, built when it is first asked for.

The sources' own files are made to be read whole (a hundred megabytes and more); the index answers from a file of some
ten megabytes in tens of microseconds and keeps nothing in memory but SQLite's cache of pages.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.answers.knowledge.sources import Row, rows_of, sources

_log = logging.getLogger(__name__)

_FORM = "2"
"""Of the tables; a new one makes every index old."""
_TABLES = """
    CREATE TABLE member (term TEXT, sense INTEGER, PRIMARY KEY (term, sense)) WITHOUT ROWID;
    CREATE TABLE kind (sense INTEGER, above INTEGER, PRIMARY KEY (sense, above)) WITHOUT ROWID;
    CREATE TABLE opposite (one TEXT, other TEXT, PRIMARY KEY (one, other)) WITHOUT ROWID;
"""


class Index:
    """Look-ups in a built index, from any thread."""

    def __init__(self, path: Path) -> None:
        """Raises sqlite3.Error when the file cannot be read as an index."""
        self._base = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self._lock = threading.Lock()
        self._all("SELECT sense FROM member WHERE term = ?", "")

    def senses(self, term: str) -> frozenset[int]:
        """Marks of what a folded base form, or a phrase of such, may mean."""
        return frozenset(self._all("SELECT sense FROM member WHERE term = ?", term))

    def kinds(self, sense: int) -> frozenset[int]:
        """The senses of which this one is a kind, one step up."""
        return frozenset(self._all("SELECT above FROM kind WHERE sense = ?", sense))

    def opposite(self, one: str, other: str) -> bool:
        return bool(self._all("SELECT 1 FROM opposite WHERE one = ? AND other = ?", one, other))

    def _all(self, question: str, *values: str | int) -> list[int]:
        with self._lock:
            return [row[0] for row in self._base.execute(question, values)]


def open_index(folder: Path) -> Index | None:
    """The index of the installed sources, built in `folder` (a few seconds) if it is not there; None without sources.

    A folder that cannot be written to is replaced by a temporary one, so that every process builds its own. So it does
    where a source cannot be read: what lacks something is not kept.
    """
    found = sources()
    if not found:
        return None
    mark = hashlib.sha256(repr((_FORM, sorted(found.items()))).encode()).hexdigest()[:12]
    path = folder / f"answers-{mark}.sqlite"
    if path.exists():
        try:
            return Index(path)
        except sqlite3.Error as fault:
            _log.warning("%s is built anew, since it cannot be read: %s", path, fault)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Index(build(path, found))
    except OSError as fault:
        _log.warning("what is known of words is kept in a temporary folder: %s", fault)
        return Index(build(_aside(path), found))


def _aside(path: Path) -> Path:
    return Path(tempfile.mkdtemp(prefix="story-companion-")) / path.name


def build(path: Path, names: Iterable[str]) -> Path:
    """Writes the index of these sources beside `path`, then puts it there. Raises OSError when it cannot be written.

    A source that cannot be read is left out, and the log says so. The path given back is where the index lies: in a
    temporary folder, if it lacks a source.
    """
    is_whole = True
    descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(descriptor)
    try:
        with closing(sqlite3.connect(beside)) as base:
            base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
            for name in names:
                try:
                    _fill(base, rows_of(name))
                except Exception as fault:
                    is_whole = False
                    # Other people's files: what they raise when damaged is anybody's guess.
                    _log.warning("answers are judged without '%s': %s: %s", name, type(fault).__name__, fault)
            base.commit()
        if not is_whole:
            return Path(shutil.move(beside, _aside(path)))
        return Path(beside).replace(path)
    except sqlite3.Error as fault:  # the disk is full
        raise OSError(str(fault)) from fault
    finally:
        Path(beside).unlink(missing_ok=True)


def _fill(base: sqlite3.Connection, rows: Iterable[Row]) -> None:
    numbers: dict[str, int] = {}
    begin = base.execute("SELECT coalesce(max(sense), 0) + 1 FROM member").fetchone()[0]

    def number(sense: str) -> int:
        return numbers.setdefault(sense, begin + len(numbers))

    members: set[tuple[str, int]] = set()
    pairs: dict[str, set[tuple[str | int, str | int]]] = {"kind": set(), "opposite": set()}
    for row in rows:
        if row.kind == "member":
            members.add((row.other, number(row.one)))
        elif row.kind == "kind":
            pairs["kind"].add((number(row.one), number(row.other)))
        else:
            pairs[row.kind] |= {(row.one, row.other), (row.other, row.one)}
    base.executemany("INSERT OR IGNORE INTO member VALUES (?, ?)", sorted(members))
    for table, found in pairs.items():
        base.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", sorted(found))  # type: ignore[type-var]
