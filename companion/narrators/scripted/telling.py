"""What the narrator says next: the next card of the hand and a sentence for it, an opening, a bridge to the ending.

Cards come in a sensible order: people before what happens to them, beginnings early, weddings late, seldom twice the
same category; a sentence that takes up what is already on the table is liked best.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.decks.deck import Deck
from companion.matching import Matcher
from companion.narrators.scripted.cast import first_scene, scene_of
from companion.narrators.scripted.hearing import can_be_laid, heard
from companion.narrators.scripted.template import Scene, capitalised, render
from companion.narrators.scripted.texts import CardTexts, Line, Texts
from companion.rules.cards import Category
from companion.rules.tale.state import TaleView

_EARLY = 3
"""A tale with fewer cards on the table is at its beginning."""
_LATE = 2
"""A narrator with no more cards in hand looks for the end."""
_INTERLUDES = 0.08
"""How often the narrator takes a breath: a sentence without a card."""
_STARTS_AFRESH = 0.35
"""How often the narrator tells of something new although a sentence would take up what is on the table."""
_STAGE = {"early": 0, "any": 1, "late": 2}


class Teller:
    """Chooses sentences for one moment; the same view and the same luck give the same sentence."""

    def __init__(self, view: TaleView, texts: Texts, deck: Deck, matcher: Matcher, luck: random.Random) -> None:
        self._view, self._texts, self._deck, self._matcher, self._luck = view, texts, deck, matcher, luck
        self._told = [sentence.text for sentence in view.sentences]
        self._scene = scene_of(view, texts, deck.language)

    def next_sentence(self) -> str:
        """The narrator's next sentence; it is never empty and never one that was told before."""
        if self._scene is None:
            return self._begin()
        if not self._view.hand:
            return self._towards_the_end(self._scene)
        if self._may_pause() and self._luck.random() < _INTERLUDES:
            pause = self._first_new(self._texts.interludes, self._scene)
            if pause:
                return pause
        return self._of_a_card(self._scene)

    def names(self, sentence: str, card: str) -> bool:
        """Whether the sentence names the card plainly enough to lay it."""
        return any(map(can_be_laid, heard(self._matcher, [*self._told, sentence], len(self._told), [card])))

    def least_wanted(self) -> str | None:
        """The card of the hand that fits the tale worst; None with an empty hand."""
        if not self._view.hand or self._scene is None:
            return self._view.hand[-1] if self._view.hand else None
        return self._ordered(self._scene)[-1]

    def has_led_to(self, ending: str) -> bool:
        """Whether the last sentence of this turn was a bridge to that ending."""
        if self._scene is None or len(self._told) <= self._view.turn_start:
            return False
        last = self._told[-1]
        bridges = self._texts.endings.get(ending, self._texts.bridges)
        return last in {render(bridge, self._scene) for bridge in bridges} or self._has_run_out(self._scene)

    def _begin(self) -> str:
        """An opening, or the hero's entry into a tale that others have begun."""
        texts = self._texts
        scene = first_scene(texts, self._luck.randrange(len(texts.heroes)))
        told = self._first_new(texts.openings if not self._told else texts.introductions, scene)
        return told or self._anything(scene)

    def _of_a_card(self, scene: Scene) -> str:
        for card in self._ordered(scene):
            told = self._telling(card, scene)
            if told:
                return told
        return self._anything(scene)

    def _towards_the_end(self, scene: Scene) -> str:
        ending = self._view.endings[0] if self._view.endings else ""
        bridges: Sequence[str] = self._texts.endings.get(ending, ())
        in_this_turn = self._told[self._view.turn_start :]
        if not in_this_turn and self._luck.random() < 0.5:
            bridges = ()
        told = self._first_new(bridges, scene) or self._first_new(self._texts.bridges, scene)
        return told or self._anything(scene)

    def _has_run_out(self, scene: Scene) -> bool:
        """Whether there is no bridge left to tell: a very long game."""
        ending = self._view.endings[0] if self._view.endings else ""
        bridges = (*self._texts.endings.get(ending, ()), *self._texts.bridges)
        return self._first_new(bridges, scene) is None

    def _ordered(self, scene: Scene) -> list[str]:
        """The hand, the card that should come next first."""
        return sorted(self._view.hand, key=lambda card: -self._liking(card, scene))

    def _liking(self, card: str, scene: Scene) -> float:
        """How well the card fits here, with a little luck."""
        liking = self._luck.random()
        told = self._texts.cards.get(card)
        if told is None:
            return liking
        view = self._view
        stage = 0 if len(view.laid) < _EARLY else 2 if len(view.hand) <= _LATE else 1
        liking -= 1.5 * abs(_STAGE[told.stage] - stage)
        category = self._category(card)
        if category is Category.CHARACTER and stage == 0:
            liking += 2
        if told.role and told.role not in scene.roles:
            liking += 1
        if view.laid and category is self._category(view.laid[-1].card):
            liking -= 1.5
        if any(line.laid and self._suits(line, scene) for line in told.tell):
            liking += 1.5
        return liking

    def _telling(self, card: str, scene: Scene) -> str | None:
        """A new sentence for the card; one that takes up what lies on the table is preferred."""
        told = self._texts.cards.get(card)
        lines = [line for line in told.tell if self._suits(line, scene)] if told else []
        self._luck.shuffle(lines)
        lines.sort(key=lambda line: line.laid is None and line.needs is None)
        if len(lines) > 1 and self._luck.random() < _STARTS_AFRESH:
            lines = [*lines[1:], lines[0]]
        then = self._connective(told, scene)
        for line in lines:
            sentence = render(line.say, scene, then)
            if sentence and self._is_new(line.say, sentence, scene) and self.names(sentence, card):
                return sentence
        return self._by_name(card, scene, then)

    def _by_name(self, card: str, scene: Scene, then: str) -> str | None:
        """For a card of another deck, or one whose sentences are all told: name it."""
        words = {**scene.words, "card": self._deck.by_id[card].name}
        return self._first_new(self._texts.unknown, replace(scene, words=words), then)

    def _suits(self, line: Line, scene: Scene) -> bool:
        """Whether the tale has what the sentence takes up."""
        on_table = {laid.card for laid in self._view.laid if laid.how != "interrupt"} - scene.absent
        return (line.laid is None or line.laid in on_table) and (line.needs is None or line.needs in scene.roles)

    def _connective(self, told: CardTexts | None, scene: Scene) -> str:
        """How the sentence is tied to the last one; not a connective of the last few sentences, often none."""
        view, ties = self._view, self._texts.connectives
        if len(self._told) == 1:
            options = ties.first
        elif self._told and view.turn_start == len(self._told) and view.sentences[-1].seat != view.seat:
            options = ties.turn
        elif view.laid and self._is_fresh_place(view.laid[-1].card) and not (told and told.at):
            options = ties.place
        else:
            options = (*ties.plain, "", "")
        recent = [text.lower() for text in self._told[-6:]]
        ties_now = [render(option, scene) or "" for option in options]
        free = [tie for tie in ties_now if not tie or not any(text.startswith(tie.lower()) for text in recent)]
        return self._luck.choice(free) if free else ""

    def _is_fresh_place(self, card: str) -> bool:
        told = self._texts.cards.get(card)
        return bool(told and told.at) and self._view.laid[-1].how == "lay"

    def _may_pause(self) -> bool:
        """In the middle of an own turn, right after a card."""
        view = self._view
        is_after_card = len(view.laid) > max(_EARLY, view.turn_laid) and view.laid[-1].told == len(self._told)
        return is_after_card and len(self._told) > view.turn_start and len(view.hand) > 1

    def _first_new(self, templates: Iterable[str], scene: Scene, then: str = "") -> str | None:
        mixed = list(templates)
        self._luck.shuffle(mixed)
        for template in mixed:
            sentence = render(template, scene, then)
            if sentence and self._is_new(template, sentence, scene):
                return sentence
        return None

    def _is_new(self, template: str, sentence: str, scene: Scene) -> bool:
        """Neither this sentence nor the same with another connective has been told."""
        core = render(template, scene) or sentence
        return not any(text == sentence or text.lower().endswith(core.lower()) for text in self._told)

    def _anything(self, scene: Scene) -> str:
        """When every sentence is told: the last words again with a number, so that the game can always go on."""
        told = render(self._texts.interludes[0], scene) or capitalised(scene.hero.forms[0])
        return f"{told} ({len(self._told)})"

    def _category(self, card: str) -> Category | None:
        found = self._deck.by_id.get(card)
        return found.category if found else None
