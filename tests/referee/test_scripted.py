"""What a table gets from the scripted referee: a fault with its reason and its line, or silence."""

from __future__ import annotations

import threading

import pytest

from companion.errors import BadInput
from companion.language import sentences
from companion.language.catalogue import catalogue
from companion.memory import StoryMemory
from companion.memory.lexicon import lexicon
from companion.referee import Suggestion
from companion.referee import calibration as calibration_file
from companion.referee.calibration import referee_model
from companion.referee.facts import FACTS
from companion.referee.scripted import pace, referee_for


def told(story: str, language: str) -> StoryMemory:
    memory = StoryMemory(language)
    for sentence in sentences(story, language):
        memory.tell(sentence)
    return memory


def judged(story: str, narration: str, language: str, laid: tuple[str, ...] = ()) -> Suggestion:
    return referee_for(language).judge(told(story, language), narration, laid)


@pytest.mark.parametrize(
    ("language", "story", "narration", "earlier"),
    [
        ("en", "There lived a king. A dragon ate the king.", "The king called a knight.", "A dragon ate the king."),
        ("ru", "Жил старый король. Дракон съел короля.", "Король позвал рыцаря.", "Дракон съел короля."),
        ("ru", "Ведьма заперла Машу в башне. Прошёл день.", "Маша гуляла по базару.", "Ведьма заперла Машу в башне."),
    ],
)  # fmt: skip
def test_a_contradiction_comes_with_the_earlier_line(language: str, story: str, narration: str, earlier: str) -> None:
    said = judged(story, narration, language)
    assert said.verdict == "contradiction"
    assert said.evidence[0].earlier == earlier
    assert said.evidence[0].quote in narration
    assert said.evidence[0].why(language) != said.evidence[0].code


@pytest.mark.parametrize(
    ("language", "story", "narration"),
    [
        ("en", "", "At the foot of the glass hill there lived a tinker whose kettles sang when it rained."),
        ("en", "A tinker lived under the hill.", "One night the moon came down and asked him to mend her."),
        ("en", "A tinker lived under the hill. A witch lived on top.", "The witch threw a shoe, and it flew off."),
        ("ru", "", "За стеклянной горой жил лудильщик, и котлы его пели перед дождём."),
        ("ru", "За горой жил лудильщик.", "Однажды ночью спустился к нему месяц и попросил себя починить."),
        ("ru", "За горой жил лудильщик. На горе жила ведьма.", "Ведьма бросила башмак, и тот улетел."),
    ],
)
def test_a_single_sentence_is_no_nonsense_for_being_short_or_early(language: str, story: str, narration: str) -> None:
    assert judged(story, narration, language).verdict == "ok"


@pytest.mark.parametrize(
    ("language", "narration"),
    [
        (
            "en",
            "He walked in the wood. He walked and walked in the wood. “I am walking in the wood,” he said. "
            "And so he walked in the wood.",
        ),
        (
            "ru",
            "Он бродил по лесу. Он всё бродил и бродил по лесу. «Я брожу по лесу», — сказал он. "
            "И опять бродил по лесу.",
        ),
    ],
)
def test_telling_on_the_spot_is_tedium(language: str, narration: str) -> None:
    story = {"en": "There lived a tailor.", "ru": "Жил-был портной."}[language]
    assert judged(story, narration, language).verdict == "tedium"


@pytest.mark.parametrize(
    ("language", "story", "narration"),
    [
        (
            "en",
            "There lived a tailor. He had three sons.",
            "The eldest son took his sword and rode to the dragon's cave.",
        ),
        ("ru", "Жил-был портной. Было у него три сына.", "Старший сын взял меч и поехал к пещере дракона."),
    ],
)
def test_a_fine_narration_gets_no_reproach(language: str, story: str, narration: str) -> None:
    assert judged(story, narration, language).verdict == "ok"


def test_what_explains_itself_is_no_contradiction() -> None:
    story = "A dragon ate the king. The princess cried."
    assert judged(story, "In her dream the king laughed and took her hand.", "en").verdict == "ok"


def test_the_memory_is_not_changed_by_being_asked() -> None:
    memory = told("A dragon ate the king.", "en")
    referee_for("en").judge(memory, "The king laughed.")
    assert memory.lines == ["A dragon ate the king."]


@pytest.mark.parametrize("narration", ["", "   ", "👑" * 50, "<b>" * 200, "а" * 1000])
def test_odd_narrations_get_an_answer(narration: str) -> None:
    assert 0 <= judged("Жил царь.", narration, "ru").score <= 1


def test_a_language_that_is_not_read_gets_no_reproach() -> None:
    assert judged("Le roi est mort.", "Le roi rit.", "fr").verdict == "ok"


def test_threads_may_share_a_referee() -> None:
    memory, found = told("A dragon ate the king.", "en"), []
    threads = [
        threading.Thread(target=lambda: found.append(referee_for("en").judge(memory, "The king laughed.")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.verdict for one in found] == ["contradiction"] * 8


def test_the_pace_falls_when_nothing_happens() -> None:
    quick = told("The king died. His son rode to the sea. A giant stole the boat. The prince swam after him.", "en")
    slow = told(
        "He sat in the wood. He sat and sat in the wood. He was sitting in the wood. So he sat in the wood.", "en"
    )
    assert pace(quick).level != "slow"
    assert pace(slow).level == "slow"


def test_every_sort_of_clash_has_words_in_every_language() -> None:
    for language in ("ru", "en"):
        words = catalogue(language)
        known = lexicon(language)
        assert known is not None
        for kind in {*(one.kind for one in known.states.values()), "holds", "kin", "wed", "trait", "time"} - {"single"}:
            assert words.has(f"referee.clash_{kind}")


def test_the_model_weighs_the_facts_that_are_read() -> None:
    assert referee_model().names == FACTS


def test_a_damaged_calibration_says_how_to_mend_it(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    damaged = tmp_path / "referee.json"
    damaged.write_text("{", encoding="utf-8")
    monkeypatch.setattr(calibration_file, "PATH", damaged)
    referee_model.cache_clear()
    try:
        with pytest.raises(BadInput, match="make referee"):
            referee_model()
    finally:
        referee_model.cache_clear()
