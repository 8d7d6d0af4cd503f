"""A server that is killed in the middle of its work again and again, with people who send again what got no answer.

    python -m tests.storage.killed_at_work DATABASE_URL ROUNDS SEED

Each round forks a process that plays through the table service, and kills it (-9) at a seeded moment. Prints JSON:
"game"; "answered", [command id, version] for every answer that arrived; "unanswered", how many rounds were killed
between a command and its answer; "lost", the id of the last such command if nobody sent it again. A process of its
own, since forking does not go together with threads.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
import traceback

from companion.rules.tale import Tell
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from tests.table.kit import StubMatcher

WORDS = "A fox came by and told of the sea. " * 4


def play(url: str, game: str, round: int, again: str | None, pipe: int) -> None:
    """The server: the command that got no answer once more, then new ones until it is killed."""
    tables = Tables(GameStore(url), matcher=lambda *_: StubMatcher())
    number = 0
    while True:
        command_id = again or f"{round}-{number}"
        os.write(pipe, f"sent {command_id}\n".encode())
        receipt = tables.command(game, Tell(0, f"{WORDS}{command_id}."), command_id=command_id)
        assert receipt.refusal is None, receipt.refusal
        os.write(pipe, f"answered {command_id} {receipt.version}\n".encode())
        number, again = number + (again is None), None


def killed(url: str, game: str, round: int, again: str | None, luck: random.Random, usual: float) -> list[list[str]]:
    """One round; the lines that arrived before the end. `usual`: seconds that a command takes here."""
    heard, pipe = os.pipe()
    server = os.fork()
    if server == 0:
        try:
            play(url, game, round, again, pipe)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(pipe)
    told = b""
    if luck.random() < 0.9:  # else it may be killed while it starts, too
        answers = luck.randrange(3)
        while b"sent" not in told or told.count(b"answered") < answers:
            told += (piece := os.read(heard, 4096))
            if not piece:
                break
    select.select([], [], [], luck.uniform(0.0, usual))
    os.kill(server, signal.SIGKILL)
    _, status = os.waitpid(server, 0)
    assert os.WIFSIGNALED(status), "it ended by itself"
    with os.fdopen(heard, "rb") as rest:
        told += rest.read()
    return [line.split() for line in told.decode().splitlines(keepends=True) if line.endswith("\n")]


def begun(url: str) -> tuple[str, float]:
    """A new game of two people in which something was told: all that a command needs is imported and cached. Its id,
    and the seconds that a command takes.

    Nothing of the database stays open, for no connection survives a fork.
    """
    store = GameStore(url)
    seats = (SeatInfo("Ann", "human"), SeatInfo("Ben", "human"))
    order = NewTable(language="en", seats=seats, length="short", seed=5, rules={"first_narrator": 0})
    tables = Tables(store, matcher=lambda *_: StubMatcher())
    game = tables.create(order)
    for command_id in ("begun", "timed"):
        begins = time.perf_counter()
        tables.command(game, Tell(0, f"{WORDS}{command_id}."), command_id=command_id)
    Tables(store, matcher=lambda *_: StubMatcher()).look(game, 0)
    store.close()
    return game, time.perf_counter() - begins


def main(url: str, rounds: int, seed: int) -> None:
    """All rounds."""
    game, usual = begun(url)
    luck = random.Random(seed)
    answered: list[tuple[str, int]] = []
    lost: str | None = None
    unanswered = 0
    for round in range(rounds):
        for what, command_id, *version in killed(url, game, round, lost, luck, usual):
            if what == "sent":
                lost = command_id
            else:
                answered.append((command_id, int(version[0])))
                lost = None
        unanswered += lost is not None
    json.dump({"game": game, "answered": answered, "lost": lost, "unanswered": unanswered}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
