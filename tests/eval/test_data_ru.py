"""The Russian sentences told aloud: whoever reads a figure measured on them can trust the files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.decks.deck import load_deck

ROOT = Path(__file__).parents[2]
DATA = ROOT / "eval" / "data"
SAID = ("mentions", "passing", "implied")
LISTS = (*SAID, "ask")
KINDS = frozenset(
    """plain synonym instance paraphrase verb folk homonym idiom negation hypothetical aside learner list context
    none""".split()
)
VOICES = frozenset("child adult teacher learner".split())

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def halves() -> dict[str, list[Row]]:
    return {half: rows(DATA / half / "mentions_ru.jsonl") for half in ("dev", "test")}


@pytest.fixture(scope="module")
def everything(halves: dict[str, list[Row]]) -> list[Row]:
    return [row for half in halves.values() for row in half]


@pytest.fixture(scope="module")
def cards() -> set[str]:
    return set(load_deck("ru").by_id)


def test_every_line_has_the_agreed_fields(everything: list[Row]) -> None:
    for row in everything:
        assert list(row) == ["id", "lang", "voice", "context", "sentence", *LISTS, "kind"], row["id"]
        assert row["lang"] == "ru" and row["kind"] in KINDS and row["voice"] in VOICES, row["id"]
        assert row["sentence"].strip() == row["sentence"] != "", row["id"]


def test_sentences_are_written_in_russian_letters(everything: list[Row]) -> None:
    assert [row["id"] for row in everything if re.search("[A-Za-z]", row["context"] + row["sentence"])] == []


def test_a_card_stands_in_one_list_and_is_in_the_deck(everything: list[Row], cards: set[str]) -> None:
    for row in everything:
        listed = [card for name in LISTS for card in row[name]]
        assert len(listed) == len(set(listed)), f"{row['id']}: {Counter(listed).most_common(1)}"
        assert set(listed) <= cards, f"{row['id']}: {set(listed) - cards}"


def test_no_sentence_is_told_twice(everything: list[Row]) -> None:
    told = Counter(" ".join(re.findall(r"\w+", row["sentence"].lower().replace("ё", "е"))) for row in everything)
    assert [sentence for sentence, times in told.items() if times > 1] == []
    assert max(Counter(row["id"] for row in everything).values()) == 1


def test_every_card_is_mentioned_four_times_in_three_kinds_and_in_both_halves(
    halves: dict[str, list[Row]], everything: list[Row], cards: set[str]
) -> None:
    times = Counter(card for row in everything for card in row["mentions"])
    assert {card: times[card] for card in cards if times[card] < 4} == {}
    kinds = {card: {row["kind"] for row in everything if card in row["mentions"]} for card in cards}
    assert [card for card in cards if len(kinds[card]) < 3] == []
    for half in halves.values():
        assert cards == {card for row in half for card in row["mentions"]}


def test_most_is_hard_and_much_mentions_nothing(everything: list[Row]) -> None:
    assert len(everything) >= 440
    kinds = Counter(row["kind"] for row in everything)
    assert kinds["plain"] < len(everything) / 2 and min(kinds[kind] for kind in KINDS) >= 15
    assert sum(not any(row[name] for name in LISTS) for row in everything) >= 80
    assert sum(len(row["mentions"] + row["passing"]) <= 3 for row in everything) > 0.9 * len(everything)


def test_an_aside_to_the_table_tells_nothing(everything: list[Row]) -> None:
    assert [row["id"] for row in everything if row["kind"] == "aside" and any(row[name] for name in SAID)] == []


def test_sentences_of_kind_context_have_one(everything: list[Row]) -> None:
    assert [row["id"] for row in everything if row["kind"] == "context" and not row["context"]] == []


def test_dev_and_test_are_alike_in_kinds(halves: dict[str, list[Row]]) -> None:
    dev, test = (Counter(row["kind"] for row in half) for half in halves.values())
    assert {kind: (dev[kind], test[kind]) for kind in KINDS if abs(dev[kind] - test[kind]) > 1} == {}


def test_a_second_split_is_refused(halves: dict[str, list[Row]]) -> None:
    refused = subprocess.run(
        [sys.executable, DATA / "split.py", "ru"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert refused.returncode != 0 and "mentions_ru.jsonl" in refused.stderr
    assert halves == {half: rows(DATA / half / "mentions_ru.jsonl") for half in halves}


def test_agreement_of_the_two_passes_is_printed_and_high(everything: list[Row]) -> None:
    second = rows(DATA / "second_pass" / "mentions_ru.jsonl")
    ids = [row["id"] for row in second]
    assert len(ids) == len(set(ids)) == 120 and set(ids) <= {row["id"] for row in everything}
    printed = subprocess.run(
        [sys.executable, DATA / "agreement.py", "ru"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "120 sentences" in printed
    assert min(float(figure) for figure in re.findall(r"ask as not\)\s+F1 ([\d.]+)", printed)) > 0.9
