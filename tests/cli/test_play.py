"""A game in the terminal, from piped lines: whole tales, saves, what goes wrong, and hands that stay secret."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from companion.decks import load_deck
from companion.rules import tale
from companion.storage import read_save
from companion.storage.codec import FORMAT
from tests.kit.terminal import TWO, play, state_of

pytestmark = pytest.mark.usefixtures("folder")

HOUSE = ("--seat", "Ann=human", "--seat", "Teller=scripted", "--seat", "Weaver=scripted")


class Script(io.TextIOBase):
    """A keyboard whose next line is written when it is asked for, by whoever reads the screen."""

    def __init__(self, save: Path, write: Any) -> None:
        self.save, self.write, self.lines = save, write, 0

    def prompt(self, *_: Any, **__: Any) -> str:
        self.lines += 1
        if self.lines > 3000:
            raise EOFError
        return self.write(read_save(self.save))


def a_good_player(language: str) -> Any:
    """Names a card of the hand, lays it, ends with the ending card; says yes to everything."""
    deck = load_deck(language)

    def write(stored: Any) -> str:
        state = state_of(stored)
        if state.question is not None:
            return "y"
        if state.phase is tale.Phase.DISCARDING or stored.record.seats[state.narrator].kind != "human":
            return ""
        hand = state.hands[state.narrator]
        if not hand:
            return "/end" if state.told_this_turn else "…"
        last = len(state.sentences) - 1
        name = deck.by_id[hand[0]].name
        if last >= tale.lay_from(state) and name in state.sentences[last].text:
            return "/lay 1"
        return f"{name}!"

    return write


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("seats", [TWO, HOUSE], ids=["two people", "with the house"])
def test_a_whole_tale_is_told_to_its_end(
    language: str, seats: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    save = tmp_path / "game.json"
    monkeypatch.setattr(typer, "prompt", Script(save, a_good_player(language)).prompt)
    done = play(*seats, "--save", str(save), language=language)
    assert done.exit_code == 0, done.output
    state = state_of(read_save(save))
    assert state.phase is tale.Phase.OVER
    assert load_deck(language).endings[state.final_ending or ""] in done.output
    assert list(folder.iterdir()) == []


def test_two_people_by_piped_lines(folder: Path) -> None:
    lines = ["Once upon a time.", "/pass", "", "", "It went on.", "/undo", "It went on so.", "/quit"]
    done = play(*TWO, lines=lines)
    assert done.exit_code == 0
    assert "Once upon a time." in done.output
    assert "It went on so." in done.output
    assert "Goodbye" in done.output
    assert list(folder.iterdir()) == []


def test_when_the_lines_end_the_game_says_goodbye(folder: Path) -> None:
    done = play(*TWO, lines=["", "Once."])
    assert done.exit_code == 0
    assert "Goodbye" in done.output
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("where", ["curtain", "narrator", "discard", "vote", "another"])
def test_one_can_leave_at_every_prompt(where: str) -> None:
    before = {
        "curtain": [],
        "narrator": [""],
        "discard": ["", "Once.", "/pass"],
        "vote": ["", "Nobody came.", "/lay 1"],
        "another": ["", "/say Ann", "", "/say Ben", ""],
    }[where]
    done = play(*TWO, lines=[*before, "/quit", "This is not read."])
    assert done.exit_code == 0
    assert "Goodbye" in done.output


def test_a_slip_at_the_discard_discards_nothing(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), lines=["", "/pass", "no such card", "9999999", "9" * 5000, "2"])
    (*_, passed, discarded) = read_save(save).entries
    assert passed.action == tale.PassStory(passed.seat)
    assert discarded.action.card is not None


def test_a_saved_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    first = play(*TWO, "--save", str(save), lines=["", "Once upon a time.", "/quit"])
    assert str(save) in first.output
    again = play("--save", str(save), lines=["", "A king came.", "/undo", "A queen came."])
    assert again.exit_code == 0
    assert "Once upon a time." in again.output
    assert [one.text for one in state_of(read_save(save)).sentences] == ["Once upon a time.", "A queen came."]
    assert len(read_save(save).entries) == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seat", "Ann"), "--seat Ann: write NAME=human, NAME=scripted or NAME=llm"),
        (("--seat", "=human"), "--seat =human: write NAME=human, NAME=scripted or NAME=llm"),
        (("--seat", "Ann=robot"), "--seat Ann=robot: there is no kind 'robot'"),
        (("--seat", "Ann=human"), "players must be 2 to 10"),
        (("--seat", "Ann=human", "--seat", "ann=human"), "--seat ann=human: that name is taken"),
        (("--seat", "Ann=human", "--seat", f"{'B' * 41}=human"), "seat 2: a name has 1 to 40 characters"),
        (("--seat", "Ann=human", "--seat", "Bot=llm"), "COMPANION_LLM takes openai:<model>"),
        (tuple(word for n in range(11) for word in ("--seat", f"P{n}=human")), "players must be 2 to 10"),
        (("--lang", "de"), "--lang de: no tale is told in that language; there are: en, ru"),
        (("--lang", "../tale/en"), "--lang ../tale/en: no tale is told in that language"),
        (("--game", "chess"), "--game chess: no such game; there is: tale, book"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_a_wrong_order_is_one_line_and_status_1(words: tuple[str, ...], says: str, folder: Path) -> None:
    done = play(*words)
    assert done.exit_code == 1, done.output
    assert done.stderr.startswith("companion: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert list(folder.iterdir()) == []


DAMAGES: dict[str, Any] = {
    "empty": lambda text: "",
    "no game": lambda text: "not a game",
    "cut off": lambda text: text[: len(text) // 2],
    "unknown event": lambda text: text.replace('"told"', '"untold"'),
    "wrong seat": lambda text: text.replace('"kind":"human"', '"kind":7', 1),
    "wrong policy": lambda text: text.replace('"matcher"', '"dice"', 1),
    "unknown card": lambda text: text.replace('"id":"king"', '"id":"kong"'),
    "unknown language": lambda text: text.replace('"language":"en"', '"language":"xx"'),
    "entries missing": lambda text: text.replace('"version": 2', '"version": 3'),
    "newer format": lambda text: text.replace(f'"format": {FORMAT}', '"format": 99'),
}


@pytest.mark.parametrize("damage", list(DAMAGES.values()), ids=list(DAMAGES))
def test_a_damaged_save_is_one_line_that_names_the_file(damage: Any, tmp_path: Path, folder: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), lines=["", "Once.", "Twice."])
    text = save.read_text(encoding="utf-8")
    damaged = damage(text)
    assert damaged != text
    save.write_text(damaged, encoding="utf-8")
    done = play("--save", str(save), lines=[""])
    assert done.exit_code == 1, done.output
    assert done.stderr.startswith(f"companion: {save}")
    assert done.stderr.count("\n") == 1
    assert save.read_text(encoding="utf-8") == damaged, "what is damaged is left as it is"
    assert list(folder.iterdir()) == []


def test_a_save_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    done = play(*TWO, "--save", str(tmp_path / "no" / "folder" / "game.json"), lines=[""])
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1


BAD_TEXTS = {
    "very long": "x" * 100_000,
    "control": "A \x1b[2J\x1b]0;title\x07 \x00 \x08 king came.",
    "right to left": "\u202eA king came.\u202c",
    "emoji": "👩‍👩‍👧‍👦 A king 🤴🏿 came.",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "markdown": "# **[king](javascript:alert(1))** $x$ :material/king:",
    "braces": "{who} %s {0} {",
    "combining": "z" + "\u0301" * 500,
    "number": "9" * 5000,
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=list(BAD_TEXTS))
def test_bad_text_is_shown_as_text_or_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "game.json"
    # Not through the runner's own keyboard: it shows on the screen what it types.
    typed = iter(["", text, f"/lay {text}", f"/say {text}", f"/end {text}", "/pass", text, "", "/quit"])
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(typed))
    done = play(*TWO, "--save", str(save))
    assert done.exit_code == 0, done.output[-500:]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", done.output)
    told = state_of(read_save(save)).sentences
    assert [one.text for one in told] == ([] if len(text) > 1000 else [text])
    assert ("1000" in done.output or "1,000" in done.output) == (len(text) > 1000)


@pytest.mark.parametrize("name", [text[:40] for text in BAD_TEXTS.values()], ids=list(BAD_TEXTS))
def test_a_bad_name_is_shown_as_text(name: str) -> None:
    done = play("--seat", f"{name}=human", "--seat", "Ben=human", lines=["", "Once.", "/pass", "", "", "Twice."])
    assert done.exit_code == 0, done.output
    assert "\u202e" not in done.output


def test_bytes_that_are_no_letters_do_not_end_the_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--lang", "en", *TWO],
        input=b"\nA \xff\xfe king came.\n",
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert "king came." in done.stdout.decode("utf-8")
    assert done.stderr == b""
    assert list(tmp_path.glob("story-companion-*")) == []


CLEARED = "\x1b[2J\x1b[3J\x1b[H"


def on_a_terminal(*words: str, lines: list[str]) -> str:
    """What a terminal gets to show."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "play", "--lang", "en", "--seed", "11", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as running:
        os.close(theirs)
        assert running.stdin is not None
        running.stdin.write("".join(f"{line}\n" for line in lines).encode())
        running.stdin.close()
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # Linux tells so that the other end is closed.
                break
            if not part:
                break
            shown += part
        os.close(ours)
    return shown.decode("utf-8").replace("\r\n", "\n")


