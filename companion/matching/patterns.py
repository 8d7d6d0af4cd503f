"""Names of cards as patterns over base forms, and an index that finds them in a sentence in one pass.

A pattern is a row of steps, one a word: "fell in love" is three, "сын короля" two. Small words and adjectives may
stand between the steps ("the king's only son"); punctuation may not, unless the name has it too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, Literal, TypeVar

from companion.language import Part, Reading, Token, tokens
from companion.rules.cards import Category

T = TypeVar("T")

Gaps = Literal["none", "small words", "adjectives", "an object", "two objects"]
""" "The king's (only) son" takes small words and adjectives, "bore (the king) a boy" three words that are
no verb; with two objects ("bore the king a little boy") five."""

MIN_WEIGHT = 0.3
"""A reading of less weight than this is not believed."""
_NEAR_THE_BEST = 0.6
"""Nor is a reading that much less likely than the best one."""

_NOUNS: frozenset[Part] = frozenset({"noun"})
_NAMES: frozenset[Part] = frozenset({"name"})
_DEEDS: frozenset[Part] = frozenset({"verb", "participle"})
_QUALITIES: frozenset[Part] = frozenset({"adjective", "participle", "adverb"})
_ARTICLES = frozenset("a an the his her their my your our".split())
_WELCOME: dict[Category, frozenset[Part]] = {
    Category.CHARACTER: _NOUNS,
    Category.THING: _NOUNS,
    Category.PLACE: _NOUNS,
    Category.ASPECT: _QUALITIES | _DEEDS,
    Category.EVENT: _NOUNS | _QUALITIES | _DEEDS,
}


@dataclass(frozen=True)
class Step:
    """One word of a name: the base forms that it may have, as these parts of speech (None: any)."""

    lemmas: frozenset[str]
    parts: frozenset[Part] | None = None
    case: str = ""
    """"nominative" or "oblique" where the language shows it; "": any."""
    written: str = ""
    """Only this very form ("born", "hanged"); "": any form."""

    def reading(self, word: Token) -> Reading | None:
        """The likeliest reading of the word that fits this step."""
        if self.written and word.text.lower() != self.written:
            return None
        rivals = [reading.weight for reading in word.readings if reading.part != "name"]
        believed = max(MIN_WEIGHT, _NEAR_THE_BEST * max(rivals, default=0.0))
        for reading in word.readings:
            if reading.weight < believed:
                break
            if (
                reading.lemma in self.lemmas
                and (self.parts is None or reading.part in self.parts)
                and (not self.case or reading.case in ("", self.case))
            ):
                return reading
        return None


@dataclass(frozen=True)
class Pattern:
    """A name of one or more words."""

    text: str
    steps: tuple[Step, ...]
    punctuated: bool
    """The name has punctuation inside, so a sentence may have it too."""
    gaps: Gaps
    """What may stand between its words."""
    opens: bool = False
    """It opens a clause: "asked the fox" behind a quotation, not "he asked the fox"."""


@dataclass(frozen=True)
class Found(Generic[T]):
    """A pattern in a sentence, by the numbers of its tokens."""

    payload: T
    pattern: Pattern
    at: tuple[int, ...]
    readings: tuple[Reading, ...]

    @property
    def first(self) -> int:
        return min(self.at)

    @property
    def last(self) -> int:
        return max(self.at)


def compile_name(
    text: str,
    language: str,
    category: Category,
    *,
    is_own: bool,
    breaks: frozenset[str] = frozenset(),
    parts: frozenset[Part] | None = None,
) -> list[Pattern]:
    """The patterns of a card's name: a name of one word is matched by parts of speech that fit the category.

    `is_own`: the name that is printed on the card; "Проклятый" stands for the verb as well.
    `parts`: these parts of speech and no other.
    """
    words = tokens(text, language)
    if not words:
        return []
    if len(words) == 1:
        singles = [_as(words[0], parts)] if parts else _singles(words[0], category, language, is_own=is_own)
        patterns = [Pattern(text, (step,), False, "none") for step in singles]
        # "баба-яга" is also written "баба яга".
        parted = text.replace("-", " ").strip()
        return patterns + (compile_name(parted, language, category, is_own=is_own) if parted != text else [])
    behind = ["", *(word.text.lower() for word in words)]
    steps = tuple(_inside(one) if word in _ARTICLES else _loose(one) for word, one in zip(behind, words, strict=False))
    between = "".join(text[one.end : other.start] for one, other in pairwise(words))
    is_deed = any(_may_be_deed(word, category) for word in words)
    gaps: Gaps = "none" if any(word.lemmas[0] in breaks for word in words) else "an object" if is_deed else "adjectives"
    patterns = [Pattern(text, steps, bool(between.strip()), gaps)]
    if len(words) == 2 and language == "ru" and is_deed:
        patterns.append(replace(patterns[0], steps=steps[::-1]))
    if len(words) == 2 and not is_deed:
        patterns.append(Pattern(text, (Step(frozenset({"-".join(word.lemmas[0] for word in words)})),), False, "none"))
    return patterns


def _may_be_deed(word: Token, category: Category) -> bool:
    """Of an event's name even "turn" and "fall", which may be nouns, are verbs."""
    if category in (Category.ASPECT, Category.EVENT):
        return any(reading.part in _DEEDS and reading.weight >= 0.8 for reading in word.readings)
    return word.readings[0].part in _DEEDS


