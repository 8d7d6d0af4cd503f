"""What a tale has left open: promises, wishes and searches, until they are taken up."""

from __future__ import annotations

import pytest

from companion.language import sentences
from companion.memory import StoryMemory
from companion.memory.threads import Thread, open_threads


def threads(story: str, language: str) -> list[tuple[str, int]]:
    return [(one.kind, one.line) for one in heard(story, language)]


def heard(story: str, language: str) -> tuple[Thread, ...]:
    memory = StoryMemory(language)
    for sentence in sentences(story, language):
        memory.tell(sentence)
    return open_threads(memory)


@pytest.mark.parametrize(
    ("language", "story", "kind"),
    [
        ("en", "There was a potter. He promised to bring a golden apple to his mother. Then he slept.", "promise"),
        ("en", "There was a girl. She wanted to find her brother. It rained.", "wish"),
        ("en", "There was a king. He looked for the lost crown everywhere. It rained.", "quest"),
        ("ru", "Жил гончар. Он пообещал привезти матери золотое яблоко. Потом он уснул.", "promise"),
        ("ru", "Жила девочка. Она хотела найти брата. Шёл дождь.", "wish"),
        ("ru", "Жил король. Он искал потерянную корону. Шёл дождь.", "quest"),
    ],
)
def test_what_was_promised_wished_or_sought_is_open(language: str, story: str, kind: str) -> None:
    assert threads(story, language) == [(kind, 1)]


@pytest.mark.parametrize(
    ("language", "story"),
    [
        ("en", "A potter promised to bring a golden apple to his mother. In spring he brought her the apple."),
        ("en", "A girl wanted to find her brother. In the wood she found her brother under a tree."),
        ("en", "He looked at the sea for a long time. It rained."),
        ("en", "He did not want to find the ring. It rained."),
        ("ru", "Гончар пообещал привезти матери яблоко. Весной он привёз матери яблоко."),
        ("ru", "Девочка хотела найти брата. В лесу она нашла брата."),
        ("ru", "Он не хотел искать кольцо. Шёл дождь."),
    ],
)
def test_what_was_done_or_never_meant_is_not(language: str, story: str) -> None:
    assert threads(story, language) == []


def test_a_language_that_is_not_read_has_none() -> None:
    assert threads("Er versprach, das Pferd zu bringen.", "de") == []
