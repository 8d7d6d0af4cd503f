"""Running games on the hill: the one door for pages and the command line, in the manner of `service.Tables`.

A command is loaded, timed by the server's clock, checked, applied and stored; two at once are ordered by the store's
version. The clock itself does nothing: whoever looks calls `tick`, and what was due by then is done as of its time.
The host acts from seat `hill.HOST`. Who may act for which seat, and as host where the host is automatic, is the
page's affair.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.errors import BadInput
from companion.rules import hill
from companion.rules.hill import (
    HOST,
    Answer,
    Ask,
    CloseAnswers,
    Declare,
    HillState,
    HillView,
    Move,
    Stage,
    StartRound,
)
from companion.rules.kernel import Refusal, Seat
from companion.storage import Entry, GameStore, GameSummary
from companion.table.hill_advice import Check, Suggestion
from companion.table.hill_clock import elapsed, limit_of
from companion.table.hill_order import HillQuestion, HostKind, NewHill, TeamSeat, check, questions_of, teams_of
from companion.table.hill_players import OUT_OF_QUESTIONS, HillPlayers
from companion.table.history import History
from companion.table.log import LogLine
from companion.table.open_games import OpenGames
from companion.table.receipt import RACES, Receipt, answered, moved_on
from companion.table.seats import checked_title, new_seed

HOUSE = "house"
MOST_AT_ONCE = 200
"""Deeds of the table in one `tick`: a few rounds; more would be a fault."""

_WAIT = Refusal("hill/wait_for_teams", HOUSE)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ShownQuestion:
    """What a seat may see of a question; the answers only as host, or from the reveal on."""

    id: str
    question: str
    level: str
    category: str
    picture: str | None
    sound: str | None
    answer: str | None = None
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True)
class HillChoices:
    """Each deed of a seat with the reason against it; None: it is allowed."""

    moves: Mapping[Move, Refusal | None]
    """A team's."""
    answer: Refusal | None
    host: Mapping[str, Refusal | None]
    """The host's, by the action's kind: those that need no further choice."""


@dataclass(frozen=True)
class HillTableView:
    """All that a page may show one seat; `seat` None (in `hill`) is the projector, HOST the host."""

    game: str
    title: str
    language: str
    host: HostKind
    version: int
    teams: tuple[TeamSeat, ...]
    hill: HillView
    question: ShownQuestion | None
    """From its reading on. While the game is paused teams and projector don't see it: nobody thinks on."""
    next_question: ShownQuestion | None
    """For the host alone: what will be asked next."""
    questions_left: int
    elapsed: float
    """Seconds since the stage began, pauses left out."""
    seconds_left: float | None
    """Of the time to choose or to answer; None: no clock runs."""
    due_in: float | None
    """Seconds until `tick` will have something to do; None: only people can go on."""
    suggestions: tuple[Suggestion | None, ...]
    """For the host alone, by seat: what the checker says of each answer so far."""
    can: HillChoices | None
    """None for the projector."""
    log: tuple[LogLine, ...]


