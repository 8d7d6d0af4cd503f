"""Russian nouns as a sentence's tree has them, with names, owners and qualities; and the objects that it has lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.language.clauses import Gender, Noun
from companion.language.russian_tree import Word

_THAT = frozenset("тот тому тем та ту те тех".split())
_POSSESSIVES = frozenset("его ее их мой моя твой твоя свой своя наш наша".split())
_OTHER = frozenset("другой второй иной ещё еще новый третий чужой соседний".split())
_FRESH = frozenset("некий какой-то некоторый один незнакомый неизвестный".split())
_PRONOUNS: dict[str, tuple[Gender, bool]] = {
    **dict.fromkeys("он его ему им нём нем него нему ним".split(), ("m", False)),
    **dict.fromkeys("она её ее ей ею ней нею неё нее".split(), ("f", False)),
    **dict.fromkeys("они их ими них ними".split(), ("", True)),
    **dict.fromkeys("оно".split(), ("n", False)),
    **dict.fromkeys("тот тому тем".split(), ("m", False)),
    **dict.fromkeys("та ту".split(), ("f", False)),
    **dict.fromkeys("те тех".split(), ("", True)),
    **dict.fromkeys("себя себе собой".split(), ("", False)),
    **dict.fromkeys("я меня мне мной ты тебя тебе тобой мы нас нам вы вас вам".split(), ("", False)),
}
_NO_MORE = frozenset("перестать разучиться отвыкнуть".split())
"""What hangs on these is done no more: "спать перестала"."""
_HIS = frozenset("его ее их".split())
_NEEDS_NO_OBJECT = frozenset(
    "сказать говорить крикнуть кричать спросить ответить отвечать велеть подумать знать есть пить петь рассказать "
    "рассказывать приказать объявить узнать понять читать писать позвать просить слушать смотреть видеть".split()
)


class NounReader:
    """The nouns of one tree."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = words
        self._children: dict[int, list[int]] = defaultdict(list)
        for index, word in enumerate(words):
            self._children[word.head].append(index)

    def _noun(self, index: int, depth: int = 3) -> Noun:
        word = self._words[index]
        children = [self._words[one] for one in self._children[index]]
        qualities = [one.lemma for one in children if one.rel in ("amod", "nummod", "nummod:gov", "det", "acl")]
        for one in self._children[index]:  # "дочь тюремщика, немая Лотта"
            if self._words[one].rel == "appos" and self._may_be_one(index, one):
                near = self._words[one - 1]
                qualities += [near.lemma] if near.pos == "ADJF" and near.case == word.case else []
        owner = next(
            (
                one
                for one in self._children[index]
                if self._words[one].rel in ("nmod", "appos")
                and not self._is_governed(one)
                and (
                    (self._words[one].rel == "nmod" and self._words[one].case == "gent")
                    or self._is_anothers_name(index, one)
                )
            ),
            None,
        )
        possessive = next(
            (one for one in children if one.lower in ("его", "ее", "их", "свой") or _own(one.lower)), None
        )
        if word.lower in _PRONOUNS:
            gender, plural = _PRONOUNS[word.lower]
            return Noun(word.lower, word.start, word.end, "pronoun", gender, plural)
        return Noun(
            lemma=word.lemma,
            start=word.start,
            end=word.end,
            kind="name" if word.is_name else "noun",
            stem=word.lower if self._is_capital(index) and word.pos == "NOUN" else "",
            gender="" if word.is_name and not word.is_given and word.case != "nomn" else word.gender,
            plural=word.plural or any(one.rel.startswith("nummod") and one.lemma != "один" for one in children),
            animate=word.animate,
            qualities=tuple(qualities),
            owner=self._noun(owner, depth - 1)
            if owner is not None and owner > index and depth
            else Noun(
                possessive.lower,
                possessive.start,
                possessive.end,
                "pronoun",
                *_PRONOUNS.get(possessive.lower, ("", False)),
            )
            if possessive
            else None,
            names=self._names(index),
            other=not _OTHER.isdisjoint(qualities),
            fresh=not _FRESH.isdisjoint(qualities),
        )

    def _names(self, index: int, depth: int = 2) -> tuple[str, ...]:
        """What stands beside it as another name: "король Пантелей", "жена его Матрёна", "смотритель, дед Архип"."""
        beside = [
            one
            for one in self._children[index]
            if (self._words[one].rel in ("appos", "flat:name") and not self._is_joined(index, one))
            or self._is_said_twice(index, one)
        ]
        following = index + 1
        if following < len(self._words) and self._words[following].lower in _POSSESSIVES:
            following += 1
        if following + 1 < len(self._words) and self._is_owner(following) and self._is_capital(following + 1):
            following += 1  # "жена кузнеца Матрёна"
        if following + 1 < len(self._words) and self._words[following].text == "," and not self._words[index].is_name:
            following += 1  # "внучка Мокия, Рада, родилась"
        if following < len(self._words) and self._is_capital(following):
            beside.append(following)
            if following + 1 < len(self._words) and self._is_capital(following + 1):
                beside.append(following + 1)  # "жена Савелия Устинья"
        found = []
        for one in dict.fromkeys(beside):
            word = self._words[one]
            if self._is_whose(one) or one == index:
                continue
            if word.pos == "NOUN" and (self._may_be_one(index, one) or self._is_her_name(index, one)):
                found += [word.lemma, *(self._names(one, depth - 1) if depth and one > index else ())]
        return tuple(dict.fromkeys(found))

    def _is_whose(self, index: int) -> bool:
        """ "Брат Макса": a genitive that the tree is sure of."""
        word = self._words[index]
        return word.rel == "nmod" and word.case == "gent" and word.is_name and word.lower != word.lemma

    def _is_her_name(self, index: int, other: int) -> bool:
        """ "Принцессу Яру": a name that the dictionary takes for another word in another case."""
        one = self._words[other]
        return one.rel == "appos" and other == index + 1 and self._is_capital(other) and self._words[index].animate

    def _is_said_twice(self, index: int, other: int) -> bool:
        """ "Был у неё друг, жук, …": two nouns of a verb that tells of one."""
        one, two = self._words[index], self._words[other]
        above = self._words[one.head] if one.head >= 0 else None
        if two.rel != "conj" or above is None or above.pos != "VERB" or above.plural or not one.rel.startswith("nsubj"):
            return False
        joined = [at for at in self._children[index] if self._words[at].rel == "conj"]
        linked = any(self._words[at].rel == "cc" for at in self._children[other])
        return one.animate and two.animate and len(joined) == 1 and not linked and not two.plural

    def _is_owner(self, index: int) -> bool:
        word = self._words[index]
        return word.pos == "NOUN" and word.case == "gent" and not self._is_governed(index)

    def _is_anothers_name(self, index: int, other: int) -> bool:
        """ "Сестра Ады": a name that the dictionary has not got, in another case than the noun before."""
        is_next = other == index + 1 and self._is_capital(other)
        is_sure = self._words[index].case == "nomn" and "nomn" not in self._words[other].cases
        return is_next and is_sure and self._words[other].pos == "NOUN"

    def _is_joined(self, index: int, other: int) -> bool:
        """ "Иван да Степан" are two."""
        between = self._words[min(index, other) + 1 : max(index, other)]
        return any(one.lower in ("и", "да", "или") for one in between)

    def _may_be_one(self, index: int, other: int) -> bool:
        """Whether two nouns side by side can stand in one case and number: "мать Насти" are two people."""
        one, two = self._words[index], self._words[other]
        if one.plural != two.plural and not two.is_name:
            return False
        return one.plural == two.plural and not one.cases.isdisjoint(two.cases) and one.case in two.cases

    def _is_capital(self, index: int) -> bool:
        """Written with a capital: a name, or the first word of the sentence, which may be one."""
        return self._words[index].text[:1].isupper()

    def _is_governed(self, index: int) -> bool:
        return any(self._words[one].rel == "case" for one in self._children[index])

    def _is_noun(self, index: int) -> bool:
        if self._words[index].lower in _THAT:  # "та улыбнулась", but "та девушка"
            return self._words[index].rel in ("nsubj", "obj", "iobj", "obl", "root")
        return self._words[index].pos in ("NOUN", "NPRO", "") or self._words[index].lower in _PRONOUNS

    def _case_of(self, noun: Noun) -> str:
        return next((word.case for word in self._words if word.start == noun.start), "")

    def _preposition(self, index: int) -> str:
        """The noun's preposition, or its case where it has none."""
        for one in self._children[index]:
            if self._words[one].rel == "case":
                return self._words[one].lower
        case = self._words[index].case
        return case if case in ("ablt", "datv", "gent") else ""


