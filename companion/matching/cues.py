"""What stands around a mention and makes it doubtful or slight: "no", "like", "if", and lists.

Each function answers for a stretch of tokens (first to last) of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.language import Token
from companion.matching.phrases import Phrases

_CLAUSE_END = re.compile(r"[,;:.!?—–…()«»\"“”]")
_LIST_MARK = re.compile(r"^\s*,\s*$")
_AND = frozenset({"and", "or", "и", "или", "да", "y", "et", "und", "e", "o", "oder", "ou"})
_NEGATION_REACH = 4
_COMPARISON_REACH = 4
_CLAUSE_REACH = 40
_LIST_REACH = 16


class Surroundings:
    """A sentence with its tokens, asked about places in it."""

    def __init__(self, text: str, words: Sequence[Token], known: Phrases) -> None:
        self._text, self._words, self._known = text, words, known

    def is_negated(self, first: int, last: int) -> bool:
        """ "There was no sword", "не было меча", "did not die"; not "not only" and its like."""
        for index in range(first - 1, max(first - 1 - _NEGATION_REACH, -1), -1):
            if self._clause_ends(index):
                return False
            if not self._known.negation.isdisjoint(self._words[index].lemmas[:1]):
                return not self._is_no_negation(index)
        # "Меча нет", "меча не было"; but "волк не спит" is a wolf all the same.
        behind = []
        for index in range(last + 1, min(last + 3, len(self._words))):
            if self._clause_ends(index - 1):
                break
            behind.append(self._words[index].lemmas[0])
        return " ".join(behind[:1]) in self._known.negation_behind or " ".join(behind) in self._known.negation_behind

    def is_compared(self, first: int, last: int) -> bool:
        """ "Like a wolf", "as grey as a wolf", "словно птица"; not "как царь приехал"."""
        for index in range(first - 1, max(first - 1 - _COMPARISON_REACH, -1), -1):
            if self._clause_ends(index):
                return False
            word = self._words[index]
            is_verb = any(reading.part == "verb" and reading.weight >= 0.8 for reading in word.readings[:1])
            if word.text.lower() in self._known.comparison and not is_verb:
                return self._compares(index, first, last)
            if word.text.lower() in self._known.comparison_with_article:
                after = self._words[index + 1].text.lower()
                earlier = [one.text.lower() for one in self._words[max(0, index - 3) : index]]
                return after in ("a", "an") or word.text.lower() in earlier or "though" in after
            if is_verb:
                return False
        return False

    def is_conditional(self, first: int) -> bool:
        """Whether an "if" opens the clause, or a verb does in its place: "had he been a king"."""
        opening = first
        for index in range(first - 1, max(first - 1 - _CLAUSE_REACH, -1), -1):
            if self._clause_ends(index):
                break
            if self._words[index].text.lower() in self._known.condition:
                return True
            opening = index
        return opening < first and self._words[opening].text.lower() in self._known.inverted

    def is_negated_inside(self, at: Sequence[int]) -> bool:
        """ "Snow never melts" between the words of a name that has no negation of its own."""
        inside = {self._words[index].lemmas[0] for index in range(min(at), max(at)) if index not in at}
        named = {self._words[index].lemmas[0] for index in at}
        return not self._known.negation.isdisjoint(inside) and self._known.negation.isdisjoint(named)

    def in_list(self, first: int, last: int) -> bool:
        """Whether it is one of three or more things told in a row: "pots, a carpet, old lamps and a chest"."""
        before, and_before = self._items(first, -1)
        after, and_after = self._items(last, +1)
        return before + after >= 2 and (and_before or and_after)

    def _items(self, index: int, step: int) -> tuple[int, bool]:
        """How many further members of a list stand on one side, and whether an "and" joins them.

        A member is a noun with its article and adjectives; commas or "and" part the members.
        """
        count, joined, is_member, parted = 0, False, True, False
        furthest = index + step * _LIST_REACH
        while 0 <= index + step < len(self._words) and index != furthest:
            here, there = (index, index + 1) if step > 0 else (index - 1, index)
            gap = self._text[self._words[here].end : self._words[there].start]
            index += step
            word = self._words[index].text.lower()
            if gap.strip() not in ("", ","):
                break
            if "," in gap or word in _AND:
                parted, is_member = True, is_member and not parted
                joined = joined or (word in _AND and count >= 0)
                if word in _AND:
                    continue
            part = self._words[index].readings[0].part
            is_small = word in self._known.skips or part in ("adjective", "participle")
            if part in ("noun", "name") and parted:
                count, parted = count + 1, False
            elif not is_small or (step < 0 and not parted and not is_small):
                break
        return count, joined

    def _compares(self, index: int, first: int, last: int) -> bool:
        """ "Как" compares when a bare name follows it; with a verb behind that, it tells of time or manner."""
        word = self._words[index].text.lower()
        if word != "как":
            return True
        heads = [reading for reading in self._words[last].readings[:1] if reading.part == "noun"]
        if not heads or heads[0].case != "nominative" or first - index > 3:
            return False
        if last + 1 >= len(self._words) or self._clause_ends(last):
            return True
        return self._words[last + 1].readings[0].part != "verb"

    def _clause_ends(self, index: int) -> bool:
        """Whether punctuation stands behind this token."""
        if index + 1 >= len(self._words):
            return True
        return bool(_CLAUSE_END.search(self._text[self._words[index].end : self._words[index + 1].start]))

    def _is_no_negation(self, index: int) -> bool:
        pair = " ".join(word.lemmas[0] for word in self._words[index : index + 2])
        back = " ".join(word.lemmas[0] for word in self._words[max(0, index - 1) : index + 1])
        written = " ".join(word.text.lower() for word in self._words[index : index + 2])
        return any(one in self._known.not_negation for one in (pair, back, written))
