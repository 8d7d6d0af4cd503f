"""How a sentence is tied to the one before: by a connective, and by a pronoun where it goes on about the hero."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from companion.narrators.character import Temperament
from companion.narrators.player import Moment
from companion.narrators.scripted.agreement import GENDERS
from companion.narrators.scripted.lines import Lines
from companion.narrators.scripted.template import Scene, capitalised, render
from companion.narrators.scripted.texts import CardTexts, Line, Texts
from companion.rules.tale.state import TaleView

_TIED = 0.75
"""How often a sentence in mid-turn is tied to the last one."""
_RECENT = 6
"""Sentences after which a connective may come again."""
_HERO = re.compile(r"\{h(?:\.\w)?\}")
_BEGINS = re.compile(r"(?:\{then\} )?\{h\} (?!and |и )")


def connective(
    moment: Moment, texts: Texts, lines: Lines, scene: Scene, luck: random.Random, told: CardTexts | None
) -> str:
    """What ties a sentence about that card to the last one; not a connective of the last few sentences, often none."""
    view, ties, mood = moment.view, texts.connectives, moment.character.temperament
    if len(lines.told) == 1:
        options = ties.first
    elif lines.told and view.turn_start == len(lines.told) and view.sentences[-1].seat != view.seat:
        options = ties.turn
    elif _is_fresh_place(view, texts) and not (told and told.at):
        options = ties.place
    else:
        options = ties.plain
    recent = [text.lower() for text in lines.told[-_RECENT:]]
    said = [render(one.say, scene) or "" for one in options if _fits(one, lines, scene, mood)]
    free = [tie for tie in said if not any(text.startswith(tie.lower()) for text in recent)]
    often = options is not ties.plain or luck.random() < _TIED
    return luck.choice(free) if free and often else ""


def _fits(tie: Line, lines: Lines, scene: Scene, mood: Temperament) -> bool:
    return lines.suits(tie, scene, mood) and lines.too_hard(tie, scene) == 0


def _is_fresh_place(view: TaleView, texts: Texts) -> bool:
    """The card that was laid last led somewhere."""
    told = texts.cards.get(view.laid[-1].card) if view.laid else None
    return bool(told and told.at) and view.laid[-1].how == "lay"


def with_pronoun(line: Line, texts: Texts) -> Line:
    """The sentence with "she" for a name that it begins with and has no more; else as it is."""
    if not _BEGINS.match(line.say) or len(_HERO.findall(line.say)) > 1:
        return line
    nominative = next(iter(texts.pronouns))
    return line.model_copy(update={"say": line.say.replace("{h}", f"{{{nominative}}}", 1)})


def goes_on(told: Sequence[str], scene: Scene, texts: Texts) -> bool:
    """Whether "she" is the hero now: the last sentence began with the hero and names nobody else of that gender."""
    hero, gender = scene.hero.forms, scene.hero.gender
    nominative = texts.pronouns[next(iter(texts.pronouns))][GENDERS.index(gender)]  # type: ignore[arg-type]
    began = tuple(f"{capitalised(one)} " for one in (hero[0], nominative))
    if not told or not told[-1].startswith(began):
        return False
    return not _names_another(told[-1], [one.forms for one in scene.roles.values()], gender, texts, hero)


def _names_another(before: str, roles: Sequence[Sequence[str]], gender: str, texts: Texts, hero: Sequence[str]) -> bool:
    """Whether the sentence has a character whom the same pronoun may mean; anybody, for several."""
    others = [*roles]
    for card in texts.cards.values():
        others += [card.forms] if card.gender == gender or gender == "p" else []
        others += [one.forms for one in card.called if one.gender == gender or gender == "p"]
    forms = {form.lower() for one in others for form in one} - {form.lower() for form in hero}
    said = before.lower()
    return any(re.search(rf"\b{re.escape(form.removeprefix('the '))}\b", said) for form in forms if form)
