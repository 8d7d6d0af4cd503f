"""House case law in the database: how tables of this house read some words, against or beyond the matcher.

A case belongs to the games of one language and deck: to all of them, or to one game, with which it is deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from companion.errors import UnknownGame
from companion.storage.records import is_time, plain_text
from companion.storage.tables import cases

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CaseRecord:
    """One reading that a table decided."""

    id: str
    language: str
    deck: str
    game: str | None
    """The one game that it is for; None: every game of that language and deck."""
    card: str
    words: str
    """The told words that the reading is about."""
    stands: bool
    """True: these words mention the card; False: they don't."""
    sentence: str
    """Where it was decided."""
    by: str
    """"vote" or "host"."""
    who: str
    """Names of those who decided, for people; may be empty."""
    at: float
    """UTC seconds."""


class CaseStore:
    """The cases of a `GameStore`; reached as its `cases`, and safe to share between threads like it."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction

    def all(self) -> list[CaseRecord]:
        """Every case of the house, the latest first."""
        with self._transaction() as connection:
            found = connection.execute(select(cases).order_by(cases.c.at.desc(), cases.c.id)).all()
        return list(_sound(found))

    def holding(self, language: str, deck: str, game: str) -> tuple[CaseRecord, ...]:
        """The cases that count in that game, the latest first."""
        here = or_(cases.c.game_id.is_(None), cases.c.game_id == game)
        wanted = select(cases).where(cases.c.language == language, cases.c.deck == deck, here)
        with self._transaction() as connection:
            found = connection.execute(wanted.order_by(cases.c.at.desc(), cases.c.id)).all()
        return tuple(_sound(found))

    def replace(self, gone: Sequence[str], added: Sequence[CaseRecord]) -> None:
        """Removes the cases of these ids and adds others: all of it or nothing. Raises UnknownGame."""
        try:
            with self._transaction() as connection:
                if gone:
                    connection.execute(delete(cases).where(cases.c.id.in_(gone)))
                if added:
                    connection.execute(insert(cases), [_row(case) for case in added])
        except IntegrityError as fault:
            raise UnknownGame("the game of that case is gone: pick one from the list") from fault


def _row(case: CaseRecord) -> dict[str, Any]:
    row = {name: plain_text(value) if isinstance(value, str) else value for name, value in vars(case).items()}
    row["game_id"] = row.pop("game")
    return row


def _sound(rows: Iterable[Row[Any]]) -> Iterable[CaseRecord]:
    """A damaged case is left out, for no game may stop for it; the log names it."""
    for row in rows:
        values = {one.name: getattr(row, "game_id" if one.name == "game" else one.name) for one in fields(CaseRecord)}
        texts = [value for name, value in values.items() if name not in ("stands", "at", "game")]
        if all(isinstance(text, str) for text in texts) and is_time(row.at):
            yield CaseRecord(**values)
        else:
            _log.warning("case %s is damaged and left out", row.id)
