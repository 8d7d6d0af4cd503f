"""What somebody who practises gets around a game: what was missed and used, new words, ideas, the same cards."""

from __future__ import annotations

import pytest

from companion.decks import load_deck
from companion.errors import BadInput
from companion.language import tokens
from companion.language.level import LEVELS, sentence_level
from companion.matching import matcher_for
from companion.narrators import Character
from companion.narrators.scripted.texts import texts_for
from companion.rules import tale
from companion.rules.tale import Claim, ClaimHow, PassStory, PlayEnding, Ruling, Tell, Vote
from companion.table import NewTable, SeatInfo
from companion.table.practice import Chance, Review, new_words
from tests.table.kit import Cast, House, Player

ME, AI = 1, 0
"""The AI seat tells first."""


def alone(house: House, *, level: str = "C1", first: int = AI, **choices: object) -> None:
    """One person and one AI seat without a will of its own."""
    seats = (SeatInfo("Gus", "scripted", Character(level=level)), SeatInfo("Ann"))  # type: ignore[arg-type]
    rules = {"first_narrator": first, "hand_size": 2}
    order = {"language": "en", "seats": seats, "length": "short", "seed": 5, "rules": rules, **choices}
    house.game = house.tables.create(NewTable(**order))  # type: ignore[arg-type]


def to_the_end(house: House) -> None:
    """Whoever tells lays all cards and the ending; the table agrees."""
    while (view := house.see().tale).phase is not tale.Phase.OVER:
        seat = view.narrator
        if view.phase is tale.Phase.RULING:
            house.does(tale.Rule(Ruling(True, by="host")))
            continue
        hand = house.hand(seat)
        house.tell(f"And so {hand[0]} was there." if hand else "So it came to a close.")
        house.does(house.lay(seat, hand[0]) if hand else PlayEnding(seat, house.see(seat).tale.endings[0]))


def review(house: House, seat: int = ME, level: str | None = None) -> Review:
    found = house.tables.practice.review(house.game, seat, level)  # type: ignore[arg-type]
    assert found is not None
    return found


def missed(house: House) -> list[tuple[str, int]]:
    return [(one.card, one.sentence) for one in review(house).missed]


@pytest.fixture(autouse=True)
def silent_rival(cast: Cast) -> None:
    cast({seat: Player() for seat in range(3)})


def test_a_mention_that_was_let_go_by_is_named_with_its_sentence_and_its_words(house: House) -> None:
    alone(house)
    card = house.hand(ME)[0]
    house.tell("It was quiet.")
    house.tell(f"Then {card} came.")
    to_the_end(house)
    assert review(house).missed == (Chance(card, 1, f"Then {card} came.", card, 5, "it is said"),)


def test_what_was_claimed_is_used_and_not_missed(house: House) -> None:
    alone(house)
    card = house.hand(ME)[0]
    house.tell(f"Then {card} came.")
    house.does(house.claim(ME, card))
    to_the_end(house)
    found = review(house)
    assert found.missed == ()
    assert [(one.card, one.sentence, one.quote, one.how) for one in found.used] == [(card, 0, card, "element")]


def test_who_took_the_story_over_with_one_card_has_not_missed_the_other(house: House) -> None:
    alone(house)
    first, second = house.hand(ME)
    house.tell(f"Then {first} met {second}.")
    house.does(house.claim(ME, second))
    to_the_end(house)
    assert missed(house) == []


def test_an_interrupt_is_used_too_and_needs_no_words(house: House) -> None:
    for seed in range(2000):
        alone(house, seed=seed)
        laid, held = house.hand(AI)[0], house.hand(ME)[0]
        cards = load_deck("en").by_id
        if cards[held].interrupt and cards[held].category is cards[laid].category:
            break
    house.tell(f"Then {laid} came.")
    house.does(house.lay(AI, laid), Claim(ME, held, ClaimHow.INTERRUPT))
    to_the_end(house)
    (used,) = review(house).used
    assert (used.card, used.how, used.quote, used.sentence) == (held, "interrupt", "", 0)


def test_a_card_that_the_seat_did_not_hold_or_that_the_matcher_only_asks_about_is_no_chance(house: House) -> None:
    alone(house)
    mine, others = house.hand(ME)[0], house.hand(AI)
    absent = next(card for card in load_deck("en").by_id if card not in (*house.hand(ME), *others))
    house.tell(f"Then {absent} came, and {mine}?")
    to_the_end(house)
    assert missed(house) == []


def test_own_sentences_are_no_chances(house: House) -> None:
    alone(house, first=ME)
    house.tell(f"Then {house.hand(ME)[0]} came.")
    to_the_end(house)
    assert missed(house) == []


def test_only_what_was_still_in_time_counts_and_each_chance_once(house: House) -> None:
    """The chance is open until the next card lies for a later sentence; then it is gone, and stays one chance."""
    alone(house)
    mine, theirs = house.hand(ME)[0], house.hand(AI)[0]
    house.tell(f"Then {mine} came.")
    house.tell("It was quiet.")
    house.tell(f"Then {theirs} came.")
    house.does(house.lay(AI, theirs))
    house.tell("It was late.")
    to_the_end(house)
    assert missed(house) == [(mine, 0)]


