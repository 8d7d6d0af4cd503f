"""The book's texts: complete in every language, short enough for a card, and faults are named with their place."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from companion.decks import book_languages, book_texts, load_book
from companion.errors import DamagedDeck
from companion.language import sentences
from companion.language.level import LEVELS, sentence_level
from companion.rules.book import CELLS

LANGUAGES = book_languages()
OWN_WORDS = frozenset("luke ruby spark рута искра зажигать великан".split())
"""The book's own name and things: who reads the chapters in order learns them there."""


def test_the_book_is_written_in_russian_and_english() -> None:
    assert {"en", "ru"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_has_a_title_of_its_own_and_two_sentences(language: str) -> None:
    book = load_book(language)
    assert list(book.chapters) == list(CELLS)
    assert len({chapter.title for chapter in book.chapters.values()}) == len(CELLS)
    counts = {number: len(sentences(chapter.telling, language)) for number, chapter in book.chapters.items()}
    assert {number: count for number, count in counts.items() if count != 2} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_of_level_b1_can_read_it(language: str) -> None:
    hard = {
        number: chapter.telling
        for number, chapter in load_book(language).chapters.items()
        if LEVELS.index(sentence_level(chapter.telling, language, OWN_WORDS)) > LEVELS.index("B1")
    }
    assert hard == {}


@pytest.mark.parametrize(
    ("spoilt", "says"),
    [
        (lambda book: book["chapters"].pop(7), "chapter 7 is missing"),
        (lambda book: book["chapters"].update({20: book["chapters"][1]}), "chapter 20: a book has chapters 1 to 19"),
        (lambda book: book["chapters"][3].pop("telling"), "chapters: 3: telling: this field is missing"),
        (lambda book: book["chapters"][3].update(picture="x"), "chapters: 3: picture: this key is unknown"),
        (lambda book: book.update(tale=""), "tale: "),
    ],
    ids=["missing", "too many", "no telling", "unknown key", "empty"],
)
def test_a_damaged_book_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spoilt, says: str
) -> None:
    book = yaml.safe_load((book_texts.FOLDER / "en.yaml").read_text(encoding="utf-8"))
    spoilt(book)
    (tmp_path / "xx.yaml").write_text(yaml.safe_dump(book), encoding="utf-8")
    monkeypatch.setattr(book_texts, "FOLDER", tmp_path)
    with pytest.raises(DamagedDeck, match=r"xx\.yaml") as fault:
        load_book.__wrapped__("xx")
    assert says in str(fault.value)


def test_a_language_without_a_book_is_named(tmp_path: Path) -> None:
    with pytest.raises(DamagedDeck, match=r"qq\.yaml: the file is missing"):
        load_book("qq")
