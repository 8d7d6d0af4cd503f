"""How many there are: "three brothers" are never five, and a man with one leg does not dance on both."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.language.clauses import Noun
from companion.memory.cast import Cast
from companion.memory.deeds import Deed
from companion.memory.entity import MEASURES
from companion.memory.facts import Fact
from companion.memory.lexicon import Lexicon

_ALL = re.compile(
    r"(?i)\b(all|only|just|whole|every one of|the|those|these|his|her|their|both|"
    r"вс[её]|всех|всем|всеми|эти|этих|те|тех|его|её|ее|их|сво[ия]|своих|целых)\b[^.,;:!?]{0,24}$"
)
"""What tells of the whole of a group right before its number."""
_COUNTED_KIN = frozenset("brother sister child".split())
""" "Had one brother" counts, as "had one leg" does."""
_BE = frozenset(("be", "быть"))
COLLECTIVE = frozenset("вдвоем втроем вчетвером впятером вшестером всемером".split())
_MORE = re.compile(r"(?i)\b(more|another|other|new|extra|further|ещ[её]|други[ехм]|новы[ехм])\b[^.,;:!?]{0,24}$")
_ONLY = re.compile(r"(?i)\b(only|no more than|just|but|never more than|только|лишь|всего)\b[^.,;:!?]{0,12}$")


def counted(
    deed: Deed, cast: Cast, known: Lexicon, sentence: str, line: int, facts: list[Fact]
) -> Iterator[tuple[Fact, Fact | None]]:
    """The count that a clause tells, each with the earlier one that it disagrees with."""
    for noun, number in deed.counted:
        is_said = noun is deed.clause.subject and noun.plural and deed.clause.verb in _BE
        words = deed.clause.said if is_said else ()  # "контрабандистов было шестеро"
        many = max((_number(noun, known), *(known.numbers.get(one, 0) for one in words)))
        is_kin = known.kin.get(noun.lemma) in _COUNTED_KIN
        is_one = many == 1 and (noun.lemma in known.body or is_kin)
        if (many < 2 and not is_one) or noun.lemma in MEASURES:
            continue
        key = f"{noun.lemma} {many}"
        before = _before(noun, number, cast, facts, is_part=noun.lemma in known.body or is_kin)
        now = Fact("count", number, line, sentence[noun.start : noun.end], value=key)
        if before is None or before.line == line:
            yield now, None
            continue
        if _MORE.search(sentence[: noun.start]):
            continue  # "five more trees"
        if before.value == key:
            continue
        said = int(before.value.rsplit(" ", 1)[1])
        more = many > said and (cast[number].is_person or said == 1 or _is_whole(noun, sentence, _ALL))
        less = many < said and _is_whole(noun, sentence, _ONLY)
        yield now, before if more or less else None


def together(deed: Deed, cast: Cast, known: Lexicon, line: int, facts: list[Fact]) -> Iterator[Fact]:
    """The counts that "вчетвером" and "the four of them" disagree with: more than the group that does it has."""
    clause = deed.clause
    if any(one.line == line and one.is_person for one in cast):
        return  # somebody has just joined them
    groups = [(clause.subject, deed.subject)]
    for noun, number in groups:
        if noun is None or number is None or not noun.plural:
            continue
        said = _number(noun, known) if noun.kind == "pronoun" else 0
        said = max((known.numbers.get(one, 0) for one in deed.lemmas & COLLECTIVE), default=said)
        for fact in facts if said > 1 else ():
            is_group = fact.state == "count" and fact.entity == number and fact.line != line
            if is_group and cast[number].is_person and said != int(fact.value.rsplit(" ", 1)[1]):
                yield fact


def _number(noun: Noun, known: Lexicon) -> int:
    """How many the noun's numeral says, 0 without one: "ninety-nine" is 90 and 9."""
    told = [[known.numbers.get(part, 0) for part in word.split("-")] for word in noun.qualities]
    return max((sum(parts) for parts in told if all(parts)), default=0)  # "only twelve" is no one


def _before(noun: Noun, number: int, cast: Cast, facts: list[Fact], *, is_part: bool) -> Fact | None:
    """The count told of the same group; of parts of somebody, of the same one's parts."""
    for fact in facts:
        if fact.state != "count" or fact.value.rsplit(" ", 1)[0] != noun.lemma:
            continue
        if fact.entity == number:
            return fact
        owner = cast[number].owner
        if is_part and owner is not None and owner == cast[fact.entity].owner:
            return fact
    return None


def _is_whole(noun: Noun, sentence: str, signs: re.Pattern[str]) -> bool:
    before = sentence[: noun.start].rstrip()
    words = before.split(" ")
    return any(signs.search(" ".join(words[:-drop] if drop else words)) for drop in (0, 1))


def out_of_rank(deed: Deed, cast: Cast, known: Lexicon, line: int, facts: list[Fact]) -> Iterator[Fact]:
    """The counts that an ordinal disagrees with: "the fourth sister" where there are three."""
    for (number, lemma), (_, qualities) in zip(deed.called, deed.ranked, strict=True):
        rank = max((known.ordinals.get(one, 0) for one in qualities), default=0)
        if frozenset((lemma,)) in known.hours.passing + known.seasons.passing:
            continue  # the fourth day is no fourth of the three days before
        for fact in facts if rank else ():
            if fact.state != "count" or lemma not in cast[fact.entity].keys or number == fact.entity:
                continue
            if fact.line != line and int(fact.value.rsplit(" ", 1)[1]) < rank:
                yield fact
