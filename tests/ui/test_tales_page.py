"""Tales are read, renamed, kept and deleted, and what players typed stays plain text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.deck import load_deck
from companion.exports.transcript import Transcript, as_markdown
from companion.language.catalogue import catalogue
from companion.rules import tale
from companion.table import NewTable, SeatInfo
from companion.ui.plain import plain
from tests.ui.visits import HOSTILE, LANGUAGES, damage, finished, opened, said, service, told, whole


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
