"""English words in groups: who or what with its article and adjectives, deeds with their auxiliaries, joining words.

Where a word may be noun or verb, the place decides: a verb is expected behind a subject, a noun behind an article,
adjective or preposition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.language.clauses import Gender, Noun
from companion.language.english import fold, is_known
from companion.language.english_closed import (
    ARTICLES,
    BOYS,
    DAYS,
    DEFINITE,
    DIRECTIONS,
    FEMALE,
    FRESH,
    GIRLS,
    IFS,
    ITSELF,
    LOOSE,
    MALE,
    NO_MEN,
    NOMINATIVES,
    OTHER,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SIDES,
    SUBORDINATORS,
    is_number,
)
from companion.language.english_group import Group
from companion.language.english_names import BOY_NAMES, GIRL_NAMES
from companion.language.english_verbs import Verbs
from companion.language.quotation import quoted
from companion.language.token import Token


class Grouper(Verbs):
    """Cuts the words into groups, left to right."""

    def __init__(self, words: Sequence[Token], text: str, names: frozenset[str] = frozenset()) -> None:
        super().__init__(words, text, names)
        self._inside = quoted(words, text)

    def groups(self) -> Iterator[Group]:
        while self._at < len(self._words):
            at = self._at
            group = self._group()
            if self._at == at:
                self._at += 1
            if group is not None:
                group.inside, group.comma = self._inside[at], self._sign_before(at)
                self._last, self._said = group.kind, bool(group.said)
                self._verb = group.verb or self._verb
                yield group

    def _group(self) -> Group | None:
        word, at = self._lower[self._at], self._at
        if self._sign_before(at):
            self._wants_verb = False
        if (
            word in IFS
            or word in SUBORDINATORS
            or (word in RELATIVES and self._is_relative(at))
            or word in ("and", "but", "or", "then")
        ):
            if word == "that" and not self._is_relative(at):
                return self._noun_group("")
            self._at += 1
            self._wants_verb = word in RELATIVES
            return self._made("join", at, word=word)
        if at and word in LOOSE and self._sign_before(at) and not self._can_be_noun(at + 1):
            self._at += 1
            return replace(self._made("quality", at, word=word), said=[word])
        if (of := self._counted_of(at)) is not None:
            self._at = of + 1
            group = self._noun_group("")
            if group is None or group.noun is None:
                return group
            many = self._lower[of - 1]
            return replace(
                group, noun=replace(group.noun, qualities=(many, *group.noun.qualities), fresh=word != "all")
            )
        if word == "none" and at + 1 < len(self._words) and self._lower[at + 1] == "of":
            self._at += 2
            group = self._noun_group("")
            return None if group is None else replace(group, negated=True)
        if word == "as" and self._said and self._opens_noun(at + 1):
            self._at += 1
            return self._noun_group("as")
        if word == "to" and self._can_be_verb(at + 1, base=True) and not self._is_repeated(at):
            self._at += 1
            return self._verb_group(form="to")
        if word in DIRECTIONS and at + 1 < len(self._words) and self._lower[at + 1] in PREPOSITIONS | {"to"}:
            self._at += 1  # "up behind her", "out of the house"
            return None
        if word in PREPOSITIONS and not (word == "like" and self._wants_verb):
            return self._behind(word)
        if word in DIRECTIONS:
            self._at += 1
            return self._noun_group(word) if self._opens_noun(at + 1) else None
        if self._parts(at) == {"adverb"} and word not in ARTICLES and not self._starts_noun(at):
            self._at += 1  # what a verb group or a noun group has not taken says nothing of who does what
            return None
        if self._starts_verb(at):
            return self._verb_group()
        return self._noun_group("")

    def _behind(self, word: str) -> Group | None:
        """What hangs on a preposition; "come in," said the fox, has nothing there."""
        self._at += 1
        at = self._at
        if at >= len(self._words) or self._sign_before(at) or self._lower[at] in NOMINATIVES:
            return None
        if self._lower[at] == "to" and word in ("in", "on"):
            self._at += 1
            word += "to"
        return self._noun_group(word)

    def _noun_group(self, preposition: str) -> Group | None:
        """Article, adjectives and noun; "the king's daughter" has an owner."""
        start = at = self._at
        self._preposition = preposition
        owner: Noun | None = None
        qualities: list[str] = []
        sorts: list[str] = []
        other = fresh = negated = definite = False
        while at < len(self._words):
            word, parts = self._lower[at], self._parts(at)
            definite = definite or word in DEFINITE
            if at > start and self._sign_before(at) and not (qualities and "adjective" in parts):
                break
            if at > start and is_number(self._lower[at - 1]) and word in ("the", "a", "an"):
                self._at = at  # "at the stroke of nine the clock …"
                return None
            if word in POSSESSIVES and (word != "her" or self._owned_by_her(at + 1)):
                owner = Noun(word, self._words[at].start, self._words[at].end, "pronoun", *POSSESSIVES[word])
            elif word in PRONOUNS and at == start:
                self._at, self._wants_verb = at + 1, not preposition
                noun = Noun(word, self._words[at].start, self._words[at].end, "pronoun", *PRONOUNS[word])
                return self._made("noun", at, noun=noun, preposition=preposition, negated=word in ("nobody", "nothing"))
            elif word in ARTICLES or word in OTHER or is_number(word):
                fresh, other, negated = fresh or word in FRESH, other or word in OTHER, negated or word == "no"
                if is_number(word) or word in OTHER or word == "both":
                    qualities.append(word)
            elif (parts & {"noun", "name"} and not self._qualifies(at)) or (at > start and self._must_be_noun(at)):
                head = at
                names: list[str] = []
                self._is_many = "one" not in qualities and any(is_number(one) for one in qualities)
                while head + 1 < len(self._words) and not self._ends(head) and self._joins(head, head + 1):
                    is_title = self._words[head + 1].text[0].isupper()
                    (names if is_title else qualities).append(self._lemma(head, "noun", "name"))
                    sorts += [] if is_title else [self._lemma(head, "noun", "name")]
                    head += 1
                noun = self._noun(head, qualities, owner, names, other=other, fresh=fresh)
                noun = replace(noun, sorts=(*sorts, *(one for one in qualities if one in SIDES)))
                noun = replace(noun, definite=definite or owner is not None)
                if head + 1 < len(self._words) and self._lower[head + 1] in ("'s", "'") and self._owns_next(head):
                    owner, qualities, sorts, other, fresh, at = noun, [], [], False, False, head + 2
                    continue
                if head + 1 < len(self._words) and self._owns(head):
                    owner, qualities, sorts, other, fresh, at = noun, [], [], False, False, head + 1
                    continue
                self._at, self._wants_verb = head + 1, not preposition
                if self._is_named(head + 1):  # "a daughter called Mary"
                    noun = replace(noun, names=(*noun.names, self._lemma(head + 2, "noun", "name")))
                    self._at = head + 3
                elif noun.kind == "name" and not preposition:
                    noun = self._with_role(noun, head + 1)
                elif noun.kind == "noun" and not noun.plural and (fresh or noun.definite):
                    noun = self._with_name(noun, head + 1)
                elif noun.plural and not preposition:
                    self._at = self._behind_names(head + 1)
                elif noun.kind == "name" and preposition in PLACES and not noun.gender:
                    noun = replace(noun, kind="noun", animate=False)
                if self._at < len(self._words) and self._lower[self._at] in ITSELF and not self._sign_before(self._at):
                    self._at += 1  # "the king himself"
                return self._made("noun", start, noun=noun, preposition=preposition, negated=negated)
            elif parts & {"adjective", "participle", "adverb"} and (at == start or not parts & {"verb"}):
                qualities.append(self._lemma(at, "adjective", "participle"))
            else:
                break
            at += 1
        self._at = max(at, start) if at > start else start
        return None

    def _with_role(self, noun: Noun, at: int) -> Noun:
        """ "Brock the badger", "Ida, the elder, …": a name with what its bearer is."""
        is_aside = at < len(self._words) and "," in self._text[noun.end : self._words[at].start]
        if at + 1 >= len(self._words) or self._lower[at] not in ("the", "a", "an") or self._last == "verb":
            return noun
        if self._sign_before(at) and not is_aside:
            return noun
        back = self._at
        self._at = at
        group = self._noun_group("")
        until = self._at
        closed = until < len(self._words) and self._sign_before(until) and self._lower[until] not in ("and", "or")
        if group is None or group.noun is None or group.noun.owner is not None or (is_aside and not closed):
            self._at, self._wants_verb = back, True
            return noun
        role = group.noun
        self._wants_verb = True
        return replace(noun, names=(*noun.names, role.lemma, *role.names), gender=noun.gender or role.gender)

    def _with_name(self, noun: Noun, at: int) -> Noun:
        """ "A daughter, Lore, who …", "his neighbour, the widow Tarr": what somebody is, with the name behind it."""
        if at >= len(self._words) or "," not in self._text[noun.end : self._words[at].start]:
            return noun
        opens = self._words[at].text[0].isupper() or self._lower[at] in ("the", "a", "an")
        if not opens or self._lower[at] in PRONOUNS:
            return noun
        back, wants = self._at, self._wants_verb
        self._at = at
        group = self._noun_group("of")  # an aside wants no verb of its own
        until, name = self._at, group.noun if group is not None else None
        is_last = until >= len(self._words)
        closed = is_last or (self._sign_before(until) and (noun.fresh or self._lower[until] not in ("and", "or")))
        is_relative = not is_last and self._lower[until] in RELATIVES
        if name is None or not (name.kind == "name" or name.names) or not (closed or is_relative):
            self._at, self._wants_verb = back, wants
            return noun
        self._wants_verb = wants
        return replace(noun, names=(*noun.names, name.lemma, *name.names), gender=noun.gender or name.gender)

    def _noun(
        self, at: int, qualities: list[str], owner: Noun | None, names: list[str], *, other: bool, fresh: bool
    ) -> Noun:
        word = self._words[at]
        is_name = word.text[0].isupper() and ("name" in self._parts(at) or not is_known(self._lower[at]))
        is_name = (is_name and self._lower[at] not in DAYS) or self._is_given(at)
        lemma = self._lemma(at, "noun", "name") if not is_name or is_known(self._lower[at]) else fold(word.text)
        called = {lemma, *names}
        boys, girls = (
            BOYS | (BOY_NAMES if is_name or names else set()),
            GIRLS | (GIRL_NAMES if is_name or names else set()),
        )
        gender: Gender = "m" if called & boys else "f" if called & girls else _by_ending(lemma)
        plural = lemma != fold(self._lower[at]) and self._lower[at].endswith(("s", "men", "children", "mice", "geese"))
        return Noun(
            lemma=lemma,
            start=word.start,
            end=word.end,
            kind="name" if is_name else "noun",
            gender=gender,
            plural=plural,
            animate=bool(gender) or is_name,
            qualities=tuple(qualities),
            owner=owner,
            names=tuple(names),
            other=other,
            fresh=fresh,
        )


def _by_ending(lemma: str) -> Gender:
    """ "Watchman", "washerwoman"."""
    if lemma.endswith(FEMALE):
        return "f"
    return "m" if lemma.endswith(MALE) and lemma not in NO_MEN else ""
