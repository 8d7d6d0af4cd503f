"""One request to a chat model, and every way in which it may end, as a value.

    got = send(model, "…", schema, ("response_format", "temperature"))
    match got: ...  # Reply, Refusal (ask for less), Hiccup (ask again), NoAnswer

Answers are asked for in plain text, never as a call of a tool: models answer without the call when they like to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from companion.llm.answer import NoAnswer
from companion.llm.model import explain

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from pydantic import BaseModel

Extra = Literal["response_format", "temperature"]
EXTRAS: tuple[Extra, ...] = ("response_format", "temperature")
"""Fields that help, by the protocol's names: the form as JSON schema; 0, so that a question asked again is answered
alike. A server that does not know one, or a model that does not take it, refuses the whole request."""

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
    model: BaseChatModel, text: str, schema: type[BaseModel], extras: tuple[Extra, ...]
) -> Reply | Refusal | Hiccup | NoAnswer:
    """Sends one request; raises nothing."""
    import openai
    from langchain_core import exceptions as failed

    try:
        # As extra body: else the provider's package reads the answer itself, and throws away what was cut or refused.
        message = model.bind(extra_body=_fields(schema, extras)).invoke(text)
        return _reply(message)
    except failed.ContextOverflowError as fault:
        return NoAnswer("clipped", explain(fault))
    except (failed.ModelInvalidRequestError, openai.UnprocessableEntityError) as fault:
        said = f"{fault} {getattr(fault, 'body', '')}"
        if _TOO_LONG.search(said):
            return NoAnswer("clipped", "the text is too long for this model")
        return Refusal(said, explain(fault))
    except UserWarning as warning:
        # The provider's package warns of a refused schema before it raises, and warnings may be errors.
        return Refusal(str(warning), "the server did not accept the request")
    except failed.ModelTimeoutError as fault:
        return NoAnswer("unreachable", explain(fault))
    except (failed.ModelRateLimitError, failed.ModelAPIError) as fault:
        said = f"{fault} {getattr(fault, 'body', '')}"
        if any(one in said for one in extras):
            # llama-cpp-python calls it a failure of its own, status 500, when it does not know a schema.
            return Refusal(said, explain(fault))
        return Hiccup(_wanted_wait(fault), explain(fault))
    except failed.ModelConnectionError as fault:
        return Hiccup(0.0, explain(fault))
    except Exception as fault:
        # Between here and the answer lie four libraries and whatever bytes a stranger's server likes to send.
        return NoAnswer("unreachable", explain(fault))


def _fields(schema: type[BaseModel], extras: tuple[Extra, ...]) -> dict[str, Any]:
    form = schema.model_json_schema()
    # Strict means: every field is required, none has a default, there are no others.
    for field in form["properties"].values():
        field.pop("default", None)
    form |= {"required": list(form["properties"]), "additionalProperties": False}
    wanted = {"name": schema.__name__, "schema": form, "strict": True}
    fields: dict[Extra, Any] = {
        "response_format": {"type": "json_schema", "json_schema": wanted},
        "temperature": 0,
    }
    return {name: fields[name] for name in extras}


def _reply(message: AIMessage) -> Reply:
    used = message.usage_metadata["total_tokens"] if message.usage_metadata else 0
    return Reply(str(message.text), used, message.response_metadata.get("finish_reason") == "length")


def _wanted_wait(fault: Exception) -> float:
    """Seconds that the server asks for; a date, which it may give as well, is not worth reading."""
    response = getattr(fault, "response", None)
    wanted = response.headers.get("retry-after", "") if response is not None else ""
    return float(wanted) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", wanted) else _USUAL_WAIT
