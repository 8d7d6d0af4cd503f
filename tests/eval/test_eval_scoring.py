"""Scores are what the labels say they are: cards left to the table count neither way, each other pair counts once."""

from __future__ import annotations

import numpy as np
import pytest

from companion.matching import Mention
from eval.data import Labelled
from eval.scoring import Tally, best_threshold, flagged, reliability, score, score_passing, tally


def told(**lists: str) -> Labelled:
    """A sentence with cards in its lists: told(mentions="king ring")."""
    return Labelled("1", "Once.", **{name: frozenset(cards.split()) for name, cards in lists.items()})


def mention(card: str, score: float = 0.9, passing: bool = False) -> Mention:
    return Mention(card, score, "hit", passing, 0, 1, "O", "")


@pytest.mark.parametrize(
    ("labels", "flags", "counts"),
    [
        ({"mentions": "king ring"}, "king ring", Tally(right=2)),
        ({"mentions": "king ring"}, "king", Tally(right=1, missed=1)),
        ({"mentions": "king"}, "king wolf", Tally(right=1, false=1)),
        ({"mentions": "king", "passing": "door", "implied": "prince"}, "king door prince", Tally(right=3)),
        ({"implied": "prince"}, "", Tally(missed=1)),
        ({"mentions": "king", "left_out": "crown"}, "king crown", Tally(right=1)),
        ({"left_out": "crown"}, "", Tally()),
        ({}, "wolf", Tally(false=1)),
    ],
)
def test_flags_are_counted_against_the_labels(labels: dict[str, str], flags: str, counts: Tally) -> None:
    assert tally(told(**labels), flags.split()) == counts


def test_a_category_looks_at_its_own_cards_alone() -> None:
    assert tally(told(mentions="king ring"), ["king", "wolf"], cards=["ring", "door"]) == Tally(missed=1)


def test_a_mention_that_is_scored_low_is_no_flag() -> None:
    assert flagged([mention("king", 0.5), mention("ring", 0.49)]) == {"king"}


def test_precision_recall_and_f1_count_all_flags_alike() -> None:
    found = score([Tally(right=3, false=1), Tally(missed=2), Tally()])
    assert (found.right, found.false, found.missed, found.sentences) == (3, 1, 2, 3)
    assert found.precision == pytest.approx(3 / 4)
    assert found.recall == pytest.approx(3 / 5)
    assert found.f1 == pytest.approx(2 / 3)


def test_a_sentence_with_many_false_flags_is_one_sentence_with_a_false_flag() -> None:
    assert score([Tally(false=5), Tally(right=1), Tally(), Tally()]).false_sentences == pytest.approx(1 / 4)


def test_nothing_flagged_scores_nothing_and_no_sentences_are_no_error() -> None:
    assert score([Tally(missed=2)], intervals=True).f1 == 0
    assert score([], intervals=True).precision == 0


def test_intervals_hold_the_score_and_narrow_with_more_sentences() -> None:
    sentences = [Tally(right=2), Tally(right=1, false=1), Tally(missed=1)]
    few, many = (score(sentences * times, intervals=True) for times in (5, 500))
    for found in (few, many):
        low, high = found.intervals["f1"]
        assert low < found.f1 < high
    assert _width(many.intervals["f1"]) < _width(few.intervals["f1"]) / 5
    assert score(sentences * 5, intervals=True) == few, "the resampling is seeded"


def _width(interval: tuple[float, float]) -> float:
    return interval[1] - interval[0]


def test_the_best_threshold_parts_what_is_mentioned_from_what_is_not() -> None:
    sentences = [told(mentions="king"), told(mentions="ring"), told()]
    scores = np.array([[0.9, 0.2], [0.3, 0.7], [0.4, 0.1]])
    assert best_threshold(sentences, scores, ["king", "ring"]) == 0.7


def test_the_best_threshold_cannot_part_equal_scores_and_skips_cards_left_to_the_table() -> None:
    equal = np.array([[0.6, 0.6], [0.6, 0.1]])
    sentences = [told(mentions="king"), told(mentions="king")]
    assert best_threshold(sentences, equal, ["king", "ring"]) == 0.6
    doubtful = [told(mentions="king", left_out="ring"), told()]
    assert best_threshold(doubtful, np.array([[0.5, 0.9], [0.1, 0.2]]), ["king", "ring"]) == 0.5


def test_passing_is_scored_where_a_flag_is_right() -> None:
    sentences = [told(mentions="king", passing="door"), told(passing="ring", implied="prince")]
    answers = [
        [mention("king"), mention("door", passing=True), mention("wolf", passing=True)],
        [mention("ring"), mention("prince", passing=True), mention("king", 0.3)],
    ]
    found = score_passing(sentences, answers)
    assert (found.cards, found.passing) == (3, 2)
    assert found.accuracy == pytest.approx(2 / 3)
    assert found.found == pytest.approx(1 / 2)
    assert found.always_plot == pytest.approx(1 / 3)


def test_reliability_sets_the_score_beside_what_is_right() -> None:
    sentences = [told(mentions="king ring", left_out="door")]
    answers = [[mention("king", 0.95), mention("wolf", 0.97), mention("ring", 0.62), mention("door", 0.62)]]
    low, high = reliability(sentences, answers)
    assert (low.mentions, low.mean_score, low.right) == (1, pytest.approx(0.62), 1)
    assert (high.mentions, high.mean_score, high.right) == (2, pytest.approx(0.96), 0.5)
