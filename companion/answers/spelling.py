"""Slips of the keyboard and of the ear: how far two spellings lie apart, in one alphabet or across two.

A slip is accepted only where nobody can have meant another word: a word or name that is known is never a slip of
another (Иран is no slip of Ирак), and short words leave little room for slips.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from companion.answers.words import Script, Word, fold
from companion.language.spelling import is_known as in_dictionary

_ROWS = {
    "latin": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "cyrillic": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
}
_SOUNDS = (
    "ао еи иы яе яи эе бп вф гк дт жш зс шщ цс чщ йи ъь уо юу ёо ёе тц кц",
    "ae ai ao au ei eu eo iy io ou ay ey ck cs kq sz vw bp dt gj gk fv mn uw xz yu yj hg lr",
)
_COMMON = 2.5
"""From this Zipf frequency (wordfreq) on a word of no dictionary is a name that people know."""
_FAMOUS = 3.2
"""From this frequency on a name is somebody else's, whatever stands beside it: Lenin is no slip of Lennon."""
_RARE = 1.2
_LIKELY = 0.5
"""The price up to which a slip is one of the ear or a double letter, and made by many."""
_KEY, _SOUND, _DOUBLED, _SWAP = 0.8, 0.5, 0.4, 0.8
_ONE_SLIP = 1.05
_TABLE = 40
"""Letters of a word that are compared; longer ones are no words."""


@cache
def _near() -> dict[tuple[str, str], float]:
    """The price of a letter for another, where it is less than 1."""
    found: dict[tuple[str, str], float] = {}
    for rows in _ROWS.values():
        for number, row in enumerate(rows):
            for place, letter in enumerate(row):
                beside = (
                    row[place + 1 : place + 2] + "".join(rows[number + 1 : number + 2])[max(0, place - 1) : place + 1]
                )
                for other in beside:
                    found[letter, other] = found[other, letter] = _KEY
    for line in _SOUNDS:
        for pair in line.split():
            found[pair[0], pair[1]] = found[pair[1], pair[0]] = _SOUND
    return found


@lru_cache(maxsize=50_000)
def distance(one: str, other: str, most: float) -> float:
    """The price of turning one spelling into the other; more than `most` is not told exactly.

    A letter more, less or another costs 1; a neighbour on the keyboard, a swap, a double letter, a like sound less.
    """
    one, other = one[:_TABLE], other[:_TABLE]
    if abs(len(one) - len(other)) * _DOUBLED > most:
        return most + 1
    near = _near()
    before: list[float] = []
    row = [0.0]
    for place, letter in enumerate(other):
        row.append(row[-1] + _gap(other, place, letter))
    for at, letter in enumerate(one):
        last, row = row, [row[0] + _gap(one, at, letter)]
        for place, wanted in enumerate(other):
            price = last[place] + (0.0 if letter == wanted else near.get((letter, wanted), 1.0))
            price = min(price, row[place] + _gap(other, place, wanted), last[place + 1] + _gap(one, at, letter))
            if at and place and letter == other[place - 1] and one[at - 1] == wanted and letter != wanted:
                price = min(price, before[place - 1] + _SWAP)
            row.append(price)
        if min(row) > most:
            return most + 1
        before = last
    return row[-1]


def _gap(word: str, place: int, letter: str) -> float:
    if (place and word[place - 1] == letter) or letter in "ъь":
        return _DOUBLED
    return 1.0


_ROOM = (0.0, 0.0, 0.0, 0.5, 1.0, 1.05, 1.5, 1.5, 2.05, 2.05, 2.05)


def allowed(length: int) -> float:
    """The price of slips that a word of that many letters may have."""
    return _ROOM[length] if length < len(_ROOM) else 2.6


