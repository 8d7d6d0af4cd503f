"""What the checker says of a team's answer on the hill, kept as a reason's code and its values: the host and the teams
may read other languages than the game's, and each page tells it in its reader's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.language.catalogue import Catalogue
from companion.rules.hill import Verdict
from companion.table.hill_order import HillQuestion


@dataclass(frozen=True)
class Suggestion:
    """Advice for the host, who decides."""

    correct: bool
    verdict: str
    """`right`, `typo`, `other-name`, `ask` or `wrong`."""
    why: str = ""
    """The reason, a key of the message catalogue; "": there is none."""
    params: tuple[tuple[str, str], ...] = ()
    """The values of the reason's placeholders, by name."""


Check = Callable[[HillQuestion, str], Suggestion]
"""(question, given answer) -> advice, never a ruling by itself."""


def why_of(said: Suggestion | Verdict, texts: Catalogue) -> str:
    """The reason in the reader's language, as plain text; "": there is none. What a host wrote stays as it was written,
    and so does what older games kept as a sentence."""
    is_code = isinstance(said, Suggestion) or said.by == "checker"
    return texts.t(said.why, **dict(said.params)) if is_code and texts.has(said.why) else said.why
