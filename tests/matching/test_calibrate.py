"""An encoder of one's own is calibrated by a command, alone, and may ask only after that."""

from __future__ import annotations

import json
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from companion.errors import BadInput
from companion.matching import calibrate, calibration, card_texts, semantic
from companion.matching.calibrate_meaning import verdict
from companion.matching.calibration import meaning_model, meaning_path, writable_meaning_path
from companion.matching.meaning import Directions
from companion.matching.semantic import TableMatcher
from companion.settings import settings
from tests.kit.openai_server import Embeds, Fails, OpenAIServer

TINY = "openai:tiny"
MEANT = {
    "island": (
        "Salt lay all round it, and gulls.",
        "Only by oar could anyone come there.",
        "Waves beat at every side.",
    ),
    "forest": (
        "Trunk stood by trunk, and no light fell.",
        "Under the boughs they lost their way.",
        "Leaves hid the sky.",
    ),
    "wolf": ("Grey it was, and it howled.", "Teeth and grey fur leapt at the lambs.", "The pack howled on the hill."),
    "sleeping": ("Her eyes closed and she breathed slowly.", "He lay and breathed like a child.", "All eyes closed."),
}
ORDINARY = ("They talked for an hour.", "Nobody answered him.", "It was as she had said.", "He came back on Monday.")


