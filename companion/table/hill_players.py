"""What the table itself does next in a game on the hill: scripted teams that declare and answer in their time, the
clock that closes a stage, and the automatic host."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property

from companion.machine.hill import attempt, declare
from companion.rules import hill
from companion.rules.hill import (
    Answer,
    Ask,
    CloseAnswers,
    Decide,
    HillState,
    Judge,
    MoveChips,
    Stage,
    StartRound,
    StartTime,
)
from companion.storage import GameRecord
from companion.table.hill_advice import Check, Suggestion
from companion.table.hill_order import HillQuestion, TeamSeat, questions_of, teams_of

SECOND_THOUGHTS = 5.0
"""When all have answered, an automatic host waits so many seconds for somebody to correct an answer."""
OUT_OF_QUESTIONS = "hill/out_of_questions"


class HillPlayers:
    """The table's own deeds, one at a time, for one state of a game."""

    def __init__(self, record: GameRecord, state: HillState, elapsed: float, suggest: Check) -> None:
        """`elapsed`: seconds since the stage began."""
        self._record, self._state, self._elapsed, self._suggest = record, state, elapsed, suggest

    @cached_property
    def _questions(self) -> Mapping[str, HillQuestion]:
        return questions_of(self._record)

    def due(self) -> hill.Action | None:
        """What a scripted team, the clock or the automatic host does now; None: nothing yet."""
        if self._state.paused or self._state.stage is Stage.OVER:
            return None
        return self.team() or self._clock() or (self._host(hurried=False) if self._is_automatic else None)

    def due_in(self) -> float | None:
        """Seconds until `due` has something to do, if nobody does anything meanwhile; None: it never will."""
        state, options = self._state, self._record.options
        if state.paused or state.stage is Stage.OVER:
            return None
        planned = (
            self._plan(seat, team) for seat, team in enumerate(teams_of(self._record)) if team.kind == "scripted"
        )
        times = [deed.at for deed in planned if deed is not None]
        if state.stage is Stage.ANSWERS:
            times.append(state.setup.answer_seconds)
        if self._is_automatic:
            times += self._host_at(options["reading_seconds"], options["showing_seconds"])
        return max(0.0, min(times) - self._elapsed) if times else None

    def team(self) -> hill.Action | None:
        """The earliest deed of a scripted team whose time has come; None: none is due."""
        if self._state.paused:
            return None
        planned: list[tuple[float, hill.Action]] = []
        for seat, team in enumerate(teams_of(self._record)):
            deed = self._plan(seat, team) if team.kind == "scripted" else None
            if deed is not None and deed.at <= self._elapsed:
                planned.append((deed.at, deed))
        return min(planned, key=lambda one: one[0])[1] if planned else None

    def hurried(self) -> hill.Action | None:
        """What the automatic host does when people don't want to wait for it; nobody's time is cut short."""
        if self._state.paused or self._state.stage is Stage.OVER or not self._is_automatic:
            return None
        return self._host(hurried=True)

    def verdict(self) -> Judge | None:
        """The next answer that nobody has judged, as the checker suggests; None: all are judged."""
        state = self._state
        if state.stage is not Stage.REVEAL or None not in state.verdicts:
            return None
        team = state.verdicts.index(None)
        suggestion = self.suggestion(team)
        assert suggestion is not None  # Who has not answered was judged by the clock.
        return Judge(team, suggestion.correct, by="checker", why=suggestion.why, params=suggestion.params)

    def suggestion(self, team: int) -> Suggestion | None:
        """What the checker says of the team's answer to the round's question; None: there is none."""
        answer, question = self._state.answers[team], self._questions.get(self._state.question or "")
        return None if answer is None or question is None else self._suggest(question, answer.text)

    def next_question(self) -> HillQuestion | None:
        """The first that has not been asked; None: all have."""
        return next((one for id, one in self._questions.items() if id not in self._state.asked), None)

    @property
    def _is_automatic(self) -> bool:
        host: str = self._record.options["host"]
        return host == "automatic"

    def _plan(self, seat: int, team: TeamSeat) -> hill.Declare | Answer | None:
        state = self._state
        if state.stage is Stage.CHOICE and state.declared[seat] is None:
            return declare(hill.view(state, seat), team.strength, self._luck(seat))
        if state.stage is Stage.ANSWERS and state.answers[seat] is None:
            return self._answer(seat, team)
        return None

    def _answer(self, seat: int, team: TeamSeat) -> Answer | None:
        question = self._questions[self._state.question or ""]
        luck = self._luck(seat)
        tried = attempt(self._state.setup.answer_seconds, question.level, team.strength, luck)
        if tried.says == "nothing":
            return None
        right = (question.answer, *question.accepted)
        texts = right if tried.says == "right" else self._wrong(question, right)
        return Answer(seat, luck.choice(texts)[: hill.MAX_ANSWER], tried.seconds) if texts else None

    def _wrong(self, question: HillQuestion, right: tuple[str, ...]) -> tuple[str, ...]:
        """Answers that a team may take for the right one: those that the card refuses, else those to other questions,
        of the same category where there are some."""
        if question.refused:
            return question.refused
        known = {text.casefold() for text in right}
        others = [one for one in self._questions.values() if one.answer.casefold() not in known]
        alike = [one for one in others if one.category == question.category]
        return tuple(one.answer for one in alike or others)

    def _luck(self, seat: int) -> random.Random:
        """The same whenever this round of this game is looked at."""
        return random.Random(f"{self._record.seed}/{seat}/{self._state.round}/{self._state.stage}")

    def _clock(self) -> hill.Action | None:
        # The time to choose needs no closing: the rules refuse what comes later, and the host reads when ready.
        over = self._state.stage is Stage.ANSWERS and self._elapsed >= self._state.setup.answer_seconds
        return CloseAnswers(self._elapsed) if over else None

    def _host(self, *, hurried: bool) -> hill.Action | None:
        state, options = self._state, self._record.options
        if state.stage is Stage.CHOICE:
            is_over = self._elapsed >= state.setup.choice_seconds or not hill.waited_for(state)
            question = self.next_question()
            return Ask(question.id, self._elapsed) if is_over and question is not None else None
        if state.stage is Stage.QUESTION:
            return StartTime() if hurried or self._elapsed >= options["reading_seconds"] else None
        if state.stage is Stage.ANSWERS:
            return self._closes_early(hurried)
        if (verdict := self.verdict()) is not None:
            return verdict
        is_seen = hurried or self._elapsed >= options["showing_seconds"]
        if state.stage is Stage.REVEAL:
            return MoveChips() if is_seen else None
        # Before the first round people are still finding their places.
        return self._next_round() if is_seen and (hurried or state.round) else None

    def _host_at(self, reading: float, showing: float) -> list[float]:
        """When the automatic host goes on, in seconds of the stage; empty: it waits for people."""
        state = self._state
        if state.stage is Stage.CHOICE:
            ready = state.setup.choice_seconds if hill.waited_for(state) else 0.0
            return [ready] if self.next_question() is not None else []
        if state.stage is Stage.QUESTION:
            return [reading]
        if state.stage is Stage.ANSWERS:
            last = max((answer.at for answer in state.answers if answer is not None), default=0.0)
            return [] if hill.waited_for(state) else [last + SECOND_THOUGHTS]
        return [showing] if state.stage is Stage.REVEAL or state.round else []

    def _closes_early(self, hurried: bool) -> CloseAnswers | None:
        if hill.waited_for(self._state):
            return None
        last = max(answer.at for answer in self._state.answers if answer is not None)
        return CloseAnswers(self._elapsed) if hurried or self._elapsed >= last + SECOND_THOUGHTS else None

    def _next_round(self) -> hill.Action:
        if self.next_question() is not None:
            return StartRound()
        best = hill.leaders(self._state)
        return Decide(best, OUT_OF_QUESTIONS, by_lot=len(best) > 1)
