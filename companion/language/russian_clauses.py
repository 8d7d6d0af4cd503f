"""Russian clauses from slovnet's dependency trees (MIT; a CNN in NumPy, under a millisecond a sentence).

Slovnet (github.com/natasha/slovnet) gives heads and relations of Universal Dependencies; base forms and gender come
from pymorphy3. Its models were made of news, so what tales do otherwise is mended here: "жила-была вдова", gerunds,
"его превратили" without a subject.
"""

from __future__ import annotations

import importlib.util
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.language.clauses import Clause, Gender, Noun
from companion.language.quotation import quoted
from companion.language.russian import fold, parses_of, sentences, tokens
from companion.language.token import Token

_PARTICLES_OF_WISH = frozenset("бы б пусть пускай чтобы чтоб если ли кабы якобы".split())
_WISHES = frozenset(
    "хотеть захотеть мочь мечтать велеть приказать просить попросить собираться собраться надеяться бояться думать "
    "решить обещать пообещать поклясться требовать потребовать грозить пригрозить умолять желать пожелать намереваться "
    "советовать запретить запрещать отказаться отказываться пытаться попытаться уговаривать готовиться".split()
)
"""What hangs on these has not happened by being told."""
_DONE_BY = frozenset("смочь суметь успеть начать стать приняться пуститься пойти продолжать перестать удаться".split())
_EARLIER = frozenset("когда-то некогда раньше прежде давно однажды-то бывало".split())
_PARTICLES = ("замуж", "прочь", "домой", "насмерть", "назад", "обратно", "снова", "опять")
"""Adverbs that make another deed of a verb: "вышла замуж"."""
_OTHER = frozenset("другой второй иной ещё еще новый третий чужой соседний".split())
_FRESH = frozenset("некий какой-то некоторый один незнакомый неизвестный".split())
_BE = frozenset("быть бывать становиться стать сделаться оказаться являться остаться оставаться казаться".split())
_PRONOUNS: dict[str, tuple[Gender, bool]] = {
    **dict.fromkeys("он его ему им нём нем него нему ним".split(), ("m", False)),
    **dict.fromkeys("она её ее ей ею ней нею неё нее".split(), ("f", False)),
    **dict.fromkeys("они их ими них ними".split(), ("", True)),
    **dict.fromkeys("оно".split(), ("n", False)),
    **dict.fromkeys("я меня мне мной ты тебя тебе тобой мы нас нам вы вас вам".split(), ("", False)),
}
_RARE = frozenset("спасть переслать".split())
"""Verbs that share a form with one that tales need: "спал", "перешли"."""
_GENDERS: dict[str, Gender] = {"masc": "m", "femn": "f", "neut": "n"}
_CLAUSAL = ("root", "conj", "parataxis", "ccomp", "advcl", "xcomp", "acl", "acl:relcl", "csubj", "csubj:pass")


@dataclass(slots=True)
class _Word:
    """A node of the tree; `head` is the index of its head, -1 for the root."""

    text: str
    start: int
    end: int
    head: int
    rel: str
    lemma: str = ""
    pos: str = ""
    case: str = ""
    gender: Gender = ""
    plural: bool = False
    is_name: bool = False
    animate: bool = False
    imperative: bool = False
    future: bool = False
    inside: bool = False

    @property
    def lower(self) -> str:
        return fold(self.text)


def clauses(sentence: str) -> list[Clause]:
    """The clauses of a sentence, or of several."""
    found, place = [], 0
    for piece in sentences(sentence):
        place = sentence.index(piece, place)
        words = _tree(piece)
        inside = quoted([Token(one.text, one.start, one.end, (one.lower,)) for one in words], piece)
        for word, is_inside in zip(words, inside, strict=True):
            word.inside = is_inside
        reader = _Reader(words, is_question=piece.rstrip().endswith("?"))
        here = list(reader.clauses())
        if here:
            told = {
                noun.start
                for one in here
                for noun in (one.subject, one.object, *(two for _, two in one.around))
                if noun
            }
            rest = tuple(("", noun) for noun in reader.others(told))
            here[0] = replace(here[0], around=here[0].around + rest)
        found += [_moved(one, place) for one in here]
        place += len(piece)
    return found


