"""A team's answer box. What is typed lives in the browser until it is handed in, and stays in the box afterwards: it
can be corrected and handed in anew while time runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.hill import MAX_ANSWER
from companion.ui.parts.base import answered, once, register, words_of
from companion.ui.parts.desk import Told

_ANSWER = register("answer")


@dataclass(frozen=True)
class AnswerWords:
    """Texts of the box."""

    label: str
    placeholder: str
    send: str
    correct: str
    """The button, once an answer lies there."""
    is_in: str
    """What lies there is what is in the box."""
    not_in: str
    """What is in the box has not been handed in."""
    empty: str
    sending: str
    not_sent: str


def answer_box(
    *,
    words: AnswerWords,
    given: str,
    on_answer: Callable[[Told], bool | None],
    key: str,
    draft_key: str,
    compact: bool = False,
) -> None:
    """Draws the box. given: this team's answer that lies there, and no other team's. on_answer: returns False if it
    was refused. draft_key: names game, seat and round. compact: one of several on a page."""

    def hand_in(message: Mapping[str, Any]) -> bool | None:
        text = message.get("text")
        return on_answer(Told(text, str(message["id"]))) if isinstance(text, str) else False

    _ANSWER(
        key=key,
        data={
            "key": key,
            "draftKey": f"story-companion/answer/{draft_key}",
            "words": words_of(words),
            "limit": MAX_ANSWER,
            "given": given,
            "compact": compact,
            "answered": answered(key),
        },
        on_given_change=once(key, "given", hand_in),
    )
