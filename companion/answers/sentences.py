"""When may an answer be right in other words? Names and titles never, pairs and numbers only inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.answers.fit import Asked, Fit
from companion.answers.knowledge import relation
from companion.answers.lists import lists
from companion.answers.names import are_opposites, is_common
from companion.answers.reference import Alternative
from companion.answers.words import Word, small

if TYPE_CHECKING:
    from companion.answers.meaning import Meaning


def in_other_words(
    alternative: Alternative, given: Sequence[Word], asked: Asked, meaning: Meaning | None, by_words: Fit
) -> Fit:
    """The given words by their meaning, where that may count; else what words alone say of them."""
    if meaning is None or alternative.title or asked.gap or _is_only_name(alternative, given):
        return by_words
    amounts = [{(word.value, word.key, word.unit) for word in words} for words in (given, alternative.words)]
    if not given or amounts[0] - amounts[1] - {(None, "", "")}:
        return by_words
    said = [word for word in given if not word.is_light and not word.is_filler]
    if len(said) == 1 and asked.names(said[0]):
        return by_words
    if _contradict(given, alternative.words):
        return by_words
    return meaning.read(alternative, given, asked, by_words) if _deny_alike(alternative.words, given) else by_words


def _deny_alike(wanted: Sequence[Word], given: Sequence[Word]) -> bool:
    """Both deny as often, or what one denies ceases on the other side: нет хлорофилла, хлорофилл исчезает."""
    more, less = sorted((wanted, given), key=_denials, reverse=True)
    return _denials(more) == _denials(less) or (_denials(more) == 1 and ceases(less) and not ceases(more))


def _denials(words: Sequence[Word]) -> int:
    return sum(word.text in small().negations for word in words)


def ceases(words: Sequence[Word]) -> bool:
    """Do they tell without a "not" that something is not, or is no more: lose, without, бездельничать?"""
    return any(
        not word.lemmas.isdisjoint(lists().ceasing) or ("verb" in word.parts and word.text.startswith(("без", "бес")))
        for word in words
    )


def _is_only_name(alternative: Alternative, given: Sequence[Word]) -> bool:
    """Names that are near in meaning are names of neighbours; words that are spelt alike are taken for alike by an
    encoder of word pieces (cyclops and cyclone)."""
    wanted = [word for word in alternative.words if not word.is_light]
    said = [word for word in given if not word.is_light and not word.is_filler]
    if len(wanted) > 1 and all(word.capital and not (word.is_title or word.is_generic) for word in wanted):
        return True
    if len(alternative.words) != 1 or len(said) != 1:
        return False
    one, other = alternative.words[0], said[0]
    alike = any(_looks_alike(here, there) for here in one.lemmas | {one.text} for there in other.lemmas | {other.text})
    return any(map(_may_name, (one, other))) or (alike and not _share_stem(one, other))


def _may_name(word: Word) -> bool:
    told = word.parts & {"noun", "adjective", "verb"}
    return "name" in word.parts or not told or (word.script == "latin" and not is_common(word.text))


_ALIKE, _STEM, _ENDING = 4, 6, 2
"""Letters that words spelt alike begin or end with; letters of a long stem; letters of an ending."""


def _looks_alike(one: str, other: str) -> bool:
    shared = min(_ALIKE, len(one) - 1, len(other) - 1)
    return shared > 1 and (one[:shared] == other[:shared] or one[-_ALIKE:] == other[-_ALIKE:])


def _share_stem(one: Word, other: Word) -> bool:
    """The same word in another part of speech: a long stem, and short endings."""
    stem = max(len(one.text), len(other.text)) - _ENDING
    return stem >= _STEM and one.text[:stem] == other.text[:stem]


def _contradict(given: Sequence[Word], wanted: Sequence[Word]) -> bool:
    """Does one of the words that both do not share deny another, by the lists or by dictionaries?"""
    if any(are_opposites(one, other) for one in given for other in wanted):
        return True
    own = [[word for word in words if not word.is_light] for words in (_only(given, wanted), _only(wanted, given))]
    if _names_neighbour(own):
        return True
    return any(
        one.parts & other.parts and relation((one,), (other,))[0] == "opposite" for one in own[0] for other in own[1]
    )


def _names_neighbour(own: Sequence[Sequence[Word]]) -> bool:
    """Does one noun alone stand in another's place, and is it another thing of that kind: a wolf ate him, a fox did?"""
    if len(own[0]) != 1 or len(own[1]) != 1 or not (own[0][0].is_plain_noun and own[1][0].is_plain_noun):
        return False
    return relation(own[1], own[0])[0] == "sisters"


def _only(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    shared = frozenset().union(*(one.lemmas | {one.text} for one in others))
    return [word for word in words if shared.isdisjoint(word.lemmas | {word.text})]


def is_sentence(alternative: Alternative, asked: Asked) -> bool:
    """Does the right answer tell something, rather than name it?"""
    words = alternative.words
    if alternative.title or asked.several or asked.person or asked.gap or len(words) < 4:
        return False
    if any(word.capital for word in words[1:] if word.text != "i"):
        return False
    if asked.why:
        return True
    if words[0].script == "cyrillic":
        return any("verb" in word.parts and "noun" not in word.parts for word in words)
    return words[0].text in _SUBJECTS


_SUBJECTS = frozenset("he she it they we you because so to by".split())
"""Words with which English sentences and reasons begin."""


def needed_of(alternative: Alternative) -> list[Word]:
    """The words of a right answer that are more than small words."""
    return [word for word in alternative.words if not word.is_light]
