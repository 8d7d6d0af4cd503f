"""What dictionaries add: a synonym is right, a neighbour is not, and a missing or broken package costs no game."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.answers import check
from companion.answers.knowledge import index, relation, sources
from companion.answers.knowledge.sources import Row
from companion.answers.words import read


@pytest.mark.parametrize(
    ("language", "question", "reference", "given"),
    [
        ("ru", "Кто делает бочки?", "Бондарь", "бочар"),
        ("ru", "У кого восемь щупалец?", "Осьминог", "спрута"),
        ("en", "Who makes barrels?", "A cooper", "barrel maker"),
        ("en", "Which instrument has 88 keys?", "The piano", "pianoforte"),
        ("ru", "Столица Италии?", "Рим", "Rome"),
    ],
)
def test_another_word_for_the_same_thing_is_right(language: str, question: str, reference: str, given: str) -> None:
    found = check(question, given, language=language, reference=reference)
    assert (found.correct, found.verdict) == (True, "other-name")


@pytest.mark.parametrize(
    ("language", "question", "reference", "given"),
    [
        ("ru", "На чём играл Паганини?", "Скрипка", "альт"),
        ("ru", "Какой океан самый глубокий?", "Тихий", "спокойный"),
        ("ru", "Столица Италии?", "Рим", "Афины"),
        ("en", "Which sport is played at Wimbledon?", "Tennis", "table tennis"),
        ("en", "What hung on doors against witches?", "Horseshoe", "shoe"),
        ("en", "What is a synonym of “doctor”?", "Physician", "doctor"),
    ],
)
def test_a_neighbour_is_another_thing(language: str, question: str, reference: str, given: str) -> None:
    assert not check(question, given, language=language, reference=reference).correct


@pytest.mark.parametrize(
    ("wanted", "given", "how"),
    [
        ("violin", "cello", "sisters"),
        ("dog", "poodle", "narrower"),
        ("poodle", "dog", "broader"),
        ("hot", "cold", "opposite"),
        ("violin", "brzzk", "unknown"),
    ],
)
def test_how_two_terms_stand_to_each_other(wanted: str, given: str, how: str) -> None:
    assert relation(read(wanted, "en"), read(given, "en"))[0] == how


def _few(*_: object) -> Iterator[Row]:
    yield Row("member", "s1", "cooper")
    yield Row("member", "s1", "barrel maker")
    yield Row("kind", "s1", "s2")
    yield Row("opposite", "hot", "cold")


def _broken() -> Iterator[Row]:
    yield Row("member", "s1", "cooper")
    raise ValueError("no such table")


def test_the_index_is_built_once_and_answers_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "sources", lambda: {"one": "1"})
    monkeypatch.setattr(index, "rows_of", _few)
    assert index.open_index(tmp_path / "new") is not None
    monkeypatch.setattr(index, "rows_of", _broken)
    again = index.open_index(tmp_path / "new")
    assert again is not None and again.senses("cooper") == again.senses("barrel maker") != frozenset()
    assert again.opposite("cold", "hot") and not again.opposite("cold", "cooper")
    assert [len(again.kinds(sense)) for sense in again.senses("cooper")] == [1]
    assert len(list((tmp_path / "new").iterdir())) == 1


def test_a_damaged_index_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "sources", lambda: {"one": "1"})
    monkeypatch.setattr(index, "rows_of", _few)
    index.open_index(tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"no database at all")
    again = index.open_index(tmp_path)
    assert again is not None and again.senses("cooper")


def test_a_source_that_cannot_be_read_is_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(index, "sources", lambda: {"one": "1", "two": "1"})
    monkeypatch.setattr(index, "rows_of", lambda name: _broken() if name == "one" else _few())
    found = index.open_index(tmp_path)
    assert found is not None and found.senses("barrel maker")
    assert "without 'one'" in caplog.text
    assert not list(tmp_path.iterdir()), "what lacks a source is not kept for the next start"


def test_a_folder_that_cannot_be_written_to_costs_a_build_and_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(index, "sources", lambda: {"one": "1"})
    monkeypatch.setattr(index, "rows_of", _few)
    (tmp_path / "file").write_text("", encoding="utf-8")
    found = index.open_index(tmp_path / "file" / "folder")
    assert found is not None and found.senses("cooper")
    assert [one.levelno for one in caplog.records] == [logging.WARNING]


def test_without_any_of_the_packages_words_and_lists_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(name: str) -> str:
        raise sources.PackageNotFoundError(name)

    monkeypatch.setattr(sources, "version", missing)
    assert index.open_index(tmp_path) is None
    assert caplog.text.count("not installed") == 2 and not list(tmp_path.iterdir())
