"""A slow or failing encoder: words at once, meaning when it comes, and a notice while it does not; no test sleeps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.errors import BadInput, EncoderUnavailable
from companion.matching import background, semantic
from companion.matching.background import REST, Reader
from companion.matching.calibration import MeaningModel
from companion.matching.meaning import FACTS, NAMES, Directions, Meaning
from companion.matching.semantic import TableMatcher
from companion.table.remembered import RememberingMatcher

CARDS = ("island", "forest")
ISLAND = "They rowed through warm water to a speck of land no wider than a barn."
FOREST = "She got lost among the timber that stands so close there."
PLAIN = "The wolf said nothing."


class Encoder:
    """Land in water and timber point to their cards. It answers, waits or fails as the test wants."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.before: Callable[[list[str]], None] = lambda _: None

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> Any:
        self.sentences.append(sentences[-1])
        self.before(sentences)
        return np.array([["water" in one and "land" in one, "timber" in one, 1] for one in sentences], dtype=np.float32)

    def fail(self, _: list[str]) -> None:
        raise EncoderUnavailable("the server failed; try later")

    def wait_for(self, event: threading.Event) -> None:
        def wait(_: list[str]) -> None:
            assert event.wait(10)

        self.before = wait


class Clock:
    """Seconds, as the test sets them."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def meaning(encoder: Any) -> Meaning:
    to_cards = np.array([[1, 0], [0, 1], [0, 0]], dtype=np.float32)
    flat = np.zeros((len(FACTS), len(CARDS)), dtype=np.float32)
    directions = Directions(CARDS, np.zeros(3, dtype=np.float32), to_cards, to_cards, means=flat, spreads=flat + 1)
    weights = tuple(4.0 if name == "sentence" else 0.0 for name in NAMES)
    model = MeaningModel(
        names=NAMES,
        weights=weights,
        intercept=-2.0,
        thresholds={"strict": 0.95, "normal": 0.6, "loose": 0.3},
        encoder="rules",
        texts="",
    )
    return Meaning(encoder, directions, model)


@pytest.fixture
def encoder() -> Encoder:
    return Encoder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def reader(encoder: Encoder, clock: Clock) -> Reader:
    return Reader(meaning(encoder), slow=True, clock=clock)


def matcher(reader: Reader, monkeypatch: pytest.MonkeyPatch, *, patient: bool = False) -> TableMatcher:
    monkeypatch.setattr(semantic, "_readers", {"rules": reader})
    made = TableMatcher("en")
    made.warm("rules", wait=patient)
    work_done()
    return made


def work_done() -> None:
    """Returns when the encoder is loaded, and the worker has nothing more to do or has given up for now."""
    for thread in threading.enumerate():
        if thread.name in ("encoder", "meaning"):
            thread.join(10)
            assert not thread.is_alive()


def cards(found: Any) -> list[str]:
    return [one.card for one in found]


def heard(table: Any, sentence: str) -> list[str]:
    """Among the cards that this file is about."""
    return cards(table.mentions(sentence, cards=["wolf", "sleeping", *CARDS]))


def test_words_are_answered_while_a_slow_encoder_thinks_and_its_question_comes_when_it_has_thought(
    reader: Reader, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = threading.Event()
    encoder.wait_for(thought)
    table = RememberingMatcher(matcher(reader, monkeypatch))
    told = f"The wolf slept. {ISLAND}"
    stage = table.stage
    assert heard(table, told) == ["wolf", "sleeping"]
    assert table.stage == stage and table.notice == ""
    thought.set()
    work_done()
    assert table.stage > stage
    assert heard(table, told) == ["wolf", "sleeping", "island"]
    assert cards(table.mentions(told, cards=["island"])) == ["island"]
    assert encoder.sentences == [told]


def test_an_answer_that_brings_nothing_makes_nobody_ask_again(reader: Reader) -> None:
    stage = reader.stage
    assert reader.likely("en", PLAIN) is None
    work_done()
    assert reader.likely("en", PLAIN) == []
    assert reader.stage == stage


def test_one_worker_answers_each_sentence_once_in_turn(reader: Reader, encoder: Encoder) -> None:
    thought = threading.Event()
    encoder.wait_for(thought)
    for _ in range(3):
        for sentence in (ISLAND, FOREST, PLAIN):
            assert reader.likely("en", sentence) is None
    assert len([thread for thread in threading.enumerate() if thread.name == "meaning"]) == 1
    thought.set()
    work_done()
    assert encoder.sentences == [ISLAND, FOREST, PLAIN]
    assert cards(reader.likely("en", FOREST)) == ["forest"]


def test_more_sentences_than_may_wait_are_asked_for_again_when_the_others_are_answered(
    reader: Reader, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "WAITING", 2)
    thought = threading.Event()
    encoder.wait_for(thought)
    told = [f"{PLAIN} {number}" for number in range(5)]
    stage = reader.stage
    for sentence in told:
        reader.likely("en", sentence)
    thought.set()
    work_done()
    assert len(encoder.sentences) <= 3
    while reader.stage != stage:
        stage = reader.stage
        for sentence in told:
            reader.likely("en", sentence)
        work_done()
    assert [reader.likely("en", sentence) for sentence in told] == [[]] * 5


def test_what_is_remembered_is_bounded(reader: Reader, encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "REMEMBERED", 2)
    for sentence in (ISLAND, FOREST, PLAIN):
        reader.likely("en", sentence)
        work_done()
    assert reader.likely("en", FOREST) is not None
    assert reader.likely("en", ISLAND) is None
    work_done()


def test_an_encoder_that_fails_is_noticed_rests_and_is_heard_again(
    reader: Reader, encoder: Encoder, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = RememberingMatcher(matcher(reader, monkeypatch))
    encoder.before = encoder.fail
    for sentence in (ISLAND, FOREST):
        assert heard(table, sentence) == []
        work_done()
    assert table.notice == semantic.NO_ENCODER
    assert encoder.sentences == [ISLAND]
    assert caplog.text.count("the encoder fails") == 1 and "the server failed; try later" in caplog.text

    clock.now += REST - 1
    assert heard(table, FOREST) == []
    work_done()
    assert encoder.sentences == [ISLAND]

    clock.now += 1  # still down
    table.mentions(FOREST)
    work_done()
    assert len(encoder.sentences) == 2 and table.notice == semantic.NO_ENCODER
    assert caplog.text.count("the encoder fails") == 1

    clock.now += REST  # up again
    encoder.before = lambda _: None
    table.mentions(FOREST)
    work_done()
    assert table.notice == ""
    assert heard(table, FOREST) == ["forest"] and heard(table, ISLAND) == ["island"]
    assert "the encoder answers" in caplog.text


def test_a_fast_encoder_that_fails_is_treated_alike(
    encoder: Encoder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = RememberingMatcher(matcher(Reader(meaning(encoder), slow=False, clock=clock), monkeypatch))
    encoder.before = encoder.fail
    assert heard(table, f"{PLAIN} {ISLAND}") == ["wolf"]
    assert heard(table, FOREST) == []
    assert table.notice == semantic.NO_ENCODER and len(encoder.sentences) == 1
    encoder.before = lambda _: None
    clock.now += REST
    assert heard(table, FOREST) == ["forest"]
    assert heard(table, f"{PLAIN} {ISLAND}") == ["wolf", "island"]
    assert table.notice == ""


def test_whatever_an_encoder_raises_never_reaches_the_table(
    encoder: Encoder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = matcher(Reader(meaning(encoder), slow=False, clock=clock), monkeypatch)
    for fault in (MemoryError(), KeyError("x"), RuntimeError("shape"), OSError("gone"), StopIteration()):

        def raises(_: list[str], fault: Exception = fault) -> None:
            raise fault

        encoder.before = raises
        clock.now += REST
        assert heard(table, PLAIN) == ["wolf"]
        assert table.notice == semantic.NO_ENCODER


def test_a_sentence_that_the_encoder_cannot_bear_does_not_keep_the_others_from_it(
    reader: Reader, encoder: Encoder, clock: Clock
) -> None:
    both_wait = threading.Event()

    def choke(sentences: list[str]) -> None:
        assert both_wait.wait(10)
        if PLAIN in sentences:
            raise EncoderUnavailable("the server did not accept the request")

    encoder.before = choke
    for sentence in (PLAIN, ISLAND):
        reader.likely("en", sentence)
    both_wait.set()
    work_done()
    assert reader.failing and reader.likely("en", ISLAND) is None
    clock.now += REST
    assert reader.stage
    work_done()
    assert cards(reader.likely("en", ISLAND)) == ["island"]
    assert reader.likely("en", PLAIN) == []
    assert not reader.failing
    assert encoder.sentences == [PLAIN, ISLAND, PLAIN]


def test_batches_wait_for_a_slow_encoder(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(matcher(reader, monkeypatch, patient=True), ISLAND) == ["island"]


def test_an_encoder_of_other_dimensions_than_were_calibrated_is_told(reader: Reader, encoder: Encoder) -> None:
    class Wider(Encoder):
        def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> Any:
            return np.ones((len(sentences), 5), dtype=np.float32)

    from companion.language import tokens

    with pytest.raises(BadInput, match="'rules' gives 5 dimensions, and gave 3 when it was calibrated"):
        meaning(Wider()).likely(ISLAND, tokens(ISLAND, "en"))
