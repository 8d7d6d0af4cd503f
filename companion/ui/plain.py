"""Player text in places where Streamlit reads Markdown (labels, captions, headings): shown as it was typed.

Where nothing reads Markdown (`st.text`, inputs, components that set `textContent`), player text goes in unchanged.
"""

from __future__ import annotations

import re
import unicodedata

_MARKUP = re.compile(r"[!-/:-@\[-`{-~]")
_WORD_JOINER = "⁠"
"""Invisible and without width: breaks up what is read as an emoji, icon, address or arrow even when escaped."""


def plain(text: str, limit: int = 200) -> str:
    """The text on one line, with everything escaped that Streamlit's Markdown would interpret."""
    line = one_line(text)
    if len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    line = beside_others(line)
    escaped = _MARKUP.sub(lambda sign: "\\" + sign.group(), line)
    return re.sub(r"([:@<>-]|www)", rf"\1{_WORD_JOINER}", escaped)


def one_line(text: str) -> str:
    """The text without line breaks, control characters and doubled spaces: as names and titles are stored."""
    visible = "".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in text)
    return " ".join(visible.strip(_ISOLATES).split())


def beside_others(text: str) -> str:
    """The text on one line, for a line with other texts in it: its direction marks cannot leak out of it."""
    line = one_line(text)
    return f"⁨{line}⁩" if any(unicodedata.bidirectional(sign) in _TURNING for sign in line) else line


_ISOLATES = "⁨⁩"
_TURNING = {"R", "AL", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI"}
