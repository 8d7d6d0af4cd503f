"""Asks the language model for an answer of a given form. There is an answer or a reason why not: never an exception.

    asker = Asker(settings())
    answer = asker.ask(JudgeAnswer, "judge", "en", game=game, story=told(memory), ending=as_data(ending))
    if isinstance(answer, NoAnswer): ...
    for piece in asker.stream("narrator", "en", game=game, plan=plan): ...  # text as it comes

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
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.errors import WrongSetting
from companion.llm.answer import M, Marked, NoAnswer, new_word, read
from companion.llm.aside import is_given_up
from companion.llm.model import TIMEOUT, build_model, explain
from companion.llm.prompts import load_prompt
from companion.llm.spoken import spoken
from companion.llm.wire import EXTRAS, LONGEST_WAIT, STREAM_EXTRAS, Extra, Hiccup, Refusal, Reply, send, stream
from companion.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

LONGEST_STREAM = 3
"""A model that writes piece by piece is read while it writes, and may take so many times longer in all."""
REQUESTS_A_GAME = 200
"""Requests that one game may send, further tries included: a slip or a prank must not empty a purse. A whole game of
three narrators that a model plays takes about a hundred."""
LONGEST_TEXT = 4_000
"""Characters of a streamed text: more is a model that talks without end."""
_MOST_STREAMED = 40_000
"""Characters of it with all that is not shown: thoughts, blanks, pieces that hold nothing."""
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
        """Nothing is sent yet. `timeout`: seconds for one request, LONGEST_STREAM times as many for all of a stream;
        `sleep`: waits before another try."""
        self._settings, self._budget, self._timeout, self._sleep = settings, budget, timeout, sleep
        self._spent: OrderedDict[str, Spent] = OrderedDict()
        self._refused: frozenset[Extra] = frozenset()
        """What the server does not take."""
        self._counting = threading.Lock()
        self._models: dict[float, BaseChatModel] = {}
        """By the seconds that their requests may take."""

    @property
    def is_set(self) -> bool:
        """Whether there is a model to ask at all."""
        return self._settings.llm is not None

    @property
    def budget(self) -> int:
        """Requests that a game may send in all."""
        return self._budget

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

    def stream(
        self, prompt: str, language: str, *, game: str, **values: object
    ) -> Generator[str | NoAnswer, None, None]:
        """What the model writes to a prompt file with these values, in pieces as they come, without what it thinks
        aloud. A NoAnswer as the last of them: it failed, was cut off, or went on beyond LONGEST_TEXT characters.

        Before the first piece a hiccup is waited out once; afterwards nothing is asked again. Closing the iterator
        closes the connection.
        """
        if not self.is_set:
            yield NoAnswer("not_set")
            return
        size = 0
        fault: NoAnswer | None = NoAnswer("unreadable", "it is empty")
        with closing(spoken(self._pieces(load_prompt(prompt).text(language, **values), game))) as pieces:
            for piece in pieces:
                if isinstance(piece, NoAnswer):
                    fault = piece
                    break
                size += len(piece)
                if size > LONGEST_TEXT:
                    fault = NoAnswer("unreadable", "it goes on without end")
                    break
                if piece.strip():
                    fault = None
                yield piece
        if fault is not None:
            _log.warning("the language model did not finish '%s' (%s): %s", prompt, fault.reason, fault.what)
            yield fault

    def _pieces(self, question: str, game: str) -> Generator[str | NoAnswer, None, None]:
        """What comes through the wire. Ends with a NoAnswer unless all of it came."""
        model = self._built(LONGEST_STREAM * self._timeout)
        if isinstance(model, NoAnswer):
            yield model
            return
        refused, waited = self._refused, False
        while self._may_spend(game):
            size, began = 0, False
            extras = tuple(one for one in STREAM_EXTRAS if one not in refused)
            with closing(stream(model, question, extras, LONGEST_STREAM * self._timeout)) as wire:
                for got in wire:
                    if not isinstance(got, str):
                        break
                    began = began or bool(got.strip())
                    size += max(1, len(got))
                    if size > _MOST_STREAMED:
                        yield NoAnswer("unreadable", "it goes on without end")
                        return
                    yield got
            match got:
                case Reply():
                    self._learn(game, got.tokens, refused)
                    if got.is_cut:
                        yield NoAnswer("unreadable", "it was cut off at the token limit")
                    return
                case Refusal() if not began and (blamed := got.to_blame(extras)):
                    refused = refused | {blamed}
                case Hiccup() if not began and not waited and got.wait <= LONGEST_WAIT:
                    waited = True
                    if got.wait:
                        self._sleep(got.wait)
                case Refusal() | Hiccup():
                    yield NoAnswer("unreachable", got.why)
                    return
                case NoAnswer():
                    yield got
                    return
        yield NoAnswer("spent")

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
        model = self._built(self._timeout)
        if isinstance(model, NoAnswer):
            return model
        refused, waited = self._refused, False
        while self._may_spend(game):
            kept_back = refused if question else refused | {"response_format"}
            extras = tuple(one for one in EXTRAS if one not in kept_back)
            text = (question if "response_format" in extras else None) or in_words
            got = send(model, text, schema, extras, self._timeout)
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

    def _built(self, longest: float) -> BaseChatModel | NoAnswer:
        """The model, whose requests take no more than so many seconds."""
        try:
            if longest not in self._models:
                self._models[longest] = build_model(self._settings, timeout=self._timeout, longest=longest, retries=0)
            return self._models[longest]
        except WrongSetting as fault:
            return NoAnswer("unreachable", str(fault))
        except Exception as fault:  # an address that is none, a damaged certificate store
            return NoAnswer("unreachable", explain(fault))

    def _may_spend(self, game: str) -> bool:
        """Counts a request; False: the game has had its share, or nobody waits for the answer any more."""
        if is_given_up():
            return False
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