def test_a_card_that_was_drawn_afterwards_cannot_have_been_played(house: House) -> None:
    alone(house, first=ME, seed=11)
    future = tale.new_game(NewTable("en", house.see().seats, "short", rules={"hand_size": 2}).setup(), 11).draw_pile[-1]
    house.does(Tell(ME, "It was quiet."), PassStory(ME), tale.Discard(ME, None))
    assert future in house.hand(ME)
    house.tell(f"Then {future} came.")
    to_the_end(house)
    assert (future, 1) in missed(house)
    house.game = house.tables.same_cards(house.game)
    house.does(Tell(ME, f"Then {future} came."), PassStory(ME), tale.Discard(ME, None))
    to_the_end(house)
    assert (future, 0) not in missed(house), "told before it was drawn, and by the seat itself"


def test_what_was_taken_back_was_never_a_chance(house: House) -> None:
    alone(house, policy="vote")
    card = house.hand(ME)[0]
    house.tell(f"Then {card} came.")
    assert house.undo(AI).refusal is None
    to_the_end(house)
    assert missed(house) == []


def test_a_claim_that_the_table_turned_down_was_tried_and_is_not_missed(house: House) -> None:
    house.open(people=1, ai=2, policy="vote", rules={"first_narrator": 1, "hand_size": 2})
    card = house.hand(0)[0]
    house.tell(f"Then {card} came.")
    house.does(house.claim(0, card), Vote(2, False))
    to_the_end(house)
    found = review(house, 0)
    assert (found.missed, found.used) == ((), ())


def test_a_chance_that_a_rival_took_away_is_missed(house: House) -> None:
    house.open(people=1, ai=2, rules={"first_narrator": 1, "hand_size": 2})
    mine, rivals = house.hand(0)[0], house.hand(2)[0]
    house.tell(f"Then {mine} met {rivals}.")
    house.does(house.claim(2, rivals))
    to_the_end(house)
    assert (mine, 0) in [(one.card, one.sentence) for one in review(house, 0).missed]


def test_case_law_of_the_table_counts_for_the_review(house: House) -> None:
    alone(house, policy="host")
    card = house.hand(ME)[0]
    house.tell("A stranger came.")
    house.does(house.claim(ME, card), tale.Rule(Ruling(True, by="host")))
    assert house.tables.remember(house.game, card, 0, "stranger") is None
    house.does(PassStory(ME), tale.Discard(ME, None))
    to_the_end(house)
    house.game = house.tables.same_cards(house.game)
    house.tell("A stranger came.")
    to_the_end(house)
    assert (card, 0) in missed(house)


def test_there_is_no_review_before_the_end_and_none_of_a_seat_that_there_is_not(house: House) -> None:
    alone(house)
    assert house.tables.practice.review(house.game, ME) is None
    with pytest.raises(BadInput, match="has no seat 7"):
        house.tables.practice.review(house.game, 7)


def test_a_review_names_no_card_that_the_seat_never_held(house: House) -> None:
    house.open(people=1, ai=2, rules={"first_narrator": 1, "hand_size": 3})
    dealt = [house.hand(seat) for seat in range(3)]
    for seat in range(3):
        for card in dealt[seat]:
            house.tell(f"Then {card} came.")
    to_the_end(house)
    found = review(house, 0)
    assert {one.card for one in (*found.missed, *found.used)} <= {*dealt[0]}
    assert found.missed


def test_words_above_the_level_come_hardest_first_with_their_sentence_and_count(house: House) -> None:
    alone(house)
    house.tell("Wynne saw a gnarled oak in the mist.")
    house.tell("The gnarled oak moved, and Wynne ran.")
    house.does(PassStory(AI), tale.Discard(AI, None))
    house.tell("I saw a lantern.")
    house.does(PassStory(ME), tale.Discard(ME, None))
    house.tell("The lantern fell.")
    to_the_end(house)
    found = {word.lemma: word for word in review(house, level="A2").words}
    assert found["gnarled"].level == "C1"
    assert (found["gnarled"].count, found["gnarled"].text) == (2, "Wynne saw a gnarled oak in the mist.")
    assert found["gnarled"].text[found["gnarled"].start : found["gnarled"].end] == "gnarled"
    assert "mist" in found
    assert "wynne" not in found, "a name"
    assert "oak" not in found, "of level A2"
    assert "lantern" not in found, "the learner has used it first"
    levels = [LEVELS.index(word.level) for word in review(house, level="A2").words]
    assert levels == sorted(levels, reverse=True)


def test_words_of_the_cards_are_known_and_the_list_is_short() -> None:
    wood = tale.Sentence(0, "The wizard and the dragon met at the crossroads.")
    many = [tale.Sentence(0, f"He saw {word}.") for word in _RARE.split()]
    names = {lemma for card in load_deck("en").cards for word in tokens(card.name, "en") for lemma in word.lemmas}
    found = new_words([wood, *many], 1, "en", "tale", "A1")
    assert not {word.lemma for word in found} & names
    assert len(found) == 20
    assert len(new_words([wood, *many], 1, "en", "tale", "A1", most=50)) > 20


