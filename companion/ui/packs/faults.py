"""What is wrong with a file or with rows of a table, told by row and column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from companion.language.catalogue import Catalogue
from companion.questions import Fault
from companion.questions.rows import COLUMNS
from companion.ui.plain import plain

FEW = 12
"""Faults that are shown at once; the rest is folded."""

Rest = Literal["rest_taken", "none_taken", "save_when_right"]
"""What becomes of the rows without a fault."""


def show_faults(faults: Sequence[Fault], texts: Catalogue, rest: Rest) -> None:
    """All of them, those of the whole file first, and what becomes of the other rows. Nothing when there is none."""
    if not faults:
        return
    rows = len({fault.row for fault in faults if fault.row is not None})
    said = [texts.n("packs.faults", len(faults)), texts.t("packs.in_rows", rows=rows) if rows else ""]
    st.warning(" ".join(filter(None, [*said, texts.t(f"packs.{rest}")])), icon=":material/rule:")
    st.markdown("\n".join(_line(fault, texts) for fault in faults[:FEW]))
    if len(faults) > FEW:
        with st.expander(texts.n("packs.more_faults", len(faults) - FEW)):
            st.markdown("\n".join(_line(fault, texts) for fault in faults[FEW:]))


def _line(fault: Fault, texts: Catalogue) -> str:
    where = []
    if fault.row is not None:
        where.append(texts.t("packs.row", row=fault.row))
    if fault.column is not None:
        where.append(texts.t("packs.column", name=plain(column_name(fault.column, texts), 60)))
    place = f"**{', '.join(where)}:** " if where else ""
    return f"- {place}{plain(fault.text(texts.language), 400)}"


def column_name(column: str, texts: Catalogue) -> str:
    """A column's name in the reader's language; an unknown one as it stands in the file."""
    names = COLUMNS.get(column)
    if names is None:
        return column
    return names[1] if texts.language == "ru" else names[0]
