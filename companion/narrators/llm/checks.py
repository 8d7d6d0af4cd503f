"""What a sentence of the model must be before anybody sees it. The numbers are those of the rules in its prompt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.decks.deck import load_deck
from companion.language import tokens
from companion.language.level import LEVELS, LONGEST, sentence_level
from companion.llm import as_data
from companion.narrators.player import Moment
from companion.narrators.scripted.hearing import can_be_laid, heard
from companion.narrators.scripted.levels import known_words
from companion.rules.tale.setup import MAX_SENTENCE

_SHORTEST = 3
"""Words."""
_TOLERANT = ("B2", "C1")
"""Levels at which one step above is let pass."""
_ENDED = re.compile(r"[.!?…][\"'»”’)]*$")
_MARKUP = re.compile(r"[{}\[\]<>|\\=]|https?:")


def fault_of(sentence: str, card: str, told: Sequence[str], moment: Moment) -> str:
    """Which rule the sentence breaks, told after the others, for that card of the hand ("": none), as the number of the
    rule and where; "": it may be told."""
    name = load_deck(moment.language, moment.deck).by_id[card].name if card else ""
    if not _is_plain(sentence):
        return f"1: {as_data(sentence[:200])}"
    if card and not _names(sentence, card, told, moment):
        return f"2 ({as_data(name)}): {as_data(sentence)}"
    if not _is_spoken(sentence, moment):
        return f"3: {as_data(sentence)}"
    if _bare(sentence) in {_bare(one) for one in told}:
        return f"5: {as_data(sentence)}"
    said = moment.counsel.objection(told, sentence) if moment.counsel is not None else None
    return f"4 ({as_data(said.earlier)}): {as_data(sentence)}" if said is not None and said.earlier else ""


def _is_plain(sentence: str) -> bool:
    """A sentence and nothing else, that can be shown and stored."""
    fits = len(sentence) <= MAX_SENTENCE and sentence.isprintable()
    return fits and bool(_ENDED.search(sentence)) and not _MARKUP.search(sentence)


def _names(sentence: str, card: str, told: Sequence[str], moment: Moment) -> bool:
    return any(map(can_be_laid, heard(moment.matcher, [*told, sentence], len(told), [card])))


def _is_spoken(sentence: str, moment: Moment) -> bool:
    """In the tale's letters, and not harder than the narrator's level."""
    language, level = moment.language, moment.character.level
    words = [token for token in tokens(sentence, language) if any(map(str.isalpha, token.text))]
    longest = LONGEST.get(level)
    if len(words) < _SHORTEST or (longest is not None and len(words) > longest):
        return False
    if not _scripts(sentence) <= _scripts_of_deck(language, moment.deck):
        return False
    most = LEVELS.index(level) + (level in _TOLERANT)
    return LEVELS.index(sentence_level(sentence, language, known_words(language, moment.deck))) <= most


def _scripts_of_deck(language: str, deck: str) -> set[str]:
    """The scripts that the language is written in: those of its cards' names."""
    return _scripts("".join(card.name for card in load_deck(language, deck).by_id.values()))


def _scripts(text: str) -> set[str]:
    """LATIN, CYRILLIC and so on: how the names of a text's letters begin."""
    letters = {letter for letter in text if letter.isalpha()}
    return {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}


def _bare(sentence: str) -> str:
    return re.sub(r"[\W_]+", " ", sentence).casefold().strip()
