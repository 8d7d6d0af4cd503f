"""One request to a chat model, and every way in which it may end, as a value.

    got = send(model, "…", schema, ("response_format", "temperature"), 20)
    match got: ...  # Reply, Refusal (ask for less), Hiccup (ask again), NoAnswer
    for got in stream(model, "…", ("stream_options",), 60): ...  # pieces of text, then one of these

Answers are asked for in plain text, never as a call of a tool: models answer without the call when they like to.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from companion.llm.answer import NoAnswer
from companion.llm.bounded import LATE, is_late
from companion.llm.model import explain

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from pydantic import BaseModel

Extra = Literal["response_format", "temperature", "stream_options"]
EXTRAS: tuple[Extra, ...] = ("response_format", "temperature")
"""Fields that help, by the protocol's names: the form as JSON schema; 0, so that a question asked again is answered
alike. A server that does not know one, or a model that does not take it, refuses the whole request."""
STREAM_EXTRAS: tuple[Extra, ...] = ("stream_options",)
"""The same of a stream: it is asked to tell the tokens that it used."""

LONGEST_WAIT = 5.0
"""Seconds before a second try; a server that wants more is not waited for: people sit at the table."""
_USUAL_WAIT = 1.0
_TOO_LONG = re.compile(r"context[ _](size|length|window)|too many tokens", re.IGNORECASE)
"""Servers say it in words of their own."""


@dataclass(frozen=True)
class Reply:
    """What the model said."""

    text: str
    tokens: int
    """What it cost; 0 when the server does not count."""
    is_cut: bool
    """It reached the limit of tokens."""


@dataclass(frozen=True)
class Refusal:
    """The server does not take the request as it is; with less it may."""

    message: str
    """The server's own words: to look into, not to show."""
    why: str

    def to_blame(self, extras: tuple[Extra, ...]) -> Extra | None:
        """The extra that the server names, or else the first one; None: there was none to leave out."""
        return next((one for one in extras if one in self.message), extras[0] if extras else None)


@dataclass(frozen=True)
class Hiccup:
    """It may pass."""

    wait: float
    """Seconds."""
    why: str


def send(
    model: BaseChatModel, text: str, schema: type[BaseModel], extras: tuple[Extra, ...], longest: float
) -> Reply | Refusal | Hiccup | NoAnswer:
    """Sends one request; raises nothing. `longest`: seconds after which the model's client ends it."""
    began = time.monotonic()
    try:
        # As extra body: else the provider's package reads the answer itself, and throws away what was cut or refused.
        message = model.bind(extra_body=_fields(schema, extras)).invoke(text)
        return _reply(message)
    except Exception as fault:
        # Between here and the answer lie four libraries and whatever bytes a stranger's server likes to send.
        return _late() if is_late(began, longest) else _became_of(fault, extras)


def stream(
    model: BaseChatModel, text: str, extras: tuple[Extra, ...], longest: float
) -> Generator[str | Reply | Refusal | Hiccup | NoAnswer, None, None]:
    """Sends one request for a text; its pieces, which may be empty, then how it ended: a Reply with the whole text when
    all went well. Raises nothing. Closing the iterator closes the connection."""
    wanted: dict[Extra, Any] = {"stream_options": {"include_usage": True}}
    whole, tokens, finish, began = "", 0, "", time.monotonic()
    try:
        pieces = model.bind(extra_body={name: wanted[name] for name in extras}).stream(text)
        with closing(pieces):  # type: ignore[type-var]  # a generator, which the library's type does not say
            for piece in pieces:
                whole += piece.text
                tokens += _tokens(piece)
                finish = piece.response_metadata.get("finish_reason") or finish
                yield str(piece.text)
    except Exception as fault:
        yield _late() if is_late(began, longest) else _became_of(fault, extras)
    else:
        # A stream whose connection is closed in the middle ends like a whole one, but for the reason why it ended.
        if finish:
            yield Reply(whole, tokens, finish == "length")
        else:
            yield _late() if is_late(began, longest) else Hiccup(0.0, "the text broke off")


def _late() -> NoAnswer:
    return NoAnswer("unreachable", LATE)


def _became_of(fault: Exception, extras: tuple[Extra, ...]) -> Refusal | Hiccup | NoAnswer:
    """What a request has come to that raised this."""
    import openai
    from langchain_core import exceptions as failed

    said = f"{fault} {getattr(fault, 'body', '')}"
    match fault:
        case failed.ContextOverflowError():
            return NoAnswer("clipped", explain(fault))
        case failed.ModelInvalidRequestError() | openai.UnprocessableEntityError():
            if _TOO_LONG.search(said):
                return NoAnswer("clipped", "the text is too long for this model")
            return Refusal(said, explain(fault))
        case UserWarning():
            # The provider's package warns of a refused schema before it raises, and warnings may be errors.
            return Refusal(str(fault), "the server did not accept the request")
        case failed.ModelTimeoutError():
            return NoAnswer("unreachable", explain(fault))
        case failed.ModelRateLimitError() | failed.ModelAPIError():
            if any(one in said for one in extras):
                # llama-cpp-python calls it a failure of its own, status 500, when it does not know a schema.
                return Refusal(said, explain(fault))
            return Hiccup(_wanted_wait(fault), explain(fault))
        case failed.ModelConnectionError():
            return Hiccup(0.0, explain(fault))
    return NoAnswer("unreachable", explain(fault))


def _fields(schema: type[BaseModel], extras: tuple[Extra, ...]) -> dict[str, Any]:
    wanted = {"name": schema.__name__, "schema": _strict(schema.model_json_schema()), "strict": True}
    fields: dict[Extra, Any] = {
        "response_format": {"type": "json_schema", "json_schema": wanted},
        "temperature": 0,
    }
    return {name: fields[name] for name in extras}


def _strict(form: Any) -> Any:
    """Strict means, of every object in the form: each field is required, none has a default, there are no others."""
    if isinstance(form, list):
        return [_strict(one) for one in form]
    if not isinstance(form, Mapping):
        return form
    strict = {name: _strict(one) for name, one in form.items()}
    if isinstance(fields := strict.get("properties"), dict):
        for field in fields.values():
            field.pop("default", None)
        strict |= {"required": list(fields), "additionalProperties": False}
    return strict


def _reply(message: AIMessage) -> Reply:
    is_cut = message.response_metadata.get("finish_reason") == "length"
    return Reply(str(message.text), _tokens(message), is_cut)


def _tokens(message: AIMessage) -> int:
    return message.usage_metadata["total_tokens"] if message.usage_metadata else 0


def _wanted_wait(fault: Exception) -> float:
    """Seconds that the server asks for; a date, which it may give as well, is not worth reading."""
    response = getattr(fault, "response", None)
    wanted = response.headers.get("retry-after", "") if response is not None else ""
    return float(wanted) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", wanted) else _USUAL_WAIT