class _Reader:
    """The clauses of one tree."""

    def __init__(self, words: Sequence[_Word], *, is_question: bool) -> None:
        self._words, self._is_question = words, is_question
        self._asked_inside = bool(words) and words[-1].inside
        self._children: dict[int, list[int]] = defaultdict(list)
        for index, word in enumerate(words):
            self._children[word.head].append(index)
        self._subjects: dict[int, Noun | None] = {}

    def clauses(self) -> Iterator[Clause]:
        for index, word in enumerate(self._words):
            if self._is_predicate(index) or (word.pos in ("ADJS", "PRTS") and word.rel in _CLAUSAL):
                yield self._clause(index)

    def others(self, told: set[int]) -> Iterator[Noun]:
        """Nouns that no clause has: the second of two subjects, what hangs on a noun."""
        for index, word in enumerate(self._words):
            if word.pos == "NOUN" and word.start not in told and word.rel in ("conj", "nmod", "appos", "root", "obl"):
                yield self._noun(index)

    def _is_predicate(self, index: int) -> bool:
        word = self._words[index]
        if word.pos in ("VERB", "INFN", "GRND", "PRTS"):
            return word.rel not in ("cop", "aux", "aux:pass")
        # "Он был слепой", "она королева": the tree hangs the copula on what is said.
        return word.pos in ("NOUN", "ADJF", "ADJS", "NPRO", "NUMR", "COMP") and any(
            self._words[one].rel.startswith("nsubj") for one in self._children[index]
        )

    def _clause(self, index: int) -> Clause:
        word = self._words[index]
        is_verb = word.pos in ("VERB", "INFN", "GRND", "PRTS")
        passive = word.pos == "PRTS" or (is_verb and self._has(index, "nsubj:pass"))
        subject = self._subject(index)
        nouns = [(one, self._words[one]) for one in self._dependents(index)]
        objects = [self._noun(one) for one, child in nouns if child.rel in ("obj", "iobj") and self._is_noun(one)]
        objects += [
            self._noun(one)
            for one, child in nouns
            if child.rel == "nmod" and child.case == "datv" and not self._is_governed(one)
        ]
        around = [(self._preposition(one), self._noun(one)) for one, child in nouns if self._is_around(one, child)]
        direct = next((one for one in objects if self._case_of(one) not in ("datv", "ablt")), None)
        around += [("datv" if self._case_of(one) == "datv" else "", one) for one in objects if one is not direct]
        if passive:
            subject, direct = next((one for mark, one in around if mark == "ablt"), None), subject or direct
        said = self._said(index)
        return Clause(
            verb=word.lemma if is_verb else "быть",
            start=word.start,
            end=word.end,
            subject=subject,
            object=direct,
            around=tuple(around),
            said=said,
            negated=self._is_negated(index),
            unreal=self._is_unreal(index),
            spoken=word.inside,
            able=self._words[word.head].lemma if word.rel == "xcomp" and word.head >= 0 else "",
            particle=self._particle(index),
            earlier=any(self._words[one].lower in _EARLIER for one in self._children[index]),
        )

    def _subject(self, index: int) -> Noun | None:
        """Its own, or that of the verb which it goes on from."""
        if index in self._subjects:
            return self._subjects[index]
        self._subjects[index] = None  # a tree with a loop ends here
        word = self._words[index]
        own = [one for one in self._children[index] if self._words[one].rel.startswith("nsubj")]
        found: Noun | None = None
        if own:
            found = self._noun(own[0])
            if self._words[own[0]].lower.startswith("котор") or self._words[own[0]].lower == "кто":
                found = self._antecedent(index) or found
        elif word.rel in ("conj", "xcomp", "advcl", "parataxis") and word.head >= 0:
            above = self._verb_above(word.head)
            head = self._words[above]
            if word.pos in ("INFN", "GRND") or (
                head.inside == word.inside
                and {head.pos, word.pos} <= {"VERB", "PRTS", "ADJS"}
                and head.plural == word.plural
            ):
                found = self._subject(above)
                if found is not None and word.gender and found.gender and word.gender != found.gender:
                    found = None
        if found is None and word.pos == "VERB":
            found = self._bare_subject(index) or self._last_subject(index)
        self._subjects[index] = found
        return found

    def _last_subject(self, index: int) -> Noun | None:
        """Of a verb that the tree has hung wrongly: the subject told last, if the forms agree."""
        word = self._words[index]
        if word.plural or word.gender == "n" or word.imperative:
            return None
        for before in range(index - 1, -1, -1):
            one = self._words[before]
            if one.rel.startswith("nsubj") and one.inside == word.inside and one.pos in ("NOUN", "NPRO"):
                agrees = not one.plural and (not word.gender or not one.gender or one.gender == word.gender)
                return self._noun(before) if agrees else None
        return None

    def _verb_above(self, index: int) -> int:
        """The nearest verb on the way up: "упало в колодец и утонуло" goes on from the verb, not from the well."""
        at = index
        for _ in self._words:
            if self._words[at].pos in ("VERB", "INFN", "GRND", "PRTS", "ADJS") or self._words[at].head < 0:
                return at
            at = self._words[at].head
        return index

    def _particle(self, index: int) -> str:
        near = {self._words[one].lower for one in self._children[index]}
        return next((one for one in _PARTICLES if one in near), "")

    def _bare_subject(self, index: int) -> Noun | None:
        """A nominative beside the verb that the tree has hung elsewhere: "жила-была вдова"."""
        word = self._words[index]
        for near in (index - 1, index + 1, index + 2, index + 3, index - 2):
            if 0 <= near < len(self._words):
                one = self._words[near]
                between = self._words[min(index, near) + 1 : max(index, near)]
                if (
                    one.pos == "NOUN"
                    and one.case == "nomn"
                    and not self._is_governed(near)
                    and all(other.pos in ("ADJF", "ADVB") for other in between)
                    and (not word.gender or not one.gender or word.gender == one.gender or word.plural)
                    and one.plural == word.plural
                ):
                    return self._noun(near)
        return None

    def _antecedent(self, index: int) -> Noun | None:
        word = self._words[index]
        for _ in range(3):
            if word.rel in ("conj", "xcomp") and word.head >= 0:
                word = self._words[word.head]
        return self._noun(word.head) if word.rel in ("acl", "acl:relcl") and word.head >= 0 else None

    def _noun(self, index: int, depth: int = 3) -> Noun:
        word = self._words[index]
        children = [self._words[one] for one in self._children[index]]
        qualities = [one.lemma for one in children if one.rel in ("amod", "nummod", "nummod:gov", "det", "acl")]
        owner = next(
            (
                one
                for one in self._children[index]
                if self._words[one].rel == "nmod" and self._words[one].case == "gent" and not self._is_governed(one)
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
            gender=word.gender,
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

    def _names(self, index: int) -> tuple[str, ...]:
        """What stands beside it as another name: "король Пантелей", "дочка Уля, немая"."""
        beside = [one for one in self._children[index] if self._words[one].rel in ("appos", "flat:name")]
        following = index + 1
        if following < len(self._words) and self._words[following].text[0].isupper():
            beside.append(following)
        return tuple(dict.fromkeys(self._words[one].lemma for one in beside if self._words[one].pos == "NOUN"))

    def _said(self, index: int) -> tuple[str, ...]:
        """What is said of the subject: "слеп", "был слепым", "стал лягушкой"."""
        word = self._words[index]
        if word.pos not in ("VERB", "INFN", "GRND"):
            modifiers = [self._words[one].lemma for one in self._children[index] if self._words[one].rel == "amod"]
            return (word.lemma, *modifiers)
        if word.lemma not in _BE:
            return ()
        return tuple(
            self._words[one].lemma
            for one in self._children[index]
            if self._words[one].rel in ("obl", "xcomp", "amod", "acl", "advmod", "obj")
            and (self._words[one].case in ("ablt", "nomn") or self._words[one].pos in ("ADJS", "PRTS"))
            and not self._is_governed(one)
        )

    def _dependents(self, index: int) -> list[int]:
        """What hangs on the verb, or by mistake on its adverb or object: "вышла замуж за", "отдал меч кузнецу"."""
        own = list(self._children[index])
        for one in list(own):
            rel = self._words[one].rel
            own += [
                two
                for two in self._children[one]
                if (rel == "advmod" and self._words[two].rel == "obl")
                or (rel in ("obj", "nsubj:pass") and self._words[two].case == "datv" and not self._is_governed(two))
            ]
        return own

    def _is_governed(self, index: int) -> bool:
        return any(self._words[one].rel == "case" for one in self._children[index])

    def _is_noun(self, index: int) -> bool:
        return self._words[index].pos in ("NOUN", "NPRO", "") or self._words[index].lower in _PRONOUNS

    def _is_around(self, index: int, word: _Word) -> bool:
        return word.rel in ("obl", "obl:agent", "nmod", "advcl") and self._is_noun(index) and word.pos != ""

    def _case_of(self, noun: Noun) -> str:
        return next((word.case for word in self._words if word.start == noun.start), "")

    def _preposition(self, index: int) -> str:
        """The noun's preposition, or its case where it has none."""
        for one in self._children[index]:
            if self._words[one].rel == "case":
                return self._words[one].lower
        case = self._words[index].case
        return case if case in ("ablt", "datv", "gent") else ""

    def _has(self, index: int, rel: str) -> bool:
        return any(self._words[one].rel == rel for one in self._children[index])

    def _is_negated(self, index: int) -> bool:
        chain, word = [index], self._words[index]
        if word.rel == "xcomp" and word.head >= 0:
            chain.append(word.head)
        return any(self._words[one].lower in ("не", "ни", "нет") for at in chain for one in self._children[at])

    def _is_unreal(self, index: int) -> bool:
        """Ordered, wished, asked, or hanging on a verb of wish."""
        word = self._words[index]
        if (self._is_question and word.inside == self._asked_inside) or word.imperative or word.future:
            return True
        for _ in self._words:  # a tree with a loop ends, too
            if any(self._words[one].lower in _PARTICLES_OF_WISH for one in self._children[self._words.index(word)]):
                return True
            if word.rel not in ("xcomp", "ccomp", "csubj", "advcl") or word.head < 0:
                return word.pos == "INFN" and word.rel not in ("xcomp",)
            head = self._words[word.head]
            if word.pos == "INFN" and head.lemma not in _DONE_BY:
                return True
            if head.lemma in _WISHES:
                return True
            word = head
        return True


def _own(word: str) -> bool:
    return word.startswith(("свой", "сво", "мой", "мо", "тво", "наш", "ваш")) and len(word) <= 6


def _moved(clause: Clause, by: int) -> Clause:
    if not by:
        return clause
    return replace(
        clause,
        start=clause.start + by,
        end=clause.end + by,
        subject=_moved_noun(clause.subject, by),
        object=_moved_noun(clause.object, by),
        around=tuple((mark, replace(noun, start=noun.start + by, end=noun.end + by)) for mark, noun in clause.around),
    )


def _moved_noun(noun: Noun | None, by: int) -> Noun | None:
    return None if noun is None else replace(noun, start=noun.start + by, end=noun.end + by)


@lru_cache(maxsize=2_000)
def _parsed(text: str) -> tuple[tuple[str, int, int, int, str], ...]:
    from razdel import tokenize  # type: ignore[import-untyped]

    pieces = list(tokenize(text))
    if not pieces:
        return ()
    markup = next(_syntax().map([[piece.text for piece in pieces]]))
    place = {token.id: number for number, token in enumerate(markup.tokens)}
    return tuple(
        (piece.text, piece.start, piece.stop, place.get(token.head_id, -1), token.rel)
        for piece, token in zip(pieces, markup.tokens, strict=True)
    )


def _tree(text: str) -> list[_Word]:
    """The tree with base forms; they come from our own reader of words, which looks at the neighbours."""
    read = {one.start: one for one in tokens(text)}
    words = [_Word(*row) for row in _parsed(text)]
    copulas = {word.head for word in words if word.rel in ("cop", "aux", "aux:pass")}
    for index, word in enumerate(words):
        _read_forms(word, read.get(word.start), is_said=index in copulas)
    _mend(words)
    return words


def _mend(words: list[_Word]) -> None:
    """What the parser, made of news, gets wrong in tales: nouns and verbs hung as adjectives, lost prepositions."""
    for index, word in enumerate(words):
        above = words[word.head] if word.head >= 0 else None
        if above is None or word.rel not in ("amod", "nmod", "nsubj"):
            continue
        if word.pos == "VERB":  # "фея ослепила пряху"
            if above.head == index:
                above.rel = "obj" if above.case == "accs" else "obl"
            word.head, word.rel = -1, "root"
        elif word.rel == "amod" and word.pos == "NOUN" and word.case != above.case and above.head >= 0:
            word.head, word.rel = above.head, {"datv": "iobj", "accs": "obj"}.get(word.case, "obl")
    for index, word in enumerate(words):
        if word.pos == "PREP":
            noun = next(
                (at for at in range(index + 1, min(index + 5, len(words))) if words[at].pos in ("NOUN", "NPRO")), None
            )
            between = words[index + 1 : noun] if noun is not None else []
            if noun is not None and all(one.pos in ("ADJF", "NUMR", "PRTF", "ADVB") for one in between):
                word.head, word.rel = noun, "case"


def _read_forms(word: _Word, token: Token | None, *, is_said: bool) -> None:
    if not any(sign.isalpha() for sign in word.text):
        return
    lemma = token.lemmas[0] if token else word.lower
    parses = parses_of(word.text.lower())[:6]
    if not parses:
        return
    short = next((one for one in parses if str(one.tag.POS) in ("ADJS", "PRTS")), None)
    if short is not None and is_said:
        lemma = fold(short.normal_form)
    best = next((one for one in parses if fold(one.normal_form) == lemma and _fits(word.rel, one)), None)
    if word.text[0].isupper() and word.start:
        best = next((one for one in parses if "Name" in one.tag and _fits(word.rel, one)), best)
    best = best or next((one for one in parses if fold(one.normal_form) == lemma), parses[0])
    if best.tag.mood == "impr" or best.normal_form in _RARE:  # "перешли" is past before it is an order
        best = next((one for one in parses if one.tag.mood == "indc" and one.normal_form not in _RARE), best)
    tag = best.tag
    word.lemma, word.pos = fold(best.normal_form), str(tag.POS or "")
    word.case = _case(word.rel, str(tag.case or ""))
    word.gender = _GENDERS.get(str(tag.gender or ""), "")
    word.animate = str(tag.animacy or "") == "anim"
    word.plural = str(tag.number or "") == "plur"
    word.is_name = bool(token and token.readings and token.readings[0].part == "name")
    word.imperative = str(tag.mood or "") == "impr"
    word.future = str(tag.tense or "") == "futr"


def _fits(rel: str, parse: Any) -> bool:
    if rel.startswith("nsubj"):
        return bool(parse.tag.case == "nomn")
    if rel == "obj":
        return bool(parse.tag.case in ("accs", "gent"))
    if rel == "iobj":
        return bool(parse.tag.case == "datv")
    return True


def _case(rel: str, case: str) -> str:
    return "nomn" if rel == "nsubj" else case


@cache
def _syntax() -> Any:
    """Slovnet's parser with the weights that the natasha package carries; loaded when it is first needed."""
    from navec import Navec  # type: ignore[import-untyped]
    from slovnet import Syntax  # type: ignore[import-untyped]

    spec = importlib.util.find_spec("natasha")
    assert spec is not None
    assert spec.submodule_search_locations
    data = Path(spec.submodule_search_locations[0]) / "data"
    syntax = Syntax.load(str(data / "model" / "slovnet_syntax_news_v1.tar"))
    syntax.navec(Navec.load(str(data / "emb" / "navec_news_v1_1B_250K_300d_100q.tar")))
    return syntax
