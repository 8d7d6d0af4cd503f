"""What the scripted narrator can say: one file a language beside this module, checked when it is loaded.

The head of `ru.yaml` explains how a sentence is written; `template.py` puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from companion.errors import BadInput, DamagedDeck
from companion.narrators.character import Temperament
from companion.narrators.scripted.template import PLACE_SLOTS, ROLES, slots_of

Gender = Literal["m", "f", "n"]
Role = Literal["foe", "friend", "beloved"]
Template = Annotated[str, Field(min_length=1, max_length=400)]
FOLDER = Path(__file__).parent
# The C loader reads a file in 40 ms, the Python one in 500.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Line(_Strict):
    """A sentence, and when it fits."""

    say: Template
    laid: str | None = Field(default=None, alias="if")
    """It fits when this card lies on the table."""
    needs: Role | None = None
    """It fits when the tale has somebody in this role."""
    mood: Temperament | None = None
    """Only a narrator of this temperament says it; without one, all do."""
    alone: bool = False
    """It fits one hero, not several."""

    @property
    def takes_up(self) -> bool:
        """Whether it goes on with what the tale has."""
        return self.laid is not None or self.needs is not None


def _plain_line(value: object) -> object:
    return {"say": value} if isinstance(value, str) else value


Says = Annotated[Line, BeforeValidator(_plain_line)]
"""In the file a sentence alone, or one with its conditions."""


class Hero(_Strict):
    """A hero of the narrator's own."""

    gender: Literal["m", "f"]
    who: str
    """The hero's trade, as an opening says it."""
    forms: tuple[str, ...]
    """The name in the language's cases."""


class Connectives(_Strict):
    """How a sentence is tied to what went before."""

    first: tuple[Says, ...]
    """After the opening."""
    plain: tuple[Says, ...]
    place: tuple[Says, ...]
    """After a sentence that led to a place."""
    turn: tuple[Says, ...]
    """After another narrator's sentence."""


class Called(_Strict):
    """Another word for a character: whoever laid the Child for a girl goes on with a girl."""

    stem: str = Field(min_length=2)
    """It counts when the sentence that the card was laid for has a word that begins so."""
    gender: Literal["m", "f"]
    forms: tuple[str, ...]


class CardTexts(_Strict):
    """How one card is told."""

    stage: Literal["early", "any", "late"]
    """Where in a tale it fits best."""
    role: Role | None = None
    """What a character is to the hero from then on."""
    gender: Gender | None = None
    forms: tuple[str, ...] = ()
    """A character in the language's cases."""
    called: tuple[Called, ...] = ()
    at: str = ""
    to: str = ""
    from_: str = Field(default="", alias="from")
    tell: tuple[Says, ...] = Field(min_length=4)


class Beats(_Strict):
    """The turns that a tale takes by itself, told once each between the cards: the story planner's bones."""

    wish: tuple[Says, ...] = ()
    """What the hero wants: `{wish}`."""
    obstacle: tuple[Says, ...] = ()
    """What stands in the way of it."""
    help: tuple[Says, ...] = ()
    """Somebody or something takes the hero's side."""
    turn: tuple[Says, ...] = ()
    """From here on it goes otherwise."""
    close: tuple[Says, ...] = ()
    """What became of the wish: the last sentence but the bridge."""


