"""A deck is read whole or not at all: every fault is told with its file, its card, its field and a remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.decks import languages, load_deck
from companion.errors import DamagedDeck
from companion.rules.cards import Category

COMMON: dict[str, Any] = {
    "name": "small",
    "cards": [
        {"id": "horse", "category": "character", "pictogram": "horse"},
        {"id": "old-mill", "category": "place", "interrupt": True, "pictogram": "mill"},
    ],
    "endings": ["home-at-last"],
}
ENGLISH: dict[str, Any] = {
    "title": "A small deck",
    "cards": {
        "horse": {"name": "Horse", "other": ["mare"], "gloss": "people ride it", "level": "A1"},
        "old-mill": {"name": "Old Mill", "gloss": "it made flour once", "level": "B1"},
    },
    "endings": {"home-at-last": "So they came home at last."},
}
INTERRUPTS = {
    "witch", "monster", "thief", "brother", "old-woman", "beggar", "wolf", "bird", "ring", "key", "treasure",
    "crown", "mirror", "letter", "apple", "cave", "road", "river", "tower", "town", "hut", "hidden", "beautiful",
    "evil", "sleeping", "flying", "stolen", "contest", "rescue", "meeting", "death", "escape", "chase",
    "transformation",
}  # fmt: skip


def write(folder: Path, common: object = COMMON, english: object = ENGLISH) -> str:
    for name, content in (("deck.yaml", common), ("en.yaml", english)):
        text = content if isinstance(content, str) else yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def changed(content: dict[str, Any], change: Callable[[Any], object]) -> dict[str, Any]:
    copy: dict[str, Any] = yaml.safe_load(yaml.safe_dump(content))
    change(copy)
    return copy


def test_a_folder_of_the_same_form_is_a_deck(tmp_path: Path) -> None:
    folder = write(tmp_path)
    deck = load_deck("en", folder)

    assert languages(folder) == ("en",)
    assert (deck.name, deck.language, deck.title) == ("small", "en", "A small deck")
    assert [(card.id, card.name, card.category, card.interrupt) for card in deck.cards] == [
        ("horse", "Horse", Category.CHARACTER, False),
        ("old-mill", "Old Mill", Category.PLACE, True),
    ]
    assert deck.by_id["horse"].face.other == ("mare",)
    assert deck.by_id["old-mill"].face.other == ()
    assert deck.endings == {"home-at-last": "So they came home at last."}
    assert [card.id for card in deck.story_cards] == ["horse", "old-mill"]


def test_a_byte_order_mark_of_an_editor_is_no_fault(tmp_path: Path) -> None:
    folder = write(tmp_path)
    path = tmp_path / "en.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_deck("en", folder).title == "A small deck"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda deck: deck.update(colour="red"), ["colour", "unknown"]),
        (lambda deck: deck["cards"][1].update(colour="red"), ["cards: old-mill: colour", "unknown"]),
        (
            lambda deck: deck["cards"][1].update(category="weather"),
            ["old-mill: category", "'event'", "'weather'"],
        ),
        (lambda deck: deck["cards"][1].update(interrupt="perhaps"), ["cards: old-mill: interrupt", "'perhaps'"]),
        (lambda deck: deck["cards"][1].pop("pictogram"), ["cards: old-mill: pictogram", "missing"]),
        (lambda deck: deck["cards"][1].pop("id"), ["cards: number 2: id", "missing"]),
        (lambda deck: deck["cards"][1].update(id="Old Mill"), ["cards: Old Mill: id"]),
        (lambda deck: deck["cards"].append(deck["cards"][0]), ["card 'horse'", "twice"]),
        (lambda deck: deck["endings"].append("home-at-last"), ["ending 'home-at-last'", "twice"]),
        (lambda deck: deck["endings"].append(7), ["endings: number 2", "7"]),
        (lambda deck: deck.pop("name"), ["name", "missing"]),
        (lambda deck: deck.update(cards="horse"), ["cards", "'horse'"]),
    ],
)
def test_a_fault_in_the_common_file_is_named(change: Callable[[Any], object], says: list[str], tmp_path: Path) -> None:
    folder = write(tmp_path, common=changed(COMMON, change))
    with pytest.raises(DamagedDeck) as fault:
        load_deck("en", folder)
    assert all(part in str(fault.value) for part in [str(tmp_path / "deck.yaml"), *says]), str(fault.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda face: face.update(author="me"), ["author", "unknown"]),
        (lambda face: face["cards"]["horse"].update(sound="neigh"), ["cards: horse: sound", "unknown"]),
        (lambda face: face["cards"]["horse"].update(level="D1"), ["cards: horse: level", "'A1'", "'D1'"]),
        (lambda face: face["cards"]["horse"].update(name=""), ["cards: horse: name", "1 character"]),
        (lambda face: face["cards"]["horse"].update(name="n" * 301), ["cards: horse: name", "300"]),
        (lambda face: face["cards"]["horse"].update(name=5), ["cards: horse: name", "string", "5"]),
        (lambda face: face["cards"]["horse"].update(other="mare"), ["cards: horse: other", "'mare'"]),
        (lambda face: face["cards"]["horse"].update(other=["mare", " "]), ["cards: horse: other: number 2"]),
        (lambda face: face["cards"]["horse"].pop("gloss"), ["cards: horse: gloss", "missing"]),
        (lambda face: face["cards"].update(horse=None), ["cards: horse", "None"]),
        (lambda face: face["cards"].pop("old-mill"), ["cards: 'old-mill' is missing", "add it"]),
        (lambda face: face["cards"].update(cat=face["cards"]["horse"]), ["cards: 'cat'", "remove it"]),
        (lambda face: face["endings"].pop("home-at-last"), ["endings: 'home-at-last' is missing", "add it"]),
        (lambda face: face["endings"].update({"the-end": "The end."}), ["endings: 'the-end'", "remove it"]),
        (lambda face: face["endings"].update({"home-at-last": ["So."]}), ["endings: home-at-last", "string"]),
    ],
)
def test_a_fault_in_a_language_file_is_named(change: Callable[[Any], object], says: list[str], tmp_path: Path) -> None:
    folder = write(tmp_path, english=changed(ENGLISH, change))
    with pytest.raises(DamagedDeck) as fault:
        load_deck("en", folder)
    assert all(part in str(fault.value) for part in [str(tmp_path / "en.yaml"), *says]), str(fault.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the whole file"),
        ("- horse\n- mill\n", "the whole file"),
        ("title: [never closed\n", "not proper YAML"),
        ("title: Cards\ncards:\n\thorse: {}\n", "not proper YAML"),
        ("title: Cards\ntitle: More cards\n", "'title' stands twice"),
        ("title: Cards\ncards:\n  horse: {name: Horse}\n  horse: {name: Mare}\n", "'horse' stands twice"),
        ("title: Cards\ncards: {[horse]: {name: Horse}}\n", "not proper YAML"),
        ("title: !!python/object:os.system {}\n", "not proper YAML"),
        ("title: Cards\x00\n", "not proper YAML"),
    ],
)
def test_text_that_is_no_deck_is_refused_in_one_line(text: str, says: str, tmp_path: Path) -> None:
    folder = write(tmp_path, english=text)
    with pytest.raises(DamagedDeck, match=r"en\.yaml") as fault:
        load_deck("en", folder)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16"])
def test_another_encoding_is_told_as_such(encoding: str, tmp_path: Path) -> None:
    folder = write(tmp_path)
    (tmp_path / "en.yaml").write_bytes("title: Малая колода\n".encode(encoding))
    with pytest.raises(DamagedDeck, match=r"en\.yaml: it is not UTF-8 .*save it"):
        load_deck("en", folder)


def test_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(DamagedDeck, match=r"deck\.yaml: the file is missing"):
        load_deck("en", str(tmp_path))
    folder = write(tmp_path)
    with pytest.raises(DamagedDeck, match=r"fr\.yaml: the file is missing"):
        load_deck("fr", folder)
    with pytest.raises(DamagedDeck, match="no such deck"):
        load_deck("en", "a-deck-that-nobody-made")


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    folder = write(tmp_path)
    (tmp_path / "en.yaml").unlink()
    (tmp_path / "en.yaml").mkdir()
    with pytest.raises(DamagedDeck, match=r"en\.yaml: the file cannot be read"):
        load_deck("en", folder)


def test_several_faults_are_counted(tmp_path: Path) -> None:
    faulty = changed(ENGLISH, lambda face: [card.pop("level") for card in face["cards"].values()])
    with pytest.raises(DamagedDeck, match="and 1 more"):
        load_deck("en", write(tmp_path, english=faulty))


def test_the_bundled_deck_has_the_cards_of_the_rulebook() -> None:
    cards = load_deck("en").cards
    assert Counter(card.category for card in cards) == {
        Category.CHARACTER: 26, Category.THING: 22, Category.PLACE: 22, Category.ASPECT: 22, Category.EVENT: 22
    }  # fmt: skip
    assert {card.id for card in cards if card.interrupt} == INTERRUPTS
    assert len(INTERRUPTS) == 34


@pytest.mark.parametrize("language", languages())
def test_the_bundled_deck_is_the_same_in_every_language(language: str) -> None:
    deck, english = load_deck(language), load_deck("en")
    assert deck.story_cards == english.story_cards
    assert deck.ending_ids == english.ending_ids
    assert [card.face.level for card in deck.cards].count("C1") < len(deck.cards) / 4
