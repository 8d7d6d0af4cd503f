"""Labelled sentences: which cards each one mentions, and the loader that checks every line.

One JSON object a line: `id`, `sentence`, `context`?, `source`? and lists of card ids: `mentions`, `passing` (mentioned
without weight in the plot), `implied` (follows from what was said), `unsure` or `ask` (for the table: left out of every
score). A card in none of them is not mentioned. `kind` or `note` says what makes the sentence hard.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.decks.deck import load_deck
from companion.errors import BadInput

OWN = Path(__file__).parent / "data"
SPLITS = ("dev", "test")
LANGUAGES = ("ru", "en")

_LISTS = ("mentions", "passing", "implied", "unsure", "ask")
_LEFT_OUT = ("unsure", "ask")
_WORDS_OF_NOTES = {
    "comparison": "comparison",
    "compared": "comparison",
    "idiom": "idiom",
    "figure of speech": "idiom",
    "negat": "negation",
    "hypothetical": "hypothetical",
    "near miss": "near miss",
    "homonym": "homonym",
    "list": "list",
    "scenery": "list",
    "implied": "implied",
    "proper name": "proper name",
    "verb": "verb or participle",
    "participle": "verb or participle",
    "paraphrase": "paraphrase",
    "phrase": "paraphrase",
    "synonym": "synonym or instance",
    "instance": "synonym or instance",
    "folk": "folk word",
    "diminutive": "folk word",
    "mistake": "learner's mistake",
    "spelling": "learner's mistake",
    "plain": "plain word",
    "card's word": "plain word",
    "random": "as it came",
}
"""What the notes of hand-labelled tales call a difficulty, and the kind that it is counted as."""


@dataclass(frozen=True)
class Labelled:
    """A sentence and which cards it mentions."""

    id: str
    sentence: str
    context: str = ""
    tale: str = ""
    mentions: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    implied: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    """For the table to decide: a flag on one of these is neither right nor wrong."""
    kinds: tuple[str, ...] = ()

    @property
    def gold(self) -> frozenset[str]:
        """The cards that ought to be flagged."""
        return self.mentions | self.passing | self.implied


@dataclass(frozen=True)
class DataSet:
    """The sentences of one file."""

    name: str
    """What reports call it: "dev", "test", "tales"."""
    language: str
    path: Path
    sentences: tuple[Labelled, ...]


def own_data(language: str, split: str) -> DataSet:
    """The project's own sentences. Raises BadInput."""
    return read_data(OWN / split / f"mentions_{language}.jsonl", split, language)


def data_in(folder: Path, language: str, name: str) -> DataSet:
    """Sentences that lie elsewhere, as `mentions_<lang>_dev.jsonl`. Raises BadInput."""
    if not folder.is_dir():
        raise BadInput(f"--data {folder}: no such folder: give one that holds mentions_{language}_dev.jsonl")
    return read_data(folder / f"mentions_{language}_dev.jsonl", name, language)


def languages_in(folder: Path) -> list[str]:
    """The languages that such a folder has sentences in."""
    return [language for language in LANGUAGES if (folder / f"mentions_{language}_dev.jsonl").is_file()]


def read_data(path: Path, name: str, language: str) -> DataSet:
    """Reads and checks a file of labelled sentences. Raises BadInput, naming file and line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file: it would hold the labelled sentences in '{language}'") from None
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path}: not UTF-8 at byte {fault.start}: save the file as UTF-8") from fault
    except OSError as fault:
        raise BadInput(f"{path}: cannot be read: {fault.strerror}") from fault
    cards = frozenset(load_deck(language).by_id)
    found: dict[str, Labelled] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            one = _labelled(line, cards)
            if one.id in found:
                raise BadInput(f"the id '{one.id}' stands twice: give each sentence its own")
        except BadInput as fault:
            raise BadInput(f"{path}, line {number}: {fault}") from fault
        found[one.id] = one
    if not found:
        raise BadInput(f"{path}: it holds no sentence")
    return DataSet(name, language, path, tuple(found.values()))


def _labelled(line: str, cards: frozenset[str]) -> Labelled:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise BadInput(f"not JSON: {fault}") from fault
    if not isinstance(given, dict):
        raise BadInput("must be one JSON object")
    for key in ("id", "sentence"):
        if not isinstance(given.get(key), str) or not given[key].strip():
            raise BadInput(f"'{key}' must be a text that is not empty")
    for key in ("context", "source", "note"):
        if not isinstance(given.get(key, ""), str):
            raise BadInput(f"'{key}' must be a text")
    lists = {key: _cards(given, key, cards) for key in _LISTS}
    _check_once(lists)
    return Labelled(
        id=given["id"],
        sentence=given["sentence"],
        context=given.get("context", ""),
        tale=given.get("source", ""),
        mentions=lists["mentions"],
        passing=lists["passing"],
        implied=lists["implied"],
        left_out=frozenset().union(*(lists[key] for key in _LEFT_OUT)),
        kinds=tuple(_kinds(given)),
    )


def _cards(given: dict[str, Any], key: str, known: frozenset[str]) -> frozenset[str]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadInput(f"'{key}' must be a list of card ids")
    for card in value:
        if card not in known:
            raise BadInput(f"'{key}': the deck has no card '{card}'")
    return frozenset(value)


def _check_once(lists: dict[str, frozenset[str]]) -> None:
    seen: dict[str, str] = {}
    for key, cards in lists.items():
        for card in sorted(cards):
            if card in seen:
                raise BadInput(f"'{card}' stands in '{seen[card]}' and in '{key}': keep it in one")
            seen[card] = key


def _kinds(given: dict[str, Any]) -> Iterable[str]:
    """The sentence's kinds of difficulty: its own `kind`, else what its note speaks of."""
    own = given.get("kind")
    if isinstance(own, str):
        return [own] if own else []
    if isinstance(own, list) and all(isinstance(one, str) for one in own):
        return dict.fromkeys(own)
    if own is not None:
        raise BadInput("'kind' must be a text or a list of texts")
    note = given.get("note", "").lower()
    found = dict.fromkeys(kind for word, kind in _WORDS_OF_NOTES.items() if re.search(rf"\b{word}", note))
    return found or (["other"] if note else [])