def test_around_one_keyboard_each_hand_is_gone_before_the_next_is_shown(tmp_path: Path) -> None:
    lines = ["", "Once upon a time.", "/say Ben", "", "/say", "", "/pass", "", "", "It went on.", "/lay 1", "n"]
    shown = on_a_terminal(*TWO, "--save", str(tmp_path / "game.json"), lines=lines)
    state = tale.new_game(read_save(tmp_path / "game.json").record.setup, 11)
    deck = load_deck("en")
    hands = [{deck.by_id[card].name for card in hand} for hand in state.hands]
    screens = shown.split(CLEARED)
    assert len(screens) >= 4
    seen = []
    for screen in screens:
        rows = re.findall(r"^ +\d+[* ] (.+) \(.*$", screen, re.M)
        whose = {seat for seat, hand in enumerate(hands) if hand.intersection(rows)}
        assert len(whose) <= 1, screen
        seen += list(whose)
    assert {0, 1} <= set(seen)
    assert "Once upon a time." in screens[2], "the story so far is told again after the curtain"


def test_a_save_is_json_that_other_programs_read(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    play(*TWO, "--save", str(save), lines=["", "Жил-был король."])
    assert json.loads(save.read_text(encoding="utf-8"))["entries"][0]["action"]["text"] == "Жил-был король."
