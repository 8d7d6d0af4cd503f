"""A deck of the tale game: its cards and endings, and the loader that checks every field.

A deck is a folder (design, sections 1 and 3):

    deck.yaml       language-free: name, cards (id, category, interrupt, pictogram), endings (ids)
    <lang>.yaml     per language: title, cards by id (name, other, gloss, level), endings by id (text)

Unknown keys are errors. Custom decks are folders of the same form.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.errors import DamagedDeck
from companion.rules.cards import Category, StoryCard

# The C loader reads a deck in 30 ms, the Python one in 300.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
M = TypeVar("M", bound=BaseModel)

Level = Literal["A1", "A2", "B1", "B2", "C1"]
Text = Annotated[str, Field(min_length=1, max_length=300)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]

BUNDLED = Path(__file__).parent
DEFAULT_DECK = "tale"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class CardFace(_Strict):
    """What is printed on a story card in one language."""

    name: Text
    other: tuple[Text, ...] = ()
    """Other names: a storyteller's synonyms and instances; inflected forms are not listed."""
    gloss: Text
    """One line for learners."""
    level: Level


class CardBack(_Strict):
    """What a story card is in every language."""

    id: Id
    category: Category
    interrupt: bool = False
    pictogram: Id
    """Name of a drawing in `pictograms.json`."""


class _DeckFile(_Strict):
    name: Id
    cards: tuple[CardBack, ...]
    endings: tuple[Id, ...]


class _LanguageFile(_Strict):
    title: Text
    cards: dict[str, CardFace]
    endings: dict[str, Text]


class Card(_Strict):
    """A story card with its face in one language."""

    id: str
    category: Category
    interrupt: bool
    pictogram: str
    face: CardFace

    @property
    def name(self) -> str:
        return self.face.name


class Deck(_Strict):
    """A deck in one language."""

    name: str
    language: str
    title: str
    cards: tuple[Card, ...]
    endings: dict[str, str]
    """Text by id."""

    @cached_property
    def by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def story_cards(self) -> tuple[StoryCard, ...]:
        """The cards as the rules know them."""
        return tuple(StoryCard(c.id, c.category, c.interrupt) for c in self.cards)

    @property
    def ending_ids(self) -> tuple[str, ...]:
        return tuple(self.endings)


def languages(name: str = DEFAULT_DECK) -> tuple[str, ...]:
    """The languages that a deck is written in."""
    return tuple(sorted(p.stem for p in _folder(name).glob("*.yaml") if p.stem != "deck"))


@lru_cache(maxsize=16)
def load_deck(language: str, name: str = DEFAULT_DECK) -> Deck:
    """The deck of that name (a bundled one, or the path of a folder). Raises DamagedDeck, naming file, card, field."""
    folder = _folder(name)
    common = read_file(folder / "deck.yaml", _DeckFile)
    faces = read_file(folder / f"{language}.yaml", _LanguageFile)
    _check_ids(folder / "deck.yaml", [card.id for card in common.cards], "card")
    _check_ids(folder / "deck.yaml", list(common.endings), "ending")
    _check_same(folder / f"{language}.yaml", {card.id for card in common.cards}, set(faces.cards), "cards")
    _check_same(folder / f"{language}.yaml", set(common.endings), set(faces.endings), "endings")
    return Deck(
        name=common.name,
        language=language,
        title=faces.title,
        cards=tuple(
            Card(id=c.id, category=c.category, interrupt=c.interrupt, pictogram=c.pictogram, face=faces.cards[c.id])
            for c in common.cards
        ),
        endings={ending: faces.endings[ending] for ending in common.endings},
    )


def _folder(name: str) -> Path:
    bundled = BUNDLED / name
    folder = bundled if "/" not in name and bundled.is_dir() else Path(name)
    if not folder.is_dir():
        raise DamagedDeck(name, "there is no such deck: give the name of a bundled deck or the path of a folder")
    return folder


def read_file(path: Path, model: type[M]) -> M:
    """A YAML file as that model. Raises DamagedDeck, naming file, entry and field."""
    try:
        # "-sig": some editors put a byte order mark in front.
        raw = yaml.load(path.read_text(encoding="utf-8-sig"), Loader=_UniqueKeys)
    except FileNotFoundError:
        raise DamagedDeck(str(path), "the file is missing: a deck needs deck.yaml and one file a language") from None
    except UnicodeDecodeError as fault:
        raise DamagedDeck(str(path), f"it is not UTF-8 (byte {fault.start}): save it in that encoding") from fault
    except OSError as fault:
        raise DamagedDeck(str(path), f"the file cannot be read: {fault.strerror}") from fault
    except (yaml.YAMLError, RecursionError) as fault:
        raise DamagedDeck(str(path), f"it is not proper YAML: {' '.join(str(fault).split())}") from fault
    try:
        return model.model_validate(raw)
    except ValidationError as fault:
        raise DamagedDeck(str(path), _first_fault(fault, raw)) from fault


def _first_fault(fault: ValidationError, raw: object) -> str:
    first = fault.errors()[0]
    place = ": ".join(_named(first["loc"], raw)) or "the whole file"
    more = f" (and {fault.error_count() - 1} more faults)" if fault.error_count() > 1 else ""
    return f"{place}: {_remedy(first['type'], first['msg'], first['input'])}{more}"


def _named(loc: tuple[int | str, ...], raw: object) -> Iterator[str]:
    """The way to a field; an entry of a list is called by its id if it has one, else by its number from 1."""
    here = raw
    for part in loc:
        is_listed = not isinstance(here, dict)
        try:
            here = here[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(part, int) and is_listed:
            yield str(here["id"]) if isinstance(here, dict) and "id" in here else f"number {part + 1}"
        else:
            yield str(part)


def _remedy(kind: str, message: str, found: object) -> str:
    if kind == "extra_forbidden":
        return "this key is unknown: remove it, or spell it as in the bundled decks"
    if kind == "missing":
        return "this field is missing: add it"
    shown = repr(found) if isinstance(found, (str, int, float, bool, type(None))) else f"a {type(found).__name__}"
    return f"{message[0].lower()}{message[1:]}; found {shown[:60]}"


class _UniqueKeys(_SafeLoader):
    """YAML lets a later key silently replace an earlier one; in a deck that would lose a card."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        for key in _repeated(keys):
            raise yaml.MarkedYAMLError(problem=f"'{key}' stands twice: keep one", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def _check_ids(path: Path, ids: list[str], what: str) -> None:
    for twice in _repeated(ids):
        raise DamagedDeck(str(path), f"{what} '{twice}' is listed twice: keep one")


def _check_same(path: Path, wanted: set[str], found: set[str], where: str) -> None:
    if missing := sorted(wanted - found):
        raise DamagedDeck(str(path), f"{where}: '{missing[0]}' is missing ({len(missing)} in all): add it")
    if extra := sorted(found - wanted):
        raise DamagedDeck(str(path), f"{where}: '{extra[0]}' is not in deck.yaml: remove it or add it there")


def _repeated(ids: list[Any]) -> Iterator[Any]:
    seen: set[Any] = set()
    for one in ids:
        if one in seen:
            yield one
        seen.add(one)
