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
    return f"{said}. {reason}" if (reason := _reason(line.ruling, texts)) else said


def is_decision(line: LogLine) -> bool:
    """Belongs to the list of rulings: something was asked or decided."""
    if line.code == "log/laid_lay" and line.ruling is not None and line.ruling.by == "policy":
        return False  # nobody asked: it simply lies
    return line.ruling is not None or line.code.startswith(("log/asked_", "log/challenge_", "log/voted_"))


def _reason(ruling: Ruling | None, texts: Catalogue) -> str:
    """Who decided, with the quote and the reason if there are any."""
    if ruling is None:
        return ""
    why = texts.t(ruling.why) if texts.has(ruling.why) else ruling.why
    if ruling.by == "policy" and why:
        return why
    quote = texts.t("ruling.quote", quote=ruling.quote) if ruling.quote else ""
    return texts.t(f"ruling.{ruling.by}") + "".join(f" {part}" for part in (quote, why) if part)
