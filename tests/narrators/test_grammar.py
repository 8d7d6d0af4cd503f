"""Whoever people bring in, the narrators go on about them in the right number, gender and case."""

from __future__ import annotations

from itertools import islice

import pytest

from companion.decks.deck import load_deck
from companion.narrators.scripted.agreement import agreed, is_done_at_once
from companion.narrators.scripted.named import hero_in
from companion.narrators.scripted.number import are_several
from companion.narrators.scripted.plain import plain_sentences
from companion.narrators.scripted.template import Person, Scene, render
from companion.narrators.scripted.texts import texts_for
from companion.narrators.scripted.ties import goes_on, with_pronoun
from companion.rules.tale.state import Laid
from tests.narrators.test_telling import WISH, tells, view_of


@pytest.mark.parametrize(
    ("options", "gender", "language", "says"),
    [
        ("пошёл|пошла", "p", "ru", "пошли"),
        ("пошёл|пошла", "n", "ru", "пошло"),
        ("начал|начала", "p", "ru", "начали"),
        ("сел|села", "p", "ru", "сели"),
        ("был прав|была права", "p", "ru", "были правы"),
        ("был один|была одна", "n", "ru", "было одно"),
        ("другом|подругой", "p", "ru", "друзьями"),
        ("Везучий был {h}|Везучая была {h}", "p", "ru", "Везучие были {h}"),
        ("сможет", "p", "ru", "смогут"),
        ("сможет", "f", "ru", "сможет"),
        ("ты не узнаешь", "p", "ru", "вы не узнаете"),
        ("Уходи", "p", "ru", "Уходите"),
        ("хотел|хотела|хотело", "p", "ru", "хотели"),
        ("was", "p", "en", "were"),
        ("was", "n", "en", "was"),
        ("hears", "p", "en", "hear"),
        ("his|her|its", "p", "en", "their"),
        ("I", "p", "en", "we"),
    ],
)
def test_words_agree_with_one_with_several_and_with_a_thing(
    options: str, gender: str, language: str, says: str
) -> None:
    assert agreed(options.split("|"), gender, language) == says


@pytest.mark.parametrize(
    ("told", "forms", "gender"),
    [
        ("Жили-были две сестры и пекли хлеб.", "сёстры сестёр сёстрам сестёр сёстрами", "p"),
        ("В подполе старого дома жила маленькая мышь.", "мышь мыши мыши мышь мышью", "f"),
        ("Жило-было чудовище, которое хотело петь.", "чудовище чудовища чудовищу чудовище чудовищем", "n"),
        ("Жил-был кот по кличке Уголёк.", "Уголёк Уголька Угольку Уголька Угольком", "m"),
        ("Жила в городе женщина по имени Рахиль.", "Рахиль Рахили Рахили Рахиль Рахилью", "f"),
        ("Царевна Несмеяна никогда не спала.", "Несмеяна Несмеяны Несмеяне Несмеяну Несмеяной", "f"),
        ("Росло у дороги дерево и мечтало ходить.", "дерево дерева дереву дерево деревом", "n"),
        ("Ночью выпал снег.", "", ""),
        ("There were once three brothers.", "the three brothers|the three brothers'", "p"),
        ("In a village lived a miller and his wife.", "the miller and his wife|the miller and his wife's", "p"),
        ("Once there was a young woman called Grace.", "Grace|Grace's", "f"),
        ("Once there was a robot that wanted to dance.", "the robot|the robot's", "n"),
        ("There lived a goose who was proud of her feathers.", "the goose|the goose's", "f"),
        ("Mrs Brown kept a shop.", "Mrs Brown|Mrs Brown's", "f"),
        ("Old Martin had a boat with a hole in it.", "Martin|Martin's", "m"),
        ("One night it snowed.", "", ""),
    ],
)
def test_the_hero_whom_a_person_brings_in(told: str, forms: str, gender: str) -> None:
    found = hero_in([told], "en" if told.isascii() else "ru")
    if not forms:
        assert found is None
    else:
        assert found is not None and (found.forms, found.gender) == (
            tuple(forms.split("|" if told.isascii() else " ")),
            gender,
        )


