"""Signs that an ending closes a tale, as numbers: the judge's opinion is weighed from these.

An ending card of the bundled deck is held against what is known of it. Any other ending is held against its own words:
are they in the tale, with weight, late, not denied and not done away with; does the tale tell of whom it speaks? And
against what any ending is to this tale, and any tale to this ending: one that belongs to another tale is a fault of
its own, which has nothing of the words by which a near one goes wrong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.judge.cards import Card, cards, known_card
from companion.judge.nearness import near_card, near_other, same_card
from companion.judge.words import Words, folded, words
from companion.language import Token, tokens

CARD = ("led to", "led to last", "told late", "told early", "situation bars", "barred", "denied", "untold", "whom")
OTHER = ("in passing", "left behind", "denied", "over", "late", "first", "whom", "told late", "told at all")
"""Signs that an ending, of the tale by its words, closes it."""
FOREIGN = ("whom", "late of endings", "late of tales", "whole of endings", "whole of tales", "untold")
"""Signs that an ending is of this tale and not of another."""
_LAST = 3
"""Sentences at the end of a tale that lead to its ending."""
_MOST = 2
"""More lines that bar a card say no more."""
_PARTS = ("noun", "name", "verb", "participle", "adjective")


@dataclass(frozen=True)
class Signs:
    """What speaks for and against an ending; a sign that could not be read is nan."""

    card: str | None
    """The card of the bundled deck that it is, or says in other words: then `values` is in the order of CARD."""
    values: tuple[float, ...]
    """In the order of CARD or OTHER."""
    against: tuple[int, ...]
    """Indices of lines that say otherwise."""
    foreign: tuple[float, ...] = ()
    """In the order of FOREIGN; none for a card."""

    @property
    def is_untold(self) -> bool:
        """Whether it is a card of whose matters the tale tells none."""
        return self.card is not None and self.values[CARD.index("untold")] == 1


def signs(lines: Sequence[str], ending: str, language: str) -> Signs:
    """Hears the ending after these lines, at least one."""
    card = known_card(ending, language) or same_card(ending, language)
    return own_signs(lines, ending, language) if card is None else _card_signs(lines, card, ending, language)


def _card_signs(lines: Sequence[str], card: str, ending: str, language: str) -> Signs:
    known, told = words(language), [folded(one, language) for one in lines]
    near = near_card(lines, card, ending, language)
    barred = bars(told, cards(language)[card])
    denied, untold = matters(told, cards(language)[card], known)
    whom = _whom(told, folded(ending, language), known)
    of_scenes = (near.lead, near.last, near.late, near.early, near.barred) if near is not None else (math.nan,) * 5
    return Signs(card, (*of_scenes, float(min(len(barred), _MOST)), float(denied), untold, whom), tuple(barred))


def bars(told: Sequence[str], card: Card) -> list[int]:
    """Indices of folded lines that contradict the card."""
    return [line for line, text in enumerate(told) if any(one.search(text) for one in card.bars)]


def matters(told: Sequence[str], card: Card, known: Words) -> tuple[int, float]:
    """How many of the card's matters are rather denied than told, and the share that is told nowhere."""
    denied = untold = 0
    for need in card.needs:
        found = [known.is_denied(text, one.start()) for text in told for one in need.finditer(text)]
        denied += sum(found) * 2 > len(found)
        untold += all(found)
    return denied, untold / len(card.needs)


def own_signs(lines: Sequence[str], ending: str, language: str) -> Signs:
    """Hears the ending by its own words alone, also where it is a card."""
    known, told = words(language), [folded(one, language) for one in lines]
    whom, near = _whom(told, folded(ending, language), known), near_other(lines, ending, language)
    near_signs = (near.late, near.whole) if near is not None else (math.nan,) * 2
    standing = (
        (near.late_of_endings, near.late_of_tales, near.whole_of_endings, near.whole_of_tales)
        if near is not None
        else (math.nan,) * 4
    )
    values, untold, against = _of_own_words(lines, told, ending, language)
    return Signs(None, (*values, whom, *near_signs), against, (whom, *standing, untold))


def _of_own_words(
    lines: Sequence[str], told: Sequence[str], ending: str, language: str
) -> tuple[tuple[float, ...], float, tuple[int, ...]]:
    """The first six of OTHER, the share of its nouns that the tale has not, and the lines that say otherwise."""
    known = words(language)
    heard = [[(one.lemmas[0], one.start) for one in _tokens(line, language)] for line in lines]
    late = set(range(max(0, len(lines) - _LAST), len(lines)))
    passing = left = denied = over = lately = untold = 0
    first: float | None = None
    against: list[int] = []
    content = [one for one in _tokens(ending, language) if _is_content(one, known)]
    nouns = [one for one in content if one.readings[0].part in ("noun", "name")]
    for word in content:
        is_noun = word in nouns
        found = [
            (line, known.is_denied(told[line], start))
            for line, one in enumerate(heard)
            for lemma, start in one
            if _are_alike(word.lemmas[0], lemma)
        ]
        affirmed = {line for line, is_denied in found if not is_denied}
        left += bool(found) and late.isdisjoint(line for line, _ in found)
        if found and not affirmed:
            denied += 1
            against.append(found[0][0])
        if not is_noun:
            continue
        untold += not found
        passing += len(affirmed) == 1 and not affirmed & late
        gone = [line for line, _ in found if line < len(lines) - 2 and known.lost.search(told[line])]
        over += bool(gone)
        lately += bool(affirmed & late)
        first = len(affirmed) / len(lines) if first is None else first
    share = 1 / max(1, len(nouns))
    of_all = 1 / max(1, len(content))
    values = (passing * share, left * of_all, denied * of_all, over * share, lately * share, first or 0.0)
    return values, untold * share if nouns else 0.5, tuple(dict.fromkeys(against))


def _whom(told: Sequence[str], ending: str, known: Words) -> float:
    """How much of the tale is told of the man, woman or people that the ending speaks of; 0: as much as of others."""
    speaks = {whom: len(form.findall(ending)) for whom, form in known.speaks.items()}
    if not any(speaks.values()):
        return 0.0
    tells = {whom: sum(len(form.findall(one)) for one in told) for whom, form in known.tells.items()}
    even = (sum(tells.values()) + 1) / len(tells) + 0.5
    weighed = sum(count * math.log((tells[whom] + 0.5) / even) for whom, count in speaks.items())
    return weighed / sum(speaks.values())


def _is_content(word: Token, known: Words) -> bool:
    is_told = bool(word.readings) and word.readings[0].part in _PARTS
    return is_told and len(word.text) > 2 and word.lemmas[0] not in known.empty


def _are_alike(one: str, other: str) -> bool:
    """The same word, or another of its stem: fiddle, fiddler."""
    if one == other:
        return True
    shorter = min(len(one), len(other))
    stem = 5 if shorter >= 6 else 4
    return shorter >= 4 and one[:stem] == other[:stem] and abs(len(one) - len(other)) <= 4


@lru_cache(maxsize=2048)
def _tokens(text: str, language: str) -> tuple[Token, ...]:
    """Kept: a told sentence is held against many endings."""
    return tuple(tokens(text, language))
