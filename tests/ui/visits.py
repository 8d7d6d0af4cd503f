"""A visit to a page: opened, with games to see on it, and read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from streamlit.testing.v1 import AppTest

from companion.language.catalogue import interface_languages
from companion.rules import tale
from companion.settings import settings
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = interface_languages()
HOSTILE = "<b>x</b> *y* [z](http://a.b) :smile: $1$"


def opened(page: str = "home", language: str = "en", **query: str) -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    for name, value in query.items():
        at.query_params[name] = value
    at.run()
    if page != "home":
        at.switch_page(f"screens/{page}.py").run()
    return whole(at)


def whole(at: AppTest) -> AppTest:
    """The page, after making sure that nothing failed on it."""
    assert not at.exception
    assert not at.error
    return at


def service() -> Tables:
    return open_tables(settings().database_url)


def told(*sentences: str, names: tuple[str, ...] = ("Ann", "Bob", "Cleo"), title: str = "") -> str:
    """A game in which the first narrator has told these sentences and laid a card for each."""
    tables = service()
    game = tables.create(NewTable("en", tuple(map(SeatInfo, names)), "short", "vote", title=title, seed=1))
    for number, text in enumerate(sentences):
        narrator = tables.look(game, None).tale.narrator
        tables.command(game, tale.Tell(narrator, text), command_id=f"tell{number}")
        hand = tables.look(game, narrator).tale.hand
        tables.command(game, tale.LayCard(narrator, hand[0], number), command_id=f"lay{number}")
    return game


def finished(title: str = "") -> str:
    """A game that its first narrator has brought to the end."""
    game = told(*(f"Sentence {number}." for number in range(5)), title=title)
    tables = service()
    narrator = tables.look(game, None).tale.narrator
    tables.command(game, tale.Tell(narrator, "And that was all."), command_id="last")
    ending = tables.look(game, narrator).tale.endings[0]
    tables.command(game, tale.PlayEnding(narrator, ending), command_id="end")
    for seat in {0, 1, 2} - {narrator}:
        tables.command(game, tale.Vote(seat, True), command_id=f"yes{seat}")
    assert tables.look(game, None).tale.outcome is not None
    return game


def said(at: AppTest) -> str:
    """All texts of the page as they are given to Streamlit."""
    kinds = (at.title, at.header, at.subheader, at.markdown, at.caption, at.text, at.warning, at.error)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def damage(game: str) -> None:
    with sqlite3.connect(settings().database_url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE entries SET entry = 'x' WHERE game_id = ?", (game,))
        database.execute("UPDATE games SET record = '{' WHERE id = ?", (game,))
    database.close()
