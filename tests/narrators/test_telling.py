"""What a person sees a scripted narrator do: begin, go on with the others' hero, lay what was told, come to an end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.errors import BadInput
from companion.matching import matcher_for
from companion.narrators import Moment, player_for
from companion.narrators.scripted.texts import texts_for
from companion.rules import tale
from companion.rules.tale.actions import Discard, LayCard, PlayEnding, Tell
from companion.rules.tale.state import Laid, Phase, Sentence, TaleView
from tests.narrators.table import DECK, new_state

LANGUAGES = ("ru", "en")
WISH = {
    language: f"{words} {next(iter(texts_for(language).wishes.values()), '')}."
    for language, words in (("ru", "Больше всего на свете хотелось одного:"), ("en", "There was but one wish:"))
}
"""Says what the hero of a tale wants, so that the next sentence is about a card."""


def view_of(
    hand: str = "", told: tuple[str, ...] = (), laid: tuple[Laid, ...] = (), *, turn_start: int | None = None,
    ending: str = "word-kept", by: int = 1,
) -> TaleView:  # fmt: skip
    """Seat 0 is the narrator of a turn that begins now, after what seat `by` has told."""
    view = tale.view(new_state("ru"), 0)
    return replace(
        view, narrator=0, phase=Phase.TELLING, hand=tuple(hand.split()), endings=(ending,), laid=laid,
        sentences=tuple(Sentence(by, text) for text in told), turn_laid=len(laid),
        turn_start=len(told) if turn_start is None else turn_start,
    )  # fmt: skip


def act(view: TaleView, language: str = "ru", seed: int = 5) -> object:
    return player_for("scripted", seat=view.seat or 0).act(
        Moment(view, language, DECK, matcher_for(language, DECK), seed)
    )


def tells(view: TaleView, language: str = "ru", seed: int = 5) -> str:
    action = act(view, language, seed)
    assert isinstance(action, Tell), action
    return action.text


def test_an_unknown_kind_of_player_is_refused() -> None:
    with pytest.raises(BadInput, match=r"'oracle'.*'scripted'"):
        player_for("oracle", seat=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tale_opens_with_a_hero_and_no_card(language: str) -> None:
    openings = {tells(view_of("king sword forest"), language, seed) for seed in range(30)}
    assert len(openings) > 15
    flags = [said for opening in openings for said in matcher_for(language).mentions(opening) if said.score >= 0.5]
    assert not flags


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_moment_gets_the_same_answer(language: str) -> None:
    view = view_of("king sword forest")
    assert act(view, language) == act(view, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_next_sentence_names_one_card_of_the_hand(language: str) -> None:
    told = (tells(view_of("king sword forest"), language), WISH[language])
    for seed in range(20):
        sentence = tells(view_of("sword forest love", told), language, seed)
        said = matcher_for(language).mentions(sentence, cards=["sword", "forest", "love"])
        assert len([one for one in said if one.answer != "ask"]) == 1, sentence


def test_the_card_just_named_is_laid_before_anything_else() -> None:
    told = ("Жил-был гончар Тимофей.", "Тимофей вытащил из камня меч.")
    assert act(view_of("forest sword", told, turn_start=0)) == LayCard(0, "sword", 1)


def test_for_one_sentence_one_card_is_laid() -> None:
    told = ("Жил-был гончар Тимофей.", "Тимофей нашёл в лесу меч.")
    view = view_of("forest", told, (Laid("sword", 0, "lay", 1, 2),), turn_start=0)
    assert isinstance(act(replace(view, turn_laid=0)), Tell)


@pytest.mark.parametrize(
    ("language", "told", "laid", "goes_on_with"),
    [
        ("ru", "Жила-была в деревне девочка Маша.", (), "Маш"),
        ("ru", "В одном царстве правил мудрый Иван-царевич.", (), "Иван"),
        ("ru", "Жил-был молодой принц.", (Laid("prince", 1, "lay", 0, 1),), "принц"),
        ("en", "There was once a girl called Molly, and she feared nothing.", (), "Molly"),
        ("en", "There was once a prince.", (Laid("prince", 1, "lay", 0, 1),), "the prince"),
        ("en", "A girl lived in the Dark Forest near Samarkand.", (Laid("child", 1, "lay", 0, 1),), "the girl"),
        ("ru", "Жил-был царь.", (Laid("king", 1, "lay", 0, 1),), "цар"),
    ],
)
def test_the_hero_of_the_person_who_began_is_kept(
    language: str, told: str, laid: tuple[Laid, ...], goes_on_with: str
) -> None:
    for seed in range(10):
        sentence = tells(view_of("sword gift book", (told,), laid), language, seed)
        assert goes_on_with.lower() in sentence.lower(), sentence


def test_a_heroine_is_she() -> None:
    told = ("Жила-была в деревне девочка Маша.", WISH["ru"])
    said = " ".join(tells(view_of("sword gift book tower well", told), "ru", seed) for seed in range(40))
    assert len(re.findall(r"Маша [а-яё]+ла", said)) > 5
    assert not re.findall(r"Маша [а-яё]+(?:шёл|нял|крыл|тащил|зял)\b", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tale_without_a_hero_gets_one(language: str) -> None:
    told = {"ru": "Однажды ночью выпал снег.", "en": "One night it snowed."}[language]
    assert tells(view_of("sword gift", (told,)), language) != told


def test_a_villain_that_died_is_not_spoken_of_again() -> None:
    told = ("Жил-был гончар Тимофей.", "Прилетел дракон.", "И настигла дракона смерть.")
    laid = (Laid("dragon", 1, "lay", 1, 2), Laid("death", 1, "lay", 2, 3))
    said = [tells(view_of("storm fight treasure mirror", told, laid), "ru", seed) for seed in range(40)]
    assert not [sentence for sentence in said if "дракон" in sentence.lower()]


def test_a_villain_on_the_table_is_taken_up() -> None:
    told = ("Жил-был гончар Тимофей.", "Прилетел дракон.", WISH["ru"])
    laid = (Laid("dragon", 1, "lay", 1, 2),)
    said = [tells(view_of("storm fight treasure mirror", told, laid), "ru", seed) for seed in range(40)]
    assert len([sentence for sentence in said if "дракон" in sentence.lower()]) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_an_empty_hand_a_bridge_leads_to_the_ending(language: str) -> None:
    told = [tells(view_of("king"), language)]
    for _ in range(4):
        action = act(view_of("", tuple(told), turn_start=1, by=0), language)
        if isinstance(action, PlayEnding):
            break
        assert isinstance(action, Tell)
        told.append(action.text)
    assert action == PlayEnding(0, "word-kept")
    assert len(told) in (2, 3)


def test_the_ending_is_never_played_before_something_was_told() -> None:
    told = tuple(f"Жил-был гончар Тимофей, и вот что было дальше: {n}." for n in range(9))
    assert isinstance(act(view_of("", told)), Tell)


def test_after_passing_a_card_is_put_away() -> None:
    view = replace(view_of("sword wedding", ("Жил-был гончар Тимофей.",)), phase=Phase.DISCARDING)
    assert isinstance(act(view), Discard)


def test_a_hand_of_unknown_cards_can_still_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.narrators.scripted import player
    from companion.narrators.scripted.texts import texts_for

    texts = texts_for("en")
    fewer = texts.model_copy(update={"cards": {id: told for id, told in texts.cards.items() if id != "sword"}})
    monkeypatch.setattr(player, "texts_for", lambda language: fewer)
    assert "Sword" in tells(view_of("sword", ("There was once a potter called Odo.",)), "en")


def test_another_seats_view_is_not_looked_at() -> None:
    with pytest.raises(ValueError, match="seat 1 was shown the view of seat 0"):
        player_for("scripted", seat=1).act(Moment(view_of("sword"), "ru", DECK, matcher_for("ru", DECK), 1))


def test_whoever_is_named_in_a_word_within_another_is_still_there() -> None:
    """ "вор" stands in "двор": the thief is not dead because the yard was spoken of."""
    told = ("Жил-был гончар Тимофей.", "Пришёл вор.", "Во дворе говорили о смерти.")
    laid = (Laid("thief", 1, "lay", 1, 2), Laid("death", 1, "lay", 2, 3))
    said = [tells(view_of("mirror letter deception", told, laid), "ru", seed) for seed in range(40)]
    assert [sentence for sentence in said if sentence.lower().startswith(("вор ", "но вор ", "и вот вор"))]
