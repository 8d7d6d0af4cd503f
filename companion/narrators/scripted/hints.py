"""Ideas for a person who tells: three ways to bring a card of the own hand into the tale, out of the house's texts.

Fitted to what lies on the table for all to see, and to nothing else but the card: no other hand is known here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.language import sentences
from companion.narrators.player import Moment
from companion.narrators.scripted.cast import first_scene, scene_of
from companion.narrators.scripted.lines import Lines, with_card
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
        self._lines = Lines(moment)
        self._scene = scene_of(view, texts, moment.language, moment.matcher)
        self._luck = random.Random(f"{moment.seed}/ideas/{card}/{len(view.sentences)}/{len(view.laid)}")
        self._beginnings = iter(self._first_sentences())

    def all(self) -> Iterator[str]:
        """One after the other: the card's own sentences, then those that only name it."""
        own = self._texts.cards.get(self._card)
        for line in (*self._ordered(own.tell if own else ()), *self._ordered(self._texts.unknown)):
            if self._scene is not None:
                yield from self._telling(line, self._scene)
            elif self._lines.suits(line, None) and (first := next(self._beginnings, None)) is not None:
                beginning, scene = first
                yield from self._telling(line, scene, beginning)

    def _telling(self, line: Line, scene: Scene, beginning: str = "") -> Iterator[str]:
        if not self._lines.suits(line, scene):
            return
        sentence = render(line.say, with_card(scene, self._name))
        if sentence is None or not self._lines.is_new(sentence, scene):
            return
        way = f"{beginning} {sentence}".strip()
        if self._lines.may_be_laid(sentences(way, self._moment.language), self._card):  # the table parts what is told
            yield way

    def _first_sentences(self) -> Iterator[tuple[str, Scene]]:
        """How a hero comes into the tale, each time another one."""
        lines = self._ordered(self._texts.introductions if self._lines.told else self._texts.openings)
        heroes = list(range(len(self._texts.heroes)))
        self._luck.shuffle(heroes)
        for number, hero in enumerate(heroes):
            scene = first_scene(self._texts, hero, self._moment.language)
            if (told := render(lines[number % len(lines)].say, scene)) is not None:
                yield told, scene

    def _ordered(self, lines: Sequence[Line]) -> list[Line]:
        """By luck; what is not too hard first, and of that what takes up the tale. Of any mood: a person may be of
        each."""
        mixed = list(lines)
        self._luck.shuffle(mixed)
        scene = self._scene or first_scene(self._texts, 0, self._moment.language)
        scene = with_card(scene, self._name)
        return sorted(mixed, key=lambda line: (self._lines.too_hard(line, scene), not line.takes_up))
