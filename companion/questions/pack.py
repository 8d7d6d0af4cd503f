"""Questions, and packs of them on cards of three (rulebook 002, "Комплектация": 72 cards, three questions each).

A pack that comes with the product is a file `packs/<name>.<language>.yaml`:

    pack: house
    language: en
    title: ...
    about: ...
    cards:
      - - {id: en-001-1, question: ..., answer: ..., accepted: [...], refused: [...], category: words, level: A2}
        - ...

Unknown keys are errors. Packs of teachers come in through `reading.py`, which is more patient.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from companion.decks.deck import Level, read_file
from companion.errors import DamagedDeck
from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages

Category = Literal[
    "words", "grammar", "proverbs", "nature", "geography", "history", "science", "arts", "tales", "everyday"
]
CATEGORIES: tuple[str, ...] = get_args(Category)
LEVELS: tuple[str, ...] = get_args(Level)
ON_A_CARD = 3

BUNDLED = Path(__file__).parent / "packs"
DEFAULT_PACK = "house"

LONGEST_QUESTION = 500
"""Characters; a teacher reads it aloud in one breath."""
LONGEST_ANSWER = 120
"""Characters of an answer, and of each other answer."""
MOST_OTHERS = 40
"""Accepted, and as many refused answers."""
LONGEST_ADDRESS = 1000


@dataclass(frozen=True)
class Question:
    """A quiz question with what the host needs to judge by."""

    id: str
    question: str
    answer: str
    accepted: tuple[str, ...] = ()
    """Other right answers."""
    refused: tuple[str, ...] = ()
    """Near answers that are wrong."""
    category: str = ""
    """One of CATEGORIES, a teacher's own, or "": not said."""
    level: Level = "B1"
    """CEFR level of the language that one needs to understand and to answer."""
    language: str = "en"
    picture: str = ""
    """An http(s) address; "": none."""
    sound: str = ""
    """An http(s) address; "": none."""
    source: str = ""
    """Where a fact can be looked up."""
    checked: bool = True
    """Whether a person has looked at it; False for what a language model wrote."""


Card = tuple[Question, ...]


@dataclass(frozen=True)
class Pack:
    """Questions on cards of three; the last card of a pack may have fewer."""

    name: str
    language: str
    title: str
    about: str
    cards: tuple[Card, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All of them, card after card."""
        return tuple(question for card in self.cards for question in card)

    def approved(self, ids: Iterable[str]) -> Pack:
        """The pack after the host has looked at the questions with these ids."""
        seen = frozenset(ids)
        return replace(
            self, cards=tuple(tuple(replace(q, checked=q.checked or q.id in seen) for q in card) for card in self.cards)
        )


def deal(questions: Sequence[Question]) -> tuple[Card, ...]:
    """The questions on cards of three: easy cards first, each of near levels and, where it can be, of three categories.

    The order within a level is kept, so the same questions make the same cards.
    """
    waiting = sorted(questions, key=lambda question: LEVELS.index(question.level))
    cards: list[Card] = []
    while waiting:
        card = [waiting.pop(0)]
        while waiting and len(card) < ON_A_CARD:
            taken = {question.category for question in card}
            same_level = (n for n, q in enumerate(waiting) if q.level == card[0].level and q.category not in taken)
            card.append(waiting.pop(next(same_level, 0)))
        cards.append(tuple(card))
    return tuple(cards)


_POINTS = ".,;:!?…()\"'«»“”„‘’"


def same_text(text: str) -> str:
    """What two questions, or two headers, are compared by: case, points, quotation marks and ё do not matter.

    Signs do: 5 + 3 and 5 - 3 are two questions.
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return " ".join(folded.translate(dict.fromkeys(map(ord, _POINTS), " ")).split()) or folded.strip()


def same_answer(text: str) -> str:
    """What two answers of one question are compared by. How a word is spelt may be what is asked for, so ё, hyphens
    and inner points stay, and so do capitals that show where the stress is (звонИт)."""
    plain = " ".join(unicodedata.normalize("NFC", text).split()).strip(_POINTS + " ") or text.strip()
    return plain if any(a.islower() and b.isupper() for a, b in pairwise(plain)) else plain.casefold()


def category_name(category: str, language: str) -> str:
    """A category in an interface language; a teacher's own one as it is."""
    if category not in CATEGORIES:
        return category
    words = catalogue(language if language in interface_languages() else SOURCE_LANGUAGE)
    return words.t(f"questions.category_{category}")


# ── Packs that come with the product ──

_Text = Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION)]
_Answer = Annotated[str, Field(min_length=1, max_length=LONGEST_ANSWER)]
_Answers = Annotated[tuple[_Answer, ...], Field(max_length=MOST_OTHERS)]
_Address = Annotated[str, Field(pattern=r"^https?://[^\s/]", max_length=LONGEST_ADDRESS)]


