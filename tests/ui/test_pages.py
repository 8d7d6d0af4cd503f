"""Each page in each language: it opens, its main story works, and what players type stays plain text."""

from __future__ import annotations

import sqlite3
from dataclasses import fields, replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.decks.deck import load_deck
from companion.exports.transcript import Transcript, as_markdown
from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.rules.tale.setup import TaleSetup
from companion.settings import settings
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui.plain import plain

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
PAGES = ("home", "table", "tales", "deck", "rules")
LANGUAGES = interface_languages()
HOSTILE = "<b>x</b> *y* [z](http://a.b) :smile: $1$"


def opened(page: str = "home", language: str = "en", **query: str) -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    for name, value in query.items():
        at.query_params[name] = value
    at.run()
    if page != "home":
        at.switch_page(f"screens/{page}.py").run()
    return whole(at)


def whole(at: AppTest) -> AppTest:
    """The page, after making sure that nothing failed on it."""
    assert not at.exception
    assert not at.error
    return at


def service() -> Tables:
    return open_tables(settings().database_url)


def told(*sentences: str, names: tuple[str, ...] = ("Ann", "Bob", "Cleo"), title: str = "") -> str:
    """A game in which the first narrator has told these sentences and laid a card for each."""
    tables = service()
    game = tables.create(NewTable("en", tuple(map(SeatInfo, names)), "short", "vote", title=title, seed=1))
    for number, text in enumerate(sentences):
        narrator = tables.look(game, None).tale.narrator
        tables.command(game, tale.Tell(narrator, text), command_id=f"tell{number}")
        hand = tables.look(game, narrator).tale.hand
        tables.command(game, tale.LayCard(narrator, hand[0], number), command_id=f"lay{number}")
    return game


def finished(title: str = "") -> str:
    """A game that its first narrator has brought to the end."""
    game = told(*(f"Sentence {number}." for number in range(5)), title=title)
    tables = service()
    narrator = tables.look(game, None).tale.narrator
    tables.command(game, tale.Tell(narrator, "And that was all."), command_id="last")
    ending = tables.look(game, narrator).tale.endings[0]
    tables.command(game, tale.PlayEnding(narrator, ending), command_id="end")
    for seat in {0, 1, 2} - {narrator}:
        tables.command(game, tale.Vote(seat, True), command_id=f"yes{seat}")
    assert tables.look(game, None).tale.outcome is not None
    return game


def said(at: AppTest) -> str:
    """All texts of the page as they are given to Streamlit."""
    kinds = (at.title, at.header, at.subheader, at.markdown, at.caption, at.text, at.warning, at.error)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def damage(game: str) -> None:
    with sqlite3.connect(settings().database_url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE entries SET entry = 'x' WHERE game_id = ?", (game,))
        database.execute("UPDATE games SET record = '{' WHERE id = ?", (game,))
    database.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_before_any_game_was_played(page: str, language: str) -> None:
    at = opened(page, language)
    words = catalogue(language)
    if page != "table":  # its heading is the story
        assert at.title[0].value == words.t("app.title" if page == "home" else f"page.{page}")
    assert said(at)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["home", "tales"])
def test_every_list_opens_with_running_finished_and_damaged_games(page: str, language: str) -> None:
    told("Once.")
    finished()
    damage(told("Twice."))
    assert opened(page, language).title


def test_the_language_can_be_switched_on_every_page() -> None:
    at = opened("rules", "en")
    at.get_by_key("lang").set_value("ru").run()
    assert at.title[0].value == catalogue("ru").t("page.rules")
    at.switch_page("screens/deck.py").run()
    assert at.title[0].value == catalogue("ru").t("page.deck")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_click_starts_a_game_alone_against_two_narrators_of_the_house(language: str) -> None:
    at = opened("home", language)
    at.button(key="home.start").click().run()
    games = service().games()
    assert len(games) == 1
    view = service().look(games[0].id, None)
    assert [seat.kind for seat in view.seats] == ["human", "scripted", "scripted"]
    assert view.seats[0].name == catalogue(language).t("home.traveller")
    assert view.language == language
    assert set(view.tale.hand_counts) == {7}
    assert at.query_params["game"] == games[0].id


