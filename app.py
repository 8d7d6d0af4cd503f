"""The app object: the pages' script and the routes beside it. `companion serve` and `streamlit run app.py` start it."""

from __future__ import annotations

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from companion import __version__
from companion.places import MAIN_PAGE


async def health(_request: Request) -> JSONResponse:
    """For whoever watches over the server: it is up, and this is its version."""
    return JSONResponse({"status": "ok", "version": __version__})


app = st.App(MAIN_PAGE, routes=[Route("/health", health)])
