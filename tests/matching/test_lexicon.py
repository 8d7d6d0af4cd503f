"""The lexicon beside the deck's names: what a file may hold, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import DamagedDeck
from companion.matching.lexicon import lexicon, read_lexicon
from companion.matching.vocabulary import make_vocabulary, vocabulary


def test_entry_is_a_text_or_has_a_part_of_speech(tmp_path: Path) -> None:
    path = tmp_path / "en.yaml"
    path.write_text(
        "cards:\n  horse:\n    hit: [old nag, {text: bay, pos: noun, sense: a brown horse}]\n"
        "    ask: [rider]\n    never: [horse around]\n    describe: [an animal that people ride]\n",
        encoding="utf-8",
    )
    read = read_lexicon(path, "en").cards["horse"]
    assert [(one.text, one.pos) for one in read.hit] == [("old nag", None), ("bay", "noun")]
    assert read.describe == ("an animal that people ride",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cards: {unicorn: {hit: [horn]}}", "'unicorn' is no card of the deck"),
        ("cards: {horse: {hits: [nag]}}", "cards: horse: hits: this key is unknown"),
        ("cards: {horse: {hit: [{text: nag, pos: verbal}]}}", "cards: horse: hit: number 1: pos"),
        ("cards: {horse: {hit: [nag], ask: [Nag]}}", "horse: ask: 'Nag' stands twice"),
        ("cards: {horse: {hit: ['']}}", "cards: horse: hit"),
        ("cards: [", "it is not proper YAML"),
    ],
)
def test_wrong_lexicon_is_told_by_file_card_and_field(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "en.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedDeck, match=r"en\.yaml") as fault:
        read_lexicon(path, "en")
    assert told in str(fault.value)


def test_custom_deck_and_language_without_a_file_have_no_lexicon() -> None:
    assert lexicon("en", "/some/deck").cards == {}
    assert lexicon("xx").cards == {}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_stored_vocabulary_says_what_the_texts_say(language: str) -> None:
    stored, made = vocabulary(language, "tale"), make_vocabulary(language, "tale")
    assert stored.names == made.names
    assert stored.idioms == made.idioms


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_stored_vocabulary_is_fresh_so_that_the_first_flag_comes_at_once(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made_anew(*_: str) -> None:
        pytest.fail("texts or language code have changed since the vocabulary was stored: run `make matcher`")

    monkeypatch.setattr("companion.matching.vocabulary.make_vocabulary", made_anew)
    assert vocabulary(language, "tale").names
