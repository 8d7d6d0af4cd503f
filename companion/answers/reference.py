"""What a question's author wrote as the answer, read as the right answers that it stands for.

femur / thigh bone                      two right answers
князь Дмитрий Донской (победил Мамая)   what stands in brackets may be said, and need not
паспорт. Зачёт: виза. Незачёт: билет    comments on what else is right, and what is wrong
Denver, Colorado                        a detail that may be missing
около 700 км (зачёт: от 600 до 750)     a range
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from companion.answers.lists import lists
from companion.answers.names import is_russian_name
from companion.answers.words import Word, fold, is_base_form, read, small

_OPENING, _CLOSING = "([{", ")]}"
_QUOTES = {"«": "»", "“": "”", "„": "“”", '"': '"'}
_NOT_ALONE = 4
"""Words in brackets that may still be an answer by themselves."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One right answer."""

    text: str
    words: tuple[Word, ...]
    parts: tuple[tuple[Word, ...], ...]
    """What must all be there: one, or both sides of "A and B"."""
    optional: tuple[Word, ...] = ()
    """Words that may be said: from brackets, or a detail behind a comma."""
    title: bool = False
    """A title in quotes, of which every word counts."""
    between: tuple[float, float] | None = None
    aside: bool = False
    """It stood in brackets: an answer, but perhaps only an explanation."""


@dataclass(frozen=True, slots=True)
class Reference:
    """All right answers, and those that the author calls wrong."""

    alternatives: tuple[Alternative, ...]
    rejected: tuple[Alternative, ...]


@lru_cache(maxsize=2048)
def parse(reference: str, accept: tuple[str, ...], reject: tuple[str, ...], several: bool, language: str) -> Reference:
    """`several`: the question asks for more than one thing, so that commas part things and no details."""
    main, also, never = _comments(reference)
    main_choices = [
        one for choice in _choices(main) for one in (choice, *_shorter(choice), *_titles(choice), *_named(choice))
    ]
    found: list[Alternative] = []
    for text in (*main_choices, *(one for comment in also for one in _listed(comment)), *accept):
        found += _alternatives(text, several, language)
    wrong: list[Alternative] = []
    for text in (*(one for comment in never for one in _listed(comment)), *reject):
        wrong += _alternatives(text, several, language)
    return Reference(_distinct(found), tuple(one for one in _distinct(wrong) if not one.aside))


_NUMBERED = re.compile(r"^(?P<name>[^\W\d_]+)\s+(?P<number>[IVX]+)\s+(?P<byname>[A-ZА-ЯЁ][^\W\d_]+)$")


def _shorter(text: str) -> list[str]:
    """Of a ruler with number and byname either is enough: Иван IV Грозный."""
    match = _NUMBERED.match(text)
    if match:
        return [f"{match['name']} {match['number']}", f"{match['name']} {match['byname']}"]
    # What somebody does tells who he is: человек, который разносит письма.
    return [text[who.end() :]] if (who := _SOMEBODY.match(text)) else []


_SOMEBODY = re.compile(
    r"(?:(?:человек|люди|тот|та|те),\s+(?:котор\w+|кто)|(?:an?\s+|the\s+)?(?:person|man|woman|someone|somebody|one|people)"
    r",?\s+(?:who|that))\s+(?=\w+\s+\w)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:в|на|с|из|к|у|о|по|от|in|on|of|with)?\s*\b(?:котор\w+|кто|что|чтобы|где|когда|если|пока|потому|так как|who"
    r"|which|that|where|when|because|so|if|while)\b",
    re.IGNORECASE,
)
"""Behind a comma and a short beginning: the sentence goes on, and no detail is added that may be missing."""


def _distinct(found: Iterable[Alternative]) -> tuple[Alternative, ...]:
    return tuple({(fold(one.text), one.optional): one for one in reversed(list(found)) if one.words}.values())[::-1]


@cache
def _markers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    def one_of(words: Sequence[str]) -> str:
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    accept, reject = one_of(lists().accept), one_of(lists().reject)
    opened = r"(?:(?<=[(\[])|(?<=[.;!]\s)|(?<=[.;!])|^|(?<=,\s))\s*"
    return (
        re.compile(
            rf"{opened}(?:{accept})\b\s*(?:[:\u2014\u2013-]|(?<=acceptable)|(?<=accept)|(?<=accepted))\s*",
            re.IGNORECASE,
        ),
        re.compile(rf"{opened}(?:{reject})\b\s*[:\u2014\u2013-]?\s*", re.IGNORECASE),
    )


