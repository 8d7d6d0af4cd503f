"""The learning curve drops entries at random, but the same ones each time, and shows what they bring."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from eval import curve
from eval.curve import SHARES, measure, thinned, write_curve
from eval.data import DataSet, Labelled
from eval.provenance import Provenance

MADE_BY = Provenance("0123abc", "companion eval curve", "3.11.0", 2)
WORDS = "gloop fnarl brindle snarf plonk wuggle"


@pytest.fixture
def nonsense(monkeypatch: pytest.MonkeyPatch) -> curve.Lexicon:
    """A lexicon in which six words that nobody knows mean a wolf."""
    made = curve.Lexicon.model_validate({"cards": {"wolf": {"hit": WORDS.split(), "never": ["wolf whistle"]}}})
    monkeypatch.setattr(curve, "lexicon", lambda _: made)
    return made


def texts(of: curve.Lexicon) -> list[str]:
    return [entry.text for entry in of.cards["wolf"].hit]


def test_a_larger_share_holds_the_smaller_one(nonsense: curve.Lexicon) -> None:
    kept = [texts(thinned(nonsense, share, seed=7)) for share in SHARES]
    assert kept[0] == []
    assert kept[-1] == WORDS.split()
    assert all(set(fewer) <= set(more) for fewer, more in pairwise(kept))
    assert [texts(thinned(nonsense, share, seed=7)) for share in SHARES] == kept
    assert thinned(nonsense, 0.0, seed=7).cards["wolf"].never, "what silences a card stays"


def test_more_entries_find_more(nonsense: curve.Lexicon, tmp_path: Path) -> None:
    sentences = tuple(
        Labelled(word, f"Then a {word} howled.", mentions=frozenset({"wolf"})) for word in (*WORDS.split(), "wolf")
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
