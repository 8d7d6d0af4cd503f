"""Labelled sentences are read as they were meant, and a line that is wrong is named with the remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadInput
from eval.data import LANGUAGES, SPLITS, data_in, languages_in, own_data, read_data

LINE = {"id": "1", "sentence": "The king found a ring.", "mentions": ["king", "ring"]}


def write(folder: Path, *lines: Any) -> Path:
    path = folder / "mentions_en_dev.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_both_forms_of_labels_are_read(tmp_path: Path) -> None:
    tale = {**LINE, "passing": ["door"], "unsure": ["crown"], "source": "A tale", "note": "random"}
    own = {
        **LINE,
        "id": "2",
        "implied": ["prince"],
        "ask": ["gift"],
        "kind": "verb",
        "voice": "child",
        "context": "So.",
    }
    write(tmp_path, tale, "", own)
    first, second = data_in(tmp_path, "en", "tales").sentences
    assert (first.gold, first.left_out, first.tale) == ({"king", "ring", "door"}, {"crown"}, "A tale")
    assert (second.gold, second.left_out, second.context) == ({"king", "ring", "prince"}, {"gift"}, "So.")
    assert languages_in(tmp_path) == ["en"]


@pytest.mark.parametrize(
    ("labels", "kinds"),
    [
        ({"kind": "idiom"}, ("idiom",)),
        ({"kind": ["idiom", "learner"]}, ("idiom", "learner")),
        ({"note": "random"}, ("as it came",)),
        ({"note": "chosen: verb for an event; homonym (grave)"}, ("homonym", "verb or participle")),
        ({"note": "chosen: the third son"}, ("other",)),
        ({}, ()),
    ],
)
def test_kinds_of_difficulty(tmp_path: Path, labels: dict[str, Any], kinds: tuple[str, ...]) -> None:
    [one] = read_data(write(tmp_path, {**LINE, **labels}), "dev", "en").sentences
    assert one.kinds == kinds


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 2: not JSON"),
        ("[]", "line 2: must be one JSON object"),
        ({**LINE, "id": 7}, "line 2: 'id' must be a text that is not empty"),
        ({"id": "2", "sentence": " "}, "line 2: 'sentence' must be a text that is not empty"),
        ({**LINE, "id": "2", "context": None}, "line 2: 'context' must be a text"),
        ({**LINE, "id": "2", "mentions": "king"}, "line 2: 'mentions' must be a list of card ids"),
        ({**LINE, "id": "2", "passing": ["unicorn"]}, "line 2: 'passing': the deck has no card 'unicorn'"),
        ({**LINE, "id": "2", "ask": ["king"]}, "line 2: 'king' stands in 'mentions' and in 'ask': keep it in one"),
        ({**LINE, "id": "2", "kind": 1}, "line 2: 'kind' must be a text or a list of texts"),
        (LINE, "line 2: the id '1' stands twice"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: object, says: str) -> None:
    path = write(tmp_path, LINE, line)
    with pytest.raises(BadInput) as fault:
        read_data(path, "dev", "en")
    assert str(fault.value).startswith(f"{path}, {says}")


def test_missing_empty_and_foreign_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"--data .*nowhere: no such folder: give one that holds mentions_en_dev\.jsonl"):
        data_in(tmp_path / "nowhere", "en", "tales")
    with pytest.raises(BadInput, match=r"mentions_en_dev\.jsonl: there is no such file"):
        data_in(tmp_path, "en", "tales")
    with pytest.raises(BadInput, match="holds no sentence"):
        read_data(write(tmp_path, ""), "dev", "en")
    (tmp_path / "odd").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="not UTF-8 at byte 0"):
        read_data(tmp_path / "odd", "dev", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_projects_own_sentences_are_many_hard_and_in_one_part_only(language: str) -> None:
    dev, test = (own_data(language, split).sentences for split in SPLITS)
    assert len(dev) + len(test) >= 400
    assert {one.id for one in dev}.isdisjoint(one.id for one in test)
    assert {one.sentence for one in dev}.isdisjoint(one.sentence for one in test)
    everything = (*dev, *test)
    assert all(one.kinds for one in everything)
    assert sum(one.kinds != ("plain",) for one in everything) >= len(everything) / 2
