"""The Table page without a browser: it opens in every state of a game, says what now, and tells faults in words."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.errors import StoreUnavailable
from companion.language.catalogue import catalogue, interface_languages
from companion.rules import tale
from companion.rules.book import legality as book_legality
from companion.rules.hill import legality as hill_legality
from companion.rules.kernel import Refusal
from companion.rules.tale import legality
from companion.settings import settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from companion.table.opening import open_tables
from companion.ui import session
from companion.ui.table import commands
from tests.kit.session import house_with

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
NAMES = ("Ann", "Bob", "Cleo")

ONCE, CLOSE = tale.Tell(0, "Once upon a time there was nothing at all."), tale.Tell(0, "So it came to a close.")


def service() -> Tables:
    return open_tables(settings().database_url)


def game_of(state: str, policy: str = "vote", names: tuple[str, ...] = NAMES) -> str:
    """A game of three around one screen, in the state of that name."""
    tables = service()
    rules = {"first_narrator": 0, "hand_size": 1 if state in ("ending", "over") else 5}
    order = NewTable("en", tuple(map(SeatInfo, names)), "short", policy, seed=1, rules=rules)  # type: ignore[arg-type]
    game = tables.create(order)
    seen = tables.look(game, 0).tale
    closing = [ONCE, tale.LayCard(0, seen.hand[0], 0), CLOSE, tale.PlayEnding(0, seen.endings[0])]
    deeds: dict[str, list[tale.Action]] = {
        "begun": [],
        "told": [ONCE],
        "challenge": [ONCE, tale.Challenge(1, tale.ChallengeKind.TEDIUM)],
        "claim": [ONCE, tale.Claim(1, tables.look(game, 1).tale.hand[0], tale.ClaimHow.ELEMENT, 0)],
        "discarding": [ONCE, tale.PassStory(0)],
        "ending": closing,
        "over": [*closing, tale.Vote(1, True)],  # with half of the others it cannot be refused any more
    }
    for number, deed in enumerate(deeds[state]):
        receipt = tables.command(game, deed, command_id=f"{state}-{number}")
        assert receipt.refusal is None, receipt.refusal
    return game


def opened(game: str, language: str = "en") -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    at.query_params["game"] = game
    return at.switch_page("screens/table.py").run()


def said(at: AppTest) -> str:
    kinds = (at.subheader, at.markdown, at.caption, at.text, at.warning, at.error)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


@LANGUAGES
@pytest.mark.parametrize(
    ("state", "now"),
    [
        ("begun", "now.curtain"),
        ("told", "now.curtain"),
        ("challenge", "now.decide"),
        ("claim", "now.decide"),
        ("discarding", "now.curtain"),
        ("ending", "now.decide"),
        ("over", "now.over"),
    ],
)
def test_the_page_opens_in_every_state_and_says_what_now(state: str, now: str, language: str) -> None:
    at = opened(game_of(state), language)
    assert not at.exception
    assert not at.error
    assert catalogue(language).t(now) in said(at)


@LANGUAGES
@pytest.mark.parametrize(
    ("state", "now"), [("begun", "now.begin"), ("told", "now.tell"), ("discarding", "now.discard")]
)
def test_behind_the_curtain_the_narrator_is_told_what_to_do(state: str, now: str, language: str) -> None:
    at = opened(game_of(state), language)
    at.button(key="curtain.open").click().run()
    assert not at.exception
    assert catalogue(language).t(now) in said(at)


def test_only_the_uninvolved_vote_on_an_objection() -> None:
    at = opened(game_of("challenge"))
    voters = {button.key.split("_")[1] for button in at.button if button.key and button.key.startswith("vote_")}
    assert voters == {"2"}


def test_a_host_rules_instead_of_a_vote_when_the_table_wants_it_so() -> None:
    game = game_of("challenge", "host")
    at = opened(game)
    assert not [button for button in at.button if button.key and button.key.startswith("vote_")]
    at.button(key="host_no").click().run()
    assert service().look(game, None).tale.narrator == 0
    assert service().look(game, None).tale.question is None


@pytest.mark.parametrize("returns", [True, False])
def test_the_card_can_go_back_only_where_the_rules_send_it_back(returns: bool) -> None:
    tables = service()
    rules = {"first_narrator": 0, "hand_size": 5, "challenge_returns_card": returns}
    game = tables.create(NewTable("en", tuple(map(SeatInfo, NAMES)), "short", "vote", seed=1, rules=rules))
    card = tables.look(game, 0).tale.hand[0]
    deeds = (ONCE, tale.LayCard(0, card, 0), tale.Challenge(1, tale.ChallengeKind.TEDIUM))
    for number, deed in enumerate(deeds):
        assert tables.command(game, deed, command_id=str(number)).refusal is None
    labels = [button.label for button in opened(game).button]
    assert (catalogue("en").t("question.yes_card_back") in labels) is returns


def test_what_is_greyed_says_where_the_rules_say_so() -> None:
    """Every section that a refusal names has its words."""
    rules = (legality, book_legality, hill_legality)
    named = {value for one in rules for name, value in vars(one).items() if name.isupper() and isinstance(value, str)}
    sections = {text for text in named if text in commands.SECTIONS}
    assert sections == set(commands.SECTIONS)
    samples = {value for one in rules for name, value in vars(one).items() if name.startswith("SAMPLE_")}
    assert named - sections <= samples
    for language in interface_languages():
        said = commands.why_not(Refusal("tale/own_story", legality.CLAIMS), catalogue(language))
        assert said.endswith(f"*{catalogue(language).t('section.claims')}*")


def test_the_curtain_is_closed_again_after_the_others_have_voted() -> None:
    game = game_of("told")
    at = opened(game)
    at.button(key="curtain.open").click().run()
    service().command(game, tale.Challenge(1, tale.ChallengeKind.TEDIUM), command_id="elsewhere")
    at.run()
    at.button(key="vote_2_no").click().run()
    assert service().look(game, None).tale.question is None
    assert at.button(key="curtain.open")


def test_going_back_to_the_table_covers_the_rivals_hand() -> None:
    at = opened(game_of("told"))
    at.button(key="table.my_word_2").click().run()
    assert catalogue("en").t("curtain.for", name="Cleo") in said(at)
    at.button(key="curtain.open").click().run()
    at.button(key="table.back").click().run()
    assert catalogue("en").t("curtain.for", name="Ann") in said(at)


def test_a_name_that_turns_the_line_around_turns_only_itself() -> None:
    texts = said(opened(game_of("challenge", names=("Ann", "\u202eshalom", "Cleo"))))
    assert "\u2068\u202eshalom\u2069 objects" in texts
    assert texts.count("\u202eshalom") == texts.count("\u2068\u202eshalom\u2069")


def test_an_objection_that_is_not_open_is_greyed() -> None:
    at = opened(game_of("begun"))
    at.button(key="table.my_word_1").click().run()
    at.button(key="curtain.open").click().run()
    assert at.button(key="table.object_tedium").disabled
    assert at.button(key="table.object_silence").disabled  # the narrator was not silent when Bob asked for the word


def test_silence_that_began_when_a_rival_took_the_screen_is_not_held_against_the_narrator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed = 0.0
    store = GameStore(settings().database_url)
    house = house_with(Tables(store, now=lambda: time.time() + passed), store)
    monkeypatch.setattr(session, "open_house", lambda: house)
    at = opened(game_of("told"))
    at.button(key="table.my_word_1").click().run()
    at.button(key="curtain.open").click().run()
    passed = 3600.0  # the rival looks at the cards for an hour, and the clock runs
    at.run()
    silence = at.button(key="table.object_silence")
    assert (silence.disabled, silence.help) == (True, catalogue("en").t("table.was_not_silent", limit="10"))


@LANGUAGES
def test_a_database_that_fails_in_mid_game_is_told_and_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    game = game_of("challenge")
    at = opened(game, language)

    def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("it may not be written")

    with monkeypatch.context() as broken:
        broken.setattr(GameStore, "append", fails)
        at.button(key="vote_2_no").click().run()
    assert not at.exception
    assert [toast.value for toast in at.toast] == [catalogue(language).t("error/store_unavailable")]
    at.button(key="vote_2_no").click().run()
    assert service().look(game, None).tale.question is None
