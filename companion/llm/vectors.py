"""Texts as vectors from an embeddings endpoint of the OpenAI protocol; the wrapper that encoders need is `embeddings`.

    endpoint = Endpoint(settings(), "some-model")
    endpoint.vectors(["a king", "a queen"])     one unit vector a text

Every way to fail is a CompanionError whose message says what to do and quotes nothing of the server's answer, which
may hold a key.
"""

from __future__ import annotations

import time
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.errors import CompanionError, EncoderUnavailable, WrongSetting
from companion.llm.bounded import bounded_client, is_late
from companion.llm.model import OPENAI, TIMEOUT, server_of
from companion.settings import Settings

if TYPE_CHECKING:
    from openai import OpenAI

AT_ONCE = 32
"""Texts of one request: what small local servers take by default."""
_INSTEAD_OF_NOTHING = "."
"""The protocol forbids empty texts."""


class Endpoint:
    """One model of one server. Threads may share it."""

    def __init__(self, settings: Settings, model: str, *, timeout: float = TIMEOUT) -> None:
        """Nothing is sent yet. `timeout`: seconds that one request may take. Raises WrongSetting without key and
        address."""
        self._settings, self._model, self._timeout = settings, model, timeout
        self._name = f"openai:{model}"
        self._client = self._made()
        self.dimensions: int | None = None
        """Of every vector; None until the first answer."""

    @property
    def place(self) -> str:
        """The server, without what may be secret in its address."""
        return server_of(self._settings)

    def vectors(self, texts: list[str]) -> np.ndarray:
        """Texts x dimensions, float32, each of length 1. Raises WrongSetting, EncoderUnavailable."""
        parts = [self._some(texts[start : start + AT_ONCE]) for start in range(0, len(texts), AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimensions or 0), dtype=np.float32)

    def _made(self) -> OpenAI:
        if self._settings.openai_api_key is None and self._settings.openai_base_url is None:
            raise WrongSetting(
                "OPENAI_API_KEY",
                f"is not set, and COMPANION_ENCODER={self._name} needs it unless OPENAI_BASE_URL names a server",
            )
        from openai import OpenAI

        connections = bounded_client(self._timeout, keeps_connections=True)
        weakref.finalize(self, connections.close)
        try:
            return OpenAI(
                # A server of one's own mostly asks for no key, but the client insists on having one.
                api_key=self._settings.openai_api_key or "none",
                # Never None: the client would look into the environment itself.
                base_url=self._settings.openai_base_url or OPENAI,
                timeout=self._timeout,
                http_client=connections,
                # The client's own retries wait for as long as the server likes, up to two minutes.
                max_retries=0,
            )
        except Exception:
            # What the client's own client thinks of an address is a plain Exception.
            raise WrongSetting("OPENAI_BASE_URL", f"{self.place} is no address of a server") from None

    def _some(self, texts: list[str]) -> np.ndarray:
        answer = self._asked([text if text.strip() else _INSTEAD_OF_NOTHING for text in texts])
        found = self._checked(answer, len(texts))
        if self.dimensions is None:
            self.dimensions = found.shape[1]
        if found.shape[1] != self.dimensions:
            raise self._no_protocol(f"{found.shape[1]} dimensions, and {self.dimensions} before")
        return found

    def _asked(self, texts: list[str]) -> Any:
        import openai

        for is_last in (False, True):
            began = time.monotonic()
            try:
                answer = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float")
            except (openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError) as fault:
                # From ValueError on: the server answered something that the client cannot even read.
                if is_late(began, self._timeout):
                    raise self._late() from None
                if is_last or not _may_pass(fault):
                    raise self._explained(fault) from None
            else:
                if not hasattr(answer, "data") and is_late(began, self._timeout):
                    raise self._late()  # cut off, and of no length that was promised: it looks like a whole answer
                return answer
        raise AssertionError("the second try returns or raises")

    def _checked(self, answer: Any, count: int) -> np.ndarray:
        rows = getattr(answer, "data", None)
        if not isinstance(rows, list):
            raise self._no_protocol("no list of vectors")
        if len(rows) != count:
            raise self._no_protocol(f"{len(rows)} vectors for {count} texts")
        places = [getattr(row, "index", None) for row in rows]
        if any(place is not None for place in places):
            if not all(isinstance(place, int) for place in places) or set(places) != set(range(count)):
                raise self._no_protocol("vectors that belong to no text")
            rows = sorted(rows, key=lambda row: row.index)
        try:
            found = np.asarray([row.embedding for row in rows], dtype=np.float64)
        except (ValueError, TypeError, AttributeError, OverflowError):
            raise self._no_protocol("vectors that are no rows of numbers, or of several lengths") from None
        if found.ndim != 2 or found.shape[1] == 0 or not np.isfinite(found).all():
            raise self._no_protocol("vectors that are no rows of numbers")
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not lengths.all():
            raise self._no_protocol("vectors of zeros")
        return (found / lengths).astype(np.float32)

    def _no_protocol(self, what: str) -> EncoderUnavailable:
        return EncoderUnavailable(
            f"{self._name} at {self.place}: the answer is not of the OpenAI protocol ({what}); "
            "check OPENAI_BASE_URL, and that the model is one for embeddings"
        )

    def _late(self) -> EncoderUnavailable:
        where = f"{self._name} at {self.place}"
        return EncoderUnavailable(f"{where}: no answer within {self._timeout:g} s; try later or take a faster model")

    def _explained(self, fault: Exception) -> CompanionError:
        """What went wrong and what to do."""
        import openai

        where = f"{self._name} at {self.place}"
        match fault:
            case openai.AuthenticationError():
                return WrongSetting("OPENAI_API_KEY", f"the key was not accepted for {where}")
            case UnicodeEncodeError():
                return WrongSetting("OPENAI_API_KEY", f"holds letters that no key has; {where} was not asked")
            case openai.APITimeoutError():
                return self._late()
            case openai.PermissionDeniedError():
                return WrongSetting("OPENAI_API_KEY", f"this key may not use {where}")
            case openai.NotFoundError():
                return WrongSetting(
                    "COMPANION_ENCODER", f"{where}: there is no such model or address; check OPENAI_BASE_URL too"
                )
        reasons: tuple[tuple[type[Exception], str], ...] = (
            (openai.RateLimitError, "too many requests, or the quota is used up; try later"),
            (openai.APIConnectionError, "no connection; is the server running, is OPENAI_BASE_URL right?"),
            (openai.InternalServerError, "the server failed; try later"),
            (openai.APIStatusError, "the server did not accept the request; is the model one for embeddings?"),
        )
        for kind, reason in reasons:
            if isinstance(fault, kind):
                return EncoderUnavailable(f"{where}: {reason}")
        return self._no_protocol(type(fault).__name__)


def _may_pass(fault: Exception) -> bool:
    """Is it worth one more try at once? A connection that was cut is; an answer that took too long is not."""
    import openai

    if isinstance(fault, openai.APITimeoutError):
        return False
    return isinstance(fault, openai.APIConnectionError | openai.InternalServerError)
