"""A local server that speaks the OpenAI protocol and says what a test tells it to.

    with OpenAIServer(Says("ready")) as server:
        ...  # give server.base_url to the code under test
    assert server.asked[0]["messages"][0]["content"] == "..."

Each request takes the next reply of the script; the last one is repeated.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal


@dataclass(frozen=True)
class Says:
    """A normal answer; `finish="length"`: cut at the limit of tokens, of which `tokens` were used in all."""

    text: str
    finish: str = "stop"
    tokens: int | None = 2
    """None: the server does not count."""


@dataclass(frozen=True)
class Calls:
    """An answer that calls a tool, as structured output by function calling does."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Refuses:
    """The model declines."""

    text: str


@dataclass(frozen=True)
class Fails:
    """The server answers with an error."""

    status: int
    message: str = "no"
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sends:
    """The server answers with bytes that are no answer of the protocol."""

    body: bytes


@dataclass(frozen=True)
class Stalls:
    """The server takes the question and never answers; a stream stops after `text`."""

    text: str = ""


@dataclass(frozen=True)
class Cuts:
    """The server closes the connection; a stream is cut after `text`."""

    text: str = ""


@dataclass(frozen=True)
class Breaks:
    """Headers that promise an answer, its beginning, and then the connection is closed, or nothing more comes."""

    begins: str = ""
    stalls: bool = False


@dataclass(frozen=True)
class Loops:
    """A stream that says the text again and again, until the client has left."""

    text: str


@dataclass(frozen=True)
class Drips:
    """A byte now and then, until the client has left: in the headers, in the body, or as comments of a stream."""

    where: Literal["headers", "body", "stream"] = "body"
    seconds: float = 0.02


@dataclass(frozen=True)
class Embeds:
    """An answer of /v1/embeddings: the vectors, each with its index, the last first as the protocol allows."""

    vectors: list[Any]


Reply = Says | Calls | Refuses | Fails | Sends | Stalls | Cuts | Breaks | Loops | Drips | Embeds
Script = Reply | Callable[[dict[str, Any]], Reply]
"""A reply, or a function that makes it out of the request's body."""


def in_form(**fields: Any) -> Callable[[dict[str, Any]], Says]:
    """A good answer to a marked question: the fields, after the word that it begins with."""
    return lambda body: Says(json.dumps({"word": word_in(body), **fields}, ensure_ascii=False))


def word_in(body: dict[str, Any]) -> str:
    """The word of a marked question."""
    found = re.search(r"[a-z]+-\d{4}", asked_in(body))
    assert found is not None, "the question has no word"
    return found[0]


def asked_in(body: dict[str, Any]) -> str:
    """The text of a question."""
    return str(body["messages"][-1]["content"])


TROUBLES: Mapping[str, tuple[Script, str]] = {
    "nothing": (Says(""), "unreadable"),
    "null": (Says("null"), "unreadable"),
    "an empty object": (Says("{}"), "unreadable"),
    "a wrong choice": (in_form(reason="So.", verdict="guilty", plausible="guilty"), "unreadable"),
    "a tool nobody asked for": (Calls("Answer", {"reason": "So.", "verdict": "ok", "plausible": True}), "unreadable"),
    "a refusal": (Refuses("I will not."), "unreadable"),
    "cut at the limit": (Says('{"word": "maple-1000", "reason": "The ki', finish="length"), "unreadable"),
    "blanks to the limit": (Says('{"word":' + "\n " * 20_000, finish="length"), "unreadable"),
    "all spent on reasoning": (Says("", finish="length", tokens=4_096), "unreadable"),
    "quotes not escaped": (
        Says('{"word": "x", "reason": "«A "boy"» and „a "girl"“", "plausible": true}'),
        "unreadable",
    ),
    "another word": (
        Says('{"word": "none", "reason": "So.", "verdict": "ok", "plausible": true, "mistakes": []}'),
        "clipped",
    ),
    "refuses every request": (Fails(400, "response_format? temperature?"), "unreachable"),
    "a wrong key": (Fails(401), "unreachable"),
    "too many requests": (Fails(429), "unreachable"),
    "too many requests for an hour": (Fails(429, headers={"Retry-After": "3600"}), "unreachable"),
    "a server that fails": (Fails(500), "unreachable"),
    "no answer in time": (Stalls(), "unreachable"),
    "headers and then nothing": (Breaks(stalls=True), "unreachable"),
    "closed at once": (Cuts(), "unreachable"),
    "closed in the middle": (Breaks('{"choices": [{"message": {"content": "{'), "unreachable"),
    "a page": (Sends(b"<html>It works!</html>"), "unreachable"),
}
"""What may go wrong with any question to a model, and the reason that is given for no answer."""


