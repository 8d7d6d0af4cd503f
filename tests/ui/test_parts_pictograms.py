"""Every card has a drawing, and drawings are nothing but shapes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.decks.deck import BUNDLED
from companion.decks.pictograms import pictogram, pictograms, read_pictograms
from companion.errors import DamagedDeck
from companion.rules.cards import Category

SHAPE = '<path fill="currentColor" d="M0 0h9z"/>'


def test_every_card_of_the_deck_has_a_drawing() -> None:
    import yaml

    cards = yaml.safe_load((BUNDLED / "tale" / "deck.yaml").read_text(encoding="utf-8"))["cards"]
    assert len(cards) == 114
    assert [card["id"] for card in cards if card["pictogram"] not in pictograms()] == []


@pytest.mark.parametrize("name", [*(f"category-{category}" for category in Category), "interrupt-mark", "ending"])
def test_the_marks_on_cards_have_drawings(name: str) -> None:
    assert pictogram(name).body


def test_every_drawing_that_is_not_ours_is_credited() -> None:
    credits = (BUNDLED / "PICTOGRAMS.md").read_text(encoding="utf-8")
    assert [name for name in pictograms() if f"`{name}`" not in credits] == []


def test_drawings_of_different_cards_differ() -> None:
    bodies = [drawing.body for drawing in pictograms().values()]
    assert len(bodies) == len(set(bodies))


def test_a_missing_drawing_is_named() -> None:
    with pytest.raises(DamagedDeck, match=r"pictograms.json: unicorn: there is no such pictogram"):
        pictogram("unicorn")


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        '<path onclick="alert(1)" d="M0 0"/>',
        '<image href="https://example.org/x.png"/>',
        '<g style="fill:url(javascript:1)"><path d="M0 0"/></g>',
        f"{SHAPE}text",
        "",
    ],
)
def test_more_than_shapes_is_refused(tmp_path: Path, body: str) -> None:
    file = tmp_path / "pictograms.json"
    file.write_text(json.dumps({"cat": {"viewBox": "0 0 512 512", "body": body}}), encoding="utf-8")
    with pytest.raises(DamagedDeck, match="cat: `body` may hold only"):
        read_pictograms(file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read"),
        ("[]", "must be an object"),
        ('{"cat": {"body": "x"}}', "cat: a drawing has exactly"),
        ('{"cat": {"viewBox": "0 0", "body": "x"}}', "cat: `viewBox` must be"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "pictograms.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedDeck, match=says):
        read_pictograms(file)
