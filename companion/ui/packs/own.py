"""The house's own packs: made, uploaded, edited in a table, downloaded, deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import streamlit as st

from companion.decks.deck import languages
from companion.errors import CompanionError, StaleVersion
from companion.language.catalogue import Catalogue
from companion.questions import CATEGORIES, LEVELS, Fault, Pack, Question, category_name, deal, template, write_pack
from companion.questions.rows import Cells, questions_of
from companion.questions.topic import LONGEST_TOPIC, MOST_QUESTIONS
from companion.table.packs import OwnPack
from companion.ui.packs.choice import uploaded
from companion.ui.packs.faults import column_name, show_faults
from companion.ui.plain import one_line
from companion.ui.session import packs
from companion.ui.wording import tale_language

MAX_TITLE = 80
SHOWN = ("checked", "question", "answer", "accepted", "refused", "category", "level", "picture", "sound", "source")
"""Columns of the table; a row's id stands before them, unseen."""
_DROPPED = "packs.dropped"
_ENDINGS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "yaml": "application/yaml",
}


def downloads(pack: Pack, texts: Catalogue, key: str) -> None:
    """The pack as a file of each kind, made when it is asked for."""
    with st.container(horizontal=True, gap="xsmall", key=f"{key}_row"):
        for ending, kind in _ENDINGS.items():
            st.download_button(
                ending.upper(),
                _file(pack, ending),
                file_name=f"{pack.name}.{pack.language}.{ending}",
                mime=kind,
                key=f"{key}_{ending}",
                icon=":material/download:",
                type="tertiary",
                help=texts.t("packs.download", ending=ending.upper()),
                on_click="ignore",
            )


def _file(pack: Pack, ending: str) -> Callable[[], bytes]:
    return lambda: write_pack(pack, ending)  # type: ignore[arg-type]


def new_pack(texts: Catalogue) -> str | None:
    """Three ways to a pack: empty with examples, a file, drafts of a language model. The id of one that was made."""
    ways = ["empty", "file", *(["topic"] if packs().has_model else [])]
    with st.container(border=True, gap="small", key="packs_new"):
        st.subheader(texts.t("packs.new"), anchor=False)
        way = st.segmented_control(
            texts.t("packs.way"),
            ways,
            default="file",
            required=True,
            format_func=lambda one: texts.t(f"packs.way_{one}"),
            key="packs.way",
        )
        if way == "file":
            return _from_file(texts)
        return _from_topic(texts) if way == "topic" else _from_examples(texts)


def _from_file(texts: Catalogue) -> str | None:
    st.caption(texts.t("packs.template"))
    downloads(template(texts.language), texts, "packs.template")
    pack = uploaded(texts, "packs.file")
    if pack is None:
        return None
    title = _title(texts, pack.title)
    if st.button(texts.n("packs.keep", len(pack.questions)), key="packs.keep", type="primary", icon=":material/save:"):
        return packs().add(replace(pack, title=title)).id
    return None


def _from_examples(texts: Catalogue) -> str | None:
    st.caption(texts.t("packs.about_empty"))
    language = _language(texts, "packs.empty_language")
    title = _title(texts, texts.t("packs.untitled"))
    if st.button(texts.t("packs.create"), key="packs.create", type="primary", icon=":material/add:"):
        # The examples are written in the languages of the interface alone.
        examples = template(texts.language).questions
        cards = deal([replace(one, language=language) for one in examples])
        return packs().add(Pack("", language, title, "", cards)).id
    return None


def _from_topic(texts: Catalogue) -> str | None:
    st.caption(texts.t("packs.about_topic"))
    topic = st.text_input(
        texts.t("packs.topic"), max_chars=LONGEST_TOPIC, key="packs.topic", placeholder=texts.t("packs.topic_example")
    )
    language = _language(texts, "packs.topic_language")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = st.segmented_control(texts.t("packs.level"), LEVELS, default="B1", required=True, key="packs.level")
        wanted = st.number_input(texts.t("packs.count"), 1, MOST_QUESTIONS, 9, key="packs.count")
    place = st.empty()  # while the model writes there is nothing to press a second time
    if not place.button(
        texts.t("packs.write"), key="packs.write", type="primary", icon=":material/edit_note:", disabled=not topic
    ):
        return None
    with place, st.spinner(texts.t("packs.writing")):
        found = packs().drafts(topic or "", language=language, level=level or "B1", count=int(wanted))
    if not found.questions:
        show_faults(found.faults, texts, "none_taken")
        return None
    id = packs().add(Pack("", language, one_line(topic or "")[:MAX_TITLE], "", deal(found.questions))).id
    st.session_state[_DROPPED] = (id, len({fault.row for fault in found.faults}))  # told on the page that opens
    return id


def _title(texts: Catalogue, usual: str) -> str:
    typed = st.text_input(texts.t("packs.title"), max_chars=MAX_TITLE, key="packs.title", placeholder=usual)
    return one_line(typed or "") or usual


