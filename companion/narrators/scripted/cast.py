"""Who is in the tale so far: the hero, the foe, the helper and the place, read off the table and the told sentences.

Nothing here is remembered between two questions: the same told sentences and laid cards give the same cast, so every
seat's narrator carries on with the same hero, whoever brought that hero in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, cast

from companion.matching import Matcher
from companion.narrators.scripted.hearing import can_be_laid
from companion.narrators.scripted.named import Named, hero_in
from companion.narrators.scripted.number import are_several
from companion.narrators.scripted.plan import told_wish
from companion.narrators.scripted.template import ROLES, Person, Scene
from companion.narrators.scripted.texts import Texts
from companion.rules.tale.state import TaleView

_LEAVE_BY = ("death", "parting", "transformation")
"""Whoever is spoken of in the sentence of these cards is in the tale no more."""


@dataclass(frozen=True)
class _Lead:
    """Somebody who may be the hero."""

    sentence: int
    person: Person
    cards: frozenset[str] = frozenset()
    """Characters' cards that are nobody else but the hero."""


def scene_of(view: TaleView, texts: Texts, language: str, matcher: Matcher) -> Scene | None:
    """Who and what a sentence may speak of now; None when the tale has no hero yet."""
    lead = _lead(view, texts, language, matcher)
    if lead is None:
        return None
    brought = _brought(view, texts, matcher)
    absent = frozenset({card for card in texts.cards if _has_left(view, texts, card)} | lead.cards)
    roles = _roles(view, texts, brought, lead, absent, language)
    wish = told_wish([sentence.text for sentence in view.sentences], texts)
    words = {**_place(view, texts), **({"wish": wish} if wish else {})}
    present = frozenset(card for _, card in brought) - absent
    return Scene(lead.person, texts.cases, texts.pronouns, roles, absent, present, texts.euphony, words, language)


def _brought(view: TaleView, texts: Texts, matcher: Matcher) -> list[tuple[int, str]]:
    """Cards whose matter is in the tale, each with the sentence that brought it, in that order: what lies on the table
    (interrupts are no part of the tale), and what people told of without laying a card."""
    laid = {(one.sentence, one.card) for one in view.laid if one.how != "interrupt" and one.card in texts.cards}
    cards = tuple(sorted(texts.cards))
    ears = cast(Any, matcher)  # hashable, which the protocol does not say
    with_card = {sentence for sentence, _ in laid}  # "an old knight", laid as the Knight, is no Old Man beside him
    told = {
        (index, card)
        for index, one in enumerate(view.sentences)
        if index not in with_card
        for card in _told_of(ears, one.text, cards)
    }
    return sorted(laid | told)