def test_three_choices_are_kept_language_company_and_length() -> None:
    at = opened("home", "en")
    at.get_by_key("home.language").set_value("ru")
    at.get_by_key("home.company").set_value("friends")
    at.get_by_key("home.length").set_value("short").run()
    at.number_input(key="home.players").set_value(4).run()
    at.text_input(key="home.name_0").set_value("  Ann  ").run()
    at.toggle(key="home.house_3").set_value(True).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, None)
    assert view.language == "ru"
    assert [(seat.name, seat.kind) for seat in view.seats[:2]] == [("Ann", "human"), ("Player 2", "human")]
    assert view.seats[3].kind == "scripted"
    assert view.tale.hand_counts == (5, 5, 5, 5)


def test_two_players_of_the_same_name_are_told_so_before_the_start() -> None:
    at = opened("home", "en")
    at.get_by_key("home.company").set_value("friends").run()
    for seat in (0, 1):
        at.text_input(key=f"home.name_{seat}").set_value("Ann" if seat else "ann").run()
    assert "Ann" in at.warning[0].value or "ann" in at.warning[0].value
    assert at.button(key="home.start").disabled


def test_a_name_of_nothing_that_can_be_seen_is_no_name() -> None:
    at = opened("home", "en")
    at.text_input(key="home.name_alone").set_value(" \x00\u2028 ").run()
    at.button(key="home.start").click().run()
    assert service().look(service().games()[0].id, None).seats[0].name == "Traveller"


def test_the_silence_clock_of_people_who_type_is_30_seconds() -> None:
    at = opened("home", "en")
    at.get_by_key("home.company").set_value("friends").run()
    at.button(key="home.start").click().run()
    assert service().look(service().games()[0].id, None).silence_limit == 30


def test_somebody_may_be_left_in_peace_by_the_silence_clock() -> None:
    at = opened()
    at.segmented_control(key="home.company").set_value("friends").run()
    at.multiselect(key="home.no_clock").set_value([1]).run()
    at.button(key="home.start").click().run()
    game = service().games()[0].id
    setup = service()._open.load(game).record.setup
    assert [setup.silence_limit(seat) for seat in range(3)] == [30.0, None, 30.0]


def test_whom_the_clock_leaves_in_peace_is_forgotten_with_the_seat() -> None:
    at = opened()
    at.segmented_control(key="home.company").set_value("friends").run()
    at.multiselect(key="home.no_clock").set_value([2]).run()
    at.number_input(key="home.players").set_value(2).run()
    at.button(key="home.start").click().run()
    whole(at)
    setup = service()._open.load(service().games()[0].id).record.setup
    assert [setup.silence_limit(seat) for seat in range(2)] == [30.0, 30.0]


@pytest.mark.parametrize("page", ["home", "table", "tales", "deck", "rules"])
def test_a_wrong_setting_is_told_by_its_name_on_every_page(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "xx")
    settings.cache_clear()
    at = AppTest.from_file(str(MAIN), default_timeout=30).run()
    if page != "home":
        at.switch_page(f"screens/{page}.py").run()
    assert not at.exception
    assert [str(one.value) for one in at.error] == [catalogue("en").t("error/wrong_setting")]
    assert "COMPANION_LANG" in "".join(str(one.value) for one in at.text)


def test_more_settings_reach_the_rules() -> None:
    at = opened("home", "en")
    at.radio(key="home.policy").set_value("vote").run()
    at.select_slider(key="home.clock").set_value(0).run()
    at.selectbox(key="home.hand").set_value(4).run()
    at.selectbox(key="home.first").set_value(2).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, None)
    assert view.policy == "vote"
    assert view.silence_limit is None
    assert view.tale.hand_counts == (4, 4, 4)
    assert view.tale.narrator == 2


