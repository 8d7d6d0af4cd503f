"""A language model's seat on the Table page: how it tells, what stood in for it, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.table import ModelUse, NewTable, SeatInfo, SeatKind, Tables, TableView
from companion.ui.table import aloud, scene
from tests.ui.test_table_page import opened, said, service

TEXTS = catalogue("en")
TOLD = "Once upon a time a miller's cat could speak."
Show = Callable[[str], None] | None


@pytest.fixture(autouse=True)
def any_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables take language models' seats."""
    monkeypatch.setattr("companion.table.service.check_players", lambda *_: None)


@pytest.fixture
def teller(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Show]]:
    """A table whose narrator tells one sentence when it is asked to; how it was asked."""
    asked: list[Show] = []

    def tell_on(tables: Tables, game: str, *, expected: int | None = None, show: Show = None) -> bool:
        asked.append(show)
        for so_far in ("", TOLD[:20], TOLD) if show else ():
            show(so_far)
        return tables.command(game, tale.Tell(1, TOLD), command_id=f"{len(asked)}").refusal is None

    monkeypatch.setattr(Tables, "tell_on", tell_on)
    yield asked


def dealt(kind: SeatKind = "llm") -> str:
    seats = (SeatInfo("Ann"), SeatInfo("Old Owl", kind))
    return service().create(NewTable("en", seats, "short", seed=1, rules={"first_narrator": 1}))


@pytest.mark.parametrize(("kind", "is_shown"), [("llm", True), ("scripted", False)])
def test_a_model_is_heard_while_it_tells_and_the_house_at_once(
    kind: SeatKind, is_shown: bool, teller: list[Show]
) -> None:
    at = opened(dealt(kind))
    assert teller == [], "not before somebody listens"
    at.button(key="table.go_on_0").click().run()
    assert not at.exception
    assert [show is not None for show in teller] == [is_shown]
    assert at.button(key="table.go_on_1")
    assert not [button for button in at.button if str(button.key).startswith("table.stop")]


@pytest.mark.parametrize(("seconds", "is_typed"), [(0.0, False), (3600.0, True)], ids=["read", "unread"])
def test_a_sentence_that_was_read_while_the_model_told_it_is_not_typed_once_more(
    seconds: float, is_typed: bool, teller: list[Show], monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[float] = []
    monkeypatch.setattr(aloud, "READ_WITHIN", seconds)
    monkeypatch.setattr(scene, "story", lambda told, *_, **__: paces.extend(one.pace for one in told))
    at = opened(dealt())
    at.button(key="table.go_on_0").click().run()
    assert not at.exception
    assert [pace > 0 for pace in paces] == [is_typed]


def test_a_page_that_is_drawn_again_does_not_let_the_model_tell_again(teller: list[Show]) -> None:
    at = opened(dealt())
    at.button(key="table.go_on_0").click().run()
    at.run()
    assert len(teller) == 1


def test_what_fails_while_the_model_tells_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.errors import StoreUnavailable

    def fails(*_: object, **__: object) -> bool:
        raise StoreUnavailable("it may not be written")

    monkeypatch.setattr(Tables, "tell_on", fails)
    at = opened(dealt())
    at.button(key="table.go_on_0").click().run()
    assert not at.exception
    assert [toast.value for toast in at.toast] == [TEXTS.t("error/store_unavailable")]


@pytest.mark.parametrize("language", interface_languages())
@pytest.mark.parametrize("code", ["not_set", "spent", "unreachable", "unreadable", "clipped", "unfit", "a new one"])
def test_a_sentence_that_the_house_told_for_the_model_says_why(
    code: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, texts = dealt("scripted"), catalogue(language)
    service().command(game, tale.Tell(1, TOLD), command_id="1")
    view = replace(service().look(game, None), stood_in={0: code})
    drawn: list[str] = []
    monkeypatch.setattr(scene, "story", lambda sentences, *_, **__: drawn.extend(one.stood_in for one in sentences))
    scene.tale_so_far(view, scene_deck(view), texts)
    key = f"story.why_{code}" if code != "a new one" else "story.why_other"
    assert drawn == [texts.t(key)]


def scene_deck(view: TableView):  # type: ignore[no-untyped-def]
    from companion.decks.deck import load_deck

    return load_deck(view.language, view.deck)


def test_what_the_model_has_cost_this_game_is_said_once_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    game, look = dealt("scripted"), Tables.look
    for used, cost in ((ModelUse(0, 0, 60), ""), (ModelUse(3, 1200, 60), "3 of 60 requests, 1200 tokens")):
        monkeypatch.setattr(Tables, "look", lambda *args, used=used: replace(look(*args), model=used))
        texts = said(opened(game))
        assert ("of 60 requests" in texts) is bool(cost)
        assert cost in texts
