"""Reports say what was measured, by which program, and whether it is enough; they quote no sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.matching import matcher_for
from eval import mentions as program
from eval.baselines import by_name
from eval.data import DataSet, Labelled, read_data
from eval.mentions import COMPANION, WORDS, evaluate
from eval.provenance import Provenance, provenance
from eval.report import write_mentions
from eval.report_speed import speed_markdown
from eval.speed import Batch, ColdStart, Pace, Speed

MADE_BY = Provenance("0123abc", "companion eval mentions", "3.11.0", 2)
SENTENCES = (
    Labelled("1", "The king woke.", mentions=frozenset({"king"}), kinds=("plain",), tale="A"),
    Labelled("2", "They saw a thing nobody can name.", mentions=frozenset({"wolf"}), kinds=("idiom",), tale="B"),
    Labelled("3", "A ring, a pot and a door.", passing=frozenset({"ring", "door"}), kinds=("plain",), tale="B"),
)


@pytest.fixture(autouse=True)
def no_encoders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "encoders", lambda _: [])
    monkeypatch.setattr(program, "everything_on", matcher_for)


def data(name: str) -> DataSet:
    return DataSet(name, "en", Path("mentions_en.jsonl"), SENTENCES)


def test_a_report_sets_the_product_beside_baselines_on_the_same_data(tmp_path: Path) -> None:
    result = evaluate(data("dev"), data("dev"), MADE_BY)
    assert [one.name for one in result.methods] == [COMPANION, WORDS, "lemma of the name", "names and other names"]
    assert set(result.methods[0].categories) == {"character", "thing", "place", "aspect", "event"}
    assert {kind: one.sentences for kind, one in result.methods[2].kinds.items()} == {"idiom": 1, "plain": 2}
    path = write_mentions(result, tmp_path)
    text = path.read_text(encoding="utf-8")
    assert path.name == "mentions-dev-en.md"
    assert "`companion eval mentions` at commit `0123abc`, Python 3.11.0" in text
    assert "3 sentences, 0 sentences with no card, 2 mentions, 2 passing" in text
    assert "| F1 | at least 0.90 | 0.857 | **no** |" in text
    assert "| wolf | 0 | 1 |" in text
    assert not any(one.sentence in text for one in SENTENCES)
    assert (tmp_path / "mentions-dev-en.png").read_bytes().startswith(b"\x89PNG")
    stored = json.loads((tmp_path / "mentions-dev-en.json").read_text(encoding="utf-8"))
    assert stored["methods"][0]["overall"]["f1"] == 0.8571
    assert stored["provenance"]["commit"] == "0123abc"


def test_test_data_keep_their_faults_to_themselves(tmp_path: Path) -> None:
    result = evaluate(data("test"), data("dev"), MADE_BY)
    assert result.faults == ()
    assert "Cards with most faults" not in write_mentions(result, tmp_path).read_text(encoding="utf-8")


def test_what_is_fitted_is_measured_on_tales_that_it_has_not_seen(tmp_path: Path) -> None:
    path = tmp_path / "mentions_en_dev.jsonl"
    told = ("The king saw a ring.", "A ring, a door and a wolf were there.")
    with path.open("w", encoding="utf-8") as lines:
        for number in range(40):
            labels = {"mentions": ["king", "ring"]} if number % 2 == 0 else {"passing": ["ring", "door", "wolf"]}
            row = {"id": str(number), "sentence": told[number % 2], "source": f"tale {number % 12}", "mentions": []}
            lines.write(json.dumps(row | labels) + "\n")
    given = read_data(path, "tales", "en")
    result = evaluate(given, given, MADE_BY, refit=True)
    assert result.passing_unseen.figures["right"] > 0.5
    text = write_mentions(result, tmp_path / "out").read_text(encoding="utf-8")
    assert "On tales that its model has not seen (fitted anew to other tales of this data each time" in text


def test_faults_are_listed_with_what_was_false_and_missed() -> None:
    lines = list(program.faults_in(data("dev"), [[], [], []]))
    assert lines[:2] == ["1  The king woke.", "    missed  king"]
    assert len(lines) == 7


def test_a_report_knows_the_program_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["eval", "mentions", "--data", "my tales"])
    found = provenance()
    assert found.command == "companion eval mentions --data 'my tales'"
    assert found.commit
    assert found.cores >= 1


def test_speed_is_set_beside_what_was_promised_and_the_naive_way() -> None:
    quick, slow = Pace(10, 2.0, 4.0, 9.0, 2.0, 0.5, 120), Pace(10, 190.0, 250.0, 300.0, 350.0, 3.0, 700)
    result = Speed(
        "en",
        slow,
        quick,
        ColdStart(0.9, 0.8),
        Batch(1000, 10, 9, 100, 310),
        Batch(100, 2, 1, 50, 300),
        slow,
        0.2,
        MADE_BY,
    )
    text = speed_markdown(result)
    assert "| median, everything on | at most 25 ms | 190.0 ms | **no** |" in text
    assert "| median, words alone | at most 3 ms | 2.0 ms | yes |" in text
    assert "| memory for ten times the sentences | does not grow | +10 MB | yes |" in text
    assert "| MiniLM, sentence and names each time | 10 | 190.0 ms |" in text


def test_baselines_and_product_see_the_same_sentences() -> None:
    [product, _, name, _] = evaluate(data("dev"), data("dev"), MADE_BY).methods
    assert name.overall.right == sum(
        len(cards & one.gold) for cards, one in zip(by_name(SENTENCES, "en"), SENTENCES, strict=True)
    )
    assert product.overall.sentences == name.overall.sentences == 3
