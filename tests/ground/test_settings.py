"""Settings come from the environment alone; a wrong value names its variable and what it takes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion
from companion.errors import WrongSetting
from companion.settings import default_database, read_settings, settings

PACKAGE = Path(companion.__file__).parent


def test_nothing_needs_to_be_set() -> None:
    chosen = read_settings({})
    assert chosen.database_url == f"sqlite:///{default_database()}"
    assert (chosen.encoder, chosen.llm, chosen.language) == ("auto", None, None)
    assert (chosen.host, chosen.port) == ("127.0.0.1", 8501)


@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_variable_is_an_unset_one(blank: str) -> None:
    names = ("COMPANION_DATABASE_URL", "COMPANION_ENCODER", "COMPANION_LLM", "COMPANION_LANG", "HF_HUB_OFFLINE", "PORT")
    assert read_settings(dict.fromkeys(names, blank)) == read_settings({})


@pytest.mark.parametrize(
    ("variable", "value", "field", "means"),
    [
        ("COMPANION_DATABASE_URL", "sqlite:////srv/games.db", "database_url", "sqlite:////srv/games.db"),
        ("COMPANION_DATABASE_URL", "postgresql+psycopg://u:p@h/d", "database_url", "postgresql+psycopg://u:p@h/d"),
        ("COMPANION_ENCODER", "models/mine", "encoder", "models/mine"),
        ("COMPANION_ENCODER", "openai:some-model", "encoder", "openai:some-model"),
        ("COMPANION_LLM", "openai:some-model", "llm", "openai:some-model"),
        ("COMPANION_LANG", "ru", "language", "ru"),
        ("OPENAI_BASE_URL", "http://127.0.0.1:8080/v1", "openai_base_url", "http://127.0.0.1:8080/v1"),
        ("COMPANION_HOST_PASSWORD", "сезам", "host_password", "сезам"),
        ("HF_HUB_OFFLINE", "1", "offline", True),
        ("HF_HUB_OFFLINE", "off", "offline", False),
        ("HOST", "0.0.0.0", "host", "0.0.0.0"),
        ("PORT", " 9000 ", "port", 9000),
    ],
)
def test_a_variable_is_taken(variable: str, value: str, field: str, means: object) -> None:
    assert getattr(read_settings({variable: value}), field) == means


@pytest.mark.parametrize(
    ("variable", "value", "takes"),
    [
        ("COMPANION_DATABASE_URL", "games.sqlite3", "takes sqlite:///"),
        ("COMPANION_DATABASE_URL", "mysql://u:p@h/d", "takes sqlite:///"),
        ("COMPANION_ENCODER", "openai:", "takes auto, bundled"),
        ("COMPANION_LLM", "some-model", "takes openai:<model>"),
        ("COMPANION_LLM", "openai:", "takes openai:<model>"),
        ("COMPANION_LLM", "other:model", "takes openai:<model>"),
        ("COMPANION_LANG", "RU", "takes one of en, ru"),
        ("OPENAI_BASE_URL", "localhost:8080", "takes an address such as http://"),
        ("HF_HUB_OFFLINE", "maybe", "takes 1 or 0"),
        ("PORT", "0", "takes a number from 1 to 65535"),
        ("PORT", "65536", "takes a number from 1 to 65535"),
        ("PORT", "web", "takes a number from 1 to 65535"),
        ("PORT", "８５０１", "takes a number from 1 to 65535"),
    ],
)
def test_a_wrong_value_names_the_variable_and_what_it_takes(variable: str, value: str, takes: str) -> None:
    with pytest.raises(WrongSetting) as caught:
        read_settings({variable: value})
    assert caught.value.variable == variable
    assert str(caught.value).startswith(f"{variable}: ")
    assert "takes" in takes and takes.removeprefix("takes ") in str(caught.value)


def test_secrets_are_never_shown() -> None:
    chosen = read_settings(
        {
            "COMPANION_DATABASE_URL": "postgresql+psycopg://u:secret-1@h/d",
            "OPENAI_API_KEY": "secret-2",
            "COMPANION_HOST_PASSWORD": "secret-3",
        }
    )
    assert "secret" not in repr(chosen)
    with pytest.raises(WrongSetting) as caught:
        read_settings({"COMPANION_DATABASE_URL": "mysql://u:secret@h/d"})
    assert "secret" not in str(caught.value)


def test_a_dotenv_file_is_read_and_the_environment_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("COMPANION_ENCODER=from-file\nCOMPANION_LANG=ru\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMPANION_ENCODER")
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert settings().encoder == "from-file"
    assert settings().language == "en"


def test_only_settings_reads_the_environment() -> None:
    readers = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.alias)
        and (node.attr if isinstance(node, ast.Attribute) else node.name) in ("environ", "environb", "getenv")
    }
    assert readers == {"settings.py"}
