"""English words: lemminflect's base forms by part of speech, and a light tagger that reads the neighbours.

lemminflect (MIT) was taken over simplemma because it answers by part of speech: "rose" is the noun rose or the verb
rise, "saw" see or saw; simplemma gives one of them for all. British and American spellings share a base form.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from companion.language.plain import WORD
from companion.language.token import Part, Reading, Token, token

ABBREVIATIONS = frozenset("mr mrs ms dr st messrs prof rev hon capt col gen lt sgt jr sr vs etc i.e e.g viz no".split())

_PARTS: dict[str, Part] = {
    "NOUN": "noun",
    "PROPN": "name",
    "VERB": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
}

_POSSESSIVES = frozenset("my your his her its our their thy thine whose 's one's".split())
_DETERMINERS = frozenset(
    "the a an this that these those some any no every each either neither another such what which both all many few "
    "several other two three four five six seven eight nine ten eleven twelve twenty hundred thousand first second "
    "third last next own same".split()
)
_OPENERS = _POSSESSIVES | _DETERMINERS
_OBJECTS = (_OPENERS | {"him", "them", "it", "me", "us"}) - {"'s"}
_SUBJECTS = frozenset("i he she we they thou ye who".split())
_MODALS = frozenset(
    "will would shall should can could ca wo sha may might must do does did 'll n't cannot let "
    "didst dost doth never".split()
)
_BE = frozenset("be am is are was were been being 'm 're art wast wert".split())
_PREPOSITIONS = frozenset(
    "in of at by for with from into onto on upon through under over behind beside near against towards toward within "
    "without among amongst between before after across along around beneath above below beyond out".split()
)
_DEGREES = frozenset("very so too quite as how more most rather exceedingly".split())
_FUNCTION = (
    _POSSESSIVES
    | _SUBJECTS
    | _MODALS
    | _BE
    | _PREPOSITIONS
    | frozenset(
        "the a an and or but nor to if when while than then that this it you me him us them there here not have has "
        "had 've 'd as so because though although until till where why how what which who whom once".split()
    )
)
# Function words with forms: "was" is be, so that "be under a spell" is found in "was under a spell".
_AUXILIARIES = {
    form: lemma
    for lemma, forms in {
        "be": "am is are was were been being art wast wert 're 'm",
        "have": "has had having hath hast 've",
        "do": "does did doth dost didst",
    }.items()
    for form in forms.split()
}
# Nouns that are rarely meant where nothing beside the word asks for a noun.
_SHY_NOUNS = frozenset(
    "well left felt rose saw found bear fly spring lay lie wound wind fell ground bore ring lit mine fair like long "
    "fool fast light dear may will can still even back down up over past close kind round right second last rest set "
    "cut ride drive run walk pass stay stop".split()
)
_SHY_BEFORE_NOUN = frozenset("grave present content light close kind fair".split())
_IRREGULAR_VERBS = {"bade": "bid", "bidden": "bid", "wed": "wed", "clad": "clothe", "begat": "beget"}
_ALIKE = {
    "grey": "gray", "jewellery": "jewelry", "storey": "story", "plough": "plow", "tyre": "tire", "pyjamas": "pajamas",
    "axe": "ax", "waggon": "wagon", "gaol": "jail", "mould": "mold", "cosy": "cozy", "sceptre": "scepter",
    "theatre": "theater", "centre": "center", "sombre": "somber", "spectre": "specter", "sabre": "saber",
    "sorceror": "sorcerer", "faery": "fairy", "faerie": "fairy", "defence": "defense", "woollen": "woolen",
}  # fmt: skip
_OUR = re.compile(r"(?<=[a-z]{2})(?<!f)(?<!p)(?<!h)our(?=s?$|ed$|ing$|able$|ite$|less$|er$)")
_ISE = re.compile(r"(?<=[a-z]{4})is(?=e$|ed$|ing$|es$)")
_ISE_STAYS = frozenset(
    "promise disguise advise surprise despise exercise compromise paradise merchandise revise".split()
)
_CONTRACTION = re.compile(r"(?i)(n't|'(?:s|ll|re|ve|d|m))$")
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall", "n't": "not", "'ll": "will"}


def tokens(text: str) -> list[Token]:
    """The words of a text; "king's" is the two tokens "king" and "'s", "don't" is "do" and "n't"."""
    places = [(begin, end) for word in WORD.finditer(text) for begin, end in _split(word)]
    words = [text[begin:end].lower().replace("\u2019", "'") for begin, end in places]
    found = []
    behind_article = False
    for index, (begin, end) in enumerate(places):
        before = words[index - 1] if index and _touch(text, places[index - 1][1], begin) else ""
        after = words[index + 1] if index + 1 < len(words) and _touch(text, end, places[index + 1][0]) else ""
        is_first = index == 0 or bool(re.search(r"[.!?:\"'\u2018\u201c]", text[places[index - 1][1] : begin]))
        # An article's reach goes on over adjectives: "the dark old well".
        behind_article = before in _OPENERS or (
            behind_article and bool(before) and _may_be_adjective(before) and not _is_deed(words[index], before)
        )
        readings = _weigh(words[index], before, after, behind_article=behind_article)
        # Old tales write "the King" and "King Arthur"; "Rose" alone is somebody's name.
        is_title = after and index + 1 < len(places) and text[places[index + 1][0]].isupper()
        if text[begin].isupper() and not (is_first or is_title or behind_article or _adjective_first(before)):
            readings = _capital(readings)
        found.append(token(text[begin:end], begin, readings))
    return found


def fold(word: str) -> str:
    """Lower case in American spelling: how two writings of a word are compared."""
    word = word.lower()
    if word in _ALIKE:
        return _ALIKE[word]
    word = _OUR.sub("or", word)
    return word if word in _ISE_STAYS else _ISE.sub("iz", word)


def is_known(word: str) -> bool:
    """Whether a dictionary has this form."""
    import simplemma  # type: ignore[import-untyped]

    return (
        word in _CONTRACTED
        or word in _FUNCTION
        or bool(_lemminflect().getAllLemmas(word) or _by_rule(word))
        or bool(simplemma.is_known(word, lang="en"))
    )


def _split(word: re.Match[str]) -> list[tuple[int, int]]:
    begin, end = word.span()
    tail = _CONTRACTION.search(word[0].replace("\u2019", "'"))
    if tail is None or tail.start() == 0:
        return [(begin, end)]
    return [(begin, begin + tail.start()), (begin + tail.start(), end)]


def _touch(text: str, end: int, start: int) -> bool:
    return start - end <= 2 and (start == end or text[end:start].isspace())


@cache
def _lemminflect() -> Any:
    import lemminflect  # type: ignore[import-untyped]

    return lemminflect


@lru_cache(maxsize=100_000)
def _options(word: str) -> tuple[tuple[str, Part], ...]:
    """The base forms of a word by part of speech, and "participle" for a verb's -ed and -ing forms."""
    if word in _CONTRACTED:
        return ((_CONTRACTED[word], "other"),)
    if word in _AUXILIARIES:
        return ((_AUXILIARIES[word], "other"),)
    if len(word) > 40 or not word.isascii() or not word[:1].isalpha():
        return ((word, "other"),)
    found: list[tuple[str, Part]] = []
    lemmas: dict[str, tuple[str, ...]] = dict(_lemminflect().getAllLemmas(word))
    lemmas |= _by_rule(word)
    if not lemmas:
        lemmas = dict(_lemminflect().getAllLemmasOOV(word, "NOUN"))
    if word in _IRREGULAR_VERBS:
        lemmas["VERB"] = (_IRREGULAR_VERBS[word],)
    for tag, values in lemmas.items():
        part = _PARTS.get(tag, "other")
        for value in values:
            lemma = fold(value)
            if part == "verb" and word.endswith("ing") and word != value:
                found.append((lemma, "participle"))
                continue
            found.append((lemma, part))
            if part == "adverb":
                found += [(adjective, "adverb") for adjective in _adjective_of(value)]
            if part == "verb" and _is_participle(word, value):
                found.append((lemma, "participle"))
    return tuple(dict.fromkeys(found)) or ((fold(word), "other"),)