def test_a_pair_is_declined_word_by_word() -> None:
    found = hero_in(["Рыбак и его дочь жили на острове."], "ru")
    assert found is not None and found.gender == "p"
    assert found.forms[1:3] == ("рыбака и его дочери", "рыбаку и его дочери")


@pytest.mark.parametrize(
    ("told", "said", "not_said"),
    [
        ("Жили-были две сестры.", "сёстр", "сестра"),
        ("Once upon a time there lived two sisters.", "the two sisters", "the two sisters was"),
    ],
)
def test_a_tale_of_several_goes_on_about_all_of_them(told: str, said: str, not_said: str) -> None:
    language = "en" if told.isascii() else "ru"
    laid = (Laid("sister", 1, "lay", 0, 1),)
    lines = [tells(view_of("sword gift tower", (told, WISH[language]), laid), language, seed) for seed in range(4)]
    assert sum(said in line.lower() or "сестёр" in line.lower() for line in lines) >= 3, lines
    assert not [line for line in lines if not_said in line.lower()]


def test_three_wolves_stay_several() -> None:
    wolf = texts_for("ru").cards["wolf"].forms
    assert are_several("Из леса вышли три волка.", wolf, "ru")[0] == "волки"
    assert are_several("Из леса вышел волк.", wolf, "ru") == ()
    assert are_several("Two wolves came out.", texts_for("en").cards["wolf"].forms, "en") == (
        "the wolves",
        "the wolves'",
    )


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_sentence_can_be_said_of_several(language: str) -> None:
    """No "братья пошёл": what goes with the hero has a plural."""
    texts = texts_for(language)
    for place, line in texts.lines():
        for hero in (Person(("Они",) * len(texts.cases), "p"), Person(("Оно",) * len(texts.cases), "n")):
            roles = {role: Person(("X",) * len(texts.cases), "p") for role in ("foe", "friend", "beloved")}
            words = {"who": "X", "card": "X", "at": "X", "to": "X", "from": "X", "wish": "X"}
            scene = Scene(hero, texts.cases, texts.pronouns, roles, words=words, language=language)
            told = render(line.say, scene)
            assert told and not set("{}[]|") & set(told), place


@pytest.mark.parametrize("language", ["ru", "en", "de"])
def test_plain_sentences_never_end_and_none_comes_twice(language: str) -> None:
    deck = load_deck("en" if language == "de" else language)
    told = [HERO.get(language, "Es war einmal.")]
    said = list(islice(plain_sentences(told, ["sword", "king"], language, deck), 60))
    assert len(set(said)) == 60


HERO = {"ru": "Жила-была Маша.", "en": "Once there was a girl called Molly."}


@pytest.mark.parametrize(
    ("sentence", "at_once"),
    [("Егору предстояло путешествие.", False), ("Прохор схватил вора за руку.", True), ("Было тихо.", False)],
)
def test_aspect_tells_what_is_done_at_once(sentence: str, at_once: bool) -> None:
    assert is_done_at_once(sentence) is at_once


def test_a_pronoun_goes_on_about_the_hero_where_nobody_else_is_meant() -> None:
    texts = texts_for("en")
    hero = Person(("Nell", "Nell's"), "f")
    scene = Scene(hero, texts.cases, texts.pronouns, language="en")
    assert goes_on(["Nell found a ring."], scene, texts)
    assert not goes_on(["Nell saw the witch."], scene, texts), "she may be the witch"
    assert not goes_on(["The wolf saw Nell."], scene, texts)
    line = next(line for line in texts.cards["ring"].tell if "{h} found a ring" in line.say)
    assert (render(with_pronoun(line, texts).say, scene) or "").startswith("She found a ring")
