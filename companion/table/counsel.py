"""What an AI seat may ask the table's referee and judge before it speaks."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from companion.decks import load_deck
from companion.judge.scripted import judge_for
from companion.memory import StoryMemory
from companion.referee.scripted import referee_for
from companion.table.advice import Advice

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TableCounsel:
    """The scripted referee and judge of one table. Whatever fails in there counts as no objection."""

    game: str
    language: str
    deck: str
    advice: Advice

    def memory(self, told: Sequence[str]) -> StoryMemory:
        """The memory of these sentences: to be read."""
        return self.advice.memory(self.game, self.language, told)

    def contradicted(self, told: Sequence[str], sentence: str) -> str:
        """The earlier sentence that this one, told after the others, contradicts; "": none."""
        try:
            said = referee_for(self.language, self.deck).judge(self.memory(told), sentence)
        except Exception:
            _log.exception("the referee failed")
            return ""
        return said.evidence[0].earlier if said.verdict == "contradiction" and said.evidence else ""

    def closes(self, told: Sequence[str], ending: str) -> bool:
        """Whether that ending closes the tale."""
        text = load_deck(self.language, self.deck).endings[ending]
        try:
            return judge_for(self.language).judge(self.memory(told), text).plausible
        except Exception:
            _log.exception("the judge failed")
            return False
