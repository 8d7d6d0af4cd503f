"""Names that people call themselves in a room: plain text of one line, no two alike, and none from the rude list.

The lists are data, one file a language (companion/language/rude/<language>.txt): beginnings of words, one a line. They
are short and miss much on purpose: a host can change any name, and an innocent name refused is worse at a school.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from companion.table.seats import MAX_NAME

_LISTS = Path(__file__).parents[2] / "language" / "rude"
_LOOKALIKES = str.maketrans("013457@$", "oieastas")


def one_line(name: str) -> str:
    """The name as it is kept: without control signs and direction marks, single spaces, at most MAX_NAME characters."""
    kept = "".join(
        " " if unicodedata.category(sign)[0] in "CZ" else sign for sign in unicodedata.normalize("NFC", name)
    )
    return " ".join(kept.split())[:MAX_NAME].strip()


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for one another when they are called."""
    return _bare(one) == _bare(other)


def is_rude(name: str) -> bool:
    """Whether a word of the name begins as one on a list does, in any of the languages: whoever wants to be rude does
    not mind which."""
    bare = "".join(sign if sign.isalnum() else " " for sign in name.casefold().replace("ё", "е"))
    words = bare.split()
    words += [word.translate(_LOOKALIKES) for word in words] + [bare.replace(" ", "")]
    return any(word.startswith(start) for word in words for start in _starts())


def _bare(name: str) -> str:
    return "".join(sign for sign in name.casefold().replace("ё", "е") if sign.isalnum()) or name.strip()


@cache
def _starts() -> tuple[str, ...]:
    lines = [line.strip() for file in sorted(_LISTS.glob("*.txt")) for line in file.read_text("utf-8").splitlines()]
    return tuple(line for line in lines if line and not line.startswith("#"))
