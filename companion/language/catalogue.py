"""The interface's texts by symbolic key, one gettext file a language (issue 2, "Interface texts").

    words = catalogue("ru")
    words.t("home.start")                    a text
    words.t("home.turn_of", name="Иван")     with placeholders; values are plain text and are never read as a template
    words.n("home.cards", 5)                 the right plural form; the number is the placeholder {count}

A further language is one more `.po` file in `catalogues/`. What a language lacks is shown in English.
"""

from __future__ import annotations

import gettext
import io
import string
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from companion.errors import BadInput

FOLDER = Path(__file__).parent / "catalogues"
SOURCE_LANGUAGE = "en"


class Catalogue:
    """The texts of one interface language. Safe to share between threads."""

    def __init__(self, language: str, messages: gettext.NullTranslations) -> None:
        self.language = language
        """Code of the interface language, the file's name."""
        self._messages = messages

    def t(self, key: str, **params: object) -> str:
        """The text of that key; the key itself where no language has a text for it."""
        # Gettext keeps the file's header under the empty key.
        return _FORMATTER.vformat(self._messages.gettext(key), (), params) if key else ""

    def n(self, key: str, count: int, **params: object) -> str:
        """The text of that key in the plural form for `count`, which fills the placeholder {count}."""
        return _FORMATTER.vformat(self._messages.ngettext(key, key, count), (), {"count": count, **params})

    def has(self, key: str) -> bool:
        """Is there a text for that key, here or in English?"""
        # gettext answers the empty key with the file's header.
        return key != "" and (self._messages.gettext(key) != key or self._messages.ngettext(key, key, 1) != key)


def interface_languages() -> tuple[str, ...]:
    """Codes of the languages that the interface speaks, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.po")))


@lru_cache(maxsize=16)
def catalogue(language: str) -> Catalogue:
    """The catalogue of that language. Raises BadInput for a language without a file, or with a damaged one."""
    if language not in interface_languages():
        known = ", ".join(interface_languages())
        raise BadInput(f"the interface does not speak '{language}': choose one of {known}, or add {language}.po")
    messages = _read(FOLDER / f"{language}.po")
    if language != SOURCE_LANGUAGE:
        messages.add_fallback(_read(FOLDER / f"{SOURCE_LANGUAGE}.po"))
    return Catalogue(language, messages)


def _read(path: Path) -> gettext.GNUTranslations:
    try:
        with path.open("rb") as file:
            texts = read_po(file, abort_invalid=True)
    except (OSError, PoFileError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: the catalogue cannot be read: {fault}") from fault
    compiled = io.BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


class _LenientFormatter(string.Formatter):
    """Leaves a placeholder without a value as it stands: a page with a hole beats a page with a traceback."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")


_FORMATTER = _LenientFormatter()
