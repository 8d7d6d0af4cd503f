"""Help, both readings and case law on the pages: chosen on Home, asked at the table, kept on the Deck page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.decks import load_deck
from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.settings import settings
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui.plain import plain
from tests.kit.openai_server import Fails, OpenAIServer, in_form

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
NAMES = ("Ann", "Bob", "Cleo")


def service() -> Tables:
    return open_tables(settings().database_url)


def opened(page: str, language: str = "en", game: str = "") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    if game:
        at.query_params["game"] = game
    at.switch_page(f"screens/{page}.py").run()
    return whole(at)


def whole(at: AppTest) -> AppTest:
    assert not at.exception
    assert not at.error
    return at


def said(at: AppTest) -> str:
    kinds = (at.subheader, at.markdown, at.caption, at.text, at.warning)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def with_card(card: str, seat: int, language: str = "en", help: str = "full") -> str:
    """A game of three in which that seat holds the card; the first seat tells."""
    order = {"rules": {"first_narrator": 0}, "help": help}
    table = NewTable(language, tuple(map(SeatInfo, NAMES)), **order)  # type: ignore[arg-type]
    setup = table.setup()
    seed = next(seed for seed in range(500) if card in tale.new_game(setup, seed).hands[seat])
    return service().create(replace(table, seed=seed))


def asked(sentence: str, card: str = "king", language: str = "en") -> str:
    """A game in which Bob has claimed the card for the sentence, and the table has to decide."""
    game, tables = with_card(card, 1, language), service()
    for number, deed in enumerate((tale.Tell(0, sentence), tale.Claim(1, card, tale.ClaimHow.ELEMENT, 0))):
        assert tables.command(game, deed, command_id=str(number)).refusal is None
    assert tables.look(game, None).tale.question is not None
    return game


def overruled(sentence: str = "The man with the big hat wept.") -> str:
    """The table has let a claim stand that the game did not hear."""
    game = asked(sentence)
    service().command(game, tale.Vote(2, True), command_id="vote")
    assert service().look(game, None).overruled is not None
    return game


def remembered() -> str:
    game = overruled()
    assert service().remember(game, "king", 0, "the man with the big hat", everywhere=True) is None
    return game


@pytest.mark.parametrize("help", ["full", "hint", "none"])
def test_home_asks_how_much_the_game_helps(help: str) -> None:
    at = opened("home")
    at.radio(key="home.help").set_value(help).run()
    at.button(key="home.start").click().run()
    assert service().look(service().games()[0].id, None).help == help


@LANGUAGES
@pytest.mark.parametrize(
    ("tale_language", "sentence", "kind", "quote"),
    [
        ("en", "She walked like a king among the tents.", "compared", "king"),
        ("en", "In that land there was no king.", "negated", "king"),
        ("ru", "В той земле не было короля.", "negated", "короля"),
    ],
)
def test_voters_read_what_speaks_for_a_doubtful_card_and_what_against_it(
    tale_language: str, sentence: str, kind: str, quote: str, language: str
) -> None:
    texts, card = catalogue(language), load_deck(tale_language).by_id["king"].name
    shown = said(opened("table", language, asked(sentence, language=tale_language)))
    assert f"**{texts.t('question.for')}** {texts.t('question.for_said', quote=quote, card=card)}" in shown
    assert f"**{texts.t('question.against')}** {texts.t(f'question.against_{kind}')}" in shown


@pytest.mark.parametrize(("strictness", "laid"), [("normal", False), ("loose", True)])
def test_home_asks_how_readily_a_card_is_heard_and_the_table_hears_so(
    monkeypatch: pytest.MonkeyPatch, strictness: str, laid: bool
) -> None:
    # Always the same deal: "like a …" is an idiom with some cards, and then no table hears it.
    monkeypatch.setattr("companion.table.service.new_seed", lambda: 1)
    at = opened("home")
    at.segmented_control(key="home.company").set_value("friends").run()
    at.radio(key="home.strictness").set_value(strictness).run()
    at.button(key="home.start").click().run()
    tables = service()
    game = tables.games()[0].id
    narrator = tables.look(game, None).tale.narrator
    hand = tables.look(game, narrator).tale.hand
    deck = load_deck("en")
    card = next(card for card in hand if deck.by_id[card].category in ("character", "thing", "place"))
    tables.command(game, tale.Tell(narrator, f"It was like a {deck.by_id[card].name.lower()}."), command_id="a")
    tables.command(game, tale.LayCard(narrator, card, 0), command_id="b")
    assert bool(tables.look(game, None).tale.laid) is laid


DOUBTFUL = "She walked like a king among the tents."


def with_model(monkeypatch: pytest.MonkeyPatch, server: OpenAIServer) -> None:
    monkeypatch.setenv("COMPANION_LLM", "openai:some-model")
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    settings.cache_clear()


def test_without_a_language_model_nobody_is_sent_to_ask_it() -> None:
    at = opened("table", "en", asked(DOUBTFUL))
    assert catalogue("en").t("question.ask_model") not in [button.label for button in at.button]


def test_whoever_votes_may_ask_the_language_model_and_reads_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = catalogue("en")
    with OpenAIServer(in_form(reason="It is *only* compared.", mentioned=False)) as server:
        with_model(monkeypatch, server)
        at = opened("table", "en", asked(DOUBTFUL))
        assert server.asked == []  # until somebody wants it
        next(button for button in at.button if button.label == texts.t("question.ask_model")).click().run()
        assert texts.t("question.model_against", reason=plain("It is *only* compared.", 600)) in said(whole(at))
        whole(at.run())
        assert texts.t("question.ask_model") not in [button.label for button in at.button]
        assert len(server.asked) == 1


def test_a_language_model_that_does_not_answer_is_told_and_the_vote_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = catalogue("en")
    with OpenAIServer(Fails(401)) as server:
        with_model(monkeypatch, server)
        at = opened("table", "en", asked(DOUBTFUL))
        next(button for button in at.button if button.label == texts.t("question.ask_model")).click().run()
        assert texts.t("question.model_silent") in said(whole(at))
        at.button(key="vote_2_no").click().run()
    assert "question" not in [container.key for container in whole(at).main]


@LANGUAGES
def test_the_page_offers_to_remember_what_the_table_decided_otherwise(language: str) -> None:
    game = overruled()
    at = opened("table", language, game)
    texts = catalogue(language)
    assert texts.t("case.offer_stands", card="King") in said(at)
    at.button(key=f"case.remember_{service().look(game, None).version}").click().run()
    assert texts.t("case.stands", card="King") in said(at)
    assert service().remember(game, "king", 0, "the man with the big hat") is None
    assert texts.t("case.offer_stands", card="King") not in said(opened("table", language, game))


def test_nothing_is_offered_where_the_table_and_the_game_agree() -> None:
    game = asked("In that land there was no king.")
    service().command(game, tale.Vote(2, False), command_id="vote")
    at = opened("table", game=game)
    assert not [button for button in at.button if (button.key or "").startswith("case.remember")]


@LANGUAGES
def test_the_deck_page_lists_the_case_law_of_the_house(language: str) -> None:
    texts = catalogue(language)
    assert texts.t("case.none") in said(opened("deck", language))
    remembered()
    shown = said(opened("deck", language))
    assert texts.t("case.row_stands", words="the man with the big hat", card="King") in shown
    assert "The man with the big hat wept." in shown
    assert texts.t("case.by_vote", who="Cleo") in shown
    assert texts.t("case.of_all") in shown


def test_a_file_of_readings_is_taken_in_whole_or_not_at_all() -> None:
    remembered()
    text = service().cases.written()
    service().cases.delete(service().cases.all()[0].id)
    at = opened("deck")
    document = json.loads(text)
    document["cases"].append({**document["cases"][0], "card": "spaceship"})
    at.get_by_key("case.file").set_value(("readings.json", json.dumps(document).encode(), "application/json")).run()
    at.button(key="case.take_in").click().run()
    assert "line 1: card: the deck 'tale' has no 'spaceship'" in said(at)
    assert not service().cases.all()
    at.get_by_key("case.file").set_value(("readings.json", text.encode(), "application/json")).run()
    at.button(key="case.take_in").click().run()
    assert [case.words for case in service().cases.all()] == ["the man with the big hat"]
    assert [toast.value for toast in at.toast] == [catalogue("en").n("case.taken", 1)]


def test_what_the_matcher_has_to_say_about_itself_stands_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.table.remembered import RememberingMatcher

    game = with_card("king", 0)
    texts = catalogue("en")
    assert texts.t("error/unknown") not in said(opened("table", game=game))
    monkeypatch.setattr(RememberingMatcher, "notice", "error/unknown")
    assert said(opened("table", game=game)).count(texts.t("error/unknown")) == 1


def test_markup_in_readings_stays_text() -> None:
    game = overruled("The <b>man</b> with *the* crown wept :smile: [z](http://a.b).")
    assert service().remember(game, "king", 0, "<b>man</b> with *the* crown") is None
    shown = said(opened("deck"))
    assert "**“<b>" not in shown
    assert "*the* crown”" not in shown


def test_only_a_host_changes_the_case_law_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered()
    game = overruled("The woman with the big hat wept.")
    monkeypatch.setenv("COMPANION_HOST_PASSWORD", "sesame")
    settings.cache_clear()
    case = service().cases.all()[0].id
    for what in ("change", "delete"):
        at = opened("deck")
        assert "case.file" not in [one.key for one in at.get("file_uploader")]
        at.button(key=f"case_{what}_{case}").click().run()
        assert f"case.{what}_password" in [field.key for field in at.text_input]
        assert not {"case.save", "case.delete_now"} & {button.key for button in at.button}
    at = opened("table", game=game)
    at.button(key=f"case.remember_{service().look(game, None).version}").click().run()
    assert "case.keep" in [button.key for button in whole(at).button]
    assert "case.scope" not in [radio.key for radio in at.radio]  # for this table anybody may remember
