"""What the memory of a tale hears: clashes with what was told, and none where the tale explains itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.language import sentences
from companion.memory import StoryMemory
from companion.memory.lexicon import LANGUAGES, lexicon


def cases() -> Iterator[tuple[str, str, str, str]]:
    for language in LANGUAGES:
        for line in (Path(__file__).parent / f"cases_{language}.txt").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                kind, story, narration = line.split(" | ")
                yield language, kind, story, narration


def told(language: str, story: str) -> StoryMemory:
    memory = StoryMemory(language)
    for sentence in sentences(story, language):
        memory.tell(sentence)
    return memory


@pytest.mark.parametrize(("language", "kind", "story", "narration"), list(cases()))
def test_a_clash_is_heard_where_there_is_one_and_nowhere_else(
    language: str, kind: str, story: str, narration: str
) -> None:
    memory = told(language, story)
    clashes = [
        clash
        for sentence in sentences(narration, language)
        for clash in memory.tell(sentence).clashes
        if not clash.doubtful
    ]
    assert (clashes[0].kind if clashes else "-") == kind


def test_a_clash_shows_the_earlier_sentence_and_the_words_in_question() -> None:
    memory = told("en", "There lived an old king. A dragon ate the king. The princess cried.")
    heard = memory.tell("His majesty called the knights.")
    clash = heard.clashes[0]
    assert memory.lines[clash.fact.line] == "A dragon ate the king."
    assert heard.sentence[clash.start : clash.end] == clash.quote == "called"


def test_words_that_may_explain_a_clash_make_it_doubtful() -> None:
    memory = told("ru", "Дракон съел короля.")
    assert [clash.doubtful for clash in memory.tell("Король улыбнулся с портрета.").clashes] == [True]


def test_a_copy_hears_without_telling_the_first() -> None:
    memory = told("en", "The witch locked the girl in a tower.")
    other = memory.copy()
    other.tell("A prince freed the girl.")
    assert [fact.state for fact in memory.facts] == ["bound"]
    assert other.facts == []
    assert len(memory.lines) == 1


def test_a_language_without_a_lexicon_only_counts_sentences() -> None:
    memory = StoryMemory("fr")
    assert not memory.knows
    assert memory.tell("Le roi est mort.").clashes == ()
    assert memory.lines == ["Le roi est mort."]


def test_the_lexicons_of_all_languages_know_the_same_states() -> None:
    states = [set(known.states) for language in LANGUAGES if (known := lexicon(language))]
    assert all(one == states[0] for one in states)


@settings(max_examples=60, deadline=None)
@example(lines=["𗀀 и 𗀀"], language="ru")  # a letter that has no name in Unicode's tables
@given(st.lists(st.text(max_size=120), min_size=1, max_size=3), st.sampled_from(LANGUAGES))
def test_no_text_breaks_it(lines: list[str], language: str) -> None:
    memory = StoryMemory(language)
    for line in lines:
        heard = memory.tell(line)
        assert all(0 <= clash.start <= clash.end <= len(line) for clash in heard.clashes)