def _language(texts: Catalogue, key: str) -> str:
    known = languages()
    index = known.index(texts.language) if texts.language in known else 0
    chosen = st.selectbox(texts.t("packs.language"), known, index=index, format_func=tale_language, key=key)
    return chosen or texts.language


# ── The table ──


def editor(own: OwnPack, texts: Catalogue) -> None:
    """The pack's questions in a table. Kept only as a whole and without faults: nothing that was typed gets lost."""
    title = st.text_input(
        texts.t("packs.title"), own.pack.title, max_chars=MAX_TITLE, key=f"packs.title_{own.id}_{own.version}"
    )
    drafted, dropped = st.session_state.get(_DROPPED, ("", 0))
    if drafted == own.id and dropped:
        st.info(texts.n("packs.dropped", dropped), icon=":material/delete_sweep:")
    unchecked = sum(not one.checked for one in own.pack.questions)
    if unchecked:
        st.info(texts.n("packs.unchecked", unchecked), icon=":material/fact_check:")
    edited = st.data_editor(
        [_row(one, texts) for one in own.pack.questions] or [_row(None, texts)],
        num_rows="dynamic",
        column_order=SHOWN,
        column_config=_columns(texts),
        hide_index=True,
        height=520,
        key=f"packs.table_{own.id}_{own.version}",
    )
    questions, faults = read_rows(edited, own.pack.language, texts)
    show_faults(faults, texts, "save_when_right")
    title = one_line(title or "") or own.pack.title
    pack = edited_pack(own.pack, title, questions)
    st.button(
        texts.t("packs.save"),
        key="packs.save",
        type="primary",
        icon=":material/save:",
        disabled=bool(faults) or not questions or pack == own.pack,
        on_click=_save,
        args=(own, pack, texts),
    )


def edited_pack(before: Pack, title: str, questions: Sequence[Question]) -> Pack:
    """The cards stay while the questions on them do; else they are dealt anew."""
    same = [one.id for one in before.questions] == [one.id for one in questions]
    if not same:
        return replace(before, title=title, cards=deal(questions))
    by_id = {one.id: one for one in questions}
    cards = tuple(tuple(by_id[one.id] for one in card) for card in before.cards)
    return replace(before, title=title, cards=cards)


def read_rows(
    rows: Sequence[dict[str, Any]], language: str, texts: Catalogue
) -> tuple[tuple[Question, ...], tuple[Fault, ...]]:
    """The table's rows by the same rules as a file's; faults count the rows from 1."""
    cells = []
    taken = {str(row.get("id")) for row in rows}
    free = (id for number in count(1) if (id := f"own-{number:03d}") not in taken)
    for number, row in enumerate(rows, start=1):
        given = {column: str(value) for column, value in row.items() if value not in (None, "") and value == value}
        if set(given) <= {"checked", "level", "id"}:
            continue  # a new row that nobody has filled in yet
        given["checked"] = "true" if row.get("checked") else "false"
        if "id" not in given:
            given["id"] = next(free)
        cells.append(Cells(number, dict(given)))
    found, faults = questions_of(cells, language)
    return tuple(found.values()), faults


def _row(one: Question | None, texts: Catalogue) -> dict[str, Any]:
    if one is None:
        return {**dict.fromkeys(("id", *SHOWN), ""), "level": "B1", "checked": True}
    row: dict[str, Any] = {"id": one.id, "language": one.language}
    for column in SHOWN:
        value = getattr(one, column)
        row[column] = " | ".join(value) if isinstance(value, tuple) else value
    row["category"] = category_name(one.category, texts.language)
    return row


def _columns(texts: Catalogue) -> dict[str, Any]:
    of = st.column_config
    columns: dict[str, Any] = {name: of.TextColumn(column_name(name, texts)) for name in SHOWN}
    for name in ("question", "answer"):
        columns[name] = of.TextColumn(
            column_name(name, texts), required=True, width="large" if name == "question" else "medium"
        )
    columns["category"] = of.TextColumn(
        column_name("category", texts),
        help=texts.t("packs.about_category", names=", ".join(category_name(one, texts.language) for one in CATEGORIES)),
    )
    columns["level"] = of.SelectboxColumn(
        column_name("level", texts), options=list(LEVELS), default="B1", width="small"
    )
    columns["checked"] = of.CheckboxColumn(
        texts.t("packs.checked"), help=texts.t("packs.about_checked"), default=True, width="small"
    )
    for name in ("accepted", "refused"):
        columns[name] = of.TextColumn(column_name(name, texts), help=texts.t("packs.about_several"), width="medium")
    return columns


def _save(own: OwnPack, pack: Pack, texts: Catalogue) -> None:
    try:
        packs().change(own, pack)
    except StaleVersion:
        st.toast(texts.t("packs.stale"), icon=":material/sync_problem:")
        return
    except CompanionError as error:
        st.toast(texts.t(error.code), icon=":material/error:")
        return
    st.toast(texts.t("packs.saved"), icon=":material/check_circle:")
