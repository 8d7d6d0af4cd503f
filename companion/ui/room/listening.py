"""How a page of a room listens for what moves, whatever it shows."""

from __future__ import annotations

from companion.language.catalogue import Catalogue
from companion.table.rooms import RoomView, sign_of
from companion.ui.parts import LiveTable, live
from companion.ui.table.texts import live_words


def listen(
    view: RoomView, index: int | None, stamp: str | None, texts: Catalogue, table: LiveTable | None = None
) -> None:
    """A page about one table (None: about none yet). stamp: game and version as drawn; None: no game is there."""
    drawn = {index: stamp} if stamp is not None and index is not None else {}
    live(view.room.id, view.room.version, drawn, shows=index, table=table, words=live_words(texts))


def listen_to_all(view: RoomView, stamps: dict[int, str], texts: Catalogue) -> None:
    """A host's desk: about all tables, and who is connected."""
    live(
        view.room.id,
        view.room.version,
        stamps,
        shows=None,
        table=None,
        words=live_words(texts),
        people=sign_of(view.here),
    )
