"""What a reader of quiz answers knows by heart: small words, numerals, units, other names.

One data file a language, and beside it lists of other names by topic (en_places.yaml).

    numerals:  два 2, второй 2        words and what they are worth, in base forms
    names:     [[США, Америка], ...]  whole answers that name the same
    synonyms:  [врач доктор, ...]     base forms that may stand for each other inside an answer
    opposites: [отец сын, ...]        base forms of which one never stands for another

Teams answer Russian questions in English and the other way round, so the lists of all languages are read together:
words in different alphabets do not meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from companion.errors import DamagedDeck

_FOLDER = Path(__file__).parent
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where PyYAML was built with it: it reads thousands of lines several times faster."""


def _words(raw: Any) -> Any:
    return frozenset(raw.split()) if isinstance(raw, str) else raw


def _worth(raw: Any) -> Any:
    if not isinstance(raw, str):
        return raw
    return {word: float(value) for word, value in (one.split() for one in raw.split(",") if one.strip())}


def _sets(raw: Any) -> Any:
    return [one.split() if isinstance(one, str) else one for one in raw]


Words = Annotated[frozenset[str], BeforeValidator(_words)]
Worth = Annotated[dict[str, float], BeforeValidator(_worth)]
Sets = Annotated[tuple[tuple[str, ...], ...], BeforeValidator(_sets)]


class Lists(BaseModel):
    """The data file of one language, or all of them together."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fillers: Words = frozenset()
    """Said around an answer, as in "I think it is Paris"."""
    light: Words = frozenset()
    """Articles, prepositions, pronouns: neither missed nor minded."""
    generic: Words = frozenset()
    """Kinds of things: "river", "city". The question names them, so that an answer may do without."""
    titles: Words = frozenset()
    """Stand before names of people, who may go without."""
    person: Words = frozenset()
    """In a question: it asks for a person."""
    several: Words = frozenset()
    """In a question: it asks for more than one thing."""
    ceasing: Words = frozenset()
    """What they tell of is not, or is no more: lose, without."""
    hedges: Words = frozenset()
    and_: Words = frozenset()
    negations: Words = frozenset()
    but: Words = frozenset()
    half_marks: Words = frozenset()
    """An addition that takes something away: "without", "except"."""
    approximately: Words = frozenset()
    between: Sets = ()
    """Pairs of words before the ends of a range."""
    accept: tuple[str, ...] = ()
    """In a reference: before further right answers."""
    reject: tuple[str, ...] = ()
    """In a reference: before answers that are wrong."""
    opposites: Sets = ()
    synonyms: Sets = ()
    names: Sets = ()
    units: dict[str, tuple[str, ...]] = {}
    numerals: Worth = {}
    amounts: Worth = {}
    """Words that name an amount where nothing but a number is wanted."""
    multipliers: Worth = {}
    first_names: Words = frozenset()
    short_names: Sets = ()
    myths: Sets = ()
    """Greek and Roman names of one god."""
    myth_marks: Words = frozenset()
    """In a question: it minds whose god it is."""
    form_marks: tuple[str, ...] = ()
    """Patterns of folded questions that ask for a form of a word: "plural of"."""
    street_marks: Words = frozenset()
    """In a question: it asks for a street."""
    abbreviation_marks: tuple[str, ...] = ()
    """Patterns of folded questions that ask what an abbreviation stands for: every word counts."""
    country_marks: Words = frozenset()
    """In a question: it asks for a country."""
    count_marks: Words = frozenset()
    """In a question: behind it stands what is to be counted."""
    when_marks: Words = frozenset()
    """In a question: it asks when something happened."""
    day_marks: Words = frozenset()
    """In such a question: the day or the month is wanted."""
    peoples: dict[str, Words] = {}
    """Names and adjectives of the people of a country, by its code, where no language is called so: Swiss, British."""
    why_marks: Words = frozenset()
    """In a question: it asks for a reason or for what happened."""
    word_marks: Words = frozenset()
    """In a question: it asks what a word means."""
    gap_marks: Words = frozenset()
    """In a question: it asks to complete a saying."""
    term_marks: tuple[str, ...] = ()
    """Patterns of questions about grammar that ask for a term or a number."""
    particles: Words = frozenset()
    """Small words inside surnames: van, von, de."""
    things_of_their_own: Words = frozenset()
    """Diminutives that name another thing than the word they come from."""
    elements: str = ""
    """Symbol, English and Russian name of chemical elements, parted by commas."""
    signs: dict[str, str] = {}


@cache
def lists() -> Lists:
    """The lists of all languages together. Raises DamagedDeck, naming the file."""
    together: dict[str, Any] = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        for name, value in _read(path):
            together[name] = _joined(together.get(name), value)
    return Lists.model_construct(**together)


def _joined(old: Any, new: Any) -> Any:
    if old is None:
        return new
    if isinstance(new, dict):
        return {**old, **{key: _joined(old.get(key), value) if key in old else value for key, value in new.items()}}
    if isinstance(new, float):
        return new
    return old | new if isinstance(new, frozenset) else old + new


def _read(path: Path) -> Iterable[tuple[str, Any]]:
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
        if isinstance(raw, dict) and "and" in raw:
            raw["and_"] = raw.pop("and")
        return list(Lists.model_validate(raw))
    except (OSError, yaml.YAMLError, ValidationError, ValueError) as fault:
        raise DamagedDeck(str(path), " ".join(str(fault).split())) from fault


def sets_of(groups: Iterable[Iterable[str]]) -> dict[str, frozenset[int]]:
    """For each word the numbers of the groups in which it stands."""
    found: dict[str, set[int]] = {}
    for number, group in enumerate(groups):
        for word in group:
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}