@lru_cache(maxsize=4096)
def _told_of(matcher: Any, sentence: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards that the sentence tells of with weight; every sentence is asked about at every step of a game."""
    return tuple(one.card for one in matcher.mentions(sentence, cards=cards) if can_be_laid(one))


def first_scene(texts: Texts, number: int, language: str) -> Scene:
    """The scene of an opening with one of the narrator's own heroes."""
    hero = texts.heroes[number % len(texts.heroes)]
    words = {"who": hero.who}
    person = Person(hero.forms, hero.gender)
    return Scene(person, texts.cases, texts.pronouns, euphony=texts.euphony, words=words, language=language)


def _lead(view: TaleView, texts: Texts, language: str, matcher: Matcher) -> _Lead | None:
    """The hero is whoever came first; one of the house's own, or a name, goes before a card of the same sentence."""
    told = [sentence.text for sentence in view.sentences]
    leads = [
        _Lead(index, Person(hero.forms, hero.gender))
        for hero in texts.heroes
        if (index := _first_told(told, hero.forms)) is not None
    ]
    before = min((lead.sentence for lead in leads), default=len(told))
    if (found := _brought_by_people(view, language, before)) is not None:
        person = Person(found.forms, found.gender, found.has_name)
        leads.append(_Lead(found.sentence, person, _cards_of(view, texts, matcher, found)))
    leads += [
        _Lead(laid.sentence, _character(texts, laid.card, laid.sentence, told, language), frozenset({laid.card}))
        for laid in view.laid
        if laid.card in texts.protagonists and laid.how != "interrupt"
    ]
    return min(leads, key=lambda lead: lead.sentence) if leads else None


def _brought_by_people(view: TaleView, language: str, before: int) -> Named | None:
    """Whom somebody's sentences bring in, before the house brought in a hero of its own."""
    begin = 0
    for _, group in groupby(view.sentences[:before], key=lambda sentence: sentence.seat):
        told = [sentence.text for sentence in group]
        if (found := hero_in(told, language)) is not None:
            return replace(found, sentence=begin + found.sentence)
        begin += len(told)
    return None


def _cards_of(view: TaleView, texts: Texts, matcher: Matcher, found: Named) -> frozenset[str]:
    """The characters that the words which brought the hero in may be laid for: they are no second person."""
    characters = tuple(sorted(card for card, told in texts.cards.items() if told.forms))
    text = view.sentences[found.sentence].text
    said = _mentioned(cast(Any, matcher), text, characters)
    return frozenset(card for card, start, end in said if start < found.end and found.start < end)


@lru_cache(maxsize=1024)
def _mentioned(matcher: Any, sentence: str, cards: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    return tuple((one.card, one.start, one.end) for one in matcher.mentions(sentence, cards=cards))


def _first_told(told: list[str], forms: Sequence[str]) -> int | None:
    return next((index for index, text in enumerate(told) if _says(text, forms)), None)


def _character(texts: Texts, id: str, sentence: int, told: Sequence[str], language: str) -> Person:
    """The character of a card, by the word that its sentence used if the texts know it; several, if it told so."""
    card = texts.cards[id]
    said = told[sentence] if 0 <= sentence < len(told) else ""
    forms, gender = card.forms, card.gender or "m"
    for called in card.called:
        if re.search(rf"\b{re.escape(called.stem)}", said.lower()):
            forms, gender = called.forms, called.gender
            break
    many = are_several(said, forms, language)
    return Person(many, "p", named=False) if many else Person(forms, gender, named=False)


def _roles(
    view: TaleView,
    texts: Texts,
    brought: Sequence[tuple[int, str]],
    lead: _Lead,
    absent: frozenset[str],
    language: str,
) -> dict[str, Person]:
    """The latest of each role who is still there."""
    roles: dict[str, Person] = {}
    told_lines = [one.text for one in view.sentences]
    for sentence, card in brought:
        told = texts.cards[card]
        if told.role is None or card in absent:
            continue
        if told.role == "beloved" and told.gender == lead.person.gender:
            continue
        roles[told.role] = _character(texts, card, sentence, told_lines, language)
    return {role: roles[role] for role in ROLES if role in roles}


def _has_left(view: TaleView, texts: Texts, card: str) -> bool:
    forms = [*texts.cards[card].forms, *(form for called in texts.cards[card].called for form in called.forms)]
    return any(
        laid.card in _LEAVE_BY and _says(view.sentences[laid.sentence].text, forms)
        for laid in view.laid
        if 0 <= laid.sentence < len(view.sentences)
    )


def _says(text: str, forms: Sequence[str]) -> bool:
    """Whether one of the forms stands in the text as a word of its own ("вор" is not in "двор")."""
    return bool(forms) and re.search(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", text, re.IGNORECASE) is not None


def _place(view: TaleView, texts: Texts) -> dict[str, str]:
    """The last place on the table, as long as it is fresh in mind."""
    for laid in reversed(view.laid[-3:]):
        told = texts.cards.get(laid.card)
        if told is not None and told.at and laid.how != "interrupt":
            return {"at": told.at, "to": told.to, "from": told.from_}
    return {}
