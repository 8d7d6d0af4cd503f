"""The table service over a database, for pages and commands that must not know how games are stored; whom to ask."""

from __future__ import annotations

from functools import lru_cache

from companion.llm import Asker
from companion.narrators.llm.voice import Voice
from companion.settings import Settings, settings
from companion.storage import GameStore, GameSummary
from companion.table.advice import Advice
from companion.table.notebook import Notebooks
from companion.table.second_opinion import SecondOpinions
from companion.table.service import Tables


def open_tables(database_url: str) -> Tables:
    """The service over that database; makes the database if it is new. Raises WrongSetting, StoreUnavailable."""
    return Tables(GameStore(database_url), voice=open_voice(settings()))


def open_notebooks(database_url: str) -> Notebooks:
    """The notebooks in that database; makes the database if it is new. Raises WrongSetting, StoreUnavailable."""
    store = GameStore(database_url)
    return Notebooks(store.notebooks, store.cases)


def open_second_opinions(chosen: Settings) -> SecondOpinions:
    """Opinions of the language model that is set, if any; nothing is sent yet."""
    return SecondOpinions(_asker(chosen), Advice())


def open_voice(chosen: Settings) -> Voice:
    """The language model that speaks for AI seats; nothing is sent yet."""
    return Voice(_asker(chosen))


@lru_cache(maxsize=4)
def _asker(chosen: Settings) -> Asker:
    """One for whatever a game asks of the model: all of it comes out of one share."""
    return Asker(chosen)


__all__ = ["GameSummary", "open_notebooks", "open_second_opinions", "open_tables", "open_voice"]
