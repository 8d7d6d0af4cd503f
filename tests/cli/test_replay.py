"""A saved game is told again as one seat saw it: its own hand, everybody's deeds, nobody else's secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from companion.cli import app
from companion.rules import tale
from companion.rules.cards import Category, StoryCard
from companion.rules.kernel import TABLE
from companion.storage import Entry, GameRecord, SeatRecord, StoredGame, write_save

RUN = CliRunner()
CARDS = {f"thing-{n}": f"Диковина-{n:02}" for n in range(16)}
ENDINGS = {f"end-{n}": f"И наступил рассвет номер {n}." for n in range(4)}
STANDS = tale.Ruling(True, by="host", quote="диковина", why="Так сказано.")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A small deck of the test's own, so that no change of the real one matters here."""
    folder = tmp_path / "deck"
    folder.mkdir()
    cards = [{"id": id, "category": "thing", "pictogram": "box"} for id in CARDS]
    faces = {id: {"name": name, "gloss": "Вещь.", "level": "A1"} for id, name in CARDS.items()}
    for name, document in {
        "deck": {"name": "small", "cards": cards, "endings": list(ENDINGS)},
        "ru": {"title": "Малая", "cards": faces, "endings": ENDINGS},
    }.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    return folder


class Playing:
    """Plays a game and keeps its entries, as a table does."""

    def __init__(self, deck: Path, names: tuple[str, ...] = ("Марфа", "Борис", "Зоя")) -> None:
        cards = tuple(StoryCard(id, Category.THING) for id in CARDS)
        setup = tale.TaleSetup(len(names), cards, tuple(ENDINGS), first_narrator=0, hand_size=2)
        seats = tuple(SeatRecord(name) for name in names)
        self.record = GameRecord("g1", "tale", "ru", "Вечер у печки", setup, 3, seats, {"deck": str(deck)}, 1.0)
        self.states = [tale.new_game(setup, 3)]
        self.entries: list[Entry] = []

    @property
    def state(self) -> tale.TaleState:
        return self.states[-1]

    def do(self, action: tale.Action) -> None:
        step = tale.apply(self.state, action)
        self.states.append(step.state)
        self.entries.append(Entry(str(len(self.entries)), action.seat, action, step.events, 2.0))

    def rewind(self, version: int) -> None:
        self.states.append(self.states[version])
        self.entries.append(Entry(str(len(self.entries)), 0, None, (), 2.0, rewound_to=version))

    def saved(self, path: Path) -> Path:
        write_save(path, StoredGame(self.record, tuple(self.entries)))
        return path


@pytest.fixture
def played(deck: Path) -> Playing:
    """A whole game: told, laid, taken back, claimed, passed, and brought to its end."""
    game = Playing(deck)
    game.do(tale.Tell(0, "Нашла старуха диковину."))
    game.do(tale.LayCard(0, game.state.hands[0][0], 0, STANDS))
    game.do(tale.Tell(0, "Этого не было."))
    game.rewind(2)
    game.do(tale.Claim(1, game.state.hands[1][0], tale.ClaimHow.ELEMENT, 0, STANDS))
    game.do(tale.Tell(1, "А вторая диковина пела."))
    game.do(tale.PassStory(1))
    game.do(tale.Discard(1, None))
    for card in game.state.hands[2]:
        game.do(tale.Tell(2, f"Третьей была {CARDS[card]}."))
        game.do(tale.LayCard(2, card, len(game.state.sentences) - 1, STANDS))
    game.do(tale.Tell(2, "Тут и конец."))
    game.do(tale.PlayEnding(2, game.state.endings[2][0]))
    game.do(tale.Rule(tale.Ruling(True, by="host"), TABLE))
    assert game.state.phase is tale.Phase.OVER
    return game


