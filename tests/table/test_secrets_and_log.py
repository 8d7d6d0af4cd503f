"""What a seat is shown: its own cards, the table, and a log that names nothing hidden."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from companion.cli.simulate import random_action
from companion.errors import BadInput, DamagedSave
from companion.language.catalogue import catalogue
from companion.rules import tale
from companion.rules.tale import Discard, LayCard, PassStory, Phase, PlayEnding, Tell
from companion.storage.tables import entries, games
from companion.table import log as log_module
from companion.table import policy, service
from companion.table.look import FLAGGED
from companion.table.remembered import RememberingMatcher
from tests.table.kit import House, StubMatcher


def names_in(value: Any, found: set[str] | None = None) -> set[str]:
    """Every string in a view as a value of its own; told sentences are left out."""
    found = set() if found is None else found
    if isinstance(value, str):
        found.add(str(value))
    elif isinstance(value, dict):
        names_in(list(value.items()), found)
    elif isinstance(value, tuple | list | set):
        for one in value:
            names_in(one, found)
    elif hasattr(value, "__dict__") and not isinstance(value, tale.Sentence):
        names_in(list(vars(value).values()), found)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_a_seat_is_shown_names_a_rivals_card(house: House, seed: int) -> None:
    """Random games through the service: view, flags, log and choices of every seat, and of the projector."""
    luck = random.Random(seed)
    people = 2 + seed % 4
    house.open(people=people, seed=seed, policy=("matcher", "vote", "host")[seed % 3], rules={"hand_size": 3})
    for step in range(120):
        state = house.tables._open.load(house.game).state
        if state.phase is Phase.OVER:
            break
        action = random_action(state, luck, seed, step)
        if isinstance(action, Tell):
            # Everybody's cards are named: the flags must still show each seat its own alone.
            action = Tell(action.seat, " ".join(card for hand in state.hands for card in hand)[:1000])
        house.time += 11
        house.tries(action)
        if step % 6 == 0:
            assert_secrets_kept(house)
    assert_secrets_kept(house)


def assert_secrets_kept(house: House) -> None:
    state = house.tables._open.load(house.game).state
    discarded = {*state.discard, *(laid.card for laid in state.laid)}
    for seat in (None, *range(state.players)):
        view = house.see(seat)
        # The log may name a card that everybody has seen and that somebody has drawn again since.
        seen_before = {line.params.get("card") for line in view.log} | {line.params.get("ending") for line in view.log}
        shown = names_in(vars(view) | {"log": ()}) | {one for one in names_in(view.log) if one not in seen_before}
        for rival, hand in enumerate(state.hands):
            assert rival == seat or shown.isdisjoint(hand)
        for rival, endings in enumerate(state.endings):
            assert rival == seat or shown.isdisjoint(endings)
        assert shown.isdisjoint(state.draw_pile)
        flagged = {one.card for found in view.flags.values() for one in found}
        assert flagged <= (set(state.hands[seat]) if seat is not None else set())
        assert flagged.isdisjoint(discarded)


def test_the_projector_has_no_hand_no_flags_and_no_choices(house: House) -> None:
    house.open()
    house.tell(" ".join(house.hand(0) + house.hand(1)))
    view = house.see(None)
    assert (view.tale.hand, view.tale.endings, view.flags, view.can) == ((), (), {}, None)


def test_each_seat_is_flagged_its_own_cards_in_the_order_of_the_sentence(house: House) -> None:
    house.open()
    mine, theirs = house.hand(0)[:2], house.hand(1)[:2]
    house.tell(f"A {mine[1]}, a {theirs[0]} and a {mine[0]}.")
    assert [one.card for one in house.see(0).flags[0]] == [mine[1], mine[0]]
    assert [one.card for one in house.see(1).flags[0]] == [theirs[0]]
    assert house.see(2).flags == {}


def test_a_card_is_offered_for_the_latest_sentence_that_mentions_it(house: House) -> None:
    house.open()
    card, other = house.hand(0)[:2]
    house.tell(f"A {card} came.")
    house.tell("It rained.")
    view = house.see(0)
    assert view.can is not None
    assert view.can.cards[card].sentence == 0
    assert view.can.cards[other].sentence == 1
    assert view.can.cards[other].mention is None
    house.tell(f"The {card} went.")
    assert house.see(0).can.cards[card].sentence == 2


def test_flags_go_with_the_sentences_that_no_longer_count(house: House) -> None:
    house.open()
    card, other = house.hand(0)[:2]
    house.tell(f"A {card} and a {other} came.")
    house.does(house.lay(0, card))
    assert house.see(0).flags == {}, "one card a sentence"
    rival = house.hand(1)[0]
    house.tell(f"A {rival} came.")
    house.does(house.claim(1, rival))
    assert [house.see(seat).flags for seat in range(3)] == [{}, {}, {}]


def test_in_a_very_long_turn_the_latest_sentences_are_flagged(house: House) -> None:
    house.open()
    card = house.hand(0)[0]
    for _ in range(FLAGGED + 5):
        house.tell(f"A {card} came.")
    assert sorted(house.see(0).flags) == list(range(5, FLAGGED + 5))


def test_pages_that_look_again_do_not_ask_the_matcher_again(house: House) -> None:
    house.open()
    house.tell("A king came.")
    house.see(0)
    asked = house.matcher.asked
    for _ in range(10):
        house.see(0)
    assert house.matcher.asked == asked


def test_the_matchers_memory_answers_as_the_matcher_and_forgets_the_oldest() -> None:
    behind = StubMatcher()
    matcher = RememberingMatcher(behind)
    for sentence in ("a king", "a (king)", "a king? and a ring"):
        for cards in (None, ("king",), ["ring"], ()):
            expected = StubMatcher().mentions(sentence, cards=cards)
            assert matcher.mentions(sentence, cards=cards) == matcher.mentions(sentence, cards=cards) == expected
    matcher.mentions("a king").clear()
    assert matcher.mentions("a king"), "what one page does with its list is its own affair"
    for number in range(2000):
        matcher.mentions(str(number))
    asked = behind.asked
    matcher.mentions("a king")
    assert behind.asked == asked + 1


def test_an_unknown_seat_is_bad_input(house: House) -> None:
    house.open()
    for seat in (-1, 3):
        with pytest.raises(BadInput, match="seat"):
            house.see(seat)


def test_a_drawn_card_is_a_card_in_the_log(house: House) -> None:
    house.open()
    before = set(house.hand(0))
    house.does(PassStory(0))
    (drawn,) = set(house.hand(0)) - before
    lines = house.see().log
    assert [line.code for line in lines] == ["log/passed", "log/drew"]
    assert lines[1].params == {"who": 0}
    assert drawn not in names_in(lines)
    house.does(Discard(0, drawn))
    assert house.see().log[2].params == {"who": 0, "card": drawn}


def test_the_log_of_a_whole_game_in_order(house: House) -> None:
    house.open(people=2, rules={"hand_size": 1})
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.does(LayCard(0, card, 0))
    house.tell("The end was near.")
    ending = house.see(0).tale.endings[0]
    house.does(PlayEnding(0, ending), tale.Vote(1, True))
    lines = house.see(1).log
    assert [line.code for line in lines] == ["log/laid_lay", "log/asked_ending", "log/voted_for", "log/won"]
    assert lines[-1].params == {"who": 0, "ending": ending}
    assert [line.version for line in lines] == [2, 4, 5, 5]
    assert house.tables.games()[0].finished
    assert house.refuses(Tell(0, "More.")) == "tale/game_over"
    assert house.undo(0).refusal.code == "tale/game_over"


def codes_in(module: Any) -> set[str]:
    text = Path(module.__file__).read_text(encoding="utf-8")
    return set(re.findall(r'"((?:log|table)/[a-z_]+)"', text))


EXPANDED = {
    *(f"log/challenge_{kind.value}" for kind in tale.ChallengeKind),
    *(f"log/asked_{about}" for about in ("lay", "claim", "ending")),
    *(f"log/laid_{how}" for how in ("lay", "element", "interrupt")),
}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_line_of_the_log_and_every_reason_has_a_text(language: str) -> None:
    texts = catalogue(language)
    codes = codes_in(log_module) | codes_in(policy) | codes_in(service) | EXPANDED
    assert len(codes) > 30
    missing = {code for code in codes if texts._messages._catalog.get(code) is None}
    assert missing == set()


# A damaged game


def damage(house: House, statement: Any) -> None:
    with house.store._transaction() as connection:
        connection.execute(statement)
    house.restart()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"kind":"told"', '"kind":"untold"'),
        ('"seat":0', '"seat":"zero"'),
        ("}", ""),
        ('"card_laid"', '"passed_on"'),
    ],
)
def test_a_damaged_entry_names_the_game_and_the_others_are_still_listed(house: House, old: str, new: str) -> None:
    sound = house.open(title="Sound")
    game = house.open(title="Broken")
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.does(LayCard(0, card, 0))
    version = 2 if "laid" in old else 1
    with house.store._transaction() as connection:
        text = connection.execute(entries.select().where(entries.c.version == version)).one().entry
    assert old in text
    damage(house, entries.update().where(entries.c.version == version).values(entry=text.replace(old, new)))
    with pytest.raises(DamagedSave, match=f"game {game}, entry {version}"):
        house.tables.look(game, None)
    assert {one.title for one in house.tables.games()} == {"Sound", "Broken"}
    assert house.tables.look(sound, 0).version == 0
    house.tables.delete(game)
    assert [one.id for one in house.tables.games()] == [sound]


@pytest.mark.parametrize(
    ("old", "new"),
    [('"sentence":0', '"sentence":7'), ('"sentence":0', '"sentence":-3'), ('"voters":[2]', '"voters":[9]')],
)
def test_an_entry_that_points_at_what_is_not_there_is_damage(house: House, old: str, new: str) -> None:
    game = house.open()
    card = house.hand(1)[0]
    house.tell(f"There was a {card}?")
    house.does(house.claim(1, card))
    version = house.see().version
    with house.store._database.engine.connect() as connection:
        text = connection.execute(select(entries.c.entry).where(entries.c.version == version)).scalar_one()
    assert old in text
    damage(house, entries.update().where(entries.c.version == version).values(entry=text.replace(old, new)))
    with pytest.raises(DamagedSave, match=f"game {game}, entry {version}"):
        house.restart().look(game, None)
    assert [summary.id for summary in house.tables.games()] == [game]


@pytest.mark.parametrize("column", ["created", "updated"])
@pytest.mark.parametrize("time", [1e20, -1e20, float("inf")])
def test_a_time_that_no_calendar_has_is_damage_and_the_game_is_still_listed(
    house: House, column: str, time: float
) -> None:
    game = house.open()
    damage(house, games.update().values({column: time}))
    (listed,) = house.restart().games()
    assert (listed.id, getattr(listed, column)) == (game, 0.0)
    assert column in (listed.damaged or "")


def test_an_entry_that_does_not_fit_what_came_before_is_damage(house: House) -> None:
    game = house.open(policy="vote")
    card = house.hand(1)[0]
    house.tell(f"A {card} came.")
    house.does(house.claim(1, card), tale.Vote(2, True))
    with house.store._transaction() as connection:
        vote = connection.execute(entries.select().where(entries.c.version == 3)).one().entry
    damage(house, entries.update().where(entries.c.version == 1).values(entry=vote.replace("command 3", "command 0")))
    with pytest.raises(DamagedSave, match=f"game {game}, entry 1: it does not fit"):
        house.see()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"policy":"matcher"', '"policy":"dice"', "policy"),
        ('"policy":"matcher",', "", "policy"),
        ('"deck":"tale"', '"deck":"/no/such/deck"', "deck"),
        ('"id":"king"', '"id":"kong"', "kong"),
        ('"language":"en"', '"language":"xx"', "deck"),
        ('{"name":"Cat"', '{"nom":"Cat"', "seats"),
        (',{"name":"Cat","kind":"human","colour":"","settings":{}}', "", "2 seats for 3 players"),
    ],
)
def test_a_damaged_record_says_what_is_wrong(house: House, old: str, new: str, says: str) -> None:
    game = house.open()
    with house.store._transaction() as connection:
        text = connection.execute(games.select()).one().record
    assert old in text, text[:500]
    damage(house, games.update().values(record=text.replace(old, new)))
    with pytest.raises(DamagedSave, match=says) as fault:
        house.see()
    assert game in str(fault.value)
    assert len(house.tables.games()) == 1