def slip(wanted: Word, given: Word, *, sure: bool = False) -> float:
    """How good a slip of the wanted word the given one is, 0 to 1; 0: it is none.

    `sure`: the rest of the answer leaves no doubt who is meant, so that a rare known name that sounds alike will do.
    """
    if wanted.value is not None or given.value is not None or wanted.text == given.text:
        return 0.0
    if is_negated(wanted.text, given.text):
        return 0.0
    room = _room(wanted.text, given.text)
    # A rare form of a known word is as well known as the word.
    often = max(frequency(text, given.script) for text in {given.text, *given.lemmas})
    if sure and wanted.capital and often < _FAMOUS and bones(wanted.text) == bones(given.text):
        return 0.75  # a name as another people says it: Isaac, Айзек and Исаак
    shortest = min(len(wanted.text), len(given.text))
    if sure and (shortest >= 3 or (wanted.capital and shortest > 1)) and sound_the_same(wanted, given):
        return 0.75  # the rest tells what was meant: War and Piece
    price, room = _price(wanted, given, room)
    if price > room:
        return 0.0
    usual = max(frequency(text, wanted.script) for text in {wanted.text, *wanted.lemmas})
    if sure and price <= _ONE_SLIP and often < usual - 2.0:
        return 1.0 - 0.3 * price / room  # Wold Wide Web
    most, rarer = (_FAMOUS, 0.8) if _squeezed(wanted.text) == _squeezed(given.text) else (_COMMON, 1.5)
    if price <= _LIKELY and often < min(most, usual - rarer):
        return 1.0 - 0.3 * price / room  # a word that few know, but many write so: тенис, tenis
    if is_other_word(wanted, given) and (not sure or often >= _FAMOUS or (price > 0.6 and often >= _COMMON)):
        return 0.0
    return 1.0 - 0.3 * price / room


def _squeezed(word: str) -> str:
    """Without double letters and soft signs, which many forget: Отава for Оттава."""
    return re.sub(r"(.)\1|[ьъ]", r"\1", word)


def likeness(wanted: Word, given: Word) -> float:
    """How good a slip the given word would be, 0 to 1, if it were no word of its own."""
    price, room = _price(wanted, given, _room(wanted.text, given.text))
    return 1.0 - 0.3 * price / room if price <= room and wanted.script == given.script else 0.0


def _room(wanted: str, given: str) -> float:
    return allowed(max(len(wanted), len(given)) - _tail(wanted, given))


def _price(wanted: Word, given: Word, room: float) -> tuple[float, float]:
    """The price of the slip, and what it may be; a slip in another form of the word is one in that form (тенисом)."""
    if not room or min(len(wanted.text), len(given.text)) < 3:
        return 1.0, 0.0
    price = min(distance(wanted.text, given.text, room), _by_ear(wanted.text, given.text, room, given.script))
    if price > room or (wanted.text[0] != given.text[0] and not _may_begin(wanted.text, given.text)):
        price = room + 1
    for form in _other_forms(wanted.text, given.text) if price > _LIKELY and wanted.script == "cyrillic" else ():
        least = min(distance(form, given.text, _ONE_SLIP), _by_ear(form, given.text, _ONE_SLIP, given.script))
        if (least := least + _FORM) < price and least <= allowed(len(form)):
            price, room = least, max(room, least)
    return price, room


_FORM = 0.1
"""What a slip in another form of a word costs more."""


def _other_forms(wanted: str, given: str) -> list[str]:
    """Forms of a Russian word that begin and end as the given one does."""
    if len(wanted) < 4 or len(given) < 4 or wanted[0] != given[0]:
        return []
    return [form for form in _forms_of(wanted) if form[-1] == given[-1] and abs(len(form) - len(given)) < 2]


@lru_cache(maxsize=4096)
def _forms_of(word: str) -> frozenset[str]:
    from companion.language.russian import parses_of

    found = (parse for parse in parses_of(word)[:1] if parse.is_known and parse.tag.POS in ("NOUN", "ADJF", "NUMR"))
    return frozenset(fold(form.word) for parse in found for form in parse.lexeme) - {word}


_TAILS = (
    "фобия филия логия графия номия метрия скопия терапия патия метр скоп граф лог кратия "
    "phobia philia logy graphy nomy metry scopy therapy pathy meter metre scope graph logist cracy land"
).split()
"""Ends of learned words, which tell nothing: what stands before them tells akrophobia from aquaphobia."""
_NEGATING = "не де без бес анти дис un in im ir il de dis non anti".split()


