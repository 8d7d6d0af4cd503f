"""A table that overrules the matcher may remember it: these words then count so, at this table or in the house."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.errors import BadInput, DamagedSave
from companion.matching import Mention, matcher_for
from companion.rules.kernel import TABLE
from companion.rules.tale import Phase, Rule, Ruling, Tell, Vote
from companion.storage import CaseRecord
from companion.table.case_law import CaseLaw, is_said
from companion.table.overruled import Overruled
from companion.table.remembered import RememberingMatcher
from tests.table.kit import House, StubMatcher

CASE = CaseRecord(
    "c1",
    "en",
    "tale",
    None,
    "king",
    "the man with the big hat",
    True,
    "The man with the big hat wept.",
    "vote",
    "Cat",
    1.0,
)


def law(*cases: CaseRecord, language: str = "en") -> CaseLaw:
    return CaseLaw(matcher_for(language), cases, language, "tale")


def heard(found: list[Mention]) -> dict[str, tuple[str, str]]:
    return {one.card: (one.answer, one.quote) for one in found}


def claimed(house: House, text: str, votes: tuple[bool, ...] = (True, True)) -> str:
    """Seat 1 has claimed its first card for the sentence, which may name it, and the others have voted."""
    house.open(people=4)
    card = house.hand(1)[0]
    house.tell(text.format(card=card))
    house.does(house.claim(1, card))
    for seat, vote in zip((2, 3), votes, strict=False):
        if house.see().tale.phase is Phase.RULING:
            house.does(Vote(seat, vote))
    return card


# ── the law ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "words", "sentence", "quote"),
    [
        (
            "en",
            "the man with the big hat",
            "Then the man with the big hat laughed.",
            "the man with the big hat",
        ),
        ("en", "wear a collar", "She wore a collar, so they say.", "wore a collar"),
        ("ru", "владыка этих земель", "Пришли к владыке этих земель и поклонились.", "владыке этих земель"),
        ("ru", "владыка этих земель", "Пришли к Владыке Этих Земель.", "Владыке Этих Земель"),
    ],
)
def test_words_that_a_table_has_let_stand_are_a_hit_in_any_form(
    language: str, words: str, sentence: str, quote: str
) -> None:
    found = law(replace(CASE, language=language, words=words), language=language).mentions(sentence, cards=["king"])
    assert heard(found) == {"king": ("hit", quote)}
    assert sentence[found[0].start : found[0].end] == quote
    assert quote in found[0].why


def test_the_reason_says_whether_this_table_or_the_house_has_decided_so() -> None:
    said = "The man with the big hat came."
    for game, who in ((None, "house"), ("g1", "table")):
        assert who in law(replace(CASE, game=game)).mentions(said, cards=["king"])[0].why


def test_words_that_a_table_has_refused_silence_the_card_there_and_nowhere_else() -> None:
    refused = replace(CASE, words="king of the hill", stands=False)
    house = law(refused)
    assert house.mentions("They played king of the hill.", cards=["king"]) == []
    assert heard(house.mentions("They played king of the hill, and the king looked on.", cards=["king"])) == {
        "king": ("hit", "king")
    }
    assert heard(house.mentions("The king came.", cards=["king", "ring"])) == {"king": ("hit", "king")}


def test_other_cards_are_heard_as_before() -> None:
    refused = replace(CASE, words="the king's ring", stands=False)
    assert heard(law(refused).mentions("He took the king's ring.", cards=["king", "ring"])) == {"ring": ("hit", "ring")}


@pytest.mark.parametrize("game_of_refusal", ["g1", None])
def test_the_longer_phrase_counts_and_of_equal_ones_that_of_the_table(game_of_refusal: str | None) -> None:
    long = replace(CASE, id="c2", words="the man with the big hat of straw", stands=False, game=game_of_refusal)
    assert law(CASE, long).mentions("The man with the big hat of straw sang.", cards=["king"]) == []
    same = replace(CASE, id="c3", stands=False, game="g1")
    assert law(CASE, same).mentions("The man with the big hat sang.", cards=["king"]) == []


def test_only_wanted_cards_are_told_and_cards_that_the_deck_has_lost_are_not() -> None:
    assert law(CASE).mentions("The man with the big hat came.", cards=["ring"]) == []
    assert law(replace(CASE, card="gone")).mentions("The man with the big hat came.") is not None


@pytest.mark.parametrize(
    ("words", "sentence", "language", "said"),
    [
        ("the crown", "The crowns fell.", "en", True),
        ("crown fell", "The crown quickly fell.", "en", False),
        ("", "The crown fell.", "en", False),
        ("…!", "The crown fell…!", "en", False),
        ("{king}", "The {king} fell.", "en", True),
        ("ёлка", "Под елкой спал кот.", "ru", True),
    ],
)
def test_words_stand_in_a_sentence_side_by_side(words: str, sentence: str, language: str, said: bool) -> None:
    assert is_said(words, sentence, language) == said


# ── what is offered, and remembered ──────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "votes", "offered"),
    [
        ("Nobody came.", (True, True), True),
        ("A {card}? came.", (True, True), True),
        ("A {card}? came.", (False, False), None),  # the matcher had asked, and now knows no worse
        ("Nobody came.", (False, False), None),
        ("Nobody came.", (True, False), None),
    ],
)
def test_what_the_people_decided_otherwise_is_offered(
    house: House, text: str, votes: tuple[bool, ...], offered: bool | None
) -> None:
    card = claimed(house, text, votes)
    found = house.see().overruled
    assert (found.stands if found else None) == offered
    if found:
        assert found == Overruled(card, 0, True, card if "?" in text else "", "vote", "Cat, Dan")


def test_a_refused_hit_is_offered_where_people_decide_everything(house: House) -> None:
    house.open(people=3, policy="host")
    card = house.hand(1)[0]
    house.tell(f"A {card} came.")
    house.does(house.claim(1, card), Rule(Ruling(False, by="host"), TABLE))
    assert house.see().overruled == Overruled(card, 0, False, card, "host", "")
    house.tell("Later.")
    assert house.see().overruled is None


def test_a_card_that_stands_although_it_was_named_in_passing_is_offered(house: House) -> None:
    house.open(people=3)
    card = house.hand(0)[0]
    house.tell(f"A ({card}) came.")
    house.does(house.lay(0, card), Vote(1, True), Vote(2, True))
    found = house.see().overruled
    assert found is not None
    assert (found.card, found.stands) == (card, True)


def test_what_is_remembered_counts_from_now_on_and_is_offered_no_more(house: House) -> None:
    card = claimed(house, "Somebody in ermine came.")
    assert house.tables.remember(house.game, card, 0, "somebody in ermine") is None
    assert house.see().overruled is None
    view = house.see(1)
    assert card not in view.tale.hand
    assert house.tables.suggestion(house.game) is None
    house.restart()
    case = house.tables.cases.all()[0]
    assert (case.game, case.words, case.stands, case.who) == (house.game, "somebody in ermine", True, "Cat, Dan")


def test_a_second_click_remembers_once(house: House) -> None:
    card = claimed(house, "Somebody in ermine came.")
    for _ in range(2):
        assert house.tables.remember(house.game, card, 0, "somebody in ermine", everywhere=True) is None
    assert len(house.tables.cases.all()) == 1


def test_a_case_of_the_house_flags_the_card_at_every_table_and_lays_it(house: House) -> None:
    card = claimed(house, "Somebody in ermine came.")
    house.tables.remember(house.game, card, 0, "somebody in ermine", everywhere=True)
    for seed in range(80):
        house.open(people=3, seed=seed)
        if card in house.hand(0):
            break
    house.tell("Then somebody in ermine left.")
    assert [one.quote for one in house.see(0).flags[0]] == ["somebody in ermine"]
    house.does(house.lay(0, card))
    assert [laid.card for laid in house.see().tale.laid] == [card]


def test_a_case_of_one_table_holds_in_its_next_game_and_nowhere_else(house: House) -> None:
    card = claimed(house, "Somebody in ermine came.")
    house.tables.remember(house.game, card, 0, "ermine")
    first = house.game
    after = house.tables.next_game(first)
    assert house.tables.next_game(first) == after
    assert {case.game for case in house.tables.cases.all()} == {first, after}
    house.tables.delete(first)
    assert {case.game for case in house.tables.cases.all()} == {after}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("nobody at all", "table/case_words_not_said"),
        ("  ", "table/case_needs_words"),
        ("x" * 101, "table/case_needs_words"),
    ],
)
def test_words_that_are_not_in_the_sentence_are_not_remembered(house: House, words: str, code: str) -> None:
    card = claimed(house, "Somebody in ermine came.")
    no = house.tables.remember(house.game, card, 0, words)
    assert no is not None
    assert no.code == code
    assert house.tables.cases.all() == []


def test_only_what_people_have_just_decided_can_be_remembered(house: House) -> None:
    house.open(people=3)
    house.tell("Somebody in ermine came.")
    no = house.tables.remember(house.game, house.hand(0)[0], 0, "ermine")
    assert no is not None
    assert no.code == "table/moved_on"


# ── the book ─────────────────────────────────────────────────────────────────


def test_a_case_is_changed_widened_and_deleted(house: House) -> None:
    card = claimed(house, "Somebody in ermine came.")
    book = house.tables.cases
    house.tables.remember(house.game, card, 0, "ermine")
    case = book.all()[0].id
    no = book.change(case, "velvet", everywhere=False)
    assert no is not None
    assert no.code == "table/case_words_not_said"
    assert book.change(case, " in ermine ", everywhere=True) is None
    assert [(one.words, one.game) for one in book.all()] == [("in ermine", None)]
    book.delete(case)
    assert book.all() == []
    gone = book.change(case, "ermine", everywhere=False)
    assert gone is not None
    assert gone.code == "table/case_gone"


def test_cases_travel_from_house_to_house(house: House) -> None:
    house.store.cases.replace((), [CASE, replace(CASE, id="c2", card="ring", words="hat", stands=False)])
    file = house.tables.cases.written()
    assert house.tables.cases.receive(file.encode()) == (0, 2)
    for case in house.tables.cases.all():
        house.tables.cases.delete(case.id)
    assert house.tables.cases.receive(b"\xef\xbb\xbf" + file.encode()) == (2, 0)
    assert {(case.card, case.stands) for case in house.tables.cases.all()} == {("king", True), ("ring", False)}
    other = file.replace('"stands": true', '"stands": false')
    assert house.tables.cases.receive(other.encode()) == (1, 1)
    assert {(case.card, case.stands) for case in house.tables.cases.all()} == {("king", False), ("ring", False)}


def line(**changes: object) -> str:
    case = {name: getattr(CASE, name) for name in ("language", "deck", "card", "words", "sentence", "by", "who", "at")}
    return json.dumps({**case, "stands": True, **changes})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "line 1: this is no UTF-8 text"),
        (b'{"format": 1,\n"cases": [}', "line 2: this is no JSON"),
        (b"[]", "line 1: this is no file of cases"),
        (b"[" * 100_000, "line 1: this is no file of cases"),
        (b'{"format": 9, "cases": []}', "line 1: format 9 is not known"),
        (("{" + f'"format": 1, "cases": [\n{line()},\n{line(card="dwarf-star")}\n]' + "}").encode(), "line 3: card: "),
        (("{" + f'"format": 1, "cases": [\n\n{line(words="a sword")}]' + "}").encode(), "line 3: words: "),
        (("{" + f'"format": 1, "cases": [{line(language="xx")}]' + "}").encode(), "line 1: language: "),
        (("{" + f'"format": 1, "cases": [{line(deck="../../etc")}]' + "}").encode(), "line 1: deck: "),
        (("{" + f'"format": 1, "cases": [{line(deck="nowhere")}]' + "}").encode(), "line 1: deck: "),
        (("{" + f'"format": 1, "cases": [\n{line(stands="yes")}]' + "}").encode(), "line 2: stands: "),
        (b'{"format": 1, "cases": [\n7]}', "line 2: case: "),
    ],
)
def test_a_file_with_a_fault_is_named_by_its_line_and_nothing_is_taken(house: House, content: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=f"^{says}"):
        house.tables.cases.receive(content)
    assert house.tables.cases.all() == []


# ── help, notices, memory ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("help", "flagged", "hint"), [("full", True, False), ("hint", False, True), ("none", False, False)]
)
def test_how_much_a_seat_is_told_of_its_own_cards(house: House, help: str, flagged: bool, hint: bool) -> None:
    house.open(people=3, help=help)
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    view = house.see(0)
    assert view.can is not None
    assert (bool(view.flags), view.can.cards[card].mention is not None, view.hint) == (flagged, flagged, hint)
    assert not house.see(1).hint
    assert not house.see().hint
    house.does(house.lay(0, card))  # a hit stands at once, whatever the players were told
    assert [laid.card for laid in house.see().tale.laid] == [card]
    assert not house.see(0).hint


def test_a_faint_mention_is_no_flag_and_no_hint_but_speaks_when_the_card_is_chosen(house: House) -> None:
    class Faint(StubMatcher):
        def mentions(self, *asked: Any, **more: Any) -> list[Mention]:
            return [
                replace(one, score=0.45 if one.answer == "ask" else one.score)
                for one in super().mentions(*asked, **more)
            ]

    house.matcher = Faint()
    for help in ("full", "hint"):
        house.open(people=3, help=help)
        card = house.hand(0)[0]
        house.tell(f"A {card}? came.")
        assert house.see(0).flags == {}
        assert not house.see(0).hint
    house.open(people=3)
    card = house.hand(0)[0]
    house.tell(f"A {card} came.")
    house.tell(f"A {card}? came.")
    view = house.see(0)
    assert view.can is not None
    assert list(view.flags) == [0]
    assert (view.can.cards[card].sentence, view.can.cards[card].is_flagged) == (0, True)  # not the later, fainter one


def test_without_help_a_card_choice_tells_nothing_by_its_sentence_either(house: House) -> None:
    house.open(people=3, help="none")
    card = house.hand(0)[0]
    house.does(Tell(0, f"A {card} came."), Tell(0, "Nobody came."))
    view = house.see(0)
    assert view.can is not None
    assert {choice.sentence for choice in view.can.cards.values()} == {1}
    assert view.can.since == 0


def test_games_that_are_older_than_the_choice_have_full_help(house: House) -> None:
    house.open(people=3)
    record = house.store.load(house.game).record
    old = replace(record, id="old", options={k: v for k, v in record.options.items() if k != "help"})
    house.store.create(old)
    assert house.tables.look("old", 0).help == "full"
    house.store.create(replace(record, id="odd", options={**record.options, "help": "much"}))
    with pytest.raises(DamagedSave, match="help: 'much' is none of full, hint, none"):
        house.tables.look("odd", 0)
    with pytest.raises(BadInput, match="help is one of"):
        house.open(help="much")


def test_the_next_game_has_the_same_help(house: House) -> None:
    house.open(people=3, help="none")
    assert house.tables.look(house.tables.next_game(house.game), 0).help == "none"


def test_answers_are_asked_anew_when_the_matcher_has_learnt_more() -> None:
    class Learning(StubMatcher):
        stage = 0
        notice = "table/some_notice"

    matcher = Learning()
    remembering = RememberingMatcher(CaseLaw(RememberingMatcher(matcher), [CASE], "en", "tale"))
    for stage in (0, 0, 1, 1):
        matcher.stage = stage
        remembering.mentions("A king came.", cards=["king"])
    assert matcher.asked == 2
    assert remembering.notice == "table/some_notice"
    assert RememberingMatcher(StubMatcher()).notice == ""


def test_a_notice_of_the_matcher_reaches_the_table(house: House) -> None:
    house.matcher.notice = "error/unknown"  # type: ignore[attr-defined]
    house.open(people=3)
    assert house.see(0).notice == house.see().notice == "error/unknown"
