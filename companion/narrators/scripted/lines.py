"""Which of the written sentences may be told now: asked by the narrator, and by the ideas for a person who tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from companion.language.level import LEVELS
from companion.narrators.character import Temperament
from companion.narrators.player import Moment
from companion.narrators.scripted.agreement import is_done_at_once
from companion.narrators.scripted.hearing import can_be_laid, heard
from companion.narrators.scripted.levels import level_of_sentence, longest
from companion.narrators.scripted.template import Scene, render
from companion.narrators.scripted.texts import Line

_SPOKEN_TO = re.compile(r"(?:«|\")[^«»\"]*\{h\}")
"""The hero's name in direct speech."""

_PLACES = frozenset(
    "в во на у под из из-за за к ко между по над перед "
    "in on at under behind out from over above through between".split()
)
_THERE = frozenset("там именно there".split())
_AT_ONCE = ("не успели глазом моргнуть, как", "ни с того ни с сего")
_OBJECT_FIRST = re.compile(r"^(?:\{then\} )?\{h\.a\}")
"""«Мышь догнала сестра»: who caught whom?"""


class Lines:
    """The written sentences seen from one moment."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self.told = [sentence.text for sentence in moment.view.sentences]
        self._lower = [text.lower() for text in self.told]
        level = moment.character.level
        self.speaks_freely = level == LEVELS[-1]
        """Nothing is too hard: measuring words would only take time."""
        self._rank = LEVELS.index(level)

    def suits(self, line: Line, scene: Scene | None, mood: Temperament | None = None) -> bool:
        """Whether the tale has what the sentence takes up, and it fits the hero; `mood`: of a narrator with that
        temperament, None: of anybody's."""
        if mood is not None and line.mood not in (None, mood):
            return False
        if scene is None:
            return line.laid is None and line.needs is None
        if line.alone and scene.hero.gender == "p":
            return False
        if _OBJECT_FIRST.search(line.say) and scene.has_one_form_for_object:
            return False
        if not scene.hero.named and _SPOKEN_TO.search(line.say):
            return False
        return (line.laid is None or line.laid in scene.present) and (line.needs is None or line.needs in scene.roles)

    def is_new(self, core: str, scene: Scene) -> bool:
        """Whether nobody has told the sentence, with a connective before it or without, by the hero's name or not."""
        core = core.lower()
        hero = scene.hero.forms[0].lower()
        rest = core.removeprefix(hero) if core.startswith(f"{hero} ") else core
        return not any(text.endswith(rest) for text in self._lower)

    def steps_above(self, sentence: str, scene: Scene) -> int:
        """Levels between the sentence and what the narrator speaks: 1 and more is too hard, below 0 is easier."""
        return level_of_sentence(sentence, self._moment.language, self._moment.deck, scene.hero.forms) - self._rank

    def too_hard(self, line: Line, scene: Scene) -> int:
        """Levels by which the sentence in words is above the narrator's; 0 for one who speaks freely."""
        if self.speaks_freely:
            return 0
        sentence = render(line.say, scene)
        return max(0, self.steps_above(sentence, scene)) if sentence else 0

    def fits(self, sentence: str, tie: str) -> bool:
        """Whether the tie may stand before the sentence: one colon and one place are enough, what happens before one
        can wink is done at once, and the level's sentences are long enough for both."""
        if tie.endswith(":") and ":" in sentence:
            return False
        if _begins_with(tie, _PLACES | _THERE) and _begins_with(sentence, _PLACES):
            return False
        if tie.lower().endswith(_AT_ONCE) and not is_done_at_once(sentence):
            return False
        most = longest(self._moment.character.level)
        return most is None or len(f"{tie} {sentence}".split()) <= most

    def may_be_laid(self, sentences: Sequence[str], card: str) -> bool:
        """Whether one of the sentences, told next, names the card plainly enough to lay it."""
        told = [*self.told, *sentences]
        return any(
            can_be_laid(one)
            for index in range(len(self.told), len(told))
            for one in heard(self._moment.matcher, told, index, [card])
        )


def with_card(scene: Scene, name: str) -> Scene:
    """The scene with a card's name to fill {card}."""
    return replace(scene, words={**scene.words, "card": name})


def _begins_with(text: str, words: frozenset[str]) -> bool:
    first = text.split(maxsplit=1)[:1]
    return bool(first) and first[0].lower().strip(",:") in words
