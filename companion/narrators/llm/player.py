"""An AI seat whose words a language model writes. All else it does as the scripted player does, from the same view.

The model is asked for a plan, then for the prose; each sentence is checked before anybody sees it. What fails gets one
more try with the reason; then the scripted narrator tells this sentence, and the table is told so.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Literal, TypeVar

from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import NoAnswer, aside
from companion.memory import StoryMemory
from companion.narrators.llm import checks, plan
from companion.narrators.llm.plan import Plan, Step
from companion.narrators.llm.prose import sentences_in
from companion.narrators.llm.voice import Draft, Line, Voice
from companion.narrators.player import Moment
from companion.narrators.scripted.player import ScriptedPlayer
from companion.rules.tale.actions import Action, PlayEnding, Tell
from companion.rules.tale.state import TaleView

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds that one plan, or one text, may take, further tries included."""
_LED_ON = 2
"""Sentences without a card after which the ending is played, whatever the judge says."""

_PLAUSIBLE = 0.5
"""The judge accepts an ending from here on."""

_log = logging.getLogger(__name__)

Reason = Literal["not_set", "spent", "unreachable", "unreadable", "clipped", "unfit"]
"""Why the scripted narrator tells: those of NoAnswer; `unfit`: what was written failed the checks twice."""


@dataclass(frozen=True)
class LlmPlayer:
    """Plays one seat of the tale game with a language model's words."""

    seat: int
    voice: Voice | None
    """None: no model is set, and the house's narrator tells."""

    def act(self, moment: Moment) -> Action | None:
        """What this seat wants to do now; None: nothing. Takes seconds where the model is asked for words.

        Raises BadInput when the scripted narrator has no texts in the table's language, and what `moment.show` raises.
        """
        by_house = ScriptedPlayer(self.seat).act(moment)
        if not isinstance(by_house, Tell):
            return by_house
        if not moment.may_tell:
            return None
        if ending := _ending_due(moment):
            return PlayEnding(self.seat, ending)
        words = _words_of(self.voice, moment)
        if isinstance(words, Line):
            moment.show(words.text)
            return Tell(self.seat, words.text)
        moment.stand_in(words)
        return by_house


def _ending_due(moment: Moment) -> str | None:
    """The ending to play: the tale has been led there, by the judge's word, or for long enough."""
    view = moment.view
    if view.hand or not view.endings or ("ending", view.seat, len(view.sentences)) in view.ruled:
        return None
    last_card = view.laid[-1].told if view.laid else 0
    led_on = len(view.sentences) - max(view.turn_start, last_card)
    if led_on < 1:
        return None
    told, counsel = plan.told_lines(view), moment.counsel
    if counsel is not None:
        fitting = (one for one in view.endings if (counsel.plausibility(told, one) or 0.0) >= _PLAUSIBLE)
        if (ending := next(fitting, None)) is not None:
            return ending
    return view.endings[0] if led_on >= _LED_ON else None


def _words_of(voice: Voice | None, moment: Moment) -> Line | Reason:
    """The next sentence, written ahead or now; or why there is none."""
    if voice is None or not voice.asker.is_set:
        return "not_set"
    told = plan.told_lines(moment.view)
    line = voice.kept(moment.game, moment.view.narrator, told)
    if line is not None and _still_fits(line, told, moment):
        return line
    if voice.rests:
        return "unreachable"
    writer = _Writer(voice, moment)
    try:
        lines = writer.lines()
    except Exception:  # whatever odd text a model sends, and whatever reads it: the house can tell
        if writer.is_stopped:
            raise
        _log.exception("game %s: a sentence of the language model could not be dealt with", moment.game)
        return "unreadable"
    if isinstance(lines, str):
        if lines == "unreachable":
            voice.failed()
        return lines
    voice.keep(moment.game, moment.view.narrator, Draft(tuple(told), tuple(lines)))
    return lines[0]


def _still_fits(line: Line, told: list[str], moment: Moment) -> bool:
    has_card = not line.card or line.card in moment.view.hand
    return has_card and not checks.fault_of(line.text, line.card, told, moment)


class _Writer:
    """Asks for plan and prose at one moment, each again with the reason, but no more than one try too many in all."""

    def __init__(self, voice: Voice, moment: Moment) -> None:
        self._voice, self._moment = voice, moment
        self._view: TaleView = moment.view
        self._memory: StoryMemory = plan.memory_of(moment)
        self._language = moment.language if moment.language in interface_languages() else SOURCE_LANGUAGE
        self._told = plan.told_lines(moment.view)
        self._shown = ""
        self.is_stopped = False
        """Somebody who looked on has had enough."""

    def lines(self) -> list[Line] | Reason:
        """At least one sentence that passed the checks."""
        steps: list[Step] | None = None
        fault = "-"
        why: NoAnswer | None = None
        for _ in range(2):
            if steps is None:
                got = self._plan(fault)
                if isinstance(got, NoAnswer):
                    return got.reason
                fault = plan.fault_of(got, self._view) or "-"
                if fault != "-":
                    continue
                steps = got
            lines, fault, why = self._prose(steps, fault)
            if lines:
                return lines
            if why is not None and why.reason != "unreadable":
                return why.reason
        return "unfit" if why is None else why.reason

    def _plan(self, fault: str) -> list[Step] | NoAnswer:
        def ask() -> Generator[Plan | NoAnswer, None, None]:
            yield self._voice.asker.ask(
                Plan,
                "narrator_plan",
                self._language,
                game=self._moment.game,
                shorter=plan.shorter_values(self._memory),
                fault=fault,
                **plan.plan_values(self._moment, self._memory),
            )

        for got in self._waited(ask()):
            return got if isinstance(got, NoAnswer) else plan.tidy(got.steps, self._view)
        return NoAnswer("unreachable")

    def _prose(self, steps: list[Step], fault: str) -> tuple[list[Line], str, NoAnswer | None]:
        """The sentences up to the first that fails; the rule that it breaks; why the text broke off.

        All of the text is heard, so that its tokens are counted.
        """
        values = {**plan.prose_values(self._moment, self._memory, steps), "fault": fault}
        pieces = self._voice.asker.stream("narrator", self._language, game=self._moment.game, **values)
        good: list[Line] = []
        fault = "-"
        for got in self._waited(sentences_in(pieces, self._moment.language)):
            if isinstance(got, NoAnswer):
                return good, fault, got
            if fault != "-" or len(good) == len(steps):
                continue
            card = steps[len(good)].card
            fault = checks.fault_of(got, card, [*self._told, *(line.text for line in good)], self._moment) or "-"
            if fault == "-":
                good.append(Line(got, card))
                self._shown = good[0].text
        return good, fault, None if fault != "-" else NoAnswer("unreadable", "it is empty")

    def _waited(self, work: Generator[T, None, None]) -> Generator[T | NoAnswer, None, None]:
        """The items of the work, while the table looks on and may stop it."""
        with closing(aside(work, tick=self._look, longest=PATIENCE)) as items:
            try:
                yield from items
            except TimeoutError:
                yield NoAnswer("unreachable", "no answer in time")

    def _look(self) -> None:
        try:
            self._moment.show(self._shown)
        except BaseException:
            self.is_stopped = True
            raise