class _Strict(BaseModel):
    # An answer such as 12 need not stand in quotes; yes and no must, since YAML takes them for truth values.
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, coerce_numbers_to_str=True)


class _QuestionEntry(_Strict):
    id: Annotated[str, Field(pattern=r"^[a-z]{2,3}-\d{3}-\d$")]
    question: _Text
    answer: _Answer
    accepted: _Answers = ()
    refused: _Answers = ()
    category: Category
    level: Level
    picture: _Address | Literal[""] = ""
    sound: _Address | Literal[""] = ""
    source: _Text | Literal[""] = ""


class _PackFile(_Strict):
    pack: str
    language: str
    title: _Text
    about: _Text
    cards: tuple[Annotated[tuple[_QuestionEntry, ...], Field(min_length=ON_A_CARD, max_length=ON_A_CARD)], ...]


def pack_languages(name: str = DEFAULT_PACK) -> tuple[str, ...]:
    """The languages in which a pack comes with the product."""
    return tuple(sorted(path.name.split(".")[1] for path in BUNDLED.glob("*.yaml") if path.name.split(".")[0] == name))


def pack_names(language: str) -> tuple[str, ...]:
    """The packs that come with the product in that language."""
    return tuple(
        sorted(path.name.split(".")[0] for path in BUNDLED.glob("*.yaml") if path.name.split(".")[1] == language)
    )


def load_pack(name: str = DEFAULT_PACK, language: str = SOURCE_LANGUAGE) -> Pack:
    """A pack that comes with the product. Raises DamagedDeck, naming file, question and field."""
    if language not in pack_languages(name):
        known = ", ".join(f"{path.stem}" for path in sorted(BUNDLED.glob("*.yaml"))) or "none"
        raise DamagedDeck(f"{name}.{language}", f"there is no such pack of questions: choose one of {known}")
    return read_pack_file(BUNDLED / f"{name}.{language}.yaml")


@lru_cache(maxsize=16)
def read_pack_file(path: Path) -> Pack:
    """A pack in the form of the product's own. Raises DamagedDeck, naming file, question and field."""
    found = read_file(path, _PackFile)
    if path.name != f"{found.pack}.{found.language}.yaml":
        raise DamagedDeck(
            str(path), f"it says that it is '{found.pack}' in '{found.language}': rename it or put it right"
        )
    cards = tuple(tuple(_question(entry, found.language) for entry in card) for card in found.cards)
    pack = Pack(found.pack, found.language, found.title, found.about, cards)
    _check(path, pack)
    return pack


def _question(entry: _QuestionEntry, language: str) -> Question:
    return Question(**entry.model_dump(), language=language)


def _check(path: Path, pack: Pack) -> None:
    ids: set[str] = set()
    texts: dict[str, str] = {}
    for one in pack.questions:
        if one.id in ids:
            raise DamagedDeck(str(path), f"{one.id}: this id stands twice: number one of them anew")
        ids.add(one.id)
        if (first := texts.setdefault(same_text(one.question), one.id)) != one.id:
            raise DamagedDeck(str(path), f"{one.id}: {first} asks the same: keep one")
        if both := right_and_wrong(one.answer, one.accepted, one.refused):
            raise DamagedDeck(str(path), f"{one.id}: refused: '{both}' is a right answer too: remove it from one place")


def right_and_wrong(answer: str, accepted: Iterable[str], refused: Iterable[str]) -> str | None:
    """An answer that is named as right and as wrong, if there is one."""
    right = {same_answer(one) for one in (answer, *accepted)}
    return next((one for one in refused if same_answer(one) in right), None)


# ── Packs as plain data, for the store ──


def to_document(pack: Pack) -> dict[str, Any]:
    """The pack as plain JSON data."""
    return asdict(pack)


def from_document(document: dict[str, Any]) -> Pack:
    """The pack out of `to_document`. Raises DamagedDeck when it is something else."""
    try:
        cards = tuple(tuple(_from_entry(entry) for entry in card) for card in document["cards"])
        name, language, title, about = (document[key] for key in ("name", "language", "title", "about"))
    except (KeyError, TypeError, ValueError) as fault:
        raise DamagedDeck("a stored pack", f"a field is missing or of another kind: {fault}") from fault
    if not all(isinstance(text, str) for text in (name, language, title, about)):
        raise DamagedDeck("a stored pack", "its name, language, title and about must be texts")
    return Pack(name, language, title, about, cards)


def _from_entry(entry: dict[str, Any]) -> Question:
    question = Question(**{**entry, "accepted": tuple(entry["accepted"]), "refused": tuple(entry["refused"])})
    needed = (question.id, question.question, question.answer, question.category, question.language)
    texts = (*needed, *question.accepted, *question.refused, question.picture, question.sound, question.source)
    is_sound = question.level in LEVELS and isinstance(question.checked, bool)
    if not is_sound or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"question {question.id!r}")
    return question
