"""What a language model proposes against the rules or the tale is not told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.narrators import Character
from tests.kit.narrating_model import plan
from tests.kit.openai_server import OpenAIServer, Says, Script, asked_in
from tests.narrators.llm_table import BEGUN, FOREST, LIKED, Plain, act, acted, view, voice


def told_at_second_try(*script: Script, **more: Any) -> str:
    """The last question, after a first try that failed and a second one that was told."""
    seen, asked = acted(*script, **more)
    assert seen.told == FOREST
    assert seen.reasons == []
    assert set(seen.shown) == {"", FOREST}
    return asked_in(asked[-1])


@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        (plan(("a dragon comes", "dragon")), '2: "dragon"'),
        (plan(("one", "forest"), ("two", "forest")), '2: "forest"'),
        (plan(("she sits and waits", "")), ": 3\n"),
        (plan(("one", "forest"), ("two", "wolf"), ("three", "")), "1: 3"),
    ],
    ids=["a card of nobody's", "a card twice", "no card", "more than it has cards"],
)
def test_a_plan_that_breaks_the_rules_gets_one_more_try_with_the_reason(bad: Script, rule: str) -> None:
    with OpenAIServer(bad, LIKED, Says(FOREST)) as server:
        seen = act(voice(server), view("forest", "wolf"))
        assert seen.told == FOREST
        assert rule in asked_in(server.asked[1])


@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        ("She walked along the shore and sang.", '2 ("Forest"): "She walked along the shore and sang."'),
        ("She was not afraid, for there was no forest there.", "2 "),
        ("Она вошла в лес, forest.", "3"),
        ("A forest.", "3"),
        ("She walked into the forest", "1"),
        ("She {walked} into the forest.", "1"),
        ("She walked into the forest" + ", on" * 400 + ".", "1"),
    ],
    ids=["no card", "denied", "another alphabet", "two words", "no end", "marks", "too long"],
)
def test_a_sentence_that_breaks_the_rules_gets_one_more_try_with_the_reason(bad: str, rule: str) -> None:
    question = told_at_second_try(LIKED, Says(bad), Says(FOREST))
    assert f"and where: {rule}" in question


def test_what_the_tale_has_told_before_is_not_told_again() -> None:
    again = "The wolf came out of the forest!"
    seen = view("forest", told=(*BEGUN, again))
    assert f'5: "{again}"' in told_at_second_try(LIKED, Says(again), Says(FOREST), seen=seen)


def test_a_contradiction_that_the_referee_sees_is_not_told() -> None:
    bad = "The girl had no legs, so she flew over the forest."
    question = told_at_second_try(LIKED, Says(bad), Says(FOREST), counsel=Plain(objects_to=bad))
    assert f'4 ("{BEGUN[0]}"): "{bad}"' in question


def test_a_narrator_of_a_low_level_speaks_no_harder() -> None:
    hard = "Notwithstanding her trepidation, she traversed the impenetrable forest."
    easy = "She went into the forest."
    with OpenAIServer(LIKED, Says(hard), Says(easy)) as server:
        seen = act(voice(server), view("forest"), character=Character(level="A2"))
        assert seen.told == easy
        assert f'3: "{hard}"' in asked_in(server.asked[-1])
    with OpenAIServer(LIKED, Says(hard)) as server:
        assert act(voice(server), view("forest"), character=Character(level="C1")).told == hard


def test_good_sentences_before_a_bad_one_are_told() -> None:
    steps = plan(("forest", "forest"), ("wolf", "wolf"))
    seen, asked = acted(steps, Says(f"{FOREST}\nNobody came."))
    assert seen.told == FOREST
    assert len(asked) == 2
