"""A stored game on the hill as lines of text: each round with its question, what teams declared and answered, and where
they stand. A seat's own answer stands where it was handed in; the others' where everybody saw them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cli.hill_lines import (
    TOLD_OTHERWISE,
    answer_line,
    question_lines,
    said,
    standing_lines,
    verdict_line,
    winners_line,
)
from companion.cli.keyboard import texts_of
from companion.cli.plain import plain_line
from companion.rules import hill
from companion.rules.hill import HillState
from companion.storage import Entry, GameRecord
from companion.table.hill_log import lines_of
from companion.table.hill_order import questions_of
from companion.table.hill_text import log_text
from companion.table.history import History


class HillRetelling:
    """One seat's way of seeing a stored game (None: the projector's)."""

    def __init__(self, record: GameRecord, seat: int | None) -> None:
        self._record, self._seat = record, seat
        self._texts = texts_of(record.language)
        self._names = [plain_line(team.name) for team in record.seats]
        self._questions = questions_of(record)

    def lines(self, history: History) -> Iterator[str]:
        """The game from its beginning; deeds of which nobody hears are left out."""
        if self._record.title.strip():
            yield plain_line(self._record.title)
        yield self._texts.t("cli.hill_teams", names=", ".join(self._names))
        for version, entry in history.counting:
            if isinstance(entry.action, hill.StartRound):
                yield ""
            yield from self._happened(entry, history.states[version], version)
        if history.states[-1].outcome is not None:
            yield winners_line(history.states[-1].outcome, self._names, self._texts)
        else:
            yield ""
            yield self._texts.t("cli.hill_unfinished")

    def _happened(self, entry: Entry, state: HillState, version: int) -> Iterator[str]:
        for line in lines_of(version, entry.at, entry.events):
            if line.code not in TOLD_OTHERWISE:
                yield plain_line(log_text(line, self._names, self._texts))
        action = entry.action
        question = self._questions.get(state.question or "")
        if isinstance(action, hill.Ask) and question is not None:
            yield from question_lines(question.question, question.category, question.level, self._texts)
        elif isinstance(action, hill.Answer) and action.seat == self._seat:
            yield f"{self._names[action.seat]}: {said(state.answers[action.seat], self._texts)}"
        elif isinstance(action, hill.CloseAnswers) and question is not None:
            yield answer_line(question.answer, question.accepted, self._texts)
        elif isinstance(action, hill.Judge):
            seat = action.team
            yield verdict_line(self._names[seat], state.answers[seat], state.verdicts[seat], self._texts)
        if any(event.kind == "moved" for event in entry.events):  # also when a verdict was changed afterwards
            yield from standing_lines(state.standing, self._names, self._texts)