def retold(path: Path, *options: str) -> str:
    result = RUN.invoke(app, ["replay", str(path), *options])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_everybody_reads_the_tale_the_cards_and_whose_turn_it_is(played: Playing, tmp_path: Path) -> None:
    told = retold(played.saved(tmp_path / "вечер.json"))
    first = CARDS[played.entries[1].action.card]
    assert told.startswith("Вечер у печки\n")
    assert "Марфа, Борис, Зоя" in told.splitlines()[1]
    assert "1. Марфа: Нашла старуха диковину." in told
    assert f"2. Марфа выкладывает карту «{first}»" in told
    assert "Прозвучало: «диковина». Так сказано" in told
    turns = [line.removeprefix("   > Рассказывает ") for line in told.splitlines() if line.startswith("   > ")]
    assert turns == ["Марфа"] * 3 + ["Борис"] * 3 + ["Зоя"] * 7
    assert "Зоя завершает сказку и побеждает. Решил ведущий.\n" in told
    assert told.index("А вторая диковина пела.") < told.index("Тут и конец.")
    assert ENDINGS[played.state.final_ending or ""] in told


def test_what_was_undone_is_not_told(played: Playing, tmp_path: Path) -> None:
    assert "Этого не было" not in retold(played.saved(tmp_path / "вечер.json"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_reads_its_own_hand_after_each_step_and_no_other(played: Playing, tmp_path: Path, seat: int) -> None:
    told = retold(played.saved(tmp_path / "вечер.json"), "--seat", str(seat))
    hands = [line.strip() for line in told.splitlines() if line.strip().startswith("[")]
    standing = [played.states[0], *(s for n, s in enumerate(played.states[1:], 1) if n not in (3, 4))]
    assert hands == [" ".join(f"[{CARDS[card]}]" for card in state.hands[seat]) or "[ ]" for state in standing]
    public = set(played.state.discard) | {laid.card for laid in played.state.laid}
    own = {card for state in standing for card in state.hands[seat]}
    hidden = {name for card, name in CARDS.items() if card not in public | own}
    assert hidden
    assert not [name for name in hidden if name in told]


def test_the_projector_shows_no_hand_and_no_ending_that_was_not_laid(played: Playing, tmp_path: Path) -> None:
    told = retold(played.saved(tmp_path / "вечер.json"))
    assert "[" not in told
    assert {text for text in ENDINGS.values() if text in told} == {ENDINGS[played.state.final_ending or ""]}


def test_a_game_that_is_not_over_says_so(deck: Path, tmp_path: Path) -> None:
    game = Playing(deck)
    game.do(tale.Tell(0, "Жила-была лиса."))
    assert retold(game.saved(tmp_path / "g.json")).rstrip().endswith("Сказка ещё не окончена.")


def test_a_text_cannot_take_over_the_terminal(deck: Path, tmp_path: Path) -> None:
    game = Playing(deck, ("Мар\x1b[2Jфа", "Борис\n"))
    game.do(tale.Tell(0, "Лиса\x1b]0;x\x07 и\u2028волк <b>*{who}*</b>"))
    told = retold(game.saved(tmp_path / "g.json"))
    assert not [sign for sign in told if sign != "\n" and ord(sign) < 32]
    assert "Лиса ]0;x и волк <b>*{who}*</b>" in told


def spoil(path: Path, change: dict[str, Any]) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(document | change), encoding="utf-8")


def test_faults_are_one_line_with_the_place(played: Playing, tmp_path: Path) -> None:
    path = played.saved(tmp_path / "вечер.json")
    record = json.loads(path.read_text(encoding="utf-8"))["record"]
    entry = {"command_id": "c", "seat": 0, "at": 1, "note": {}, "rewound_to": None}
    tell = {"action": {"seat": 0, "text": "Ау!", "kind": "tell"}, "events": []}
    drawn = entry | tell | {"events": [{"seat": 7, "card": "thing-1", "kind": "drew"}]}
    for change, says in [
        ({"entries": [drawn], "version": 1}, "вечер.json, entry 1: it does not fit what came before"),
        ({"record": record | {"seats": [{"name": "Одна"}]}}, "it has 1 seats for 3 players"),
        ({"record": record | {"options": {"deck": "no-such-deck"}}}, "no-such-deck: there is no such deck"),
        ({"format": 99}, "вечер.json: it was saved by a newer Story Companion"),
    ]:
        played.saved(path)
        spoil(path, change)
        result = RUN.invoke(app, ["replay", str(path)])
        assert result.exit_code == 1
        assert says in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_a_seat_that_the_game_does_not_have_is_a_usage_error(played: Playing, tmp_path: Path) -> None:
    result = RUN.invoke(app, ["replay", str(played.saved(tmp_path / "g.json")), "--seat", "3"])
    assert result.exit_code == 2
    assert "the game has seats 0 to 2" in result.stderr