def compile_phrase(text: str, language: str, lists: Mapping[str, Sequence[str]], gaps: Gaps = "small words") -> Pattern:
    """The pattern of a phrase of the language's data file.

    `{king}` is any word of that list; `{king.nominative}` and `{king.oblique}` in that case only, `{say.verb}` as a
    verb only. A leading `|` says that the phrase opens a clause.
    """
    steps = []
    for piece in text.removeprefix("| ").split():
        name, _, only = piece.strip("{}").partition(".")
        if piece.startswith("{"):
            lemmas = {lemma for word in lists[name] for one in tokens(word, language) for lemma in _lemmas(one)}
            verb: frozenset[Part] = frozenset({"verb"})
            steps.append(Step(frozenset(lemmas), verb) if only == "verb" else Step(frozenset(lemmas), case=only))
        elif piece.startswith("'"):
            steps.append(Step(frozenset({piece})))
        else:
            steps += [_loose(word) for word in tokens(piece, language)]
    return Pattern(text, tuple(steps), False, gaps, opens=text.startswith("| "))


def _singles(word: Token, category: Category, language: str, *, is_own: bool) -> list[Step]:
    """A name of one word, a step for each of its base forms: "flying" may be a noun, of "fly" it is the verb."""
    step = _single(word, category, language, is_own=is_own)
    if language != "en" or step.parts is None or len(step.lemmas) < 2:
        return [step]
    return [
        replace(step, lemmas=frozenset({lemma}), parts=parts)
        for lemma in sorted(step.lemmas)
        if (parts := step.parts & _parts_of(lemma, word))
    ]


def _parts_of(lemma: str, word: Token) -> frozenset[Part]:
    """What a base form of the word may be."""
    parts = {one.part for one in word.readings if one.lemma == lemma}
    return frozenset(parts | (_DEEDS if parts & _DEEDS else set()) | ({"adverb"} if "adjective" in parts else set()))


def _single(word: Token, category: Category, language: str, *, is_own: bool) -> Step:
    """A name of one word is read by its card's category: Well is a noun, Hidden an adjective or a verb."""
    welcome = _WELCOME[category]
    fitting = [one for one in word.readings if one.whole and one.weight >= 0.15 and one.part in welcome]
    same = word.text.lower()
    if category is Category.ASPECT:
        # "Joy" is one of Happy; the noun "fly" is rare, and an insect.
        least = MIN_WEIGHT if language == "en" else 0.0
        fitting += [
            one for one in word.readings if one.part == "noun" and one.weight >= least and _writes(one.lemma, same)
        ]
    # "Wound" is to wound and not to wind, for a card's names are base forms.
    for part in {one.part for one in fitting}:
        if any(_writes(one.lemma, same) for one in fitting if one.part == part):
            fitting = [one for one in fitting if one.part != part or _writes(one.lemma, same)]
    if not is_own and any(one.part == "noun" and _writes(one.lemma, same) for one in fitting):
        fitting = [one for one in fitting if one.part not in _DEEDS or _writes(one.lemma, same)]
    if not fitting and category not in (Category.ASPECT, Category.EVENT):
        # What the dictionary takes for something else: an adjective used as a noun, or ("катана") the bare word.
        fitting = [one for one in word.readings if one.whole and one.part == "adjective"]
        return Step(frozenset(one.lemma for one in fitting)) if fitting else Step(frozenset({_folded(same)}))
    if not fitting:
        return _loose(word)
    if any(one.part == "adjective" and _writes(one.lemma, same) for one in fitting) and not is_own:
        fitting = [one for one in fitting if one.part not in _DEEDS]
    parts = {one.part for one in fitting}
    lemmas = frozenset(one.lemma for one in fitting)
    if (
        language == "en"
        and category is Category.EVENT
        and parts <= _DEEDS
        and not any(_writes(o, same) for o in lemmas)
    ):
        # "Born" and "hanged" are not to bear and to hang in all their forms.
        return Step(lemmas, frozenset(parts), written=same)
    if parts & _DEEDS:
        parts |= _DEEDS
    if "adjective" in parts:
        parts |= {"noun", "adverb"} if category is Category.CHARACTER else {"adverb"}
    return Step(lemmas, frozenset(parts))


