"""The interface speaks every language completely: texts missing, unused, doubled or mismatched fail here by name."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.errors import BadInput
from companion.language.catalogue import FOLDER, SOURCE_LANGUAGE, catalogue, interface_languages

SOURCES = Path(__file__).parents[2] / "companion"
CODE = re.compile(r"(tale|book|hill|table|log|error)/[a-z_]*[a-z]")
LANGUAGES = interface_languages()
EXAMPLES_OF_PLURALS = {
    "ru": {1: 0, 21: 0, 2: 1, 4: 1, 33: 1, 0: 2, 5: 2, 11: 2, 12: 2, 114: 2},
    "en": {1: 0, 0: 1, 2: 1},
}


@cache
def po(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file)


@cache
def keys(language: str) -> frozenset[str]:
    return frozenset(m.id if isinstance(m.id, str) else m.id[0] for m in po(language) if m.id)


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Each words.t(...) and words.n(...) of the code base with its place."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in ("t", "n"):
                    yield f"{path.relative_to(SOURCES.parent)}:{node.lineno}", node


def literals(node: ast.expr) -> list[str]:
    """The texts that a key argument can be: a literal, or a choice between literals."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return literals(node.body) + literals(node.orelse) if isinstance(node, ast.IfExp) else []


def pattern(node: ast.expr) -> re.Pattern[str] | None:
    """A key with a variable part, f"card.{category}", as the pattern of the keys it may become."""
    if not isinstance(node, ast.JoinedStr) or not isinstance(first := node.values[0], ast.Constant):
        return None
    if not re.match(r"[a-z]+[./]", str(first.value)):
        return None
    parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else "[a-z0-9_-]+" for p in node.values)
    return re.compile("".join(parts))


def asked() -> dict[str, str]:
    """Every key that the code asks for by name, and one place where it does."""
    found = {key: place for place, call in calls() for key in literals(call.args[0])}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.setdefault(node.value, f"{path.relative_to(SOURCES.parent)}:{node.lineno}")
    return found


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_code_asks_for_exists(language: str) -> None:
    missing = [f"{key} ({place})" for key, place in asked().items() if key not in keys(language)]
    assert not missing, f"add to {language}.po: " + ", ".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_of_keys_has_texts(language: str) -> None:
    for place, call in calls():
        if family := pattern(call.args[0]):
            assert any(family.fullmatch(key) for key in keys(language)), f"{place}: no key {family.pattern}"


def test_no_text_is_left_over() -> None:
    said = {n.value for t in trees().values() for n in ast.walk(t) if isinstance(n, ast.Constant)}
    families = [p for t in trees().values() for n in ast.walk(t) if isinstance(n, ast.JoinedStr) and (p := pattern(n))]
    unused = [
        key
        for language in LANGUAGES
        for key in keys(language)
        if key not in said and not any(family.fullmatch(key) for family in families)
    ]
    assert not unused, f"remove from the catalogues, nothing shows them: {sorted(set(unused))}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_keys_and_each_is_translated(language: str) -> None:
    assert keys(language) == keys(SOURCE_LANGUAGE)
    empty = [m.id for m in po(language) if m.id and not all([m.string] if isinstance(m.string, str) else m.string)]
    assert not empty, f"without a text in {language}.po: {empty}"
    assert not [m.id for m in po(language) if m.id and m.fuzzy], "a fuzzy text is not shown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    text = (FOLDER / f"{language}.po").read_text(encoding="utf-8")
    twice = [key for key, times in Counter(re.findall(r'^msgid "(.+)"', text, re.MULTILINE)).items() if times > 1]
    assert not twice, f"twice in {language}.po: {twice}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_key_stands_in_its_section(language: str) -> None:
    section, astray = "", []
    for line in (FOLDER / f"{language}.po").read_text(encoding="utf-8").splitlines():
        if title := re.match(r"# ── (\w+) ─", line):
            section = title[1]
        elif key := re.match(r'msgid "(.+)"', line):
            astray += [key[1]] if re.split(r"[./]", key[1])[0] != section else []
    assert not astray, f"under the wrong heading in {language}.po: {astray}"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != SOURCE_LANGUAGE])
def test_placeholders_agree_between_languages(language: str) -> None:
    for message in po(language):
        if not message.id:
            continue
        source = po(SOURCE_LANGUAGE).get(message.id)
        assert source is not None and bool(source.pluralizable) == bool(message.pluralizable), message.id
        here, there = ([m.string] if isinstance(m.string, str) else m.string for m in (message, source))
        # A plural form may do without the number ("one card"), so forms are compared as a whole.
        assert frozenset().union(*map(placeholders, here)) == frozenset().union(*map(placeholders, there)), message.id


def test_calls_give_each_placeholder_its_value() -> None:
    wrong = []
    for place, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        for key in literals(call.args[0]):
            message = next((m for m in po(SOURCE_LANGUAGE) if key in (m.id if m.pluralizable else [m.id])), None)
            if message is None or None in given:
                continue
            texts = message.string if message.pluralizable else [message.string]
            wanted = set().union(*map(placeholders, texts)) - ({"count"} if message.pluralizable else set())
            wrong += [f"{place}: {key} takes {sorted(wanted)}, given {sorted(map(str, given))}"] * (wanted != given)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_follow_the_language(language: str) -> None:
    forms = EXAMPLES_OF_PLURALS[language]
    some = next(m for m in po(language) if m.pluralizable)
    words = catalogue(language)
    for count, form in forms.items():
        params = dict.fromkeys(placeholders(some.string[form]) - {"count"}, "")
        assert words.n(some.id[0], count, **params) == some.string[form].format(count=count, **params), count


def test_a_value_with_braces_or_markup_is_plain_text() -> None:
    words = catalogue("en")
    name = "{app.title} {0} <b>*x*</b>"
    assert name in words.t("home.turn_of", name=name)


def test_a_forgotten_value_leaves_its_placeholder() -> None:
    assert "{name}" in catalogue("en").t("home.turn_of")


def test_an_unknown_key_is_shown_as_it_is() -> None:
    words = catalogue("ru")
    assert words.t("no.such_key") == "no.such_key"
    assert not words.has("no.such_key")
    assert words.has("app.title")
    assert words.has("home.cards")


def test_no_key_is_no_text() -> None:
    assert catalogue("en").t("") == ""
    assert not catalogue("en").has("")


def test_a_language_without_texts_says_which_there_are() -> None:
    with pytest.raises(BadInput, match="choose one of en, ru"):
        catalogue("xx")
