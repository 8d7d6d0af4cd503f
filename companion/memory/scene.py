"""The season and the hour of a scene: deep snow on midsummer's day, the noon sun at midnight."""

from __future__ import annotations

from companion.memory.facts import Clash, Fact
from companion.memory.lexicon import Clock

_WARM = {"spring", "summer"}
_OPPOSITE = ({"winter", "summer"}, {"winter", "spring"}, {"night", "day"})

_HOUR_LASTS = 8
"""Sentences after which it may well be another hour, though nobody has said so."""


def time_goes_on(
    clock: Clock, before: Fact | None, sentence: str, line: int, lemmas: frozenset[str], *, doubtful: bool
) -> tuple[Fact | None, Clash | None]:
    """The time that holds after a sentence, and its clash with the one before where none lies between.

    `lemmas`: the sentence's words outside quotation marks.
    """
    signs = [(time, words) for time, all_signs in clock.signs.items() for words in all_signs if words <= lemmas]
    told = {time for time, _ in signs}
    rest = lemmas - {word for _, words in signs for word in words if len(words) == 1}
    passed = any(words <= (rest if len(words) == 1 else lemmas) for words in clock.passing)
    if any(words <= lemmas for words in clock.elsewhen):
        return before, None
    if len(told) != 1 and told != _WARM:
        return (None if told or passed else before), None
    time, words = signs[0]
    word = min(words)
    now = Fact(clock.name, -1, line, word, value=time)
    if before is not None and clock.name == "hour" and line - before.line > _HOUR_LASTS:
        before = None
    if before is not None and before.value == time and not passed:
        return before, None  # the line that told it first
    if before is None or passed or {before.value, time} not in _OPPOSITE:
        return now, None
    return now, Clash(before, "time", 0, len(sentence), word, doubtful, False)