class HillTables:
    """The one door to running games on the hill. Safe to share between threads."""

    def __init__(self, store: GameStore, *, check_answer: Check, now: Callable[[], float] = time.time) -> None:
        """`check_answer` should be quick, and the same question and answer should give the same advice: each is asked
        for once."""
        self._store, self._now = store, now
        self._open = OpenGames(store, now, "hill", check)
        self._checked = lru_cache(maxsize=4096)(check_answer)

    def create(self, order: NewHill, *, room: str | None = None) -> str:
        """Opens a game, in that room if one is given, and returns its id.

        Raises BadInput when there is no such game, or no such room.
        """
        seed = new_seed() if order.seed is None else order.seed
        record = order.record(uuid.uuid4().hex[:12], seed, self._now())
        self._store.create(record, room=room)
        return record.id

    def games(self) -> list[GameSummary]:
        """All games on the hill, the latest first; a damaged one is listed with what is wrong."""
        return [one for one in self._store.list() if one.game == "hill"]

    def look(self, game: str, seat: Seat | None) -> HillTableView:
        """What a page may show that seat (HOST: the host; None: the projector). Raises UnknownGame, DamagedSave,
        StoreUnavailable, and BadInput when there is no such seat."""
        history, now = self._open.load(game), self._now()
        state, record, is_host = _state(history), history.record, seat == HOST
        if seat is not None and not HOST <= seat < state.setup.teams:
            raise BadInput(f"game {game} has no seat {seat}: its teams are 0 to {state.setup.teams - 1}")
        ran = elapsed(history, now)
        limit = limit_of(state.setup, state.stage)
        players = self._players(history, ran)
        teams = range(state.setup.teams)
        coming = players.next_question() if is_host else None
        return HillTableView(
            game=game,
            title=record.title,
            language=record.language,
            host=record.options["host"],
            version=history.version,
            teams=teams_of(record),
            hill=hill.view(state, seat),
            question=_shown(state, questions_of(record).get(state.question or ""), is_host),
            next_question=None if coming is None else _as_shown(coming, with_answer=True),
            questions_left=len(record.options["questions"]) - len(state.asked),
            elapsed=ran,
            seconds_left=None if limit is None else max(0.0, limit - ran),
            due_in=players.due_in(),
            suggestions=tuple(players.suggestion(team) if is_host else None for team in teams),
            can=None if seat is None else _choices(state, seat, ran),
            log=history.log,
        )

    def command(self, game: str, action: hill.Action, *, command_id: str, expected: int | None = None) -> Receipt:
        """Does the action, once for each `command_id`, at the server's time: an `at` that it carries is not believed.

        `expected`: the version that the page had shown; when the game has moved on since, the command is refused.
        Leave it out for what teams do at the same time.
        """
        if isinstance(action, Ask | CloseAnswers):
            expected = self._teams_first(game, expected)
        for _ in range(RACES):
            history = self._open.load(game)
            if receipt := answered(history, command_id, expected):
                return receipt
            now = self._now()
            timed = _timed(action, elapsed(history, now))
            if no := hill.refusal(_state(history), timed) or _no_question(history, timed):
                return Receipt(history.version, no)
            if self._append(history, timed, command_id, now):
                return Receipt(history.version + 1)
        return moved_on(self._open.load(game))

    def tick(self, game: str) -> bool:
        """Does what is due by now: scripted teams declare and answer, a stage whose time has passed is closed, an
        automatic host goes on. Whether anything was done. Raises what `look` raises."""
        return self._play_on(game, lambda players: players.due())

    def accept_suggestions(self, game: str) -> bool:
        """The host takes the checker's word for every answer that is not judged yet. Whether there was one."""
        return self._play_on(game, lambda players: players.verdict())

    def go_on(self, game: str, *, command_id: str, expected: int | None = None) -> Receipt:
        """People don't want to wait for the automatic host: it takes its next step now (the first round begins only
        so). It cuts nobody's time to choose or answer. `expected` as in `command`."""
        history = self._open.load(game)
        if receipt := answered(history, command_id, expected):
            return receipt
        if self.tick(game):
            return Receipt(self._open.load(game).version)  # It has gone on by itself just now.
        action = self._players(history, elapsed(history, self._now())).hurried()
        if action is None:
            return Receipt(history.version, _why_not_on(history))
        return self.command(game, action, command_id=command_id, expected=history.version)

    def rename(self, game: str, title: str) -> None:
        """Gives the game another title. Raises BadInput when it is too long."""
        self._store.rename(game, checked_title(title))
        self._open.forget(game)

    def delete(self, game: str) -> None:
        """Removes the game and all its data."""
        self._store.delete(game)
        self._open.forget(game)

    def _teams_first(self, game: str, expected: int | None) -> int | None:
        """Before a stage is closed the scripted teams do what was due in it, even if nobody has looked meanwhile.
        The version that the command may then expect."""
        if expected is not None and expected != self._open.load(game).version:
            return expected
        self._play_on(game, lambda players: players.team())
        return None if expected is None else self._open.load(game).version

    def _play_on(self, game: str, deed: Callable[[HillPlayers], hill.Action | None]) -> bool:
        done = False
        for _ in range(MOST_AT_ONCE):
            history, now = self._open.load(game), self._now()
            action = deed(self._players(history, elapsed(history, now)))
            if action is None or hill.refusal(_state(history), action) is not None:
                break
            done = self._append(history, action, _own_id(history), now) or done
        return done

    def _append(self, history: History, action: hill.Action, command_id: str, now: float) -> bool:
        events = hill.apply(_state(history), action).events
        return self._open.append(history, Entry(command_id, action.seat, action, events, at=now))

    def _players(self, history: History, ran: float) -> HillPlayers:
        return HillPlayers(history.record, _state(history), ran, self._suggest)

    def _suggest(self, question: HillQuestion, given: str) -> Suggestion:
        try:
            return self._checked(question, given)
        except Exception:  # A checker that fails must not stall a game: the card's own words are compared.
            _log.exception("the checker failed on an answer to question %s", question.id)
            right = {text.strip().casefold() for text in (question.answer, *question.accepted)}
            is_right = given.strip().casefold() in right
            return Suggestion(is_right, "right" if is_right else "wrong")


