"""`companion db` says how a database stands and brings it up to date; PostgreSQL's part is in tests/storage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli import app
from companion.storage.schema import HEAD
from tests.storage import old


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where COMPANION_DATABASE_URL points."""
    return tmp_path / "games.sqlite3"


def db(word: str) -> Result:
    return CliRunner().invoke(app, ["db", word])


def test_a_new_database_is_made_once(file: Path) -> None:
    looked = db("check")
    assert looked.stdout == f"the database {file}: it has no tables yet: run `companion db upgrade`\n"
    assert looked.exit_code == 1
    assert not file.exists(), "looking changes nothing"
    assert db("upgrade").stdout == f"the database {file}: its tables were made ({HEAD})\n"
    for word in ("upgrade", "check"):
        again = db(word)
        assert (again.exit_code, again.stdout) == (0, f"the database {file}: it is up to date ({HEAD})\n")


def test_an_older_one_is_brought_up_to_date_and_its_copy_named(file: Path) -> None:
    old.make(file, 3)
    looked = db("check")
    assert looked.exit_code == 1
    assert f"it is older (schema 3, this one knows {HEAD}): run `companion db upgrade`" in looked.stdout
    done = db("upgrade")
    assert done.exit_code == 0
    assert f"brought from schema 3 to {HEAD}" in done.stdout
    assert f"As it was: {file.with_name(f'games.before-{HEAD}.sqlite3')}\n" in done.stdout
    assert db("check").exit_code == 0


def test_a_newer_one_is_left_alone(file: Path) -> None:
    db("upgrade")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
    looked = db("check")
    assert looked.exit_code == 1
    assert looked.stdout.endswith(f"it belongs to a newer Story Companion (0999, this one knows {HEAD})\n")
    refused = db("upgrade")
    assert refused.exit_code == 1
    assert refused.stderr.startswith("companion: ")
    assert "update this one, or use another database" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_what_is_no_database_is_told_in_one_line(file: Path) -> None:
    file.write_text("Dear diary, " * 100, encoding="utf-8")
    for word in ("check", "upgrade"):
        done = db(word)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "games.sqlite3: it is no database" in done.stderr
