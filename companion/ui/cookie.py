"""The secret by which a browser keeps its seats: how its cookie is called, made and recognised."""

from __future__ import annotations

import re
import secrets
from typing import TypeGuard

COOKIE = "companion_seat"


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def is_token(given: object) -> TypeGuard[str]:
    """Whether that can be a browser's secret: whatever else comes in a cookie is none."""
    return isinstance(given, str) and re.fullmatch(r"[A-Za-z0-9_-]{40,64}", given) is not None
