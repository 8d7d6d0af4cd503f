"""The AI seats of running tables: what they answer to people's deeds, and an AI narrator's telling, a sentence at a
time. Whatever they do is a command like everybody's."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.narrators.llm.voice import Voice
from companion.rules import tale
from companion.table.advice import Advice
from companion.table.history import History
from companion.table.look import ModelUse
from companion.table.matchers import Matchers
from companion.table.open_games import OpenGames, people_first
from companion.table.players import Players
from companion.table.policy import mentions_of
from companion.table.stand_ins import StandIns


class AiSeats:
    """Safe to share between threads."""

    def __init__(
        self,
        open_games: OpenGames,
        matchers: Matchers,
        advice: Advice,
        voice: Voice | None,
        *,
        silent_for: Callable[[History], float],
        does: Callable[[History, tale.Action], bool],
    ) -> None:
        """`silent_for`: seconds of the narrator's silence. `does`: one action on top of what the history knows; False:
        it was refused."""
        self._open, self._matchers, self._advice, self._voice = open_games, matchers, advice, voice
        self._silent_for, self._does = silent_for, does
        self.stand_ins = StandIns()
        self._telling: set[tuple[str, int]] = set()
        """Games, and versions of them, whose AI narrator is telling just now."""
        self._keeping = threading.Lock()

    def react(self, history: History) -> bool:
        """One seat answers what people did; False: nobody wants to."""
        if all(seat.kind == "human" for seat in history.record.seats):
            return False
        players = self._players(history)
        hold = people_first(history.record) and (players.narrator_is_next() or self._narrator_may_lay(history))
        return self._act(history, players.reaction(hold_claims=hold))

    def tell_on(self, history: History, show: Callable[[str], None] | None) -> bool:
        """The narrator tells one sentence and lays its card; False: it is not its turn, or it is telling already."""
        key = (history.record.id, history.version)
        with self._keeping:
            if key in self._telling:
                return False  # A second click, or another screen: one sentence is not paid for twice.
            self._telling.add(key)
        try:
            return self._tell_on(history, show)
        finally:
            with self._keeping:
                self._telling.discard(key)

    def model_use(self, game: str) -> ModelUse | None:
        """What the game has used of its language model's budget; None: no model is set."""
        if self._voice is None:
            return None
        spent = self._voice.asker.spent(game)
        return ModelUse(spent.requests, spent.tokens, self._voice.asker.budget)

    def _tell_on(self, history: History, show: Callable[[str], None] | None) -> bool:
        game = history.record.id
        players = self._players(history, show)
        if not players.narrator_is_next():
            return self.react(self._open.load(game))
        if self._act(history, players.reaction(hold_claims=False)):
            return True
        done = told = False
        while players.narrator_is_next():
            action = players.narration(begun=done, may_tell=not told)
            if (told and not _goes_with_the_last(history.state, action)) or not self._act(history, action):
                return done
            done, told = True, told or isinstance(action, tale.Tell)
            if isinstance(action, tale.Tell) and players.stood_in:
                self.stand_ins.note(game, len(history.state.sentences), action.text, players.stood_in)
            if not isinstance(action, tale.Tell | tale.LayCard) or (told and isinstance(action, tale.LayCard)):
                return True
            history = self._open.load(game)
            players = self._players(history, show)
        return done

    def _act(self, history: History, action: tale.Action | None) -> bool:
        return action is not None and self._does(history, action)

    def _players(self, history: History, show: Callable[[str], None] | None = None) -> Players:
        matcher, silent_for = self._matchers.of(history.record), self._silent_for(history)
        return Players(history, matcher, silent_for, self._advice, voice=self._voice, show=show)

    def _narrator_may_lay(self, history: History) -> bool:
        """A person has just told what mentions an own card: the AI rivals leave time to lay it."""
        state = history.state
        last = history.counting[-1][1] if history.counting else None
        if last is None or not isinstance(last.action, tale.Tell) or last.seat != state.narrator:
            return False
        if history.record.seats[state.narrator].kind != "human":
            return False
        hand, matcher = state.hands[state.narrator], self._matchers.of(history.record)
        just_told = range(len(state.sentences) - len(last.events), len(state.sentences))
        return any(mentions_of(state, hand, sentence, matcher) for sentence in just_told)


def _goes_with_the_last(state: tale.TaleState, action: tale.Action | None) -> bool:
    """What an AI narrator does after its sentence without being asked again: it lays a card, and hands a turn on that
    has reached its limit."""
    is_told = tale.sentences_left(state) == 0
    return isinstance(action, tale.LayCard) or (is_told and isinstance(action, tale.PassStory))
