"""A tale leaves as one page to read or print; read back here with a real parser of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from companion.decks.deck import load_deck
from companion.exports.page import as_page
from companion.exports.transcript import Transcript, file_name
from companion.language.catalogue import catalogue, interface_languages
from companion.rules.tale.state import TaleView
from tests.exports.test_transcript import tale

HOSTILE = "</p><script>alert(1)</script><img src=x onerror=alert(1)> & <b>bold</b> \"'"


class Page(HTMLParser):
    """What a browser would find: tags, their attributes, and the text outside of the style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in ("meta", "hr"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, "what is opened last is closed first"

    def handle_data(self, data: str) -> None:
        if data.strip() and self._open[-1] != "style":
            self.texts.append(data.strip())

    @property
    def is_closed(self) -> bool:
        return not self._open


def page(view: TaleView, *, title: str = "Ring", names: tuple[str, ...] = ("Ann", "Bob"), language: str = "en") -> Page:
    transcript = Transcript(title, names, view, load_deck(language), told_on="1 May 2026")
    return Page(as_page(transcript, catalogue(language)))


@pytest.mark.parametrize("language", interface_languages())
def test_the_page_holds_title_tellers_passages_ending_winner_and_cards(language: str) -> None:
    texts, deck = catalogue(language), load_deck(language)
    ending = deck.ending_ids[0]
    view = tale((0, "A king rode out."), (0, "Night fell."), (1, "A wolf came."), laid="king wolf", ending=ending)
    found = page(view, language=language)
    assert found.is_closed
    assert found.texts[1:] == [
        "Ring",
        f"{texts.t('transcript.told_by', names='Ann, Bob')} · 1 May 2026",
        "Ann",
        "A king rode out. Night fell.",
        "Bob",
        "A wolf came.",
        deck.endings[ending],
        texts.t("transcript.winner", names="Ann"),
        texts.t("transcript.cards"),
        texts.t("transcript.lay", card=deck.by_id["king"].name, who="Ann"),
        texts.t("transcript.lay", card=deck.by_id["wolf"].name, who="Ann"),
    ]
    assert ("html", "lang", language) in found.attributes


def test_a_tale_that_is_not_over_says_so_and_one_without_cards_has_no_list() -> None:
    found = page(tale((0, "A king rode out.")))
    assert catalogue("en").t("transcript.unfinished") in found.texts
    assert "ol" not in found.tags


def test_whatever_players_write_stays_text() -> None:
    harmless = page(tale((0, "One."), (1, "Two.")))
    found = page(tale((0, HOSTILE), (1, HOSTILE)), title=HOSTILE, names=(HOSTILE, "Bob"))
    assert found.tags == harmless.tags
    assert found.texts.count(HOSTILE) == 5  # two titles, a name, two passages
    assert [one[:2] for one in found.attributes] == [one[:2] for one in harmless.attributes]


def test_the_page_loads_nothing_and_forbids_scripts() -> None:
    found = page(tale((0, "A king rode out.")))
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    assert not [one for one in found.attributes if one[1] in ("src", "href")]
    (rule,) = (value for _, name, value in found.attributes if name == "content" and "default-src" in str(value))
    assert rule == "default-src 'none'; style-src 'unsafe-inline'; font-src data:"


def test_its_file_is_named_after_the_title() -> None:
    assert file_name("The ring: of/Ann?", "html") == "The-ring-of-Ann.html"
    assert file_name("", "html") == "tale.html"
