"""The rulebook's examples of mentions (pages 3 to 8), told in words of our own: each is answered as it says there."""

from __future__ import annotations

import pytest

from companion.matching import Mention, matcher_for


def heard(language: str, sentence: str, context: str = "") -> dict[str, Mention]:
    """The flags by card."""
    found = matcher_for(language).mentions(sentence, context=context)
    return {one.card: one for one in found if one.score >= 0.5 and one.answer != "ask"}


@pytest.mark.parametrize(
    ("language", "sentence", "cards"),
    [
        ("en", "Then he lay down to sleep under a mighty oak, deep in the thicket of the wood.", {"forest"}),
        ("ru", "Тогда он прилёг и заснул под могучим дубом в самой чаще леса.", {"forest"}),
        ("en", "One day the king fell in love with a woodcutter's daughter.", {"king", "love"}),
        ("ru", "Как-то раз король полюбил дочку дровосека.", {"king", "love"}),
        ("en", "They married, and within a year she bore the king a little boy.", {"wedding", "child", "prince"}),
        ("ru", "Они поженились, и через год она родила королю мальчика.", {"wedding", "child", "prince"}),
        (
            "en",
            "In a far-off land, upon a very high mountain, in a palace that nobody could enter, lived a wicked king.",
            {"mountain", "palace", "king"},
        ),
        (
            "ru",
            "В далёком царстве на высоченной горе, в неприступном дворце, жил злой король.",
            {"mountain", "palace", "king"},
        ),
    ],
)
def test_what_is_said_in_other_words_is_said(language: str, sentence: str, cards: set[str]) -> None:
    assert cards <= set(heard(language, sentence))


@pytest.mark.parametrize(
    ("language", "sentence", "cards"),
    [
        ("en", "One day the king fell in love with a woodcutter's daughter.", {"king", "love"}),
        ("ru", "Как-то раз король полюбил дочку дровосека.", {"king", "love"}),
        (
            "en",
            "On a very high mountain, in a palace that nobody could enter, lived a wicked king.",
            {"palace", "king"},
        ),
        ("ru", "На высоченной горе, в неприступном дворце, жил злой король.", {"palace", "king"}),
    ],
)
def test_what_the_narrator_lays_a_card_for_has_weight(language: str, sentence: str, cards: set[str]) -> None:
    flags = heard(language, sentence)
    assert [card for card in sorted(cards) if flags[card].passing] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "So he creeps through the cave, and suddenly he hears a long, drawn-out sound."),
        ("ru", "И вот он крадётся по пещере и вдруг слышит долгий протяжный звук."),
    ],
)
def test_what_is_only_likely_to_come_is_not_said(language: str, sentence: str) -> None:
    flags = heard(language, sentence)
    assert "cave" in flags
    assert not {"monster", "dragon", "giant", "wolf"} & set(flags)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "On his way were many villages, where he saw horses, stepmothers, frogs, giants and wolves."),
        ("ru", "По дороге было много деревень, где он видел лошадей, мачех, лягушек, великанов и волков."),
    ],
)
def test_what_is_only_listed_may_be_claimed_but_not_laid(language: str, sentence: str) -> None:
    flags = heard(language, sentence)
    listed = {"horse", "stepmother", "frog", "giant", "wolf"}
    assert listed <= set(flags)
    assert [card for card in sorted(listed) if not flags[card].passing] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "And when they felled the enchanted tree, they saw that there was a ring inside it."),
        ("ru", "А когда они свалили заколдованное дерево, внутри него оказалось кольцо."),
    ],
)
def test_the_last_card_before_the_ending_has_weight(language: str, sentence: str) -> None:
    flags = heard(language, sentence)
    assert {"tree", "ring"} <= set(flags)
    assert not flags["ring"].passing
