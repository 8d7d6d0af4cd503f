"""Slovnet's dependency tree of a Russian sentence, with base forms and forms on its words (MIT; a CNN in NumPy).

Slovnet (github.com/natasha/slovnet) gives heads and relations of Universal Dependencies; base forms and gender come
from pymorphy3. Its models were made of news: what tales do otherwise is mended here as far as one word shows it.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.language.clauses import Gender
from companion.language.russian import analyzer, fold, tokens
from companion.language.token import Token

_RARE = frozenset("спасть переслать".split())
"""Verbs that share a form with one that tales need: "спал", "перешли"."""
_MAIN_CASES = {"gen2": "gent", "acc2": "accs", "loc2": "loct"}
_GENDERS: dict[str, Gender] = {"masc": "m", "femn": "f", "neut": "n"}


@dataclass(slots=True)
class Word:
    """A node of the tree; `head` is the index of its head, -1 for the root."""

    text: str
    start: int
    end: int
    head: int
    rel: str
    lemma: str = ""
    pos: str = ""
    case: str = ""
    cases: frozenset[str] = frozenset()
    """All cases that its form may be."""
    gender: Gender = ""
    plural: bool = False
    is_name: bool = False
    is_given: bool = False
    """A name that the dictionary has, with its gender."""
    animate: bool = False
    imperative: bool = False
    future: bool = False
    transitive: bool = False
    inside: bool = False

    @property
    def lower(self) -> str:
        return fold(self.text)


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


def tree_of(text: str) -> list[Word]:
    """The tree with base forms; they come from our own reader of words, which looks at the neighbours."""
    read = {one.start: one for one in tokens(text)}
    words = [Word(*row) for row in _parsed(text)]
    copulas = {word.head for word in words if word.rel in ("cop", "aux", "aux:pass")}
    for index, word in enumerate(words):
        _read_forms(word, read.get(word.start), is_said=index in copulas)
    _mend_adjectives(words)
    _mend_names(words)
    _mend(words)
    _mend_objects(words)
    return words


def _mend_adjectives(words: list[Word]) -> None:
    """ "У старого царя": before a noun that it agrees with, a word is the adjective, not "старое"."""
    for word, after in pairwise(words):
        is_led = word.pos == "ADJF" and after.pos == "NOUN" and after.rel == "nmod" and after.head == words.index(word)
        if is_led and word.case == after.case and word.gender in ("", after.gender):  # "в каменного льва"
            after.head, after.rel = word.head, word.rel
            word.head, word.rel = words.index(after), "amod"
        if word.pos != "NOUN" or after.pos != "NOUN" or word.animate or not word.text.islower():
            continue
        for one in analyzer().parse(word.lower):
            agrees = one.tag.POS == "ADJF" and _MAIN_CASES.get(str(one.tag.case), str(one.tag.case)) in after.cases
            number = str(one.tag.number or "") == "plur"
            if agrees and number == after.plural and word.lemma.endswith(("ое", "ее", "ой", "ый", "ий", "ая")):
                gender = _GENDERS.get(str(one.tag.gender or ""), "")
                if number or gender == after.gender:
                    word.pos, word.lemma = "ADJF", fold(one.normal_form)
                    word.head, word.rel = words.index(after), "amod"
                    break


def _mend_names(words: list[Word]) -> None:
    """A capital inside a sentence makes a name of a word that is else an adjective or a deed: "утром Яра поехала"."""
    for index, word in enumerate(words):
        before = words[index - 1] if index else None
        is_inside = (before is not None and before.text[-1:].isalpha()) or (before is not None and before.text == ",")
        if not (is_inside and word.text.istitle() and word.pos in ("ADJF", "ADJS", "VERB", "GRND", "ADVB", "COMP", "")):
            continue
        if index + 1 < len(words) and words[index + 1].text.istitle():
            continue  # "Иван Грозный", "Лысая Гора"
        if word.pos == "ADJF" and (index + 1 < len(words) and words[index + 1].pos == "NOUN"):
            continue
        verb = next((one for one in (index + 1, index + 2) if one < len(words) and words[one].pos == "VERB"), None)
        if verb is None or before is None or before.pos == "PREP":
            continue
        word.pos, word.is_name, word.case, word.lemma = "NOUN", True, "nomn", word.lower
        word.gender, word.plural, word.animate = words[verb].gender, False, True
        word.cases = frozenset(("nomn",))
        word.head, word.rel = verb, "nsubj"


def _mend(words: list[Word]) -> None:
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


def _mend_objects(words: list[Word]) -> None:
    """Who does it and to what, where the forms say so and the tree does not: "карандаш украл мальчик"."""
    for index, word in enumerate(words):
        if word.pos == "NOUN" and word.head == index and "accs" in word.cases and word.case == "accs":
            verb = next((at for at in range(index + 1, min(index + 4, len(words))) if words[at].pos == "VERB"), None)
            if verb is not None:  # "царевну Злату унёс вихрь"
                word.head, word.rel = verb, "obj"
    for index, word in enumerate(words):
        if word.pos != "VERB":
            continue
        subjects = [one for one in words if one.head == index and one.rel == "nsubj" and one.pos == "NOUN"]
        if word.transitive and subjects and all("accs" in one.cases and not one.animate for one in subjects):
            for one in words[index + 1 : index + 4]:  # "карандаш украл мальчик"
                is_doer = one.pos == "NOUN" and one.animate and "nomn" in one.cases and "accs" not in one.cases
                if one.text == "," or (is_doer and one.rel == "obj"):
                    break
                if is_doer and one.gender == word.gender and one.rel != "conj":
                    one.head, one.rel, one.case = index, "obj", "nomn"
                    break
        doers = [one for one in subjects if one.animate and "accs" not in one.cases and one.gender == word.gender]
        if word.transitive and len(subjects) == 2 and len(doers) == 1:
            other = next(one for one in subjects if one is not doers[0])
            if "accs" in other.cases and not other.animate:
                other.rel, other.case = "obj", "accs"
                continue
        objects = [one for one in words if one.head == index and one.rel == "obj" and one.pos == "NOUN"]
        for one in objects:
            is_sure = "nomn" in one.cases and "accs" not in one.cases and one.animate and one.gender == word.gender
            if is_sure and all("accs" in other.cases for other in subjects):
                for other in subjects:
                    other.rel, other.case = "obj", "accs"
                one.rel, one.case = "nsubj", "nomn"
                break
            if len(objects) > 1 and not subjects and "nomn" in one.cases and one.gender == word.gender:
                one.rel, one.case = "nsubj", "nomn"
                break


def _read_forms(word: Word, token: Token | None, *, is_said: bool) -> None:
    if not any("а" <= sign <= "я" or sign == "ё" for sign in word.text.lower()):  # pymorphy stumbles over rare signs
        return
    lemma = token.lemmas[0] if token else word.lower
    parses = analyzer().parse(word.text.lower())[:6]
    short = next((one for one in parses if str(one.tag.POS) in ("ADJS", "PRTS")), None)
    if short is not None and is_said:
        lemma = fold(short.normal_form)
    best = next((one for one in parses if fold(one.normal_form) == lemma and _fits(word.rel, one)), None)
    if word.text[0].isupper() and word.start:
        best = next((one for one in parses if "Name" in one.tag and _fits(word.rel, one)), best)
    best = best or next((one for one in parses if fold(one.normal_form) == lemma), parses[0])
    if best.tag.mood == "impr" or best.normal_form in _RARE:  # "перешли" is past before it is an order
        best = next((one for one in parses if one.tag.mood == "indc" and one.normal_form not in _RARE), best)
    if best.tag.mood == "impr":  # "соловей"
        best = next((one for one in parses if one.tag.POS == "NOUN" and one.tag.case == "nomn"), best)
    tag = best.tag
    word.lemma, word.pos = fold(best.normal_form), str(tag.POS or "")
    word.case = _case(word.rel, str(tag.case or ""))
    nouns = [one.tag for one in parses if one.tag.POS == "NOUN" and one.tag.number == tag.number]
    word.cases = frozenset(_MAIN_CASES.get(str(one.case), str(one.case)) for one in nouns) or frozenset((word.case,))
    word.transitive = str(tag.transitivity or "") == "tran"
    word.gender = _GENDERS.get(str(tag.gender or ""), "")
    word.animate = str(tag.animacy or "") == "anim"
    word.plural = str(tag.number or "") == "plur"
    word.is_name = bool(token and token.readings and token.readings[0].part == "name")
    word.is_given = "Name" in tag and bool(analyzer().word_is_known(word.text.lower()))
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
