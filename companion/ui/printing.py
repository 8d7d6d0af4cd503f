"""A tale as a page to print, with the fonts of the house inside."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from pathlib import Path

import streamlit as st

from companion.decks.deck import Deck
from companion.exports.page import as_page
from companion.exports.transcript import Transcript, file_name
from companion.language.catalogue import Catalogue
from companion.table import TableView
from companion.ui.saved import tale_title
from companion.ui.session import day

_FONTS = Path(__file__).parent / "static" / "fonts"
_SIGNS = {
    "latin": "U+0020-00FF, U+2000-206F",
    "latin-ext": "U+0100-024F, U+1E00-1EFF",
    "cyrillic": "U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116",
}
"""What the files hold, by their names. The rules of the theme in .streamlit/config.toml are finer, and the server
rewrites them while it runs."""
_RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


def transcript_of(
    view: TableView, deck: Deck, texts: Catalogue, at: float, rulings: tuple[str, ...] = ()
) -> Transcript:
    """What the documents of a tale are made of. `at`: when it was told, in UTC seconds."""
    names = tuple(seat.name for seat in view.seats)
    return Transcript(
        title=tale_title(texts, view.title, names, view.tale.sentences),
        names=names,
        view=view.tale,
        deck=deck,
        told_on=day(at, texts),
        rulings=rulings,
    )


def print_button(game: str, transcript: Transcript, texts: Catalogue) -> None:
    """Downloads the page; a browser opens and prints it."""
    st.download_button(
        texts.t("review.print"),
        as_page(transcript, texts, fonts_for(as_page(transcript, texts))),
        file_name=file_name(transcript.title, "html"),
        mime="text/html",
        key=f"review.print_{game}",
        icon=":material/print:",
        help=texts.t("review.about_print"),
        on_click="ignore",
    )


def fonts_for(text: str) -> str:
    """`@font-face` rules with the house's font as data, of those of its files that have a sign of the text."""
    signs = {ord(sign) for sign in text}
    files = sorted(_FONTS.glob("alegreya-*.woff2"))
    return "".join(map(_rule, (file for file in files if _has_some(_ranges(file), signs))))


def _ranges(file: Path) -> str:
    return _SIGNS.get(file.stem.removeprefix("alegreya-").rsplit("-", 2)[0], "")


def _has_some(ranges: str, signs: set[int]) -> bool:
    spans = [(int(first, 16), int(last or first, 16)) for first, last in _RANGE.findall(ranges)]
    return any(first <= sign <= last for first, last in spans for sign in signs)


@lru_cache(maxsize=32)
def _rule(file: Path) -> str:
    weight, style = file.stem.rsplit("-", 2)[1:]
    font = base64.b64encode(file.read_bytes()).decode()
    return (
        f'@font-face{{font-family:"Alegreya";font-weight:{weight};font-style:{style};unicode-range:{_ranges(file)};'
        f'src:url(data:font/woff2;base64,{font}) format("woff2")}}\n'
    )
