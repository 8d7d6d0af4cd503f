"""`companion match`: which cards each sentence of a JSONL file mentions (design, section 5)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.jsonl import BadLine, answer_lines, text_of, texts_of

if TYPE_CHECKING:
    from companion.matching import Mention
    from companion.matching.semantic import TableMatcher


def match(
    lang: Annotated[str, typer.Option("--lang", help="Language of the sentences, such as ru or en.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="JSON lines; without it, standard input.", show_default=False)
    ] = None,
    deck: Annotated[str, typer.Option("--deck", help="A bundled deck, or the path of a deck's folder.")] = "tale",
    meaning: Annotated[
        bool, typer.Option("--meaning", help="Ask the encoder too: more questions for the table, and slower.")
    ] = False,
) -> None:
    """Find the cards that sentences mention.

    In: {"id", "sentence", "context"?, "cards"?}. Out: {"id", "flags": [{"card", "score", "answer", "passing",
    "start", "end", "quote", "why"}]}.
    """
    matcher = _matcher(lang, deck)
    if meaning:
        _add_meaning(matcher)
    told = matcher.notice

    def answer(line: dict[str, Any]) -> dict[str, Any]:
        nonlocal told
        sentence, context, cards = text_of(line, "sentence"), text_of(line, "context", ""), texts_of(line, "cards")
        try:
            mentions = matcher.mentions(sentence, context=context, cards=cards)
        except KeyError as fault:
            raise BadLine(f"'cards': the deck has no card '{fault.args[0]}'") from fault
        if matcher.notice != told:  # the encoder has failed in the middle, or answers again
            told = matcher.notice
            _tell(told)
        return {"flags": [_flag(mention) for mention in mentions]}

    answer_lines(file, answer)


def _matcher(lang: str, deck: str) -> TableMatcher:
    from companion.decks.deck import languages
    from companion.errors import DamagedDeck
    from companion.matching import matcher_for

    try:
        written = languages(deck)
        if lang not in written:
            raise typer.BadParameter(
                f"the deck has no '{lang}': it is written in {', '.join(written)}", param_hint="--lang"
            )
        return matcher_for(lang, deck)
    except DamagedDeck as fault:
        raise typer.BadParameter(str(fault), param_hint="--deck") from fault


def _add_meaning(matcher: TableMatcher) -> None:
    from companion.settings import settings

    chosen = settings()
    matcher.warm(chosen.encoder, offline=chosen.offline, wait=True)
    _tell(matcher.notice)


def _tell(notice: str) -> None:
    """Why meaning is missing, on standard error; "" says nothing."""
    from companion.language.catalogue import catalogue

    if notice:
        typer.echo(catalogue("en").t(notice), err=True)


def _flag(mention: Mention) -> dict[str, Any]:
    return {
        "card": mention.card,
        "score": mention.score,
        "answer": mention.answer,
        "passing": mention.passing,
        "start": mention.start,
        "end": mention.end,
        "quote": mention.quote,
        "why": mention.why,
    }
