"""What pages say: player text that stays text, long texts in every language, and a tale cut into steps."""

from __future__ import annotations

import re

import pytest

from companion.decks.deck import load_deck
from companion.language.catalogue import interface_languages
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView
from companion.ui.book import FOLDER, chapter, readings
from companion.ui.plain import beside_others, one_line, plain
from companion.ui.replay import shots

LANGUAGES = interface_languages()


@pytest.mark.parametrize(
    "typed",
    [
        "*slanted* **bold** _under_ ~~struck~~ `code`",
        "# heading",
        "[link](http://example.org)",
        "![picture](x.png)",
        "<b>bold</b>",
        "$x^2$",
        ":smile: :red[x] :material/home:",
        "a -> b <- c",
        "| a | b |",
        "&amp;",
        "back\\slash",
    ],
)
def test_markup_in_labels_is_escaped_and_nothing_else_changes(typed: str) -> None:
    shown = plain(typed)
    assert re.sub(r"\\([^a-z\s])", r"\1", shown).replace("\u2060", "") == typed
    assert not re.search(r"(?<!\\)[*_~`\[\]()<>$|#]", shown)
    assert not re.search(r":\w", shown)


def test_long_text_is_cut_in_labels() -> None:
    assert len(plain("x" * 100_000)) == 200
    assert plain("x" * 100_000, 20).endswith("…")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        (" a \n\t b\x00\u2028c ", "a b c"),
        ("👑 Король", "👑 Король"),
        ("שלום", "\u2068שלום\u2069"),
        ("a\u202eb", "\u2068a\u202eb\u2069"),
    ],
)
def test_names_are_one_line_and_keep_their_direction_to_themselves(typed: str, shown: str) -> None:
    assert beside_others(typed) == shown
    assert beside_others(shown) == shown


def test_a_name_is_stored_without_the_signs_that_it_is_shown_with() -> None:
    typed = "שלום" * 10
    assert one_line(typed) == typed
    assert one_line(beside_others(typed)) == typed
    assert len(one_line(one_line(typed))) == 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_readings_are_about_cards_of_the_deck_in_every_language(language: str) -> None:
    assert set(readings(language)) <= set(load_deck(language).by_id)
    assert set(readings(language)) == set(readings("en"))


@pytest.mark.parametrize("name", sorted({path.name.split(".")[0] for path in FOLDER.glob("*.md")}))
@pytest.mark.parametrize("language", LANGUAGES)
def test_long_texts_have_the_same_parts_in_every_language(name: str, language: str) -> None:
    assert (FOLDER / f"{name}.{language}.md").is_file()
    shape = re.compile(r"^(#+ |\d\. |- |\|)", re.MULTILINE)
    assert shape.findall(chapter(name, language)) == shape.findall(chapter(name, "en"))


def test_the_rules_deal_what_the_table_deals() -> None:
    from companion.table import NewTable, SeatInfo

    for row in re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", chapter("tale_rules", "en"), re.MULTILINE):
        players, *dealt = map(int, row)
        seats = tuple(SeatInfo(f"P{seat}") for seat in range(players))
        assert dealt == [NewTable("en", seats, length).setup().dealt for length in ("short", "normal", "full")]


def test_a_tale_is_replayed_in_the_order_of_the_table() -> None:
    view = TaleView(
        seat=None,
        players=2,
        phase=Phase.TELLING,
        narrator=0,
        turn_why="start",
        hand=(),
        endings=(),
        hand_counts=(5, 5),
        draw_count=80,
        discard=(),
        sentences=(Sentence(0, "One."), Sentence(0, "Two."), Sentence(1, "Three.")),
        laid=(Laid("king", 0, "lay", 0, 1), Laid("ring", 0, "lay", 1, 2), Laid("key", 1, "interrupt", 1, 2)),
        turn_start=2,
        turn_laid=2,
        question=None,
        outcome=None,
        final_ending=None,
    )
    steps = shots(view)
    assert [(len(step.sentences), len(step.laid)) for step in steps] == [(1, 0), (1, 1), (2, 1), (2, 2), (2, 3), (3, 3)]
