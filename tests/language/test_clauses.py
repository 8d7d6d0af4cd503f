"""Who does what to whom: the clauses of told sentences."""

from __future__ import annotations

import pytest

from companion.language.clauses import Clause, Noun, clauses


def short(noun: Noun | None) -> str:
    return "" if noun is None else noun.lemma


def rows(sentence: str, language: str) -> list[tuple[str, str, str]]:
    return [(short(one.subject), one.verb, short(one.object)) for one in clauses(sentence, language)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The witch turned the prince into a frog.", [("witch", "turn", "prince")]),
        ("He was killed by the wolf.", [("wolf", "kill", "he")]),
        ("The girl was locked in a high tower.", [("", "lock", "girl")]),
        ("She took the key and ran away.", [("she", "take", "key"), ("she", "run", "")]),
        ("“Wait,” said the fox.", [("fox", "say", "")]),
        ("Long ago there lived a king who was very brave.", [("king", "live", ""), ("king", "be", "")]),
        ("He gave his sister the ring.", [("he", "give", "ring")]),
        ("The king's daughter married the miller's son.", [("daughter", "marry", "son")]),
        ("The cousins' son poured the tea.", [("son", "pour", "tea")]),
        ("Hodge the potter broke the seal.", [("hodge", "break", "seal")]),
        ("Ida, the elder, dried the glasses.", [("ida", "dry", "glass")]),
        ("In came Osric with a tureen of soup.", [("osric", "come", "")]),
        ("On the bank stood a horse.", [("horse", "stand", "")]),
        ("The carter trotted down the north road.", [("carter", "trot", "")]),
        ("The army of the king slept.", [("army", "sleep", "")]),
        ("The flood that week carried the bridge away.", [("flood", "carry", "bridge")]),
        ("They buried him that Sunday.", [("they", "bury", "him")]),
        ("She baked a plum cake.", [("she", "bake", "cake")]),
        ("She heard the wolf howl.", [("she", "hear", "wolf"), ("wolf", "howl", "")]),
        ("Osric came running up behind her.", [("osric", "come", ""), ("osric", "run", "")]),
    ],
)  # fmt: skip
def test_english(sentence: str, expected: list[tuple[str, str, str]]) -> None:
    assert rows(sentence, "en") == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ведьма превратила принца в лягушку.", [("ведьма", "превратить", "принц")]),
        ("Девушку заперли в высокой башне.", [("", "запереть", "девушка")]),
        ("Меч сломался, и кузнец починил его.", [("меч", "сломаться", ""), ("кузнец", "починить", "его")]),
        ("Ваня отдал меч кузнецу.", [("ваня", "отдать", "меч")]),
        ("Кольцо упало в колодец и утонуло.", [("кольцо", "упасть", ""), ("кольцо", "утонуть", "")]),
        ("Жила-была бедная вдова.", [("вдова", "жить-быть", "")]),
        ("Король был слеп на оба глаза.", [("король", "быть", "")]),
    ],
)
def test_russian(sentence: str, expected: list[tuple[str, str, str]]) -> None:
    assert rows(sentence, "ru") == expected


def marks(clause: Clause) -> set[str]:
    return {mark for mark in ("negated", "unreal", "spoken", "earlier") if getattr(clause, mark)}


@pytest.mark.parametrize(
    ("language", "sentence", "verb", "expected"),
    [
        ("en", "The smith could not mend it.", "mend", {"negated"}),
        ("en", "The girl wanted to kill the wolf.", "kill", {"unreal"}),
        ("en", "If the king came, he would forgive them.", "come", {"unreal"}),
        ("en", "“The king died,” said the fox.", "die", {"spoken"}),
        ("ru", "Кузнец не смог починить меч.", "починить", {"negated"}),
        ("ru", "Девочка хотела убить волка.", "убить", {"unreal"}),
        ("ru", "Если бы король приехал, он бы их простил.", "простить", {"unreal"}),
        ("ru", "«Король умер», — сказала лиса.", "умереть", {"spoken"}),
    ],
)
def test_what_did_not_happen_is_marked(language: str, sentence: str, verb: str, expected: set[str]) -> None:
    clause = next(one for one in clauses(sentence, language) if one.verb == verb)
    assert marks(clause) == expected


def test_places_are_those_of_the_words() -> None:
    text = "Старый король умер. Его дочь плакала."
    for clause in clauses(text, "ru"):
        assert text[clause.start : clause.end] in ("умер", "плакала")
        assert clause.subject is not None
        assert text[clause.subject.start : clause.subject.end] in ("король", "дочь")


def test_a_language_that_is_not_read_has_no_clauses() -> None:
    assert clauses("Le roi est mort.", "fr") == []
