"""Whom a Russian sentence brings in, in five cases: pymorphy3 reads the words and inflects them.

The hero is the noun that the first verb agrees with (Rozental, Spravochnik, "Soglasovanie"): «жили-были две сестры»,
«жила маленькая мышь», «рыбак и его дочь жили»; a name told beside it («по имени Пётр», «король Гаральд») goes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.language.russian import parses_of
from companion.narrators.scripted.agreement import Gender
from companion.narrators.scripted.named import Named

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SPEECH = re.compile(r"«[^»]*»|\"[^\"]*\"")
_CASES = ("nomn", "gent", "datv", "accs", "ablt")
_CALLED = re.compile(
    r"(?:по (?:имени|кличке|прозвищу|прозванию)|зов\w+|звали|прозвали|прозывали|величали|именем|имя (?:ему|ей|им))"
    r"[\s:—-]+"
    r"(?P<name>[А-ЯЁ][а-яё]+(?:-[а-яёА-ЯЁ]+)*)"
)
_NUMBERS = frozenset(
    "два две три четыре пять шесть семь восемь девять десять двое трое четверо пятеро шестеро семеро оба обе несколько "
    "много двенадцать сто".split()
)
_MINDS = frozenset(
    "мечтать хотеть хотеться думать любить бояться гордиться уметь скучать грустить завидовать жить-быть научиться "
    "решить верить знать потерять".split()
)
"""What only somebody does: then a saucer may be a hero too."""
_GENDERS: dict[str, Gender] = {"masc": "m", "femn": "f", "neut": "n"}
_VOWELS = "аеёиоуыэюя"


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    end: int
    parses: tuple[Any, ...]

    @property
    def part(self) -> str:
        return str(self.parses[0].tag.POS or "") if self.parses else ""

    def reading(self, *grammemes: str) -> Any:
        """The likeliest reading with all of these grammemes, of somebody rather than something; None: none."""
        fitting = [one for one in self.parses if set(grammemes) <= one.tag.grammemes]
        return min(fitting, key=lambda one: "anim" not in one.tag, default=None)

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper()


def hero_in(told: Sequence[str]) -> Named | None:
    """The first whom the sentences bring in."""
    for number, sentence in enumerate(told):
        plain = _SPEECH.sub(lambda speech: " " * len(speech[0]), sentence)
        words = [_Word(m[0], m.start(), m.end(), tuple(parses_of(m[0].lower()))) for m in _WORD.finditer(plain)]
        found = _Sentence(number, plain, words).hero()
        if found is not None:
            return found
    return None


class _Sentence:
    """One sentence, speech left out."""

    def __init__(self, number: int, text: str, words: Sequence[_Word]) -> None:
        self._number, self._text, self._words = number, text, words

    def hero(self) -> Named | None:
        """Whoever the first verb is about, else the first with a name."""
        head = self._head()
        if head is not None:
            return self._with_name(*head)
        return next(self._names(), None) or self._unknown_name()

    def _unknown_name(self) -> Named | None:
        """A name that the dictionary has not, where it begins the sentence: «Горыня был великаном»."""
        first, second = [*self._words[:2], None, None][:2]
        verb = _past(second) if second is not None else None
        is_known = first is None or any(parse.is_known for parse in first.parses)
        if first is None or verb is None or is_known or "sing" not in verb.tag or not first.is_capital:
            return None
        gender = _GENDERS[verb.tag.gender or "masc"]
        forms = tuple(form.capitalize() for form in _by_ending(first.text.lower(), verb.tag.gender or "masc"))
        return self._named(first, first, forms, gender)

    def _head(self) -> tuple[int, Any, Gender] | None:
        """The word that the first verb is about, how it is read, and its gender."""
        verbs = [one for word in self._words if (one := _past(word)) is not None]
        heads = [self._heads(verb) for verb in verbs]
        living = next((head for found in heads for head in found if "anim" in head[1].tag), None)
        if living is not None or not heads or not heads[0]:
            return living
        is_somebody = any(parse.normal_form in _MINDS for word in self._words for parse in word.parses[:1])
        return heads[0][0] if is_somebody else None

    def _heads(self, verb: Any) -> list[tuple[int, Any, Gender]]:
        return [head for index in range(len(self._words)) if (head := self._as_subject(index, verb)) is not None]

    def _as_subject(self, index: int, verb: Any) -> tuple[int, Any, Gender] | None:
        word = self._words[index]
        if word.part != "NOUN" and not word.is_capital:
            return None
        before = self._before(index)
        if "plur" in verb.tag or before in _NUMBERS:
            if before in _NUMBERS and (counted := word.reading("NOUN", "gent")) is not None:
                return index, counted, "p"
            many = word.reading("NOUN", "nomn", "plur")
            if many is not None and not self._is_governed(index):
                return index, many, "p"
            one = word.reading("NOUN", "nomn", "sing")
            pair = one is not None and not self._is_governed(index) and self._other_of_pair(index) is not None
            return (index, one, "p") if pair else None
        if self._is_governed(index):
            return None
        gender = verb.tag.gender
        one = word.reading("NOUN", "nomn", "sing", gender) if gender else word.reading("NOUN", "nomn", "sing")
        return (index, one, _GENDERS[gender or one.tag.gender or "masc"]) if one is not None else None

    def _before(self, index: int) -> str:
        """The word before the noun and its adjectives, in lower case."""
        at = index - 1
        while at >= 0 and self._words[at].part in ("ADJF", "PRTF") and self._words[at].text.lower() not in _NUMBERS:
            at -= 1
        return self._words[at].text.lower() if at >= 0 else ""

    def _is_governed(self, index: int) -> bool:
        """After a preposition: "у моря" is not who lived there."""
        at = index - 1
        while at >= 0 and self._words[at].part in ("ADJF", "PRTF", "NUMR"):
            at -= 1
        return at >= 0 and self._words[at].part == "PREP"

    def _other_of_pair(self, index: int) -> tuple[int, str, Any] | None:
        """Of "рыбак и его дочь", "мельник с женой": the second, what joins them, and how it is read."""
        words = self._words
        while index + 1 < len(words) and self._is_owner(index + 1):
            index += 1
        if index + 2 >= len(words) or words[index + 1].text.lower() not in ("и", "да", "с", "со"):
            return None
        joint = words[index + 1].text.lower()
        for at in range(index + 2, min(index + 4, len(words))):
            case = "ablt" if joint in ("с", "со") else "nomn"
            if (parse := words[at].reading("NOUN", case)) is not None and "anim" in parse.tag:
                return at, self._text[words[index + 1].start : words[at].start], parse
            if words[at].part not in ("ADJF", "NPRO"):
                return None
        return None

    def _is_owner(self, index: int) -> bool:
        """«Смотритель маяка»: a noun that says whose, or of what."""
        word = self._words[index]
        return word.part == "NOUN" and not word.is_capital and word.reading("NOUN", "gent") is not None

    def _with_name(self, index: int, parse: Any, gender: Gender) -> Named:
        head = self._words[index]
        names = self._names_beside(index)
        if gender == "p" and "sing" in parse.tag and "gent" not in parse.tag:
            return self._pair(index, parse) or self._named(head, head, (head.text,) * 5, gender)
        if gender == "p" and len(names) == 2:
            both = [_name_forms(name) for name in names]
            joined = tuple(f"{one} и {other}" for one, other in zip(*both, strict=True))
            return self._named(head, names[1], joined, gender)
        is_name = "Name" in parse.tag or (head.is_capital and index > 0)
        if gender != "p" and (names or is_name):
            return self._of_one_name(head, [head, *names] if is_name else names, gender)
        forms = _forms(parse, many=gender == "p")
        if is_family := "Surn" in parse.tag:
            forms = tuple(one.capitalize() for one in forms)
        return self._named(head, head, forms, gender, has_name=is_family)

    def _of_one_name(self, head: _Word, names: Sequence[_Word], gender: Gender) -> Named:
        """A name, with the patronymic where there is one: "Мария Ивановна"."""
        taken = [names[0], *(one for one in names[1:2] if any("Patr" in parse.tag for parse in one.parses))]
        forms = [_name_forms(one, gender) for one in taken]
        return self._named(head, taken[-1], tuple(" ".join(parts) for parts in zip(*forms, strict=True)), gender)

    def _pair(self, index: int, parse: Any) -> Named | None:
        other = self._other_of_pair(index)
        if other is None:
            return None
        at, between, reading = other
        head, last = self._words[index], self._words[at]
        first = _name_forms(head) if "Name" in parse.tag else _forms(parse)
        if "ablt" in reading.tag:
            second: tuple[str, ...] = (last.text,) * len(_CASES)
        else:
            second = _name_forms(last) if "Name" in reading.tag else _forms(reading)
        joint = between if between.endswith(" ") else f"{between} "
        forms = tuple(f"{one} {joint}{two}" for one, two in zip(first, second, strict=True))
        return self._named(head, last, forms, "p", has_name=False)

    def _names_beside(self, index: int) -> list[_Word]:
        """Words with a capital beside the noun, or told as its name."""
        called = _CALLED.search(self._text)
        if called:
            return [word for word in self._words if word.start == called.start("name")]
        names: list[_Word] = []
        if index + 2 < len(self._words) and self._is_owner(index + 1) and self._words[index + 2].is_capital:
            index += 1
        for word in self._words[index + 1 :]:
            between = self._text[(names[-1] if names else self._words[index]).end : word.start].strip(" ,—")
            if word.is_capital and between in ("", "и") and not _is_epithet(word):
                names.append(word)
            elif word.text != "и":
                break
        return names

    def _names(self) -> Iterator[Named]:
        """Everybody with a first name that does not begin the sentence."""
        for index, word in enumerate(self._words):
            parse = word.reading("Name", "sing")
            if index and word.is_capital and parse is not None:
                gender = _GENDERS.get(parse.tag.gender or "masc", "m")
                forms = tuple(one.capitalize() for one in _forms(parse))
                yield self._named(word, word, forms, gender)

    def _named(
        self, first: _Word, last: _Word, forms: tuple[str, ...], gender: Gender, *, has_name: bool = True
    ) -> Named:
        start, end = sorted((first.start, last.start))
        end = max(first.end, last.end)
        return Named(self._number, forms, gender, start, end, has_name)


def _past(word: _Word) -> Any:
    """The word as a verb of the past; the dictionary does not know «жило-было»."""
    is_verb = word.part == "VERB" or word.text.lower().startswith("жил")
    return word.reading("VERB", "past") if is_verb else None


def _is_epithet(word: _Word) -> bool:
    """ "Премудрая": an adjective is no name."""
    return word.part == "ADJF" and word.reading("Name") is None and word.reading("Surn") is None


def _forms(parse: Any, *, many: bool = False) -> tuple[str, ...]:
    """The noun in the five cases; as it stands where it has no such form."""
    number = "plur" if many else "sing"
    forms = [parse.inflect({case, number}) for case in _CASES]
    return tuple(form.word if form is not None else parse.word for form in forms)


def _name_forms(word: _Word, gender: Gender | None = None) -> tuple[str, ...]:
    """A name in the five cases. It lives, whatever the dictionary says: "увидел Уголька"."""
    wanted = {"m": "masc", "f": "femn", "n": "neut"}.get(gender or "", "")
    nominatives = [one for one in word.parses if {"NOUN", "nomn", "sing"} <= one.tag.grammemes]
    fitting = [one for one in nominatives if not wanted or one.tag.gender == wanted]
    fitting.sort(key=lambda one: not {"Name", "Patr", "Surn"} & one.tag.grammemes)
    if fitting:
        forms = list(_forms(fitting[0]))
        if fitting[0].tag.gender == "masc" and forms[0][-1] not in _VOWELS:
            forms[3] = forms[1]
    else:
        forms = _by_ending(word.text.lower(), wanted)
    return tuple(form.capitalize() for form in forms)


def _by_ending(name: str, gender: str) -> list[str]:
    """A name that the dictionary cannot read: by its last letter; a woman's name in a consonant stays as it is."""
    stem, last = name[:-1], name[-1]
    if last == "а":
        return [name, stem + ("и" if stem[-1:] in "гкхжчшщ" else "ы"), stem + "е", stem + "у", stem + "ой"]
    if last == "я":
        return [name, stem + "и", stem + "е", stem + "ю", stem + "ей"]
    if gender == "femn" and last == "ь":
        return [name, stem + "и", stem + "и", name, name + "ю"]
    if gender != "femn" and last in "ьй":
        return [name, stem + "я", stem + "ю", stem + "я", stem + "ем"]
    if gender == "femn" or last in _VOWELS:
        return [name] * 5
    return [name, name + "а", name + "у", name + "а", name + "ом"]
