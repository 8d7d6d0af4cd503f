"""Table: the game that is being played around this screen. The product's face."""

from __future__ import annotations

from companion.ui.session import open_game, refuse_rooms, tables, words
from companion.ui.table import board
from companion.ui.table.commands import let_react
from companion.ui.table.sitting import sitting
from companion.ui.welcome import nothing_yet


def page() -> None:
    texts = words()
    game = open_game()
    if game is None:
        nothing_yet(texts, "table.none", "table")
        return
    refuse_rooms(game)
    let_react(game)
    view = tables().look(game, None)
    here = sitting(view)
    if here.shown is not None:
        view = tables().look(game, here.shown)
    board.draw(view, here, texts)


page()
