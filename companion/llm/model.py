"""The chat model that COMPANION_LLM names, and whether it answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.errors import WrongSetting
from companion.llm.bounded import LATE, bounded_client, is_late
from companion.llm.prompts import load_prompt
from companion.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

OPENAI = "https://api.openai.com/v1"
TIMEOUT = 20.0
"""Seconds that one request may take; the provider's own default is ten minutes."""


@dataclass(frozen=True)
class Reach:
    """Does the model answer? `what` says it in one sentence, without keys."""

    ok: bool
    what: str


def build_model(
    settings: Settings, *, timeout: float = TIMEOUT, longest: float | None = None, retries: int = 1
) -> BaseChatModel:
    """The chat model; nothing is sent yet. `timeout`: seconds until the next byte; `longest`: seconds for the whole of
    a request; None: the same. Raises WrongSetting when no model is set or its key is missing."""
    if settings.llm is None:
        raise WrongSetting("COMPANION_LLM", "is not set: takes openai:<model>")
    if settings.openai_api_key is None and settings.openai_base_url is None:
        raise WrongSetting(
            "OPENAI_API_KEY", f"is not set, and {settings.llm} needs it unless OPENAI_BASE_URL names a server"
        )

    from langchain.chat_models import init_chat_model

    return init_chat_model(
        settings.llm,
        # A server of one's own mostly asks for no key, but the client insists on having one.
        api_key=settings.openai_api_key or "none",
        # Never None: the client would look into the environment itself, and take an empty variable for an address.
        base_url=settings.openai_base_url or OPENAI,
        timeout=timeout,
        max_retries=retries,
        http_client=bounded_client(timeout if longest is None else longest),
    )


def reach(settings: Settings, *, timeout: float = TIMEOUT) -> Reach:
    """Asks the model one tiny question. Never raises for what a model or its server may do."""
    if settings.llm is None:
        return Reach(True, "no language model is set (COMPANION_LLM); everything works without one")
    try:
        model = build_model(settings, timeout=timeout, retries=0)
    except WrongSetting as fault:
        return Reach(False, str(fault))

    began = time.monotonic()
    try:
        answer = model.invoke(load_prompt("ping").text(settings.language or "en"))
    except Exception as fault:
        # Whatever bytes a stranger's server sends, and whatever the libraries between make of them.
        why = LATE if is_late(began, timeout) else explain(fault)
        return Reach(False, f"{settings.llm} at {server_of(settings)}: {why}")
    if not answer.text.strip():
        return Reach(False, f"{settings.llm} at {server_of(settings)}: it answered, but with an empty text")
    return Reach(True, f"{settings.llm} at {server_of(settings)} answers")


def explain(fault: Exception) -> str:
    """What went wrong and what to do, in one clause; nothing of the provider's message, which may quote a key."""
    from langchain_core import exceptions as failed
    from openai import APIError, UnprocessableEntityError

    reasons: tuple[tuple[type[Exception], str], ...] = (
        (failed.ModelAuthenticationError, "the key was not accepted; check OPENAI_API_KEY"),
        (failed.ModelPermissionDeniedError, "this key may not use this model"),
        (failed.ModelNotFoundError, "there is no such model or address; check COMPANION_LLM and OPENAI_BASE_URL"),
        (failed.ModelRateLimitError, "too many requests, or the quota is used up; try later"),
        (failed.ModelTimeoutError, LATE),
        (failed.ModelConnectionError, "no connection; is the server running, is OPENAI_BASE_URL right?"),
        (failed.ContextOverflowError, "the text is too long for this model"),
        (failed.ModelInvalidRequestError, "the server did not accept the request; does it know this model?"),
        (UnprocessableEntityError, "the server did not accept the request; does it know this model?"),
        (failed.ModelRefusalError, "the model declined to answer"),
        (failed.ModelAPIError, "the server failed; try later"),
        (APIError, "the server reported a failure; try later"),
    )
    for kind, reason in reasons:
        if isinstance(fault, kind):
            return reason
    return f"the answer is not of the OpenAI protocol ({type(fault).__name__}); check OPENAI_BASE_URL"


def server_of(settings: Settings) -> str:
    """The server's address without what may be secret in it."""
    if settings.openai_base_url is None:
        return "OpenAI"
    scheme, _, rest = settings.openai_base_url.partition("://")
    place = rest.partition("?")[0].rpartition("@")[2]
    return f"{scheme}://{place}"
