"""The learning curve drops entries at random, but the same ones each time, and shows what they bring."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.matching import vocabulary as vocabularies
from companion.matching.lexicon import Lexicon
from companion.matching.vocabulary import Vocabulary
from eval import curve
from eval.curve import SHARES, measure, thinned, write_curve
from eval.data import DataSet, Labelled
from eval.provenance import Provenance

MADE_BY = Provenance("0123abc", "companion eval curve", "3.11.0", 2)
WORDS = "gloop fnarl brindle snarf plonk wuggle".split()


@pytest.fixture
def nonsense(monkeypatch: pytest.MonkeyPatch) -> Vocabulary:
    """The deck's own names, and six words that nobody knows for a wolf."""
    monkeypatch.setattr(vocabularies, "lexicon", lambda *_: Lexicon.model_validate({"cards": {"wolf": {"hit": WORDS}}}))
    made = vocabularies.make_vocabulary("en", "tale")
    monkeypatch.setattr(curve, "vocabulary", lambda *_: made)
    return made


def texts(of: Vocabulary) -> list[str]:
    return [pattern.text for pattern, _ in of.names if pattern.text in WORDS]


def test_a_larger_share_holds_the_smaller_one(nonsense: Vocabulary) -> None:
    kept = [texts(thinned(nonsense, "en", share, seed=7)) for share in SHARES]
    assert kept[0] == []
    assert kept[-1] == WORDS
    assert all(set(fewer) <= set(more) for fewer, more in pairwise(kept))
    assert [texts(thinned(nonsense, "en", share, seed=7)) for share in SHARES] == kept


def test_names_that_players_see_stay(nonsense: Vocabulary) -> None:
    assert "wolf" in {pattern.text.lower() for pattern, _ in thinned(nonsense, "en", 0, seed=7).names}


def test_more_entries_find_more(nonsense: Vocabulary, tmp_path: Path) -> None:
    sentences = tuple(
        Labelled(word, f"Then a {word} howled.", mentions=frozenset({"wolf"})) for word in (*WORDS, "wolf")
    )
    result = measure(DataSet("dev", "en", Path("x"), sentences), MADE_BY)
    assert [point.share for point in result.points] == list(SHARES)
    assert result.points[0].recall == pytest.approx(1 / 7)
    assert result.points[-1].recall == 1
    assert result.points[0].f1 < result.points[2].f1 < result.points[-1].f1
    assert result.points[2].lowest <= result.points[2].f1 <= result.points[2].highest
    text = write_curve(result, tmp_path).read_text(encoding="utf-8")
    assert "| 100% | 6 | 1.000 | 1.000 | 1.000 | 1.000–1.000 |" in text
    assert (tmp_path / "curve-dev-en.png").read_bytes().startswith(b"\x89PNG")
