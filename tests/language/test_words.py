"""Sentences and words: what every part of the product that reads a tale relies on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import sentences, tokens


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "The fox slept. The hen did not.", ["The fox slept.", "The hen did not."]),
        (
            "en",
            '"Who is there?" asked the hen. "Me!" She fled.',
            ['"Who is there?" asked the hen.', '"Me!"', "She fled."],
        ),
        ("en", "Mr. Fox met Dr. Hen. They bowed.", ["Mr. Fox met Dr. Hen.", "They bowed."]),
        ("en", "He waited... and waited. Then rain!", ["He waited... and waited.", "Then rain!"]),
        ("en", "One line\nAnother line", ["One line", "Another line"]),
        ("en", "No end", ["No end"]),
        ("en", " \n ", []),
        ("ru", "Лиса спала. Курица — нет.", ["Лиса спала.", "Курица — нет."]),
        ("ru", "«Кто там?» — спросила курица. Тишина.", ["«Кто там?» — спросила курица.", "Тишина."]),
        ("ru", "Строка\n\nДругая", ["Строка", "Другая"]),
        ("ru", "", []),
        ("zh", "狐狸睡了。母鸡没有！", ["狐狸睡了。", "母鸡没有！"]),
        ("es", "El zorro dormía. ¿Y la gallina?", ["El zorro dormía.", "¿Y la gallina?"]),
    ],
)
def test_text_falls_into_sentences(language: str, text: str, found: list[str]) -> None:
    assert sentences(text, language) == found


# (sentence, word, its likeliest base form there)
ENGLISH = [
    ("She losed her way.", "losed", "lose"),
    ("There are many sheeps.", "sheeps", "sheep"),
    ("She saw the wolves.", "saw", "see"),
    ("He sharpened the saw.", "saw", "saw"),
    ("The sun rose.", "rose", "rise"),
    ("He picked a rose.", "rose", "rose"),
    ("They wound the clock.", "wound", "wind"),
    ("The wound bled.", "wound", "wound"),
    ("She left at noon.", "left", "leave"),
    ("They found a purse.", "found", "find"),
    ("He felt cold.", "felt", "feel"),
    ("The bell rang.", "rang", "ring"),
    ("She wore a ring.", "ring", "ring"),
    ("The knight slew it.", "slew", "slay"),
    ("The thieves ran.", "thieves", "thief"),
    ("The knives shone.", "knives", "knife"),
    ("Three mice sang.", "mice", "mouse"),
    ("Her children slept.", "children", "child"),
    ("The bravest won.", "bravest", "brave"),
    ("It was a grey day.", "grey", "gray"),
    ("It was a gray day.", "gray", "gray"),
    ("The jewellery shone.", "jewellery", "jewelry"),
    ("What a fine colour!", "colour", "color"),
    ("The king's cloak.", "king", "king"),
    ("They couldn't see.", "n't", "not"),
    ("The well was dry.", "well", "well"),
]

RUSSIAN = [
    ("На левом плече сидел сокол.", "левом", "левый"),
    ("Они стали громче.", "стали", "стать"),
    ("Меч был из стали.", "стали", "сталь"),
    ("Они решили вести коня.", "вести", "вести"),
    ("Он взял мою шапку.", "мою", "мой"),
    ("Горе пришло.", "Горе", "горе"),
    ("Дом стоял на горе.", "горе", "гора"),
    ("Девочка села у окна.", "села", "сесть"),
    ("Он не видел села.", "села", "село"),
    ("Пришли три брата.", "три", "три"),
    ("Жил Королёв один.", "Королёв", "королев"),
    ("Ребёнок уснул.", "Ребёнок", "ребенок"),
    ("Чёрный конь.", "Чёрный", "черный"),
    ("Мой дом.", "Мой", "мой"),
]


@pytest.mark.parametrize(("sentence", "word", "lemma"), ENGLISH)
def test_english_word_has_its_base_form_there(sentence: str, word: str, lemma: str) -> None:
    assert {one.text: one.lemmas[0] for one in tokens(sentence, "en")}[word] == lemma


@pytest.mark.parametrize(("sentence", "word", "lemma"), RUSSIAN)
def test_russian_word_has_its_base_form_there(sentence: str, word: str, lemma: str) -> None:
    assert {one.text: one.lemmas[0] for one in tokens(sentence, "ru")}[word] == lemma


@pytest.mark.parametrize(
    ("word", "has", "has_not"),
    [
        ("Иван-царевич", {"царевич"}, {"иван"}),
        ("жар-птицу", {"жар-птица", "птица"}, set()),
        ("бабой-ягой", {"баба-яга"}, set()),
        ("Мамин-Сибиряк", set(), {"мама", "сибиряк"}),
    ],
)
def test_hyphenated_word_counts_by_its_parts(word: str, has: set[str], has_not: set[str]) -> None:
    lemmas = set(tokens(f"Тут был {word}.", "ru")[2].lemmas)
    assert has <= lemmas
    assert not has_not & lemmas


def test_other_language_has_base_forms_or_plain_words() -> None:
    assert "lobo" in tokens("Los lobos", "es")[1].lemmas
    assert [one.lemmas for one in tokens("Qapla' WIJ jup", "tlh")] == [("qapla",), ("wij",), ("jup",)]


@pytest.mark.parametrize("language", ["en", "ru", "es", "xx"])
@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=120))
def test_tokens_lie_where_they_say(language: str, text: str) -> None:
    found = tokens(text, language)
    assert all(text[one.start : one.end] == one.text and one.lemmas for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    pieces = sentences(text, language)
    assert all(piece == piece.strip() != "" for piece in pieces)


@pytest.mark.parametrize("language", ["en", "ru", "xx"])
@pytest.mark.parametrize("text", ["a" * 100_000, "." * 100_000, "\n " * 50_000, "а-" * 50_000, "'" * 100_000])
def test_very_long_text_is_read(language: str, text: str) -> None:
    assert "".join(sentences(text, language)).strip() == "".join(text.split()) or "\n" in text
    assert all(text[one.start : one.end] == one.text for one in tokens(text, language))
