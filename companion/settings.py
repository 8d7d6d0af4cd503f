"""Environment -> one frozen Settings; nothing else in the project reads the environment (design, section 5).

A variable that is unset or empty has its default. A `.env` file in the working folder, or above it, is read too;
what the environment says itself goes first.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from dotenv import dotenv_values, find_dotenv

from companion.errors import WrongSetting
from companion.places import user_folder

_DATABASES = ("sqlite", "postgresql+psycopg")


@dataclass(frozen=True)
class Settings:
    """What the person who runs the companion decided. `repr` leaves keys and passwords out, so no log shows them."""

    database_url: str = field(repr=False)
    """COMPANION_DATABASE_URL; not in `repr` because it may hold a password."""
    encoder: str
    """COMPANION_ENCODER: `auto`, `bundled`, a model folder, the name of a model on a hub, or `openai:<model>`."""
    llm: str | None
    """COMPANION_LLM: `openai:<model>`; None: no language model, everything else works."""
    openai_api_key: str | None = field(repr=False)
    """OPENAI_API_KEY"""
    openai_base_url: str | None
    """OPENAI_BASE_URL: an endpoint of one's own, for language model and encoder; None: the provider's."""
    language: str | None
    """COMPANION_LANG; None: each visitor's browser decides."""
    host_password: str | None = field(repr=False)
    """COMPANION_HOST_PASSWORD: what a host must know; None: anybody may host."""
    keep_rooms_days: float
    """COMPANION_KEEP_ROOMS_DAYS: rooms that nobody used for so long are removed with all their games."""
    offline: bool
    """HF_HUB_OFFLINE: no model is looked for on a hub."""
    host: str
    """HOST: the address that `companion serve` listens on."""
    port: int
    """PORT"""


@cache
def settings() -> Settings:
    """The settings of this process. Raises WrongSetting naming the variable and what it takes."""
    file = {name: value for name, value in dotenv_values(find_dotenv(usecwd=True)).items() if value is not None}
    return read_settings({**file, **os.environ})


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Settings out of a mapping of variables, all checked. Raises WrongSetting."""
    value = {name: text.strip() for name, text in environment.items() if text.strip()}
    return Settings(
        database_url=_database_url(value.get("COMPANION_DATABASE_URL")),
        encoder=_encoder(value.get("COMPANION_ENCODER", "auto")),
        llm=_llm(value.get("COMPANION_LLM")),
        openai_api_key=value.get("OPENAI_API_KEY"),
        openai_base_url=_base_url(value.get("OPENAI_BASE_URL")),
        language=_language(value.get("COMPANION_LANG")),
        host_password=value.get("COMPANION_HOST_PASSWORD"),
        keep_rooms_days=_days("COMPANION_KEEP_ROOMS_DAYS", value.get("COMPANION_KEEP_ROOMS_DAYS", "30")),
        offline=_switch("HF_HUB_OFFLINE", value.get("HF_HUB_OFFLINE")),
        host=value.get("HOST", "127.0.0.1"),
        port=_port(value.get("PORT", "8501")),
    )


def default_database() -> Path:
    """The SQLite file in the user's data folder; its folder may not exist yet."""
    return user_folder() / "games.sqlite3"


def _database_url(given: str | None) -> str:
    if given is None:
        return f"sqlite:///{default_database()}"
    if given.partition("://")[0] not in _DATABASES or "://" not in given:
        # The value may hold a password, so it is not repeated.
        raise WrongSetting(
            "COMPANION_DATABASE_URL",
            "takes sqlite:///path/to/games.sqlite3 or postgresql+psycopg://user:password@host/database",
        )
    return given


def _encoder(given: str) -> str:
    if given.startswith("openai:") and not given.removeprefix("openai:").strip():
        raise WrongSetting(
            "COMPANION_ENCODER",
            f"'{given}': takes auto, bundled, a model folder, the name of a model on a hub, "
            "or openai:<model>, for example openai:my-model",
        )
    return given


def _llm(given: str | None) -> str | None:
    if given is None:
        return None
    provider, _, model = given.partition(":")
    if provider != "openai" or not model:
        raise WrongSetting(
            "COMPANION_LLM",
            f"'{given}': takes openai:<model>, for example openai:my-model; "
            "OPENAI_BASE_URL names the server when it is not OpenAI's. Unset it to play without a language model",
        )
    return given


def _base_url(given: str | None) -> str | None:
    if given is not None and not given.startswith(("http://", "https://")):
        raise WrongSetting("OPENAI_BASE_URL", f"'{given}': takes an address such as http://127.0.0.1:8080/v1")
    return given


def _language(given: str | None) -> str | None:
    if given is None:
        return None
    from companion.language.catalogue import interface_languages

    if given not in interface_languages():
        raise WrongSetting("COMPANION_LANG", f"'{given}': takes one of {', '.join(interface_languages())}")
    return given


def _port(given: str) -> int:
    if not given.isascii() or not given.isdigit() or not 1 <= int(given) <= 65535:
        raise WrongSetting("PORT", f"'{given}': takes a number from 1 to 65535")
    return int(given)


def _days(variable: str, given: str) -> float:
    if not given.isascii() or not given.isdigit() or int(given) < 1:
        raise WrongSetting(variable, f"'{given}': takes a number of days, at least 1")
    return float(given)


def _switch(variable: str, given: str | None) -> bool:
    if given is None or given.lower() in ("0", "false", "no", "off"):
        return False
    if given.lower() in ("1", "true", "yes", "on"):
        return True
    raise WrongSetting(variable, f"'{given}': takes 1 or 0")
