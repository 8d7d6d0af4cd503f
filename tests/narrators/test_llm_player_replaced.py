"""Whatever fails, the house's narrator tells in the language model's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.llm import Asker
from companion.matching import matcher_for
from companion.narrators import Moment, Objection, player_for
from companion.narrators.llm.voice import Voice
from companion.settings import read_settings
from tests.kit.narrating_model import plan
from tests.kit.openai_server import Breaks, Cuts, Fails, Loops, OpenAIServer, Refuses, Says, Script, Stalls, in_form
from tests.narrators.llm_table import FOREST, LIKED, Plain, act, acted, view, voice
from tests.narrators.table import DECK

FAILURES: dict[str, tuple[tuple[Script, ...], str, int]] = {
    "never fits": ((LIKED, Says("No."), Says("No.")), "unfit", 3),
    "never a plan of its own cards": ((plan(("a", "dragon")),), "unfit", 2),
    "refuses the plan": ((Refuses("I will not."),), "unreadable", 2),
    "refuses the prose": ((LIKED, Refuses("I will not.")), "unreadable", 3),
    "an empty text": ((LIKED, Says("")), "unreadable", 3),
    "a wrong key": ((Fails(401),), "unreachable", 1),
    "too many requests": ((Fails(429),), "unreachable", 2),
    "a server that fails": ((Fails(500),), "unreachable", 2),
    "fails before the prose": ((LIKED, Fails(500)), "unreachable", 3),
    "closed": ((Cuts(),), "unreachable", 2),
    "silence": ((Stalls(),), "unreachable", 1),
    "headers and then nothing": ((Breaks(stalls=True),), "unreachable", 1),
    "silent before the prose": ((LIKED, Stalls()), "unreachable", 2),
    "silent in the first sentence": ((LIKED, Stalls("She walked into the dark")), "unreachable", 2),
    "cut in the first sentence": ((LIKED, Cuts("She walked into the dark")), "unreachable", 2),
    "blanks without end": ((LIKED, Loops("\n ")), "unreadable", 3),
    "another word than the question's": ((in_form(word="none", steps=[]),), "unreadable", 2),
}


@pytest.mark.parametrize("name", list(FAILURES))
def test_whatever_fails_the_house_tells_in_its_place_and_says_so(name: str) -> None:
    script, reason, requests = FAILURES[name]
    by_house = player_for("scripted", seat=1)
    with OpenAIServer(*script) as server:
        patience = 0.3 if "ilen" in name or "nothing" in name else 20
        seen = act(voice(server, timeout=patience), view("forest", "wolf"))
        assert seen.reasons == [reason]
        assert len(server.asked) == requests
    at = Moment(view("forest", "wolf"), "en", DECK, matcher_for("en", DECK), 7)
    assert seen.action == by_house.act(at)
    assert set(seen.shown) <= {""}


@pytest.mark.parametrize("breaks", [Cuts, Stalls], ids=["cut", "silent"])
def test_of_a_text_that_breaks_off_the_whole_sentences_are_told(breaks: Any) -> None:
    steps = plan(("forest", "forest"), ("wolf", "wolf"))
    with OpenAIServer(steps, breaks(f"{FOREST}\nA grey wolf")) as server:
        seen = act(voice(server, timeout=0.3), view("forest", "wolf"))
        assert (seen.told, seen.reasons) == (FOREST, [])


def test_advisers_that_fail_cost_nobody_the_turn() -> None:
    class Broken(Plain):
        def objection(self, told: Sequence[str], sentence: str) -> Objection | None:
            if sentence == FOREST:
                raise RuntimeError("out of order")
            return None

    assert acted(LIKED, Says(FOREST), counsel=Broken())[0].reasons == ["unreadable"]


def test_without_a_model_the_house_tells() -> None:
    for speaks in (None, Voice(Asker(read_settings({})))):
        seen = act(speaks, view("forest"))
        assert seen.reasons == ["not_set"]
        assert seen.told


def test_when_the_share_of_the_game_is_spent_the_house_tells() -> None:
    with OpenAIServer(LIKED, Says(FOREST)) as server:
        speaks = voice(server, budget=2)
        assert act(speaks, view("forest")).told == FOREST
        assert act(speaks, view("wolf")).reasons == ["spent"]
        assert act(speaks, view("wolf"), game="another").reasons != ["spent"]


def test_a_server_that_is_down_is_left_alone_for_a_while() -> None:
    time = [0.0]
    with OpenAIServer(Fails(401), LIKED, Says(FOREST)) as server:
        speaks = voice(server, rest=60.0, now=lambda: time[0])
        assert act(speaks, view("forest")).reasons == ["unreachable"]
        assert act(speaks, view("forest")).reasons == ["unreachable"]
        assert len(server.asked) == 1
        time[0] = 61.0
        assert act(speaks, view("forest")).told == FOREST
