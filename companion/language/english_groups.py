"""English words in groups: who or what with its article and adjectives, deeds with their auxiliaries, joining words.

Where a word may be noun or verb, the place decides: a verb is expected behind a subject, a noun behind an article,
adjective or preposition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.language.clauses import Gender, Noun
from companion.language.english import fold, is_known
from companion.language.quotation import quoted
from companion.language.token import Token

_ARTICLES = frozenset("a an the this that these those some any no every each either neither another both all".split())
_FRESH = frozenset("a an some".split())
_OTHER = frozenset("another other second new third else different stranger".split())
_NUMBERS = frozenset("one two three four five six seven eight nine ten eleven twelve hundred thousand many few".split())
_POSSESSIVES: dict[str, tuple[Gender, bool]] = {
    "his": ("m", False), "her": ("f", False), "its": ("n", False), "their": ("", True),
    "my": ("", False), "your": ("", False), "our": ("", True), "whose": ("", False),
}  # fmt: skip
_PRONOUNS: dict[str, tuple[Gender, bool]] = {
    "he": ("m", False), "him": ("m", False), "himself": ("m", False), "she": ("f", False), "her": ("f", False),
    "herself": ("f", False), "it": ("n", False), "itself": ("n", False), "they": ("", True), "them": ("", True),
    "themselves": ("", True), "i": ("", False), "me": ("", False), "you": ("", False), "we": ("", True),
    "us": ("", True), "nobody": ("", False), "everyone": ("", True), "everybody": ("", True), "someone": ("", False),
    "somebody": ("", False), "nothing": ("n", False), "everything": ("n", False),
}  # fmt: skip
_MODALS = frozenset("will would shall should can could may might must 'll 'd ca wo sha".split())
_UNREAL = frozenset("will would shall should may might must 'll 'd wo sha".split())
_AUXILIARY = frozenset({"be", "have", "do"})
_NEGATIONS = frozenset("not n't never no neither nor hardly without cannot".split())
_PREPOSITIONS = frozenset(
    "in of at by for with from into onto on upon to through under over behind beside near against towards toward "
    "within without among amongst between across along around beneath above below beyond inside outside off past "
    "about like during till".split()
)
_SUBORDINATORS = frozenset("when while because since although though until after before as where why how so".split())
IFS = frozenset("if unless whether lest suppose".split())
RELATIVES = frozenset("who which that whom".split())
LINKS = frozenset("be become turn grow go get remain stay seem look fall feel keep".split())
PARTICLES = frozenset(
    "asleep awake back away out up down off home apart free alive dead blind deaf mute open shut over on loose "
    "together aside forth again".split()
)
_BOYS = frozenset(
    "king prince man boy brother father son wizard knight husband uncle grandfather lad hunter miller smith blacksmith "
    "tailor baker fisherman shepherd merchant cook thief fool soldier captain duke lord emperor sultan giant gentleman "
    "monk farmer cobbler groom sorcerer nephew grandson guard sailor woodcutter butcher page squire bishop".split()
)
_GIRLS = frozenset(
    "queen princess woman girl sister mother daughter witch fairy stepmother wife aunt grandmother maid widow bride "
    "lady empress granny duchess nun goddess mermaid niece granddaughter stepsister stepdaughter sorceress hen cow "
    "nurse countess".split()
)
_LEAVE_SO = frozenset("bear leave make strike".split())
"""Deeds that say in the end how somebody is: "born blind", "struck dumb"."""
_ADDS = frozenset("stone stark".split())
""" "Stone deaf" is very deaf."""
STATES = frozenset("asleep awake free alive dead blind deaf mute".split())
"""Particles that say how somebody is then: "born blind"."""
_ABLE = frozenset("can could ca cannot".split())
_NAMED = frozenset("called named".split())
_CLAUSE_SIGN = re.compile(r"[,;:.!?—–()]")


@dataclass(slots=True)
class Group:
    """A noun group ("noun"), a verb group ("verb") or a word that begins a clause ("join")."""

    kind: str
    noun: Noun | None = None
    preposition: str = ""
    verb: str = ""
    form: str = ""
    """"finite", "ing", "passive", "to", "quality"."""
    word: str = ""
    start: int = 0
    end: int = 0
    negated: bool = False
    unreal: bool = False
    earlier: bool = False
    able: str = ""
    particle: str = ""
    inside: bool = False
    comma: bool = False
    """Punctuation stands before it."""
    said: list[str] = field(default_factory=list)


class Grouper:
    """Cuts the words into groups, left to right."""

    def __init__(self, words: Sequence[Token], text: str) -> None:
        self._words, self._text = words, text
        self._inside = quoted(words, text)
        self._lower = [word.text.lower().replace("’", "'") for word in words]
        self._at = 0
        self._wants_verb = False
        """A subject has been told and no verb yet."""

    def groups(self) -> Iterator[Group]:
        while self._at < len(self._words):
            at = self._at
            group = self._group()
            if self._at == at:
                self._at += 1
            if group is not None:
                group.inside, group.comma = self._inside[at], self._sign_before(at)
                yield group

    def _group(self) -> Group | None:
        word, at = self._lower[self._at], self._at
        if self._sign_before(at):
            self._wants_verb = False
        if (
            word in IFS
            or word in _SUBORDINATORS
            or (word in RELATIVES and self._is_relative(at))
            or word in ("and", "but", "or", "then")
        ):
            if word == "that" and not self._is_relative(at):
                return self._noun_group("")
            self._at += 1
            self._wants_verb = word in RELATIVES
            return self._made("join", at, word=word)
        if word == "to" and self._can_be_verb(at + 1, base=True):
            self._at += 1
            return self._verb_group(form="to")
        if word in _PREPOSITIONS and not (word == "like" and self._wants_verb):
            self._at += 1
            return self._noun_group(word) or None
        if self._parts(at) == {"adverb"} and word not in _ARTICLES and not self._starts_noun(at):
            self._at += 1  # what a verb group or a noun group has not taken says nothing of who does what
            return None
        if self._starts_verb(at):
            return self._verb_group()
        return self._noun_group("")

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
            or self._lower[at + 1] in _PRONOUNS
            or self._lower[at + 1] in _ARTICLES | {"his", "her", "their"}
        )

    def _parts(self, at: int) -> set[str]:
        best = max((one.weight for one in self._words[at].readings), default=0.0)
        return {one.part for one in self._words[at].readings if one.weight >= 0.6 * best}

    def _lemma(self, at: int, *parts: str) -> str:
        for one in self._words[at].readings:
            if one.part in parts and one.weight >= 0.15:
                return one.lemma
        return self._words[at].lemmas[0]

    def _starts_verb(self, at: int) -> bool:
        word = self._lower[at]
        lemma = self._words[at].lemmas[0]
        if word in _MODALS or lemma in _AUXILIARY or word in ("not", "n't", "never"):
            return True
        if word in ("'s",):
            return self._wants_verb and not self._can_be_noun(at + 1)
        if word in _PRONOUNS or word in _POSSESSIVES or word in _ARTICLES:
            return False
        parts = self._parts(at)
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
        if at >= len(self._words) or self._lower[at] in _POSSESSIVES or self._lower[at] in _ARTICLES:
            return False
        if self._words[at].lemmas[0] in _AUXILIARY:
            return True
        return any(
            one.part == "verb" and one.weight >= 0.5 and (not base or one.lemma == fold(self._lower[at]))
            for one in self._words[at].readings
        )

    def _can_be_noun(self, at: int) -> bool:
        return at < len(self._words) and any(
            one.part in ("noun", "adjective") and one.weight >= 0.5 for one in self._words[at].readings
        )

    def _verb_group(self, form: str = "finite") -> Group | None:
        """Auxiliaries, negation, adverbs and the verb; of "was not very happy" the quality as well."""
        at = start = self._at
        group = self._made("verb", at)
        group.form = form
        has_be = has_have = has_modal = False
        verb = -1
        while at < len(self._words):
            word, lemma = self._lower[at], self._words[at].lemmas[0]
            if at > start and self._sign_before(at):
                break
            if word in _NEGATIONS and word not in ("no", "without", "nor"):
                group.negated = True
            elif word == "'d" and verb < 0 and self._is_had(at + 1):
                has_have = True
            elif word in _MODALS and verb < 0:
                has_modal = True
                group.able = "can" if word in _ABLE else group.able
                group.unreal = group.unreal or (word in _UNREAL and word != "'d")
            elif (lemma in _AUXILIARY or word == "'s") and verb < 0:
                has_be, has_have = has_be or lemma == "be" or word == "'s", has_have or lemma == "have"
                group.verb, group.end = lemma if lemma != "'s" else "be", self._words[at].end
            elif (
                "adverb" in self._parts(at) and not (self._parts(at) & {"verb", "participle"}) and word not in PARTICLES
            ):
                if verb < 0 and not self._verb_follows(at + 1):
                    break
                if verb >= 0:
                    break
            elif (
                verb < 0
                and word not in _PREPOSITIONS
                and self._verb_here(at, has_be=has_be, has_have=has_have, has_modal=has_modal or form == "to")
            ):
                verb = at
                group.verb, group.start, group.end = (
                    self._lemma(at, "verb", "participle"),
                    self._words[at].start,
                    self._words[at].end,
                )
                if word.endswith("ing"):
                    group.form = "ing" if not has_be else group.form
                elif has_be and self._is_participle(at):
                    group.form = "passive"
                at += 1
                if at < len(self._words) and self._lower[at] in PARTICLES and not self._sign_before(at):
                    group.particle = self._lower[at]
                    at += 1
                break
            else:
                break
            at += 1
        group.earlier = has_have and verb >= 0
        if form == "to" and start > 1 and self._lower[start - 2] in ("not", "never"):
            group.negated = True
        self._at = max(at, start + 1)
        self._wants_verb = False
        if not group.verb:
            return None
        if verb < 0 or group.verb in LINKS or group.verb in _LEAVE_SO:
            self._quality(group)
        return group

    def _verb_follows(self, at: int) -> bool:
        return at < len(self._words) and bool(self._parts(at) & {"verb", "participle"}) and not self._sign_before(at)

    def _verb_here(self, at: int, *, has_be: bool, has_have: bool, has_modal: bool) -> bool:
        if self._lower[at] in _ARTICLES or self._lower[at] in _POSSESSIVES or self._lower[at] in _PRONOUNS:
            return False
        if has_be or has_have:
            return any(one.part == "participle" and one.weight >= 0.2 for one in self._words[at].readings)
        readings = {one.part for one in self._words[at].readings}
        return bool(readings & {"verb", "participle"}) or (has_modal and self._can_be_verb(at))

    def _is_had(self, at: int) -> bool:
        """ "They'd been taken" is had, "they'd take" would."""
        if at >= len(self._words) or self._sign_before(at):
            return False
        return self._lower[at] == "been" or (self._is_participle(at) and self._is_past(at))

    def _is_participle(self, at: int) -> bool:
        return any(one.part == "participle" for one in self._words[at].readings)

    def _quality(self, group: Group) -> None:
        """Adjectives behind "was" and its like, where no noun follows them."""
        at = self._at
        found: list[str] = []
        while at < len(self._words) and not self._sign_before(at):
            parts, word = self._parts(at), self._lower[at]
            if word in _ADDS and at + 1 < len(self._words):
                at += 1
                continue
            if word in ("very", "so", "quite", "too", "as", "all", "still", "now", "both", "really", "completely"):
                at += 1
                continue
            if word in ("and", "but") and found and at + 1 < len(self._words) and "adjective" in self._parts(at + 1):
                at += 1
                continue
            if word in _NEGATIONS and word not in ("no", "without"):
                group.negated = True
            elif (
                word not in _PREPOSITIONS
                and word not in _ARTICLES
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
            and self._lower[at] not in _PREPOSITIONS | _SUBORDINATORS
            and "noun" in self._parts(at)
        ):
            group.said, self._at = found, at

    def _noun_group(self, preposition: str) -> Group | None:
        """Article, adjectives and noun; "the king's daughter" has an owner."""
        start = at = self._at
        owner: Noun | None = None
        qualities: list[str] = []
        other = fresh = negated = False
        while at < len(self._words):
            word, parts = self._lower[at], self._parts(at)
            if at > start and self._sign_before(at) and not (qualities and "adjective" in parts):
                break
            if word in _POSSESSIVES and (word != "her" or self._can_be_noun(at + 1)):
                owner = Noun(word, self._words[at].start, self._words[at].end, "pronoun", *_POSSESSIVES[word])
            elif word in _PRONOUNS and at == start:
                self._at, self._wants_verb = at + 1, not preposition
                noun = Noun(word, self._words[at].start, self._words[at].end, "pronoun", *_PRONOUNS[word])
                return self._made("noun", at, noun=noun, preposition=preposition, negated=word in ("nobody", "nothing"))
            elif word in _ARTICLES or word in _OTHER or word in _NUMBERS:
                fresh, other, negated = fresh or word in _FRESH, other or word in _OTHER, negated or word == "no"
                if word in _NUMBERS or word in _OTHER:
                    qualities.append(word)
            elif parts & {"noun", "name"} and not self._qualifies(at):
                head = at
                names: list[str] = []
                while head + 1 < len(self._words) and not self._sign_before(head + 1) and self._joins(head, head + 1):
                    is_title = self._words[head + 1].text[0].isupper()
                    (names if is_title else qualities).append(self._lemma(head, "noun", "name"))
                    head += 1
                noun = self._noun(head, qualities, owner, names, other=other, fresh=fresh)
                if head + 1 < len(self._words) and self._lower[head + 1] in ("'s", "'") and self._can_be_noun(head + 2):
                    owner, qualities, other, fresh, at = noun, [], False, False, head + 2
                    continue
                self._at, self._wants_verb = head + 1, not preposition
                if self._is_named(head + 1):  # "a daughter called Mary"
                    noun = replace(noun, names=(*noun.names, self._lemma(head + 2, "noun", "name")))
                    self._at = head + 3
                return self._made("noun", start, noun=noun, preposition=preposition, negated=negated)
            elif parts & {"adjective", "participle", "adverb"} and (at == start or not parts & {"verb"}):
                qualities.append(self._lemma(at, "adjective", "participle"))
            else:
                break
            at += 1
        self._at = max(at, start) if at > start else start
        return None

    def _is_named(self, at: int) -> bool:
        return at + 1 < len(self._words) and self._lower[at] in _NAMED and self._words[at + 1].text[0].isupper()

    def _qualifies(self, at: int) -> bool:
        """Whether a word that may be a noun stands before its noun: "gold ring"; not "daughter married the …"."""
        if "adjective" not in self._parts(at) or at + 1 >= len(self._words) or self._sign_before(at + 1):
            return False
        return "noun" in self._parts(at + 1) and not self._is_deed(at + 1)

    def _is_deed(self, at: int) -> bool:
        """A past form with its object or a preposition behind it, or the clause's end."""
        if not self._is_past(at):
            return False
        if at + 1 >= len(self._words) or self._sign_before(at + 1):
            return True
        after = self._lower[at + 1]
        return after in _ARTICLES or after in _POSSESSIVES or after in _PRONOUNS or after in _PREPOSITIONS

    def _joins(self, head: int, following: int) -> bool:
        """ "Gold ring" is one group; so is "King Arthur"."""
        parts = self._parts(following)
        if self._lower[following] in _PREPOSITIONS | _SUBORDINATORS | _ARTICLES or self._lower[following] in _PRONOUNS:
            return False
        if self._is_deed(following):
            return False
        is_title = self._words[head].text[0].isupper() or self._lemma(head, "noun") in _BOYS | _GIRLS
        is_name = is_title and self._words[following].text[0].isupper()
        return (
            is_name
            or (parts <= {"noun"} and "noun" in parts)
            or ("noun" in parts and "verb" not in parts and "participle" not in parts and "adjective" not in parts)
        )

    def _noun(
        self, at: int, qualities: list[str], owner: Noun | None, names: list[str], *, other: bool, fresh: bool
    ) -> Noun:
        word = self._words[at]
        is_name = word.text[0].isupper() and ("name" in self._parts(at) or not is_known(self._lower[at]))
        lemma = self._lemma(at, "noun", "name")
        gender: Gender = "m" if lemma in _BOYS else "f" if lemma in _GIRLS else ""
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

    def _made(self, kind: str, at: int, **values: object) -> Group:
        return replace(Group(kind, start=self._words[at].start, end=self._words[at].end), **values)  # type: ignore[arg-type]
