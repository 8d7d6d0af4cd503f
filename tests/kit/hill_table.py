"""Царь Горы in a chosen position, and whole rounds in one line.

    hill = hill_table(steps="12 12 5", points="3 2 1")
    hill.round(right="02", times="9 4 -")           # seats 0 and 2 are right; seat 2 gave no answer in time
    assert hill.king == 0 and hill.steps == [13, 12, 6]

Every step can also be taken through the store's codec (`saved=True`): what is then played on is the fold of events
that were written as JSON and read again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.rules import hill
from companion.rules.hill import (
    Answer,
    Ask,
    CloseAnswers,
    Colour,
    Declare,
    HillSetup,
    HillState,
    Judge,
    Move,
    MoveChips,
    StartRound,
    StartTime,
)
from companion.storage.codec import codec_for
from companion.storage.records import Entry

COLOURS = tuple(Colour)


@dataclass
class HillTable:
    """A state that moves on, with the events of the last deed."""

    state: HillState
    saved: bool = False
    events: tuple[Any, ...] = ()

    def does(self, *actions: hill.Action) -> HillTable:
        """Plays the actions; the test fails where one is refused."""
        for action in actions:
            assert (no := hill.refusal(self.state, action)) is None, f"{action} was refused: {no}"
            step = hill.apply(self.state, action)
            self.events = self._through_the_codec(action, step.events) if self.saved else step.events
            state = self.state
            for event in self.events:
                state = hill.evolve(state, event)
            assert state == step.state, "what was stored does not fold to what was played"
            self.state = state
            assert_consistent(state)
        return self

    def refuses(self, action: hill.Action) -> str:
        """The code of the refusal, or "" when the action is allowed."""
        no = hill.refusal(self.state, action)
        return no.code if no else ""

    def choose(self, jump: str = "", revolt: str = "") -> HillTable:
        """The round's first stage: seats that jump and that revolt, one digit each."""
        self.does(StartRound(), *(Declare(int(seat), Move.JUMP) for seat in jump))
        return self.does(*(Declare(int(seat), Move.REVOLUTION) for seat in revolt))

    def ask(self) -> HillTable:
        question = Ask(f"q{len(self.state.asked) + 1}", at=self.state.setup.choice_seconds)
        return self.does(question, StartTime())

    def answers(self, times: str = "") -> HillTable:
        """Every seat answers at its second; "-": not at all. Then the time is over."""
        seconds = times.split() or [str(5 + seat) for seat in range(self.state.setup.teams)]
        given = [Answer(seat, f"answer of {seat}", float(at)) for seat, at in enumerate(seconds) if at != "-"]
        return self.does(*given, CloseAnswers(self.state.setup.answer_seconds))

    def judge(self, right: str = "") -> HillTable:
        return self.does(*(Judge(seat, str(seat) in right) for seat in range(self.state.setup.teams)))

    def round(self, right: str = "", *, jump: str = "", revolt: str = "", times: str = "") -> HillTable:
        """A whole round; `right`: the seats whose answer is right."""
        return self.choose(jump, revolt).ask().answers(times).judge(right).does(MoveChips())

    def kinds(self) -> list[str]:
        """What happened in the last deed."""
        return [event.kind for event in self.events]

    @property
    def steps(self) -> list[int]:
        return [team.step for team in self.state.teams]

    @property
    def points(self) -> list[int]:
        return [team.points for team in self.state.teams]

    @property
    def tokens(self) -> list[bool]:
        return [team.token for team in self.state.teams]

    @property
    def king(self) -> int | None:
        return self.state.standing.king

    def _through_the_codec(self, action: hill.Action, events: tuple[Any, ...]) -> tuple[Any, ...]:
        codec, entry = codec_for("hill", "test"), Entry("command", action.seat, action, events, at=0.0)
        read = codec.read_entry(codec.dump_entry(entry, "test", 1), "test", 1)
        assert read == entry
        return read.events


def hill_table(
    *,
    teams: int = 3,
    steps: str = "",
    points: str = "",
    tokens: str = "",
    king: int | None = None,
    held: int = 0,
    round: int = 0,
    saved: bool = False,
    seed: int = 7,
    **choices: Any,
) -> HillTable:
    """A board before a round. `steps`, `points`, `tokens` (1 or 0): by seat; the king stands on the summit. A position
    of later rounds shows green answer chips. `choices`: fields of HillSetup."""
    where = [int(step) for step in steps.split()] or [choices.get("start", 1)] * teams
    state = hill.new_game(HillSetup(COLOURS[: len(where)], **choices), seed)
    scores = [int(one) for one in points.split()] or [0] * len(where)
    held_tokens = [one == "1" for one in tokens.split()] or [True] * len(where)
    is_placed = bool(steps)
    placed = tuple(
        replace(team, step=where[seat], points=scores[seat], token=held_tokens[seat], last_right=is_placed or None)
        for seat, team in enumerate(state.teams)
    )
    if king is not None:
        placed = (*placed[:king], replace(placed[king], step=hill.SUMMIT), *placed[king + 1 :])
    standing = hill.Standing(placed, king, held)
    return HillTable(replace(state, standing=standing, round=round or (8 if is_placed else 0)), saved)


def assert_consistent(state: HillState) -> None:
    """One king at most, who alone stands on the summit; nobody below the start; answers and stages agree."""
    on_summit = [seat for seat, team in enumerate(state.teams) if team.step == hill.SUMMIT]
    assert on_summit == ([] if state.standing.king is None else [state.standing.king])
    for team in state.teams:
        assert state.setup.start <= team.step <= hill.SUMMIT
        assert team.points >= team.right >= 0
    assert 0 <= state.standing.held <= hill.HOLD
    assert (state.outcome is not None) == (state.stage is hill.Stage.OVER)
    if state.stage in (hill.Stage.CHOICE, hill.Stage.QUESTION):
        assert not any(state.answers)
    if state.stage in (hill.Stage.CHOICE, hill.Stage.QUESTION, hill.Stage.ANSWERS):
        assert not any(state.verdicts)
