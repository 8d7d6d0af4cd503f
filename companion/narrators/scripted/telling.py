"""What the narrator says next: the next card of the hand and a sentence for it, an opening, a bridge to the ending.

Cards come in a sensible order: people before what happens to them, beginnings early, weddings late, seldom twice the
same category; a sentence that takes up what is already on the table is liked best.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from companion.decks.deck import Deck
from companion.language.level import LEVELS
from companion.narrators.character import Grade
from companion.narrators.player import Moment
from companion.narrators.scripted.cast import first_scene, scene_of
from companion.narrators.scripted.hearing import heard, is_sure
from companion.narrators.scripted.levels import level_of_template
from companion.narrators.scripted.lines import Lines, with_card
from companion.narrators.scripted.plain import plain_sentences
from companion.narrators.scripted.plan import Beat, due, told_beats
from companion.narrators.scripted.template import Scene, render
from companion.narrators.scripted.texts import Line, Texts
from companion.narrators.scripted.ties import connective, goes_on, with_pronoun
from companion.rules.cards import Category

_EARLY = 3
"""A tale with fewer cards on the table is at its beginning."""
_LATE = 2
"""A narrator with no more cards in hand looks for the end."""
_INTERLUDES: Mapping[Grade, float] = {"low": 0.25, "medium": 0.08, "high": 0.05}
"""By skill: how often the narrator takes a breath, a sentence without a card."""
_BEATS = 0.6
"""How often the plan goes on where it could."""
_MOODS = 0.6
"""How often a sentence of the narrator's own temperament goes before one that anybody says."""
_SLIPS = 0.15
"""How often a narrator of little skill names what is not its own."""
_WEIGHED = 4
"""Sentences that a narrator thinks of before it says one of them."""
_STARTS_AFRESH = 0.35
"""How often the narrator tells of something new although a sentence would take up what is on the table."""
_BY_PRONOUN = 0.6
"""How often a sentence that goes on about the hero says "she" instead of the name."""
_EASIER = 1
"""Levels below its own that a narrator speaks without a thought."""
_SHORT = 12
"""Words; a narrator who speaks freely prefers longer sentences."""
_VARIES = 0.35
"""How often it says whatever comes to mind, short or long."""
_LEADS_LONGEST = 3
"""Bridges to one ending; then it has to do."""
_LONG_TURN = 4
"""Sentences of one turn after which whoever listens wants to hear of cards, and of the end."""
_PLAUSIBLE = 0.5
_STAGE = {"early": 0, "any": 1, "late": 2}


