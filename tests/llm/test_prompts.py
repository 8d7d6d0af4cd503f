"""A prompt file is checked when it is loaded; what players write never acts as a template."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.llm.prompts import load_prompt, read_prompt
from companion.places import beside_package

FRONT = "---\npurpose: to test\nvariables: [story]\n---\n"


@pytest.mark.parametrize("name", [path.stem for path in beside_package("prompts").glob("*.md")])
def test_every_prompt_that_ships_is_sound_in_both_languages(name: str) -> None:
    assert {"en", "ru"} <= set(load_prompt(name).texts)


def prompt(folder: Path, text: str) -> Path:
    path = folder / "trial.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_values_are_put_in_as_they_are(tmp_path: Path) -> None:
    trial = read_prompt(
        prompt(tmp_path, FRONT + '## en\nStory: {{ story }}. As JSON: {"a": 1}\n## ru\nСказка: {{story}}\n')
    )
    assert trial.text("en", story="{{story}} {x} \\1 $y") == 'Story: {{story}} {x} \\1 $y. As JSON: {"a": 1}'
    assert trial.text("ru", story="лес") == "Сказка: лес"
    assert trial.text("es", story="wood").startswith("Story: wood")


@pytest.mark.parametrize("values", [{}, {"story": "a", "extra": "b"}, {"stories": "a"}])
def test_a_missing_or_unknown_value_is_the_callers_mistake(tmp_path: Path, values: dict[str, str]) -> None:
    trial = read_prompt(prompt(tmp_path, FRONT + "## en\n{{story}}\n"))
    with pytest.raises(TypeError, match=r"takes \['story'\]"):
        trial.text("en", **values)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Hello", "begins with a front matter"),
        ("---\npurpose: [\n---\n## en\nx\n", "is no YAML"),
        ("---\nvariables: []\n---\n## en\nx\n", "purpose: Field required"),
        ("---\npurpose: p\nvariables: []\nmodel: m\n---\n## en\nx\n", "model: Extra inputs"),
        ("---\n- a\n---\n## en\nx\n", "front matter: "),
        (FRONT + "## en\nno variable\n", "en: the variable 'story' is declared but not used"),
        (FRONT + "## en\n{{story}} {{tale}}\n", "{{tale}} is not among the declared variables"),
        (FRONT + "## en\n{{story}}\n## ru\nбез неё\n", "ru: the variable 'story'"),
        (FRONT + "## en\n\n## ru\n{{story}}\n", "en: each language has one text"),
        (FRONT + "## en\n{{story}}\n## en\n{{story}}\n", "en: each language has one text"),
        (FRONT + "## ru\n{{story}}\n", "the English text is missing"),
        (FRONT + "Hi\n## en\n{{story}}\n", "text before the first language heading"),
    ],
    ids=lambda value: value[-30:].strip(),
)
def test_a_wrong_prompt_file_is_named_with_its_fault(tmp_path: Path, text: str, says: str) -> None:
    path = prompt(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_prompt(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)


def test_a_missing_or_unreadable_prompt_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_prompt(tmp_path / "none.md")
    (tmp_path / "latin.md").write_bytes(b"---\n\xff\n---\n")
    with pytest.raises(BadInput, match="cannot be read"):
        read_prompt(tmp_path / "latin.md")
