"""A game as one file: written whole or not at all, and read with every fault named."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.errors import DamagedSave, StoreUnavailable
from companion.storage import GameStore, StoredGame, read_save, write_save
from companion.storage.codec import FORMAT
from tests.storage.kit import record, told, undo

GAME = StoredGame(record(), (told("Раз."), told("Два\u2028\x00 🦊."), undo(1), told("Три.")))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "вечер.json"
    write_save(path, GAME)
    return path


def test_a_saved_game_is_read_as_it_was(file: Path) -> None:
    assert read_save(file) == GAME


def test_a_game_without_entries_is_saved_too(file: Path) -> None:
    write_save(file, StoredGame(record(), ()))
    assert read_save(file) == StoredGame(record(), ())


def test_a_saved_game_moves_into_a_store_and_out_again(file: Path, store: GameStore) -> None:
    saved = read_save(file)
    store.create(saved.record)
    store.append(saved.record.id, 0, saved.entries)
    assert store.load(saved.record.id) == GAME


def test_saving_again_replaces_the_file_and_leaves_nothing_beside_it(file: Path) -> None:
    write_save(file, StoredGame(record(title="Другой"), ()))
    assert read_save(file).record.title == "Другой"
    assert list(file.parent.iterdir()) == [file]


def test_a_failed_save_leaves_the_old_file_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_is_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(StoreUnavailable, match=r"вечер\.json: the game cannot be saved there: No space left"):
        write_save(file, StoredGame(record(), ()))
    assert read_save(file) == GAME
    assert list(file.parent.iterdir()) == [file]


def test_a_place_where_nothing_can_be_saved_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"gone/вечер\.json: the game cannot be saved there"):
        write_save(tmp_path / "gone" / "вечер.json", GAME)


def spoilt(document: dict[str, Any], path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("entries", 1, "action", "kind"), "sing", "вечер.json, entry 2: action: Input tag 'sing'"),
        (("entries", 3, "at"), None, "вечер.json, entry 4: at: Input should be a valid number"),
        (("entries", 3), "нечто", "вечер.json, entry 4: Input should be an object"),
        (("entries", 2, "rewound_to"), 3, "вечер.json, entry 3: it rewinds to version 3, which came later"),
        (("entries", 3, "command_id"), "undo", "вечер.json, entry 4: it repeats the command of entry 3"),
        (("entries",), {}, "вечер.json: record must be an object and entries a list"),
        (("record", "seed"), "7", "вечер.json: seed: Input should be a valid integer"),
        (("record", "game"), "chess", "вечер.json: unknown game 'chess'"),
        (("record",), {}, "вечер.json: unknown game 'None'"),
        (("version",), 5, "вечер.json: it has 4 entries, but says version 5"),
        (
            ("format",),
            FORMAT + 1,
            f"вечер.json: it was saved by a newer Story Companion (format {FORMAT + 1})",
        ),
        (("mood",), "gay", "вечер.json: the file is no saved game: it must have the keys entries, format"),
    ],
)
def test_damage_is_named_with_file_and_entry(file: Path, path: tuple[str | int, ...], value: object, says: str) -> None:
    document = spoilt(json.loads(file.read_text(encoding="utf-8")), path, value)
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DamagedSave) as fault:
        read_save(file)
    assert says in str(fault.value)


@pytest.mark.parametrize("text", ["", "Жили-были", "[]", "[" * 100_000, '{"format": 1', "\ufeff{}"])
def test_a_file_that_is_no_saved_game_is_named(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedSave, match=r"вечер\.json: the file is no saved game"):
        read_save(file)


def test_a_file_cut_off_or_of_other_bytes_is_named(file: Path) -> None:
    whole = file.read_bytes()
    for raw in (whole[:-5], b"\xff\xfe" + whole, bytes(range(256))):
        file.write_bytes(raw)
        with pytest.raises(DamagedSave, match="the file is no saved game"):
            read_save(file)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(DamagedSave, match=r"gone\.json: there is no such file"):
        read_save(tmp_path / "gone.json")
    with pytest.raises(DamagedSave, match="the file cannot be read"):
        read_save(tmp_path)
