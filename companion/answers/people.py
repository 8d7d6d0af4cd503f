"""People: when a surname is enough, and when a given name or initial is another's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.answers.compare import Alignment, Pair
from companion.answers.fit import Asked
from companion.answers.lists import lists
from companion.answers.names import called, is_first_name, is_patronymic, lands, same_name
from companion.answers.reference import Alternative
from companion.answers.words import Word, fold


def is_surname(alternative: Alternative, found: Alignment, missing: Sequence[Word], asked: Asked) -> bool:
    """A person's surname, where only given names are missing."""
    if alternative.title or asked.gap or any(word.is_title for word in missing):
        return False
    whole = fold(alternative.text)
    if any(f"-{word.text}" in whole or f"{word.text}-" in whole for word in missing):
        return False  # one name: Нур-Султан
    for part in alternative.parts:
        names = [word for word in part if not (word.is_light and not word.capital) and not word.is_title]
        names = [word for word in names if word.text not in lists().particles] or names
        full = [word for word in names if not word.initial and len(word.text) > 1]
        if len(full) < len(names) and full and any(full[-1] is one for one in missing):
            return False  # beside initials stands the surname
        gone = [word for word in names if any(word is one for one in missing)]
        if not gone:
            continue
        if all(not word.capital for word in gone) and names[-1].capital and names.index(gone[-1]) < len(names) - 1:
            continue  # what somebody is, before the name: кот Матроскин
        named = len(names) <= 4 and all(word.capital or word.initial for word in names)
        given_name = is_first_name(names[0])
        if not (named and len(names) >= 2 and (asked.person or given_name) and _ends_with_surname(names, gone)):
            return False
    return True


def _ends_with_surname(names: Sequence[Word], gone: Sequence[Word]) -> bool:
    """The surname is the last name, or the first where a given name follows it (Пушкин Александр)."""
    patronymic = names[-1].text.endswith(("вич", "вна")) and (len(names) > 2 or is_patronymic(names[-1].text))
    if not patronymic and not any(names[-1] is one for one in gone):
        return True
    last_is_given = patronymic or (is_first_name(names[-1]) and names[-1].script == "cyrillic")
    return last_is_given and not is_first_name(names[0]) and not any(names[0] is one for one in gone)


def other_given_name(found: Alignment) -> bool:
    """The surname is right, and initials or a given name stand beside it that are another's."""
    mine = [word for word in found.missing if word.initial or (word.capital and is_first_name(word))]
    mine = [word for word in mine if not (_is_of_a_land(word) or called(word.text))]
    return bool(mine) and any(
        (word.initial or (word.capital and not word.is_title and is_first_name(word) and not _is_of_a_land(word)))
        and not any(same_name(word.text, one.text) for one in mine)
        for word in found.extra
    )


def _is_of_a_land(word: Word) -> bool:
    """British and Britain are no given names."""
    return bool(lands([word])) or any(mark.startswith("territory") for mark in called(word.text))


def is_of_other_sex(pair: Pair) -> bool:
    """A woman's surname for a man's: Достоевская."""
    wanted, given = pair.wanted, pair.given
    return wanted.capital and wanted.text.endswith(("ий", "ой")) and given.text.endswith("ая") and pair.how == "form"


def is_introduced(surname: Sequence[Pair], extra: Sequence[Word], given: Sequence[Word]) -> bool:
    """Only a trade or the like stands beside the surname, before it: первопечатник Фёдоров."""
    if len(surname) != 1 or surname[0].how != "same" or len(extra) != 1 or surname[0].wanted.is_generic:
        return False
    word, before = extra[0], next((one for one, name in pairwise(given) if name is surname[0].given), None)
    plain = word.is_plain_noun and not word.capital and not is_first_name(word)
    return word is before and plain and (word.script == "cyrillic" or word.text.endswith(_TRADES))


_TRADES = ("er", "or", "ist", "ian", "man")
