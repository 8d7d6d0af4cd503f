"""A second opinion of the language model on a card that the matcher is in doubt about. Advice for those who vote.

Asked only when somebody at the table wants it, never on the way of a flag. What is sent: the told sentence, a little of
what was told before, and the card that the open question shows to all; no hand.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from pydantic import BaseModel, Field

from companion.decks import load_deck
from companion.llm import Asker, NoAnswer, as_data
from companion.rules import tale

BEFORE = 5
"""Sentences of the tale before the one in question that are sent."""
_REMEMBERED = 1000


class SecondOpinion(BaseModel):
    """What the model says: the reason first, so that the verdict follows from it."""

    reason: str = Field(min_length=1, max_length=600)
    mentioned: bool


class SecondOpinions:
    """Asks once for each sentence and card. Threads may share it."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._known: OrderedDict[tuple[str, str, str], SecondOpinion] = OrderedDict()
        self._keeping = threading.Lock()

    @property
    def offered(self) -> bool:
        """Whether there is anybody to ask."""
        return self._asker.is_set

    def known(self, game: str, view: tale.TaleView) -> SecondOpinion | None:
        """The opinion on the open question, if it has been asked for."""
        with self._keeping:
            return self._known.get(_key(game, view))

    def ask(self, game: str, view: tale.TaleView, language: str, deck: str) -> SecondOpinion | NoAnswer:
        """Takes seconds. Expects a view with an open question about a card and a sentence."""
        key = _key(game, view)
        if (known := self.known(game, view)) is not None:
            return known
        question = view.question
        assert question is not None
        card = load_deck(language, deck).by_id[key[1]]
        told = [one.text for one in view.sentences]
        answer = self._asker.ask(
            SecondOpinion,
            "second_opinion",
            language,
            game=game,
            card=card.name,
            about=card.face.gloss,
            category=card.category.value,
            before=as_data(" ".join(told[max(0, question.sentence - BEFORE) : question.sentence])),
            sentence=as_data(key[2]),
        )
        if isinstance(answer, SecondOpinion):
            with self._keeping:
                self._known[key] = answer
                if len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
        return answer


def _key(game: str, view: tale.TaleView) -> tuple[str, str, str]:
    question = view.question
    assert question is not None
    assert question.card is not None
    return game, question.card, view.sentences[question.sentence].text
