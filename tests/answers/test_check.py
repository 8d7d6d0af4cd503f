"""What a host is told of a team's answer: right, a slip, another name, a question, or wrong, and why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.answers import AnswerCheck, check


def checked(reference: str, given: str, question: str = "", **more: Any) -> AnswerCheck:
    language = "ru" if re.search("[а-яё]", (question + reference + given).lower()) else "en"
    return check(question, given, language=language, reference=reference, **more)


RIGHT = [
    ("«Чайка»", "чайка", ""),
    ("Ёжик", "ежик!", ""),
    ("The Moon", "moon", ""),
    ("to swim", "swimming", ""),
    ("U.N.", "the UN", ""),
    ("7", "семь", "Сколько?"),
    ("XIX век", "в девятнадцатом", "В каком веке?"),
    ("1815", "eighteen fifteen", "When?"),
    ("the 1930s", "the thirties", "When?"),
    ("1,5 млн", "1 500 000", "Сколько?"),
    ("2.5", "two and a half", "How many?"),
    ("-40", "минус сорок", "Сколько?"),
    ("5 км", "пять километров", "Сколько?"),
    ("8 марта", "08.03", "Когда?"),
    ("March 8th", "8 March", "When?"),
    ("Louis XIV", "Louis the Fourteenth", "Which king?"),
    ("лодка", "на лодке", "На чём?"),
    ("вязать", "вязание", "Что она делает?"),
    ("щука и рак", "рак и щука", "Кто?"),
    ("зонтик", "это же зонтик", ""),
    ("Kyoto", "I think it is Kyoto", ""),
    ("поп-музыка", "попмузыка", ""),
    ("thumb nail", "thumbnail", ""),
]
SLIPS = [
    ("велосипед", "велосепед"),
    ("Хризантема", "хризонтема"),
    ("rhythm", "rythm"),
    ("Mediterranean", "Mediteranean"),
    ("necessary", "neccesary"),
    ("Джакарта", "Джакатра"),
]
OTHER_NAMES = [
    ("Соединённое Королевство", "Британия", ""),
    ("USA", "the United States", ""),
    ("США", "USA", ""),
    ("Fe", "iron", ""),
    ("водород", "H", ""),
    ("hippopotamus", "hippo", ""),
    ("Всемирный фонд дикой природы", "ВФДП", ""),
]


@pytest.mark.parametrize(("reference", "given", "question"), RIGHT)
def test_the_same_in_other_clothes_is_right(reference: str, given: str, question: str) -> None:
    found = checked(reference, given, question)
    assert (found.correct, found.verdict) == (True, "right"), found


@pytest.mark.parametrize(("reference", "given"), SLIPS)
def test_a_slip_is_told_as_a_slip(reference: str, given: str) -> None:
    found = checked(reference, given)
    assert (found.correct, found.verdict, found.why_code) == (True, "typo", "typo"), found


@pytest.mark.parametrize(("reference", "given", "question"), OTHER_NAMES)
def test_other_names_are_told_as_such(reference: str, given: str, question: str) -> None:
    found = checked(reference, given, question)
    assert (found.correct, found.verdict) == (True, "other-name"), found


@pytest.mark.parametrize(
    ("reference", "given"),
    [
        ("Иран", "Ирак"),
        ("Австрия", "Австралия"),
        ("Slovenia", "Slovakia"),
        ("Niger", "Nigeria"),
        ("кот", "код"),
        ("пекарь", "лекарь"),
        ("desert", "dessert"),
        ("baker", "banker"),
        ("1812", "1813"),
        ("Пётр I", "Пётр III"),
        ("Пётр I", "Пётр"),
        ("George V", "George VI"),
        ("50", "15"),
        ("-10", "10"),
        ("3:1", "1:3"),
        ("3/4", "4/3"),
        ("5 км", "5 миль"),
        ("Na", "N"),
        ("юг", "север"),
        ("to heat the room", "to cool the room"),
        ("иглу", "игла"),
        ("January", "June"),
    ],
)
def test_another_known_word_name_or_number_is_no_slip(reference: str, given: str) -> None:
    found = checked(reference, given)
    assert not found.correct, found
    assert found.score < 0.5


def test_a_surname_is_enough_where_a_person_is_asked_for() -> None:
    for given in ("Гоголь", "Н. В. Гоголь", "Гоголь Николай", "Nikolai Gogol"):
        assert checked("Николай Васильевич Гоголь", given, "Кто написал «Нос»?").correct, given
    assert checked("Jane Austen", "Austen", "Who wrote it?").why_code == "surname"
    for given in ("Николай", "Николай Васильевич", "А. П. Гоголь"):
        assert not checked("Николай Васильевич Гоголь", given, "Кто написал «Нос»?").correct, given
    assert not checked("Charlotte Brontë", "Emily Brontë", "Who wrote it?").correct
    assert not checked("New Zealand", "Zealand", "Which country?").correct


def test_the_question_need_not_be_repeated() -> None:
    assert checked("озеро Виктория", "Виктория", "Какое озеро?").correct
    assert checked("Lake Victoria", "Victoria", "Which lake?").correct
    assert not checked("Lake Victoria", "a lake", "Which lake?").correct
    assert checked("Lisbon, Portugal", "Lisbon", "Which city?").correct


def test_half_of_a_pair_is_refused_and_the_pair_in_any_order_is_not() -> None:
    question = "Which two cities?"
    assert checked("Minsk and Riga", "Riga, Minsk", question).correct
    assert checked("Minsk and Riga", "Riga", question).why_code == "half"
    assert not checked("Minsk and Riga", "Riga and Oslo", question).correct


def test_two_answers_at_once_and_answers_taken_back_are_refused() -> None:
    assert checked("Лиссабон", "Лиссабон или Мадрид").why_code == "two_answers"
    assert checked("Lisbon", "Lisbon / Madrid").why_code == "two_answers"
    assert checked("Lisbon", "not Lisbon").why_code == "negated"
    assert not checked("Лиссабон", "не Лиссабон, а Мадрид").correct
    assert checked("Мадрид", "не Лиссабон, а Мадрид").correct
    assert not checked("он успел", "он не успел").correct


def test_what_authors_write_around_an_answer() -> None:
    for given in ("frost", "hoarfrost", "hoar frost"):
        assert checked("frost / hoarfrost", given).correct, given
    for given in ("шлем", "каска"):
        assert checked("шлем (зачёт: каска). Незачёт: шляпа", given).correct, given
    assert checked("шлем. Зачёт: каска. Незачёт: шляпа", "шляпа").why_code == "rejected"
    assert checked("губная гармошка (гармоника)", "гармоника").correct
    assert checked("кот(ы)", "коты").correct
    assert checked("около 300 (зачёт: от 250 до 350)", "340", "Сколько?").why_code == "in_range"
    assert not checked("от 250 до 350", "400", "Сколько?").correct


def test_lists_of_the_author_are_obeyed_and_reject_wins() -> None:
    assert checked("broom", "besom", accept=["besom"]).verdict == "right"
    assert checked("broom", "a besom", accept=["besom"], reject=["besom"]).why_code == "rejected"
    assert checked("Austria", "Austria", reject=["Australia"]).correct
    assert not checked("Buratino", "Pinochio", reject=["Pinocchio"]).correct


def test_nothing_is_no_answer() -> None:
    for given in ("", "  ", "?!", "—"):
        assert checked("frost", given) == AnswerCheck(False, 0.0, "wrong", "empty")


def test_reasons_are_sentences_in_both_languages() -> None:
    found = checked("велосипед", "Велосепед")
    assert found.why("ru") == "Похоже на описку: «велосепед» вместо «велосипед»."
    assert found.why("en") == "It looks like a slip: “велосепед” for “велосипед”."


@pytest.mark.parametrize("given", ["(" * 400, "1" * 450, "и " * 200, "\ud800", "½ ² ٣", "не", "or / or", "−"])
def test_whatever_is_typed_is_answered_with_every_hole_of_the_reason_filled(given: str) -> None:
    for reference in ("дом", "(", "A.B.", "1/2", "или", "«»", "зачёт:"):
        found = check("?", given, language="ru", reference=reference)
        assert 0 <= found.score <= 1
        assert not re.search(r"\{[a-z]+\}", found.why("ru"))


@pytest.mark.parametrize(("reference", "refused"), [("are", "is"), ("книги", "книг"), ("teeth", "tooth")])
def test_another_form_that_is_refused_does_not_take_the_right_one_along(reference: str, refused: str) -> None:
    assert checked(reference, reference, reject=(refused,)).correct
    assert not checked(reference, refused, reject=(refused,)).correct


@pytest.mark.parametrize(
    ("reference", "given", "question", "right"),
    [
        ("Egypt", "the queen of Egypt", "", True),
        ("Queen of Egypt", "Egypt", "Who was she?", False),
        ("праздник весны", "весна", "Что это?", False),
        ("город Минск", "Минск", "Что это?", True),
        ("Новая лодка", "лодка", "Что он просил?", True),
        ("рыбку из пруда", "рыбку", "Закончите пословицу", False),
        ("рыбку из пруда", "не вытащишь и рыбку из пруда", "Закончите: «Без труда не вытащишь и …»", True),
        ("two in the bush", "worth two in the bush", "Finish: “A bird in the hand is worth …”", True),
        ("Canada and the USA", "USA / Canada", "Which two?", True),
        ("Leonardo da Vinci", "Leonardo DiCaprio", "Who painted it?", False),
        ("гидрофобия", "агрофобия", "Чего он боится?", False),
        ("теннис", "тенис", "", True),
        ("четыре", "четрые", "Сколько?", True),
        ("9 мая", "9.05", "Когда?", True),
        ("9 мая", "9 мая 1945", "Когда?", True),
        ("War and Peace", "War and Piece", "", True),
        ("сублимация", "десублимация", "", False),
        ("Ада Кинг (1815–1852)", "1830", "Кто?", False),
        ("Charlotte Brontë", "Ch. Brontë", "Who?", True),
        ("Лесков Н. С.", "Николай", "Кто?", False),
        ("Белфаст", "верфь «Норд и сын» в Белфасте", "", True),
    ],
)
def test_what_hosts_see_every_evening(reference: str, given: str, question: str, right: bool) -> None:
    found = checked(reference, given, question)
    assert found.correct is right, found