class OpenAIServer:
    """Serves /v1/chat/completions and /v1/embeddings on a free port of the loopback while the `with` block runs."""

    def __init__(self, *script: Script) -> None:
        self._script = list(script) or [Says("ready")]
        self._begun = 0
        """How many requests there were before this script."""
        self.asked: list[dict[str, Any]] = []
        """The bodies of all requests so far."""
        self.headers: list[dict[str, str]] = []
        """Their headers, names in lower case."""
        self.paths: list[str] = []
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self.left = threading.Event()
        """A client has closed the connection in the middle of a stream."""
        self._http = _Server(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def answers(self, *script: Script) -> None:
        """From now on it says this."""
        with self._lock:
            self._script, self._begun = list(script), len(self.asked)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> OpenAIServer:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def next_reply(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Reply:
        with self._lock:
            self.paths.append(path)
            self.headers.append(headers)
            self.asked.append(body)
            turn = self._script[min(len(self.asked) - self._begun, len(self._script)) - 1]
        return turn(body) if callable(turn) else turn


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: OpenAIServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.owner = owner

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gives up is what the tests of stalls are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else the body waits 40 ms for the client to acknowledge the head

    @property
    def owner(self) -> OpenAIServer:
        assert isinstance(self.server, _Server)
        return self.server.owner

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.owner.next_reply(self.path, headers, body)
        if self.path not in ("/v1/chat/completions", "/v1/embeddings"):
            reply = Fails(404, f"no such path: {self.path}")
        if isinstance(reply, Drips):
            self._drip(reply)
        elif body.get("stream") and not isinstance(reply, Fails | Sends | Breaks | Embeds):
            self._stream(reply, body)
        else:
            self._answer(reply, body)

    def _answer(self, reply: Reply, body: dict[str, Any]) -> None:
        match reply:
            case Stalls():
                self.owner.closing.wait()
                self.close_connection = True
            case Cuts():
                self.close_connection = True
            case Sends(raw):
                self._send(200, raw)
            case Embeds(vectors):
                self._send(200, json.dumps(_embedded(body, vectors)).encode())
            case Breaks(begins, stalls):
                self._send(200, begins.encode(), promised=len(begins.encode()) + 100)
                if stalls:
                    self.owner.closing.wait()
                self.close_connection = True
            case Fails(status, message, code, headers):
                error = {"message": message, "type": "error", "param": None, "code": code}
                self._send(status, json.dumps({"error": error}).encode(), headers)
            case _:
                reason = "tool_calls" if isinstance(reply, Calls) else getattr(reply, "finish", "stop")
                choice = {"index": 0, "message": _message(reply), "finish_reason": reason}
                tokens = getattr(reply, "tokens", 2)
                self._send(200, json.dumps(_envelope(body, "chat.completion", choice, tokens)).encode())

    def _stream(self, reply: Reply, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        if isinstance(reply, Loops):
            self._loop(reply.text, body)
            return
        message = _message(reply)
        pieces = message.pop("content", None) or ""
        for delta in [message, *({"content": word} for word in _words(pieces))]:
            self._event(_envelope(body, "chat.completion.chunk", {"index": 0, "delta": delta}))
        if isinstance(reply, Stalls):
            self.owner.closing.wait()
        elif not isinstance(reply, Cuts):
            self._end_stream(reply, body)

    def _end_stream(self, reply: Reply, body: dict[str, Any]) -> None:
        last = {"index": 0, "delta": {}, "finish_reason": getattr(reply, "finish", "stop")}
        chunk = _envelope(body, "chat.completion.chunk", last)
        self._event(chunk)
        tokens = getattr(reply, "tokens", 2)
        if tokens and (body.get("stream_options") or {}).get("include_usage"):
            self._event({**chunk, "choices": [], "usage": _usage(tokens)})
        self.wfile.write(b"data: [DONE]\n\n")

    def _loop(self, text: str, body: dict[str, Any]) -> None:
        choice = {"index": 0, "delta": {"content": text}}
        self._until_left(lambda: self._event(_envelope(body, "chat.completion.chunk", choice)))

    def _drip(self, reply: Drips) -> None:
        """A byte now and then, none of which ends anything."""
        self.close_connection = True
        kind = "text/event-stream" if reply.where == "stream" else "application/json"
        begins = f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n"
        self.wfile.write((begins + ("x-slow: " if reply.where == "headers" else "\r\n")).encode())

        def drip() -> None:
            self.wfile.write(b":\n" if reply.where == "stream" else b" ")
            self.owner.closing.wait(reply.seconds)

        self._until_left(drip)

    def _until_left(self, write: Callable[[], None]) -> None:
        try:
            while not self.owner.closing.is_set():
                write()
        except OSError:
            self.owner.left.set()

    def _event(self, chunk: dict[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def _send(
        self, status: int, raw: bytes, headers: Mapping[str, str] | None = None, promised: int | None = None
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw) if promised is None else promised))
        self.end_headers()
        self.wfile.write(raw)
        self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Tests read `asked`, not a log."""


def _embedded(body: dict[str, Any], vectors: list[Any]) -> dict[str, Any]:
    data = [{"object": "embedding", "index": place, "embedding": one} for place, one in enumerate(vectors)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data[::-1], "model": body.get("model"), "usage": usage}


def _message(reply: Reply) -> dict[str, Any]:
    match reply:
        case Calls(tool, arguments):
            function = {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}
            calls = [{"index": 0, "id": "call_1", "type": "function", "function": function}]
            return {"role": "assistant", "content": None, "tool_calls": calls}
        case Refuses(text):
            return {"role": "assistant", "content": None, "refusal": text}
        case Says(text) | Stalls(text) | Cuts(text):
            return {"role": "assistant", "content": text}
        case _:
            raise AssertionError(f"{reply} has no message")


def _words(text: str) -> list[str]:
    return [word + " " for word in text.split(" ")[:-1]] + text.split(" ")[-1:] if text else []


def _envelope(body: dict[str, Any], kind: str, choice: dict[str, Any], tokens: int | None = 2) -> dict[str, Any]:
    answer = {"id": "chatcmpl-1", "object": kind, "created": 0, "model": body.get("model"), "choices": [choice]}
    return answer if kind.endswith("chunk") else {**answer, "usage": tokens and _usage(tokens)}


def _usage(tokens: int) -> dict[str, int]:
    return {"prompt_tokens": 1, "completion_tokens": tokens - 1, "total_tokens": tokens}
