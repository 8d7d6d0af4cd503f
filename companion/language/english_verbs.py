"""English verb groups: auxiliaries, negation and adverbs up to the verb, and what is said behind a "was"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.language.english_closed import (
    ABLE,
    ADDS,
    ARTICLES,
    AUXILIARY,
    DIRECTIONS,
    FRONTED,
    GETS,
    LATER,
    LEAVE_SO,
    LINKS,
    MODALS,
    NEGATIONS,
    PARTICLES,
    PREPOSITIONS,
    SUBORDINATORS,
    UNREAL,
)
from companion.language.english_group import Group
from companion.language.english_lookahead import Lookahead


@dataclass
class _Helpers:
    """Which auxiliaries stand before a verb."""

    be: bool = False
    have: bool = False
    modal: bool = False


class Verbs(Lookahead):
    """Reads a verb group where one begins."""

    def _verb_group(self, form: str = "finite") -> Group | None:
        """Auxiliaries, negation, adverbs and the verb; of "was not very happy" the quality as well."""
        at = start = self._at
        group = self._made("verb", at)
        group.form = form
        group.fronted = at > 0 and self._lower[at - 1] in FRONTED and not self._sign_before(at)
        helpers, has_verb = _Helpers(), False
        while at < len(self._words) and not (at > start and self._sign_before(at)):
            if (step := self._helps(at, group, helpers)) > 0:
                at += step
                continue
            if step == 0 and self._is_verb(at, helpers, form):
                at, has_verb = self._take_verb(at, group, helpers), True
            break
        group.earlier = helpers.have and has_verb
        if form == "to" and start > 1 and self._lower[start - 2] in ("not", "never"):
            group.negated = True
        self._at = max(at, start + 1)
        self._wants_verb = False
        if not group.verb:
            return None
        if not has_verb or group.verb in LINKS or group.verb in LEAVE_SO:
            self._quality(group)
        return group

    def _helps(self, at: int, group: Group, helpers: _Helpers) -> int:
        """How many words from this one on only lead to the verb; 0: none does, -1: the group ends before this word."""
        word, lemma = self._lower[at], self._words[at].lemmas[0]
        if word in NEGATIONS and word not in ("no", "without", "nor"):
            group.negated = True
        elif word == "no" and at + 1 < len(self._words) and self._lower[at + 1] == "longer":
            group.negated = True
            return 2
        elif word == "'d" and self._is_had(at + 1):
            helpers.have = True
        elif word in MODALS:
            helpers.modal = True
            group.able = "can" if word in ABLE else group.able
            group.unreal = group.unreal or (word in UNREAL and word != "'d")
            group.later = group.later or word in LATER
        elif lemma in AUXILIARY or word == "'s":
            helpers.be = helpers.be or lemma == "be" or word == "'s"
            helpers.have = helpers.have or lemma == "have"
            group.verb, group.end = lemma if lemma != "'s" else "be", self._words[at].end
        elif self._is_adverb(at):
            return 1 if self._verb_follows(at + 1) else -1
        elif lemma in GETS and self._is_got(at + 1):
            helpers.be = True
        else:
            return 0
        return 1

    def _is_adverb(self, at: int) -> bool:
        parts, word = self._parts(at), self._lower[at]
        is_loose = word not in PARTICLES or word == "again"  # "would never again touch it"
        return "adverb" in parts and not (parts & {"verb", "participle"}) and is_loose and word != "no"

    def _is_verb(self, at: int, helpers: _Helpers, form: str) -> bool:
        return self._lower[at] not in PREPOSITIONS and self._verb_here(
            at, has_be=helpers.be, has_have=helpers.have, has_modal=helpers.modal or form == "to"
        )

    def _take_verb(self, at: int, group: Group, helpers: _Helpers) -> int:
        """Makes it the group's verb, with its particle; the place behind them."""
        word = self._words[at]
        group.verb, group.start, group.end = self._lemma(at, "verb", "participle"), word.start, word.end
        if self._lower[at].endswith("ing"):
            group.form = "ing" if not helpers.be else group.form
        elif helpers.be and self._is_participle(at):
            group.form = "passive"
        group.participle = self._is_participle(at)
        at += 1
        if self._has_particle(at, group.verb):
            group.particle = self._lower[at]
            at += 1
        return at

    def _quality(self, group: Group) -> None:
        """Adjectives behind "was" and its like, where no noun follows them."""
        at = self._at
        found: list[str] = []
        while at < len(self._words) and not self._sign_before(at):
            parts, word = self._parts(at), self._lower[at]
            if word in FRONTED | DIRECTIONS and word not in PREPOSITIONS:
                at += 1  # "was down at the market"
                continue
            if word in ADDS and at + 1 < len(self._words):
                at += 1
                continue
            if word in ("very", "so", "quite", "too", "as", "all", "still", "now", "both", "really", "completely"):
                at += 1
                continue
            if word in ("and", "but") and found and at + 1 < len(self._words) and "adjective" in self._parts(at + 1):
                at += 1
                continue
            if word in NEGATIONS and word not in ("no", "without"):
                group.negated = True
            elif (
                word not in PREPOSITIONS
                and word not in ARTICLES
                and ("adjective" in parts or "participle" in parts or word in PARTICLES)
            ):
                found.append(self._lemma(at, "adjective", "participle") if word not in PARTICLES else word)
            else:
                break
            at += 1
        if found and not (
            at < len(self._words)
            and not self._sign_before(at)
            and self._can_be_noun(at)
            and self._lower[at] not in PREPOSITIONS | SUBORDINATORS
            and "noun" in self._parts(at)
        ):
            group.said, self._at = found, at - (self._lower[at - 1] == "as")

    def _made(self, kind: str, at: int, **values: object) -> Group:
        return replace(Group(kind, start=self._words[at].start, end=self._words[at].end), **values)  # type: ignore[arg-type]
