"""What deeds do to people and things in a tale, one file a language.

`states`: each state with the deeds that bring it about (`subject`: to the one who does or suffers it, `object`: to the
one it is done to, `to`: to the one beside it, `said`: what is said of somebody), those that end it (`undone`), and
those that it forbids (`forbids`: verbs, or `any` but those in `keeps`; `use` for things; `spouse` for kin). Further:
`of` brings it about for what the deed is told of ("nothing was left of it"), `suffers` are deeds that nobody can do to
the one in that state, `slight` are verbs of `undone` that do not end it where it was told as lasting, `lacks` what he
has not got, `denied_by` what cannot be said of him, `unless` are words near a
deed that explain it (the blind man reads with his fingers), `unable` is what he is told not to be able to do (any
more), which says the same ("could not get out of the boot"), `spared` are words that leave him half of it (blind in
one eye), `kind` is the kind of clash, if it is not the state's name.
`denied` are deeds that somebody is told not to do ("has not woken since"), `resisted` those that nobody can do to him
("could not wake her"). An entry of several words is a verb with words that must stand near it; "*" is any verb; "@see"
is all verbs of the class `see`, and "-look" takes one out again.

`hours` and `seasons`: signs of a time, of several words or one, and `passing_hours`, `passing_time`: signs that it goes
on. `doubt`: words that make a contradiction doubtful (dreams, ghosts, memories, lies, twins). `roles`: words for the
same person or thing. The other lists are named by what they hold.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml
from pydantic import ValidationError

from companion.errors import BadInput
from companion.memory.lexicon.schema import LexiconGiven, StateGiven

LANGUAGES = ("ru", "en")


Deeds = dict[str, tuple[frozenset[str], ...]]
"""By verb: the sets of words one of which must stand near it (the empty set: none need)."""


@dataclass(frozen=True)
class Clock:
    """Signs of seasons or hours, and that time passes: each a set of words that stand in one sentence."""

    name: str
    signs: dict[str, tuple[frozenset[str], ...]]
    passing: tuple[frozenset[str], ...]
    elsewhen: tuple[frozenset[str], ...]
    """Signs that a season or hour is only spoken of: remembered, or "white as snow"."""


@dataclass(frozen=True)
class State:
    """One state that people or things may be in."""

    name: str
    kind: str
    subject: Deeds
    object: Deeds
    to: Deeds
    of: Deeds
    denied: Deeds
    resisted: Deeds
    said: frozenset[str]
    undone: Deeds
    slight: frozenset[str]
    keeps: frozenset[str]
    forbids: Deeds
    forbids_any: bool
    forbids_use: bool
    suffers: Deeds
    lacks: frozenset[str]
    denied_by: frozenset[str]
    unless: frozenset[str]
    unable: Deeds
    spared: tuple[frozenset[str], ...]
    deep: frozenset[str]
    people_only: bool
    things_only: bool


@dataclass(frozen=True)
class Lexicon:
    """What deeds do, in one language."""

    states: dict[str, State]
    for_things: frozenset[str]
    """Verbs that tell what becomes of things, not of people."""
    use: frozenset[str]
    moves: frozenset[str]
    """Deeds that need a way, and legs or wheels."""
    lifeless: frozenset[str]
    """Shapes that cannot move: a stone, a tree."""
    handling: frozenset[str]
    """Deeds that need hands."""
    minds: frozenset[str]
    """Deeds of eyes, ears and mind, which reach where one is not."""
    abroad: frozenset[str]
    """Places where nobody is who is locked in."""
    sites: frozenset[str]
    """Other places, which nobody takes or holds."""
    hindered: frozenset[str]
    """Words that explain for a while why somebody cannot do something: it is dark, he is tired."""
    anything: frozenset[str]
    """What is not seen or heard by who sees or hears nothing at all."""
    carried: Deeds
    """Goings away that take along what somebody has with him: "rode off with the rubies"."""
    leaves: Deeds
    """How somebody goes where the others are not, and (`stays`) is left behind by them."""
    stays: Deeds
    back: frozenset[str]
    """Words that say that somebody is there again, or not there in the flesh."""
    follows: frozenset[str]
    """Deeds that bring one to where another is."""
    epithets: dict[str, str]
    """Words that may mean anybody of a gender: man, woman, creature."""
    young: frozenset[str]
    """Words for children and the young, whom "the old man" does not mean."""
    beasts: frozenset[str]
    """Shapes without hands."""
    body: frozenset[str]
    """Parts of somebody that do things for him: his eyes ran over the page."""
    shapes: frozenset[str]
    """Words that say that somebody's shape changes, when he then "was a snail"."""
    childless: frozenset[str]
    births: Deeds
    """How kin comes into a family that had none."""
    losses: frozenset[str]
    """Of `gives`, those after which nobody has the thing."""
    habits: frozenset[str]
    """Words of what used to be, unless one of `as_ever` stands there too: "as always" is now."""
    as_ever: frozenset[str]
    gives: Deeds
    far: frozenset[str]
    """Places so far off that who is there is not here: abroad, the war."""
    goes: frozenset[str]
    """Verbs of going and being that take one there, and (`sends`) that send another."""
    sends: frozenset[str]
    back_again: frozenset[str]
    """Words that say that somebody has a thing again."""
    prisons: frozenset[str]
    """What somebody is locked in, or by."""
    chases: frozenset[str]
    """Words of going after somebody."""
    exiles: Deeds
    orders: frozenset[str]
    """Verbs of ordering: what is ordered is done."""
    trades: frozenset[str]
    """Deeds that no thing does: where one seems to, it is what they are done to."""
    takes: Deeds
    gets: Deeds
    thefts: frozenset[str]
    """Of `takes`, those after which nobody but the taker has the thing, whosever it was."""
    departs: Deeds
    """Going away for long, or staying behind."""
    returns: frozenset[str]
    """Words of coming back, of being found, and of scenes elsewhere."""
    from_afar: frozenset[str]
    """What one who is away can do: write, think."""
    vows: frozenset[str]
    renounces: frozenset[str]
    """Verbs of swearing off what is named right behind them."""
    silence: frozenset[str]
    """What who swears silence does, as a verb."""
    for_good: frozenset[str]
    """Words that say that it is for good: never, no more."""
    bits: frozenset[str]
    """Words for the least of something: a drop, a word."""
    release: frozenset[str]
    """Words that say that a vow is broken or over."""
    alike: tuple[frozenset[str], ...]
    """Verbs that a vow not to do one of them forbids together."""
    knowing: frozenset[str]
    telling: frozenset[str]
    learning: frozenset[str]
    """Words that explain how somebody came to know."""
    nobody: frozenset[str]
    depths: frozenset[str]
    """Places that a lost thing is got out of."""
    materials: frozenset[str]
    """What a shape that cannot move is made of: a "stone" lion."""
    things_told: frozenset[str]
    """Of `doubt`, words for things: once the tale has them, they explain nothing: a "magic" hat."""
    indoors: frozenset[str]
    """Where nobody is who is away from home."""
    helpers: frozenset[str]
    """Verbs that only lead to another one: "не станет есть"."""
    doubt: frozenset[str]
    skills: frozenset[str]
    """What one can or cannot do for good: swim, read."""
    know_how: frozenset[str]
    one_skill: tuple[frozenset[str], ...]
    """Verbs that take the same skill."""
    orphan: frozenset[str]
    turns: frozenset[str]
    """Verbs of transformation, and the prepositions or cases of what somebody turns into."""
    into: frozenset[str]
    none_of: frozenset[str]
    kin: dict[str, str]
    """By word: brother, sister, child, spouse, mother, father."""
    likened: frozenset[str]
    """Words behind which a season or an hour is only spoken of: white as snow."""
    aimed: frozenset[str]
    """The same for words of `calendar` alone: till spring, every winter."""
    dated: frozenset[str]
    """Words behind which a word of `calendar` tells to which time the tale goes on: in July."""
    calendar: frozenset[str]
    """Names of seasons, months and feasts."""
    seasons: Clock
    hours: Clock
    colours: frozenset[str]
    shades: dict[str, str]
    """Other words for a colour or material: "gold" is golden."""
    opposites: tuple[frozenset[str], ...]
    """Words of which one thing has only one: "tall" and "short"."""
    numbers: dict[str, int]
    ordinals: dict[str, int]
    roles: dict[str, str]
    ranks: frozenset[str]
    """The roles themselves."""
    people: frozenset[str]
    modern: frozenset[str]
    filler: frozenset[str]
    aside: frozenset[str]
    apart: tuple[frozenset[str], ...]
    """Opposites that tell one person from another: the "good" fairy is not the "bad" one."""

    def explains(self, words: frozenset[str], told: Set[str]) -> bool:
        """Whether one of a sentence's base forms makes its contradictions doubtful, after what the tale has told."""
        return not (self.doubt - (self.things_told & told)).isdisjoint(words)


