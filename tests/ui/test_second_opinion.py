"""The language model's second opinion on the pages: asked by a button, beside the house's own where they differ."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.language.catalogue import catalogue
from companion.rules import tale
from companion.rules.tale import Challenge, LayCard, PlayEnding, Tell
from companion.settings import settings
from companion.ui.plain import plain
from tests.kit.openai_server import Fails, OpenAIServer, in_form
from tests.ui import test_referee_page as notebook
from tests.ui.test_table_advice import (
    CONTRADICTION,
    DIED,
    FINE,
    SPEAKS,
    as_rival,
    dealt,
    do,
    keys,
    opened,
    said,
    service,
)

TEXTS = catalogue("en")
ASK = "table.ask_model"
VOTE = "question.ask_model"
REASON = "The *king* is dead."
FINDS_NOTHING = in_form(reason="All is told well.", earlier_sentence=0, verdict="ok")
OBJECTS = in_form(reason=REASON, earlier_sentence=1, verdict="contradiction")
BORED = in_form(reason="Nothing happens.", earlier_sentence=0, verdict="tedium")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """The language model of this house; tests say what it answers."""
    with OpenAIServer(FINDS_NOTHING) as running:
        monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        settings.cache_clear()
        yield running


def test_without_a_language_model_nobody_is_sent_to_ask_it() -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS))
    assert not [key for key in keys(as_rival(game)) if "ask_model" in key]


def test_a_rival_hears_the_model_on_a_fault_that_the_referee_overlooks_and_objects_with_its_line(
    server: OpenAIServer,
) -> None:
    server.answers(OBJECTS)
    game = dealt(Tell(0, DIED), Tell(0, FINE))
    at = as_rival(game)
    assert server.asked == [], "until somebody wants it"
    notebook.click(at, ASK)
    assert TEXTS.t("question.model_suggests") in said(at)
    assert plain(REASON, 600) in said(at)
    assert len([key for key in keys(at) if key == "table.object_contradiction"]) == 1
    at.button(key="table.object_contradiction").click().run()
    question = service().look(game, None).tale.question
    assert question is not None
    assert (question.earlier, question.quote) == (DIED, FINE)


def test_what_a_rival_has_asked_the_voters_need_not_ask_again(server: OpenAIServer) -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS))
    at = notebook.click(as_rival(game), ASK)
    assert TEXTS.t("question.model_finds_nothing") in said(at)
    do(game, Challenge(1, CONTRADICTION, quote=SPEAKS, earlier=DIED))
    at = opened(game)
    assert TEXTS.t("referee.agrees") in said(at)
    assert TEXTS.t("question.model_finds_nothing") in said(at)
    assert len(server.asked) == 1


def test_two_opinions_that_differ_stand_side_by_side_and_go_to_the_vote(server: OpenAIServer) -> None:
    at = opened(dealt(Tell(0, DIED), Tell(0, SPEAKS), Challenge(1, CONTRADICTION)))
    before = len(at.columns)
    notebook.click(at, VOTE)
    assert len(at.columns) == before + 2
    house, model = at.columns[-2:]
    assert TEXTS.t("referee.agrees") in house.markdown[0].value
    assert TEXTS.t("question.model_finds_nothing") in model.markdown[0].value
    assert at.button(key="vote_2_no")


def test_the_model_suggests_no_objection_that_the_table_does_not_play_with(server: OpenAIServer) -> None:
    server.answers(BORED)
    kinds = tuple(kind for kind in tale.ChallengeKind if kind is not tale.ChallengeKind.TEDIUM)
    at = notebook.click(as_rival(dealt(Tell(0, DIED), Tell(0, FINE), challenges=kinds)), ASK)
    assert TEXTS.t("question.model_finds_nothing") in said(at)
    assert plain("Nothing happens.") not in said(at)


def test_at_a_table_without_advice_the_model_is_not_offered(server: OpenAIServer) -> None:
    game = dealt(Tell(0, DIED), Tell(0, SPEAKS), referee="off")
    assert not [key for key in keys(as_rival(game)) if "ask_model" in key]
    do(game, Challenge(1, CONTRADICTION))
    assert not [key for key in keys(opened(game)) if "ask_model" in key]


@pytest.mark.parametrize("plausible", [True, False])
def test_an_ending_is_judged_by_the_model_too(server: OpenAIServer, plausible: bool) -> None:
    server.answers(in_form(reason="They are at home.", plausible=plausible))
    game = dealt(Tell(0, "A miller went to town."), hand_size=1)
    seen = service().look(game, 0).tale
    do(game, LayCard(0, seen.hand[0], 0), Tell(0, "He walked home."), PlayEnding(0, seen.endings[0]))
    at = notebook.click(opened(game), VOTE)
    assert TEXTS.t("question.model_fits" if plausible else "question.model_doubts") in said(at)
    assert plain("They are at home.") in said(at)
    at.button(key="vote_1_no").click().run()
    assert plain("They are at home.") in said(at), "a vote changes nothing about it"
    assert len(server.asked) == 1


def test_a_model_that_does_not_answer_is_told_and_may_be_asked_again(server: OpenAIServer) -> None:
    server.answers(Fails(401), FINDS_NOTHING)
    at = notebook.click(as_rival(dealt(Tell(0, DIED), Tell(0, FINE))), ASK)
    assert TEXTS.t("question.model_silent") in said(at)
    notebook.click(at, ASK)
    assert TEXTS.t("question.model_finds_nothing") in said(at)


def test_the_referees_page_asks_the_model_about_narration_and_ending(server: OpenAIServer) -> None:
    server.answers(OBJECTS, in_form(reason="It closes the tale.", plausible=True))
    notebook.noted("The old king died in the castle.", "Then the maid baked bread.")
    at = notebook.click(notebook.opened(), "notebook.ask_model")
    assert REASON in notebook.said(at)
    notebook.books().judge(notebook.book(), "And nobody forgot the king.")
    at = notebook.click(notebook.opened(), "notebook.ask_judge")
    assert TEXTS.t("question.model_fits") in notebook.said(at)


def test_the_model_is_as_gentle_as_the_referees_page_is_told_to_be(server: OpenAIServer) -> None:
    server.answers(BORED)
    notebook.noted("It was quiet.", gentle=True)
    at = notebook.click(notebook.opened(), "notebook.ask_model")
    assert TEXTS.t("question.model_finds_nothing") in notebook.said(at)
