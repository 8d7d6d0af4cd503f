"""What a model says aloud: models that reason write their thoughts before the answer, between `<think>` marks."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from companion.llm.answer import NoAnswer

_OPEN, _CLOSE = "<think>", "</think>"


def spoken(pieces: Generator[str | NoAnswer, None, None]) -> Generator[str | NoAnswer, None, None]:
    """The pieces of a streamed text without the thoughts in it; a mark may be torn between two pieces."""
    held, thinks = "", False
    with closing(pieces):
        for piece in pieces:
            if isinstance(piece, NoAnswer):
                if held and not thinks:
                    yield held
                yield piece
                return
            held += piece
            while (mark := _CLOSE if thinks else _OPEN) in held:
                before, _, held = held.partition(mark)
                if before and not thinks:
                    yield before
                thinks = not thinks
            sure = len(held) - _begun(held, mark)
            if sure and not thinks:
                yield held[:sure]
            held = held[sure:]
    if held and not thinks:
        yield held


def _begun(text: str, mark: str) -> int:
    """How many characters at the end of the text may be the beginning of the mark."""
    return next((size for size in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:size])), 0)
