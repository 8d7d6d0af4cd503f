"""Ideas for a person: every card of the deck has three ways into a tale that begins, goes on, or has no hero yet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks import load_deck
from companion.language import sentences
from companion.language.catalogue import interface_languages
from companion.matching import matcher_for
from companion.narrators import Character, Moment
from companion.narrators.scripted.hearing import can_be_laid
from companion.narrators.scripted.hints import WAYS, three_ways
from companion.narrators.scripted.texts import texts_for
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView

HERO = {"ru": "Жила-была кружевница Варвара.", "en": "Once there lived a lacemaker called Elsbeth."}
NOBODY = {"ru": "Было очень тихо.", "en": "It was very quiet."}
LANGUAGES = pytest.mark.parametrize("language", interface_languages())
EMPTY = TaleView(
    seat=0,
    players=2,
    phase=Phase.TELLING,
    narrator=0,
    turn_why="start",
    hand=(),
    endings=(),
    hand_counts=(5, 5),
    draw_count=80,
    discard=(),
    sentences=(),
    laid=(),
    turn_start=0,
    turn_laid=0,
    question=None,
    outcome=None,
    final_ending=None,
)


def moment(language: str, *told: str, laid: str = "", level: str = "C1") -> Moment:
    cards = tuple(Laid(card, 1, "lay", 0, 1) for card in laid.split())
    view = replace(EMPTY, sentences=tuple(Sentence(1, text) for text in told), laid=cards)
    character = Character(level=level)  # type: ignore[arg-type]
    return Moment(view, language, "tale", matcher_for(language, "tale"), seed=3, character=character)


@LANGUAGES
@pytest.mark.parametrize("told", [{}, HERO, NOBODY], ids=["nothing", "hero", "nobody"])
def test_every_card_has_different_ways_and_each_may_be_laid(language: str, told: dict[str, str]) -> None:
    now = moment(language, *filter(None, [told.get(language)]))
    short_of_three = []
    others = [hero.forms[0] for hero in texts_for(language).heroes if hero.forms[0] not in HERO[language]]
    for card in load_deck(language).by_id:
        ways = three_ways(now, card)
        assert 2 <= len(set(ways)) == len(ways), card
        short_of_three += [card] if len(ways) < WAYS else []
        for way in ways:
            assert not {"{", "[", "|"} & set(way), way
            assert told is not HERO or not [hero for hero in others if hero in way], way
            parts = sentences(way, language)
            assert any(
                can_be_laid(one)
                for number, part in enumerate(parts)
                for one in now.matcher.mentions(part, context=" ".join(parts[:number]), cards=[card])
            ), way
    assert len(short_of_three) <= 2, "a sentence or two are not heard by the matcher"


@LANGUAGES
def test_the_ways_of_a_tale_without_a_hero_each_bring_another_one(language: str) -> None:
    ways = three_ways(moment(language), "mirror")
    assert len({way.partition(".")[0] for way in ways}) == WAYS


@LANGUAGES
def test_whoever_is_not_in_the_tale_is_not_spoken_of(language: str) -> None:
    """A sentence for a villain waits until the tale has one."""
    without = three_ways(moment(language, HERO[language]), "knight")
    with_foe = three_ways(moment(language, HERO[language], laid="dragon"), "knight")
    dragon = load_deck(language).by_id["dragon"].name.lower()
    assert not [way for way in without if dragon in way.lower()]
    assert [way for way in with_foe if dragon[:5] in way.lower()]


def test_where_the_house_has_no_texts_there_are_no_ideas() -> None:
    assert three_ways(replace(moment("en"), language="de"), "mirror") == []
