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
from companion.language.level import LEVELS, LONGEST
from companion.narrators.character import Grade
from companion.narrators.player import Moment
from companion.narrators.scripted.cast import first_scene, scene_of
from companion.narrators.scripted.hearing import can_be_laid, heard, is_sure
from companion.narrators.scripted.levels import level_of_template
from companion.narrators.scripted.plan import Beat, due, told_beats
from companion.narrators.scripted.template import Scene, capitalised, render
from companion.narrators.scripted.texts import CardTexts, Line, Texts
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
_TIED = 0.75
"""How often a sentence in mid-turn is tied to the last one."""
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
        self._told = [sentence.text for sentence in moment.view.sentences]
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
        bridges = self._texts.endings.get(ending, self._texts.bridges)
        forms = {render(bridge.say, self._scene) for bridge in (*bridges, *self._texts.bridges)}
        led = [told in forms for told in self._told[self._view.turn_start :]]
        if not led[-1]:
            return self._has_run_out(self._scene)
        text = self._deck.endings.get(ending, "")
        return sum(led) >= _LEADS_LONGEST or self._moment.closing("", text) >= _PLAUSIBLE

    def _begin(self) -> str:
        """An opening, or the hero's entry into a tale that others have begun."""
        texts = self._texts
        scene = first_scene(texts, self._luck.choice(self._heroes()))
        told = self._first_new(texts.openings if not self._told else texts.introductions, scene)
        return told or self._anything(scene)

    def _between_cards(self, scene: Scene) -> str | None:
        """The next beat of the plan, or a breath."""
        beat = due(self._view, self._beats)
        fits = beat is not None and (beat == "wish" or self._may_pause()) and self._luck.random() < _BEATS
        if beat is not None and fits and (told := self._beat(beat, scene)):
            return told
        if self._may_pause() and self._luck.random() < _INTERLUDES[self._character.skill]:
            return self._first_new(self._texts.interludes, scene)
        return None

    def _beat(self, beat: Beat, scene: Scene) -> str | None:
        if beat == "wish" and self._texts.wishes:
            wish = self._luck.choice(list(self._texts.wishes.values()))
            scene = replace(scene, words={**scene.words, "wish": wish})
        return self._first_new(getattr(self._texts.beats, beat), scene)

    def _heroes(self) -> list[int]:
        """The heroes, by number, whose trade the narrator's level has a word for."""
        numbers = list(range(len(self._texts.heroes)))
        if self._speaks_freely:
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
        new = list(islice(self._new(self._mixed(bridges, scene), scene), _WEIGHED))
        text = self._deck.endings.get(ending, "")
        sound = [told for told in new if not self._moment.objection(told)]
        return max(sound or new, key=lambda told: self._moment.closing(told, text), default=None)

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
            lines.sort(key=lambda line: (self._strangeness(line), line.laid is not None or line.needs is not None))
        then = self._connective(told, scene)
        return self._sound(one for one in self._new(lines, scene, then) if self.names(one, card)) or self._by_name(
            card, scene, then
        )

    def _by_name(self, card: str, scene: Scene, then: str) -> str | None:
        """For a card of another deck, or one whose sentences are all told: name it."""
        words = {**scene.words, "card": self._deck.by_id[card].name}
        return self._first_new(self._texts.unknown, replace(scene, words=words), then)

    def _suits(self, line: Line, scene: Scene) -> bool:
        """Whether the tale has what the sentence takes up, and this narrator would say it."""
        if line.mood is not None and line.mood != self._character.temperament:
            return False
        return (line.laid is None or line.laid in scene.present) and (line.needs is None or line.needs in scene.roles)

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
            options = ties.plain
        recent = [text.lower() for text in self._told[-6:]]
        ties_now = [render(one.say, scene) or "" for one in options if self._suits(one, scene) and self._can_say(one)]
        free = [tie for tie in ties_now if not any(text.startswith(tie.lower()) for text in recent)]
        often = options is not ties.plain or self._luck.random() < _TIED
        return self._luck.choice(free) if free and often else ""

    def _can_say(self, line: Line) -> bool:
        """Whether the level has words for a tie, and leaves room for it in its sentences."""
        level = self._character.level
        if self._speaks_freely:
            return True
        return self._level(line.say) <= LEVELS.index(level) and len(line.say.split()) <= LONGEST[level] // 4

    def _is_fresh_place(self, card: str) -> bool:
        told = self._texts.cards.get(card)
        return bool(told and told.at) and self._view.laid[-1].how == "lay"

    def _may_pause(self) -> bool:
        """In the middle of an own turn, right after a card."""
        view = self._view
        is_after_card = len(view.laid) > max(_EARLY, view.turn_laid) and view.laid[-1].told == len(self._told)
        return is_after_card and len(view.hand) > 1 and 0 < self._turn_length < _LONG_TURN

    @property
    def _turn_length(self) -> int:
        return len(self._told) - self._view.turn_start

    def _first_new(self, lines: Iterable[Line], scene: Scene, then: str = "") -> str | None:
        return self._sound(self._new(self._mixed(lines, scene), scene, then))

    def _new(self, lines: Iterable[Line], scene: Scene, then: str = "") -> Iterator[str]:
        """The sentences in words, those left out that cannot be said or were told already."""
        for line in lines:
            sentence = render(line.say, scene, then)
            if sentence and self._is_new(line, sentence, scene):
                yield sentence

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
            return bool(self._moment.objection(sentence))
        gives_away = self._names_another(sentence)
        if skill == "low":
            return self._luck.random() < _SLIPS and not gives_away
        return gives_away or bool(self._moment.objection(sentence))

    def _names_another(self, sentence: str) -> bool:
        """Whether it mentions a card that is neither in this hand nor on the table."""
        mine = {*self._view.hand, *(laid.card for laid in self._view.laid)}
        others = [card for card in self._deck.by_id if card not in mine]
        return any(map(is_sure, heard(self._matcher, [*self._told, sentence], len(self._told), others)))

    def _mixed(self, lines: Iterable[Line], scene: Scene) -> list[Line]:
        """The sentences that suit, by luck, those of the narrator's level first."""
        mixed = [line for line in lines if self._suits(line, scene)]
        self._luck.shuffle(mixed)
        if self._luck.random() < _MOODS:
            mixed.sort(key=lambda line: line.mood is None)
        if self._speaks_freely and self._luck.random() < _VARIES:
            return mixed
        return sorted(mixed, key=lambda line: (self._strangeness(line), line.laid is None and line.needs is None))

    def _strangeness(self, line: Line) -> int:
        """How far the sentence is from the narrator's level; what is too hard is farther than what is too easy."""
        if self._speaks_freely:  # nothing is too hard: measuring words would only take time
            return len(line.say.split()) < _SHORT
        steps = self._level(line.say) - LEVELS.index(self._character.level)
        return 10 * steps if steps > 0 else max(0, -steps - _EASIER)

    def _is_new(self, line: Line, sentence: str, scene: Scene) -> bool:
        """Neither this sentence nor the same with another connective has been told."""
        core = render(line.say, scene) or sentence
        return not any(text == sentence or text.lower().endswith(core.lower()) for text in self._told)

    def _anything(self, scene: Scene) -> str:
        """When every sentence is told: the last words again with a number, so that the game can always go on."""
        told = render(self._texts.interludes[0].say, scene) or capitalised(scene.hero.forms[0])
        return f"{told} ({len(self._told)})"

    @property
    def _speaks_freely(self) -> bool:
        return self._character.level == LEVELS[-1]

    def _level(self, template: str) -> int:
        return level_of_template(template, self._moment.language, self._moment.deck)

    def _category(self, card: str) -> Category | None:
        found = self._deck.by_id.get(card)
        return found.category if found else None
