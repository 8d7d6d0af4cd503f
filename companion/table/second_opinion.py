"""Second opinions of the language model on what people decide: a card in doubt, an objection, an ending. Advice only.

Asked when somebody at the table wants it, never on the way of a flag. What is sent is what the whole table knows: told
sentences, laid cards, and the card or the ending that the open question shows to all; no hand.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from pydantic import Field

from companion.decks import load_deck
from companion.judge import Opinion
from companion.judge.llm import LlmJudge
from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import Asker, Marked, NoAnswer, as_data
from companion.referee import Suggestion
from companion.referee.llm import LlmReferee
from companion.rules import tale
from companion.table.advice import Advice, narration_start
from companion.table.look import TableView
from companion.table.mistakes import Mistakes, find_mistakes

BEFORE = 5
"""Sentences of the tale before the one in question that are sent with a card."""
_REMEMBERED = 1000


class CardOpinion(Marked):
    """What the model says of a card in doubt: the reason first, so that the verdict follows from it."""

    reason: str = Field(min_length=1, max_length=600)
    mentioned: bool


Said: TypeAlias = CardOpinion | Suggestion | Opinion
"""Of a card, of a narration, of an ending."""
S = TypeVar("S", Said, Mistakes)


@dataclass(frozen=True)
class Matter(Generic[S]):
    """Something that the model can be asked about, once."""

    key: tuple[str, ...]
    """What it is about: votes, and who sits before the screen, change nothing about it."""
    _ask: Callable[[], S | NoAnswer]
    _opinions: SecondOpinions

    @property
    def known(self) -> S | None:
        """What the model said of it, if it has been asked."""
        return cast(S | None, self._opinions.kept(self.key))

    def ask(self) -> S | NoAnswer:
        """What the model said before, else what it says now, which takes seconds; no answer is not kept."""
        if (known := self.known) is not None:
            return known
        answer = self._ask()
        if not isinstance(answer, NoAnswer):
            self._opinions.keep(self.key, answer)
        return answer


class SecondOpinions:
    """What the model was asked, and what it said. Threads may share it."""

    def __init__(self, asker: Asker, advice: Advice) -> None:
        """`advice`: keeps the memories of the tales that are told."""
        self._asker, self._advice = asker, advice
        self._known: OrderedDict[tuple[str, ...], Said | Mistakes] = OrderedDict()
        self._keeping = threading.Lock()

    @property
    def offered(self) -> bool:
        """Whether there is anybody to ask."""
        return self._asker.is_set

    def on_table(self, view: TableView) -> Matter[Said]:
        """The open question about a card, an objection or an ending; with none open: what was told last."""
        question, told = view.tale.question, [one.text for one in view.tale.sentences]
        if question is None or question.about == "challenge":
            start = narration_start(view.tale)
            laid = [one.card for one in view.tale.laid[view.tale.turn_laid :] if one.sentence >= start]
            return self.on_narration(view.game, view.language, view.deck, told, start, laid)
        if question.about == "ending":
            ending = load_deck(view.language, view.deck).endings[question.card or ""]
            return self.on_ending(view.game, view.language, told, ending)
        key = (view.game, "card", question.card or "", told[question.sentence])
        return Matter(key, lambda: self._of_card(view, question, told), self)

    def on_narration(
        self, game: str, language: str, deck: str, told: Sequence[str], start: int, laid: Sequence[str] = ()
    ) -> Matter[Said]:
        """The sentences from `start` on, after all before them. `laid`: ids of the cards laid for them."""
        names = [card.name for one in laid if (card := load_deck(language, deck).by_id.get(one)) is not None]

        def ask() -> Suggestion | NoAnswer:
            before = self._advice.memory(game, language, told[:start])
            return LlmReferee(self._asker, language).judge(before, " ".join(told[start:]), names, game=game)

        return Matter((game, "narration", str(start), *told[start:], *laid), ask, self)

    def on_ending(self, game: str, language: str, told: Sequence[str], ending: str) -> Matter[Said]:
        """An ending after all that was told."""

        def ask() -> Opinion | NoAnswer:
            return LlmJudge(self._asker, language).judge(self._advice.memory(game, language, told), ending, game=game)

        return Matter((game, "ending", str(len(told)), *told[-1:], ending), ask, self)

    def on_own_sentences(self, game: str, language: str, own: Sequence[str]) -> Matter[Mistakes]:
        """The mistakes in what one person told, for that person after the game."""
        return Matter((game, "mistakes", *own), lambda: find_mistakes(self._asker, own, language, game=game), self)

    def kept(self, key: tuple[str, ...]) -> Said | Mistakes | None:
        """What was said of that matter."""
        with self._keeping:
            return self._known.get(key)

    def keep(self, key: tuple[str, ...], said: Said | Mistakes) -> None:
        """From now on it is known."""
        with self._keeping:
            self._known[key] = said
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)

    def _of_card(self, view: TableView, question: tale.Question, told: Sequence[str]) -> CardOpinion | NoAnswer:
        card = load_deck(view.language, view.deck).by_id[question.card or ""]
        return self._asker.ask(
            CardOpinion,
            "second_opinion",
            view.language if view.language in interface_languages() else SOURCE_LANGUAGE,
            game=view.game,
            card=card.name,
            about=card.face.gloss,
            category=card.category.value,
            before=as_data(" ".join(told[max(0, question.sentence - BEFORE) : question.sentence])),
            sentence=as_data(told[question.sentence]),
        )
