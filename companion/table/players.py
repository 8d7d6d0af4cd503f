"""When the AI seats act, and in which order. What they do is their own affair (`companion.narrators`)."""

from __future__ import annotations

import random

from companion.narrators import Moment, Player, player_for
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.storage import GameRecord


class Players:
    """The AI seats of one game. Holds nothing but who they are: a player decides from its view alone."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._players: dict[Seat, Player] = {
            seat: player_for(info.kind, seat=seat) for seat, info in enumerate(record.seats) if info.kind != "human"
        }

    def narrator_is_next(self, state: tale.TaleState) -> bool:
        """The game waits for an AI narrator to tell."""
        return state.phase is tale.Phase.TELLING and state.narrator in self._players

    def narration(self, state: tale.TaleState) -> tale.Action | None:
        """What the AI narrator does next."""
        return self._ask(state, state.narrator)

    def reaction(self, state: tale.TaleState, *, hold_claims: bool) -> tale.Action | None:
        """The first AI answer to what lies on the table: a vote, a discard after passing, or a claim.

        `hold_claims`: leave the narrator the time to lay a card first.
        """
        if state.phase is tale.Phase.RULING:
            return self._vote(state)
        if state.phase is tale.Phase.DISCARDING:
            return self._ask(state, state.narrator) if state.narrator in self._players else None
        if state.phase is tale.Phase.OVER or not state.told_this_turn or hold_claims:
            return None
        return self._claim(state)

    def _vote(self, state: tale.TaleState) -> tale.Action | None:
        question = state.question
        assert question is not None
        if self._record.options["policy"] == "host":
            return None
        waiting = [seat for seat in question.voters if seat in self._players and not question.has_voted(seat)]
        return self._ask(state, waiting[0]) if waiting else None

    def _claim(self, state: tale.TaleState) -> tale.Action | None:
        rivals = [seat for seat in self._players if seat != state.narrator]
        # Who is quickest differs from sentence to sentence, the same way whenever this game is replayed.
        random.Random(f"{self._record.seed}/{len(state.sentences)}/{len(state.laid)}").shuffle(rivals)
        for seat in rivals:
            action = self._ask(state, seat)
            if isinstance(action, tale.Claim | tale.Challenge) and tale.refusal(state, action) is None:
                return action
        return None

    def _ask(self, state: tale.TaleState, seat: Seat) -> tale.Action | None:
        record = self._record
        moment = Moment(
            view=tale.view(state, seat),
            language=record.language,
            deck=record.options["deck"],
            seed=record.seed + seat,
        )
        return self._players[seat].act(moment)
