"""What the README tells a newcomer to type is there, in both languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.ru.md")
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code(name: str) -> list[str]:
    """Everything that stands as code: blocks and inline."""
    return re.findall(r"```sh\n\s*(.*?)\n\s*```", text(name), re.DOTALL) + re.findall(r"`([^`\n]+)`", text(name))


@pytest.mark.parametrize("name", READMES)
def test_every_make_target_exists(name: str) -> None:
    named = {target for line in code(name) for target in re.findall(r"^make ([\w-]+)", line)}
    assert {"run", "test"} <= named <= TARGETS


@pytest.mark.parametrize("name", READMES)
def test_every_command_exists(name: str) -> None:
    from companion.cli import app

    commands = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    commands |= {str(group.name) for group in app.registered_groups}
    named = {word for line in code(name) for word in re.findall(r"companion ([a-z]+)", line)}
    assert {"match", "doctor"} <= named <= commands


@pytest.mark.parametrize("name", READMES)
def test_every_file_that_is_linked_to_exists(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text(name))
    local = [link for pair in links for link in pair if link and "://" not in link]
    assert local
    assert [link for link in local if not (ROOT / link).is_file()] == []


def test_both_languages_name_the_same_commands_and_settings() -> None:
    def essence(name: str) -> set[str]:
        variables = set(re.findall(r"`([A-Z][A-Z_]{3,})`", text(name)))
        return variables | {line for line in code(name) if line.startswith("make ")}

    assert essence("README.md") == essence("README.ru.md")


def test_every_setting_is_in_the_readme() -> None:
    read = set(re.findall(r'value\.get\("([A-Z_]+)"', text("companion/settings.py")))
    shown = set(re.findall(r"`([A-Z][A-Z_]{3,})`", text("README.md")))
    assert read - shown == {"HF_HUB_OFFLINE"}  # Hugging Face's own, for those who use its hub


@pytest.mark.parametrize(("name", "card"), [("README.md", "horse"), ("README.ru.md", "horse")])
def test_the_example_of_the_matcher_finds_what_it_promises(name: str, card: str) -> None:
    [line] = [line for line in code(name) if line.startswith("echo ")]
    given = re.search(r"echo '(.*?)' \| \S+ (match .*)", line)
    assert given
    done = subprocess.run(
        [sys.executable, "-m", "companion", *given[2].split()],
        input=given[1],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    flags = json.loads(done.stdout)["flags"]
    assert {card, "well"} <= {flag["card"] for flag in flags}
