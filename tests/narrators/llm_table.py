"""A table for a narrator that a language model speaks for: its view, its voice, and what was seen of its deeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.llm import Asker
from companion.matching import matcher_for
from companion.memory import StoryMemory
from companion.narrators import Moment, Objection, player_for
from companion.narrators.llm.voice import Voice
from companion.rules.tale.actions import Action, Tell
from companion.rules.tale.state import Laid, Sentence, TaleView
from companion.settings import read_settings
from tests.kit.narrating_model import plan
from tests.kit.openai_server import OpenAIServer, Script
from tests.narrators.table import DECK, moment, new_state

BEGUN = ("There lived a girl by the sea.",)
FOREST = "She walked into the dark forest and lost her way."
WOLF = "A grey wolf stopped her and asked for bread."
KING = "The old king gave her half of his bread."
LIKED = plan(("she goes into the forest", "forest"))


@dataclass
class Seen:
    """What the table would see of one act."""

    action: Action | None = None
    reasons: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    @property
    def told(self) -> str:
        assert isinstance(self.action, Tell)
        return self.action.text


class Plain:
    """Advisers who object to one sentence, and find that no tale is closed, or each."""

    def __init__(self, objects_to: str = "", closes: bool = False) -> None:
        self._objects_to, self._closes = objects_to, closes

    def memory(self, told: Sequence[str]) -> StoryMemory:
        memory = StoryMemory("en")
        for line in told:
            memory.tell(line)
        return memory

    def objection(self, told: Sequence[str], sentence: str) -> Objection | None:
        return Objection("contradiction", told[0]) if sentence == self._objects_to else None

    def plausibility(self, told: Sequence[str], ending: str) -> float:
        return 0.9 if self._closes else 0.1


def view(*hand: str, told: Sequence[str] = BEGUN, laid: Sequence[str] = (), turn_start: int | None = None) -> TaleView:
    """The narrator of seat 1, just before its first sentence unless `turn_start` says otherwise."""
    state = new_state("en")
    seen = moment(replace(state, narrator=1), 1, "en").view
    return replace(
        seen,
        hand=hand,
        sentences=tuple(Sentence(0, text) for text in told),
        laid=tuple(Laid(card, 0, "lay", 0, 1) for card in laid),
        turn_start=len(told) if turn_start is None else turn_start,
        turn_laid=len(laid),
    )


def voice(server: OpenAIServer, *, rest: float = 0.0, now: Any = lambda: 0.0, **more: Any) -> Voice:
    settings = read_settings({"COMPANION_LLM": "openai:m", "OPENAI_BASE_URL": server.base_url})
    return Voice(Asker(settings, **{"sleep": lambda _: None, **more}), rest=rest, now=now)


def act(speaks: Voice | None, seen: TaleView, language: str = "en", **more: Any) -> Seen:
    found = Seen()
    at = Moment(
        view=seen,
        language=language,
        deck=DECK,
        matcher=matcher_for(language, DECK),
        seed=7,
        **{
            "game": "g",
            "counsel": Plain(),
            "show": found.shown.append,
            "stand_in": found.reasons.append,
            **more,
        },
    )
    found.action = player_for("llm", seat=1, voice=speaks).act(at)
    return found


def acted(*script: Script, seen: TaleView | None = None, **more: Any) -> tuple[Seen, list[dict[str, Any]]]:
    with OpenAIServer(*script) as server:
        return act(voice(server), seen or view("forest", "wolf"), **more), server.asked