def _as(word: Token, parts: frozenset[Part]) -> Step:
    """A word as one part of speech, in its base form if it is written so."""
    fitting = [one.lemma for one in word.readings if one.whole and one.part in parts]
    same = [lemma for lemma in fitting if _writes(lemma, word.text.lower())]
    return Step(frozenset(same or fitting or [_folded(word.text.lower())]), parts)


def _writes(lemma: str, written: str) -> bool:
    return lemma == _folded(written)


def _folded(written: str) -> str:
    return written.replace("ё", "е")


def _loose(word: Token) -> Step:
    return Step(_lemmas(word))


def _inside(word: Token) -> Step:
    """A word of a longer name behind an article, as what it is there: in "have a row" a row is no verb."""
    best = max(one.weight for one in word.readings)
    believed = {one.part for one in word.readings if one.weight >= _NEAR_THE_BEST * best}
    if "other" in believed or len(believed) == len({one.part for one in word.readings}):
        return _loose(word)
    lemmas = _lemmas(word)
    parts: set[Part] = {one.part for one in word.readings if one.lemma in lemmas and one.part in believed}
    if not parts:
        return _loose(word)
    parts |= _DEEDS if parts & _DEEDS else frozenset()
    return Step(lemmas, frozenset(parts) | _NAMES)


def _lemmas(word: Token) -> frozenset[str]:
    """The base forms of a word that is itself written as one, else all that are likely."""
    likely = [reading for reading in word.readings if reading.whole and reading.weight >= 0.2]
    same = [reading.lemma for reading in likely if _writes(reading.lemma, word.text.lower())]
    return frozenset(same or [reading.lemma for reading in likely] or word.lemmas[:1])


