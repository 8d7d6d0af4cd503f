"""A matcher that first asks what the house has decided about these very words, and only then the matcher behind it.

A case is found by base forms: "родила наследника" is also decided for "родила наследников". One that stands is a hit;
one that doesn't silences its card where the phrase is said, and nowhere else in the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.decks.deck import load_deck
from companion.language import Token, tokens
from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue, interface_languages
from companion.matching import Matcher, MatcherBefore, Mention
from companion.storage import CaseRecord

LIKELY = 0.3
"""A reading of a word with less weight than this decides nothing."""
SILENCED = "…"
"""Stands where a silenced phrase was, when the rest of the sentence is asked about: it parts what it stands between."""


@dataclass(frozen=True)
class _Place:
    """A case, and where its words are said."""

    case: CaseRecord
    start: int
    end: int

    def overlaps(self, start: int, end: int) -> bool:
        return self.start < end and start < self.end


class CaseLaw(MatcherBefore):
    """Cases of one language and deck before a matcher. Immutable: threads may share it."""

    def __init__(self, matcher: Matcher, cases: Sequence[CaseRecord], language: str, deck: str) -> None:
        """`cases`: where two decide differently about the same words, the earlier in the row counts."""
        super().__init__(matcher)
        self._language = language
        self._names = {card.id: card.name for card in load_deck(language, deck).cards}
        known = (case for case in cases if case.card in self._names)
        # Of two phrases one in the other, the longer knows more of the sentence; a table's own beats the deck's.
        order = {case.id: (-len(base_forms(case.words, language)), case.game is None) for case in cases}
        self._cases = sorted(known, key=lambda case: order[case.id])

    def mentions(self, sentence: str, *, context: str = "", cards: Sequence[str] | None = None) -> list[Mention]:
        """As every matcher."""
        found = {one.card: one for one in self._matcher.mentions(sentence, context=context, cards=cards)}
        for card, places in self._decided(sentence, cards).items():
            standing = [place for place in places if place.case.stands]
            silent = [place for place in places if not place.case.stands]
            if standing:
                found[card] = self._hit(standing[0], sentence)
            elif card in found and any(place.overlaps(found[card].start, found[card].end) for place in silent):
                del found[card]
                found |= self._elsewhere(card, silent, sentence, context)
        return sorted(found.values(), key=lambda one: (-one.score, one.start, one.card))

    def _decided(self, sentence: str, cards: Sequence[str] | None) -> dict[str, list[_Place]]:
        """Of each wanted card the places that a case decides; where several speak of the same words, one counts."""
        words = tokens(sentence, self._language)
        said = [_forms(word) for word in words]
        anywhere = frozenset().union(*said)
        decided: dict[str, list[_Place]] = {}
        for case in self._cases:
            if cards is not None and case.card not in cards:
                continue
            phrase = base_forms(case.words, self._language)
            if not phrase or any(step.isdisjoint(anywhere) for step in phrase):
                continue
            taken = decided.setdefault(case.card, [])
            for first in _occurrences(phrase, said):
                place = _Place(case, words[first].start, words[first + len(phrase) - 1].end)
                if not any(other.overlaps(place.start, place.end) for other in taken):
                    taken.append(place)
        return decided

    def _hit(self, place: _Place, sentence: str) -> Mention:
        quote, case = sentence[place.start : place.end], place.case
        texts = _texts(self._language)
        key = "case.why_deck" if case.game is None else "case.why_table"
        why = texts.t(key, quote=quote, card=self._names[case.card])
        return Mention(case.card, 1.0, "hit", False, place.start, place.end, quote, why)

    def _elsewhere(self, card: str, silent: Sequence[_Place], sentence: str, context: str) -> dict[str, Mention]:
        """What the matcher says of the card in the rest of the sentence."""
        rest = sentence
        for place in silent:
            rest = rest[: place.start] + SILENCED.ljust(place.end - place.start) + rest[place.end :]
        return {one.card: one for one in self._matcher.mentions(rest, context=context, cards=(card,))}


@lru_cache(maxsize=4096)
def base_forms(words: str, language: str) -> tuple[frozenset[str], ...]:
    """The words as a case compares them: of each its likely base forms, and itself."""
    return tuple(_forms(word) for word in tokens(words, language))


def is_said(words: str, sentence: str, language: str) -> bool:
    """Do these words stand in the sentence, in any form, side by side?"""
    phrase = base_forms(words, language)
    return bool(phrase) and next(_occurrences(phrase, base_forms(sentence, language)), None) is not None


def _occurrences(phrase: Sequence[frozenset[str]], said: Sequence[frozenset[str]]) -> Iterator[int]:
    for first in range(len(said) - len(phrase) + 1):
        if all(not step.isdisjoint(said[first + index]) for index, step in enumerate(phrase)):
            yield first


def _forms(word: Token) -> frozenset[str]:
    likely = {reading.lemma for reading in word.readings if reading.whole and reading.weight >= LIKELY}
    return frozenset(likely | {word.lemmas[0], word.text.casefold().replace("ё", "е")})


def _texts(language: str) -> Catalogue:
    return catalogue(language if language in interface_languages() else SOURCE_LANGUAGE)
