"""The log of a notebook in the reader's language, as plain text."""

from __future__ import annotations

from companion.language.catalogue import Catalogue
from companion.table.noted import About, NotedRuling


def about_text(about: About, texts: Catalogue) -> str:
    """What is objected to: "Contradiction"."""
    return texts.t("notebook.about_ending") if about == "ending" else texts.t(f"challenge.{about}")


def verdict_text(ruling: NotedRuling, texts: Catalogue) -> str:
    """What it is about and what people decided: "Contradiction: the objection stands"."""
    which = "ending" if ruling.about == "ending" else "objection"
    verdict = texts.t(f"notebook.log_{which}_{ruling.verdict}")
    return texts.t("notebook.log_verdict", about=about_text(ruling.about, texts), verdict=verdict)


def details_text(ruling: NotedRuling, texts: Catalogue) -> str:
    """Who decided, why, and what the referee had said; may be empty."""
    details = []
    if ruling.by:
        details.append(texts.t("notebook.log_by", by=ruling.by))
    if ruling.reason:
        details.append(texts.t("notebook.log_reason", reason=ruling.reason))
    if ruling.suggested is not None:
        agreed = ruling.suggested == ruling.verdict
        details.append(texts.t("notebook.log_as_suggested" if agreed else "notebook.log_overruled"))
    return " · ".join(details)


def ruling_text(ruling: NotedRuling, texts: Catalogue) -> str:
    """All of it on one line, for a document."""
    line = " ".join(ruling.line.split())
    parts = [texts.t("notebook.log_line", line=line), verdict_text(ruling, texts), details_text(ruling, texts)]
    return " · ".join(filter(None, parts))