def _state(history: History) -> HillState:
    state: HillState = history.states[-1]
    return state


def _why_not_on(history: History) -> Refusal:
    state = _state(history)
    if history.record.options["host"] != "automatic":
        return Refusal("hill/only_host", HOUSE)
    no = hill.refusal(state, hill.StartRound()) if state.paused or state.stage is Stage.OVER else None
    return no or _WAIT


def _own_id(history: History) -> str:
    """The id of the table's own next deed: the same on every server, so that it is done once, and known to no browser
    that might use it up (the seed stays on the server)."""
    record = history.record
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{record.id}/{record.seed}/{history.version}").hex


def _no_question(history: History, action: hill.Action) -> Refusal | None:
    """The rules know no questions: that one exists, and that a round has one to ask, is for the table to see."""
    if isinstance(action, Ask) and action.question not in questions_of(history.record):
        return Refusal("hill/no_such_question", HOUSE)
    if isinstance(action, StartRound) and len(_state(history).asked) >= len(history.record.options["questions"]):
        return Refusal(OUT_OF_QUESTIONS, HOUSE)
    return None


def _timed(action: hill.Action, ran: float) -> hill.Action:
    return replace(action, at=ran) if isinstance(action, Declare | Ask | Answer | CloseAnswers) else action


def _shown(state: HillState, question: HillQuestion | None, is_host: bool) -> ShownQuestion | None:
    is_running = state.stage in (Stage.QUESTION, Stage.ANSWERS)
    if question is None or (is_running and state.paused and not is_host):
        return None
    return _as_shown(question, with_answer=is_host or not is_running)


def _as_shown(question: HillQuestion, *, with_answer: bool) -> ShownQuestion:
    shown = ShownQuestion(
        question.id, question.question, question.level, question.category, question.picture, question.sound
    )
    return replace(shown, answer=question.answer, accepted=question.accepted) if with_answer else shown


def _choices(state: HillState, seat: Seat, ran: float) -> HillChoices:
    no = hill.refusal
    host: tuple[Any, ...] = (hill.StartRound(), Ask("", ran), hill.StartTime(), CloseAnswers(ran))
    host += (hill.MoveChips(), hill.Pause(), hill.Resume())
    return HillChoices(
        moves={move: no(state, Declare(seat, move, ran)) for move in Move},
        answer=no(state, Answer(seat, "…", ran)),
        host={deed.kind: no(state, replace(deed, seat=seat)) for deed in host},
    )