def _comments(reference: str) -> tuple[str, list[str], list[str]]:
    """The answer itself, what else is to be accepted, what is to be rejected."""
    also: list[str] = []
    never: list[str] = []
    accept, reject = _markers()
    text = reference.strip()
    for pattern, into in ((reject, never), (accept, also)):
        while (match := pattern.search(text)) is not None:
            end = _end_of_comment(text, match.start(), match.end())
            into.append(text[match.end() : end].strip(" .;,)]"))
            before, after = text[: match.start()].rstrip(" ([;,"), text[end:].lstrip(" )];,.")
            text = f"{before}. {after}" if after else before
    return text.strip(" .;,") or reference.strip(), also, never


def _end_of_comment(text: str, start: int, begin: int) -> int:
    if start and text[:start].rstrip()[-1:] in _OPENING and text[:start].rstrip():
        closing = text.find(_CLOSING[_OPENING.index(text[:start].rstrip()[-1])], begin)
        return closing if closing >= 0 else len(text)
    stop = re.search(r"[.;](?=\s+[A-ZА-ЯЁ])|\n", text[begin:])
    return begin + stop.start() if stop else len(text)


def _choices(text: str) -> list[str]:
    """Parted by ";", "/" or "or", outside of quotes and brackets. The words of a unit (km/h) stay together."""
    hedges = "|".join(sorted(small().hedges))
    parts = _parted(
        text, re.compile(rf"\s*;\s*|\s+/\s+|(?<=[^\W\d_]{{3}})/(?=[^\W\d_]{{3}})|\n+|\s+(?:{hedges})\s+", re.IGNORECASE)
    )
    if len(parts) == 1 and _ALL_QUOTED.fullmatch(text):
        return _QUOTED.findall(text)
    if len(parts) > 1 and any(fold(part).split()[:1] and fold(part).split()[0] in small().negations for part in parts):
        return [text]
    return parts


_QUOTED = re.compile(r'[«“„"][^»”“"]+[»”“"]')
_ALL_QUOTED = re.compile(rf"{_QUOTED.pattern}(?:\s*,\s*{_QUOTED.pattern})+(?:\s*[(\[].*[)\]])?", re.DOTALL)
_SUBTITLE = re.compile(r",\s+или\s+|,\s+or,?\s+|:\s+|\s+[\u2013\u2014-]\s+", re.IGNORECASE)


def _titles(text: str) -> list[str]:
    """Of a title and its subtitle each is a title; one word of a longer title is not."""
    bare = text.strip('«»“”„"')
    parts = [one.strip() for one in _SUBTITLE.split(bare) if one.strip()]
    if len(parts) < 2 or any(character.isdigit() for character in parts[0]):
        return []
    return [f"«{one}»" for one in parts if len(one.split()) > 1]


def _named(text: str) -> list[str]:
    """What stands in quotes behind what it is: памятник Петру I «Медный всадник»."""
    match = _KIND_AND_NAME.match(text)
    if match is None:
        return []
    before, inside = read(match["kind"], "ru"), read(match["name"], "ru")
    if not before or before[-1].is_light or (inside[-1].script == "cyrillic" and not is_base_form(inside[-1].text)):
        return []
    return [f"«{match['name']}»"] if len(inside) > 1 else []


_KIND_AND_NAME = re.compile(r'^(?P<kind>[^«»“”„"]+)\s+[«“„"](?P<name>[^«»“”„"]+)[»”“"]$')


def _listed(comment: str) -> list[str]:
    return (
        [one for choice in _choices(comment) for one in _parted(choice, re.compile(r"\s*,\s*(?!\s*\d)"))]
        if "," in comment
        else _choices(comment)
    )


def _parted(text: str, at: re.Pattern[str]) -> list[str]:
    guarded = _guarded(text)
    found, begin = [], 0
    for match in at.finditer(text):
        if not any(guarded[match.start() : match.end()]):
            found.append(text[begin : match.start()])
            begin = match.end()
    return [one.strip(" .,;") for one in (*found, text[begin:]) if one.strip(" .,;")]


def _guarded(text: str) -> list[bool]:
    """For each letter whether it stands in quotes or brackets."""
    found, waiting = [], ""
    for letter in text:
        found.append(bool(waiting))
        if waiting and letter in waiting:
            waiting = ""
        elif not waiting and letter in _QUOTES:
            waiting = _QUOTES[letter] if any(one in text for one in _QUOTES[letter]) else ""
        elif not waiting and letter in _OPENING:
            waiting = _CLOSING[_OPENING.index(letter)]
    return found