def _tail(one: str, other: str) -> int:
    return next((len(tail) for tail in _TAILS if one.endswith(tail) and other.endswith(tail)), 0)


def is_negated(one: str, other: str) -> bool:
    """Is one the other with a prefix that turns its meaning round?"""
    short, long = sorted((one, other), key=len)
    return len(short) > 3 and any(long == prefix + short for prefix in _NEGATING)


def sound_the_same(wanted: Word, given: Word) -> bool:
    sound = sounds(wanted.script)
    return wanted.script == given.script and sound(wanted.text) == sound(given.text)


def _by_ear(wanted: str, given: str, room: float, script: Script) -> float:
    sound = sounds(script)
    heard, other = sound(wanted), sound(given)
    room = min(room, allowed(max(len(heard), len(other))))
    return 0.4 + distance(heard, other, room) if room else room + 1


def bones(word: str) -> str:
    """The consonants of a name, voiced and voiceless alike; two at least, else nothing is equal to it."""
    kept = re.sub(r"[^bdfgklmnprstvxzhc]", "", romanised(word)).translate(str.maketrans("zbdgvch", "sptkfkk"))
    return kept if len(kept) > 1 else f"{word} {kept}"


def _may_begin(wanted: str, given: str) -> bool:
    if len(wanted) >= 6:
        return True
    return _near().get((wanted[0], given[0]), 1.0) <= _SOUND or wanted[1:2] == given[:1] or wanted[:1] == given[1:2]


def is_known(word: Word) -> bool:
    """Has a dictionary the word, or do people use it often?"""
    return in_dictionary(word.text, _language(word.script)) or frequency(word.text, word.script) >= _COMMON


def is_other_word(wanted: Word, given: Word) -> bool:
    """Is the given word known as something else than the wanted one?"""
    if not (given.lemmas - {given.text}).isdisjoint(wanted.lemmas):
        return False
    often, wanted_often = frequency(given.text, given.script), frequency(wanted.text, wanted.script)
    if in_dictionary(given.text, _language(given.script)):
        return True
    if often >= _COMMON:
        return often > wanted_often - 1.5
    return often > _RARE and often > wanted_often


@lru_cache(maxsize=20_000)
def frequency(word: str, script: Script) -> float:
    """How often people use it: wordfreq's Zipf frequency, 0 (never) to 8."""
    from wordfreq import zipf_frequency

    return float(zipf_frequency(word, _language(script)))


def _language(script: Script) -> str:
    return "ru" if script == "cyrillic" else "en"


def sounds(script: Script) -> Callable[[str], str]:
    return _russian_sounds if script == "cyrillic" else _english_sounds


_ENGLISH = [
    (re.compile(pattern), put)
    for pattern, put in (
        (r"(?<=ar)ch(?=[aeio])|ch(?=[rl]|or|em|aos|ara)", "k"), (r"(?<![aeiou])a(?=[^aeiou]es?$)|ay(?=s?$)", "ai"),
        (r"(?<![aeiou])o(?=[^aeiou]es?$)", "oa"), (r"(?<=[^aeious])es$", "s"),
        (r"cks|ks", "x"), (r"ph", "f"), (r"th(?=er|om|am)", "t"), (r"th$", "f"), (r"ew|ue$", "u"), (r"gh(?=t|$)", ""),
        (r"(?<=[bdgk])h", ""), (r"ck", "k"), (r"^wr", "r"),
        (r"^wh", "w"), (r"^kn", "n"), (r"[ao]e", "e"),
        (r"tch", "ch"), (r"y", "i"), (r"c(?=[eiy])", "s"), (r"c(?!h)", "k"), (r"q", "k"), (r"z", "s"),
        (r"tion", "shn"), (r"sion", "shn"), (r"(.)\1", r"\1"), (r"ie|ei|ee|ea", "i"), (r"oo|ou", "u"),
        (r"(?<=..)e$", ""), (r"(?<=[aeiou])h(?=[^aeiou]|$)", ""),
    )
]  # fmt: skip
_RUSSIAN = [
    (re.compile(pattern), put)
    for pattern, put in (
        (r"[ьъ]", ""), (r"т[ьс]*ся|тс|дс", "ц"), (r"[сзж]ч", "щ"), (r"стн", "сн"), (r"здн", "зн"), (r"лнц", "нц"),
        (r"вств", "ств"), (r"(.)\1", r"\1"), (r"о", "а"), (r"[еэя]", "и"), (r"йи|ий|ый", "и"), (r"ы", "и"),
        (r"б(?=[пткшсщчцфх]|$)", "п"), (r"в(?=[пткшсщчцфх]|$)", "ф"), (r"г(?=[пткшсщчцфх]|$)", "к"),
        (r"д(?=[пткшсщчцфх]|$)", "т"), (r"ж(?=[пткшсщчцфх]|$)", "ш"), (r"з(?=[пткшсщчцфх]|$)", "с"),
    )
]  # fmt: skip


