"""The scripted judge: are the matters that the ending speaks of in the tale, do its last sentences lead there?

How near two texts are says little here: an ending that repeats the tale's words may still pass its main thread by.
"""

from __future__ import annotations

from functools import lru_cache

from companion.judge.calibration import judge_model
from companion.judge.facts import Reading, read
from companion.judge.frames import Frames, frames
from companion.judge.opinion import Opinion, Reason
from companion.memory import StoryMemory

_UNKNOWN = 0.5
_CONTRADICTED, _FROM_NOWHERE = 0.3, 0.4
"""What is plain to any listener outweighs what was learnt: the tale says otherwise, or has neither the matter nor a
word of what the ending speaks of."""


class ScriptedJudge:
    """Opinions on endings in one language. Holds no tale: safe to share between threads."""

    def __init__(self, known: Frames | None) -> None:
        self._known = known

    def judge(self, memory: StoryMemory, ending: str) -> Opinion:
        """Does the ending close what the memory holds? The memory is not changed."""
        if self._known is None or not ending.strip() or not memory.lines:
            return Opinion(bool(ending.strip()), _UNKNOWN)
        reading = read(memory, ending, self._known)
        score = judge_model().probability(reading.facts)
        if any(not one.doubtful for one in reading.clashes):
            score = min(score, _CONTRADICTED)
        if reading.unfitting and reading.untold and not (reading.fitting or reading.late or reading.told):
            score = min(score, _FROM_NOWHERE)
        reasons = (
            [*_against(reading, memory), *_for(reading)]
            if score < 0.5
            else [*_for(reading), *_against(reading, memory)]
        )
        if not reasons:
            reasons = [Reason("nonsense")] if score < 0.5 else [Reason("closed")]
        return Opinion(score >= 0.5, score, tuple(reasons))

    def needs(self, memory: StoryMemory, ending: str) -> tuple[Reason, ...]:
        """What the ending still needs from the tale, for the narrator who holds it."""
        if self._known is None or not ending.strip():
            return ()
        return tuple(_against(read(memory, ending, self._known), memory))


@lru_cache(maxsize=16)
def judge_for(language: str) -> ScriptedJudge:
    """The judge of a language, made once."""
    return ScriptedJudge(frames(language))


def _against(reading: Reading, memory: StoryMemory) -> list[Reason]:
    found = []
    clash = next((one for one in reading.clashes if not one.doubtful), None)
    if clash is not None:
        found.append(Reason("contradicts", quote=memory.lines[clash.fact.line]))
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
