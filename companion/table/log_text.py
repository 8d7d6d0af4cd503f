"""A line of the table's log in the reader's language: the pages, the terminal and a replayed save say the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.decks import Deck
from companion.language.catalogue import Catalogue
from companion.rules.tale import Ruling
from companion.table.log import LogLine


def log_text(line: LogLine, names: Sequence[str], deck: Deck, texts: Catalogue) -> str:
    """One line, plain text; where something was decided, with who decided it and why."""
    params = dict(line.params)
    for role in ("who", "narrator"):
        if isinstance(number := params.get(role), int):
            params[role] = names[number] if 0 <= number < len(names) else number
    if card := deck.by_id.get(str(params.get("card"))):
        params["card"] = card.name
    if ending := deck.endings.get(str(params.get("ending"))):
        params["ending"] = ending
    said = texts.t(line.code, **params)
    return f"{said} ({reason_text(line.ruling, texts)})" if line.ruling is not None else said


def reason_text(ruling: Ruling, texts: Catalogue) -> str:
    """Who decided, with the quote and the reason if there are any."""
    why = texts.t(ruling.why) if texts.has(ruling.why) else ruling.why
    quote = texts.t("ruling.quote", words=ruling.quote) if ruling.quote else ""
    parts = [texts.t(f"ruling.{ruling.by}"), quote, why]
    return "; ".join(part.rstrip(".") for part in parts if part)


def is_decision(line: LogLine) -> bool:
    """Something was asked or decided."""
    return line.ruling is not None or line.code.startswith(("log/asked_", "log/challenge_", "log/voted_"))
