"""A book of «Две книги» as one HTML page, to read on a screen or to print: it loads nothing, and nothing in it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from companion.language.catalogue import Catalogue

_STYLE = """
:root { --ink: #2b2118; --soft: #75624c; --red: #8c2f26; --line: #d9c7a3; --paper: #fbf6ea; }
* { box-sizing: border-box; }
body { margin: 0; padding: 8vh 1.25rem; background: var(--paper); color: var(--ink);
  font: 1.2rem/1.5 Alegreya, "Iowan Old Style", Georgia, "PT Serif", serif; font-kerning: normal; }
main { max-width: 34em; margin: 0 auto; }
header { text-align: center; margin-bottom: 2.4em; }
h1 { margin: 0 0 .4em; font-size: 2.3em; line-height: 1.12; text-wrap: balance; overflow-wrap: anywhere; }
.by { margin: 0; color: var(--soft); font-style: italic; overflow-wrap: anywhere; }
section { margin: 0 0 1.3em; break-inside: avoid; }
h2 { margin: 0 0 .15em; font-size: 1.12em; break-after: avoid; }
.number { color: var(--red); margin-right: .45em; }
p { margin: 0; text-align: justify; hyphens: auto; orphans: 2; widows: 2; }
.gap { text-align: center; color: var(--soft); letter-spacing: .5em; }
.end { margin-top: 2.4em; text-align: center; color: var(--soft); font-size: .82em; }
@media (max-width: 34em) { body { padding-top: 2rem; font-size: 1.1rem; } p { text-align: start; } }
@page { margin: 18mm 22mm; }
@media print {
  body { padding: 0; background: none; color: #000; font-size: 11.5pt; line-height: 1.38; }
  main { max-width: none; }
  header { margin-bottom: 1.4em; }
  section { margin-bottom: .8em; }
}
"""


@dataclass(frozen=True)
class WrittenChapter:
    """One chapter that lies in the book."""

    number: int
    title: str
    telling: str


@dataclass(frozen=True)
class WrittenBook:
    """What the page is made of. All texts are plain text."""

    title: str
    """The name of the tale."""
    writer: str
    language: str
    """Of the chapters."""
    chapters: Sequence[WrittenChapter]
    """Those that lie, in their order."""
    of: int
    """How many the whole book has."""
    written_on: str = ""
    """The date in words."""


def book_page(book: WrittenBook, texts: Catalogue, fonts: str = "") -> str:
    """The document, in the reader's language around the chapters' own. Where chapters are missing, dots say so.
    `fonts`: as for `page.as_page`."""
    by = " · ".join(filter(None, [texts.t("book.written_by", name=book.writer), book.written_on]))
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        f'font-src data:"><title>{escape(book.title)}</title><style>{fonts}{_STYLE}</style>'
    )
    parts = [
        f"<header><h1>{escape(book.title)}</h1>",
        f'<p class="by" lang="{texts.language}" dir="auto">{escape(by)}</p></header>',
    ]
    last = 0
    for chapter in book.chapters:
        if chapter.number != last + 1:
            parts.append('<p class="gap">…</p>')
        parts.append(
            f'<section><h2><span class="number">{chapter.number}</span>{escape(chapter.title)}</h2>'
            f"<p>{escape(chapter.telling)}</p></section>"
        )
        last = chapter.number
    if last != book.of:
        parts.append('<p class="gap">…</p>')
    count = texts.t("book.written", count=len(book.chapters), of=book.of)
    parts.append(f'<p class="end" lang="{texts.language}">{escape(count)}</p>')
    body = "\n".join(parts)
    language = escape(book.language)
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}</head>\n<body><main>\n{body}\n</main></body></html>\n'
    )
