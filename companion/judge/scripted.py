"""The scripted judge: are the matters that the ending speaks of in the tale, do its last sentences lead there?

How near two texts are says little here: an ending that repeats the tale's words may still pass its main thread by.
"""

from __future__ import annotations

from functools import lru_cache

from companion.judge.calibration import judge_models
from companion.judge.cards import cards, known_card
from companion.judge.facts import Reading, read
from companion.judge.frames import Frames, frames
from companion.judge.opinion import Opinion, Reason
from companion.judge.signs import Signs, bars, signs
from companion.judge.words import folded
from companion.memory import StoryMemory

_UNKNOWN = 0.5
_CONTRADICTED, _FROM_NOWHERE = 0.3, 0.4
"""What is plain to any listener outweighs what was learnt: the tale says otherwise, or has neither the card's matters
nor a word of it."""


class ScriptedJudge:
    """Opinions on endings in one language. Holds no tale: safe to share between threads."""

    def __init__(self, known: Frames | None) -> None:
        self._known = known

    def judge(self, memory: StoryMemory, ending: str) -> Opinion:
        """Does the ending close what the memory holds? The memory is not changed."""
        if self._known is None or not ending.strip() or not memory.lines:
            return Opinion(bool(ending.strip()), _UNKNOWN)
        reading = read(memory, ending, self._known)
        found = signs(memory.lines, ending, memory.language)
        score = _weighed(found)
        if any(not one.doubtful for one in reading.clashes):
            score = min(score, _CONTRADICTED)
        if found.is_untold and reading.unfitting and not (reading.fitting or reading.late or reading.told):
            score = min(score, _FROM_NOWHERE)
        lines = [memory.lines[one] for one in found.against]
        reasons = (
            [*_against(reading, memory, lines), *_for(reading)]
            if score < 0.5
            else [*_for(reading), *_against(reading, memory, lines)]
        )
        if not reasons:
            reasons = [Reason("nonsense")] if score < 0.5 else [Reason("closed")]
        return Opinion(score >= 0.5, score, tuple(reasons))

    def needs(self, memory: StoryMemory, ending: str) -> tuple[Reason, ...]:
        """What the ending still needs from the tale, for the narrator who holds it."""
        if self._known is None or not ending.strip():
            return ()
        return tuple(_against(read(memory, ending, self._known), memory, _barring(memory, ending)))


@lru_cache(maxsize=16)
def judge_for(language: str) -> ScriptedJudge:
    """The judge of a language, made once."""
    return ScriptedJudge(frames(language))


def _weighed(found: Signs) -> float:
    models = judge_models()
    if found.card is not None:
        return models.card.probability(found.values)
    # Either fault suffices: an ending that belongs to another tale shares few words, one that goes wrong many.
    return min(models.other.probability(found.values), models.foreign.probability(found.foreign))


def _barring(memory: StoryMemory, ending: str) -> list[str]:
    """Lines that contradict an ending card. Heard without the encoder: asked for at every page that is drawn."""
    card = known_card(ending, memory.language)
    if card is None:
        return []
    told = [folded(one, memory.language) for one in memory.lines]
    return [memory.lines[line] for line in bars(told, cards(memory.language)[card])]


def _against(reading: Reading, memory: StoryMemory, otherwise: list[str]) -> list[Reason]:
    found = []
    clash = next((one for one in reading.clashes if not one.doubtful), None)
    quotes = [memory.lines[clash.fact.line]] if clash is not None else otherwise[:1]
    found += [Reason("contradicts", quote=one) for one in quotes]
    if reading.unfitting and reading.untold:
        found.append(Reason("no_referent", values={"words": ", ".join(reading.untold)}))
    found += [Reason("unresolved", quote=memory.lines[line]) for line in reading.open][:1]
    return found


def _for(reading: Reading) -> list[Reason]:
    found = []
    if reading.told:
        found.append(Reason("referent", values={"words": ", ".join(dict.fromkeys(reading.told))}))
    if reading.late:
        found.append(Reason("bridge", quote=reading.late))
    return found
