"""`companion eval load`: its tabs see a game as browsers would, and its report says what was reached."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from eval.load import Delay, Idle, Load, Memory, Play, Size, Told, open_all, start, tabs_of, tell_once
from eval.load_tab import Tab
from eval.provenance import Provenance
from eval.report_load import load_markdown, write_load
from tests.kit.loops import in_own_loop

FAST = Delay(90, 120.0, 210.0, 640.0)
PLAY = Play(FAST, FAST, FAST, FAST, FAST, 0, 0.25, 0.08, 26.0, 282, 63.0, 0.4)
MEMORY = Memory(85.0, 420.0, 480.0, 1.2, 500.0, 1.5, {"150": 470.0, "300": 430.0}, 470.0, 440.0)
RESULT = Load(
    Size(), PLAY, MEMORY, Idle(200, 40, 0.055, 820.0), None, 0.5, 1.5, [], Provenance("abc", "eval load", "3.11", 2)
)


async def evening(place: ExitStack) -> tuple[list[Told], list[Tab]]:
    server, room = start(place, 1, 2, {"COMPANION_ENCODER": "./no-such-encoder"})
    assert server.memory() > 10
    tabs = tabs_of(server, room)
    await open_all(tabs)
    told = [await tell_once(tabs, "Once there was a king.", typing=0.5), await tell_once(tabs, "He had a wolf.")]
    await forge(tabs)
    told.append(await tell_once(tabs, "The wolf ran away."))
    await asyncio.gather(*(tab.close() for tab in tabs))
    return told, tabs


async def forge(tabs: list[Tab]) -> None:
    """Whoever listens sends by hand what the narrator's desk would send."""
    listener, narrator = sorted(tabs, key=lambda tab: tab.tells)
    listener._parts["story_desk"] = narrator._parts["story_desk"]
    await listener.tell("And I am the narrator now.")  # answered by nothing; the next sentence comes after it
    del listener._parts["story_desk"]


def test_what_is_told_comes_to_every_screen_what_is_typed_to_the_others_and_what_is_forged_to_nobody() -> None:
    with ExitStack() as place:
        told, tabs = in_own_loop(evening(place))
    assert [one.is_missed for one in told] == [False, False, False]
    assert [tab.version for tab in tabs] == [3, 3]  # a forged sentence would have made a version more
    for tab in tabs:
        seen = tab.seen[2]
        assert seen.shown and seen.whole and told[1].at < seen.shown <= seen.whole
        assert tab.reasons == []
    listener, narrator = sorted(tabs, key=lambda tab: tab.tells)
    assert narrator.tells and not listener.tells
    assert set(told[0].typed) >= set(listener.heard) - {""} != set()
    assert narrator.heard == {}


def test_the_report_says_what_was_reached(tmp_path: Path) -> None:
    text = write_load(RESULT, tmp_path).read_text(encoding="utf-8")
    assert "| at most 500 ms | 210 ms | yes |" in text
    assert "| under 4 MB | 1.50 MB | yes |" in text
    assert "| under 10% of a core | 5.5% | yes |" in text
    assert "**no**" not in text


def test_a_change_that_did_not_come_counts_as_not_reached() -> None:
    assert "| 210 ms | **no** |" in load_markdown(replace(RESULT, play=replace(PLAY, missed=1)))
