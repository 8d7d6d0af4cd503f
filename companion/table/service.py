"""Running tables: a command is loaded, checked, ruled on by the table's policy, applied, stored and announced.

The service holds no game of its own: the store is the truth, memory only spares the re-reading. Safe to share between
threads; two commands at once are ordered by the store's version, and the second is checked again.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import cast

from companion.errors import BadInput
from companion.matching import Matcher, Mention, Strictness, matcher_for
from companion.narrators.llm.voice import Voice
from companion.rules import tale
from companion.rules.kernel import TABLE, Refusal, Seat
from companion.storage import Entry, GameStore, GameSummary, SeatRecord
from companion.table import moment
from companion.table.advice import Advice
from companion.table.ai_seats import AiSeats
from companion.table.casebook import CaseBook
from companion.table.history import History
from companion.table.look import TableView, choices_for, flags_for, shown
from companion.table.matchers import Matchers
from companion.table.open_games import OpenGames, help_of, preset_of, referee_of
from companion.table.overruled import as_case, overruled
from companion.table.players import Players, check_players
from companion.table.policy import mention_of, with_rest_of_turn, with_ruling
from companion.table.practice import Practice
from companion.table.receipt import RACES, Receipt, answered, moved_on
from companion.table.seats import NewTable, Policy, SeatInfo, checked_title, new_seed, seats_of
from companion.table.telling import in_sentences
from companion.table.undo import before_last, undo_refusal


class Tables:
    """The one door to running games for pages and the command line."""

    def __init__(
        self,
        store: GameStore,
        *,
        now: Callable[[], float] = time.time,
        matcher: Callable[[str, str, Strictness], Matcher] = matcher_for,
        voice: Voice | None = None,
    ) -> None:
        """`voice`: the language model of `llm` seats, if one is set."""
        self._store = store
        self._voice = voice if voice is not None and voice.asker.is_set else None
        self._now = now
        self._matchers = Matchers(store.cases, matcher)
        self.cases = CaseBook(store.cases, now)
        """What the tables of this house have decided about single words."""
        self._open = OpenGames(store, now)
        self.advice = Advice()
        """Referee and judge: suggestions for the people who decide."""
        self._ai = AiSeats(
            self._open, self._matchers, self.advice, self._voice, silent_for=self._silent_for, does=self._does
        )
        self.practice = Practice(self._open, self._matchers)
        """Ideas for who tells, and the review of a game that is over."""
        self.halted: Callable[[str], Refusal | None] = lambda game: None
        """Why nobody may act in a game just now, if so: the room that it is played in decides."""
        self.clock_stands: Callable[[str], bool] = lambda game: False
        """Whether the silence clock of a game is stopped: the room that it is played in decides."""

    @property
    def has_model(self) -> bool:
        """Whether seats of the kind `llm` can be had."""
        return self._voice is not None

    def create(self, order: NewTable, *, room: str | None = None) -> str:
        """Opens a table, in that room if one is given, and returns its id. Raises BadInput or DamagedDeck when no game
        can be dealt."""
        seed = new_seed() if order.seed is None else order.seed
        record = order.record(uuid.uuid4().hex[:12], seed, self._now())
        check_players(record, self._voice)
        self._store.create(record, room=room)
        self._open.gives_sign(record.id)
        return record.id

    def games(self) -> list[GameSummary]:
        """All tales of the store, the latest first; a damaged game is listed with what is wrong."""
        return [one for one in self._store.list() if one.game not in ("book", "hill")]

    def look(self, game: str, seat: Seat | None) -> TableView:
        """What a page may show that seat (None: the projector). Raises UnknownGame, DamagedSave, StoreUnavailable, and
        BadInput when there is no such seat."""
        history = self._open.load(game)
        state, record = history.state, history.record
        matcher, help = self._matchers.of(record), help_of(record)
        flags, can, hint = {}, None, False
        stands = self.clock_stands(game)
        if seat is not None:
            if not 0 <= seat < state.players:
                raise BadInput(f"game {game} has no seat {seat}: its seats are 0 to {state.players - 1}")
            flags = flags_for(state, seat, matcher)
            if help != "full":
                hint, flags = help == "hint" and bool(shown(flags)), {}
            silent_for = 0.0 if stands else self._silent_since(history)
            can = choices_for(state, seat, flags, silent_for, undo_refusal(history, seat))
        return TableView(
            game=game,
            title=record.title,
            language=record.language,
            deck=record.options["deck"],
            policy=record.options["policy"],
            version=history.version,
            seats=seats_of(record),
            tale=tale.view(state, seat),
            log=history.log,
            flags=shown(flags),
            can=can,
            silence_since=self._open.last_sign(history),
            silence_limit=state.setup.silence_limit(state.narrator),
            stamp=f"{game}.{history.version}.{history.reseated}",
            clock_stands=stands,
            waits_for_ai=Players(history, matcher).narrator_is_next(),
            help=help,
            hint=hint,
            taken_back=history.taken_back(seat),
            overruled=overruled(history, matcher),
            notice=matcher.notice,
            referee=referee_of(record),
            preset=preset_of(record),
            stood_in=self._ai.stand_ins.of(game, state),
            model=self._ai.model_use(game),
        )

    def command(self, game: str, action: tale.Action, *, command_id: str, expected: int | None = None) -> Receipt:
        """Does the action, once for each `command_id`. `expected`: the version that the page had shown; when the
        game has moved on since, the command is refused and nothing is done."""
        for _ in range(RACES):
            history = self._open.load(game)
            if receipt := answered(history, command_id, expected):
                return receipt
            if halt := self.halted(game):
                return Receipt(history.version, halt)
            state = history.state
            if isinstance(action, tale.Challenge):
                action = _checked(action, self._silent_for(history))
            if isinstance(action, tale.Tell) and len(action.text) <= tale.MAX_SENTENCE:
                action = replace(in_sentences(action, history.record.language), nothing_to_lay=False)
            if no := tale.refusal(state, action):
                return Receipt(history.version, no)
            ruled = self._ruled(history, action)
            events = tale.apply(state, ruled).events
            entry = Entry(command_id=command_id, seat=action.seat, action=ruled, events=events, at=self._now())
            if self._open.append(history, entry):
                return Receipt(history.version + 1)
        return moved_on(self._open.load(game))

    def undo(self, game: str, seat: Seat, *, command_id: str, expected: int | None = None) -> Receipt:
        """Takes back the seat's last telling, card, vote or open question, while nobody acted on it.

        `expected` as in `command`.
        """
        history = self._open.load(game)
        if receipt := answered(history, command_id, expected):
            return receipt
        if no := self.halted(game) or undo_refusal(history, seat):
            return Receipt(history.version, no)
        return self._rewind(history, seat, before_last(history), command_id)

    def take_back_last(self, game: str, *, command_id: str, expected: int | None = None) -> Receipt:
        """A host takes back the last deed, whosever it was and whatever it showed. `expected` as in `command`."""
        history = self._open.load(game)
        if receipt := answered(history, command_id, expected):
            return receipt
        if not history.counting:
            return Receipt(history.version, Refusal("table/nothing_to_undo"))
        return self._rewind(history, TABLE, before_last(history), command_id)

    def reseat(self, game: str, seat: Seat, info: SeatInfo) -> None:
        """Somebody else plays that seat from now on: an AI player for a person who left, or the other way round; or the
        same person under another name. Raises UnknownGame, BadInput."""
        record = self._open.load(game).record
        seats = list(record.seats)
        seats[seat] = SeatRecord(info.name, info.kind, settings=info.settings())
        check_players(replace(record, seats=tuple(seats)), self._voice)
        self._store.reseat(game, seats)
        moment.over()

    def react(self, game: str) -> bool:
        """Lets one AI seat answer what people did: vote, claim, discard. False: nobody wants to.

        An AI narrator's sentence is left to the people first; its AI rivals have their say in `tell_on`. At a table
        where people are not first, the AI rivals claim as soon as they can.
        """
        return self._ai.react(self._open.load(game))

    def tell_on(self, game: str, *, expected: int | None = None, show: Callable[[str], None] | None = None) -> bool:
        """Lets the AI narrator tell one sentence and lay its card; an AI rival that wants the story goes first, since
        people have had their chance by now. False: it is not the AI's turn, or it is telling already.

        `expected`: the version that the page had shown; when the game has moved on since, nothing is done. `show`: is
        called several times a second while a language model writes, in this thread, with the sentence that is about
        to be told once it is checked, before that with ""; what it raises is raised here, and nothing is told.
        Meanwhile the table is open to all: a claim that comes first wins.
        """
        history = self._open.load(game)
        if expected is not None and expected != history.version:
            return False
        return self._ai.tell_on(history, show)

    def suggestion(self, game: str) -> Mention | None:
        """What the matcher says of the open question about a card: advice with a quote and a reason, for the voters."""
        history = self._open.load(game)
        question = history.state.question
        if question is None or question.about not in ("lay", "claim") or question.card is None:
            return None
        return mention_of(history.state, question.card, question.sentence, self._matchers.of(history.record))

    def remember(self, game: str, card: str, sentence: int, words: str, *, everywhere: bool = False) -> Refusal | None:
        """Keeps what people have just decided about a card, other than the matcher, as case law for these words of the
        sentence: for this table, or for all with its language and deck (`everywhere`). None: it is kept."""
        history = self._open.load(game)
        record = history.record
        # Kept already, it overrules nobody any more: asked a second time, the matcher without case law still knows it.
        for matcher in (self._matchers.of(record), self._matchers.plain(record)):
            found = overruled(history, matcher)
            if found is not None and (found.card, found.sentence) == (card, sentence):
                return self.cases.add(as_case(found, history, words, self._now(), everywhere=everywhere))
        return Refusal("table/moved_on")

    def last_words(self, game: str) -> dict[Seat, float]:
        """When each seat last told a sentence, in UTC seconds; a seat that has told none yet is not in it."""
        history = self._open.load(game)
        told = ((entry.seat, entry.at) for _, entry in history.counting if isinstance(entry.action, tale.Tell))
        return dict(told)

    def narrator(self, game: str) -> Seat:
        """Who tells there now. Raises UnknownGame, DamagedSave, StoreUnavailable."""
        return self._open.load(game).state.narrator

    def is_over(self, game: str) -> bool:
        """Somebody has won. Raises UnknownGame, DamagedSave, StoreUnavailable."""
        return self._open.load(game).state.phase is tale.Phase.OVER

    def holds_most_cards(self, game: str) -> Seat | None:
        """Who tells first in the game after that one (rulebook 000, "Конец истории"); None: lots decide."""
        return tale.next_setup(self._open.load(game).state).first_narrator

    def last_sign(self, game: str) -> float:
        """When the narrator was last known to be alive, in UTC seconds. Raises UnknownGame, DamagedSave,
        StoreUnavailable."""
        return self._open.last_sign(self._open.load(game))

    def typed(self, game: str, *, time_given: float = 0.0) -> None:
        """The narrator is typing: a sign of life for the silence clock. `time_given`: seconds on top of its limit that
        a host grants."""
        self._open.gives_sign(game, time_given)

    def next_game(self, game: str) -> str:
        """Opens the next game for the same people; whoever held most cards tells first. Returns its id: asked twice,
        by a double click or from two screens, it is the same game."""
        history = self._open.load(game)
        record = history.record
        fresh = replace(
            record,
            id=uuid.uuid5(uuid.NAMESPACE_OID, f"the game after {game}").hex[:12],
            setup=tale.next_setup(history.state),
            title="",  # another tale; its title comes from those who tell it
            seed=new_seed(),
            created=self._now(),
        )
        with suppress(BadInput):  # It has been opened already.
            self._store.create(fresh)
            self.cases.take_along(game, fresh.id)
        return fresh.id

    def same_cards(self, game: str) -> str:
        """Opens the game once more from its deal: the same people, hands and rivals. Returns its id, each time the
        same one."""
        record = self._open.load(game).record
        name = f"the same cards as {game}"
        fresh = replace(record, id=uuid.uuid5(uuid.NAMESPACE_OID, name).hex[:12], title="", created=self._now())
        with suppress(BadInput):  # It has been opened already.
            self._store.create(fresh)
            self.cases.take_along(game, fresh.id)
        return fresh.id

    def rename(self, game: str, title: str) -> None:
        """Gives the game another title. Raises BadInput when it is too long."""
        self._store.rename(game, checked_title(title))
        self._open.forget(game)

    def delete(self, game: str) -> None:
        """Removes the game and all its data."""
        self._store.delete(game)
        self._open.forget(game)

    def _ruled(self, history: History, action: tale.Action) -> tale.Action:
        """The action with what the table's policy makes of it."""
        record, state = history.record, history.state
        policy, matcher = cast(Policy, record.options["policy"]), self._matchers.of(record)
        if isinstance(action, tale.Tell):
            # People who find their cards without help, or let others judge, say themselves that they have none.
            is_heard = record.seats[action.seat].kind != "human" or (policy == "matcher" and help_of(record) == "full")
            return with_rest_of_turn(state, action, matcher) if is_heard else action
        return with_ruling(state, action, policy, matcher)

    def _rewind(self, history: History, seat: Seat, version: int, command_id: str) -> Receipt:
        entry = Entry(command_id=command_id, seat=seat, action=None, events=(), at=self._now(), rewound_to=version)
        if self._open.append(history, entry):
            return Receipt(history.version + 1)
        return moved_on(self._open.load(history.record.id))

    def _does(self, history: History, action: tale.Action) -> bool:
        receipt = self.command(history.record.id, action, command_id=uuid.uuid4().hex, expected=history.version)
        return receipt.refusal is None

    def _silent_for(self, history: History) -> float:
        if self.clock_stands(history.record.id):
            return 0.0
        return self._silent_since(history)

    def _silent_since(self, history: History) -> float:
        return max(0.0, self._now() - self._open.last_sign(history))


def _checked(action: tale.Challenge, silent_for: float) -> tale.Challenge:
    """With the table's clock instead of the page's, and quotes no longer than a sentence may be."""
    quote, earlier = action.quote[: tale.MAX_SENTENCE], action.earlier[: tale.MAX_SENTENCE]
    return replace(action, silent_for=silent_for, quote=quote, earlier=earlier)
