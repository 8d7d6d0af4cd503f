"""Asks the language model for an answer of a given form. There is an answer or a reason why not: never an exception.

    asker = Asker(settings())
    answer = asker.ask(Opinion, "second_opinion", "en", game=game, card="Forest", sentence=as_data(told))
    if isinstance(answer, NoAnswer): ...

The form is asked for first by the protocol's JSON schema, which small local servers often do not know; the second try
goes without it, and says what was wrong with the first answer.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from companion.errors import WrongSetting
from companion.llm.model import TIMEOUT, build_model, explain
from companion.llm.prompts import load_prompt
from companion.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

M = TypeVar("M", bound=BaseModel)

REQUESTS_A_GAME = 60
"""Requests that one game may send, second tries included: a slip or a prank must not empty a purse."""
_GAMES = 1000
"""Games whose spending is remembered."""
_LONGEST_ANSWER = 20_000
"""Characters; a model that babbles on is not read to the end."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NoAnswer:
    """Why there is none. `what`: the details for the log of the server, without keys."""

    reason: Literal["not_set", "spent", "unreachable", "unreadable"]
    what: str = ""


@dataclass(frozen=True)
class Spent:
    """What a game has used so far."""

    requests: int = 0
    tokens: int = 0
    """0 when the server does not count."""


class Asker:
    """One language model with a budget for each game. Threads may share it."""

    def __init__(self, settings: Settings, *, budget: int = REQUESTS_A_GAME, timeout: float = TIMEOUT) -> None:
        """Nothing is sent yet. `timeout`: seconds for one request."""
        self._settings, self._budget, self._timeout = settings, budget, timeout
        self._spent: OrderedDict[str, Spent] = OrderedDict()
        self._counting = threading.Lock()

    @property
    def is_set(self) -> bool:
        """Whether there is a model to ask at all."""
        return self._settings.llm is not None

    def spent(self, game: str) -> Spent:
        """What the game has used since this server was started."""
        with self._counting:
            return self._spent.get(game, Spent())

    def ask(self, schema: type[M], prompt: str, language: str, *, game: str, **values: object) -> M | NoAnswer:
        """An answer of that form to a prompt file with these values; give what players wrote through `as_data`."""
        if not self.is_set:
            return NoAnswer("not_set")
        question = load_prompt(prompt).text(language, **values)
        form = json.dumps(schema.model_json_schema(), ensure_ascii=False)
        fault = ""
        for by_schema in (True, False):
            if not self._may_spend(game):
                return NoAnswer("spent")
            text = question if by_schema else f"{question}\n\n{_again(language, form, fault)}"
            answer = self._request(text, schema if by_schema else None, game)
            if isinstance(answer, NoAnswer):
                if answer.reason == "unreachable":
                    return answer
                fault = ""
                continue
            try:
                return schema.model_validate_json(_json_in(answer))
            except ValidationError as wrong:
                fault = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong.errors()[:3])
        _log.warning("the language model gave no readable answer to '%s': %s", prompt, fault)
        return NoAnswer("unreadable", fault)

    def _request(self, text: str, schema: type[BaseModel] | None, game: str) -> str | NoAnswer:
        import openai
        from langchain_core.exceptions import ModelError, ModelInvalidRequestError

        try:
            model: Any = self._model
            if schema is not None:
                model = model.bind(response_format=_response_format(schema))
            message: AIMessage = model.invoke(text)
        except WrongSetting as fault:
            return NoAnswer("unreachable", str(fault))
        except ModelInvalidRequestError as fault:
            # Mostly a server that knows no schema; without one it may answer.
            return NoAnswer("unreadable" if schema is not None else "unreachable", explain(fault))
        except (ModelError, openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError) as fault:
            _log.warning("the language model cannot be asked: %s", explain(fault))
            return NoAnswer("unreachable", explain(fault))
        used = message.usage_metadata["total_tokens"] if message.usage_metadata else 0
        with self._counting:
            known = self._spent.get(game, Spent())
            self._spent[game] = replace(known, tokens=known.tokens + used)
        return str(message.text)[:_LONGEST_ANSWER]

    @cached_property
    def _model(self) -> BaseChatModel:
        return build_model(self._settings, timeout=self._timeout)

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


def as_data(text: str) -> str:
    """What a player wrote, as one quoted string: a line that pretends to be an instruction stays inside the quotes."""
    return json.dumps(text, ensure_ascii=False)


def _response_format(schema: type[BaseModel]) -> dict[str, Any]:
    form = {**schema.model_json_schema(), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": schema.__name__, "schema": form, "strict": True}}


def _again(language: str, form: str, fault: str) -> str:
    return load_prompt("answer_form").text(language, form=form, fault=fault or "-")


def _json_in(answer: str) -> str:
    """The JSON object in an answer; models like to wrap it into a sentence or a fence."""
    found = re.search(r"\{.*\}", answer, re.DOTALL)
    return found[0] if found else answer
