"""Answers that name the right thing by another name, and those that are known to be something else."""

from __future__ import annotations

from collections.abc import Sequence

from companion.answers.compare import SURE, Alignment, Pair, align
from companion.answers.fit import Asked, Fit, both, different
from companion.answers.knowledge import relation
from companion.answers.lists import lists
from companion.answers.names import called, is_symbol, lands, marks, myths, names_of, phrase, share
from companion.answers.reference import Alternative
from companion.answers.signs import formula
from companion.answers.spelling import across
from companion.answers.words import Word, letters, read


def by_other_name(alternative: Alternative, given: Sequence[Word], asked: Asked) -> Fit | None:
    """Another name that the lists know, or the symbol of a chemical element."""
    said = phrase(word for word in given)
    if (wanted := formula(alternative.text)) and (formed := _formed(given)):
        return (
            Fit(0.95, "right", "same", both(alternative, given)) if wanted == formed else different(alternative, given)
        )
    if len(given) == 1 and (is_symbol(given[0].text) or is_symbol(phrase(alternative.words))):
        here, there = called(given[0].text), called(phrase(alternative.words) or alternative.words[0].text)
        if here & there:
            return Fit(0.95, "other-name", "other_name", {"given": given[0].text, "answer": alternative.text})
        if len(given[0].text) <= 2 and len(alternative.text) <= 2 and given[0].text != alternative.words[0].text:
            return different(alternative, given)
    here, there = marks(given), marks(alternative.words)
    echoes = all(asked.names(word) for word in given if not word.is_light)  # "What was Iran called before?" Iran
    if here & there and said != phrase(alternative.words) and not echoes:
        return Fit(0.95, "other-name", "other_name", {"given": said, "answer": alternative.text})
    if asked.country and lands(given) & there:
        return Fit(0.75, "other-name", "other_name", {"given": said, "answer": alternative.text}, partial=True)
    are_lands = all(any(mark.startswith("territory") for mark in one) for one in (here, there))
    mine, theirs = ({word.text for word in words if not word.is_light} for words in (alternative.words, given))
    if theirs <= mine:
        return None  # a part of the name, which may be enough or not: Petersburg
    # Of plain words no list knows everything that they may be called: молчун, постовой.
    said_plainly = (word for word in (*given, *alternative.words) if not word.is_light)
    is_plain = not mine <= theirs and all(word.parts and "name" not in word.parts for word in said_plainly)
    is_named = not is_plain or any(not mark.startswith("name ") for mark in here | there)
    if (
        here
        and there
        and not here & there
        and (are_lands or (is_named and given[0].script == alternative.words[0].script))
    ):
        return Fit(0.04, "wrong", "other_thing", {"given": said, "answer": alternative.text})
    if _abbreviates(given, alternative.words) or _abbreviates(alternative.words, given):
        return Fit(0.9, "other-name", "abbreviation", {"given": said, "answer": alternative.text})
    if there and not here and not echoes and (meant := _misspelt(said, given, there)):
        return Fit(0.8, "typo", "typo", {"given": said, "answer": meant})
    return None


_MISSPELT = 5
"""Letters that another name must have before a slip in it is believed."""


def _misspelt(said: str, given: Sequence[Word], marks_: frozenset[str]) -> str:
    """The other name of the right thing that was meant, with slips in it; "": none."""
    for name in names_of(marks_):
        if len(name) < _MISSPELT or name[0] != said[:1] or name.count(" ") != said.count(" "):
            continue
        if abs(len(name) - len(said)) > 2:
            continue
        found = align(read(name, "en"), given)
        if not found.missing and not found.extra and all(pair.how in ("same", "typo") for pair in found.pairs):
            return name
    return ""


def _formed(given: Sequence[Word]) -> str:
    """The formula that the given words are together; empty where they are more than one."""
    return formula("".join(word.text for word in given)) if all(len(word.text) < 3 for word in given) else ""


def same_god(alternative: Alternative, given: Sequence[Word], asked: Asked) -> Fit | None:
    """Zeus for Jupiter, where the question does not say whose god it asks for."""
    said = [word for word in given if not word.is_light and not word.is_filler]
    if len(alternative.words) != 1 or len(said) != 1 or said[0].text == alternative.words[0].text:
        return None
    if not share(myths(), alternative.words[0], said[0]):
        return None
    minds = not asked.words.isdisjoint(lists().myth_marks)
    return Fit(0.3 if minds else 0.55, "ask", "other_people", both(alternative, given))


def by_dictionary(alternative: Alternative, given: Sequence[Word], asked: Asked) -> Fit | None:
    """Another word for the same thing that dictionaries know; None where they know none, or it may mean too much.

    What the question says itself is no answer, and half of a compound is a part of it (horseshoe, shoe).
    """
    said = [word for word in given if not word.is_light and not word.is_filler]
    wanted = [word for word in alternative.words if not word.is_light]
    if alternative.title or asked.gap or not said or all(map(asked.names, said)):
        return None
    if not any(word.parts & _NAMING for word in said) or not any(word.parts & _NAMING for word in wanted):
        return None
    how, sure = relation(alternative.words, given)
    if how != "same" or sure < SURE or letters(alternative.text).endswith(phrase(said)):
        return None
    return Fit(0.6 + 0.25 * sure, "other-name", "other_name", both(alternative, given))


_NAMING = frozenset({"noun", "verb", "name"})
"""Parts of speech of words that answer by themselves: what describes is said of many things (тихий, спокойный)."""


def _abbreviates(short: Sequence[Word], long: Sequence[Word]) -> bool:
    full = [word for word in long if not word.is_light]
    return (
        len(short) == 1
        and len(full) >= 3
        and len(short[0].text) == len(full)
        and short[0].text == "".join(word.text[0] for word in full)
    )


def in_other_letters(alternative: Alternative, given: Sequence[Word]) -> float:
    """How well the whole answer spells the right one in the other alphabet: "вени види вичи"."""
    said = [word for word in given if not word.is_filler]
    scripts = {word.script for word in said}, {word.script for word in alternative.words}
    if any(len(one) != 1 for one in scripts) or scripts[0] == scripts[1]:
        return 0.0
    one, other = ("".join(word.text for word in words) for words in (alternative.words, said))
    return across(one, other) if len(one) > 5 else 0.0


def by_name_inside(part: Sequence[Word], given: Sequence[Word], *, alone: bool) -> Alignment | None:
    """Both sides of a pair may go by other names: "the USA and Canada".

    `alone`: there is no other side, so that a name beside the known one may make it another's: Leonardo DiCaprio.
    """
    wanted = marks(part)
    if not wanted or len(given) > 12:
        return None
    for length in range(min(4, len(given)), 0, -1):
        for begin in range(len(given) - length + 1):
            run = given[begin : begin + length]
            if not run[0].is_light and wanted & called(phrase(run)):
                if phrase(run) == phrase(part):
                    return None  # the words themselves, which pair one by one
                rest = [word for word in given if not any(word is one for one in run)]
                if alone and any(word.text == one.text for word in rest for one in part if not word.is_light):
                    continue  # a part of the name itself: "wide web"
                if alone and any(word.capital and not (word.is_generic or word.is_title) for word in rest):
                    continue
                named = next((word for word in part if not word.is_light), part[0])
                pairs = tuple(Pair(named, word, 0.95, "synonym") for word in run)
                return Alignment(pairs, (), tuple(rest))
    return None
