"""Do the house's narrators keep to the level of language that was chosen for them? Read off games of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.language import tokens
from companion.language.level import LEVELS, Level, sentence_level
from companion.narrators import Character
from companion.narrators.character import TEMPERAMENTS
from companion.narrators.scripted.levels import known_words
from companion.narrators.scripted.texts import texts_for
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables

GAMES = 10
"""Games a level."""


@dataclass(frozen=True)
class Spoken:
    """How the narrators of one level spoke."""

    level: Level
    sentences: int
    within: float
    """Share of sentences that are of that level or easier (companion/language/level.py)."""
    near: float
    """Share that are at most one level harder."""
    words: float
    """Words a sentence, on average."""


def levels_of(language: str, seed: int) -> tuple[Spoken, ...]:
    """Three narrators of each level play GAMES games, from that seed on."""
    known = known_words(language, "tale") | _names(language)
    with TemporaryDirectory() as folder:
        tables = Tables(GameStore(f"sqlite:///{Path(folder) / 'games.sqlite3'}"))
        return tuple(_spoken(tables, language, level, seed, known) for level in LEVELS)


def _spoken(tables: Tables, language: str, level: Level, seed: int, known: frozenset[str]) -> Spoken:
    told = [one for number in range(seed, seed + GAMES) for one in _tale(tables, language, level, number)]
    most = LEVELS.index(level)
    ranks = [LEVELS.index(sentence_level(one, language, known)) for one in told]
    return Spoken(
        level,
        len(told),
        sum(rank <= most for rank in ranks) / len(told),
        sum(rank <= most + 1 for rank in ranks) / len(told),
        sum(len(tokens(one, language)) for one in told) / len(told),
    )


def _tale(tables: Tables, language: str, level: Level, seed: int) -> Iterator[str]:
    seats = tuple(SeatInfo(mood, "scripted", Character(temperament=mood, level=level)) for mood in TEMPERAMENTS[:3])
    game = tables.create(NewTable(language, seats, seed=seed))
    while tables.tell_on(game):
        pass
    return (one.text for one in tables.look(game, None).tale.sentences)


def _names(language: str) -> frozenset[str]:
    """The heroes' names, which a tagger may take for rare words where a sentence begins with them."""
    forms = (form for hero in texts_for(language).heroes for form in hero.forms)
    return frozenset(lemma for form in forms for token in tokens(form, language) for lemma in token.lemmas)
