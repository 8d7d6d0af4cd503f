"""Asks the language model for an answer of a given form. There is an answer or a reason why not: never an exception.

    asker = Asker(settings())
    answer = asker.ask(JudgeAnswer, "judge", "en", game=game, story=told(memory), ending=as_data(ending))
    if isinstance(answer, NoAnswer): ...

The form is asked for first by the protocol's JSON schema; the second try goes without it, since schemas are what small
servers stumble over, and says the form in words and what was wrong with the first answer. What a server refuses to take
at all is not sent to it again.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from companion.errors import WrongSetting
from companion.llm.answer import M, Marked, NoAnswer, new_word, read
from companion.llm.model import TIMEOUT, build_model, explain
from companion.llm.prompts import load_prompt
from companion.llm.wire import EXTRAS, LONGEST_WAIT, Extra, Hiccup, Refusal, Reply, send
from companion.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

REQUESTS_A_GAME = 60
"""Requests that one game may send, further tries included: a slip or a prank must not empty a purse."""
_GAMES = 1000
"""Games whose spending is remembered."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Spent:
    """What a game has used so far."""

    requests: int = 0
    tokens: int = 0
    """0 when the server does not count."""


class Asker:
    """One language model with a budget for each game. Threads may share it."""

    def __init__(
        self,
        settings: Settings,
        *,
        budget: int = REQUESTS_A_GAME,
        timeout: float = TIMEOUT,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is sent yet. `timeout`: seconds for one request; `sleep`: waits before another try."""
        self._settings, self._budget, self._timeout, self._sleep = settings, budget, timeout, sleep
        self._spent: OrderedDict[str, Spent] = OrderedDict()
        self._refused: frozenset[Extra] = frozenset()
        """What the server does not take."""
        self._counting = threading.Lock()

    @property
    def is_set(self) -> bool:
        """Whether there is a model to ask at all."""
        return self._settings.llm is not None

    def spent(self, game: str) -> Spent:
        """What the game has used since this server was started."""
        with self._counting:
            return self._spent.get(game, Spent())

    def ask(
        self,
        schema: type[M],
        prompt: str,
        language: str,
        *,
        game: str,
        shorter: Mapping[str, object] | None = None,
        **values: object,
    ) -> M | NoAnswer:
        """An answer of that form to a prompt file with these values; give what players wrote through `as_data`.

        `shorter`: values for one more try, when the question was too long for the model (a Marked form tells).
        """
        if not self.is_set:
            return NoAnswer("not_set")
        answer = self._ask(schema, prompt, language, game, values)
        if isinstance(answer, NoAnswer) and answer.reason == "clipped":
            less = {**values, **(shorter or {})}
            answer = self._ask(schema, prompt, language, game, less) if less != values else answer
        if isinstance(answer, NoAnswer):
            _log.warning("the language model gave no answer to '%s' (%s): %s", prompt, answer.reason, answer.what)
        return answer

    def _ask(
        self, schema: type[M], prompt: str, language: str, game: str, values: Mapping[str, object]
    ) -> M | NoAnswer:
        word = new_word() if issubclass(schema, Marked) else None
        question = load_prompt(prompt).text(language, **values, **({"word": word} if word else {}))
        form = json.dumps(schema.model_json_schema(), ensure_ascii=False)
        answer: M | NoAnswer = NoAnswer("unreadable")
        fault = "-"
        for first in (True, False):
            in_words = f"{question}\n\n{load_prompt('answer_form').text(language, form=form, fault=fault)}"
            reply = self._reply(schema, question if first else None, in_words, game)
            if isinstance(reply, NoAnswer):
                return reply
            answer = read(schema, reply.text, word)
            if not isinstance(answer, NoAnswer) or answer.reason == "clipped":
                return answer
            if reply.is_cut:
                answer = replace(answer, what=f"{answer.what}; it was cut off at the token limit, so keep it short")
            fault = answer.what
        return answer

    def _reply(self, schema: type[M], question: str | None, in_words: str, game: str) -> Reply | NoAnswer:
        """What the model says to the question; where no schema can be sent, to the one with the form in words."""
        try:
            model = self._model
        except WrongSetting as fault:
            return NoAnswer("unreachable", str(fault))
        except Exception as fault:  # an address that is none, a damaged certificate store
            return NoAnswer("unreachable", explain(fault))
        refused, waited = self._refused, False
        while self._may_spend(game):
            kept_back = refused if question else refused | {"response_format"}
            extras = tuple(one for one in EXTRAS if one not in kept_back)
            got = send(model, (question if "response_format" in extras else None) or in_words, schema, extras)
            match got:
                case Refusal():
                    if (blamed := got.to_blame(extras)) is None:
                        return NoAnswer("unreachable", got.why)
                    refused = refused | {blamed}
                case Hiccup():
                    if waited or got.wait > LONGEST_WAIT:
                        return NoAnswer("unreachable", got.why)
                    waited = True
                    if got.wait:
                        self._sleep(got.wait)
                case Reply():
                    self._learn(game, got.tokens, refused)
                    return got
                case NoAnswer():
                    return got
        return NoAnswer("spent")

    @cached_property
    def _model(self) -> BaseChatModel:
        return build_model(self._settings, timeout=self._timeout, retries=0)

    def _may_spend(self, game: str) -> bool:
        """Counts a request; False: the game has had its share."""
        with self._counting:
            known = self._spent.get(game, Spent())
            if known.requests >= self._budget:
                return False
            self._spent[game] = replace(known, requests=known.requests + 1)
            self._spent.move_to_end(game)
            if len(self._spent) > _GAMES:
                self._spent.popitem(last=False)
            return True

    def _learn(self, game: str, tokens: int, refused: frozenset[Extra]) -> None:
        """Counts tokens; and what was left out of a request that went through need not be tried again."""
        with self._counting:
            known = self._spent.get(game, Spent())
            self._spent[game] = replace(known, tokens=known.tokens + tokens)
            self._refused |= refused