def test_a_waiting_game_says_whose_turn_it_is_and_is_gone_on_with() -> None:
    game = told("Once.", title="The ring")
    at = opened("home", "en")
    narrator = service().look(game, None).tale.narrator
    assert "The ring" in said(at)
    assert f"{('Ann', 'Bob', 'Cleo')[narrator]} tells" in said(at)
    at.button(key=f"home.go_on_{game}").click().run()
    assert at.query_params["game"] == game


@pytest.mark.parametrize("page", ["home", "tales"])
def test_a_game_is_deleted_only_after_a_second_click(page: str) -> None:
    game = told("Once.")
    at = opened(page, "en")
    at.button(key=f"delete_{game}").click().run()
    assert service().games()
    at.button(key="delete_game_now").click().run()
    assert not service().games()


def test_after_the_chosen_tale_is_deleted_another_one_is_shown() -> None:
    told("Once.", title="The ring")
    crown = told("Twice.", title="The crown")
    at = opened("tales", "en")
    at.selectbox(key="tale").set_value(crown).run()
    assert at.header[0].value == "The crown"
    at.button(key=f"delete_{crown}").click().run()
    at.button(key="delete_game_now").click().run()
    assert whole(at).header[0].value == "The ring"
    whole(at.switch_page("screens/deck.py").run())
    assert whole(at.switch_page("screens/tales.py").run()).header[0].value == "The ring"


def test_a_damaged_game_is_shown_with_its_reason_and_can_be_deleted() -> None:
    game = told("Once.")
    damage(game)
    at = opened("home", "en")
    assert catalogue("en").t("home.damaged") in said(at)
    assert game in said(at)
    assert not [button for button in at.button if button.key == f"home.go_on_{game}"]
    at.button(key=f"delete_{game}").click().run()
    at.button(key="delete_game_now").click().run()
    assert not service().games()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_tale_is_read_replayed_and_kept(language: str) -> None:
    game = finished("The ring")
    at = opened("tales", language)
    assert at.header[0].value == "The ring"
    steps = at.slider(key=f"step_{game}")
    assert (steps.min, steps.max) == (1, 11)
    at.button(key="step_Right").click().run()
    assert at.slider(key=f"step_{game}").value == 2
    assert at.get_by_key(f"download_{game}")


def test_a_tale_is_renamed() -> None:
    game = finished("The ring")
    at = opened("tales", "en")
    at.text_input(key=f"title_{game}").set_value("  The  crown ")
    at.button(key=f"rename_now_{game}").click().run()
    assert at.header[0].value == "The crown"
    assert service().look(game, None).title == "The crown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tale_whose_title_is_cleared_goes_by_its_first_words(language: str) -> None:
    game = told(
        "Once upon a time, in a kingdom far beyond the seven blue mountains, there was a king.", title="The ring"
    )
    at = opened("tales", language)
    at.text_input(key=f"title_{game}").set_value("")
    at.button(key=f"rename_now_{game}").click().run()
    first_words = "Once upon a time, in a kingdom far beyond the…"
    assert at.header[0].value == plain(first_words)
    assert at.selectbox(key="tale").options[0].startswith(f"{first_words} · ")
    assert [toast.value for toast in at.toast] == [catalogue(language).t("tales.renamed")]
    assert service().look(game, None).title == ""
    assert plain(first_words) in said(opened("home", language))


def test_a_tale_without_a_title_of_which_nothing_is_told_goes_by_its_players() -> None:
    told()
    at = opened("tales", "en")
    assert at.header[0].value == plain("Ann, Bob, Cleo")
    assert at.selectbox(key="tale").options[0].startswith("Ann, Bob, Cleo · ")


def interrupted() -> tuple[str, str]:
    """A game in which a rival has interrupted, and the card that did it."""
    order = NewTable("en", tuple(map(SeatInfo, ("Ann", "Bob", "Cleo"))), "short", "vote", rules={"first_narrator": 0})
    setup = order.setup()
    for seed in range(1000):
        state = tale.new_game(setup, seed)
        for laid in state.hands[0]:
            for card in state.hands[1]:
                if setup.card[card].interrupt and setup.card[card].category == setup.card[laid].category:
                    tables = service()
                    game = tables.create(replace(order, seed=seed))
                    tables.command(game, tale.Tell(0, "Once."), command_id="1")
                    tables.command(game, tale.LayCard(0, laid, 0), command_id="2")
                    claim = tale.Claim(1, card, tale.ClaimHow.INTERRUPT)
                    assert tables.command(game, claim, command_id="3").refusal is None
                    return game, card
    raise AssertionError("no such deal")


