"""A tale as one HTML page, to read on a screen or to print: it loads nothing, and nothing in it runs.

Player text is data: all of it is escaped, and the page forbids scripts besides.
"""

from __future__ import annotations

from html import escape

from companion.exports.transcript import Transcript, brought_to_its_end, passages
from companion.language.catalogue import Catalogue

_STYLE = """
:root { --ink: #2b2118; --soft: #75624c; --red: #8c2f26; --line: #d9c7a3; --paper: #fbf6ea; }
* { box-sizing: border-box; }
body { margin: 0; padding: 8vh 1.25rem; background: var(--paper); color: var(--ink);
  font: 1.22rem/1.55 Alegreya, "Iowan Old Style", Georgia, "PT Serif", serif; font-kerning: normal; }
main { max-width: 34em; margin: 0 auto; }
header { text-align: center; margin-bottom: 2.6em; }
h1 { margin: 0 0 .5em; font-size: 2.3em; line-height: 1.12; text-wrap: balance; overflow-wrap: anywhere; }
.by { margin: 0; color: var(--soft); font-style: italic; overflow-wrap: anywhere; }
.rule { width: 7em; margin: 1.4em auto 0; border: 0; border-top: 1px solid var(--line); }
.passage { margin: 0 0 1.15em; }
.who { display: block; color: var(--soft); font-size: .72em; letter-spacing: .06em; unicode-bidi: isolate;
  break-after: avoid; overflow-wrap: anywhere; }
.told { margin: 0; text-align: justify; hyphens: auto; overflow-wrap: break-word; orphans: 2; widows: 2;
  white-space: pre-line; }
.passage:first-of-type .told::first-letter { float: left; padding: .05em .09em 0 0; font-size: 3.1em; line-height: .8;
  font-weight: 700; color: var(--red); }
.final { margin: 2.2em auto 0; max-width: 26em; text-align: center; font-size: 1.18em; font-style: italic;
  text-wrap: balance; break-inside: avoid; }
.end { margin: .8em 0 0; text-align: center; color: var(--soft); font-size: .82em; overflow-wrap: anywhere; }
footer { margin-top: 3.2em; padding-top: 1.2em; border-top: 1px solid var(--line); color: var(--soft);
  font-size: .78em; }
h2 { margin: 0 0 .7em; font-size: 1.1em; break-after: avoid; }
ol { margin: 0; padding-left: 1.8em; columns: 2; column-gap: 2em; }
li { break-inside: avoid; margin-bottom: .2em; overflow-wrap: anywhere; }
@media (max-width: 34em) {
  body { padding-top: 2rem; font-size: 1.12rem; }
  ol { columns: 1; }
  .told { text-align: start; }
}
@page { margin: 20mm 22mm; }
@media print {
  body { padding: 0; background: none; color: #000; font-size: 12.5pt; line-height: 1.45; }
  main { max-width: none; }
  footer { break-inside: avoid-page; }
}
"""


def as_page(transcript: Transcript, texts: Catalogue, fonts: str = "") -> str:
    """The document, in the reader's language around the tale's own words. `fonts`: `@font-face` rules with the fonts
    inside; without them it is set in a serif of the reader's machine."""
    language, told = escape(transcript.deck.language), passages(transcript.view.sentences)
    by = " · ".join(
        filter(None, [texts.t("transcript.told_by", names=", ".join(transcript.names)), transcript.told_on])
    )
    prose = [
        f'<section class="passage"><span class="who">{escape(transcript.names[one.seat])}</span>'
        f'<p class="told" dir="auto">{escape(" ".join(one.sentences))}</p></section>'
        for one in told
    ]
    parts = [
        f'<header><h1 dir="auto">{escape(transcript.title)}</h1>',
        f'<p class="by" lang="{texts.language}">{escape(by)}</p><hr class="rule"></header>',
        *prose,
        *_ending(transcript, texts),
        *_cards(transcript, texts),
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        f'font-src data:"><title>{escape(transcript.title)}</title><style>{fonts}{_STYLE}</style>'
    )
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}</head>\n<body><main>\n{body}\n</main></body></html>\n'
    )


def _ending(transcript: Transcript, texts: Catalogue) -> list[str]:
    view = transcript.view
    if view.final_ending is None or view.outcome is None:
        return [f'<p class="end" lang="{texts.language}">{escape(texts.t("transcript.unfinished"))}</p>']
    closing = transcript.deck.endings.get(view.final_ending, view.final_ending)
    by = brought_to_its_end(view, transcript.names, texts)
    return [f'<p class="final">{escape(closing)}</p>', f'<p class="end" lang="{texts.language}">{escape(by)}</p>']


def _cards(transcript: Transcript, texts: Catalogue) -> list[str]:
    lines = transcript.card_lines(texts)
    if not lines:
        return []
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    heading = escape(texts.t("transcript.cards"))
    return [f'<footer lang="{texts.language}"><h2>{heading}</h2><ol>{items}</ol></footer>']
