"""JSON lines in, JSON lines out: what every command shares that answers a file line by line (design, section 5).

Order and `id` are kept; a bad line is answered by an error in its place and the rest goes on; UTF-8 whatever the
locale; one line in memory at a time.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import typer

_BOM = b"\xef\xbb\xbf"


class BadLine(Exception):
    """A line cannot be answered; the message says why and what it should hold."""


def answer_lines(file: Path | None, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answers each line of the file (None or "-": standard input) on standard output.

    `answer` gets the line's object and gives what goes out besides the id; it may raise BadLine.
    Raises typer.Exit(1) at the end when a line was bad, or when nobody reads the output any more.
    """
    out = sys.stdout.buffer
    all_good = True
    try:
        with _opened(file) as source:
            for line in _with_progress(_lines(source)):
                reply, good = _reply(line, answer)
                all_good = all_good and good
                out.write(_encode(reply) + b"\n")
                out.flush()
    except BrokenPipeError:
        # The reader has gone (`| head`); what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(1) from None
    if not all_good:
        raise typer.Exit(1)


def text_of(line: dict[str, Any], key: str, default: str | None = None) -> str:
    """The text under that key. Raises BadLine."""
    value = line.get(key, default)
    if value is None:
        raise BadLine(f"'{key}' is missing: give a text")
    if not isinstance(value, str):
        raise BadLine(f"'{key}' must be a text, not {_kind(value)}")
    return value


def texts_of(line: dict[str, Any], key: str) -> list[str] | None:
    """The list of texts under that key; None when it is not there. Raises BadLine."""
    value = line.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadLine(f"'{key}' must be a list of texts")
    return value


@contextmanager
def _opened(file: Path | None) -> Iterator[BinaryIO]:
    if file is None or str(file) == "-":
        yield sys.stdin.buffer
        return
    try:
        source = file.open("rb")
    except OSError as fault:
        raise typer.BadParameter(f"{file} cannot be read: {fault.strerror}") from fault
    with source:
        yield source


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that hold something; a byte order mark before the first is dropped."""
    for number, line in enumerate(source):
        line = line.removeprefix(_BOM) if number == 0 else line
        if line.strip():
            yield line


def _with_progress(lines: Iterator[bytes]) -> Iterator[bytes]:
    if not sys.stderr.isatty():
        return lines
    from tqdm import tqdm

    return iter(tqdm(lines, unit=" lines", file=sys.stderr))


def _reply(line: bytes, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    name: Any = None
    try:
        given = _decode(line)
        name = given.get("id")
        if "id" not in given:
            raise BadLine("'id' is missing: give each line one")
        return {"id": name, **answer(given)}, True
    except BadLine as fault:
        return {"id": name, "error": str(fault)}, False


def _decode(line: bytes) -> dict[str, Any]:
    try:
        given = json.loads(line.decode("utf-8"), parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError as fault:
        raise BadLine(f"not UTF-8 at byte {fault.start}: save the file as UTF-8") from fault
    except json.JSONDecodeError as fault:
        raise BadLine(f"not JSON at character {fault.pos}: {fault.msg}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadLine("not JSON that can be read: a number is too long, or lists are nested too deep") from fault
    if not isinstance(given, dict):
        raise BadLine(f"a line must be one JSON object, not {_kind(given)}")
    return given


def _refuse(constant: str) -> None:
    raise BadLine(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise BadLine(f"the number {digits[:20]} is too large")
    return number


def _encode(reply: dict[str, Any]) -> bytes:
    try:
        return json.dumps(reply, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8; as \uXXXX it goes out as it came in.
        return json.dumps(reply).encode("ascii")


def _kind(value: object) -> str:
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
        str: "a text",
    }
    return kinds.get(type(value), "null")
