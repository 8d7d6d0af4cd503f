"""What a table gets from the scripted judge: an opinion on an ending with reasons that a child understands."""

from __future__ import annotations

import pytest

from companion.decks.deck import load_deck
from companion.errors import BadInput
from companion.judge import Opinion, nearness
from companion.judge import calibration as calibration_file
from companion.judge.calibration import judge_models
from companion.judge.cards import cards, known_card, scenes
from companion.judge.frames import LANGUAGES, frames
from companion.judge.nearness import scene_vectors
from companion.judge.scripted import judge_for
from companion.judge.signs import CARD, FOREIGN, OTHER, signs
from companion.language import sentences
from companion.memory import StoryMemory

SEALS = (
    "A witch turned three brothers into seals. Their sister sewed three shirts. She threw the shirts over the seals."
)
BAKER = "A baker baked bread. He sold it at the market. He bought a goat."
OWN_SHAPE = "The strange shape slipped off like a skin outgrown, and they were themselves again."


def told(story: str, language: str) -> StoryMemory:
    memory = StoryMemory(language)
    for sentence in sentences(story, language):
        memory.tell(sentence)
    return memory


def opinion(story: str, ending: str, language: str = "en") -> Opinion:
    return judge_for(language).judge(told(story, language), ending)


def test_an_ending_that_the_tale_led_to_is_plausible() -> None:
    said = opinion(SEALS, OWN_SHAPE)
    assert said.plausible
    assert not any(reason.is_against for reason in said.reasons[:1])


def test_an_ending_about_what_the_tale_has_not_is_refused_with_its_words() -> None:
    said = opinion(BAKER, OWN_SHAPE)
    assert not said.plausible
    assert said.reasons[0].code == "no_referent"
    assert "shape" in said.reasons[0].why("en")


def test_russian_the_same() -> None:
    ending = "Чужое обличье слетело, как шелуха с луковицы, и стали они прежними."
    story = "Ведьма превратила трёх братьев в тюленей. Сестра сшила три рубахи. Накинула она рубахи на тюленей."
    assert opinion(story, ending, "ru").plausible
    assert not opinion("Пекарь испёк хлеб. Он продал хлеб на базаре. Купил козу.", ending, "ru").plausible


def test_an_ending_against_the_tale_shows_the_line() -> None:
    said = opinion("The king died. The princess wept.", "And the king danced until morning.")
    assert not said.plausible
    assert ("contradicts", "The king died.") in [(reason.code, reason.quote) for reason in said.reasons]


def test_before_the_end_the_holder_hears_what_is_missing() -> None:
    needed = judge_for("en").needs(told(BAKER, "en"), OWN_SHAPE)
    assert [reason.code for reason in needed] == ["no_referent"]
    assert judge_for("en").needs(told(SEALS, "en"), OWN_SHAPE) == ()


def test_somebody_still_locked_in_is_an_open_thread() -> None:
    needed = judge_for("en").needs(told("The witch locked the girl in a tower.", "en"), "They danced until morning.")
    assert ("unresolved", "The witch locked the girl in a tower.") in [(one.code, one.quote) for one in needed]


@pytest.mark.parametrize("ending", ["", "  ", "👑👑👑", "<script>", "и" * 1000])
def test_odd_endings_get_an_answer(ending: str) -> None:
    assert 0 <= opinion("Жил царь.", ending, "ru").score <= 1


def test_without_a_tale_or_a_language_it_does_not_know_better() -> None:
    assert judge_for("en").judge(StoryMemory("en"), OWN_SHAPE).score == 0.5
    assert opinion("Le roi est mort.", "Ils dansaient.", "fr").plausible


def test_the_frames_of_all_languages_speak_of_the_same_matters() -> None:
    counts = {len(known.frames) for language in LANGUAGES if (known := frames(language))}
    assert len(counts) == 1


def test_the_models_weigh_the_signs_that_are_read() -> None:
    assert [one.names for _, one in judge_models()] == [CARD, OTHER, FOREIGN]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ending_card_of_the_deck_is_known(language: str) -> None:
    endings = load_deck(language).endings
    assert set(cards(language)) == set(scenes()) == set(scene_vectors().cards) == set(endings)
    assert [known_card(text.upper().rstrip("."), language) for text in endings.values()] == list(endings)


