"""The baselines do what their names say, and no more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from eval import baselines
from eval.baselines import Encoder, by_cosine, by_name, by_names, cosines, encoders
from eval.data import Labelled

WOLF, OAK, SLEEP = (
    Labelled("1", "The wolves were hungry.", mentions=frozenset({"wolf"})),
    Labelled("2", "He rested beneath an old oak.", mentions=frozenset({"tree"})),
    Labelled("3", "Nothing more was heard of it."),
)


def test_the_name_is_found_in_any_form_and_other_names_are_not() -> None:
    assert by_name([WOLF, OAK, SLEEP], "en") == [{"wolf"}, frozenset(), frozenset()]
    assert by_name([Labelled("1", "Он боялся волков.")], "ru") == [{"wolf"}]


def test_other_names_are_found_as_well() -> None:
    assert by_names([WOLF, OAK, SLEEP], "en") == [{"wolf"}, {"tree"}, frozenset()]


def test_names_of_several_words_must_stand_together() -> None:
    together, apart = "An old woman came in.", "An old hat, and a woman."
    assert by_name([Labelled("1", together), Labelled("2", apart)], "en") == [{"old-woman"}, frozenset()]


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Encoder, list[int]]:
    """An encoder that counts letters, and how many texts it was given each time."""
    asked: list[int] = []

    def encode(texts: list[str]) -> np.ndarray:
        asked.append(len(texts))
        return np.array([[text.lower().count(chr(97 + i)) for i in range(26)] for text in texts], dtype=float)

    monkeypatch.setattr(baselines.platformdirs, "user_cache_path", lambda _: tmp_path)
    return Encoder("letters", "numpy", ("en",), lambda: encode), asked


def test_a_cosine_flags_what_is_as_near_as_elsewhere_was_best(letters: tuple[Encoder, list[int]]) -> None:
    encoder, _ = letters
    chosen_on = [Labelled("1", "wolf", mentions=frozenset({"wolf"})), Labelled("2", "zzz")]
    [near, far], threshold = by_cosine([Labelled("3", "A wolf."), Labelled("4", "zz")], chosen_on, "en", encoder)
    assert threshold == pytest.approx(1.0)
    assert (near, far) == (frozenset(), frozenset())
    [same], _ = by_cosine([Labelled("3", "Flow!")], chosen_on, "en", encoder)
    assert same == {"wolf"}


def test_texts_are_encoded_once(letters: tuple[Encoder, list[int]]) -> None:
    encoder, asked = letters
    first = cosines([WOLF, OAK], "en", encoder)
    assert first.shape == (2, 114)
    assert np.array_equal(cosines([WOLF, OAK], "en", encoder), first)
    assert sorted(asked) == [2, 114]


def test_encoders_that_do_not_know_the_language_or_are_not_installed_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english, missing = Encoder("e", "numpy", ("en",), list), Encoder("m", "not_installed_at_all", ("ru", "en"), list)
    monkeypatch.setattr(baselines, "ENCODERS", (english, missing))
    assert encoders("en") == [english]
    assert encoders("ru") == []
