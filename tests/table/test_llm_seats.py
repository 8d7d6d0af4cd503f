"""A table with a language model's seats: what it tells, what it costs, who may stop it, and what it is never told."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.decks import load_deck
from companion.errors import BadInput
from companion.llm import Asker
from companion.narrators.llm.voice import Voice
from companion.rules import tale
from companion.settings import Settings, read_settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables, TableView
from companion.table.opening import open_second_opinions, open_tables
from companion.table.seats import SeatKind
from tests.kit.narrating_model import hand_in, narrates, plan
from tests.kit.openai_server import Cuts, Fails, OpenAIServer, Refuses, Reply, Says, Script, Stalls, asked_in, in_form

NAMES = ("Zebulon", "Quirina", "Wolfram")
MOST_STEPS = 400


def settings_for(server: OpenAIServer) -> Settings:
    return read_settings({"COMPANION_LLM": "openai:m", "OPENAI_BASE_URL": server.base_url})


def tables_with(folder: Path, server: OpenAIServer | None, **more: Any) -> Tables:
    store = GameStore(f"sqlite:///{folder / 'games.sqlite3'}")
    if server is None:
        return Tables(store)
    asker = Asker(settings_for(server), sleep=lambda _: None, **more)
    return Tables(store, voice=Voice(asker, rest=0.0))


def order(*kinds: SeatKind, seed: int = 3, **more: Any) -> NewTable:
    seats = tuple(SeatInfo(name, kind) for name, kind in zip(NAMES, kinds, strict=False))
    return NewTable("en", seats, seed=seed, **{"length": "short", "rules": {"first_narrator": 0}, **more})


def play(tables: Tables, game: str) -> TableView:
    """Until the tale is told, by the house alone."""
    for _ in range(MOST_STEPS):
        if tables.look(game, None).tale.phase is tale.Phase.OVER:
            break
        assert tables.tell_on(game) or tables.react(game), "the house has stopped"
    return tables.look(game, None)


def texts(view: TableView) -> list[str]:
    return [one.text for one in view.tale.sentences]


# Who may sit there


@pytest.mark.parametrize("voice", [None, Voice(Asker(read_settings({})))])
def test_without_a_model_no_seat_is_given_to_one(tmp_path: Path, voice: Voice | None) -> None:
    tables = Tables(GameStore(f"sqlite:///{tmp_path / 'games.sqlite3'}"), voice=voice)
    assert not tables.has_model
    with pytest.raises(BadInput, match=r"seat 2 is for a language model, and none is set: COMPANION_LLM"):
        tables.create(order("human", "llm"))


def test_the_model_tells_a_sentence_and_lays_its_card(tmp_path: Path) -> None:
    with OpenAIServer(narrates) as server:
        tables = tables_with(tmp_path, server)
        assert tables.has_model
        game = tables.create(order("llm", "human"))
        shown: list[str] = []
        assert tables.tell_on(game, show=shown.append)
        view = tables.look(game, None)
        assert texts(view) == [shown[-1]]
        assert [one.card for one in view.tale.laid] == hand_in(server.asked[0])[:1]
        assert view.stood_in == {}
        assert view.model is not None
        assert (view.model.requests, view.model.tokens) == (len(server.asked), 22)
        assert view.model.budget >= 100


def test_a_table_without_a_model_has_no_cost(tmp_path: Path) -> None:
    tables = tables_with(tmp_path, None)
    view = tables.look(tables.create(order("human", "scripted")), None)
    assert (view.model, view.stood_in) == (None, {})


def test_a_saved_game_goes_on_without_the_model_and_the_page_knows_who_tells(tmp_path: Path) -> None:
    with OpenAIServer(narrates) as server:
        game = tables_with(tmp_path, server).create(order("llm", "scripted", "scripted"))
    tables = tables_with(tmp_path, None)
    assert tables.tell_on(game)
    assert tables.look(game, None).stood_in == {0: "not_set"}
    assert play(tables, game).tale.outcome is not None


def test_a_sentence_of_the_house_is_marked_until_it_is_taken_back(tmp_path: Path) -> None:
    with OpenAIServer(Fails(401), narrates) as server:
        tables = tables_with(tmp_path, server)
        game = tables.create(order("llm", "human"))
        tables.tell_on(game)
        first = tables.look(game, None)
        assert first.stood_in == {0: "unreachable"}
        for number in range(1 + len(first.tale.laid)):
            assert tables.undo(game, 0, command_id=f"undo {number}").refusal is None
        assert tables.look(game, None).stood_in == {}
        tables.tell_on(game)
        again = tables.look(game, None)
        assert again.stood_in == {}
        assert texts(again) != texts(first)


def test_second_opinions_and_narrators_share_one_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.settings import settings

    with OpenAIServer(in_form(reason="Fine.", earlier_sentence=0, verdict="ok"), narrates) as server:
        monkeypatch.setenv("COMPANION_LLM", "openai:m")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        settings.cache_clear()
        tables = open_tables(settings().database_url)
        game = tables.create(order("llm", "human"))
        open_second_opinions(settings()).on_narration(game, "en", "tale", ["A king died."], 0).ask()
        tables.tell_on(game)
        use = tables.look(game, None).model
        assert use is not None
        assert use.requests == len(server.asked) == 3


# While it writes


def test_a_claim_that_comes_while_the_model_writes_wins(tmp_path: Path) -> None:
    """From another thread: whoever waits for the model holds up nobody."""
    with OpenAIServer(narrates) as server:
        tables = tables_with(tmp_path, server)
        game = tables.create(order("llm", "human", policy="host"))
        tables.tell_on(game)
        claim = tale.Claim(1, tables.look(game, 1).tale.hand[0], tale.ClaimHow.ELEMENT, 0)
        refused: list[Any] = []

        def show(text: str) -> None:
            if text and not refused:
                claims = threading.Thread(
                    target=lambda: refused.append(tables.command(game, claim, command_id="claim").refusal)
                )
                claims.start()
                claims.join(20)

        assert not tables.tell_on(game, show=show)
        assert refused == [None]
        view = tables.look(game, None)
        assert len(view.tale.sentences) == 1
        assert view.tale.question is not None


class StopPressed(BaseException):
    """As Streamlit ends a run of a page."""


@pytest.mark.parametrize("kind", [StopPressed, ValueError])
def test_whoever_stops_the_narrator_has_a_table_where_nothing_was_told(tmp_path: Path, kind: type[Exception]) -> None:
    with OpenAIServer(Stalls(), narrates) as server:
        tables = tables_with(tmp_path, server)
        game = tables.create(order("llm", "human"))
        version = tables.look(game, None).version

        def stop(_: str) -> None:
            if server.asked:
                raise kind

        with pytest.raises(kind):
            tables.tell_on(game, expected=version, show=stop)
        assert tables.look(game, None).version == version
        assert tables.tell_on(game, expected=version)


def test_one_sentence_is_not_paid_for_twice(tmp_path: Path) -> None:
    with OpenAIServer(narrates) as server:
        tables = tables_with(tmp_path, server)
        game = tables.create(order("llm", "human"))
        again: list[bool] = []

        def show(_: str) -> None:
            if not again:
                again.append(tables.tell_on(game))

        assert tables.tell_on(game, show=show)
        assert again == [False]
        assert len(server.asked) == 2


# Whole games


def five_faults() -> Iterator[Script]:
    """A model that narrates well, and after every second answer fails in another way."""
    fails: tuple[Script, ...] = (
        Fails(500),
        Fails(401),
        Fails(429, headers={"Retry-After": "3600"}),
        Cuts("In the year"),
        Says(""),
        Refuses("I will not."),
        Says("Nobody came."),
        plan(("a dragon comes", "no-such-card")),
        Says("{"),
    )
    for fault in itertools.cycle(fails):
        yield from (narrates, narrates, fault)


@pytest.mark.parametrize("kinds", [("llm", "scripted", "scripted"), ("llm", "llm", "llm")])
def test_a_whole_game_ends_although_the_model_fails_again_and_again(
    tmp_path: Path, kinds: tuple[SeatKind, ...]
) -> None:
    script = five_faults()

    def next_one(body: dict[str, Any]) -> Reply:
        one = next(script)
        return one(body) if callable(one) else one

    with OpenAIServer(next_one) as server:
        tables = tables_with(tmp_path, server)
        view = play(tables, tables.create(order(*kinds)))
        by_model = [one for at, one in enumerate(view.tale.sentences) if kinds[one.seat] == "llm"
                    and at not in view.stood_in]  # fmt: skip
        assert view.tale.outcome is not None
        assert len(set(texts(view))) == len(texts(view))
        assert by_model
        assert view.stood_in


def test_a_whole_game_of_models_alone_keeps_within_its_budget(tmp_path: Path) -> None:
    with OpenAIServer(narrates) as server:
        tables = tables_with(tmp_path, server, budget=8)
        view = play(tables, tables.create(order("llm", "llm", "llm")))
        assert view.tale.outcome is not None
        assert len(server.asked) == 8
        assert "spent" in view.stood_in.values()


def test_no_other_hand_no_pile_and_no_name_reaches_a_prompt_or_a_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deck = load_deck("en")
    glosses = {card: face.face.gloss for card, face in deck.by_id.items()}
    wrong: list[str] = []
    game = ""

    def watched(body: dict[str, Any]) -> Reply:
        """Asks the table, in the middle of its request, what is in whose hand."""
        seat = tables.look(game, None).tale.narrator
        own = tables.look(game, seat).tale
        sent = str(body)
        said = asked_in(body)
        wrong.extend(f"name {name}" for name in NAMES if name in sent)
        if hand_in(body) != ([] if body.get("stream") else list(own.hand)):
            wrong.append(f"hand {hand_in(body)}")
        wrong.extend(f"meaning of {card}" for card, gloss in glosses.items() if card not in own.hand and gloss in said)
        endings = (ending for ending in deck.endings if ending not in own.endings)
        wrong.extend(f"ending {ending}" for ending in endings if deck.endings[ending] in said)
        return narrates(body)

    with caplog.at_level(logging.DEBUG), OpenAIServer(watched) as server:
        tables = tables_with(tmp_path, server)
        game = tables.create(order("llm", "llm", "scripted"))
        dealt = [tables.look(game, seat).tale for seat in range(3)]
        view = play(tables, game)
        assert view.tale.outcome is not None
        assert len(server.asked) > 5
    assert wrong == []
    secrets = [*NAMES, *glosses.values(), *(deck.endings[ending] for one in dealt for ending in one.endings)]
    secrets += ["The word of this question", *texts(view)]
    logged = [record.getMessage() for record in caplog.records]
    assert logged
    assert not [secret for secret in secrets if any(secret in line for line in logged)]
