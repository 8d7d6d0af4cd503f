"""What players wrote, as text that a terminal can only show."""

from __future__ import annotations

import unicodedata

_CONTROL = ("Cc", "Cs", "Zl", "Zp")
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that make the rest of a line read the other way round."""


def plain_line(text: str) -> str:
    """On one line, without the control characters by which a text could take over the terminal."""
    return " ".join("".join(" " if _is_control(sign) else sign for sign in text).split())


def _is_control(sign: str) -> bool:
    return sign in _TURNS_AROUND or unicodedata.category(sign) in _CONTROL
