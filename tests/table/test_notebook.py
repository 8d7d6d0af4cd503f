"""What a table that plays with cards of paper gets from its notebook: the story kept, mentions, advice, a log."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import DamagedSave
from companion.matching import matcher_for
from companion.storage import CaseRecord, GameStore
from companion.table.notebook import MAX_LINE, MAX_PASTED, Notebooks, is_token, new_token
from tests.table.notebook_kit import TOKEN, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_what_is_told_stands_in_the_notebook_after_the_server_was_killed(table: Table) -> None:
    assert table.tell("The wolf sleeps.") == ""
    table.does(table.books.choose, cards=["wolf"], silence_seconds=45)
    table.does(table.books.rule, "silence", "upheld", index=0, by="all of us", reason="a long pause")
    table.does(table.books.judge, "The wolf wakes.")
    before = table.book
    table.restart()
    assert table.book == before
    assert table.texts() == ["The wolf sleeps."]


def test_a_pasted_text_becomes_a_line_a_sentence_and_keeps_its_paragraphs(table: Table) -> None:
    assert table.tell("One day it rained. “Who is there? Come in!” she said.\n\nThen the sun\ncame out. Good!") == ""
    assert table.texts() == [
        "One day it rained.",
        "“Who is there? Come in!” she said.",
        "Then the sun\ncame out.",
        "Good!",
    ]
    assert [line.begins_paragraph for line in table.book.lines] == [True, False, True, False]
    assert list(table.book.latest) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notebook.nothing_told"),
        (" \n\t\x00 ", "notebook.nothing_told"),
        ("x" * MAX_LINE, ""),
        ("x" * (MAX_LINE + 1), "notebook.too_long"),
        ("Fine. " + "x" * (MAX_LINE + 1) + ".", "notebook.too_long"),
        ("All is well. " * 300, ""),
        ("«It begins. " + "It goes on and on. " * 100, ""),
        ("x. " * (MAX_PASTED // 3 + 2), "notebook.too_much"),
    ],
)
def test_a_sentence_has_a_limit_and_a_text_another_and_nothing_is_half_taken(
    table: Table, text: str, code: str
) -> None:
    assert table.tell(text) == code
    assert bool(table.book.lines) == (code == "")
    assert all(len(line.text) <= MAX_LINE for line in table.book.lines)


def test_a_full_notebook_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.notebook.MAX_LINES", 100)
    for _ in range(2):
        assert table.tell("It goes on. " * 50) == ""
    assert table.tell("Once more.") == "notebook.full"
    assert len(table.book.lines) == 100


def test_a_message_that_comes_twice_is_taken_in_once(table: Table) -> None:
    for _ in range(2):
        assert table.books.tell(table.book, "The wolf sleeps.", narration="the same") is None
    assert table.texts() == ["The wolf sleeps."]


@pytest.mark.parametrize("typed", ["<b>x</b> *y* [z](http://a.b)", "שלום עולם", "👑 Король", "a\u202eb", "{braces}"])
def test_what_is_typed_stays_as_it_is(table: Table, typed: str) -> None:
    table.tell(typed)
    assert table.texts() == [typed]


def test_what_no_page_can_show_is_replaced(table: Table) -> None:
    table.tell("a\ud800b\x00c\r\nd")
    assert table.texts() == ["a?b c\nd"]


def test_mentions_are_those_of_the_cards_in_play(table: Table) -> None:
    table.tell("A wolf and a king? met a (queen).")
    assert table.book.mentions(0) == ()
    table.does(table.books.choose, cards=["king", "queen"])
    shown = table.book.mentions(0)
    assert [(one.card, one.answer, one.passing) for one in shown] == [("king", "ask", False), ("queen", "hit", True)]
    table.does(table.books.choose, whole_deck=True)
    assert "wolf" in [one.card for one in table.book.mentions(0)]


def test_the_houses_case_law_counts_here_too(table: Table) -> None:
    case = CaseRecord("c1", "en", "tale", None, "wolf", "grey brother", True, "Grey brother ran.", "host", "", 1.0)
    table.store.cases.replace((), [case])
    table.does(table.books.choose, cards=["wolf"])
    table.tell("The grey brother came back.")
    assert [one.quote for one in table.book.mentions(0)] == ["grey brother"]


def test_the_referee_points_to_the_earlier_line(table: Table) -> None:
    table.tell("The king died.")
    table.tell("The queen is not king.")
    found = table.book.suggestion(1)
    assert found is not None
    assert (found.verdict, found.evidence[0].earlier) == ("contradiction", "The king died.")


def test_each_line_is_heard_after_those_before_it_also_after_undo_and_restart(table: Table) -> None:
    table.tell("One. Two.")
    table.tell("Three.")
    table.does(table.books.undo)
    table.tell("Four.")
    table.restart()
    table.tell("Five.")
    assert table.referee.asked == [
        ((), "One."),
        (("One.",), "Two."),
        (("One.", "Two."), "Three."),
        (("One.", "Two."), "Four."),
        (("One.", "Two.", "Four."), "Five."),
    ]


def test_on_request_the_referee_speaks_only_when_asked_and_switched_off_never(table: Table) -> None:
    table.does(table.books.choose, mode="request")
    table.tell("The king died.")
    table.tell("She is not king.")
    assert table.book.suggestion(1) is None
    table.does(table.books.ask)
    assert table.book.suggestion(1) is not None
    table.does(table.books.choose, mode="off")
    assert table.book.suggestion(1) is None
    before = len(table.referee.asked)
    table.tell("Nobody is not king.")
    assert len(table.referee.asked) == before
    table.does(table.books.choose, mode="request")
    table.does(table.books.ask)
    found = table.book.suggestion(2)
    assert found is not None
    assert found.evidence[0].earlier == "The king died."


def test_a_gentle_table_hears_of_neither_tedium_nor_silence(table: Table) -> None:
    table.tell("This is tedium.")
    assert table.book.suggestion(0) is not None
    table.does(table.books.choose, gentle=True)
    assert table.book.suggestion(0) is None
    assert {"tedium", "silence"}.isdisjoint(table.book.abouts)
    table.tell("The king died. He is not king.")
    assert table.book.suggestion(2) is not None


def test_people_decide_and_may_overrule_the_referee(table: Table) -> None:
    table.tell("The king died. He is not king.")
    assert table.does(table.books.rule, "contradiction", "rejected", index=1, by="Ann, Bob", reason="a ghost") == ""
    table.does(table.books.rule, "nonsense", "upheld", index=0)
    first, second = table.book.rulings
    assert (first.verdict, first.by, first.reason, first.line) == ("rejected", "Ann, Bob", "a ghost", "He is not king.")
    assert (first.suggested, second.suggested) == ("upheld", None)
    assert table.book.ruled(1)


def test_a_second_click_changes_nothing_more(table: Table) -> None:
    table.tell("One. Two. Three.")
    drawn = table.book
    for _ in range(2):
        table.books.undo(drawn)
        table.books.rule(drawn, "nonsense", "upheld", index=0)
    assert table.texts() == ["One.", "Two."]
    assert len(table.book.rulings) == 1


def test_the_last_line_is_taken_back_and_the_log_still_tells_what_was_ruled_about_it(table: Table) -> None:
    table.tell("One. Two.")
    drawn = table.book
    table.does(table.books.rule, "nonsense", "upheld", index=1)
    table.does(table.books.undo)
    assert table.texts() == ["One."]
    assert [(one.line, one.index) for one in table.book.rulings] == [("Two.", None)]
    assert table.does(table.books.rule, "nonsense", "upheld", index=1) == "notebook.line_gone"
    assert table.books.rule(drawn, "tedium", "upheld", index=1) is not None
    table.does(table.books.undo)
    assert table.does(table.books.undo) == ""
    assert table.texts() == []


def test_an_ending_is_judged_and_people_close_the_tale_or_tell_on(table: Table) -> None:
    assert table.does(table.books.judge, "The end.") == "notebook.ending_too_early"
    table.tell("The wolf sleeps.")
    assert table.does(table.books.judge, "  ") == "notebook.no_ending"
    assert table.does(table.books.judge, "x" * (MAX_LINE + 1)) == "notebook.too_long"
    table.does(table.books.judge, "Nobody came.")
    assert table.book.ending is not None and table.book.ending.opinion is not None
    assert not table.book.ending.opinion.plausible
    table.does(table.books.rule, "ending", "rejected", by="all")
    assert (table.book.ending, table.book.final) == (None, "")
    table.does(table.books.judge, "Nobody came.")
    table.does(table.books.rule, "ending", "upheld", by="all")
    assert table.book.final == "Nobody came."
    assert [one.suggested for one in table.book.rulings] == ["rejected", "rejected"]
    table.does(table.books.reopen)
    assert table.book.final == ""
    assert table.does(table.books.rule, "ending", "upheld") == "notebook.no_ending"


def test_advice_that_fails_loses_nothing(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no advice today")

    table.matcher.mentions = table.referee.judge = table.judge.judge = fails  # type: ignore[method-assign, assignment]
    assert table.tell("The wolf sleeps.") == ""
    table.does(table.books.judge, "It wakes.")
    assert table.texts() == ["The wolf sleeps."]
    assert table.book.suggestion(0) is None
    assert table.book.ending is not None and table.book.ending.opinion is None
    assert "no advice today" in caplog.text


def test_the_silence_clock_begins_anew_with_every_sign_of_life(table: Table) -> None:
    assert table.book.sign is None
    table.tell("The wolf sleeps.")
    assert table.book.sign == 1000.0
    table.time = 1020.0
    table.does(table.books.start_clock)
    assert table.book.sign == 1020.0
    table.time = 1030.0
    table.does(table.books.rule, "silence", "rejected", index=0)
    assert table.book.sign == 1030.0


def test_what_cannot_be_chosen_is_left_as_it_was(table: Table) -> None:
    table.does(table.books.choose, mode="shout", silence_seconds=-1, language="xx")
    assert (table.book.mode, table.book.silence_seconds, table.book.language) == ("suggest", 30, "en")


def test_another_language_hears_the_tale_anew(table: Table) -> None:
    table.tell("The king died. He is not king.")
    table.does(table.books.rule, "contradiction", "rejected", index=1)
    table.referee.asked.clear()
    table.does(table.books.choose, language="ru")
    assert table.book.language == "ru"
    assert [narration for _, narration in table.referee.asked] == ["The king died.", "He is not king."]
    assert len(table.book.rulings) == 1


def test_clearing_leaves_the_choices(table: Table) -> None:
    table.does(table.books.choose, cards=["wolf"], gentle=True)
    table.tell("The wolf sleeps.")
    table.does(table.books.rule, "nonsense", "upheld", index=0)
    table.does(table.books.clear)
    assert (table.book.lines, table.book.rulings, table.book.sign) == ((), (), None)
    assert (table.book.cards, table.book.gentle) == (("wolf",), True)


def test_two_screens_lose_nothing_of_each_other(table: Table) -> None:
    def tells(number: int) -> None:
        table.books.tell(drawn, f"Screen {number} tells.", narration=f"screen {number}")

    table.tell("It begins.")
    drawn = table.book
    screens = [threading.Thread(target=tells, args=(number,)) for number in range(4)]
    for screen in screens:
        screen.start()
    for screen in screens:
        screen.join()
    assert sorted(table.texts()) == ["It begins.", *(f"Screen {number} tells." for number in range(4))]


@pytest.mark.parametrize(
    "damage",
    [
        lambda document: document["lines"][0].pop("text"),
        lambda document: document.update(lines="none"),
        lambda document: document.update(mode="shout"),
        lambda document: document.update(language="xx"),
        lambda document: document["lines"][0]["mentions"][0].update(end=999),
    ],
    ids=["no text", "no lines", "unknown mode", "unknown language", "mention outside"],
)
def test_a_damaged_notebook_says_so_and_others_open(table: Table, damage: Callable[[dict[str, Any]], Any]) -> None:
    table.tell("The wolf sleeps.")
    found = table.store.notebooks.load(TOKEN)
    assert found is not None
    document = json.loads(json.dumps(found.document))
    damage(document)
    table.store.notebooks.save(TOKEN, found.version, document, 1.0)
    with pytest.raises(DamagedSave, match=TOKEN):
        _ = table.book
    assert table.books.open(new_token(), "ru").language == "ru"
    table.books.throw_away(TOKEN)
    assert table.book.lines == ()


def test_tokens_cannot_be_guessed_and_nothing_else_is_one() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert is_token(new_token())
    assert not any(
        is_token(one) for one in (None, "", "short", "../../etc/passwd", "x" * 65, "a b c d e f g", 12345678)
    )


@pytest.mark.parametrize(
    ("language", "told", "ending"),
    [
        ("en", ("The old king died.", "Then the king drew his sword and laughed."), "And the king was buried."),
        ("ru", ("Старый король умер.", "Потом король выхватил меч и засмеялся."), "И короля похоронили."),
    ],
)
def test_the_houses_own_referee_matcher_and_judge_speak_here(
    tmp_path: Path, language: str, told: tuple[str, str], ending: str
) -> None:
    store = GameStore(f"sqlite:///{tmp_path / 'notes.sqlite3'}")
    books = Notebooks(store.notebooks, store.cases, matcher=matcher_for)
    book = books.open(new_token(), language)
    books.warm(book)
    books.choose(book, cards=["king", "sword"])
    books.tell(book, " ".join(told), narration="1")
    books.judge(book, ending)
    book = books.open(book.id, language)
    assert [one.card for one in book.mentions(1)] == ["king", "sword"]
    found = book.suggestion(1)
    assert found is not None
    assert (found.verdict, found.evidence[0].earlier) == ("contradiction", told[0])
    assert found.evidence[0].why(language)
    assert book.ending is not None and book.ending.opinion is not None
    assert all(reason.why(language) for reason in book.ending.opinion.reasons)
    store.close()