class Teller:
    """Chooses sentences for one moment; the same view and the same luck give the same sentence."""

    def __init__(self, moment: Moment, texts: Texts, deck: Deck, luck: random.Random) -> None:
        self._view, self._texts, self._deck, self._luck = moment.view, texts, deck, luck
        self._matcher, self._character = moment.matcher, moment.character
        self._lines = Lines(moment)
        self._told = self._lines.told
        self._moment = moment
        self._scene = scene_of(moment.view, texts, deck.language, moment.matcher)
        self._beats = told_beats(self._told, moment.language)

    def next_sentence(self) -> str:
        """The narrator's next sentence; it is never empty and never one that was told before."""
        if self._scene is None:
            return self._begin()
        if not self._view.hand:
            return self._towards_the_end(self._scene)
        return self._between_cards(self._scene) or self._of_a_card(self._scene)

    def least_wanted(self) -> str | None:
        """The card of the hand that fits the tale worst; None with an empty hand."""
        if not self._view.hand or self._scene is None:
            return self._view.hand[-1] if self._view.hand else None
        return self._ordered(self._scene)[-1]

    def has_led_to(self, ending: str) -> bool:
        """Whether the last sentence of this turn was a bridge to that ending."""
        if self._scene is None or len(self._told) <= self._view.turn_start:
            return False
        bridges = self._texts.endings.get(ending, self._texts.bridges)
        forms = {render(bridge.say, self._scene) for bridge in (*bridges, *self._texts.bridges)}
        led = [told in forms for told in self._told[self._view.turn_start :]]
        if not led[-1]:
            return self._has_run_out(self._scene)
        return sum(led) >= _LEADS_LONGEST or self._plausibility(self._told, ending) >= _PLAUSIBLE

    def _begin(self) -> str:
        """An opening, or the hero's entry into a tale that others have begun."""
        texts = self._texts
        scene = first_scene(texts, self._luck.choice(self._heroes()), self._moment.language)
        told = self._first_new(texts.openings if not self._told else texts.introductions, scene)
        return told or self._anything(scene)

    def _between_cards(self, scene: Scene) -> str | None:
        """The next beat of the plan, or a breath."""
        beat = due(self._view, self._beats)
        fits = beat is not None and (beat == "wish" or self._may_pause()) and self._luck.random() < _BEATS
        if beat is not None and fits and (told := self._beat(beat, scene)):
            return told
        if self._may_pause() and self._luck.random() < _INTERLUDES[self._character.skill]:
            return self._first_new(self._texts.interludes, scene, easy_only=True)
        return None

    def _beat(self, beat: Beat, scene: Scene) -> str | None:
        lines = getattr(self._texts.beats, beat)
        if beat != "wish" or not self._texts.wishes:
            return self._first_new(lines, scene, easy_only=True)
        wishes = list(self._texts.wishes.values())
        self._luck.shuffle(wishes)
        scenes = (replace(scene, words={**scene.words, "wish": wish}) for wish in wishes)
        return next((told for one in scenes if (told := self._first_new(lines, one, easy_only=True))), None)

    def _heroes(self) -> list[int]:
        """The heroes, by number, whose trade the narrator's level has a word for."""
        numbers = list(range(len(self._texts.heroes)))
        if self._lines.speaks_freely:
            return numbers
        hardness = [self._level(hero.who) for hero in self._texts.heroes]
        most = max(LEVELS.index(self._character.level), min(hardness))
        return [number for number in numbers if hardness[number] <= most]

    def _of_a_card(self, scene: Scene) -> str:
        for card in self._ordered(scene):
            told = self._telling(card, scene)
            if told:
                return told
        return self._anything(scene)

    def _towards_the_end(self, scene: Scene) -> str:
        ending = self._view.endings[0] if self._view.endings else ""
        bridges = self._texts.endings.get(ending, ())
        closes = {"wish", "close"} & self._beats == {"wish"} and self._turn_length < _LONG_TURN
        if closes and (told := self._beat("close", scene)):
            return told
        # Nothing leads there so well as what was written for this ending; the first that the judge could follow.
        led = self._best_leading(bridges, scene, ending)
        return led or self._first_new(self._texts.bridges, scene) or self._anything(scene)

    def _best_leading(self, bridges: Sequence[Line], scene: Scene, ending: str) -> str | None:
        mixed = self._mixed(bridges, scene)
        easy = [line for line in mixed if not self._lines.too_hard(line, scene)]
        new = list(islice(self._new(easy, scene), _WEIGHED)) or list(islice(self._new(mixed, scene), _WEIGHED))
        sound = [told for told in new if not self._objects_to(told)]
        return max(sound or new, key=lambda told: self._plausibility([*self._told, told], ending), default=None)

    def _objects_to(self, sentence: str) -> bool:
        counsel = self._moment.counsel
        return counsel is not None and counsel.objection(self._told, sentence) is not None

    def _plausibility(self, told: Sequence[str], ending: str) -> float:
        """By the judge's word; even where there is none."""
        counsel = self._moment.counsel
        said = counsel.plausibility(told, ending) if counsel is not None and ending in self._deck.endings else None
        return 0.5 if said is None else said

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
        lines = self._mixed(told.tell, scene) if told else []
        if len(lines) > 1 and self._luck.random() < _STARTS_AFRESH:
            lines.sort(key=lambda line: (self._strangeness(line, scene), line.takes_up))
        then = connective(self._moment, self._texts, self._lines, scene, self._luck, told)
        new = self._new(self._carried_on(lines, scene), scene, then)
        new = (one for one in new if self._lines.may_be_laid([one], card))
        return self._sound(new) or self._by_name(card, scene, then)

    def _carried_on(self, lines: Sequence[Line], scene: Scene) -> list[Line]:
        """The sentences, now and then with a pronoun for the hero where they go on about the hero."""
        if self._luck.random() >= _BY_PRONOUN or not goes_on(self._told, scene, self._texts):
            return list(lines)
        return [with_pronoun(line, self._texts) for line in lines]

    def _by_name(self, card: str, scene: Scene, then: str) -> str | None:
        """For a card of another deck, or one whose sentences are all told: name it."""
        return self._first_new(self._texts.unknown, with_card(scene, self._deck.by_id[card].name), then)

    def _suits(self, line: Line, scene: Scene) -> bool:
        return self._lines.suits(line, scene, self._character.temperament)

    def _may_pause(self) -> bool:
        """In the middle of an own turn, right after a card."""
        view = self._view
        is_after_card = len(view.laid) > max(_EARLY, view.turn_laid) and view.laid[-1].told == len(self._told)
        return is_after_card and len(view.hand) > 1 and 0 < self._turn_length < _LONG_TURN

    @property
    def _turn_length(self) -> int:
        return len(self._told) - self._view.turn_start

    def _first_new(self, lines: Iterable[Line], scene: Scene, then: str = "", *, easy_only: bool = False) -> str | None:
        """`easy_only`: rather nothing than what is too hard for the narrator's level."""
        mixed = self._mixed(lines, scene)
        if easy_only:
            mixed = [line for line in mixed if not self._lines.too_hard(line, scene)]
        return self._sound(self._new(mixed, scene, then))

    def _new(self, lines: Iterable[Line], scene: Scene, then: str = "") -> Iterator[str]:
        """The sentences in words, those left out that cannot be said or were told already."""
        for line in lines:
            core = render(line.say, scene)
            if core and self._lines.is_new(core, scene):
                yield (render(line.say, scene, then) or core) if self._lines.fits(core, then) else core

    def _sound(self, sentences: Iterator[str]) -> str | None:
        """The first that a fair listener would have nothing against, else the first of all."""
        weighed = list(islice(sentences, 1))
        while weighed and self._has_a_flaw(weighed[-1]):
            more = next(sentences, None)
            if more is None or len(weighed) == _WEIGHED:
                return weighed[0]
            weighed.append(more)
        return weighed[-1] if weighed else None

    def _has_a_flaw(self, sentence: str) -> bool:
        """A slip of the tale, or, for the skilled, a word that may hand the tale to a rival."""
        skill = self._character.skill
        if skill == "medium":
            return self._objects_to(sentence)
        gives_away = self._names_another(sentence)
        if skill == "low":
            return self._luck.random() < _SLIPS and not gives_away
        return gives_away or self._objects_to(sentence)

    def _names_another(self, sentence: str) -> bool:
        """Whether it mentions a card that is neither in this hand nor on the table."""
        mine = {*self._view.hand, *(laid.card for laid in self._view.laid)}
        others = [card for card in self._deck.by_id if card not in mine]
        return any(map(is_sure, heard(self._matcher, [*self._told, sentence], len(self._told), others)))

    def _mixed(self, lines: Iterable[Line], scene: Scene) -> list[Line]:
        """The sentences that suit, by luck, those of the narrator's level first."""
        mixed = [line for line in lines if self._suits(line, scene)]
        self._luck.shuffle(mixed)
        in_mood = sum(line.mood is not None for line in mixed)
        if self._luck.random() < (_MOODS if in_mood > 1 else _MOODS / 2):
            mixed.sort(key=lambda line: line.mood is None)
        if self._lines.speaks_freely and self._luck.random() < _VARIES:
            return mixed
        return sorted(mixed, key=lambda line: (self._strangeness(line, scene), not line.takes_up))

    def _strangeness(self, line: Line, scene: Scene) -> int:
        """How far the sentence is from the narrator's level; what is too hard is farther than what is too easy."""
        if self._lines.speaks_freely:
            return len(line.say.split()) < _SHORT
        sentence = render(line.say, scene)
        steps = self._lines.steps_above(sentence, scene) if sentence else 0
        return 10 * steps if steps > 0 else max(0, -steps - _EASIER)

    def _anything(self, scene: Scene) -> str:
        """When every sentence is told: what the tale has is named once more, so that the game can always go on."""
        laid = list(dict.fromkeys(one.card for one in self._view.laid))
        for card in laid:
            if told := self._by_name(card, scene, ""):
                return told
        return next(plain_sentences(self._told, laid, self._moment.language, self._deck))

    def _level(self, template: str) -> int:
        return level_of_template(template, self._moment.language, self._moment.deck)

    def _category(self, card: str) -> Category | None:
        found = self._deck.by_id.get(card)
        return found.category if found else None