class Texts(_Strict):
    """Everything the narrator can say in one language."""

    cases: tuple[str, ...] = Field(min_length=1)
    euphony: dict[str, str] = Field(default_factory=dict)
    """Regular expressions, and what is said in their place: "с стариком" is "со стариком"."""
    pronouns: dict[str, tuple[str, str, str, str]]
    """Words that follow the hero: masculine, feminine, neuter, several."""
    protagonists: tuple[str, ...]
    """Characters that may be the hero of a tale that somebody else began."""
    heroes: tuple[Hero, ...] = Field(min_length=2)
    wishes: dict[str, Template] = Field(default_factory=dict)
    """What a hero may want most, as it follows "wanted": the thread that the tale is strung on."""
    openings: tuple[Says, ...] = Field(min_length=4)
    introductions: tuple[Says, ...] = Field(min_length=2)
    connectives: Connectives
    beats: Beats = Field(default_factory=Beats)
    interludes: tuple[Says, ...] = Field(min_length=2)
    bridges: tuple[Says, ...] = Field(min_length=4)
    unknown: tuple[Says, ...] = Field(min_length=2)
    """For cards of other decks: they name the card and no more."""
    cards: dict[str, CardTexts]
    endings: dict[str, Annotated[tuple[Says, ...], Field(min_length=2)]]
    """Sentences that lead to an ending card."""

    def lines(self) -> Iterator[tuple[str, Line]]:
        """Every sentence with its place in the file."""
        for place, lines in self._lists():
            for index, line in enumerate(lines):
                yield f"{place}: {index}", line

    def _lists(self) -> Iterator[tuple[str, tuple[Line, ...]]]:
        for name in ("openings", "introductions", "interludes", "bridges", "unknown"):
            yield name, getattr(self, name)
        for name in Beats.model_fields:
            yield f"beats: {name}", getattr(self.beats, name)
        for card, told in self.cards.items():
            yield f"cards: {card}: tell", told.tell
        for ending, bridges in self.endings.items():
            yield f"endings: {ending}", bridges


@cache
def texts_for(language: str) -> Texts:
    """The narrator's texts. Raises BadInput when the language has no file, DamagedDeck when the file is damaged."""
    path = FOLDER / f"{language}.yaml"
    if not path.is_file():
        written = ", ".join(sorted(file.stem for file in FOLDER.glob("*.yaml")))
        raise BadInput(f"{path}: the scripted narrator has no texts in {language!r}: add the file or choose {written}")
    return load_texts(path)


def load_texts(path: Path) -> Texts:
    """A file of texts, every field and slot checked. Raises DamagedDeck naming file, card and field."""
    try:
        texts = Texts.model_validate(yaml.load(path.read_text(encoding="utf-8"), Loader=_SafeLoader))
    except (OSError, UnicodeDecodeError) as fault:
        raise DamagedDeck(str(path), f"the file cannot be read: {fault}") from fault
    except yaml.YAMLError as fault:
        raise DamagedDeck(str(path), " ".join(str(fault).split())) from fault
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ": ".join(str(part) for part in first["loc"]) or "the whole file"
        raise DamagedDeck(str(path), f"{place}: {first['msg']}") from fault
    for place, what in _faults(texts):
        raise DamagedDeck(str(path), f"{place}: {what}")
    return texts


def _faults(texts: Texts) -> Iterator[tuple[str, str]]:
    """Places in the file that pydantic cannot judge: slots, forms, names of cards."""
    people = {"h", *ROLES}
    for place, line in texts.lines():
        for slot in slots_of(line.say):
            name, _, case = slot.partition(".")
            known = name in people and case in ("", *texts.cases)
            if not known and slot not in {*texts.pronouns, *PLACE_SLOTS, "then", "who", "card", "wish"}:
                yield place, f"there is no slot {{{slot}}}"
        if line.laid is not None and line.laid not in texts.cards:
            yield place, f"if: there is no card '{line.laid}'"
        if missing := {slot.partition(".")[0] for slot in slots_of(line.say)} & set(ROLES) - {line.needs}:
            yield place, f"a sentence with {{{min(missing)}}} must say `needs: {min(missing)}`"
    for index, hero in enumerate(texts.heroes):
        if len(hero.forms) != len(texts.cases):
            yield f"heroes: {index}: forms", f"{len(texts.cases)} forms are needed: {', '.join(texts.cases)}"
    for card, told in texts.cards.items():
        yield from _card_faults(texts, card, told)
    for card in texts.protagonists:
        if card not in texts.cards or not texts.cards[card].forms:
            yield "protagonists", f"'{card}' is not a character of this file"


def _card_faults(texts: Texts, card: str, told: CardTexts) -> Iterator[tuple[str, str]]:
    if (told.role or told.forms) and (told.gender is None or len(told.forms) != len(texts.cases)):
        yield f"cards: {card}: forms", f"a character needs a gender and the forms {', '.join(texts.cases)}"
    for index, called in enumerate(told.called):
        if len(called.forms) != len(texts.cases):
            yield f"cards: {card}: called: {index}: forms", f"the forms {', '.join(texts.cases)} are needed"
