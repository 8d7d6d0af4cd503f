"""Whom an English sentence brings in: companion.language.clauses reads the subject, what stands beside it is its name.

Gender: what the sentence says (noun, title, pronoun), else what the name is used for, else "it" for what is no person.
Several are spoken of in the plural: "two sisters", "a miller and his wife", "the Smiths".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set

from companion.language.clauses import Noun, clauses
from companion.memory.lexicon import Lexicon, lexicon
from companion.narrators.scripted.agreement import Gender
from companion.narrators.scripted.named import Named

_WORD = re.compile(r"[^\W\d_]+")
_CALLED = re.compile(r"\b(?:called|named|by the name of|name was|known as)\s+(?P<name>[A-Z]\w+)")
_NAME = re.compile(r"\b[A-Z][a-z]\w*")
_GOES_ON = re.compile(r"(?:He|She|It|His|Her|Its)\b")
_SPEECH = re.compile(r"\"[^\"]*\"|“[^”]*”")
_PAIR_AFTER = re.compile(r"\s+and\s+(?:(?P<det>his|her|its|their|a|an|the)\s+)?(?P<other>(?:\w+\s+)?\w+)\b")
_PAIR_BEFORE = re.compile(
    r"(?:(?P<det>a|an|the|my|our|old|two)\s+)?(?:\w+\s+){0,2}?(?P<first>\w+)\s+and\s+(?P<joint>(?:his|her|its|their|a|an|the)\s+)?$",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?P<number>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?:\w+\s+){0,3}$", re.IGNORECASE
)
_THERE = re.compile(
    r"\b(?:there|once|time|ago)\b[\w ,]*?\b(?:lived|was|were|stood)\b|\b(?:lived|stood)\b", re.IGNORECASE
)
_WHO = re.compile(r"\b(?:who|that|whose|which)\b")
_PEOPLE = re.compile(r"(?:er|or|ist|ian|man|ant|eer|ess|woman|wright|smith|herd|ard)$")
_AGED = frozenset("man woman lady girl boy".split())
_SURE_HE, _SURE_SHE, _SURE_IT = (
    frozenset("he him his himself".split()),
    frozenset("she her hers herself".split()),
    frozenset("it its itself".split()),
)
_TITLES: dict[str, Gender] = {
    **dict.fromkeys("mr sir king prince lord uncle grandfather brother father count baron duke captain".split(), "m"),
    **dict.fromkeys("mrs miss ms lady queen princess aunt grandmother sister mother duchess countess".split(), "f"),
}  # type: ignore[assignment]
_SAID_WITH_NAMES = frozenset("mr mrs miss ms doctor dr aunt uncle lady sir lord".split())
_WOMEN = frozenset(
    "mary ann anne jane grace lily rose sophie alice kate claire ruth ellen helen carol margaret elizabeth susan joan "
    "emily lucy molly polly betty nancy peggy sally annie katie rosie josie millie ellie daisy holly ivy hazel violet "
    "iris pearl ruby joy hope faith charlotte jasmine alison karen lauren megan rachel sarah hannah leah deborah "
    "judith edith agnes frances beatrice florence catherine katherine caroline madeleine penelope phoebe chloe zoe "
    "daphne isabel mabel meg peg bess beth liz sue dot nell may june april gwen eleanor marion vivian evelyn "
    "gretel".split()
)
_BARE = re.compile(
    r"[A-Z][a-z]+(?: the [A-Z]\w+)? (?:was|had|lived|could|would|wanted|loved|never|always|did|kept|went|came|set|ran|"
    r"saw|found|met|knew|slept|dreamed)\b"
)
"""No article before it: a name, for nobody says "miller was" (Quirk et al., 5.26)."""
_NO_HEROES = frozenset(
    "winter summer spring autumn snow rain night day morning evening noon midnight nobody somebody someone nothing "
    "something everybody everyone everything anybody people he she it we they this that these those which who what "
    "here now then dawn dusk".split()
)
_SEVERAL = frozenset("people folk police".split())
_MEN_IN_A = frozenset("luca joshua ezra noah elisha sasha misha nikita ilya joska dima".split())
_NO_NAMES = frozenset(
    "i god lord lady sir king queen prince princess knight witch wizard giant dragon monster fairy thief death mr mrs "
    "miss ms doctor monday tuesday wednesday thursday friday saturday sunday christmas easter once long there the a an "
    "in on at one two three my our his her old and but so then when".split()
)
_NOT_BEFORE_PEOPLE = re.compile(r"\b(?:the|a|an|of|in|into|at|on|near|through|across|from)\s+$", re.IGNORECASE)


def _lexicon() -> Lexicon:
    known = lexicon("en")
    assert known is not None
    return known


def hero_in(told: Sequence[str]) -> Named | None:
    """The first whom the sentences bring in; pronouns of the later ones may tell who it is."""
    for number, sentence in enumerate(told):
        plain = _SPEECH.sub(lambda speech: " " * len(speech[0]), sentence)
        found = _of_subject(number, plain, told) or _of_name(number, plain, told)
        if found is not None:
            return found
    return None


def _of_subject(number: int, sentence: str, told: Sequence[str]) -> Named | None:
    """Whom the first clause is about, if it is about somebody."""
    about = ((one.subject or (one.object if one.passive else None), one.spoken) for one in clauses(sentence, "en"))
    noun = next((noun for noun, spoken in about if noun is not None and not spoken), None)
    if noun is None or noun.kind == "pronoun" or not _is_somebody(noun, sentence):
        return None
    if pair := _pair(number, sentence, noun):
        return pair
    called = _CALLED.search(sentence, noun.end)
    word = sentence[noun.start : noun.end]
    if noun.plural or noun.lemma in _SEVERAL:
        count = _NUMBER.search(sentence[: noun.start])
        name = f"the {count['number'].lower()} {word}" if count else f"the {word}"
        return Named(number, _forms(name), "p", noun.start, noun.end, has_name=False)
    end = called.end("name") if called else noun.end
    gender = _gender(noun, called["name"] if called else word, sentence, told[number:])
    if called:
        return Named(number, _forms(called["name"]), gender, noun.start, end)
    if noun.kind == "name" or (word[0].isupper() and noun.start == 0):
        return Named(number, _forms(_titled(word, sentence[: noun.start])), gender, noun.start, end)
    aged = next((one for one in noun.qualities if one in ("old", "young", "little")), "") if word in _AGED else ""
    return Named(number, _forms(" ".join(filter(None, ("the", aged, word)))), gender, noun.start, end, has_name=False)


def _is_somebody(noun: Noun, sentence: str) -> bool:
    """A person, a beast, a name, or a thing that is told of as if it were one."""
    known = _lexicon()
    lives = noun.animate or noun.kind == "name" or noun.lemma in known.people or noun.lemma in known.beasts
    if lives or (noun.start == 0 and sentence[:1].isupper() and _is_name(sentence[: noun.end])):
        return True
    if noun.lemma in known.abroad or noun.lemma in known.sites:
        return False
    after = sentence[noun.end :]
    minds = any(one.verb in known.minds for one in clauses(sentence, "en") if one.subject == noun)
    told_of = bool(_CALLED.search(after) or _WHO.search(after[:7]) or _PEOPLE.search(noun.lemma))
    return minds or noun.plural or (told_of and bool(_THERE.search(sentence)))


def _is_name(word: str) -> bool:
    """Whether a word that begins a sentence may be a name: it is no word that texts know in lower case."""
    from companion.language.english import is_known

    return word.lower() in _WOMEN or not is_known(word.lower())


def _pair(number: int, sentence: str, noun: Noun) -> Named | None:
    """ "A miller and his wife", "Tom and Ben": both."""
    after = _PAIR_AFTER.match(sentence, noun.end)
    word = sentence[noun.start : noun.end]
    is_name = word[0].isupper() and (noun.start > 0 or noun.kind == "name")
    if after and (after["det"] or after["other"][0].isupper()):
        other = after["other"].split()[0] if after["other"][0].isupper() else _noun_of(after["other"])
        name = " and ".join((word if is_name else f"the {word.lower()}", f"{_det(after['det'])}{other}"))
        return Named(number, _forms(name), "p", noun.start, after.end("other"), has_name=False)
    before = _PAIR_BEFORE.search(sentence[: noun.start])
    if before and (before["det"] or before["first"][0].isupper()):
        is_other_name = before["first"][0].isupper() and before["first"].lower() not in _NO_NAMES
        first = before["first"] if is_other_name else f"the {before['first'].lower()}"
        name = f"{first} and {_det((before['joint'] or '').strip())}{word}"
        return Named(number, _forms(name), "p", before.start("first"), noun.end, has_name=False)
    return None


def _det(word: str | None) -> str:
    return "" if not word else f"{'the' if word in ('a', 'an') else word} "


def _noun_of(words: str) -> str:
    """Of "wife lived", "old wife": the noun."""
    first, _, second = words.partition(" ")
    return f"{first} {second}" if first in ("old", "young", "little", "best") and second else first


def _of_name(number: int, sentence: str, told: Sequence[str]) -> Named | None:
    """The first name that is told of somewhere in the sentence."""
    lower = set(re.findall(r"\b[a-z]+\b", sentence))
    for match in _NAME.finditer(sentence):
        word, before = match[0], sentence[: match.start()]
        starts = not before.strip() or before.rstrip()[-1] in '.!?…:"“'
        is_bare = starts and _BARE.match(sentence, match.start()) and word.lower() not in _NO_HEROES
        if word.lower() in _NO_NAMES or word.lower() in lower or (starts and not is_bare and not _is_name(word)):
            continue
        if _NOT_BEFORE_PEOPLE.search(before) or re.search(r"\b(?:the|in|of)\s+[A-Z]\w+\s+$", before):
            continue
        other = re.match(r"\s+and\s+([A-Z]\w+)", sentence[match.end() :])
        if other:
            return Named(number, _forms(f"{word} and {other[1]}"), "p", match.start(), match.end() + other.end(), False)
        title = before.split()[-1].strip(".").lower() if before.split() else ""
        gender = _TITLES.get(title) or _by_pronouns(told[number:], {"m", "f"}) or _by_name(word)
        return Named(number, _forms(_titled(word, before)), gender, match.start(), match.end())
    return None


def _gender(noun: Noun, word: str, sentence: str, told: Sequence[str]) -> Gender:
    """By the noun and its title, then by what the tale says of it, then by the name."""
    titles: list[Gender] = [_TITLES[one] for one in noun.names if one in _TITLES]
    before = sentence[: noun.start].split()
    title = before[-1].strip(".").lower() if before else ""
    if title in _TITLES:
        return _TITLES[title]
    if titles:
        return titles[0]
    if noun.gender in ("m", "f") and noun.lemma not in _UNISEX:
        return "f" if noun.gender == "f" else "m"
    known = _lexicon()
    is_thing = noun.lemma in known.beasts or noun.lemma in known.lifeless or noun.lemma in known.modern
    is_name = noun.kind == "name" and not is_thing
    said = _by_pronouns(told, {"m", "f"} if is_name else {"m", "f", "n"})
    if said:
        return said
    if noun.kind == "name" or _is_name(word):
        return "n" if is_thing else _by_name(word)
    is_person = noun.animate or noun.lemma in known.people or bool(_PEOPLE.search(noun.lemma))
    return "m" if is_person and not is_thing else "n"


_UNISEX = frozenset("doctor teacher cook singer student driver farmer baker miller tailor fisher".split())


def _by_pronouns(told: Sequence[str], genders: Set[Gender]) -> Gender | None:
    """What the teller calls the hero, in that sentence, or in the next if that one goes on about nobody else."""
    heard = [told[0], *(text for text in told[1:2] if _GOES_ON.match(text))]
    words = Counter(word.lower() for text in heard for word in _WORD.findall(text))
    he, she, it = (sum(words[one] for one in some) for some in (_SURE_HE, _SURE_SHE, _SURE_IT))
    if he or she:
        return "m" if he >= she else "f"
    return "n" if it and "n" in genders else None


def _titled(name: str, before: str) -> str:
    """The name with the title without which it is not said: "Mrs Brown"."""
    title = before.split()[-1] if before.split() else ""
    return f"{title} {name}" if title.strip(".").lower() in _SAID_WITH_NAMES else name


def _by_name(name: str) -> Gender:
    lower = name.lower()
    return "f" if lower in _WOMEN or (lower.endswith(("a", "ette", "elle", "ine")) and lower not in _MEN_IN_A) else "m"


def _forms(name: str) -> tuple[str, str]:
    """The name, and the possessive: plurals in -s take no second one (Quirk et al., 5.112 ff.)."""
    is_plural = name.startswith("the ") and name.endswith("s") and not name.endswith("ss")
    return name, f"{name}'" if is_plural else f"{name}'s"