def vectors(body: dict[str, Any]) -> Embeds:
    """A tiny encoder: which words a text has, thrown together in sixteen dimensions."""
    rows = []
    for text in body["input"]:
        row = [0.01] * 16
        for word in text.lower().split():
            row[zlib.crc32(word.encode()) % 16] += 1
        rows.append(row)
    return Embeds(rows)


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Twelve tales of two sentences with a card that no word says, and two without any."""
    folder = tmp_path / "labelled"
    folder.mkdir()
    lines = []
    for tale in range(12):
        for number in range(2):
            card = list(MEANT)[(tale + number) % 4]
            told, mentions = MEANT[card][(tale // 4 + number) % 3], [card]
            lines.append({"sentence": told, "mentions": mentions, "source": f"tale {tale}"})
            told = f"{ORDINARY[(tale + number) % 4]} {number}"
            lines.append({"sentence": told, "mentions": [], "source": f"tale {tale} told again"})
    text = "\n".join(json.dumps(line) for line in lines)
    (folder / "mentions_en.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The calibration's folder as a copy, no folder of this user's, and a short list of card texts."""
    folder = tmp_path / "package"
    shutil.copytree(calibration.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(calibration, "FOLDER", folder)
    monkeypatch.setattr(calibrate, "FOLDER", folder)
    monkeypatch.setattr(calibration, "user_folder", lambda: tmp_path / "user")
    monkeypatch.setattr(card_texts, "_NAMES_OF_A_CARD", 1)
    return folder


def run(*words: str | Path) -> Result:
    app = typer.Typer()
    app.command()(calibrate.main)
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200", "NO_COLOR": "1"})


def use(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    settings.cache_clear()


def test_only_the_files_of_that_encoder_are_written_and_then_it_may_ask(
    labelled: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(semantic, "_readers", {})
    before = {path.name: path.read_bytes() for path in package.iterdir()}
    with OpenAIServer(vectors) as server:
        use(server, monkeypatch)
        words_alone = TableMatcher("en")
        words_alone.warm(TINY, wait=True)
        assert words_alone.notice == semantic.NO_CALIBRATION
        assert server.asked == []

        result = run("--data", labelled, "--encoder", TINY)
        assert result.exit_code == 0, result.output
        sent = [text for body in server.asked for text in body["input"]]
        assert len(sent) == len(set(sent))

        model = meaning_model(TINY)
        assert model is not None and model.encoder == TINY
        assert model.texts == card_texts.digest_of(card_texts.card_texts())
        directions = Directions.load(meaning_path(TINY).with_suffix(".npz"))
        assert len(directions.cards) == 114 and len(directions.centre) == 16
        heard = TableMatcher("en")
        heard.warm(TINY, wait=True)
        assert heard.notice == "" and heard.stage == 1
        heard.mentions("Salt lay all round it, and gulls.")
        assert heard.notice == ""
    after = {path.name: path.read_bytes() for path in package.iterdir()}
    assert after.keys() - before.keys() == {"meaning-openai-tiny.json", "meaning-openai-tiny.npz"}
    assert {name: after[name] for name in before} == before
    assert "mentions that words miss" in result.stdout and "sentences are read by 'openai:tiny'" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Meaning ")


def test_an_encoder_that_fails_in_the_middle_leaves_no_file(
    labelled: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(path.name for path in package.iterdir())
    with OpenAIServer(vectors, vectors, Fails(429)) as server:
        use(server, monkeypatch)
        result = run("--data", labelled, "--encoder", TINY)
    assert result.exit_code == 1
    assert result.stderr == f"{TINY} at {server.base_url}: too many requests, or the quota is used up; try later\n"
    assert sorted(path.name for path in package.iterdir()) == before


def test_what_cannot_be_calibrated_is_told(labelled: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("--data", labelled, "--encoder", TINY)
    assert result.exit_code == 2
    assert "OPENAI_API_KEY: is not set" in result.stderr
    lines = (labelled / "mentions_en.jsonl").read_text(encoding="utf-8").splitlines()
    (labelled / "mentions_en.jsonl").write_text("\n".join(lines[:8]), encoding="utf-8")
    with OpenAIServer(vectors) as server:
        use(server, monkeypatch)
        result = run("--data", labelled, "--encoder", TINY)
    assert result.exit_code == 2
    assert "too few labelled sentences to learn from" in " ".join(result.stderr.split())


def test_the_users_own_folder_stands_in_for_a_package_that_cannot_be_written(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert writable_meaning_path(TINY) == package / "meaning-openai-tiny.json"
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(calibration, "FOLDER", tmp_path / "file" / "package")
    own = tmp_path / "user" / "calibration" / "meaning-openai-tiny.json"
    assert writable_meaning_path(TINY) == own
    assert meaning_path(TINY) != own
    own.write_text("{}")
    assert meaning_path(TINY) == own
    with pytest.raises(BadInput, match="cannot be written: the calibration of 'bundled' has no place"):
        writable_meaning_path("bundled")
    monkeypatch.setattr(calibration, "user_folder", lambda: tmp_path / "file")
    with pytest.raises(BadInput, match="cannot be written"):
        writable_meaning_path(TINY)


def test_an_own_calibration_is_renewed_where_it_is_read(package: Path, tmp_path: Path) -> None:
    own = tmp_path / "user" / "calibration" / "meaning-openai-tiny.json"
    own.parent.mkdir(parents=True)
    own.write_text("{}")
    assert writable_meaning_path(TINY) == meaning_path(TINY) == own
    (own.parent / "meaning-bundled.json").write_text("{}")
    assert meaning_path("bundled") == package / "meaning-bundled.json"


def test_each_encoder_has_a_file_of_its_own(package: Path) -> None:
    deep = "/home/somebody/" + "models/" * 40
    names = [TINY, "owner/model", "owner/model.v2", deep + "one", deep + "two"]
    files = [meaning_path(name).name for name in names]
    assert files[:3] == ["meaning-openai-tiny.json", "meaning-owner-model.json", "meaning-owner-model.v2.json"]
    assert len(set(files)) == 5 and max(map(len, files)) < 100


def test_names_that_are_spelt_alike_are_not_taken_for_each_other(package: Path) -> None:
    for ending in (".json", ".npz"):
        shutil.copy(package / f"meaning-bundled{ending}", package / f"meaning-openai-tiny{ending}")
    assert meaning_model(TINY) is None
    assert meaning_model("bundled") is not None


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 cut off", b"no archive"])
def test_damaged_directions_are_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "meaning.npz").write_bytes(damage)
    with pytest.raises(BadInput, match="the directions cannot be read"):
        Directions.load(tmp_path / "meaning.npz")


def test_the_verdict_says_whether_meaning_pays() -> None:
    measured = {"mentions that words miss": 40.0, "questions": 20.0, "of them right": 0.25, "sentences": 1000.0}
    told = verdict({"measured": measured})
    assert told.startswith("Meaning pays") and "25% are" in told
    assert "one sentence in 50" in told and "finds 5 of the 40" in told
    assert verdict({"measured": {**measured, "questions": 0.0}}).startswith("Meaning does not pay")
