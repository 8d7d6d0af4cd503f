"""The table in a terminal: shows what the seat in front of the keyboard may see, and reads deeds line by line.

A line is a sentence of the tale; a line that begins with "/" is another deed (`/help` lists them; "help", "quit" and
"undo" alone on a line will do). Several people share the keyboard: the screen is cleared before a hand is shown to its
owner. A hand is printed when it has changed; in between only cards that could be laid or claimed from now on.
"""

from __future__ import annotations

import sys
import uuid
from pathlib import Path

from companion.cli.keyboard import KeyboardGame, Leave, gone_on_with, is_yes, store_in, texts_of
from companion.cli.plain import plain_line
from companion.decks import load_deck
from companion.errors import BadInput, DamagedSave
from companion.rules import tale
from companion.rules.kernel import TABLE, Seat
from companion.settings import settings
from companion.storage import GameStore
from companion.table import CardChoice, NewTable, Preset, SeatInfo, Tables, TableView, with_preset
from companion.table.log_text import log_text
from companion.table.opening import open_voice

RECALLED = 5
"""Sentences that are told again when the keyboard has changed hands."""
QUIT = "/quit"
_BARE = {
    "help": "/help", "?": "/help", "quit": QUIT, "exit": QUIT, "undo": "/undo",
    "помощь": "/help", "выход": QUIT, "отмена": "/undo",
}  # fmt: skip
"""Words that, alone on a line, are no sentence of a tale."""

YES, NO = ("y", "д"), ("n", "н")


