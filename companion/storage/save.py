"""A game as one file: what `companion play --save` writes and `companion replay` reads.

One JSON document: {"format", "version", "record", "entries"}; record and entries as the codec makes them.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from companion.errors import DamagedSave, StoreUnavailable
from companion.storage.codec import FORMAT, check_format, codec_for
from companion.storage.records import StoredGame

_KEYS = {"format", "version", "record", "entries"}


def write_save(path: Path | str, stored: StoredGame) -> None:
    """Writes the game to the file; a file of that name is replaced at once, whole. Raises StoreUnavailable."""
    codec, owner = codec_for(stored.record.game, str(path)), f"game {stored.record.id}"
    lines = [codec.dump_entry(entry, owner, version) for version, entry in enumerate(stored.entries, 1)]
    head = f'"format": {FORMAT},\n"version": {stored.version},\n"record": {codec.dump_record(stored.record)}'
    # One entry a line: two saves of a game can be compared line by line.
    _replace(Path(path), "{\n" + head + ',\n"entries": [\n' + ",\n".join(lines) + "\n]}\n")


def read_save(path: Path | str) -> StoredGame:
    """The game in the file. Raises DamagedSave, naming the file and the entry."""
    where = str(path)
    document = _document(where)
    check_format(document["format"], where)
    if not isinstance(document["record"], dict) or not isinstance(document["entries"], list):
        raise DamagedSave(where, "record must be an object and entries a list")
    codec = codec_for(str(document["record"].get("game")), where)
    record = codec.read_record(json.dumps(document["record"]), where)
    entries = [codec.read_entry(json.dumps(entry), where, n) for n, entry in enumerate(document["entries"], 1)]
    if document["version"] != len(entries):
        raise DamagedSave(where, f"it has {len(entries)} entries, but says version {document['version']}")
    first: dict[str, int] = {}
    for number, entry in enumerate(entries, 1):
        if first.setdefault(entry.command_id, number) != number:
            raise DamagedSave(f"{where}, entry {number}", f"it repeats the command of entry {first[entry.command_id]}")
    return StoredGame(record, tuple(entries))


def _document(where: str) -> dict[str, Any]:
    try:
        document = json.loads(Path(where).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DamagedSave(where, "there is no such file") from None
    except OSError as fault:
        raise DamagedSave(where, f"the file cannot be read: {fault.strerror}") from fault
    except (ValueError, RecursionError) as fault:
        raise DamagedSave(where, f"the file is no saved game: {fault}") from fault
    if not isinstance(document, dict) or set(document) != _KEYS:
        raise DamagedSave(where, f"the file is no saved game: it must have the keys {', '.join(sorted(_KEYS))}")
    return document


def _replace(path: Path, text: str) -> None:
    """Writes beside the file, then takes its place: a full disk or a crash leaves the old file as it was."""
    try:
        descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise StoreUnavailable(f"{path}: the game cannot be saved there: {fault.strerror}") from fault
