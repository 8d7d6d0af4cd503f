"""What an English word may be where it stands: noun or verb, the end of a group or its middle."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.language.english import fold
from companion.language.english_closed import (
    ARTICLES,
    AUXILIARY,
    BOYS,
    BREAKS,
    DAYS,
    DIRECTIONS,
    GIRLS,
    HANDLES,
    KIN,
    MODALS,
    MOVES,
    NAMED,
    NO_VERBS,
    PARTICLES,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SHOWS,
    STANDS,
    SUBORDINATORS,
    TIMES,
    TITLED_BY,
    is_number,
)
from companion.language.english_names import GIVEN
from companion.language.token import Token

_WITH_IS = frozenset("there here that it he she who what where name".split())
"""Words behind which "'s" is a verb."""
_SMALL = frozenset("and so but then when because that while as if until to with by from for of".split())
"""Words behind which a capital makes a name, whatever else the word means."""
_BEHIND_HER = PREPOSITIONS | DIRECTIONS | SUBORDINATORS | {"and", "away", "off"}
_CLAUSE_SIGN = re.compile(r"[,;:.!?—–()]")


class Lookahead:
    """The words of a sentence, and what has been read of them so far."""

    def __init__(self, words: Sequence[Token], text: str, names: frozenset[str] = frozenset()) -> None:
        self._names = names
        self._words, self._text = words, text
        self._lower = [word.text.lower().replace("’", "'") for word in words]
        self._at = 0
        self._last = ""
        """The kind of the group before."""
        self._said = False
        """The group before said how somebody is."""
        self._verb = ""
        """The verb before."""
        self._is_many = False
        """A number stands before the noun that is being read: "two glass eyes"."""
        self._preposition = ""
        """What the noun group that is being read hangs on."""
        self._wants_verb = False
        """A subject has been told and no verb yet."""

    def _is_repeated(self, at: int) -> bool:
        """ "From stall to stall": the same word on both sides."""
        return 0 < at < len(self._words) - 1 and self._lower[at - 1] == self._lower[at + 1]

    def _opens_noun(self, at: int) -> bool:
        return at < len(self._words) and (self._lower[at] in ARTICLES or self._lower[at] in POSSESSIVES)

    def _starts_noun(self, at: int) -> bool:
        """ "Very old", "all alone": an adverb before an adjective."""
        return at + 1 < len(self._words) and not self._wants_verb and "adjective" in self._parts(at + 1)

    def _sign_before(self, at: int) -> bool:
        if at == 0:
            return True
        return bool(_CLAUSE_SIGN.search(self._text[self._words[at - 1].end : self._words[at].start]))

    def _is_relative(self, at: int) -> bool:
        """ "The knight that came", not "that knight"."""
        if self._lower[at] != "that":
            return True
        return at + 1 < len(self._words) and (
            self._starts_verb(at + 1)
            or self._lower[at + 1] in PRONOUNS
            or self._lower[at + 1] in ARTICLES | {"his", "her", "their"}
        )

    def _parts(self, at: int) -> set[str]:
        if self._words[at].text in self._names or self._is_given(at):
            return {"name"}
        best = max((one.weight for one in self._words[at].readings), default=0.0)
        parts: set[str] = {one.part for one in self._words[at].readings if one.weight >= 0.6 * best}
        if self._lower[at] == "stranger" and at and self._lower[at - 1] in ARTICLES:
            return {"noun"}
        if self._is_no_verb(at) and any(one.part == "noun" for one in self._words[at].readings):
            return (parts - {"verb", "participle"}) or {"noun"}
        if not parts & {"noun", "name"} and self._is_capital(at) and self._lower[at - 1] in _SMALL:
            return {"name"}  # "so Smoky spread his wings"
        return parts

    def _is_capital(self, at: int) -> bool:
        """Written with a capital where no sentence begins."""
        return (
            at > 0 and self._words[at].text[0].isupper() and self._words[at].text != "I" and not self._sign_before(at)
        )

    def _is_no_verb(self, at: int) -> bool:
        word = self._lower[at]
        if word == "spring" and at + 1 < len(self._words) and self._lower[at + 1] in TIMES:
            return True
        return word in NO_VERBS or (word.endswith("s") and word[:-1] in NO_VERBS)

    def _lemma(self, at: int, *parts: str) -> str:
        if self._words[at].text in self._names or self._is_given(at):
            return fold(self._words[at].text)
        for one in self._words[at].readings:
            if one.part in parts and one.weight >= 0.15:
                return one.lemma
        return self._words[at].lemmas[0]

    def _starts_verb(self, at: int) -> bool:
        word = self._lower[at]
        lemma = self._words[at].lemmas[0]
        if word in MODALS or lemma in AUXILIARY or word in ("not", "n't", "never"):
            return True
        if word in ("'s",):
            is_there = at > 0 and self._lower[at - 1] in _WITH_IS
            return is_there or (self._wants_verb and not self._can_be_noun(at + 1))
        if self._is_capital(at) or self._words[at].text in self._names or self._is_given(at):
            return False  # "the same night Nip flew in"
        if word in PRONOUNS or word in POSSESSIVES or word in ARTICLES or word in DIRECTIONS or self._is_no_verb(at):
            return False
        parts = self._parts(at)
        if word.endswith("ing") and self._last == "verb" and self._verb in MOVES | STANDS:
            return "participle" in parts  # "came running"
        if "verb" in parts and not {"noun", "adjective"} & parts:
            return True
        if "participle" in parts and not {"noun", "adjective"} & parts:
            return True
        if self._wants_verb and any(one.part in ("verb", "participle") for one in self._words[at].readings):
            return not ("adjective" in parts and self._can_be_noun(at + 1) and "verb" not in parts)
        if parts & {"verb", "participle"}:
            return self._wants_verb or (self._sign_before(at) and self._is_past(at)) or self._after_and(at)
        return False

    def _is_past(self, at: int) -> bool:
        word = self._lower[at]
        return any(one.part == "verb" and one.lemma != fold(word) for one in self._words[at].readings) or word.endswith(
            "ed"
        )

    def _after_and(self, at: int) -> bool:
        return at > 0 and self._lower[at - 1] in ("and", "then", "but") and self._is_past(at)

    def _can_be_verb(self, at: int, *, base: bool = False) -> bool:
        if at >= len(self._words) or self._lower[at] in POSSESSIVES or self._lower[at] in ARTICLES:
            return False
        if base and self._lower[at] in NO_VERBS:
            return False  # "from head to heel"
        if self._words[at].lemmas[0] in AUXILIARY:
            return True
        return any(
            one.part == "verb" and one.weight >= 0.5 and (not base or one.lemma == fold(self._lower[at]))
            for one in self._words[at].readings
        )

    def _can_be_noun(self, at: int) -> bool:
        return at < len(self._words) and any(
            one.part in ("noun", "adjective") and one.weight >= 0.5 for one in self._words[at].readings
        )

    def _has_particle(self, at: int, verb: str) -> bool:
        """ "Put down the cup", but "rode | down the road"."""
        if at >= len(self._words) or self._lower[at] not in PARTICLES or self._sign_before(at):
            return False
        if not self._opens_noun(at + 1):
            return True
        if self._lower[at] in DIRECTIONS:
            return verb not in MOVES
        if self._lower[at] == "on" and verb in BREAKS:
            return False  # "it broke on a rock"
        return self._lower[at] not in PREPOSITIONS or verb in HANDLES

    def _verb_follows(self, at: int) -> bool:
        return at < len(self._words) and bool(self._parts(at) & {"verb", "participle"}) and not self._sign_before(at)

    def _verb_here(self, at: int, *, has_be: bool, has_have: bool, has_modal: bool) -> bool:
        if self._lower[at] in ARTICLES or self._lower[at] in POSSESSIVES or self._lower[at] in PRONOUNS:
            return False
        if has_be or has_have:
            return any(one.part == "participle" and one.weight >= 0.2 for one in self._words[at].readings)
        readings = {one.part for one in self._words[at].readings}
        return bool(readings & {"verb", "participle"}) or (has_modal and self._can_be_verb(at))

    def _is_got(self, at: int) -> bool:
        """ "Got turned into a teapot": a participle, that is no adjective, behind "got"."""
        if at >= len(self._words) or self._sign_before(at) or self._lower[at].endswith("ing"):
            return False
        return self._is_participle(at) and not self._parts(at) & {"noun", "adjective"}

    def _is_had(self, at: int) -> bool:
        """ "They'd been taken" is had, "they'd take" would."""
        if at >= len(self._words) or self._sign_before(at):
            return False
        return self._lower[at] == "been" or (self._is_participle(at) and self._is_past(at))

    def _is_participle(self, at: int) -> bool:
        return any(one.part == "participle" for one in self._words[at].readings)

    def _owned_by_her(self, at: int) -> bool:
        """ "Her bed", but "carried her | up to bed"."""
        return self._can_be_noun(at) and self._lower[at] not in _BEHIND_HER

    def _must_be_noun(self, at: int) -> bool:
        """ "The bar", of which the dictionary knows the verb alone."""
        return self._opens_noun(at - 1) and self._parts(at) == {"verb"}

    def _ends(self, at: int) -> bool:
        return self._sign_before(at + 1) or self._owns(at)

    def _owns(self, at: int) -> bool:
        """ "The cousins' son"."""
        behind = self._text[self._words[at].end :]
        return (
            self._lower[at].endswith("s")
            and behind[:2] in ("' ", "’ ")
            and self._can_be_noun(at + 1)
            and "verb" not in self._parts(at + 1)
        )

    def _owns_next(self, head: int) -> bool:
        """ "The king's horse"; "his name's Rupert" has a verb there."""
        return self._lower[head] not in _WITH_IS and self._can_be_noun(head + 2)

    def _counted_of(self, at: int) -> int | None:
        """Where "of" stands in "all five of the children", "two of them"."""
        at += self._lower[at] == "all"
        if at + 2 >= len(self._words) or self._lower[at] == "one" or not is_number(self._lower[at]):
            return None
        return at + 1 if self._lower[at + 1] == "of" and self._opens_noun(at + 2) else None

    def _is_named(self, at: int) -> bool:
        return at + 1 < len(self._words) and self._lower[at] in NAMED and self._words[at + 1].text[0].isupper()

    def _qualifies(self, at: int) -> bool:
        """Whether a word that may be a noun stands before its noun: "gold ring"; not "daughter married the …"."""
        if "adjective" not in self._parts(at) or at + 1 >= len(self._words) or self._sign_before(at + 1):
            return False
        if self._is_next_subject(at, at + 1):
            return False
        return bool(self._parts(at + 1) & {"noun", "name"}) and not self._is_deed(at + 1)

    def _is_deed(self, at: int) -> bool:
        """A past form with its object or a preposition behind it, or the clause's end."""
        if not self._is_past(at) or self._is_no_verb(at):
            return False
        if at + 1 >= len(self._words) or self._sign_before(at + 1):
            return True
        after = self._lower[at + 1]
        return after in ARTICLES or after in POSSESSIVES or after in PRONOUNS or after in PREPOSITIONS

    def _joins(self, head: int, following: int) -> bool:
        """ "Gold ring" is one group; so is "King Arthur"."""
        parts = self._parts(following)
        if self._lower[following] in PREPOSITIONS | SUBORDINATORS | ARTICLES or self._lower[following] in PRONOUNS:
            return False
        if self._lower[head] in DAYS and self._words[following].text[0].isupper():
            return False  # "on Sunday Prue put on her bonnet"
        if self._is_next_subject(head, following):
            return False
        if self._is_deed(following) or (self._words[following].text[0].islower() and self._lower[head] in KIN):
            return False
        is_title = self._words[head].text[0].isupper() or self._lemma(head, "noun") in BOYS | GIRLS
        is_title = is_title or (head > 0 and not self._preposition and self._lower[head - 1] in TITLED_BY)
        is_title = is_title or (
            not self._preposition
            and self._words[following].text in self._names
            and self._can_be_verb(following + 1)
            and not self._sign_before(following + 1)
        )
        is_name = is_title and self._words[following].text[0].isupper()
        return (
            is_name
            or self._is_compound(head, following)
            or (parts <= {"noun"} and "noun" in parts)
            or ("noun" in parts and "verb" not in parts and "participle" not in parts and "adjective" not in parts)
        )

    def _is_given(self, at: int) -> bool:
        """A given name with a capital, also where a sentence begins: "Tom found an egg"."""
        before = self._lower[at - 1] if at else ""
        return self._words[at].text[0].isupper() and self._lower[at] in GIVEN and before not in ARTICLES

    def _is_next_subject(self, at: int, following: int) -> bool:
        """ "Out in the stable Maud heard": a name behind a place begins what is said."""
        is_name = self._lower[following] in GIVEN or self._words[following].text in self._names
        is_place = self._preposition in PLACES | {"at", "by", "near", "from", "behind"}
        return is_place and is_name and self._is_capital(following) and self._words[at].text[0].islower()

    def _behind_names(self, at: int) -> int:
        """ "Two sisters, Greta and Maud, kept an inn": the names of a group, as an aside."""
        if at >= len(self._words) or not self._sign_before(at):
            return at
        until, names = at, 0
        while until < len(self._words) and (self._words[until].text[0].isupper() or self._lower[until] == "and"):
            names += self._words[until].text[0].isupper() and self._lower[until] not in PRONOUNS
            until += 1
        is_closed = until == len(self._words) or self._sign_before(until)
        return until if names > 1 and is_closed and self._lower[until - 1] != "and" else at

    def _is_compound(self, head: int, following: int) -> bool:
        """ "Plum cake", "mill bridge": a base form behind a singular noun is no verb, unless "saw the wolf run"."""
        word, before = self._lower[following], self._lemma(head, "noun")
        is_noun = "noun" in self._parts(following) or (
            self._is_that_which(following + 1) and any(one.part == "noun" for one in self._words[following].readings)
        )
        is_base = is_noun and (self._is_many or self._lemma(following, "noun") == fold(word))
        is_base = is_base and not self._is_past(following) and "adverb" not in self._parts(following)
        is_single = before == fold(self._lower[head]) and before not in BOYS | GIRLS
        is_lower = self._words[head].text[0].islower()
        return (
            is_base
            and is_single
            and is_lower
            and (self._preposition or self._verb not in SHOWS)
            and not (self._opens_noun(following + 1) and not self._is_that_which(following + 1))
        )

    def _is_that_which(self, at: int) -> bool:
        """ "A glass crown that had belonged to her"."""
        return at < len(self._words) and self._lower[at] == "that" and self._is_relative(at)
