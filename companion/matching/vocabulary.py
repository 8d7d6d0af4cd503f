"""All names and set phrases of a deck as patterns, and the store that spares a cold start to make them.

Making the 10,000 patterns of a language takes seconds; `make matcher` stores those of the bundled deck. What is stored
is used only while everything that it was made from, texts and code, is unchanged.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion import language as language_package
from companion.decks import deck as decks
from companion.decks.deck import DEFAULT_DECK, load_deck
from companion.language import Part
from companion.matching import lexicon as lexicons
from companion.matching import patterns, phrases
from companion.matching.lexicon import PARTS, lexicon
from companion.matching.patterns import Pattern, Step, compile_name, compile_phrase

_STORE = Path(__file__).parent / "calibration"


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a card."""

    card: str
    own: bool
    near: bool = False
    """Near the card only: the table decides."""


@dataclass(frozen=True)
class Vocabulary:
    """What is listened for."""

    names: list[tuple[Pattern, Name]]
    idioms: list[tuple[Pattern, tuple[str, ...]]]
    """Set phrases whose words say nothing of these cards."""


def vocabulary(language: str, deck: str) -> Vocabulary:
    """The vocabulary of a deck in a language: the stored one while it is fresh, else made now."""
    return (_stored(language) if deck == DEFAULT_DECK else None) or make_vocabulary(language, deck)


def make_vocabulary(language: str, deck: str) -> Vocabulary:
    """Raises DamagedDeck when the deck or the lexicon cannot be read."""
    known = phrases.phrases(language)
    names: list[tuple[Pattern, Name]] = []
    idioms = [(compile_phrase(idiom.phrase, language, known.words, idiom.gaps), idiom.cards) for idiom in known.idioms]
    listed = lexicon(language, deck).cards
    for card in load_deck(language, deck).cards:
        shown = dict.fromkeys((card.name, *card.face.other))
        for text in shown:
            own = text == card.name
            made = compile_name(text, language, card.category, is_own=own, breaks=known.breaks)
            names += [(pattern, Name(card.id, own)) for pattern in made]
        if card.id not in listed:
            continue
        seen = {text.lower() for text in shown}
        for near, entries in ((False, listed[card.id].hit), (True, listed[card.id].ask)):
            for entry in entries:
                parts: frozenset[Part] | None = PARTS[entry.pos] if entry.pos else None
                if entry.text.lower() in seen and parts is None:
                    continue  # a name of the deck stays what it is there
                made = compile_name(entry.text, language, card.category, is_own=False, breaks=known.breaks, parts=parts)
                names += [(pattern, Name(card.id, False, near)) for pattern in made]
        for entry in listed[card.id].never:
            if entry.pos:
                # One form of one word: "stormed" is no Storm.
                never = compile_name(entry.text, language, card.category, is_own=False, parts=PARTS[entry.pos])
                written = entry.text.lower()
                idioms += [(replace(one, steps=(replace(one.steps[0], written=written),)), (card.id,)) for one in never]
            else:
                idioms.append((compile_phrase(entry.text, language, {}), (card.id,)))
    return Vocabulary(names, idioms)


def store_vocabulary(language: str) -> Path:
    """Makes and stores the vocabulary of the bundled deck; returns the file."""
    made = make_vocabulary(language, DEFAULT_DECK)
    numbers: dict[Step, int] = {}
    held = {
        "made from": _made_from(language),
        "names": [[*_packed(pattern, numbers), name.card, name.own, name.near] for pattern, name in made.names],
        "idioms": [[*_packed(pattern, numbers), *cards] for pattern, cards in made.idioms],
        # Most steps stand in many patterns: each is stored, and read, once.
        "steps": [
            [sorted(step.lemmas), sorted(step.parts) if step.parts is not None else None, step.case, step.written]
            for step in numbers
        ],
    }
    path = _path(language)
    # Without a time of making, the same texts give the same file.
    path.write_bytes(gzip.compress(json.dumps(held, ensure_ascii=False).encode(), mtime=0))
    return path


def _stored(language: str) -> Vocabulary | None:
    try:
        held: dict[str, Any] = json.loads(gzip.decompress(_path(language).read_bytes()))
        if held["made from"] != _made_from(language):
            return None
        steps = [
            Step(frozenset(lemmas), frozenset(parts) if parts is not None else None, case, written)
            for lemmas, parts, case, written in held["steps"]
        ]
        return Vocabulary(
            [(_unpacked(one, steps), Name(one[5], one[6], one[7])) for one in held["names"]],
            [(_unpacked(one, steps), tuple(one[5:])) for one in held["idioms"]],
        )
    except (OSError, EOFError, ValueError, KeyError, IndexError, TypeError):
        # A missing or damaged store is made anew by `make matcher`; the texts themselves are all there.
        return None


def _path(language: str) -> Path:
    return _STORE / f"vocabulary-{language}.json.gz"


def _made_from(language: str) -> str:
    """A digest of the texts and the code that patterns are made from."""
    folders = [Path(str(one.__file__)).parent for one in (lexicons, phrases)]
    files = [folder / f"{language}.yaml" for folder in folders]
    files += [decks.BUNDLED / DEFAULT_DECK / name for name in ("deck.yaml", f"{language}.yaml")]
    files += sorted(Path(str(language_package.__file__)).parent.glob("*.py"))
    files += [Path(patterns.__file__), Path(__file__)]
    digest = hashlib.sha256()
    for file in files:
        # Git may have checked a file out with the line ends of Windows.
        digest.update(file.read_bytes().replace(b"\r\n", b"\n") if file.is_file() else b"")
    return digest.hexdigest()


def _packed(pattern: Pattern, numbers: dict[Step, int]) -> list[Any]:
    steps = [numbers.setdefault(step, len(numbers)) for step in pattern.steps]
    return [pattern.text, steps, pattern.punctuated, pattern.gaps, pattern.opens]


def _unpacked(held: list[Any], steps: list[Step]) -> Pattern:
    return Pattern(held[0], tuple([steps[number] for number in held[1]]), held[2], held[3], held[4])