@lru_cache(maxsize=100_000)
def _by_rule(word: str) -> dict[str, tuple[str, ...]]:
    """What learners form by rule where the language has a form of its own: "losed" is lose, "wolfs" wolf."""
    listed = _lemminflect().getAllLemmas(word)
    if word.endswith("ed") and not listed:
        stems = [word[:-1], word[:-2]] + ([word[:-3]] if word[-4:-3] == word[-3:-2] else [])
        for stem in stems:
            if stem in _lemminflect().getAllLemmas(stem).get("VERB", ()):
                return {"VERB": (stem,)}
    if word.endswith("s") and "NOUN" not in listed and word[:-1] not in _FUNCTION:
        stem = word[:-1]
        if stem in _lemminflect().getAllLemmas(stem).get("NOUN", ()):
            return {"NOUN": (stem,)}
    return {}


def _adjective_of(adverb: str) -> list[str]:
    """ "Happily" is happy, "gently" gentle."""
    if not adverb.endswith("ly"):
        return []
    stem = adverb[:-2]
    guesses = [stem[:-1] + "y" if stem.endswith("i") else stem, stem + "le", stem + "l"]
    return [fold(guess) for guess in guesses if "ADJ" in _lemminflect().getAllLemmas(guess)][:1]


def _is_participle(word: str, lemma: str) -> bool:
    forms = _lemminflect().getInflection(lemma, tag="VBN")
    return word in forms or (word.endswith("ed") and word != lemma)


