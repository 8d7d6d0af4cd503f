"""Words at once, meaning beside them: with an encoder made of rules, so that nothing heavy is loaded."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import embeddings
from companion.errors import WrongSetting
from companion.matching import matcher_for, semantic
from companion.matching.background import Reader
from companion.matching.calibration import MeaningModel
from companion.matching.meaning import FACTS, NAMES, Directions, Meaning, clauses
from companion.matching.semantic import TableMatcher

CARDS = ("island", "forest")
SENTENCE = "They rowed through warm water to a speck of land no wider than a barn."


class RuleEncoder:
    """Texts about land and water point one way, about wood the other."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, sentences: list[str], *, batch_size: int, show_progress_bar: bool) -> Any:
        self.texts += sentences
        return np.array([["water" in one and "land" in one, "timber" in one, 1] for one in sentences], dtype=np.float32)


def directions() -> Directions:
    to_cards = np.array([[1, 0], [0, 1], [0, 0]], dtype=np.float32)
    flat = np.zeros((len(FACTS), len(CARDS)), dtype=np.float32)
    return Directions(CARDS, np.zeros(3, dtype=np.float32), to_cards, to_cards, means=flat, spreads=flat + 1)


def model() -> MeaningModel:
    weights = [4.0 if name == "sentence" else 0.0 for name in NAMES]
    return MeaningModel(
        names=NAMES,
        weights=tuple(weights),
        intercept=-2.0,
        thresholds={"strict": 0.95, "normal": 0.6, "loose": 0.3},
        encoder="rules",
        texts="",
    )


def reader(encoder: Any = None) -> Reader:
    return Reader(Meaning(encoder or RuleEncoder(), directions(), model()), slow=False)


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> TableMatcher:
    monkeypatch.setattr(semantic, "_readers", {"rules": reader()})
    matcher = TableMatcher("en")
    matcher.warm("rules", wait=True)
    return matcher


def test_card_that_is_only_meant_becomes_a_question_for_the_table(ready: TableMatcher) -> None:
    (meant,) = [one for one in ready.mentions(SENTENCE) if one.card == "island"]
    assert meant.answer == "ask"
    assert meant.score < 0.5
    assert meant.quote == SENTENCE[meant.start : meant.end] != ""
    assert "Island" in meant.why
    assert ready.notice == ""


def test_card_that_is_said_is_not_asked_about(ready: TableMatcher) -> None:
    (said,) = [one for one in ready.mentions("The island was a speck of land in the water.") if one.card == "island"]
    assert said.answer == "hit"


def test_only_the_cards_asked_for_are_meant(ready: TableMatcher) -> None:
    assert [one.card for one in ready.mentions(SENTENCE, cards=["forest"])] == []
    assert ready.mentions("") == []


def test_strict_table_is_asked_less_than_a_loose_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic, "_readers", {"rules": reader()})
    heard = {}
    for how in ("strict", "normal", "loose"):
        matcher = TableMatcher("en", strictness=how)
        matcher.warm("rules", wait=True)
        heard[how] = "island" in {one.card for one in matcher.mentions(SENTENCE)}
    assert heard == {"strict": False, "normal": True, "loose": True}


def test_words_answer_while_the_encoder_is_still_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = threading.Event()

    def slow(name: str, offline: bool) -> Reader:
        loaded.wait(10)
        return reader()

    monkeypatch.setattr(semantic, "_readers", {})
    monkeypatch.setattr(semantic, "_make", slow)
    matcher = TableMatcher("en")
    matcher.warm("rules")
    assert [one.card for one in matcher.mentions("The wolf slept.")] == ["wolf", "sleeping"]
    assert matcher.stage == 0
    loaded.set()
    matcher.warm("rules", wait=True)
    assert matcher.stage == 1


@pytest.mark.parametrize(
    ("encoder", "notice"), [("never-measured", semantic.NO_CALIBRATION), ("bundled", semantic.NO_ENCODER)]
)
def test_encoder_that_cannot_be_used_leaves_words_and_a_notice(
    monkeypatch: pytest.MonkeyPatch, encoder: str, notice: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise WrongSetting("COMPANION_ENCODER", "broken")

    monkeypatch.setattr(semantic, "_readers", {})
    monkeypatch.setattr(embeddings, "load_encoder", fail)
    matcher = TableMatcher("en")
    matcher.warm(encoder, wait=True)
    assert matcher.notice == notice
    assert [one.card for one in matcher.mentions("The wolf came.")] == ["wolf"]


def test_own_deck_is_heard_by_words(tmp_path: Any) -> None:
    (tmp_path / "deck.yaml").write_text(
        "name: small\ncards: [{id: wolf, category: character, pictogram: wolf}]\nendings: [fin]\n", encoding="utf-8"
    )
    (tmp_path / "en.yaml").write_text(
        "title: Small\ncards: {wolf: {name: Wolf, gloss: grey beast, level: A1}}\nendings: {fin: End.}\n",
        encoding="utf-8",
    )
    matcher = matcher_for("en", str(tmp_path))
    matcher.warm("bundled", wait=True)
    assert matcher.notice == semantic.OTHER_DECK
    assert [one.card for one in matcher.mentions("A wolf!")] == ["wolf"]


def test_words_once_met_are_not_encoded_again() -> None:
    encoder = RuleEncoder()
    meaning = Meaning(encoder, directions(), model())
    from companion.language import tokens

    for _ in range(2):
        meaning.likely(SENTENCE, tokens(SENTENCE, "en"))
    assert encoder.texts.count("water") == 1
    assert encoder.texts.count(SENTENCE) == 2


def test_clauses_are_pieces_of_the_sentence() -> None:
    text = "He took the ring, and no one saw him; the old king slept on in his tall tower by the wide grey sea."
    assert [text[one.start : one.end] for one in clauses(text)] == [one.text for one in clauses(text)]
    assert [one.text for one in clauses(text)][:2] == ["He took the ring", "and no one saw him"]
