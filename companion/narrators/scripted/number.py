"""Whether a sentence told of a character of the cards in the plural: for "three wolves" the tale goes on in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from companion.language.russian import parses_of

_CASES = ("nomn", "gent", "datv", "accs", "ablt")
_SEVERAL = re.compile(
    r"\b(?:дв[ае]|дво[её]|об[ае]|три|тро[её]|четыре|четверо|пять|пятеро|шесть|шестеро|семь|семеро|восемь|девять|"
    r"десять|двенадцать|много|несколько)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)


def are_several(said: str, forms: Sequence[str], language: str) -> tuple[str, ...]:
    """The plural forms of the character, if the sentence has nothing but the plural of the word; () otherwise."""
    return _several(said, tuple(forms), language)


@lru_cache(maxsize=2048)
def _several(said: str, forms: tuple[str, ...], language: str) -> tuple[str, ...]:
    if language == "ru":
        many = _russian(forms[0])
        is_counted = any(_SEVERAL.search(said[: at.start()]) for at in _found(said, {forms[1].lower(), *many[1:2]}))
    else:
        many, is_counted = _english(forms[0]) if language == "en" else (), False
    if not many or (not is_counted and _found(said, set(_words(forms)))):
        return ()
    return many if is_counted or _found(said, set(_words(many))) else ()


def _words(forms: Sequence[str]) -> list[str]:
    """The forms without article and possessive."""
    return [re.sub(r"^the |'s?$", "", form).lower() for form in forms]


def _found(said: str, words: set[str]) -> list[re.Match[str]]:
    return list(re.finditer(rf"\b(?:{'|'.join(map(re.escape, words))})\b", said, re.IGNORECASE)) if words else []


def _russian(word: str) -> tuple[str, ...]:
    parse = next((one for one in parses_of(word) if {"NOUN", "nomn", "sing"} <= one.tag.grammemes), None)
    forms = [parse.inflect({case, "plur"}) for case in _CASES] if parse is not None else []
    return tuple(form.word for form in forms if form is not None) if all(forms) else ()


def _english(name: str) -> tuple[str, ...]:
    import lemminflect  # type: ignore[import-untyped]

    article, _, noun = name.rpartition("the ")
    *before, head = re.split(r"([ -])", noun)
    plural = lemminflect.getInflection(head, "NNS")
    if not plural:
        return ()
    many = f"{article}the {''.join(before)}{plural[0]}"
    return many, f"{many}'" if many.endswith("s") else f"{many}'s"