class Terminal(KeyboardGame):
    """One game, played in the terminal."""

    welcome = "cli.welcome"

    def __init__(self, store: GameStore, tables: Tables, game: str, save: Path | None) -> None:
        view = tables.look(game, None)
        super().__init__(store, game, save, view.language)
        self._tables, self._deck = tables, load_deck(view.language, view.deck)
        self._names = [plain_line(seat.name) for seat in view.seats]
        self._people = [seat for seat, info in enumerate(view.seats) if info.kind == "human"]
        self._told = 0
        self._logged = 0
        self._keyboard: Seat | None = None
        self._shown: dict[str, str] | None = None
        """The hand that is on the screen: what was said of each of its cards."""

    @classmethod
    def open(
        cls,
        folder: Path,
        language: str,
        seats: tuple[tuple[str, str], ...],
        seed: int | None,
        save: Path | None,
        preset: Preset = "full",
    ) -> Terminal:
        """A new game, or the one in the file `save`; its database is made in the folder.

        Raises BadInput, DamagedDeck, DamagedSave, StoreUnavailable.
        """
        store = store_in(folder)
        tables = Tables(store, voice=open_voice(settings()))
        if (game := gone_on_with(store, save, "tale")) is not None:
            try:
                return cls(store, tables, game, save)
            except DamagedSave as fault:
                # Whoever goes on with a file knows it by its name, not by the game's id.
                raise DamagedSave(fault.where.replace(f"game {game}", str(save)), fault.what) from fault
        texts = texts_of(language)
        house = (("home.traveller", "human"), ("home.teller_1", "scripted"), ("home.teller_2", "scripted"))
        chosen = seats or tuple((texts.t(key), kind) for key, kind in house)
        order = NewTable(language, tuple(SeatInfo(name, kind) for name, kind in chosen), seed=seed)  # type: ignore[arg-type]
        return cls(store, tables, tables.create(with_preset(order, preset)), save)

    def _goes_on(self) -> bool:
        while self._tables.react(self._game):
            pass
        self._keep()
        view = self._tables.look(self._game, None)
        self._news(view)
        if view.tale.outcome is None:
            self._turn(view)
            return True
        if (use := view.model) is not None and use.requests:
            self._say(self._texts.t("cli.model_use", requests=use.requests, tokens=use.tokens))
        return False

    def _turn(self, view: TableView) -> None:
        if view.tale.question is not None:
            self._question(view, view.tale.question)
        elif view.waits_for_ai and not self._people:
            self._tables.tell_on(self._game)
        elif view.waits_for_ai:
            self._listen(view)
        elif view.tale.phase is tale.Phase.DISCARDING:
            self._discard(view.tale.narrator)
        else:
            self._narrate(view.tale.narrator)

    def _narrate(self, seat: Seat) -> None:
        view = self._show_hand(seat)
        self._deed(seat, self._ask(self._names[seat]), view)

    def _listen(self, view: TableView) -> None:
        """An AI narrator tells: Enter listens on, people may claim or object."""
        seat = self._people[0] if len(self._people) == 1 else None
        if seat is not None:
            view = self._show_hand(seat)
        line = self._ask(self._texts.t("cli.listen"))
        if not line.strip():
            self._tables.tell_on(self._game)
        elif seat is not None or _command(line)[0] in ("/say", "/help"):
            self._deed(seat if seat is not None else TABLE, line, view)
        else:
            self._say(self._texts.t("cli.whose_word"))

    def _rivals_word(self, who: str) -> None:
        """Somebody else takes the keyboard: to claim or to object."""
        found = [seat for seat in self._people if self._names[seat].casefold() == who.strip().casefold()]
        if not found:
            self._say(self._texts.t("cli.who"))
            return
        view = self._show_hand(found[0])
        self._deed(found[0], self._ask(self._names[found[0]]), view)

    # What a line means

    def _deed(self, seat: Seat, line: str, view: TableView) -> None:
        """Does what the line says, or says why not: most often the rules know."""
        word, rest = _command(line)
        narrator = view.tale.narrator
        if word in ("", "/lay", "/pass", "/end") and seat != narrator and line.strip():
            self._say(self._texts.t("cli.not_your_turn", name=self._names[narrator]))
            return
        if word in ("/claim", "/object") and seat == narrator and len(self._people) > 1:
            self._say(self._texts.t("cli.whose_word"))
            return
        match word:
            case "":
                if line.strip():
                    self._do(tale.Tell(seat, line))
            case "/lay" | "/claim":
                self._play_card(word, seat, rest, view)
            case "/object":
                self._object(seat, rest.strip(), view)
            case "/pass":
                self._do(tale.PassStory(seat))
            case "/end":
                self._end(seat, rest, view)
            case "/undo":
                self._answer(self._tables.undo(self._game, seat, command_id=uuid.uuid4().hex).refusal)
            case "/say":
                self._rivals_word(rest)
            case _:
                self._about(word)

    def _about(self, word: str) -> None:
        """The commands that do nothing to the game, and those that there are not."""
        if word == "/hand":
            self._shown = None
        elif word == "/help":
            self._say(self._texts.t("cli.help"))
        else:
            self._say(self._texts.t("cli.unknown", command=plain_line(word[:40])))

    def _play_card(self, word: str, seat: Seat, named: str, view: TableView) -> None:
        card = self._card_named(named, view)
        if card is None or view.can is None:
            return
        choice = view.can.cards[card]
        if word == "/lay":
            self._do(tale.LayCard(seat, card, choice.sentence))
        else:
            how = tale.ClaimHow.INTERRUPT if choice.interrupt is None else tale.ClaimHow.ELEMENT
            if how is tale.ClaimHow.ELEMENT and choice.claim is None and not self._is_sure(choice, view):
                return
            self._do(tale.Claim(seat, card, how, choice.sentence))

    def _is_sure(self, choice: CardChoice, view: TableView) -> bool:
        """A claim that may fail costs cards: it is asked for once more, unless the table's matcher is sure of it."""
        if view.policy == "matcher" and choice.mention is not None and choice.mention.answer != "ask":
            return True
        free = view.tale.played.cooperative
        self._say(self._texts.t("table.claim_free" if free else "table.claim_warning"))
        return is_yes(self._ask(self._texts.t("cli.claim_sure")))

    def _object(self, seat: Seat, kind: str, view: TableView) -> None:
        kinds = {kind.value: kind for kind in tale.ChallengeKind}
        if kind in kinds:
            quote = view.tale.sentences[-1].text if view.tale.sentences else ""
            self._do(tale.Challenge(seat, kinds[kind], quote=quote))
        else:
            self._say(self._texts.t("cli.object", kinds=", ".join(kinds)))

    def _end(self, seat: Seat, number: str, view: TableView) -> None:
        """The ending card of that number; without a number the first, which most often is the only one."""
        chosen = _number(number) if number.strip() else 1
        if 1 <= chosen <= len(view.tale.endings):
            self._do(tale.PlayEnding(seat, view.tale.endings[chosen - 1]))
        else:
            self._say(self._texts.t("cli.no_such_card"))

    def _discard(self, seat: Seat) -> None:
        view = self._show_hand(seat)
        line = self._ask(self._texts.t("cli.discard"))
        if (word := _command(line)[0]) in ("/hand", "/help"):
            self._about(word)
            return
        card = self._card_named(line, view) if line.strip() else None
        if card or not line.strip():
            self._do(tale.Discard(seat, card))

    # An open question

    def _question(self, view: TableView, question: tale.Question) -> None:
        voter = next((s for s in question.voters if s in self._people and not question.has_voted(s)), None)
        if len(self._people) > 1 and self._keyboard not in (None, voter):
            self._clear()  # Whoever votes must not read the hand that was shown last.
            self._keyboard = None
        card = self._deck.by_id[question.card].name if question.card in self._deck.by_id else ""
        if question.about == "ending":
            self._say(f"  {self._quoted(self._deck.endings[question.card or ''])}")
        else:
            self._say(f"  {plain_line(view.tale.sentences[question.sentence].text)}" if view.tale.sentences else "")
        who = self._names[question.seat]
        key = f"log/challenge_{question.challenge}" if question.about == "challenge" else f"question.{question.about}"
        self._say(self._texts.t(key, who=who, card=card, narrator=self._names[question.narrator]))
        if found := self._tables.suggestion(self._game):
            self._say(f"{self._texts.t('question.suggestion')} {plain_line(found.why)}")
        by_vote = view.policy != "host" and voter is not None
        name = self._names[voter] if by_vote and voter is not None else self._texts.t("cli.host")
        back = view.tale.returnable if question.about == "challenge" else None
        if back is not None:
            self._say(self._texts.t("cli.vote_back", card=self._deck.by_id[back].name))
        line = self._ask(self._texts.t("cli.vote", name=name)).strip().casefold()
        if _command(line)[0] == "/help":
            self._say(self._texts.t("cli.help"))
        elif line[:1] in YES + NO or (back is not None and line.startswith("+")):
            stands, returns = line[:1] not in NO, line.startswith("+")
            if by_vote and voter is not None:
                self._do(tale.Vote(voter, stands, returns))
            else:
                self._do(tale.Rule(tale.Ruling(stands, by="host", return_card=returns), TABLE))
        else:
            self._say(self._texts.t("cli.yes_or_no"))

    # Screen and keyboard

    def _show_hand(self, seat: Seat) -> TableView:
        if len(self._people) > 1 and self._keyboard != seat:
            self._hand_over(self._names[seat])
            self._tell_again()
            self._shown = None
        self._keyboard = seat
        view = self._tables.look(self._game, seat)
        notes = {card: self._note(number, card, view) for number, card in enumerate(view.tale.hand, start=1)}
        notes |= dict.fromkeys(view.tale.endings, "")
        known = self._shown if self._shown is not None and list(self._shown) == list(notes) else None
        for number, card in enumerate(view.tale.hand, start=1):
            if known is None or notes[card] not in ("", known[card]):
                face = self._deck.by_id[card]
                mark = "*" if face.interrupt else " "
                category = self._texts.t(f"category.{face.category}")
                self._say(f"  {number:2}{mark} {face.name} ({category}){notes[card]}")
        if known is None:
            for ending in view.tale.endings:
                self._say(f"      {self._quoted(self._deck.endings[ending])}")
            interrupts = tale.ClaimHow.INTERRUPT in view.tale.played.claims
            if interrupts and any(self._deck.by_id[card].interrupt for card in view.tale.hand):
                self._say(f"  {self._texts.t('cli.interrupt_mark')}")
        self._shown = notes
        return view

    def _note(self, number: int, card: str, view: TableView) -> str:
        """What can be done with a card of the hand right now; empty: nothing that the table knows of."""
        choice = view.can.cards[card] if view.can else None
        notes = []
        if choice and choice.mention and (choice.lay is None or choice.claim is None):
            key = "cli.can_lay" if choice.lay is None else "cli.can_claim"
            notes.append(self._texts.t(key, number=number, quote=plain_line(choice.mention.quote)))
        if choice and choice.interrupt is None:
            notes.append(self._texts.t("cli.can_interrupt", number=number))
        return "".join(f"  ← {note}" for note in notes)

    def _tell_again(self) -> None:
        if sys.stdout.isatty():
            for sentence in self._tables.look(self._game, None).tale.sentences[-RECALLED:]:
                self._say(self._told_line(sentence))

    def _told_line(self, sentence: tale.Sentence) -> str:
        return f"{self._names[sentence.seat]}: {plain_line(sentence.text)}"

    def _news(self, view: TableView) -> None:
        """What was told and what happened since the last look."""
        for index, sentence in enumerate(view.tale.sentences[self._told :], start=self._told):
            mark = f"  {self._texts.t('cli.stood_in')}" if index in view.stood_in else ""
            self._say(self._told_line(sentence) + mark)
        self._told = len(view.tale.sentences)
        for line in view.log[self._logged :]:
            self._say(f"  — {plain_line(log_text(line, self._names, self._deck, self._texts))}")
        self._logged = len(view.log)
        if view.tale.final_ending:
            self._say(self._quoted(self._deck.endings[view.tale.final_ending]))

    def _card_named(self, text: str, view: TableView) -> str | None:
        """A card of the hand by its number or name."""
        hand, wanted = view.tale.hand, text.strip().casefold()
        if 1 <= _number(wanted) <= len(hand):
            return hand[_number(wanted) - 1]
        found = [card for card in hand if wanted in (card, self._deck.by_id[card].name.casefold())]
        if not found:
            self._say(self._texts.t("cli.no_such_card"))
            return None
        return found[0]

    def _do(self, action: tale.Action) -> None:
        try:
            self._answer(self._tables.command(self._game, action, command_id=uuid.uuid4().hex).refusal)
        except BadInput as fault:  # A sentence with signs that no file can hold: the person may write another.
            self._say(str(fault))

    def _ask(self, prompt: str) -> str:
        line = super()._ask(prompt)
        if _command(line)[0] == QUIT:  # also with something behind it
            raise Leave
        return line

    def _quoted(self, text: str) -> str:
        return self._texts.t("cli.quoted", text=text)


def _command(line: str) -> tuple[str, str]:
    """The command of a line and what follows it; the command is empty when the line is a sentence."""
    line = line.strip()
    word, _, rest = _BARE.get(line.casefold(), line).partition(" ")
    return (word, rest) if word.startswith("/") else ("", line)


def _number(text: str) -> int:
    """The number that was typed; 0 when it is none, or longer than any hand."""
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) < 4 else 0
