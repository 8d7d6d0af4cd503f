"""The season and the hour of a scene: deep snow on midsummer's day, the noon sun at midnight."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language.token import Token
from companion.memory.facts import Clash, Fact
from companion.memory.lexicon import Clock, Lexicon

_WARM = {"spring", "summer"}
_OPPOSITE = ({"winter", "summer"}, {"winter", "spring"}, {"night", "day"})
_DATES = frozenset("зимой летом весной осенью".split())
_ARTICLES = frozenset("the a an".split())

_HOUR_LASTS = 8
"""Sentences after which it may well be another hour, though nobody has said so."""


def time_goes_on(
    clock: Clock,
    before: Fact | None,
    sentence: str,
    line: int,
    words: Sequence[Token],
    known: Lexicon,
    *,
    doubtful: bool,
) -> tuple[Fact | None, Clash | None]:
    """The time that holds after a sentence, and its clash with the one before where none lies between.

    `words`: those of the sentence outside quotation marks.
    """
    lemmas = frozenset(word.lemmas[0] for word in words)
    scene, is_dated = _scene(words, known)
    signs = [(time, row) for time, all_signs in clock.signs.items() for row in all_signs if row <= scene]
    told = {time for time, _ in signs}
    rest = lemmas - {word for _, row in signs for word in row if len(row) == 1}
    passed = any(row <= (rest if len(row) == 1 else lemmas) for row in clock.passing)
    passed = passed or (is_dated and clock.name == "season")
    if any(row <= lemmas for row in clock.elsewhen):
        return before, None
    if len(told) != 1 and told != _WARM:
        return (None if told or passed else before), None
    time, row = signs[0]
    word = min(row)
    now = Fact(clock.name, -1, line, word, value=time)
    if before is not None and clock.name == "hour" and line - before.line > _HOUR_LASTS:
        before = None
    if before is not None and before.value == time and not passed:
        return before, None  # the line that told it first
    if before is None or passed or {before.value, time} not in _OPPOSITE:
        return now, None
    return now, Clash(before, "time", 0, len(sentence), word, doubtful, False)


def _scene(words: Sequence[Token], known: Lexicon) -> tuple[frozenset[str], bool]:
    """The words that may be seen in the scene: "white as snow", "till spring" and somebody called Winter are not; and
    whether one of the others tells which time the tale goes on to: "in July"."""
    seen, is_dated, before, latest = set(), False, "", ""
    for number, word in enumerate(words):
        behind = words[number + 1].readings if number + 1 < len(words) else ()
        before = latest if latest not in _ARTICLES else before
        lemma = latest = word.lemmas[0]
        is_date = lemma in known.calendar
        is_name = bool(number) and word.text[:1].isupper() and not (is_date and word.text.isascii())
        if is_name or before in known.likened or (is_date and before in known.aimed):
            continue
        seen.add(lemma)
        names_it = before in known.dated and not (behind and behind[0].part == "noun")  # "on the summer flowers"
        is_dated = is_dated or (is_date and (names_it or word.text.lower() in _DATES))
    return frozenset(seen), is_dated
