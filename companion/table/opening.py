"""The table service over a database, for pages and commands that must not know how games are stored; whom to ask."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache, partial

from companion.language.level import LEVELS
from companion.llm import Asker
from companion.narrators.llm.voice import Voice
from companion.settings import Settings, settings
from companion.storage import GameStore, GameSummary
from companion.table.advice import Advice
from companion.table.book_table import BookTables
from companion.table.hill_answers import answer_check
from companion.table.hill_order import HillQuestion
from companion.table.hill_table import HillTables
from companion.table.notebook import Notebooks
from companion.table.packs import Packs, hill_questions, named_pack
from companion.table.rooms import GameKind, Hub, Plan, Rooms
from companion.table.rooms.book_kind import BookKind
from companion.table.rooms.hill_kind import HillKind
from companion.table.rooms.kinds import Kind
from companion.table.seats import new_seed
from companion.table.second_opinion import SecondOpinions
from companion.table.service import Tables


def open_tables(database_url: str) -> Tables:
    """The service over that database; makes the database if it is new. Raises WrongSetting, StoreUnavailable."""
    return Tables(GameStore(database_url), voice=open_voice(settings()))


@dataclass(frozen=True)
class House:
    """All that one server process shares among its visitors: games, rooms, and who listens."""

    tables: Tables
    hill: HillTables
    packs: Packs
    books: BookTables
    rooms: Rooms
    hub: Hub
    keep_days: float
    """Days after which a room that nobody uses is removed."""


_building = threading.Lock()


def open_house() -> House:
    """The one house of this process, over the database that is set; made at the first call. Raises WrongSetting,
    StoreUnavailable, and then tries again at the next."""
    with _building:  # two visitors at once must not get a house each
        return _house(settings())


@lru_cache(maxsize=4)
def _house(chosen: Settings) -> House:
    store = GameStore(chosen.database_url)
    tables = Tables(store, voice=open_voice(chosen))
    hill = HillTables(store, check_answer=answer_check())
    packs, books = Packs(store.packs, _asker(chosen)), BookTables(store)
    kinds: dict[GameKind, Kind] = {"hill": HillKind(hill, partial(_questions, packs)), "book": BookKind(books)}
    rooms = Rooms(store, tables, store.announcer, kinds=kinds)
    books.halted = tables.halted
    return House(tables, hill, packs, books, rooms, Hub(rooms), chosen.keep_rooms_days)


def _questions(packs: Packs, plan: Plan, language: str) -> tuple[HillQuestion, ...]:
    """What a quiz in a room asks, shuffled anew for each game. Raises BadInput."""
    pack = named_pack(packs, plan.pack, language)
    return () if pack is None else hill_questions(pack.questions, levels=plan.levels or LEVELS, seed=new_seed())


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


__all__ = ["GameSummary", "House", "open_house", "open_notebooks", "open_second_opinions", "open_tables", "open_voice"]
