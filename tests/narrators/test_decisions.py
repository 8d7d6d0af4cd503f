"""What a person sees a scripted rival do: claim what was said, in time and not always; vote by what was said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.matching import matcher_for
from companion.narrators import Moment, player_for
from companion.rules import tale
from companion.rules.tale.actions import Action, Challenge, Claim, Vote
from companion.rules.tale.setup import ChallengeKind, ClaimHow
from companion.rules.tale.state import Laid, Phase, Question, Sentence, TaleView
from tests.narrators.table import DECK, new_state


def rival(hand: str, told: tuple[str, ...], laid: tuple[Laid, ...] = (), **changes: object) -> TaleView:
    """Seat 1 sees seat 0 tell."""
    view = tale.view(new_state("ru"), 1)
    sentences = tuple(Sentence(0, text) for text in told)
    return replace(view, narrator=0, phase=Phase.TELLING, hand=tuple(hand.split()), sentences=sentences, laid=laid,
                   **changes)  # type: ignore[arg-type]  # fmt: skip


def acts(view: TaleView, seeds: int = 60, language: str = "ru") -> list[Action]:
    player, ears = player_for("scripted", seat=view.seat or 0), matcher_for(language, DECK)
    return [action for seed in range(seeds) if (action := player.act(Moment(view, language, DECK, ears, seed)))]


def test_most_but_not_all_mentions_of_an_own_card_are_claimed() -> None:
    claims = acts(rival("sword well", ("Жил-был гончар.", "Нашёл он в поле острый меч.")))
    assert set(claims) == {Claim(1, "sword", ClaimHow.ELEMENT, 1)}
    assert 30 < len(claims) < 60


@pytest.mark.parametrize(
    ("hand", "told", "changes"),
    [
        ("sword", ("Жил-был гончар.",), {}),
        ("sword", ("Нашёл гончар острый меч.", "И пошёл дальше."), {"turn_start": 1, "claim_from": 1}),
        ("sword", (), {}),
    ],
    ids=["nothing said", "said in an earlier turn", "nothing told"],
)
def test_nothing_is_claimed_that_cannot_be(hand: str, told: tuple[str, ...], changes: dict[str, int]) -> None:
    assert acts(rival(hand, told, **changes)) == []


def test_what_was_said_before_the_last_laid_card_is_too_late() -> None:
    told = ("Нашёл гончар острый меч.", "А потом вошёл в тёмный лес.")
    assert acts(rival("sword", told, (Laid("forest", 0, "lay", 1, 2),), claim_from=1)) == []


def test_what_was_said_beside_the_last_laid_card_may_be_claimed() -> None:
    told = ("Нашёл гончар в тёмном лесу острый меч.",)
    assert Claim(1, "sword", ClaimHow.ELEMENT, 0) in acts(rival("sword", told, (Laid("forest", 0, "lay", 0, 1),)))


def test_an_interrupt_card_of_the_category_just_laid_is_sometimes_played() -> None:
    told = ("Вошёл гончар в тёмный лес.",)
    claims = acts(rival("cave well", told, (Laid("forest", 0, "lay", 0, 1),)))
    assert set(claims) == {Claim(1, "cave", ClaimHow.INTERRUPT)}
    assert 10 < len(claims) < 50


@pytest.mark.parametrize(
    ("hand", "laid", "changes"),
    [
        ("ring", Laid("forest", 0, "lay", 0, 1), {}),
        ("palace", Laid("forest", 0, "lay", 0, 1), {}),
        ("cave", Laid("forest", 0, "element", 0, 1), {}),
        ("cave", Laid("forest", 0, "lay", 0, 1), {"turn_laid": 1}),
    ],
    ids=["another category", "no interrupt card", "laid as a claim", "laid in an earlier turn"],
)
def test_no_interrupt_where_it_is_not_allowed(hand: str, laid: Laid, changes: dict[str, int]) -> None:
    assert acts(rival(hand, ("Вошёл гончар в тёмный бор.",), (laid,), **changes)) == []


@pytest.mark.parametrize(
    ("question", "told", "votes"),
    [
        (Question("lay", 0, 0, (1,), "sword", 0), "Гончар вытащил из камня меч.", True),
        (Question("lay", 0, 0, (1,), "sword", 0), "Гончар лёг и закрыл глаза.", False),
        (Question("claim", 2, 0, (1,), "sword", 0), "Гончар вытащил из камня меч.", True),
        (Question("claim", 2, 0, (1,), "sword", 0), "Гончар лёг и закрыл глаза.", False),
        (Question("challenge", 2, 0, (1,), None, 0, ChallengeKind.CONTRADICTION), "Гончар пошёл дальше.", False),
        (Question("challenge", 2, 0, (1,), None, 0, ChallengeKind.NONSENSE), "Гончар пошёл дальше.", False),
        (Question("challenge", 2, 0, (1,), None, 0, ChallengeKind.TEDIUM), "Гончар пошёл дальше.", False),
        (Question("challenge", 2, 0, (1,), None, 0, ChallengeKind.SILENCE), "Гончар пошёл дальше.", True),
        (Question("ending", 0, 0, (1,), "word-kept", 0), "Гончар пошёл дальше.", False),
    ],
)
def test_a_vote_goes_by_what_was_said(question: Question, told: str, votes: bool) -> None:
    view = rival("well", (told,), question=question)
    assert acts(replace(view, phase=Phase.RULING), seeds=1) == [Vote(1, votes)]


def test_an_ending_of_a_real_tale_is_accepted() -> None:
    question = Question("ending", 0, 0, (1,), "word-kept", 3)
    view = rival("well", ("Жил-был гончар.", "Пошёл он в лес.", "Нашёл меч.", "И вернулся."), question=question)
    assert acts(replace(view, phase=Phase.RULING), seeds=1) == [Vote(1, True)]


def test_long_telling_without_a_card_is_tedious() -> None:
    question = Question("challenge", 2, 0, (1,), None, 6, ChallengeKind.TEDIUM)
    view = rival("well", tuple(f"Гончар шёл дальше: {n}." for n in range(7)), question=question)
    assert acts(replace(view, phase=Phase.RULING), seeds=1) == [Vote(1, True)]


def test_nobody_votes_twice_or_uninvited() -> None:
    asked = Question("claim", 2, 0, (1,), "sword", 0, votes=((1, True, False),))
    view = replace(rival("well", ("Гончар вытащил меч.",), question=asked), phase=Phase.RULING)
    assert acts(view, seeds=3) == []
    assert acts(replace(view, question=replace(asked, voters=(2,), votes=())), seeds=3) == []


def test_a_rival_objects_to_nothing_that_the_referee_lets_pass() -> None:
    told = ("Гончар умер.", "Гончар пошёл дальше.", "Гончар и сосиска поженились.")
    assert not [action for action in acts(rival("well", told)) if isinstance(action, Challenge)]