_RARE = """gossamer bramble thimble cobbler anvil bellows spindle lattice gargoyle parchment quiver scabbard tankard
turret wharf yeoman zephyr amulet bodkin chalice dulcimer ewer farthing gauntlet"""


@pytest.mark.parametrize(("of_ai", "of_learner"), [("A2", "A2"), ("B2", "B2"), ("C1", "B1")])
def test_the_level_is_that_of_the_rivals_where_they_keep_one(house: House, of_ai: str, of_learner: str) -> None:
    alone(house, level=of_ai)
    to_the_end(house)
    assert review(house).level == of_learner
    assert review(house, level="A1").level == "A1"


def test_the_same_cards_are_dealt_again_for_the_same_people_once(house: House) -> None:
    alone(house, help="hint", title="The ring")
    before = [house.see(seat).tale for seat in (AI, ME)]
    first, seats = house.game, house.see().seats
    to_the_end(house)
    again = house.tables.same_cards(first)
    assert again != first
    assert house.tables.same_cards(first) == again, "asked twice, by a double click"
    house.game = again
    view = house.see()
    assert [house.see(seat).tale for seat in (AI, ME)] == before
    assert (view.seats, view.help, view.title) == (seats, "hint", "")
    assert again != house.tables.next_game(first)


class TestIdeas:
    """Three ways to bring a card in, for who tells."""

    @pytest.fixture
    def real(self, house: House) -> House:
        house.matcher = matcher_for("en", "tale")  # type: ignore[assignment]
        return house

    def test_each_way_names_the_card_so_that_it_may_be_laid(self, real: House) -> None:
        alone(real, first=ME)
        for card in real.hand(ME):
            ways = real.tables.practice.ideas(real.game, ME, card)
            assert len(set(ways)) == 3
            for way in ways:
                found = matcher_for("en", "tale").mentions(way, cards=[card])
                assert [one.answer in ("hit", "implied") and not one.passing for one in found] == [True], way

    def test_they_go_on_with_the_hero_of_the_tale_and_with_what_lies(self, real: House) -> None:
        alone(real, first=ME)
        real.tell("Once there lived a weaver called Tilda.")
        ways = [way for card in real.hand(ME) for way in real.tables.practice.ideas(real.game, ME, card)]
        assert [way for way in ways if "Tilda" in way]
        others = {hero.forms[0] for hero in texts_for("en").heroes} - {"Tilda"}
        assert not [way for way in ways for hero in others if hero in way], "nobody else is brought in as the hero"

    def test_they_keep_to_the_level_of_the_table(self, real: House) -> None:
        """Where a card has sentences of that level, they come before all others."""
        names = frozenset(
            lemma for card in load_deck("en").cards for word in tokens(card.name, "en") for lemma in word.lemmas
        )
        hardest = {}
        for level in ("A2", "C1"):
            alone(real, first=ME, level=level)
            real.tell("Once there lived a weaver called Tilda.")
            ways = [way for card in real.hand(ME) for way in real.tables.practice.ideas(real.game, ME, card)]
            hardest[level] = sum(LEVELS.index(sentence_level(way, "en", names)) for way in ways)
        assert hardest["A2"] < hardest["C1"]

    def test_the_same_moment_brings_the_same_ones_and_what_was_told_is_none(self, real: House) -> None:
        alone(real, first=ME)
        card = real.hand(ME)[0]
        real.tell("Once there lived a weaver called Tilda.")
        first = real.tables.practice.ideas(real.game, ME, card)
        assert real.tables.practice.ideas(real.game, ME, card) == first
        real.tell(first[0])
        assert first[0] not in real.tables.practice.ideas(real.game, ME, card)

    def test_only_who_tells_is_helped_only_with_an_own_card_and_only_where_the_table_helps(self, real: House) -> None:
        alone(real, first=ME)
        assert real.tables.practice.ideas(real.game, ME, real.hand(AI)[0]) == []
        assert real.tables.practice.ideas(real.game, AI, real.hand(AI)[0]) == []
        alone(real, first=ME, help="none")
        assert real.tables.practice.ideas(real.game, ME, real.hand(ME)[0]) == []
        alone(real, first=ME, help="hint")
        assert len(real.tables.practice.ideas(real.game, ME, real.hand(ME)[0])) == 3

    def test_they_do_not_depend_on_what_the_others_hold(self, real: House) -> None:
        """The same view of the own seat, and other cards in the other hands."""
        alone(real, first=ME)
        history = real.tables._open.load(real.game)
        state = history.state
        other = tale.TaleState(**{**vars(state), "hands": (state.draw_pile[:2], state.hands[ME])})
        card = real.hand(ME)[0]
        before = real.tables.practice.ideas(real.game, ME, card)
        object.__setattr__(history, "states", (other,))
        assert real.hand(AI) == state.draw_pile[:2]
        assert real.tables.practice.ideas(real.game, ME, card) == before
