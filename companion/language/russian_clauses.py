"""Russian clauses from slovnet's dependency trees (MIT; a CNN in NumPy, under a millisecond a sentence).

Slovnet (github.com/natasha/slovnet) gives heads and relations of Universal Dependencies; base forms and gender come
from pymorphy3. Its models were made of news, so what tales do otherwise is mended here: "жила-была вдова", gerunds,
"его превратили" without a subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.language.clauses import Clause, Noun
from companion.language.quotation import quoted
from companion.language.russian import sentences
from companion.language.russian_nouns import ObjectReader
from companion.language.russian_tree import Word, tree_of
from companion.language.token import Token

_PARTICLES_OF_WISH = frozenset("бы б пусть пускай чтобы чтоб если ли кабы якобы".split())
_WISHES = frozenset(
    "хотеть захотеть мочь мечтать велеть приказать просить попросить собираться собраться надеяться бояться думать "
    "решить обещать пообещать поклясться требовать потребовать грозить пригрозить умолять желать пожелать намереваться "
    "советовать запретить запрещать отказаться отказываться пытаться попытаться уговаривать готовиться".split()
)
"""What hangs on these has not happened by being told."""
_DONE_BY = frozenset("смочь суметь успеть начать стать приняться пуститься пойти продолжать перестать удаться".split())
_LEFT_UNDONE = frozenset("забыть забывать лениться полениться отказаться бояться побояться хотеть мочь".split())
_EARLIER = frozenset("когда-то некогда раньше прежде давно однажды-то бывало".split())
_PARTICLES = ("замуж", "прочь", "домой", "насмерть", "назад", "обратно", "снова", "опять")
"""Adverbs that make another deed of a verb: "вышла замуж"."""
_LIVES = frozenset("жить прожить дожить служить работать родиться вырасти расти ходить".split())
_BE = frozenset("быть бывать становиться стать сделаться оказаться являться остаться оставаться казаться".split())
_CLAUSAL = ("root", "conj", "parataxis", "ccomp", "advcl", "xcomp", "acl", "acl:relcl", "csubj", "csubj:pass")


def clauses(sentence: str) -> list[Clause]:
    """The clauses of a sentence, or of several."""
    found, place = [], 0
    for piece in sentences(sentence):
        place = sentence.index(piece, place)
        words = tree_of(piece)
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


class _Reader(ObjectReader):
    """The clauses of one tree."""

    def __init__(self, words: Sequence[Word], *, is_question: bool) -> None:
        super().__init__(words)
        self._is_question = is_question
        self._asked_inside = bool(words) and words[-1].inside
        self._subjects: dict[int, Noun | None] = {}

    def clauses(self) -> Iterator[Clause]:
        for index, word in enumerate(self._words):
            if self._is_predicate(index) or (word.pos in ("ADJS", "PRTS") and word.rel in _CLAUSAL):
                yield self._clause(index)
            elif (noun := self._described(index)) is not None:
                yield Clause(
                    "быть",
                    word.start,
                    word.end,
                    subject=self._noun(noun),
                    said=(word.lemma,),
                    unreal=self._is_question and word.inside == self._asked_inside,
                    spoken=word.inside,
                )

    def others(self, told: set[int]) -> Iterator[Noun]:
        """Nouns that no clause has: the second of two subjects, what hangs on a noun."""
        for index, word in enumerate(self._words):
            if word.pos == "NOUN" and word.start not in told and word.rel in ("conj", "nmod", "appos", "root", "obl"):
                yield self._noun(index)

    def _described(self, index: int) -> int | None:
        """The noun just before an adjective that ends its clause, whatever the tree makes of it: "Макар хромой"."""
        word, before = self._words[index], index - 1
        if word.pos != "ADJF" or word.case != "nomn" or before < 0:
            return None
        noun = self._words[before]
        behind = self._words[index + 1] if index + 1 < len(self._words) else None
        is_last = behind is None or behind.lower in (",", ".", ";", "!", "…", "и", "да", "а", "но")
        agrees = (noun.plural, noun.gender) == (word.plural, word.gender)
        is_subject = noun.pos == "NOUN" and noun.case == "nomn" and not self._is_governed(before)
        return before if is_last and is_subject and agrees and not self._is_coordinated(index) else None

    def _is_coordinated(self, index: int) -> bool:
        """ "Старик седой и добрый сел": an adjective behind its noun, with the verb still to come, says nothing new."""
        return any(one.pos in ("VERB", "ADJS") and one.head < 0 for one in self._words[index + 1 : index + 3])

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
        direct = direct or self._pronoun_object(index, nouns) or self._loose_object(index) or self._shared_object(index)
        if (absent := self._absent(index)) is not None:
            subject, nor = self._noun(absent[0]), [("ни", self._noun(one)) for one in absent[1:]]
            around += nor
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
            later=word.future or self._is_left_undone(index),
        )

    def _is_left_undone(self, index: int) -> bool:
        """ "Забыл расколдовать", "если разбудит": no deed, and no hope of one."""
        word = self._words[index]
        head = self._words[word.head].lemma if word.head >= 0 and word.pos == "INFN" else ""
        marks = {self._words[one].lower for one in self._children[index]}
        return head in _LEFT_UNDONE or not marks.isdisjoint(("если", "коли", "кабы", "пока"))

    def _subject(self, index: int) -> Noun | None:
        """Its own, or that of the verb which it goes on from."""
        if index in self._subjects:
            return self._subjects[index]
        self._subjects[index] = None  # a tree with a loop ends here
        word = self._words[index]
        own = [
            one
            for one in self._children[index]
            if self._words[one].rel.startswith("nsubj") and not self._is_beyond(index, one)
        ]
        found: Noun | None = None
        if own:
            found = self._noun(own[0])
            if self._words[own[0]].lower.startswith("котор") or self._words[own[0]].lower == "кто":
                found = self._antecedent(index) or found
            elif found.kind != "pronoun" and word.pos == "VERB" and word.gender and self._is_capital(own[0]):
                found = replace(found, gender=word.gender, plural=False)  # "Злата каталась", "Мира подошла"
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

    def _is_beyond(self, index: int, noun: int) -> bool:
        """A subject behind its verb and a comma is another verb's: "приложил кольцо, и дверь отворилась"."""
        if noun < index or self._words[index].pos not in ("VERB", "GRND", "INFN"):
            return False
        between = [one.text for one in self._words[index + 1 : noun]]
        return between.count(",") == 1 and not self._words[noun].rel.endswith("pass")

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

    def _said(self, index: int) -> tuple[str, ...]:
        """What is said of the subject: "слеп", "был слепым", "стал лягушкой"."""
        word = self._words[index]
        if word.pos not in ("VERB", "INFN", "GRND"):
            modifiers = [self._words[one].lemma for one in self._children[index] if self._words[one].rel == "amod"]
            return (word.lemma, *modifiers)
        if word.lemma not in _BE:
            return self._lived_as(index)
        return tuple(
            self._words[one].lemma
            for one in self._children[index]
            if self._words[one].rel in ("obl", "xcomp", "amod", "acl", "advmod", "obj")
            and (self._words[one].case in ("ablt", "nomn") or self._words[one].pos in ("ADJS", "PRTS"))
            and not self._is_governed(one)
        )

    def _lived_as(self, index: int) -> tuple[str, ...]:
        """ "Жил холостяком", "работал кузнецом"."""
        if self._words[index].lemma not in _LIVES:
            return ()
        return tuple(
            self._words[one].lemma
            for one in self._children[index]
            if self._words[one].case == "ablt" and self._words[one].animate and not self._is_governed(one)
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

    def _is_around(self, index: int, word: Word) -> bool:
        return word.rel in ("obl", "obl:agent", "nmod", "advcl") and self._is_noun(index) and word.pos != ""

    def _has(self, index: int, rel: str) -> bool:
        return any(self._words[one].rel == rel for one in self._children[index])

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
            if head.future:
                return True  # "станет кричать"
            if word.pos == "INFN" and head.lemma not in _DONE_BY:
                return True
            if head.lemma in _WISHES:
                return True
            word = head
        return True


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
