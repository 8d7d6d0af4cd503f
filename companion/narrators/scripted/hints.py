"""Ideas for a person who tells: three ways to bring a card of the own hand into the tale, out of the house's texts.

Fitted to what lies on the table for all to see, and to nothing else but the card: no other hand is known here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.language import sentences
from companion.language.level import LEVELS
from companion.narrators.player import Moment
from companion.narrators.scripted.cast import first_scene, scene_of
from companion.narrators.scripted.hearing import can_be_laid, heard
from companion.narrators.scripted.levels import level_of_template
from companion.narrators.scripted.template import Scene, render
from companion.narrators.scripted.texts import Line, Texts, texts_for

WAYS = 3


def three_ways(moment: Moment, card: str) -> list[str]:
    """Up to three tellings that name the card so plainly that it may be laid, none told before; those of the level of
    `moment.character` first. In a tale without a hero each begins with one. Empty where the house has no texts in the
    language. Raises KeyError for a card that the deck has not, DamagedDeck when the texts are damaged."""
    try:
        texts = texts_for(moment.language)
    except BadInput:
        return []
    ideas = _Ideas(moment, card, texts)
    found: list[str] = []
    for told in ideas.all():
        if told not in found:
            found.append(told)
        if len(found) == WAYS:
            break
    return found


class _Ideas:
    """The ways to tell one card at one moment; the same moment gives the same ones."""

    def __init__(self, moment: Moment, card: str, texts: Texts) -> None:
        view = moment.view
        self._moment, self._card, self._texts = moment, card, texts
        self._name = load_deck(moment.language, moment.deck).by_id[card].name
        self._told = [sentence.text for sentence in view.sentences]
        self._scene = scene_of(view, texts, moment.language, moment.matcher)
        self._luck = random.Random(f"{moment.seed}/ideas/{card}/{len(view.sentences)}/{len(view.laid)}")
        self._beginnings = iter(self._first_sentences())

    def all(self) -> Iterator[str]:
        """One after the other: the card's own sentences, then those that only name it."""
        own = self._texts.cards.get(self._card)
        for line in (*self._ordered(own.tell if own else ()), *self._ordered(self._texts.unknown)):
            if self._scene is not None:
                yield from self._telling(line, self._scene)
            elif self._fits(line, None) and (first := next(self._beginnings, None)) is not None:
                beginning, scene = first
                yield from self._telling(line, scene, beginning)

    def _telling(self, line: Line, scene: Scene, beginning: str = "") -> Iterator[str]:
        if not self._fits(line, scene):
            return
        sentence = render(line.say, replace(scene, words={**scene.words, "card": self._name}))
        if sentence is None or any(text.lower().endswith(sentence.lower()) for text in self._told):
            return
        way = f"{beginning} {sentence}".strip()
        if self._may_be_laid(way):
            yield way

    def _may_be_laid(self, way: str) -> bool:
        """Whether one of its sentences names the card plainly: the table parts what is told in one go."""
        told = [*self._told, *sentences(way, self._moment.language)]
        return any(
            can_be_laid(one)
            for index in range(len(self._told), len(told))
            for one in heard(self._moment.matcher, told, index, [self._card])
        )

    def _first_sentences(self) -> Iterator[tuple[str, Scene]]:
        """How a hero comes into the tale, each time another one."""
        lines = self._ordered(self._texts.introductions if self._told else self._texts.openings)
        heroes = list(range(len(self._texts.heroes)))
        self._luck.shuffle(heroes)
        for number, hero in enumerate(heroes):
            scene = first_scene(self._texts, hero)
            if (told := render(lines[number % len(lines)].say, scene)) is not None:
                yield told, scene

    def _fits(self, line: Line, scene: Scene | None) -> bool:
        """Whether the tale has what the sentence takes up. Of any mood: a person may be of each."""
        if scene is None:
            return line.laid is None and line.needs is None
        return (line.laid is None or line.laid in scene.present) and (line.needs is None or line.needs in scene.roles)

    def _ordered(self, lines: Sequence[Line]) -> list[Line]:
        """By luck; what is not too hard first, and of that what takes up the tale."""
        mixed = list(lines)
        self._luck.shuffle(mixed)
        return sorted(mixed, key=lambda line: (self._too_hard(line), line.laid is None and line.needs is None))

    def _too_hard(self, line: Line) -> int:
        """Levels above the wanted one."""
        level = self._moment.character.level
        if level == LEVELS[-1]:
            return 0
        return max(0, level_of_template(line.say, self._moment.language, self._moment.deck) - LEVELS.index(level))
