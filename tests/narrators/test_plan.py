"""A tale has bones: a wish, what stands in its way, help, a turn, and what became of it, each told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.language.level import LEVELS, sentence_level
from companion.matching import matcher_for
from companion.narrators import Character, Moment
from companion.narrators.character import TEMPERAMENTS
from companion.narrators.scripted.levels import known_words
from companion.narrators.scripted.plan import BEATS, due, told_beats, told_wish
from companion.narrators.scripted.player import ScriptedPlayer
from companion.narrators.scripted.template import Person, Scene, render
from companion.narrators.scripted.texts import texts_for
from companion.rules import tale
from companion.rules.tale.actions import Tell
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView
from tests.narrators.table import DECK, Table, new_state

LANGUAGES = ("ru", "en")
OPENING = {"ru": "Жил-был гончар Тимофей.", "en": "There was a potter called Odo."}


def view(language: str, cards: int, smallest_hand: int = 5) -> TaleView:
    laid = tuple(Laid("king", 0, "lay", 0, 1) for _ in range(cards))
    return replace(tale.view(new_state(language), 0), laid=laid, hand_counts=(smallest_hand, 7, 7))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_beat_is_known_again_when_it_was_told(language: str) -> None:
    texts = texts_for(language)
    hero = texts.heroes[0]
    foe = Person(texts.cards["giant"].forms, "m")
    words = {"wish": next(iter(texts.wishes.values()))}
    scene = Scene(
        Person(hero.forms, hero.gender), texts.cases, texts.pronouns, {"foe": foe, "friend": foe}, words=words
    )
    for beat in BEATS:
        for line in getattr(texts.beats, beat):
            told = render(line.say, scene)
            assert told is not None and beat in told_beats([told], language), line.say


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_beats_come_in_their_order_and_once(language: str) -> None:
    assert due(view(language, 0), frozenset()) == "wish"
    assert due(view(language, 6), frozenset()) is None, "too late to say what it is all about"
    assert due(view(language, 1), frozenset({"wish"})) is None
    assert due(view(language, 3), frozenset({"wish"})) == "obstacle"
    assert due(view(language, 5), frozenset({"wish", "obstacle"})) == "help"
    assert due(view(language, 9, smallest_hand=2), frozenset({"wish", "obstacle"})) == "turn"
    assert due(view(language, 9, smallest_hand=2), frozenset({"wish", "obstacle", "turn"})) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wish_that_somebody_told_is_the_wish_of_the_tale(language: str) -> None:
    texts = texts_for(language)
    wish = next(iter(texts.wishes.values()))
    told = [OPENING[language], f"— {wish}!"]
    assert told_wish(told, texts) == wish
    assert "wish" in told_beats(told, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_whole_game_no_beat_is_told_twice(language: str, seed: int) -> None:
    told = Table(language, seed).play().told
    found = [beat for one in told for beat in told_beats([one], language)]
    wishes = {wish for wish in texts_for(language).wishes.values() if any(wish in one for one in told)}
    assert len(wishes) <= 1, "one tale, one wish"
    assert len([beat for beat in found if beat in ("obstacle", "turn", "close")]) >= 1
    for beat in set(found) - {"wish"}:  # which every sentence that speaks of the wish tells as well
        assert found.count(beat) == 1


def says(language: str, character: Character, seed: int, hand: str = "sword forest gift") -> str:
    """What a narrator of that character says after an opening."""
    told = (Sentence(1, OPENING[language]), Sentence(1, f"— {next(iter(texts_for(language).wishes.values()))}!"))
    now = replace(
        tale.view(new_state(language), 0), narrator=0, phase=Phase.TELLING, hand=tuple(hand.split()), sentences=told,
        turn_start=2,
    )  # fmt: skip
    action = ScriptedPlayer(0).act(Moment(now, language, DECK, matcher_for(language, DECK), seed, character))
    assert isinstance(action, Tell)
    return action.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrator_speaks_at_the_level_that_was_chosen(language: str) -> None:
    known = known_words(language, DECK) | {"тимофей", "odo"}
    for level in LEVELS:
        said = [says(language, Character(level=level), seed) for seed in range(12)]
        hard = [one for one in said if LEVELS.index(sentence_level(one, language, known)) > LEVELS.index(level) + 1]
        assert not hard, f"{level}: {hard}"
    easy, free = (
        sum(len(says(language, Character(level=level), seed).split()) for seed in range(12)) for level in ("A1", "C1")
    )
    assert easy * 1.5 < free


@pytest.mark.parametrize("language", LANGUAGES)
def test_temperaments_begin_their_tales_differently(language: str) -> None:
    fresh = replace(tale.view(new_state(language), 0), narrator=0, phase=Phase.TELLING)
    begun = {}
    for mood in TEMPERAMENTS:
        moments = (
            Moment(fresh, language, DECK, matcher_for(language, DECK), seed, Character(temperament=mood))
            for seed in range(40)
        )
        begun[mood] = {action.text for one in moments if isinstance(action := ScriptedPlayer(0).act(one), Tell)}
    for mood, said in begun.items():
        others = set().union(*(other for name, other in begun.items() if name != mood))
        assert len(said - others) > 3, mood


@pytest.mark.parametrize(("skill", "least", "most"), [("low", 1, 40), ("high", 0, 1)])
def test_the_skilled_do_not_name_what_may_be_a_rivals(skill: str, least: int, most: int) -> None:
    others = [card for card in new_state("en").setup.cards if card.id not in ("sword", "forest", "gift")]
    ears = matcher_for("en", DECK)
    named = 0
    for seed in range(40):
        said = says("en", Character(skill=skill), seed)  # type: ignore[arg-type]
        named += any(one.answer != "ask" for one in ears.mentions(said, cards=[card.id for card in others]))
    assert least <= named <= most