_BRACKETS = re.compile(r"(?P<glued>(?<=[^\W\d_]))?[(\[]\s*(?P<inside>[^()\[\]]*)[)\]](?P<behind>(?=[^\W\d_]))?")


def _alternatives(text: str, several: bool, language: str) -> list[Alternative]:
    inside = [match["inside"].strip() for match in _BRACKETS.finditer(text)]
    glued = any(match["glued"] is not None or match["behind"] is not None for match in _BRACKETS.finditer(text))
    bare = " ".join(_BRACKETS.sub("" if glued else " ", text).split()).strip(" .,;")
    if not bare:
        return [_made(one, several, language) for one in inside if one]
    aside = tuple(word for one in inside for word in read(one, language))
    found = [_made(bare, several, language, aside)]
    if inside:
        found.append(_made(" ".join(_BRACKETS.sub(r"\g<inside>", text).split()), several, language))
    named = not any(word.value is not None for word in read(bare, language))
    for one in inside:
        dated = named and any(word.value is not None for word in read(one, language))  # Бородин (1833–1887)
        if not glued and len(one.split()) <= _NOT_ALONE and not dated:
            found.append(_made(one, several, language, read(bare, language), aside=True))
    return found


def _made(
    text: str, several: bool, language: str, optional: tuple[Word, ...] = (), *, aside: bool = False
) -> Alternative:
    title = text[:1] in _QUOTES and text[-1:] in '»”“"' and len(text) > 2
    between = _range(text, language)
    detail: tuple[Word, ...] = ()
    if not title and "," in text and not several:
        first, *rest = _parted(text, re.compile(r",\s+"))
        joined = any(word.text in small().and_ for one in rest for word in read(one, language))
        if len(rest) == 1 and not joined and not _goes_on(first, rest[0], language):
            text, detail = first, read(rest[0], language)
    words = _nominative(text, language)
    sides = [text] if title else _sides(text, several)
    # The same objects where there is one side: places are told by identity.
    parts = (words,) if len(sides) < 2 else tuple(_nominative(one, language) for one in sides)
    parts = tuple(part for part in parts if part)
    return Alternative(text.strip('«»“”„"'), words, parts or (words,), (*optional, *detail), title, between, aside)


def _goes_on(first: str, behind: str, language: str) -> bool:
    """Does what stands behind the comma belong to the answer, and is no detail?"""
    words = read(first, language)
    if any(word.value is not None for word in words):
        return True
    short = sum(not word.is_light for word in words) < 2 or words[0].is_light
    return short and _CLAUSE.match(behind) is not None


def _nominative(text: str, language: str) -> tuple[Word, ...]:
    """The words of a right answer: a noun in its base form there is no form of another (иглу is none of игла)."""
    return tuple(
        replace(word, lemmas=frozenset({word.text}))
        if word.script == "cyrillic"
        and len(word.lemmas) > 1
        and "adjective" not in word.parts
        and is_base_form(word.text)
        else word
        for word in read(text, language)
    )


def _sides(text: str, several: bool) -> list[str]:
    if len(read(text, "en")) == 1:
        return [text]  # two and a half
    joints = "|".join(sorted(small().and_ - _inside_names(text)))
    comma = r"|\s*,\s+" if several else r"|\s*,\s+(?=.*,)"
    return _parted(text, re.compile(rf"\s+(?:{joints}|&|\+)\s+{comma}", re.IGNORECASE))


def _inside_names(text: str) -> set[str]:
    """ "Да" joins Иван and Марья, and stands in the name of Леонардо да Винчи."""
    after = re.search(r"\bда\s+([А-ЯЁ]\w+)", text)
    return {"да"} if after and not is_russian_name(fold(after[1])) else set()


def _range(text: str, language: str) -> tuple[float, float] | None:
    """ "От 600 до 750", "600–750", "about 700": from where to where a number is right."""
    words = read(text, language)
    values = [word.value for word in words if word.value is not None]
    said = [word.text for word in words]
    around = small().approximately | {one for pair in lists().between for one in pair}
    capitals = (word for word in words if word.capital and word.value is None and word.text not in around)
    if any(not (word.is_light or word.is_filler or word.is_generic or word.unit or word.key) for word in capitals):
        return None  # dates of somebody's life
    if len(values) == 2:
        low, high = sorted(values)
        dashed = re.search(r"\d\s*[-\u2013\u2014]\s*\d", text) is not None
        if dashed or any(one in said and other in said for one, other in lists().between):
            return low, high
    if len(values) == 1 and values[0] >= 20 and any(one in small().approximately for one in said):
        return values[0] * 0.95, values[0] * 1.05
    return None
