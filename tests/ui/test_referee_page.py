"""The page "Referee at the table": what it shows of a notebook, what its choices do, and what it says when it fails."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from companion.decks import load_deck
from companion.errors import StoreUnavailable
from companion.language.catalogue import catalogue, interface_languages
from companion.settings import settings
from companion.table.notebook import Notebooks
from companion.table.noted import Notebook
from companion.table.opening import open_notebooks

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
TOKEN = "a-token-of-a-table"
TALE = {
    "en": ("The old king died in the castle.", "Then the king drew his sword and laughed."),
    "ru": ("Старый король умер в замке.", "Потом король выхватил меч и засмеялся."),
}
ENDING = {"en": "And the old king was never forgotten.", "ru": "И старого короля не забыли никогда."}
HOSTILE = "<b>x</b> *y* [z](http://a.b) :smile: $1$"


def books() -> Notebooks:
    return open_notebooks(settings().database_url)


def book(language: str = "en") -> Notebook:
    return books().open(TOKEN, language)


def noted(*told: str, language: str = "en", **chosen: Any) -> Notebook:
    """A notebook in which that stands."""
    books().choose(book(language), silence_seconds=45, **chosen)
    for number, text in enumerate(told):
        assert books().tell(book(), text, narration=f"message {number}") is None
    return book()


def opened(language: str = "en", token: str = TOKEN) -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=60)
    at.query_params["lang"] = language
    at.run()
    if token:
        at.query_params["notebook"] = token
    return whole(at.switch_page("screens/referee.py").run())


def whole(at: AppTest) -> AppTest:
    assert not at.exception
    assert not at.error
    return at


def said(at: AppTest) -> str:
    kinds = (at.title, at.header, at.subheader, at.markdown, at.caption, at.text, at.warning)
    return "\n".join(str(element.value) for kind in kinds for element in kind).replace("\u2060", "").replace("\\", "")


def click(at: AppTest, key: str) -> AppTest:
    """Presses the button whose key begins so; some have the version at the end."""
    button = next(one for one in at.button if (one.key or "").startswith(key))
    return whole(button.click().run())


@LANGUAGES
def test_an_empty_notebook_says_how_it_goes_and_keeps_nothing_until_something_is_noted(language: str) -> None:
    at = opened(language, token="")
    texts = catalogue(language)
    assert at.title[0].value == texts.t("page.referee")
    for text in ("begin", "no_lines", "log_empty", "ending_too_early", "kept_here"):
        assert texts.t(f"notebook.{text}") in said(at)
    token = at.query_params["notebook"]
    assert len(token) >= 16
    assert books().open(token, language).version == 0
    assert books().open(token, language).language == language


@LANGUAGES
def test_a_contradiction_is_shown_with_the_earlier_line_and_people_overrule_it(language: str) -> None:
    noted(*TALE[language], language=language, cards=["king", "sword", "wolf"])
    at = opened(language)
    texts = catalogue(language)
    assert texts.t("challenge.contradiction") in said(at)
    assert f"{texts.t('notebook.earlier')} *{texts.t('notebook.quote', quote=TALE[language][0])}*" in said(at)
    version = book().version
    at.text_input(key=f"notebook_rule_{version}_1_by").set_value("Ann")
    at.text_input(key=f"notebook_rule_{version}_1_reason").set_value("a ghost")
    click(at, f"notebook_rule_{version}_1_rejected")
    (ruling,) = book().rulings
    assert (ruling.about, ruling.verdict, ruling.by, ruling.reason) == ("contradiction", "rejected", "Ann", "a ghost")
    assert texts.t("notebook.log_overruled") in said(at)
    assert not [one for one in at.button if (one.key or "").startswith("notebook_rule_")]
    assert at.text_input(key="notebook_objection_by").value == "Ann"


@LANGUAGES
def test_the_last_sentence_names_the_cards_in_play_that_it_mentions(language: str) -> None:
    noted(*TALE[language], language=language, cards=["king"], mode="off")
    at = opened(language)
    names = {card: load_deck(language).by_id[card].name for card in ("king", "sword")}
    assert names["king"] in said(at)
    assert names["sword"] not in said(at)
    whole(at.toggle(key=f"notebook.whole_deck_{TOKEN}").set_value(True).run())
    assert names["sword"] in said(at)
    assert book().whole_deck


def test_cards_are_chosen_by_name_and_stay() -> None:
    language = "en"
    noted(*TALE[language])
    at = opened(language)
    assert catalogue(language).t("notebook.no_cards") in said(at)
    whole(at.multiselect(key=f"notebook.cards_{TOKEN}_en").select("king").run())
    assert book().cards == ("king",)
    assert opened(language).multiselect(key=f"notebook.cards_{TOKEN}_en").value == ["king"]


@pytest.mark.parametrize(
    ("choice", "value"), [("mode", "request"), ("mode", "off"), ("gentle", True), ("silence_seconds", 0)]
)
def test_every_choice_is_kept(choice: str, value: Any) -> None:
    noted(*TALE["en"])
    at = opened()
    widget = at.get_by_key(f"notebook.{choice}_{TOKEN}")
    whole(widget.set_value(value).run())
    assert getattr(book(), choice) == value
    opened()


def test_the_tale_is_heard_in_the_language_that_was_chosen_for_it() -> None:
    noted(*TALE["ru"], language="en")
    at = opened("en")
    whole(at.get_by_key(f"notebook.language_{TOKEN}").set_value("ru").run())
    found = book().suggestion(1)
    assert found is not None
    assert found.verdict == "contradiction"
    assert catalogue("en").t("challenge.contradiction") in said(at)


def test_on_request_a_button_asks_and_a_sound_sentence_is_called_sound() -> None:
    noted("The old king lived in a castle.", mode="request")
    at = opened()
    texts = catalogue("en")
    assert texts.t("notebook.nothing_against") not in said(at)
    click(at, "notebook.ask_")
    assert texts.t("notebook.nothing_against") in said(at)


def test_a_gentle_referee_asks() -> None:
    noted(*TALE["en"], gentle=True)
    at, texts = opened(), catalogue("en")
    assert texts.t("notebook.suggests_gently", about=texts.t("challenge.contradiction")) in said(at)
    options = at.get_by_key(f"notebook.about_{TOKEN}_True").options
    assert texts.t("challenge.silence") not in options
    assert texts.t("challenge.nonsense") in options


def test_anybody_may_object_to_any_line() -> None:
    noted(*TALE["en"])
    at = opened()
    whole(at.selectbox(key=f"notebook.line_{TOKEN}_2").set_value(0).run())
    whole(at.get_by_key(f"notebook.about_{TOKEN}_False").set_value("silence").run())
    at.text_input(key="notebook_objection_by").set_value("all of us")
    click(at, "notebook_objection_upheld")
    (ruling,) = book().rulings
    assert (ruling.about, ruling.verdict, ruling.index, ruling.by) == ("silence", "upheld", 0, "all of us")


@LANGUAGES
def test_an_ending_is_judged_with_reasons_and_closes_the_tale(language: str) -> None:
    noted(*TALE[language], language=language)
    books().judge(book(), ENDING[language])
    at, texts = opened(language), catalogue(language)
    assert ENDING[language] in said(at)
    click(at, "notebook_ending_ruling_upheld")
    assert book().final == ENDING[language]
    assert texts.t("notebook.closed") in said(at)
    click(at, "notebook.reopen_")
    assert book().final == ""


def test_the_last_line_is_taken_back() -> None:
    noted(*TALE["en"])
    click(opened(), "notebook.undo_")
    assert [line.text for line in book().lines] == [TALE["en"][0]]


def test_the_document_holds_story_and_log() -> None:
    noted(*TALE["en"])
    books().rule(book(), "contradiction", "rejected", index=1, by=HOSTILE)
    at = opened()
    assert not at.download_button(key="notebook.download").disabled
    click(at, "notebook.new")
    assert at.query_params["notebook"] != TOKEN
    assert at.download_button(key="notebook.download").disabled


def test_clearing_asks_first() -> None:
    noted(*TALE["en"])
    at = opened()
    click(at, "notebook.clear")
    assert book().lines
    click(at, "notebook.clear_now")
    assert not book().lines


def test_what_people_type_is_shown_as_they_typed_it() -> None:
    noted(HOSTILE)
    books().judge(book(), HOSTILE)
    books().rule(book(), "nonsense", "upheld", index=0, by=HOSTILE, reason=HOSTILE)
    at = opened()
    markup = "\n".join(str(one.value) for one in (*at.markdown, *at.caption))
    assert "<b>" not in markup.replace("\\<", "")
    assert "](http" not in markup.replace("\\]\\(", "")
    assert HOSTILE in said(at)


@LANGUAGES
def test_a_damaged_notebook_says_so_and_a_new_one_opens(language: str) -> None:
    noted(*TALE[language], language=language)
    with sqlite3.connect(settings().database_url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE notebooks SET document = '{'")
    database.close()
    at, texts = opened(language), catalogue(language)
    assert at.warning[0].value == texts.t("notebook.damaged")
    assert TOKEN in said(at)
    click(at, "notebook.new")
    assert texts.t("notebook.begin") in said(at)


@pytest.mark.parametrize("address", ["x", "../../etc/passwd", "<b>x</b>", "' OR 1=1 --", "x" * 5000])
def test_an_address_that_is_none_opens_a_new_notebook(address: str) -> None:
    at = opened(token=address)
    assert at.query_params["notebook"] != address
    assert catalogue("en").t("notebook.begin") in said(at)


@pytest.mark.parametrize("address", ["_begins-with-one", "two__in-a-row", "ends-with-one_"])
def test_a_notebook_opens_whatever_its_id_holds(address: str) -> None:
    books().tell(books().open(address, "en"), TALE["en"][0], narration="a message")
    books().judge(books().open(address, "en"), ENDING["en"])
    at = opened(token=address)
    assert at.query_params["notebook"] == address


@LANGUAGES
def test_what_cannot_be_saved_is_said(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    noted(*TALE[language], language=language)
    at = opened(language)

    def fails(*_: object) -> None:
        raise StoreUnavailable("it may not be written")

    monkeypatch.setattr("companion.storage.notebooks.NotebookStore.save", fails)
    click(at, "notebook.undo_")
    assert [toast.value for toast in at.toast] == [catalogue(language).t("error/store_unavailable")]


@LANGUAGES
def test_home_leads_here(language: str) -> None:
    at = AppTest.from_file(str(MAIN), default_timeout=60)
    at.query_params["lang"] = language
    whole(at.run())
    links = [one.proto for one in at.get("page_link")]
    assert catalogue(language).t("notebook.from_home") in [link.label for link in links]


def test_the_notebook_of_this_session_is_open_again_after_a_look_at_another_page() -> None:
    noted(*TALE["en"])
    at = opened()
    at.switch_page("screens/rules.py").run()
    at.query_params.clear()
    whole(at.switch_page("screens/referee.py").run())
    assert at.query_params["notebook"] == TOKEN
    assert TALE["en"][0] in "".join(at.selectbox[0].options)
