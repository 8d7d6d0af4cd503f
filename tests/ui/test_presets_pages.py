"""Home offers the presets, and the Table page says and shows what is played, and nothing else."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from companion.decks import load_deck
from companion.exports.transcript import Transcript, as_markdown
from companion.language.catalogue import catalogue
from companion.rules import tale
from companion.rules.tale import LayCard, PassStory, PlayEnding, Rule, Ruling, Tell
from companion.settings import settings
from companion.table import NewTable, Preset, SeatInfo, Tables, with_preset
from companion.table.opening import open_tables

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
ME, RIVAL = 0, 1


def service() -> Tables:
    return open_tables(settings().database_url)


def dealt(preset: Preset, *, first: int = ME, hand_size: int = 2, alone: bool = True) -> str:
    """A game of one person and one AI seat (or of two people)."""
    seats = (SeatInfo("Ann"), SeatInfo("Owl", "scripted" if alone else "human"))
    order = NewTable("en", seats, "short", seed=4, rules={"first_narrator": first, "hand_size": hand_size})
    return service().create(with_preset(order, preset))


def do(game: str, *actions: tale.Action) -> None:
    tables = service()
    for action in actions:
        receipt = tables.command(game, action, command_id=f"{tables.look(game, None).version} {action.kind}")
        assert receipt.refusal is None, receipt.refusal


def opened(game: str, language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    at.query_params["game"] = game
    return at.switch_page("screens/table.py").run()


def said(at: AppTest) -> str:
    assert not at.exception
    return "\n".join(str(element.value) for kind in (at.markdown, at.caption, at.text) for element in kind)


def keys(at: AppTest) -> str:
    return " ".join(str(button.key) for button in at.button)


def test_home_says_what_a_preset_is_and_does_not_ask_what_it_fixes() -> None:
    texts = catalogue("ru")
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = "ru"
    at.run()
    assert texts.t("home.about_preset_full") in said(at)
    at.pills(key="home.preset").set_value("relay").run()
    assert texts.t("home.about_preset_relay") in said(at)
    assert texts.t("home.gentle") not in [toggle.label for toggle in at.toggle]
    at.get_by_key("home.sentences").set_value(3).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, ME)
    assert (view.preset, view.tale.played.sentences_a_turn) == ("relay", 3)
    assert (view.silence_limit, view.tale.played.challenges) == (None, ())


def test_as_on_the_table_the_settings_that_it_fixes_are_gone() -> None:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = "en"
    at.run()
    asked = {"home.policy", "home.help", "home.referee", "home.strictness"}
    assert asked <= {radio.key for radio in at.radio}
    at.pills(key="home.preset").set_value("table").run()
    assert {radio.key for radio in at.radio} & asked == {"home.strictness"}
    at.get_by_key("home.drawn").set_value(3).run()
    at.button(key="home.start").click().run()
    view = service().look(service().games()[0].id, ME)
    assert (view.help, view.policy, view.referee) == ("none", "vote", "off")


def test_a_relay_counts_the_sentences_and_then_has_one_thing_to_press() -> None:
    texts, game = catalogue("ru"), dealt("relay")
    do(game, Tell(ME, "Once upon a time."))
    at = opened(game, "ru")
    assert texts.n("now.sentences_left", 1) in said(at)
    assert texts.t("home.preset_relay") in said(at)
    card = service().look(game, ME).tale.hand[0]
    do(game, Tell(ME, f"There was a {load_deck('en').by_id[card].name.lower()}."))
    at.run()
    assert texts.t("now.lay_or_pass") in said(at)
    at.button(key="table.pass_2").click().run()
    assert service().look(game, None).tale.narrator == RIVAL
    assert texts.t("now.wait", name="Owl") in said(at)
    assert "table.object" not in keys(at)


def test_around_one_screen_nobody_asks_for_a_say_that_a_relay_does_not_have() -> None:
    at = opened(dealt("relay", alone=False))
    assert "curtain.open" in keys(at)
    assert "table.my_word" not in keys(at)
    assert "table.my_word" in keys(opened(dealt("cooperative", alone=False)))


def test_a_tale_told_together_waits_for_everybody_and_ends_without_a_winner() -> None:
    texts, game = catalogue("en"), dealt("cooperative", hand_size=1, alone=False)
    stands = Rule(Ruling(True, by="host"))
    mine, other = (service().look(game, seat).tale.hand[0] for seat in (ME, RIVAL))
    do(game, Tell(ME, "It began."), LayCard(ME, mine, 0))
    do(game, *([stands] if service().look(game, None).tale.question else []))
    assert service().look(game, None).tale.narrator == RIVAL, "the only one who still holds a card"
    do(game, PassStory(RIVAL))
    at = opened(game)
    at.button(key="curtain.open").click().run()
    assert texts.t("now.others_hold_cards") in said(at)
    do(game, PassStory(ME), Tell(RIVAL, "It went on."), LayCard(RIVAL, other, 1))
    do(game, *([stands] if service().look(game, None).tale.question else []))
    do(game, PlayEnding(RIVAL, service().look(game, RIVAL).tale.endings[0]), stands)
    at.run()
    assert texts.t("end.together", name="Ann, Owl") in said(at)
    view = service().look(game, None)
    told = Transcript("", ("Ann", "Owl"), view.tale, load_deck("en"))
    assert texts.t("transcript.together", names="Ann, Owl") in as_markdown(told, texts)


def test_the_last_sentence_of_a_relay_can_be_taken_back_before_the_next_narrator_begins() -> None:
    game = dealt("relay")
    do(game, Tell(ME, "Once."), Tell(ME, "Long ago."))
    assert service().look(game, None).tale.narrator == RIVAL
    opened(game).button(key="table.undo_2").click().run()
    assert service().look(game, ME).tale.sentences_left == 1
