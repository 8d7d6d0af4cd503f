"""What an AI seat may ask the table's referee and judge before it speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.decks import load_deck
from companion.memory import StoryMemory
from companion.narrators import Objection
from companion.rules import tale
from companion.table.advice import Advice


@dataclass(frozen=True)
class TableCounsel:
    """The scripted referee and judge of one table at one moment. Whatever fails in there counts as no objection."""

    game: str
    view: tale.TaleView
    language: str
    deck: str
    advice: Advice

    def memory(self, told: Sequence[str]) -> StoryMemory:
        """The memory of these sentences: to be read."""
        return self.advice.memory(self.game, self.language, told)

    def objection(self, told: Sequence[str], sentence: str) -> Objection | None:
        """What the referee would say of that sentence, told after the others; None: nothing, or of another one."""
        said = self.advice.on_next(self.game, self._told(told), self.language, self.deck, sentence)
        if said is None or said.verdict == "ok":
            return None
        if said.verdict != "contradiction":
            return Objection(said.verdict)
        found = next((one for one in said.evidence if one.quote == sentence), None)
        return Objection(said.verdict, found.earlier) if found is not None else None

    def plausibility(self, told: Sequence[str], ending: str) -> float | None:
        """How plausible the judge finds that ending after these sentences, 0 to 1; None: it cannot say."""
        text = load_deck(self.language, self.deck).endings[ending]
        said = self.advice.on_ending(self.game, self._told(told), self.language, text)
        return said.score if said is not None else None

    def _told(self, told: Sequence[str]) -> tale.TaleView:
        """The view with these sentences; what goes beyond those of the table is the narrator's."""
        known = self.view.sentences
        if len(told) == len(known) and all(one.text == text for one, text in zip(known, told, strict=True)):
            return self.view
        lines = (
            known[index]
            if index < len(known) and known[index].text == text
            else tale.Sentence(self.view.narrator, text)
            for index, text in enumerate(told)
        )
        return replace(self.view, sentences=tuple(lines))