@cache
def lexicon(language: str) -> Lexicon | None:
    """The lexicon of a language; None where there is none. Raises BadInput when the file is damaged."""
    if language not in LANGUAGES:
        return None
    name = f"{language}.yaml"
    try:
        given = LexiconGiven.model_validate(
            yaml.safe_load(resources.files(__package__).joinpath(name).read_text("utf-8"))
        )
    except (yaml.YAMLError, ValidationError) as fault:
        raise BadInput(f"companion/memory/lexicon/{name}: {fault}") from fault
    return _built(given)


def _built(given: LexiconGiven) -> Lexicon:
    for one in given.states.values():
        if isinstance(one.forbids, list):
            one.forbids = _spelt_out(one.forbids, given.classes)
    states = {name: _state(name, one) for name, one in given.states.items()}
    of_things = {verb for one in states.values() if one.things_only for verb in one.subject}
    of_people = {verb for one in states.values() if one.people_only for verb in one.subject}
    lists: dict[str, Any] = {key: frozenset(getattr(given, key)) for key in _WORDS}
    lists |= {key: frozenset(_spelt_out(getattr(given, key), given.classes)) for key in _SPELT}
    lists |= {key: _deeds(getattr(given, key)) for key in _DEEDS}
    return Lexicon(
        states=states,
        for_things=frozenset(of_things - of_people),
        **_rows(given),
        **lists,
    )


