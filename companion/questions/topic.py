"""Quiz questions on a topic, written by the language model; `checked` is False until a person has looked at each.

The topic is sent as data. What the model writes passes the same checks as a teacher's file, and a question that gives
its answer away is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babel import Locale
from pydantic import BaseModel, ConfigDict, Field

from companion.decks.deck import Level
from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.llm import Asker, Marked, NoAnswer, as_data
from companion.questions.faults import Fault
from companion.questions.pack import LONGEST_ANSWER, LONGEST_QUESTION, Pack, Question, deal, same_text
from companion.questions.rows import Cells, clean, questions_of

LONGEST_TOPIC = 200
MOST_QUESTIONS = 12
"""Asked for at once: longer answers are cut off by small models."""
REFUSALS: Mapping[str, str] = {
    "not_set": "questions/model_not_set",
    "spent": "questions/model_spent",
    "unreachable": "questions/model_unreachable",
    "unreadable": "questions/model_unreadable",
    "clipped": "questions/model_unreadable",
}
"""What is told when there is no pack, by the reason of NoAnswer: keys of the message catalogue."""


class WrittenQuestion(BaseModel):
    """A question as the model writes it."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(max_length=LONGEST_QUESTION)
    answer: str = Field(max_length=LONGEST_ANSWER)
    accepted: list[str] = Field(max_length=8, description="other right answers")
    refused: list[str] = Field(max_length=8, description="near answers that are wrong")
    category: str = Field(max_length=40)
    source: str = Field(max_length=LONGEST_QUESTION, description="where the fact can be looked up, or empty")


class TopicAnswer(Marked):
    """What the model writes on a topic."""

    questions: list[WrittenQuestion] = Field(max_length=2 * MOST_QUESTIONS)


@dataclass(frozen=True)
class TopicPack:
    """What came of it: the pack, and what was dropped and why (rows count the model's questions from 1)."""

    pack: Pack
    faults: tuple[Fault, ...]


def write_topic_pack(
    asker: Asker, topic: str, *, language: str, level: Level = "B1", count: int = 9, game: str
) -> TopicPack | NoAnswer:
    """Up to `count` questions on a topic (at most MOST_QUESTIONS); takes seconds. `game`: whose budget pays.

    NoAnswer when there is no model, it is in trouble, or none of its questions can be used; REFUSALS has what to say.
    """
    topic = clean(topic)[:LONGEST_TOPIC]
    wanted = max(1, min(count, MOST_QUESTIONS))
    prompted_in = language if language in interface_languages() else SOURCE_LANGUAGE
    values = {
        "topic": as_data(topic),
        "level": level,
        "answers_in": Locale(prompted_in).languages.get(language, language),
    }
    answer = asker.ask(
        TopicAnswer,
        "quiz_topic",
        prompted_in,
        game=game,
        count=wanted,
        shorter={"count": max(1, wanted // 3)},
        **values,
    )
    if isinstance(answer, NoAnswer):
        return answer
    good, faults = questions_of(
        (_cells(row, one, level) for row, one in enumerate(answer.questions, start=1)),
        language,
        prefix="model",
        checked=False,
    )
    given_away = [Fault("questions/given_away", row, "question") for row, one in good.items() if gives_away(one)]
    told = {fault.row for fault in given_away}
    kept = [question for row, question in good.items() if row not in told][:wanted]
    if not kept:
        return NoAnswer("unreadable", "none of its questions can be used")
    return TopicPack(Pack("topic", language, topic, "", deal(kept)), (*faults, *given_away))


def refusal(answer: NoAnswer) -> Fault:
    """Why there is no pack, as something to show."""
    return Fault(REFUSALS[answer.reason])


def gives_away(question: Question) -> bool:
    """Whether the answer stands in the question, word by word. Where one has to choose it must, so an "or" or a list
    (a comma after the answer) is left alone."""
    text, answer = (f" {same_text(one)} " for one in (question.question, question.answer))
    return answer in text and not any(one in question.question for one in (",", ";", " or ", " или "))


def _cells(row: int, one: WrittenQuestion, level: str) -> Cells:
    texts: dict[str, str | list[str]] = {
        "question": one.question,
        "answer": one.answer,
        "accepted": one.accepted,
        "refused": one.refused,
        "category": one.category,
        "level": level,
        "source": one.source,
    }
    return Cells(row, texts)