@pytest.mark.parametrize(
    ("language", "card", "fits", "denies"),
    [
        (
            "en",
            "debt-forgiven",
            "A widow owed the miller for nine sacks of flour. He came to fetch her cow. He saw the three thin children "
            "at the table. He took the bill out of his hat and tore it in two.",
            "Nobody owed anybody a penny in that village. The miller had a cow. He came to visit the widow and her "
            "three children. They all sat at the table.",
        ),
        (
            "ru",
            "heir-found",
            "Старый князь двадцать лет искал пропавшего внука. Искали за морем и в горах. На кухне служил поварёнок "
            "Митька. Порвался у него шнурок на шее, и покатился по полу княжеский перстень.",
            "У старого князя не было ни детей, ни внуков. На кухне служил поварёнок Митька. Он варил щи. "
            "Князь щи хвалил.",
        ),
    ],
)
def test_an_ending_card_closes_a_tale_that_leads_to_it_and_none_that_denies_its_matter(
    language: str, card: str, fits: str, denies: str
) -> None:
    ending = load_deck(language).endings[card]
    assert opinion(fits, ending, language).plausible
    said = opinion(denies, ending, language)
    assert not said.plausible
    assert said.reasons[0].code == "contradicts"
    assert said.reasons[0].quote == sentences(denies, language)[0]


def test_a_card_said_in_other_words_is_held_against_what_is_known_of_it() -> None:
    lines = ["The wells were dry.", "The maize died.", "A grey cloud came over the hill."]
    assert signs(lines, "At last it rained and everything in the fields turned green.", "en").card == "rain-at-last"


def test_a_thing_that_was_done_away_with_or_denied_is_no_matter_for_an_ending() -> None:
    ending = "The kettle sang on the stove, and they never wanted another."
    kept = "They had one kettle. It was dented. They mended the kettle by the stove. They filled it."
    gone = "They had one kettle. The kettle melted in the fire. They never drank again. They wept."
    assert opinion(kept, ending).score > opinion(gone, ending).score


@pytest.mark.parametrize(
    ("language", "story", "own", "foreign"),
    [
        (
            "en",
            "A beekeeper had a hive that gave no honey. She sang to the bees in the evening. Her grandson sat beside "
            "her and hummed. In June the combs were heavy and gold ran over the rim.",
            "And every year in June there was honey on the table for everybody.",
            "And the prisoners climbed over the wall and ran until morning.",
        ),
        (
            "ru",
            "У пасечницы один улей не давал мёда. По вечерам она пела пчёлам. Внук сидел рядом и подпевал. "
            "В июне соты стали тяжёлыми, и золото потекло через край.",
            "И каждый год в июне мёду хватало на весь стол.",
            "И узники перелезли через стену и бежали до самого утра.",
        ),
    ],
)
def test_an_ending_of_another_tale_is_less_of_this_tale_than_its_own(
    language: str, story: str, own: str, foreign: str
) -> None:
    assert opinion(story, own, language).plausible
    weighed = judge_models().foreign
    of_own, of_foreign = (signs(sentences(story, language), one, language).foreign for one in (own, foreign))
    assert weighed.probability(of_own) > weighed.probability(of_foreign)


def test_without_the_encoder_words_alone_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise RuntimeError("no weights")

    monkeypatch.setattr(nearness, "_vector", broken)
    assert 0 < opinion(SEALS, OWN_SHAPE).score < 1
    assert 0 < opinion(SEALS, "The seals went home.").score < 1


def test_a_damaged_calibration_says_how_to_mend_it(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    damaged = tmp_path / "judge.json"
    damaged.write_text("{", encoding="utf-8")
    monkeypatch.setattr(calibration_file, "PATH", damaged)
    judge_models.cache_clear()
    try:
        with pytest.raises(BadInput, match="make referee"):
            judge_models()
    finally:
        judge_models.cache_clear()


@pytest.mark.parametrize(
    ("language", "story", "passes_by", "takes_up"),
    [
        (
            "en",
            "A potter promised to bring a golden apple to his mother. He walked to the sea. He bought a boat.",
            "And the wedding lasted seven days.",
            "And the golden apple shone on the table.",
        ),
        (
            "ru",
            "Гончар пообещал привезти матери золотое яблоко. Он дошёл до моря. Он купил лодку.",
            "И свадьбу играли семь дней.",
            "И золотое яблоко светилось на столе.",
        ),
    ],
)
def test_a_promise_that_the_ending_passes_by_is_named(language: str, story: str, passes_by: str, takes_up: str) -> None:
    promise = sentences(story, language)[0]
    judge, memory = judge_for(language), told(story, language)
    open_ones = [one.quote for one in judge.needs(memory, passes_by) if one.code == "unresolved"]
    assert open_ones == [promise]
    assert not [one for one in judge.needs(memory, takes_up) if one.code == "unresolved"]
