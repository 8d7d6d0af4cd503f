"""Does a beast or a thing speak in this sentence? Who speaks is found by light rules: no parser runs here.

A verb of speech has its speaker behind it ("…", said the fox; "сказала лиса") or before it, as the nearest subject
that is no object and stands behind no preposition. A pronoun points to the subject before it, if need be to one of
the sentences told before. What stands in quotation marks tells of no speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from companion.language import Token, tokens
from companion.language.quotation import quoted

Kind = Literal["beast", "person", "pronoun"]

_INFINITIVES = ("ть", "ти", "чь", "ться", "тись")
_BEGINS = frozenset("начать начинать стать приняться приниматься давать пуститься".split())
""" "Начала жаловаться" is told as done, "некому жаловаться" is not."""
_COLONS = 20
"""So many are looked at: a longer text is no sentence."""
_BELIEVED = 0.4
"""A noun of less weight than this is no speaker ("уж" is mostly "already")."""

_SAID_BEFORE = re.compile(r"[,!?]")
_SENTENCE_END = re.compile(r"[.!?…]")
_STRONG_BREAK = re.compile(r"[.!?…;:]")
_BREAK = re.compile(r"[,.!?…;:—–()]")
_PREPOSITIONS = {
    "en": frozenset(
        "of in on at by for with from into onto upon under over behind beside near against towards toward within among "
        "between before after across along around beneath above below beyond to through without than like".split()
    ),
}
_PRONOUNS = {
    "en": frozenset("he she it they who".split()),
    "ru": frozenset("он она оно они".split()),
}
_PEOPLE_PRONOUNS = {"en": frozenset("i we you thou".split()), "ru": frozenset("я мы ты вы".split())}
_SMALL = {"en": frozenset("the a an his her their its my your our this that old little big".split())}


@dataclass(frozen=True)
class Speaker:
    """The tokens of the one who speaks and of the verb."""

    who: int
    verb: int
    from_before: bool = False
    """The speaker was named in a sentence told before."""


class Speech:
    """Verbs of speech and those who may be their subjects in one language."""

    def __init__(
        self,
        language: str,
        lists: Mapping[str, Sequence[str]],
        beasts: Iterable[str] = (),
        people: Iterable[str] = (),
    ) -> None:
        """`lists`: those of the language's phrases; `beasts` and `people`: base forms that the cards add."""
        self._language = language
        self._verbs = _lemmas(lists, language, "say")
        # Deeds that are speech only beside what was said: "cried", "growled", "went on".
        self._cries = self._verbs | _lemmas(lists, language, "utter")
        self._beasts = _lemmas(lists, language, "beast", "item") | frozenset(beasts)
        self._people = _lemmas(lists, language, "person") | frozenset(people) - self._beasts
        self._russian = language == "ru"

    def speaker(self, words: Sequence[Token], text: str, context: str = "") -> Speaker | None:
        """The first beast or thing that speaks here."""
        inside = quoted(words, text)
        is_quoted = any(inside)
        for index in range(len(words)):
            if inside[index] or not self._is_speech(words, index, is_quoted=is_quoted):
                continue
            who = self._behind(words, text, inside, index) if self._may_follow(words, text, inside, index) else None
            if who is None:
                who = self._before(words, text, inside, index)
            if who is not None and self._kind(words[who]) == "beast":
                return Speaker(who, index)
            if who is not None and self._kind(words[who]) == "pronoun" and self._told_before(context):
                return Speaker(who, index, from_before=True)
        return self._unsaid(words, text, inside)

    def _is_speech(self, words: Sequence[Token], index: int, *, is_quoted: bool) -> bool:
        word = words[index]
        best = word.readings[0].weight if word.readings else 0.0
        verbs = self._cries if is_quoted else self._verbs
        if not any(
            reading.lemma in verbs and reading.part in ("verb", "participle") and reading.weight >= 0.6 * best
            for reading in word.readings
        ):
            return False
        # "To ask", "could tell", "begging" are not told as done, unless the words that were said stand there.
        if self._russian:
            begun = index > 0 and words[index - 1].lemmas[0] in _BEGINS
            return is_quoted or begun or not word.text.lower().endswith(_INFINITIVES)
        if is_quoted or not (word.text.lower() in verbs or word.text.lower().endswith("ing")):
            return True
        return word.text.lower() in verbs and _opens_with_noun(words, index)

    def _kind(self, word: Token) -> Kind | None:
        lower = word.text.lower()
        if lower in _PRONOUNS.get(self._language, ()):
            return "pronoun"
        if lower in _PEOPLE_PRONOUNS.get(self._language, ()):
            return "person"
        for reading in word.readings[:3]:
            if reading.part not in ("noun", "name") or reading.weight < _BELIEVED:
                continue
            if self._russian and reading.case not in ("", "nominative"):
                continue
            if reading.lemma in self._beasts:
                return "beast"
            if reading.lemma in self._people or reading.part == "name":
                return "person"
        return None

    def _may_follow(self, words: Sequence[Token], text: str, inside: Sequence[bool], verb: int) -> bool:
        """In English the speaker stands behind the verb only after what was said, with quotation marks or without
        ("Come in, whispered the mouse"); in Russian anywhere."""
        if self._russian or verb == 0:
            return self._russian
        return inside[verb - 1] or bool(_SAID_BEFORE.search(text[words[verb - 1].end : words[verb].start]))

    def _behind(self, words: Sequence[Token], text: str, inside: Sequence[bool], verb: int) -> int | None:
        """The noun right behind the verb: "said the old fox", "говорит ему лиса"."""
        for index in range(verb + 1, min(verb + 5, len(words))):
            if inside[index] or _BREAK.search(text[words[index - 1].end : words[index].start]):
                return None
            if words[index].text.lower() in _PREPOSITIONS.get(self._language, ()):
                return None
            if self._kind(words[index]) is not None:
                return index
            first = words[index].readings[0].part if words[index].readings else "other"
            if first == "noun" and not self._russian:
                # Somebody whom no list knows: the miller.
                return index if self._heads(words, text, index) else None
            if first == "verb":
                return None
        return None

    def _heads(self, words: Sequence[Token], text: str, index: int) -> bool:
        return index + 1 >= len(words) or bool(_BREAK.search(text[words[index].end : words[index + 1].start]))

    def _before(self, words: Sequence[Token], text: str, inside: Sequence[bool], verb: int) -> int | None:
        """The nearest subject before the verb; a pronoun gives way to the noun before it."""
        pronoun: int | None = None
        for index in range(verb - 1, max(verb - 30, -1), -1):
            if inside[index]:
                continue
            gap = text[words[index].end : words[index + 1].start]
            if _SENTENCE_END.search(gap) and not inside[index + 1]:
                break
            kind = self._kind(words[index])
            if kind is None:
                is_subject = not self._russian and index == verb - 1 and words[index].readings[0].part == "noun"
                if is_subject and self._is_subject(words, text, index):
                    return index
                continue
            if kind == "pronoun":
                pronoun = index if pronoun is None else pronoun
                if index == verb - 1 and not any(inside) and self._heads(words, text, verb) and "," in text:
                    return pronoun  # "You monkey, she said": what stands before it was said
                continue
            if words[index + 1].text.lower() == "who":
                return index
            if self._russian or self._is_subject(words, text, index):
                return index
        return pronoun

    def _is_subject(self, words: Sequence[Token], text: str, index: int) -> bool:
        """Not behind a preposition, not behind a verb, no possessor: English shows no case."""
        if index + 1 < len(words) and words[index + 1].lemmas[0] == "'s":
            return False
        for back in range(index - 1, max(index - 4, -1), -1):
            if _BREAK.search(text[words[back].end : words[back + 1].start]):
                return True
            lower = words[back].text.lower()
            if lower in _PREPOSITIONS["en"]:
                return False
            if lower in _SMALL["en"]:
                continue
            reading = words[back].readings[0]
            if reading.part == "verb":
                return False
            if reading.part not in ("adjective", "participle", "noun"):
                return True
        return True

    def _told_before(self, context: str) -> bool:
        """Whether the last one who was named as a subject in the tale so far is a beast."""
        words = tokens(context[-400:], self._language)
        inside = quoted(words, context[-400:])
        for index in range(len(words) - 1, -1, -1):
            kind = None if inside[index] else self._kind(words[index])
            if kind in ("beast", "person") and (self._russian or self._is_subject(words, context[-400:], index)):
                return kind == "beast"
        return False

    def _unsaid(self, words: Sequence[Token], text: str, inside: Sequence[bool]) -> Speaker | None:
        """ "А лиса ему: «Погоди!»": what was said follows a colon, and no verb tells so."""
        if not self._russian:
            return None
        for colon in islice(re.finditer(r":\s*[«\"“„—–-]", text), _COLONS):
            before = [index for index, word in enumerate(words) if word.end <= colon.start()][-5:]
            for index in reversed(before):
                if inside[index] or words[index].readings[0].part == "verb":
                    break
                if (kind := self._kind(words[index])) is not None and kind != "pronoun":
                    if kind == "beast":
                        return Speaker(index, index)
                    break
        return None


def _opens_with_noun(words: Sequence[Token], verb: int) -> bool:
    """ "The wolves say", "cat say to dog": a noun right before the verb, and only its own words before that. So it is
    no "let the cat say", nor "did he hear the cat say"."""
    if not verb or words[verb - 1].readings[0].part != "noun":
        return False
    return all(
        word.text.lower() in _SMALL["en"] or word.readings[0].part in ("adjective", "noun", "name")
        for word in words[max(0, verb - 5) : verb - 1]
        if word.text.lower() not in ("and", "then", "so", "but")
    )


def _lemmas(lists: Mapping[str, Sequence[str]], language: str, *names: str) -> frozenset[str]:
    """The base forms of the words of these lists."""
    found: set[str] = set()
    for name in names:
        for word in lists.get(name, ()):
            for one in tokens(word, language)[:1]:
                readings = [reading.lemma for reading in one.readings if reading.weight >= 0.2]
                same = [lemma for lemma in readings if lemma == word.replace("ё", "е")]
                found.update(same or readings or one.lemmas[:1])
    return frozenset(found)
