"""Days, years and hours in the forms that people write, brought to one spelling before words are read."""

from __future__ import annotations

import re
from functools import cache

_DATE = re.compile(r"\b([0-3]?\d)(?:\.([01]\d)(?:\.(\d{2,4}))?|/([01]?\d)/(\d{4}))(?:\s*г\.?)?(?!\d)")
_ISO = re.compile(r"(?<!\d)(\d{4})-([01]?\d)-([0-3]?\d)(?!\d)")
_SHORT = re.compile(r"(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/-]|[.,]\d)")
_CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2}):(\d\d)(?![\d:])\s*([ap]\.?m\b\.?)?|(?<![\d:.])(\d{1,2})\s*([ap]\.?m\b\.?)", re.IGNORECASE
)
_BEFORE = re.compile(r"\bB\.?C(?:\.?E)?\b\.?|\bbefore (?:christ|the common era)\b", re.IGNORECASE)
_BEFORE_RUSSIAN = re.compile(r"\bдо\s+(?:н\.?\s?э\b\.?|нашей эры|рождества христова|р\.\s?х\.)", re.IGNORECASE)
_SINCE = re.compile(r"(?<=\d)\s*(?:A\.?D\b\.?|C\.?E\b\.?|н\.\s?э\.|нашей эры)(?!\w)|\bA\.?D\.?\s*(?=\d)")


def with_hours(text: str) -> str:
    """ "17:00" and "5 pm" as 17; minutes stay behind the hour."""
    return _CLOCK.sub(_hour, text)


def with_dates(text: str) -> str:
    """ "09.05", "9.05.1945" and "1945-05-09" as a day, the name of a month and a year; one word for "before Christ"."""
    text = _BEFORE_RUSSIAN.sub(" BC ", _BEFORE.sub(" BC ", _SINCE.sub(" ", text)))
    text = _ISO.sub(lambda match: _told(match[0], match[3], match[2], match[1]), text)
    return _DATE.sub(_date, text)


def _date(match: re.Match[str]) -> str:
    if not (match[3] or match[5]) and len(match[1]) == 1:
        return match[0]  # 2.05 is a number
    return _told(match[0], match[1], match[2] or match[4], match[3] or match[5])


def as_days(text: str, language: str) -> list[str]:
    """Readings of an answer where a day is wanted: "9.5", "25/12", "8-5-45"; in English the month may come first."""
    found = [_SHORT.sub(lambda match: _day(match, month_first=False), text)]
    if language == "en":
        found.append(_SHORT.sub(lambda match: _day(match, month_first=True), text))
    return list(dict.fromkeys(found))


def _day(match: re.Match[str], *, month_first: bool) -> str:
    day, month = (match[3], match[1]) if month_first else (match[1], match[3])
    return _told(match[0], day, month, match[4])


def _told(written: str, day: str, month: str, year: str | None) -> str:
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
        return written
    return f"{int(day)} {_month_name(int(month))} {year or ''}"


def _hour(match: re.Match[str]) -> str:
    hour, minute, half = int(match[1] or match[4]), match[2] or "00", (match[3] or match[5] or "").lower()
    hour += 12 if half.startswith("p") and hour < 12 else 0
    return str(hour) if minute == "00" else f"{hour}:{minute}"


@cache
def _month_name(number: int) -> str:
    from babel import Locale

    return str(Locale("en").months["format"]["wide"][number])