class Index(Generic[T]):
    """Finds many patterns at once by the base form of one of their words. Immutable once made."""

    def __init__(
        self,
        entries: Sequence[tuple[Pattern, T]],
        *,
        skips: frozenset[str],
        breaks: frozenset[str],
        stops: frozenset[str] = frozenset(),
        articles: frozenset[str] = frozenset(),
        pronouns: frozenset[str] = frozenset(),
    ) -> None:
        """`skips`: small words that may stand inside a name. `breaks`: words that never do.

        Of languages that tell an object by its place: `stops` are no part of one, `articles` open one, `pronouns`
        are one by themselves.
        """
        self._skips, self._breaks = skips, breaks
        self._stops, self._articles, self._pronouns = stops, articles, pronouns
        # Filed under the word that stands in the fewest: "kick the bucket" is not tried at every "kick" and "the".
        usual = Counter(lemma for pattern, _ in entries for step in pattern.steps for lemma in step.lemmas)
        self._by_lemma: dict[str, list[tuple[Pattern, T]]] = defaultdict(list)
        for pattern, payload in entries:
            rarest = min(pattern.steps, key=lambda step: sum(usual[lemma] for lemma in step.lemmas))
            for lemma in rarest.lemmas:
                self._by_lemma[lemma].append((pattern, payload))
        self._openings = {lemma for pattern, _ in entries for lemma in pattern.steps[0].lemmas}

    def openings(self) -> Iterator[str]:
        """The base forms that names begin with."""
        yield from self._openings

    def knows(self, lemma: str) -> bool:
        """Whether a name begins with this base form."""
        return lemma in self._openings

    def hears(self, word: Token) -> bool:
        """Whether the word alone is a name."""
        return any(
            len(pattern.steps) == 1 and pattern.steps[0].reading(word) is not None
            for lemma in word.lemmas
            for pattern, _ in self._by_lemma.get(lemma, ())
        )

    def find(self, words: Sequence[Token], text: str) -> Iterator[Found[T]]:
        """Every place of every pattern; several at one place are all told."""
        places: dict[str, list[int]] = defaultdict(list)
        for index, word in enumerate(words):
            for lemma in word.lemmas:
                places[lemma].append(index)
        for lemma in places:
            for pattern, payload in self._by_lemma.get(lemma, ()):
                if len(pattern.steps) > 1 and any(places.keys().isdisjoint(step.lemmas) for step in pattern.steps):
                    continue
                first = pattern.steps[0].lemmas
                for index in {index for one in first if one in places for index in places[one]}:
                    if (match := self._follow(pattern, words, text, index)) is not None:
                        yield Found(payload, pattern, *match)

    def _follow(
        self, pattern: Pattern, words: Sequence[Token], text: str, index: int
    ) -> tuple[tuple[int, ...], tuple[Reading, ...]] | None:
        reading = pattern.steps[0].reading(words[index])
        if reading is None or (pattern.opens and index and text[words[index - 1].end : words[index].start].isspace()):
            return None
        at, readings = [index], [reading]
        for step in pattern.steps[1:]:
            following = self._next(step, pattern, words, text, at[-1], readings[-1])
            if following is None:
                return None
            at.append(following[0])
            readings.append(following[1])
        return tuple(at), tuple(readings)

    def _next(
        self, step: Step, pattern: Pattern, words: Sequence[Token], text: str, after: int, before: Reading
    ) -> tuple[int, Reading] | None:
        limit = {"none": 0, "an object": 3, "two objects": 5}.get(pattern.gaps, 2)
        for index in range(after + 1, min(after + 2 + limit, len(words))):
            gap = text[words[index - 1].end : words[index].start]
            if gap.strip() and not pattern.punctuated:
                return None
            if (reading := step.reading(words[index])) is not None:
                return (index, reading) if self._is_whole(words[after + 1 : index + 1], reading) else None
            if not self._may_skip(words, after, index, pattern, before):
                return None
        return None

    def _may_skip(self, words: Sequence[Token], after: int, index: int, pattern: Pattern, before: Reading) -> bool:
        word, written = words[index], words[index].text.lower()
        is_next = index == after + 1
        if word.lemmas[0] in self._breaks:
            return False
        if self._articles:
            if is_next and written in self._articles and before.part == "adjective" and pattern.gaps == "adjectives":
                return False  # "so long that the ship" is no long ship
            if not is_next and written in self._articles and words[index - 1].text.lower() in self._pronouns:
                return pattern.gaps == "two objects"
            if pattern.gaps == "an object" and (written in self._stops or (is_next and written.endswith("ing"))):
                # "The hounds were on his track" is still "hounds on his track".
                is_state = "be" in word.lemmas and before.part == "noun" and self._goes_on(words, index)
                return is_next and (is_state or before.part == "other")
            if is_next and before.lemma == "be" and word.readings[0].part == "participle":
                return False  # "was thrown after him" is not "was after him"
        if word.lemmas[0] in self._skips:
            return True
        if pattern.gaps in ("an object", "two objects"):
            return not any(reading.part == "verb" and reading.weight >= 0.8 for reading in word.readings[:1])
        return pattern.gaps == "adjectives" and any(
            reading.part in ("adjective", "participle") and reading.weight >= 0.5 for reading in word.readings
        )

    def _goes_on(self, words: Sequence[Token], index: int) -> bool:
        """Whether a small word follows, as "on" in "were on his track"."""
        return index + 1 < len(words) and words[index + 1].readings[0].part == "other"

    def _is_whole(self, words: Sequence[Token], reading: Reading) -> bool:
        """Whether an object ends before the name goes on: not "got the old | tailor", "burnt the cabbage | himself".

        `words`: those in between and the one that goes on with the name, read so.
        """
        between = words[:-1]
        if not between or not self._articles:
            return True
        if words[-1].text.lower() in self._pronouns:
            return all(word.readings[0].part == "adverb" or word.text.lower() in self._skips for word in between)
        opening = [number for number, word in enumerate(between) if word.text.lower() in self._articles]
        return not opening or reading.part != "adjective" or any(_is_noun(word) for word in between[opening[-1] :])


def _is_noun(word: Token) -> bool:
    return any(reading.part in ("noun", "name") and reading.weight >= MIN_WEIGHT for reading in word.readings)
