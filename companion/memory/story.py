"""What a tale has told so far, and what a new sentence says against it.

    memory = StoryMemory("en")
    memory.tell("The old king died.")
    heard = memory.tell("Then the king drew his sword and laughed.")
    heard.clashes[0].fact.line  # 0

A memory grows sentence by sentence and is never rebuilt; `copy` is cheap, to hear a narration without keeping it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.language import tokens
from companion.language.clauses import names_in
from companion.memory.absent import Absences
from companion.memory.cast import Cast
from companion.memory.facts import Fact, Heard
from companion.memory.hearing import Hearing
from companion.memory.lexicon import Lexicon, lexicon


@dataclass
class StoryMemory:
    """The memory of one tale. Without a lexicon for the language it only counts sentences."""

    language: str
    lines: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    """Base forms of all words told so far."""
    cast: Cast = field(init=False)
    content: dict[str, list[str]] = field(default_factory=dict)
    """What a referee keeps of each sentence, to compare others with it. Copies share it, between threads too: it
    holds by the sentence itself, so that a line that was told otherwise is not taken for another."""
    subject: int | None = None
    names: frozenset[str] = frozenset()
    """Words that the tale has used as names."""
    absences: Absences = field(default_factory=Absences)
    times: dict[str, Fact | None] = field(default_factory=dict)
    """Season and hour of the scene."""

    def __post_init__(self) -> None:
        self._known: Lexicon | None = lexicon(self.language)
        if self._known is not None:
            self.cast = Cast(self._known)

    def copy(self) -> StoryMemory:
        """A memory that can be told something without this one hearing it."""
        other = StoryMemory(self.language, list(self.lines), list(self.facts), list(self.heard), set(self.told))
        if self._known is not None:
            other.cast = self.cast.copy()
        other.absences, other.names = self.absences.copy(), self.names
        other.subject, other.times, other.content = self.subject, dict(self.times), self.content
        return other

    def tell(self, sentence: str) -> Heard:
        """Hears a sentence and keeps what it told."""
        line = len(self.lines)
        self.lines.append(sentence)
        words = tokens(sentence, self.language)
        self.names |= names_in(sentence, self.language)
        lemmas = frozenset(word.lemmas[0] for word in words)
        heard = Hearing(self, self._known, sentence, line, words).heard() if self._known else None
        telling = {one for one in lemmas if len(one) > 2}  # "the" and "он" are old from the first line on
        share = len(telling - self.told) / max(1, len(telling))
        kept = replace(heard or Heard(line, sentence, lemmas, (), (), (), (), 0), fresh_share=share)
        self.told |= lemmas
        self.heard.append(kept)
        return kept

    @property
    def knows(self) -> bool:
        """Whether there is a lexicon for the language."""
        return self._known is not None
