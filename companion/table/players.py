"""When the AI seats act, and in which order. What they do is their own affair (`companion.narrators`).

A player's proposal is untrusted: one that fails, or proposes what is not allowed, is a player that wants nothing. The
table then does the least for it, so that the game goes on: passes the story, keeps all cards, votes for the narrator.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import replace

from companion.decks import load_deck
from companion.errors import BadInput
from companion.matching import Matcher
from companion.narrators import Character, Moment, player_for
from companion.narrators.llm.voice import Voice
from companion.narrators.scripted.plain import plain_action
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.storage import GameRecord
from companion.table.advice import Advice
from companion.table.counsel import TableCounsel
from companion.table.history import History
from companion.table.open_games import referee_of
from companion.table.telling import in_sentences

PLAINLY_WRONG = 0.25
"""An ending of less plausibility is one that an AI seat votes against (rulebook: only open nonsense is refused)."""

_log = logging.getLogger(__name__)


def check_players(record: GameRecord, voice: Voice | None = None) -> None:
    """Raises BadInput when a seat is for a kind of player that there is not, or that nobody could give words to."""
    for seat, info in enumerate(record.seats):
        if info.kind != "human":
            player_for(info.kind, seat=seat, voice=voice)
            Character.of(info.settings)
        if info.kind == "llm" and (voice is None or not voice.asker.is_set):
            raise BadInput(
                f"seat {seat + 1} is for a language model, and none is set: COMPANION_LLM takes openai:<model>; "
                "the house's narrator is the kind 'scripted'"
            )


class Players:
    """The AI seats of a game at one moment. Holds nothing but that: a player decides from its view alone."""

    def __init__(
        self,
        history: History,
        matcher: Matcher,
        silent_for: float = 0.0,
        advice: Advice | None = None,
        *,
        voice: Voice | None = None,
        show: Callable[[str], None] | None = None,
    ) -> None:
        """`matcher` and `advice`: the table's; `silent_for`: seconds of the narrator's silence by the table's clock;
        `voice`: the language model of its `llm` seats; `show`: as in `Tables.tell_on`."""
        self._advice, self._voice, self._show = advice, voice, show
        self._history, self._matcher, self._silent_for = history, matcher, silent_for
        self._record, self._state = history.record, history.state
        self._seats = [seat for seat, info in enumerate(self._record.seats) if info.kind != "human"]
        self._is_stopped = False
        self.stood_in = ""
        """Why the house's narrator told just now in place of a language model; "": it did not."""

    def narrator_is_next(self) -> bool:
        """The game waits for an AI narrator to tell."""
        return self._state.phase is tale.Phase.TELLING and self._state.narrator in self._seats

    def narration(self, *, begun: bool, may_tell: bool = True) -> tale.Action | None:
        """What the AI narrator does next. `begun`: it has acted before in this go, and may leave it at that;
        `may_tell`: False once it has told in it. Raises what `show` raises."""
        self.stood_in = ""
        action = self._ask(self._state.narrator, may_tell=may_tell)
        if action is None and len(self._seats) == len(self._record.seats):
            action = self._plainly(may_tell=may_tell)
        return tale.PassStory(self._state.narrator) if action is None and not begun else action

    def reaction(self, *, hold_claims: bool) -> tale.Action | None:
        """The first AI answer to what lies on the table: a vote, a discard after passing, or a claim.

        `hold_claims`: leave the narrator the time to lay a card first.
        """
        state = self._state
        if state.phase is tale.Phase.RULING:
            return self._vote()
        if state.phase is tale.Phase.DISCARDING:
            if state.narrator not in self._seats:
                return None
            return self._ask(state.narrator) or tale.Discard(state.narrator, None)
        if state.phase is tale.Phase.OVER or not state.told_this_turn or hold_claims:
            return None
        return self._claim()

    def _vote(self) -> tale.Action | None:
        question = self._state.question
        assert question is not None
        if self._record.options["policy"] == "host":
            return None
        waiting = [seat for seat in question.voters if not question.has_voted(seat)]
        if not waiting or any(seat not in self._seats for seat in waiting):
            return None  # People vote first: the votes of the house could settle it before they were asked.
        vote = self._ask(waiting[0]) or tale.Vote(waiting[0], stands=question.about in ("lay", "ending"))
        if self._is_for_the_person(question) and isinstance(vote, tale.Vote) and not vote.stands:
            return None
        return vote

    def _is_for_the_person(self, question: tale.Question) -> bool:
        """A person's card, and nobody but the house could vote on it. What the house does not hear, it leaves to the
        person: a suggestion is never a ruling."""
        nobody_else = all(seat in self._seats for seat in question.voters)
        return question.about == "lay" and question.seat not in self._seats and nobody_else

    def _claim(self) -> tale.Action | None:
        state = self._state
        rivals = [seat for seat in self._seats if seat != state.narrator]
        # Who is quickest differs from sentence to sentence, the same way whenever this game is replayed.
        random.Random(f"{self._record.seed}/{len(state.sentences)}/{len(state.laid)}").shuffle(rivals)
        return next((action for seat in rivals if (action := self._ask(seat))), None)

    def _ask(self, seat: Seat, *, may_tell: bool = True) -> tale.Action | None:
        """What the seat wants; None when that is nothing, or nothing that it may do."""
        record = self._record
        try:
            player = player_for(record.seats[seat].kind, seat=seat, voice=self._voice)
            action = player.act(self._moment(seat, may_tell))
        except Exception:  # Whatever goes wrong in a player, the people at its table play on.
            if self._is_stopped:
                raise
            _log.exception("game %s: the AI player on seat %d failed", record.id, seat)
            return None
        if action is None or self._is_repeated(action):
            return None
        if fault := self._what_is_wrong(action, seat):
            # Its kind alone: what it wants to lay is a card of its hand.
            what = action.kind if isinstance(action, tale.Action) else type(action).__name__
            _log.warning("game %s: the AI player on seat %d may not do this (%s): %s", record.id, seat, what, fault)
            return None
        return action

    def _plainly(self, *, may_tell: bool) -> tale.Action | None:
        """What the narrator does where everybody is a machine and this one has failed: passing would go on for ever,
        and nobody is there to end it."""
        seat = self._state.narrator
        try:
            action = plain_action(self._moment(seat, may_tell))
        except Exception:
            _log.exception("game %s: the house cannot tell for seat %d", self._record.id, seat)
            return None
        return None if action is None or self._is_repeated(action) or self._what_is_wrong(action, seat) else action

    def _moment(self, seat: Seat, may_tell: bool) -> Moment:
        record, view = self._record, tale.view(self._state, seat)
        language, deck = record.language, record.options["deck"]
        return Moment(
            view=view,
            language=language,
            deck=deck,
            matcher=self._matcher,
            seed=record.seed + seat,
            character=Character.of(record.seats[seat].settings),
            fault=self._fault(view),
            advice=self._suggested(view),
            game=record.id,
            may_tell=may_tell,
            counsel=TableCounsel(record.id, view, language, deck, self._advice) if self._advice is not None else None,
            show=self._shown,
            stand_in=self._stands_in,
        )

    def _shown(self, text: str) -> None:
        if self._show is not None:
            try:
                self._show(text)
            except BaseException:
                self._is_stopped = True
                raise

    def _stands_in(self, reason: str) -> None:
        self.stood_in = reason

    def _suggested(self, view: tale.TaleView) -> bool | None:
        """What referee or judge say of the open question; a doubtful ending gets the benefit of the doubt."""
        question, record = view.question, self._record
        if question is None or self._advice is None or question.about not in ("challenge", "ending"):
            return None
        if question.about == "challenge":
            said = self._advice.on_narration(record.id, view, record.language, record.options["deck"])
            return True if said is not None and said.verdict == question.challenge else None
        ending = load_deck(record.language, record.options["deck"]).endings[question.card or ""]
        opinion = self._advice.on_ending(record.id, view, record.language, ending)
        if opinion is None or PLAINLY_WRONG <= opinion.score < 0.5:
            return None
        return opinion.score >= 0.5

    def _fault(self, view: tale.TaleView) -> str:
        """What an AI rival may object to. Not to a person, where only the house would vote on it: there the
        referee's suggestion is for the person alone."""
        rival = view.phase is tale.Phase.TELLING and view.seat != view.narrator
        people = [seat for seat in range(view.players) if seat not in self._seats]
        if not rival or self._advice is None or people == [view.narrator] or referee_of(self._record) == "off":
            return ""
        said = self._advice.on_narration(self._record.id, view, self._record.language, self._record.options["deck"])
        return said.verdict if said is not None and said.verdict != "ok" else ""

    def _what_is_wrong(self, action: tale.Action, seat: Seat) -> object:
        if not isinstance(action, tale.Action):
            return "that is no action"
        if action.seat != seat:
            return "that is not its own seat"
        if isinstance(action, tale.Challenge):
            action = replace(action, silent_for=self._silent_for)
        if isinstance(action, tale.Tell):
            action = in_sentences(action, self._record.language)
        return tale.refusal(self._state, action)

    def _is_repeated(self, action: tale.Action) -> bool:
        """The table has turned this down: in this turn, or for an ending since the last sentence. An AI seat that
        can't see so would ask for ever."""
        if not isinstance(action, tale.LayCard | tale.Claim | tale.PlayEnding):
            return False
        for _, entry in reversed(self._history.counting):
            if any(event.kind == "narrator_changed" for event in entry.events):
                return False
            if isinstance(action, tale.PlayEnding) and isinstance(entry.action, tale.Tell):
                return False
            if type(entry.action) is type(action) and replace(entry.action, ruling=action.ruling) == action:
                return True
        return False
