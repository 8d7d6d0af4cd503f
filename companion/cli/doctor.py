"""`companion doctor`: what is installed, what is in use, and does it work. Prints no key and no password."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

import typer

from companion import __version__
from companion.cli.addresses import addresses
from companion.cli.serve import EVERY_ADDRESS
from companion.errors import CompanionError, UnknownGame
from companion.settings import Settings, settings
from embeddings import BUNDLED

_PROBE = "Once upon a time there was a king."
SHOWN = ("streamlit", "langchain", "langchain-openai", "openai", "sentence-transformers", "torch", "SQLAlchemy")
"""Packages whose release decides how the companion behaves."""


@dataclass(frozen=True)
class Finding:
    """One line of the report. `fail`: something that these settings need does not work."""

    mark: Literal["ok", "warn", "fail"]
    what: str


def doctor() -> None:
    """Check that everything needed is here and works."""
    failed = False
    for finding in findings():
        typer.echo(f"{finding.mark:<5} {finding.what}")
        failed = failed or finding.mark == "fail"
    if failed:
        raise typer.Exit(1)


def findings() -> Iterator[Finding]:
    """All findings, each as soon as it is known: an encoder takes seconds to load."""
    yield Finding("ok", f"Story Companion {__version__}, Python {platform.python_version()}, {platform.system()}")
    yield _packages()
    yield from _guarded("decks", _decks)
    try:
        chosen = settings()
    except CompanionError as fault:
        yield Finding("fail", f"settings: {fault}")
        return
    yield from _guarded("database", lambda: _database(chosen))
    yield from _address(chosen)
    yield from _guarded("encoder", lambda: _encoder(chosen))
    yield _dictionaries()
    yield from _guarded("language model", lambda: _llm(chosen))


def _guarded(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except CompanionError as fault:
        yield Finding("fail", f"{name}: {fault}")


def _packages() -> Finding:
    found, missing = [], []
    for name in SHOWN:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("fail", f"packages: {', '.join(missing)} missing: install Story Companion again")
    return Finding("ok", f"packages: {', '.join(found)}")


def _decks() -> Iterator[Finding]:
    from companion.decks.deck import DEFAULT_DECK, languages, load_deck
    from companion.matching import matcher_for

    for language in languages():
        deck = load_deck(language)
        card = deck.cards[0]
        heard = matcher_for(language, DEFAULT_DECK).mentions(card.name)
        what = f"deck {deck.name}, {language}: {len(deck.cards)} cards, {len(deck.endings)} endings"
        if any(mention.card == card.id for mention in heard):
            yield Finding("ok", what)
        else:
            yield Finding("fail", f"{what}, but the matcher does not hear '{card.name}': install Story Companion again")


def _database(chosen: Settings) -> Iterator[Finding]:
    from companion.storage import GameStore
    from companion.storage.database import Database
    from companion.storage.schema import HEAD, Standing, look

    database = Database(chosen.database_url)
    try:
        before = look(database)
    finally:
        database.close()
    store = GameStore(chosen.database_url)
    try:
        games = store.list_all()
        with suppress(UnknownGame):
            store.delete("no-such-game")  # takes the same lock and rights as saving does
    finally:
        store.close()
    kind = "SQLite" if database.is_sqlite else "PostgreSQL"
    place = database.url.render_as_string(hide_password=True)
    schema = f"tables up to date ({HEAD}" + (
        f", brought up from {before.name} just now)" if before.standing is Standing.OLDER else ")"
    )
    yield Finding("ok", f"database: {kind}, {place}, {schema}, can be read and written, games: {len(games)}")
    if damaged := sum(game.damaged is not None for game in games):
        yield Finding("warn", f"database: damaged games: {damaged}; the others are not affected")


def _address(chosen: Settings) -> Iterator[Finding]:
    """What a class types into its phones."""
    if chosen.host not in EVERY_ADDRESS:
        how = "`companion serve --host 0.0.0.0`, in a clone `make run HOST=0.0.0.0`"
        where = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
        whose = "this computer alone" if where in ("127.0.0.1", "localhost", "[::1]") else "one network"
        yield Finding("ok", f"address: http://{where}:{chosen.port}, for {whose}; to let every device in: {how}")
        return
    found = addresses()
    if not found:
        yield Finding("warn", "address: this computer is in no network: join one, or let a phone share its own")
        return
    first, *others = (f"http://{one}:{chosen.port}" for one in found)
    also = f"; in other networks of this computer: {', '.join(others)}" if others else ""
    yield Finding("ok", f"address: give {first} to the class{also}")


def _encoder(chosen: Settings) -> Iterator[Finding]:
    from embeddings import encoder_in_use, load_encoder

    name = encoder_in_use(chosen.encoder)
    begun = time.monotonic()
    encoder = load_encoder(name, offline=chosen.offline)
    loaded = time.monotonic()
    dimensions = len(encoder.encode([_PROBE], show_progress_bar=False)[0])
    answered = time.monotonic()
    what = f"encoder: {name} loads in {loaded - begun:.1f} s, answers in {(answered - loaded) * 1000:.0f} ms"
    yield Finding("ok", f"{what}, {dimensions} dimensions")
    yield _calibration(name)


def _calibration(encoder: str) -> Finding:
    """May this encoder ask, and was it calibrated with the cards' texts of today?"""
    from companion.matching.calibration import meaning_model
    from companion.matching.card_texts import card_texts, digest_of

    command = "make matcher" if encoder == BUNDLED else f"make matcher ENCODER='{encoder}'"
    model = meaning_model(encoder)
    if model is None:
        return Finding("warn", f"calibration: {encoder} has none, so words alone are heard; once: {command}")
    if model.texts != digest_of(card_texts()):
        return Finding(
            "warn", f"calibration: that of {encoder} is older than the texts of the cards; it is used; anew: {command}"
        )
    return Finding("ok", f"calibration: that of {encoder} belongs to the texts of the cards")


def _dictionaries() -> Finding:
    """What the checker of quiz answers knows of synonyms."""
    from companion.answers.knowledge.relations import index
    from companion.answers.knowledge.sources import sources

    found = sources()
    if not found or index() is None:
        return Finding("warn", "dictionaries: none can be read, so quiz answers go by lists: install again")
    return Finding("ok", f"dictionaries of quiz answers: {', '.join(f'{name} {of}' for name, of in found.items())}")


def _llm(chosen: Settings) -> Iterator[Finding]:
    from companion.llm import reach

    found = reach(chosen)
    yield Finding("ok" if found.ok else "fail", f"language model: {found.what}")
