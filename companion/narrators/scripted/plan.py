"""The bones of the tale: what the hero wants, what stands in the way, who helps, where it turns, how it came out.

Between the cards a narrator tells these beats, each once a tale, whoever tells it. What has been told is read off the
sentences, so all narrators of the house carry on with the same plan.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, get_args

from companion.narrators.scripted.texts import Texts, texts_for
from companion.rules.tale.state import TaleView

Beat = Literal["wish", "obstacle", "help", "turn", "close"]
BEATS: tuple[Beat, ...] = get_args(Beat)

_SLOT = re.compile(r"\{[^{}]+\}")
_CHOICE = re.compile(r"\[(?:\w+:)?([^\[\]]*)\]")
_WISH_BEFORE = 4
"""Cards on the table after which it is too late to say what it is all about."""
_OBSTACLE_AFTER, _HELP_AFTER = 2, 4
_TURNS_AT = 2
"""Cards in the smallest hand when the tale begins to turn; in the largest, where all hands must be empty."""


def told_beats(told: Sequence[str], language: str) -> frozenset[Beat]:
    """Which beats the sentences have told."""
    found = {beat for one in told if (beat := _beat_of(one, language))}
    return frozenset(found | {"wish"} if told_wish(told, texts_for(language)) else found)


def told_wish(told: Sequence[str], texts: Texts) -> str | None:
    """What the hero of this tale wants most, as it was told; None: nobody has said."""
    return next((wish for one in told for wish in texts.wishes.values() if wish in one), None)


def due(view: TaleView, told: frozenset[Beat]) -> Beat | None:
    """The beat that the tale could do with now; None: none. Closing is for whoever has no card left."""
    laid = sum(one.how != "interrupt" for one in view.laid)
    if "wish" not in told:
        return "wish" if laid < _WISH_BEFORE else None
    if "obstacle" not in told:
        return "obstacle" if laid >= _OBSTACLE_AFTER else None
    nearest = max(view.hand_counts) if view.played.cooperative else min(view.hand_counts)
    if nearest <= _TURNS_AT:
        return "turn" if "turn" not in told else None
    return "help" if "help" not in told and laid >= _HELP_AFTER else None


@lru_cache(maxsize=4096)
def _beat_of(sentence: str, language: str) -> Beat | None:
    return next((beat for beat, form in _forms(language) if form.fullmatch(sentence)), None)


@cache
def _forms(language: str) -> tuple[tuple[Beat, re.Pattern[str]], ...]:
    """The sentences of the beats as patterns, whatever fills their slots."""
    texts = texts_for(language)
    return tuple((beat, _form(line.say)) for beat in BEATS for line in getattr(texts.beats, beat))


def _form(template: str) -> re.Pattern[str]:
    parts, end = [], 0
    for match in re.finditer(rf"{_SLOT.pattern}|{_CHOICE.pattern}", template):
        parts.append(re.escape(template[end : match.start()]))
        end = match.end()
        options = match[1]
        parts.append(".*?" if options is None else f"(?:{'|'.join(map(re.escape, options.split('|')))})")
    return re.compile("".join([*parts, re.escape(template[end:])]).replace(r"\ ", r"\s*"), re.IGNORECASE | re.DOTALL)