@lru_cache(maxsize=20_000)
def _english_sounds(word: str) -> str:
    return _replaced(word, _ENGLISH)


@lru_cache(maxsize=20_000)
def _russian_sounds(word: str) -> str:
    return _replaced(word, _RUSSIAN)


def _replaced(word: str, steps: list[tuple[re.Pattern[str], str]]) -> str:
    for pattern, put in steps:
        word = pattern.sub(put, word)
    return word


_ROMANISED = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sh  i  e iu ia".split(" "),
        strict=True,
    )
)
_ACROSS = [
    (re.compile(pattern), put)
    for pattern, put in (
        (r"tsch", "ch"), (r"tch", "ch"), (r"shch|sch", "sh"), (r"kh", "h"), (r"ph", "f"), (r"th", "t"), (r"ck", "k"),
        (r"dzh|dj", "j"),
        (r"zh", "j"), (r"tz", "ts"), (r"x", "ks"), (r"qu", "kv"), (r"yu|ju|ew|eu|you", "iu"),
        (r"wh", "v"), (r"[wv]", "v"),
        (r"oo|ou", "u"), (r"ee|ea", "i"), (r"ya|ja", "ia"), (r"ye|ie", "e"), (r"yo", "e"),
        (r"ai|ay|ey|ei", "ei"), (r"[yi]{1,2}", "i"), (r"c(?=[eiy])", "s"), (r"c(?!h)", "k"), (r"q", "k"), (r"gh", "g"),
        (r"(.)\1", r"\1"), (r"(?<=[a-z][^aeiou])e(?=s?$)", ""), (r"z", "s"), (r"(?<=[aeiou])h(?=[^aeiou])", ""),
    )
]  # fmt: skip


@lru_cache(maxsize=20_000)
def romanised(text: str) -> str:
    """A word of either alphabet in one rough Latin spelling, for comparison alone."""
    plain = fold(text).replace("йо", "е")
    return _replaced("".join(_ROMANISED.get(letter, letter) for letter in plain), _ACROSS)


_ROOM_ACROSS = (0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.05, 1.05, 1.6, 1.6, 1.6)


def across(wanted: str, given: str) -> float:
    """How well a word in one alphabet spells a word in the other, 0 to 1; 0: it does not."""
    one, other = romanised(wanted), romanised(given)
    # Greek and Latin names lose their endings in Russian: Archimedes, Архимед.
    return max(_alike(one, other), _alike(_GREEK.sub("", one), _GREEK.sub("", other)))


_GREEK = re.compile(r"(?<=[a-z]{3})(?:[eoui]?s|on)$")


def _alike(one: str, other: str) -> float:
    longest = max(len(one), len(other))
    if longest < 2:
        return 0.0
    room = _ROOM_ACROSS[longest] if longest < len(_ROOM_ACROSS) else 2.6
    price = distance(one, other, room)
    return 1.0 - 0.3 * price / max(room, 1.0) if price <= room else 0.0
