"""Answers that people write their own way: numbers, days, names and units of every make."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.answers import AnswerCheck, check


def checked(question: str, reference: str, given: str, **more: Any) -> AnswerCheck:
    language = "ru" if re.search("[а-яё]", (question + reference).lower()) else "en"
    return check(question, given, language=language, reference=reference, **more)


def assert_decided(question: str, reference: str, right: list[str], wrong: list[str]) -> None:
    for given in right + wrong:
        found = checked(question, reference, given)
        assert found.correct is (given in right), (given, found)


@pytest.mark.parametrize(
    ("question", "reference", "right", "wrong"),
    [
        ("Сколько дней?", "365", ["тристо шестьдесят пять", "триста шестьдесятпять"], ["тристо шестьдесят шесть"]),
        ("Сколько лап?", "Шесть", ["шест", "шэсть"], ["шесток", "пять"]),
        ("Сколько клеток?", "81", ["9 x 9", "9 на 9"], ["9 x 8"]),
        ("Сколько лет?", "100", ["век", "сотня", "сто (100)"], ["год", "десяток"]),
        ("How many cubes?", "1500", ["fifteen hundred", "1.5k", "1,5 thousand"], ["15k"]),
        ("What share?", "three quarters", ["75%", "0.75"], ["25%"]),
        ("When does it begin?", "17:00", ["5 pm", "five o'clock"], ["5 am", "7 pm"]),
        ("How tall is it?", "1200 m", ["1.2 km", "1200"], ["1200 feet"]),
        ("How fast?", "90 km/h", ["90 kph", "90", "90 km an hour"], ["90 mph"]),
        ("How many days?", "366", ["366 days"], ["366 hours", "366%"]),
        ("How hot, in Celsius?", "100 degrees", ["100", "100 °C"], ["100 °F", "100 Fahrenheit"]),
    ],
)
def test_a_number_may_be_told_in_any_way_that_comes_to_it(
    question: str, reference: str, right: list[str], wrong: list[str]
) -> None:
    assert_decided(question, reference, right, wrong)


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        ("14 July 1789", ["14/7/1789", "7/14/1789", "1789-07-14", "14.7.1789", "July 14th, 1789"], ["15/7/1789"]),
        ("31 December", ["31/12", "12/31", "31.12"], ["30/12"]),
        ("44 BC", ["44 B.C.E.", "15 March 44 BC", "44 before Christ"], ["43 BC"]),
        ("1 мая", ["1.5", "1/05", "1-5"], ["1.6", "5.1"]),
    ],
)
def test_a_day_may_be_written_as_anywhere_in_the_world(reference: str, right: list[str], wrong: list[str]) -> None:
    assert_decided("When was it?", reference, right, wrong)


@pytest.mark.parametrize(
    ("question", "reference", "right", "wrong"),
    [
        ("Какая страна?", "Франция", ["французы", "французская"], ["испанцы"]),
        ("Which mayor?", "Robert L. Quimby", ["Quimby", "quimby r l", "Rob. Quimby"], ["Robert", "Mary Quimby"]),
        ("Что это?", "Памятник купцу «Старый якорь»", ["старый якорь"], ["якорь", "купец"]),
        ("Which book?", "“Lantern Island”", ["lantern island"], ["Lantern"]),
        ("Which language?", "German", ["Deutsch"], ["Germany", "Dutch"]),
        ("Who was she?", "Queen of Spain", ["the Spanish queen"], ["queen of France"]),
        ("Who built it?", "Johannes Schmidt", ["Johann Schmidt", "printer Schmidt"], ["Peter Schmidt"]),
        ("Кто она?", "Анна Сергеевна", ["Анна Сергеевна"], ["Сергеевна"]),
        (
            "Кто спас кота?",
            "В. М. Лоскутников",
            ["Ласкутников", "плотник Лоскутников"],
            ["сын Лоскутникова", "Василий"],
        ),
        ("Who made the speech?", "Martin Luther King", ["King", "martin luter king"], ["Martin Luther"]),
        ("Что?", "Великая Китайская стена", ["Вел. Кит. стена"], ["Вел. Яп. стена"]),
        ("Какой витамин?", "Витамин D", ["витамин д", "Д"], ["витамин б"]),
        ("Formula?", "H2O", ["н2о", "H₂O", "h20"], ["HO2"]),
        ("Первая буква?", "альфа", ["α"], ["β"]),
        ("Who leads it?", "The British Prime Minister", ["the prime minister of Britain"], ["the French president"]),
        ("What is her name?", "Elizabeth", ["Elisabeth"], ["Frances"]),
        ("Which island?", "The island of Saint Helena", ["St Helena"], ["Saint Lucia"]),
        ("How long is it?", "42.195 km", ["42 km", "42.2 km"], ["41 km", "43 km"]),
        ("When was it?", "15 April 1912", ["April 1912", "1912"], ["1911", "May 1912", "April"]),
        ("On what day was it?", "15 April 1912", ["15.04.1912"], ["1912"]),
        ("When was the fire?", "September 1666", ["2 September 1666"], ["September 1667"]),
        ("Who painted it?", "Rembrandt van Rijn", ["Rembrant"], ["Reinhardt"]),
        ("What was Iran called before?", "Persia", ["persia"], ["Iran"]),
    ],
)
def test_names_are_known_in_the_forms_of_other_peoples_and_pens(
    question: str, reference: str, right: list[str], wrong: list[str]
) -> None:
    assert_decided(question, reference, right, wrong)


def test_the_small_thing_is_the_thing_unless_it_is_another() -> None:
    for reference, given in (("игла", "иголка"), ("репка", "репа"), ("ёлка", "ёлочка"), ("сердце", "сердечком")):
        assert checked("Что?", reference, given).correct, given
    for reference, given in (("рука", "ручка"), ("вода", "водка"), ("крыша", "крышка"), ("пол", "полка")):
        assert not checked("Что?", reference, given).correct, given


def test_a_slip_in_another_form_of_the_word_is_a_slip() -> None:
    for reference, given in (("теннис", "тенисом"), ("виолончель", "веолончелью"), ("Archaeology", "arkeology")):
        assert checked("", reference, given).verdict == "typo", given


def test_what_goes_on_behind_a_comma_is_no_detail() -> None:
    question, reference = "Кто такой стекольщик?", "Человек, который вставляет стёкла"
    for given in ("вставляет стекла", "тот, кто вставляет стёкла", "человек, который вставляет стёкла"):
        assert checked(question, reference, given).correct, given
    assert not checked(question, reference, "человек").correct


def test_letters_of_another_alphabet_that_look_alike_are_read_as_meant() -> None:
    assert checked("Кто?", "сова", "\x63ова").correct  # a Latin c
    assert checked("Who?", "cat", "\u0441at").correct


def test_every_word_counts_that_an_abbreviation_stands_for() -> None:
    question, reference = "What does ABC stand for?", "Atlantic Basket Company"
    assert checked(question, reference, "atlantic basket company").correct
    assert not checked(question, reference, "basket company").correct
    assert not checked(question, reference, "Atlantic Basket Club").correct


def test_half_of_what_a_word_means_is_half_an_answer() -> None:
    assert not checked("Как переводится это слово?", "синий камень", "камень").correct


def test_what_the_question_says_may_be_said_again() -> None:
    assert checked("What is H2O called?", "Water", "H2O is water").correct
    assert not checked("Which is longer, 3 or 5?", "5", "3").correct
