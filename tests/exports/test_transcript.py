"""A tale leaves as a document that any Markdown reader shows as it was told; read back here with a real one."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from companion.decks.deck import load_deck
from companion.exports.transcript import Transcript, as_markdown, escape, file_name, passages
from companion.language.catalogue import catalogue
from companion.rules.kernel import Outcome
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView


def tale(*told: tuple[int, str], laid: str = "", ending: str | None = None, seats: int = 2) -> TaleView:
    cards = tuple(Laid(card, 0, "lay", number, number + 1) for number, card in enumerate(laid.split()))
    return TaleView(
        seat=None,
        players=seats,
        phase=Phase.OVER if ending else Phase.TELLING,
        narrator=0,
        turn_why="start",
        hand=(),
        endings=(),
        hand_counts=(0,) * seats,
        draw_count=80,
        discard=(),
        sentences=tuple(Sentence(seat, text) for seat, text in told),
        laid=cards,
        turn_start=0,
        turn_laid=0,
        question=None,
        outcome=Outcome((0,), "tale/won") if ending else None,
        final_ending=ending,
    )


def document(view: TaleView, *, title: str = "Ring", names: tuple[str, ...] = ("Ann", "Bob"), **more: object) -> str:
    transcript = Transcript(title, names, view, load_deck("en"), **more)  # type: ignore[arg-type]
    return as_markdown(transcript, catalogue("en"))


def shown(markdown: str) -> str:
    """The text that a reader of the document sees, without any markup."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(markdown)
    return "\n".join(
        "".join(part.content for part in token.children or []) for token in tokens if token.type == "inline"
    )


def test_the_tale_is_told_in_passages_by_its_narrators() -> None:
    view = tale((0, "A king rode out."), (0, "Night fell."), (1, "A wolf barred his way."), (0, "It spoke."))
    assert [(part.seat, len(part.sentences)) for part in passages(view.sentences)] == [(0, 2), (1, 1), (0, 1)]
    text = shown(document(view))
    assert "Ann. A king rode out. Night fell." in text
    assert "Bob. A wolf barred his way." in text


def test_a_finished_tale_closes_with_its_ending_and_winner() -> None:
    deck = load_deck("en")
    ending = deck.ending_ids[0]
    text = shown(document(tale((0, "They came home."), laid="king ring", ending=ending), told_on="1 May 2026"))
    assert deck.endings[ending] in text
    assert "1 May 2026" in text
    assert "Ann" in text.splitlines()[-4]
    assert text.splitlines()[-2:] == ["King — Ann", "Ring — Ann"]


def test_an_unfinished_tale_says_so() -> None:
    assert catalogue("en").t("transcript.unfinished") in shown(document(tale((0, "A king rode out."))))


def test_rulings_are_listed_with_their_reasons() -> None:
    text = shown(document(tale((0, "A mare ran by.")), rulings=("Horse: a mare is a horse (vote 2 to 1)",)))
    assert text.splitlines()[-1] == "Horse: a mare is a horse (vote 2 to 1)"


HOSTILE = [
    "# not a heading",
    "1. not a list",
    "- not a list",
    "+ not a list",
    "=====",
    "> not a quote",
    "*not* _slanted_ **or** __bold__ ~~or struck~~",
    "<script>alert(1)</script><b>bold</b>",
    "[a link](http://example.org) ![a picture](x.png)",
    "http://example.org www.example.org a@example.org <http://example.org>",
    "`code` ``` fence",
    "a | table | row",
    "&amp; &lt; &#42;",
    "$x$ and $$y$$",
    "back\\slash \\*",
    "שלום ‮ olleh",
    "🐸 👑",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_players_type_is_shown_as_typed(text: str) -> None:
    markdown = document(tale((0, text)), title=text, names=(text, "Bob"), rulings=(text,))
    lines = shown(markdown).splitlines()
    assert lines[0] == text
    assert lines[2] == f"{text}. {text}"
    assert lines[-1] == text
    html = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(markdown)
    assert not any(tag in html for tag in ("<script", "<b>", "<a ", "<img", "<code", "<table", "<s>", "<blockquote"))


def test_line_breaks_and_control_characters_cannot_break_out_of_a_paragraph() -> None:
    assert escape("one\n\n# two\r\n\x00three\x1b[0m\u2028four") == "one # two three \\[0m four"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The king's ring", "The-king-s-ring.md"),
        ("Сказка о кольце", "Сказка-о-кольце.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("  ???  ", "tale.md"),
        ("long " * 100, "long-" * 11 + "long" + ".md"),
    ],
)
def test_a_title_becomes_a_file_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title) == name