def _is_deed(word: str, before: str) -> bool:
    """ "The giant fell down": what may be a noun is one before a past that is a noun as well."""
    return word in ("fell", "rose", "felt", "left", "saw", "lay", "bore") and _may_be_noun(before)


@lru_cache(maxsize=100_000)
def _adjective_first(word: str) -> bool:
    """Words that are hardly anything but an adjective, so that a noun may follow."""
    parts = {part for _, part in _options(word)}
    return "adjective" in parts and word not in _FUNCTION and not ({"verb", "noun"} & parts)


@lru_cache(maxsize=100_000)
def _may_be_adjective(word: str) -> bool:
    return word not in _FUNCTION and any(part in ("adjective", "participle") for _, part in _options(word))


@lru_cache(maxsize=100_000)
def _may_be_noun(word: str) -> bool:
    return bool(word) and word not in _FUNCTION and any(part == "noun" for _, part in _options(word))


def _weigh(word: str, before: str, after: str, *, behind_article: bool) -> list[Reading]:
    options = _options(word)
    if word in _CONTRACTED:
        return [Reading(_CONTRACTED[word], "other")]
    if word in _AUXILIARIES:
        return [Reading(_AUXILIARIES[word], "other")]
    if word in _FUNCTION and word not in ("well", "like"):
        readings = [Reading(fold(word), "other")] + [Reading(lemma, part, 0.3) for lemma, part in options]
    else:
        parts = {part for _, part in options}
        wanted = _wanted(word, before, after, parts, behind_article)
        wanted = wanted if wanted & parts else parts
        # "They wound the rope", "she saw it": the past of another verb, unless "to" or "would" asks for a base form.
        if before not in _MODALS | {"to"} and any(part == "verb" and lemma != fold(word) for lemma, part in options):
            options = tuple(one for one in options if one != (fold(word), "verb"))
        readings = [Reading(lemma, part, 1.0 if part in wanted else 0.2) for lemma, part in options]
    if "-" in word or "\u2011" in word:
        readings += _parts(word)
    return readings


def _wanted(word: str, before: str, after: str, parts: set[Part], behind_article: bool) -> set[Part]:
    """The parts of speech that the neighbours leave open."""
    nominal: set[Part] = {"noun", "adjective", "participle", "name"}
    everything: set[Part] = {"noun", "verb", "adjective", "participle", "adverb", "name", "other"}
    if before in _DEGREES:
        return {"adjective", "adverb", "participle"}
    if behind_article or _adjective_first(before):
        return nominal - {"noun"} if word in _SHY_BEFORE_NOUN and _may_be_noun(after) else nominal
    if before in _SUBJECTS:
        is_past = any(part == "verb" and lemma != fold(word) for lemma, part in _options(word))
        return {"verb", "participle"} if is_past else {"verb", "participle", "adverb"}
    if before in _MODALS:
        return {"verb", "adverb"}
    if before == "to" and "verb" in parts and word in {lemma for lemma, part in _options(word) if part == "verb"}:
        return {"verb"}
    if before in _BE:
        states: set[Part] = {"participle", "adjective", "adverb", "name"}
        return states if word in _SHY_NOUNS | _SHY_BEFORE_NOUN else states | nominal
    if before in _PREPOSITIONS:
        # "For offering him the bird" is a deed, "for an offering" a thing.
        return {"participle"} if word.endswith("ing") and _takes_object(word, after, parts) else nominal
    if "noun" in parts and (word in _SHY_NOUNS or _takes_object(word, after, parts)):
        return everything - {"noun"}
    return everything


def _takes_object(word: str, after: str, parts: set[Part]) -> bool:
    """ "Ring the bell": a verb form with an article or pronoun right behind it."""
    return bool({"verb", "participle"} & parts) and after in _OBJECTS


def _parts(word: str) -> list[Reading]:
    """ "half-brother" is a brother, "step-mother" a stepmother; man-of-war stays whole."""
    pieces = re.split(r"[-\u2010\u2011]", word)
    if len(pieces) != 2 or not all(pieces) or pieces[0] in _FUNCTION:
        return []
    joined = [Reading(lemma, part, 1.0) for lemma, part in _options("".join(pieces))]
    return joined + [
        Reading(lemma, part, 0.8, whole=False) for lemma, part in _options(pieces[1]) if part in ("noun", "participle")
    ]


def _capital(readings: list[Reading]) -> list[Reading]:
    """A capital inside a sentence without an article: likelier a name than the noun."""
    named = [
        Reading(one.lemma, one.part, one.weight * (0.4 if one.part == "noun" else 0.2)) if one.whole else one
        for one in readings
    ]
    return [*named, *(Reading(one.lemma, "name") for one in readings if one.part == "noun" and one.whole)]
