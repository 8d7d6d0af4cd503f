"""The app object: the pages' script and the routes beside it. `companion serve` and `streamlit run app.py` start it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from companion import __version__
from companion.errors import CompanionError
from companion.places import MAIN_PAGE
from companion.ui.live import ROUTES, SeatCookie, ending_streams, look_round


async def health(_request: Request) -> JSONResponse:
    """For whoever watches over the server: it is up, and this is its version."""
    return JSONResponse({"status": "ok", "version": __version__})


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Reads what the first page needs while the first browser is still loading the frame around it, and says which
    encoder is to be loaded beside the first games, which go by words meanwhile."""
    threading.Thread(target=_read_ahead, name="read ahead", daemon=True).start()
    looking = asyncio.create_task(look_round())
    with ending_streams():
        yield
    looking.cancel()


def _read_ahead() -> None:
    from companion.decks.pictograms import pictogram
    from companion.language.catalogue import catalogue, interface_languages
    from companion.matching import use_encoder
    from companion.settings import settings
    from companion.table import hill_answers
    from companion.table.opening import open_tables  # noqa: F401  # its libraries take the longest

    with suppress(CompanionError):  # what is damaged is told on the page that needs it
        for language in interface_languages():
            catalogue(language)
        pictogram("category-character")
        chosen = settings()
        use_encoder(chosen.encoder, offline=chosen.offline)
        hill_answers.use_encoder(chosen.encoder)


app = st.App(
    MAIN_PAGE,
    routes=[Route("/health", health), *ROUTES],
    middleware=[Middleware(SeatCookie)],
    lifespan=lifespan,
)