class ObjectReader(NounReader):
    """What a verb is done to, where the tree does not say so."""

    def _pronoun_object(self, index: int, nouns: Sequence[tuple[int, Word]]) -> Noun | None:
        """ "Продал он его цыганам": the tree takes "его" for "whose"."""
        if not self._words[index].transitive:
            return None
        for one, child in nouns:
            before = one - 1
            is_his = self._words[before].head == one and self._words[before].lower in _HIS
            if is_his and child.rel == "iobj" and before - index in (1, 2):
                return self._noun(before)
        return None

    def _loose_object(self, index: int) -> Noun | None:
        """A bare accusative behind a verb that needs one, hung elsewhere: "снял Наум со стены скрипку"."""
        if not self._words[index].transitive or self._words[index].pos not in ("VERB", "GRND"):
            return None
        for at in range(index + 1, len(self._words)):
            word = self._words[at]
            if word.text in (",", ".", ":", ";", "—", "»", '"') or word.pos in ("VERB", "GRND", "INFN", "CONJ"):
                return None
            is_bare = word.pos == "NOUN" and not word.rel.startswith("nsubj") and not self._is_governed(at)
            if is_bare and "accs" in word.cases and "nomn" not in word.cases | {word.case if word.is_name else ""}:
                return self._noun(at)
            if is_bare and "accs" in word.cases and not word.animate and word.rel != "nmod":
                return self._noun(at)
        return self._object_ahead(index)

    def _object_ahead(self, index: int) -> Noun | None:
        """ "Ружьё у Игната отобрал чёрт": a thing at the head of the clause, when somebody else is its subject."""
        subject = next((one for one in self._children[index] if self._words[one].rel.startswith("nsubj")), None)
        if subject is None or not self._words[subject].animate:
            return None
        for at in range(index - 1, -1, -1):
            word = self._words[at]
            if word.text in (",", ":", ";", "—") or word.pos in ("VERB", "GRND", "INFN", "CONJ"):
                return None
            is_bare = word.pos == "NOUN" and at != subject and not self._is_governed(at) and not word.animate
            if is_bare and "accs" in word.cases and word.rel not in ("nmod", "appos"):
                return self._noun(at)
        return None

    def _shared_object(self, index: int) -> Noun | None:
        """ "Поймала принца, посадила в клетку": what the verb before has, if this one needs an object."""
        word = self._words[index]
        if word.rel != "conj" or word.head < 0 or not word.transitive or word.lemma in _NEEDS_NO_OBJECT:
            return None
        head = self._words[word.head]
        if (
            not head.transitive
            or head.pos != word.pos
            or any(self._words[one].pos == "INFN" for one in self._children[index])
        ):
            return None
        before = [one for one in self._children[word.head] if self._words[one].rel == "obj" and self._is_noun(one)]
        return self._noun(before[0]) if before and before[0] < index else None

    def _absent(self, index: int) -> list[int] | None:
        """What there is none of: "детей у неё не было", "ни братика, ни сестрички"."""
        if self._words[index].lemma != "быть" or not self._is_negated(index):
            return None
        found: list[int] = []
        for step in (-1, 1):
            at = index + step
            while 0 <= at < len(self._words) and self._words[at].text not in (",", ".", ":", ";", "—"):
                one = self._words[at]
                if one.pos == "NOUN" and "gent" in one.cases and not self._is_governed(at):
                    found.append(at)
                at += step
        at = max(found, default=index) + 1
        while at + 2 < len(self._words) and self._words[at].text == "," and self._words[at + 1].lower == "ни":
            found.append(at + 2)
            at += 3
        return found[:3] or None

    def _is_negated(self, index: int) -> bool:
        chain, word = [index], self._words[index]
        if word.pos == "INFN" and word.head >= 0 and self._words[word.head].lemma in _NO_MORE:
            return True
        if word.rel in ("xcomp", "csubj") and word.head >= 0:
            chain.append(word.head)
        return any(self._words[one].lower in ("не", "ни", "нет") for at in chain for one in self._children[at])


def _own(word: str) -> bool:
    return word.startswith(("свой", "сво", "мой", "мо", "тво", "наш", "ваш")) and len(word) <= 6
