"""The quiz on the hill in the terminal: the game hosts, teams of people and machines climb, and what was kept is told
again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli import app, terminal_hill
from companion.language.catalogue import catalogue
from companion.rules.hill import Answer, Move
from companion.storage import read_save
from companion.table.hill_advice import Suggestion
from companion.table.hill_order import HillQuestion

EN = catalogue("en")
QUESTIONS = tuple(HillQuestion(f"q{n}", f"What is {n} and {n}?", str(2 * n), level="A1") for n in range(1, 30))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few questions, and a checker that reads no word lists."""

    def check(question: HillQuestion, given: str) -> Suggestion:
        is_right = given == question.answer
        code, values = ("same", ()) if is_right else ("different", (("given", given), ("answer", question.answer)))
        return Suggestion(is_right, "right" if is_right else "wrong", f"answers.{code}", values)

    monkeypatch.setattr(terminal_hill, "answer_check", lambda _encoder: check)
    monkeypatch.setattr(terminal_hill, "hill_questions", lambda *_, **__: QUESTIONS)


def play(*words: str, lines: list[str] | tuple[str, ...] = ()) -> Any:
    given = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["play", "--game", "hill", "--lang", "en", "--seed", "4", *words], input=given)


def test_machines_alone_play_to_the_end() -> None:
    done = play("--seat", "Owls=weak", "--seat", "Foxes=strong")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] in {EN.n("hill.won", 1, names=name) for name in ("Owls", "Foxes")}


def test_a_person_answers_jumps_and_reads_why_an_answer_was_wrong(tmp_path: Path) -> None:
    save = tmp_path / "hill.json"
    lines = ["", "2", "", "2", "five", "", "/quit"]
    done = play("--seat", "Ann=human", "--seat", "Robots=scripted", "--save", str(save), lines=lines)
    assert EN.t("answers.different", given="five", answer="4") in done.stdout
    stored = read_save(save)
    answers = [entry.action for entry in stored.entries if isinstance(entry.action, Answer) and entry.seat == 0]
    assert [one.text for one in answers] == ["2", "five"]
    assert [entry.action.move for entry in stored.entries if entry.seat == 0 and entry.action.kind == "declare"] == [
        Move.JUMP
    ]
    again = play("--save", str(save), lines=["", "/quit"])
    assert f"{EN.t('hill.round', round=3)}" in again.stdout


def test_teams_at_one_keyboard_are_asked_one_after_the_other_each_in_its_own_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ticking = iter(float(second) for second in range(0, 4000, 40))
    monkeypatch.setattr(terminal_hill, "monotonic", lambda: next(ticking))
    save = tmp_path / "hill.json"
    done = play(
        "--seat", "Ann=human", "--seat", "Ben=human", "--save", str(save), lines=["", "", "2", "", "3", "/quit"]
    )  # fmt: skip
    answers = [entry.action for entry in read_save(save).entries if isinstance(entry.action, Answer)]
    # Forty seconds each: both are in time, though eighty have passed.
    assert [(one.seat, one.text, round(one.at)) for one in answers] == [(0, "2", 40), (1, "3", 40)]
    asked = [done.stdout.index(EN.t("cli.curtain", name=name)) for name in ("Ann", "Ben")]
    assert asked == sorted(asked) and done.stdout.index(EN.t("hill.stage_reveal")) > asked[1]


def test_who_is_too_slow_is_told_so_and_has_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking = iter(float(second) for second in range(0, 8000, 61))
    monkeypatch.setattr(terminal_hill, "monotonic", lambda: next(ticking))
    done = play("--seat", "Ann=human", "--seat", "Robots=weak", lines=["", "2", "/quit"])
    assert EN.t("hill/answer_too_late", seconds="60") in done.stdout
    assert f"✗ Ann: {EN.t('hill.no_answer')}" in done.stdout


@pytest.mark.parametrize(("seat", "sees"), [("0", True), ("1", False)])
def test_a_kept_game_is_told_again_without_the_other_teams_answer_before_its_time(
    tmp_path: Path, seat: str, sees: bool
) -> None:
    save = tmp_path / "hill.json"
    lines = ["", "", "two", "", "2", "/quit"]
    play("--seat", "Ann=human", "--seat", "Ben=human", "--save", str(save), lines=lines)
    told = CliRunner().invoke(app, ["replay", str(save), "--seat", seat])
    assert told.exit_code == 0, told.output
    before, _, after = told.stdout.partition(EN.t("hill.stage_reveal"))
    assert ("two" in before) is sees
    assert QUESTIONS[0].question in before and "✗ Ann: “two”" in after and "✓ Ben: “2”" in after


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seat", "Ann=llm"), "there is no kind 'llm'; there are: human, scripted, weak, middling, strong"),
        (("--seat", "Ann=human"), "2 to 8 teams play, not 1"),
        (("--lang", "xx"), "no quiz is asked in that language; there are: en, ru"),
        (("--preset", "relay"), "only the tale game is played in several ways"),
    ],
)
def test_wrong_choices_are_named(words: tuple[str, ...], says: str) -> None:
    done = play(*words)
    assert done.exit_code != 0
    assert says in str(done.exception) + done.output