def test_an_interrupt_is_read_listed_among_the_decisions_and_exported() -> None:
    game, card = interrupted()
    at = opened("tales", "en")
    name = load_deck("en").by_id[card].name
    assert f"Bob interrupts with “{name}”" in said(at)
    document = at.get_by_key(f"download_{game}")
    assert document
    view = service().look(game, None)
    text = as_markdown(Transcript("T", ("Ann", "Bob", "Cleo"), view.tale, load_deck("en")), catalogue("en"))
    assert f"2. {name} — Bob, who interrupted" in text


@pytest.mark.parametrize("page", ["home", "tales"])
def test_markup_in_names_and_titles_stays_text(page: str) -> None:
    told("Once.", names=(HOSTILE, "Bob", "Cleo"), title=HOSTILE)
    at = opened(page, "en")
    texts = said(at)
    assert "<b>" not in texts
    assert "*y*" not in texts
    assert ":smile:" not in texts
    assert "](http" not in texts


@pytest.mark.parametrize(
    ("typed", "finds"),
    [("", 114), ("дракон", 1), ("DRAGON", 1), ("ребенок", 1), ("there is no such card", 0)],
)
def test_the_deck_is_searched_in_every_language(typed: str, finds: int) -> None:
    at = opened("deck", "en")
    at.text_input(key="deck_search").set_value(typed).run()
    count = int(at.caption[0].value.split()[0])
    assert count == finds or (0 < finds <= count < 114)


def test_the_deck_is_filtered_by_category_and_interrupt() -> None:
    at = opened("deck", "en")
    at.toggle(key="deck_interrupts").set_value(True).run()
    assert at.caption[0].value == "34 cards"
    at.get_by_key("deck_categories").set_value(["character"]).run()
    assert at.caption[0].value == "8 cards"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_print_every_choice_of_the_house(language: str) -> None:
    table = said(opened("rules", language))
    words = catalogue(language)
    for field in fields(TaleSetup):
        if field.name not in ("players", "cards", "endings"):
            key = f"setup.{field.name}"
            assert words.has(key), key
            assert key not in table
            assert f"{key}_" not in table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_what_home_offers_and_with_which_clock_it_begins(language: str) -> None:
    at, words = opened("rules", language), catalogue(language)
    on_home = plain(words.t("rules.on_home"))
    listed = [line for line in said(at).split("\n- ") if on_home in line]
    offered = (
        "setup.help",
        "setup.first_narrator",
        "setup.hand_size",
        "setup.endings_each",
        "setup.silence_seconds",
        "setup.refused_ending_not_yet",
        "setup.drawn_when_interrupted",
    )
    assert [line.startswith(f"**{plain(words.t(key))}**") for line, key in zip(listed, offered, strict=True)] == [
        True
    ] * len(offered)
    assert "30" in listed[offered.index("setup.silence_seconds")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_gone_is_named_with_the_way_home(language: str) -> None:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    at.query_params["game"] = "no-such-game"
    at.switch_page("screens/table.py").run()
    assert at.error[0].value == catalogue(language).t("error/unknown_game")
    assert not at.exception


def test_a_fault_of_ours_is_told_in_words_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_tables: Tables) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(Tables, "games", fails)
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = "ru"
    at.run()
    assert at.error[0].value == catalogue("ru").t("error/unknown")
    assert not at.exception
    assert "a secret detail" not in said(at)
    assert "a secret detail" in caplog.text


def test_a_database_that_cannot_be_opened_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is no database, just some text" * 100)
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{broken}")
    settings.cache_clear()
    at = AppTest.from_file(str(MAIN), default_timeout=30).run()
    assert at.error[0].value == catalogue("en").t("error/store_unavailable")