def _rows(given: LexiconGiven) -> dict[str, Any]:
    """What is kept by word, by time or in rows of words."""
    roles = {word: role for role, words in given.roles.items() for word in words}
    of_people = {word for word, role in roles.items() if role not in _THINGS}
    return {
        "epithets": {word: gender for gender, words in given.epithets.items() for word in words},
        "alike": tuple(frozenset(_spelt_out(row, given.classes)) for row in given.alike),
        "kin": {word: kin for kin, words in given.kin.items() for word in words},
        "seasons": _clock("season", given.seasons, given.passing_time, given.elsewhen),
        "hours": _clock("hour", given.hours, given.passing_hours, []),
        "shades": {word: colour for colour, words in given.shades.items() for word in words},
        "opposites": tuple(frozenset(words) for words in given.opposites),
        "numbers": {word: number for number, words in given.numbers.items() for word in words},
        "ordinals": given.ordinals,
        "roles": roles,
        "ranks": frozenset(roles.values()),
        "people": frozenset(given.people) | frozenset(given.beasts) | of_people,
        "one_skill": tuple(frozenset(words) for words in given.one_skill),
        "apart": tuple(frozenset(words) for words in given.apart),
    }


_WORDS = tuple(
    "back_again prisons chases likened aimed dated calendar renounces silence for_good bits "
    "lifeless minds abroad sites hindered anything back follows young beasts body shapes childless losses "
    "habits as_ever far goes orders sends trades thefts returns from_afar vows release knowing learning nobody "
    "depths materials things_told indoors helpers doubt skills know_how orphan turns into none_of colours "
    "modern filler aside".split()
)
"""Keys whose lists are taken as they are."""
_SPELT = tuple("use moves handling telling".split())
"""Keys whose lists may name classes of verbs."""
_DEEDS = tuple("carried leaves stays births gives exiles takes gets departs".split())
"""Keys whose entries are verbs with the words beside them."""

_THINGS = frozenset("sword ring letter boat crown chest key bridge".split())
"""Roles that are things."""


def _state(name: str, given: StateGiven) -> State:
    forbids = given.forbids if isinstance(given.forbids, list) else []
    return State(
        name=name,
        kind=given.kind or name,
        subject=_deeds(given.subject),
        object=_deeds(given.object),
        to=_deeds(given.to),
        of=_deeds(given.of),
        denied=_deeds(given.denied),
        resisted=_deeds(given.resisted),
        said=frozenset(given.said),
        undone=_deeds(given.undone),
        slight=frozenset(given.slight),
        keeps=frozenset(given.keeps),
        forbids=_deeds(forbids),
        forbids_any=given.forbids == "any",
        forbids_use=given.forbids == "use",
        suffers=_deeds(given.suffers),
        lacks=frozenset(given.lacks),
        denied_by=frozenset(given.denied_by),
        unless=frozenset(given.unless),
        unable=_deeds(given.unable),
        spared=_signs(given.spared),
        deep=frozenset(given.deep),
        people_only=given.people_only,
        things_only=given.things_only,
    )


def matches(deeds: Deeds, verb: str, lemmas: frozenset[str]) -> bool:
    """Whether a verb, or any verb ("*"), is listed with words that stand near it."""
    return any(beside <= lemmas for one in (verb, "*") for beside in deeds.get(one, ()))


def _deeds(entries: list[str]) -> Deeds:
    found: dict[str, list[frozenset[str]]] = {}
    for entry in entries:
        verb, *beside = entry.split()
        found.setdefault(verb, []).append(frozenset(beside))
    return {verb: tuple(sets) for verb, sets in found.items()}


def _spelt_out(entries: list[str], classes: dict[str, list[str]]) -> list[str]:
    """Classes of verbs in place of their names."""
    out = {one[1:] for one in entries if one.startswith("-")}
    every = [verb for one in entries for verb in (classes[one[1:]] if one.startswith("@") else [one])]
    return [one for one in dict.fromkeys(every) if one not in out and not one.startswith("-")]


def _clock(name: str, signs: dict[str, list[str]], passing: list[str], elsewhen: list[str]) -> Clock:
    rows = {time: _signs(row) for time, row in signs.items()}
    return Clock(name, rows, _signs(passing), _signs(elsewhen))


def _signs(entries: list[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(one.split()) for one in entries)
