"""Which questions a game asks: a pack of the product, vocabulary out of the tale's deck, the house's own, or a file."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from companion.decks.deck import languages
from companion.errors import BadInput
from companion.language.catalogue import Catalogue
from companion.questions import Import, Pack, load_pack, pack_languages, read_pack, vocabulary_pack
from companion.ui.packs.faults import show_faults
from companion.ui.session import packs
from companion.ui.wording import tale_language

HOUSE, VOCABULARY, OWN, UPLOAD = "house", "vocabulary", "own", "upload"
FORMATS = ("csv", "xlsx", "yaml", "yml", "tsv", "txt")


def choose_pack(texts: Catalogue, key: str) -> Pack | None:
    """The chosen pack; None: none yet, or it cannot be read (which is said)."""
    own = {one.id: one for one in packs().list() if one.questions}
    options = [*house_packs(texts), *((OWN, id, "") for id in own), *vocabularies(texts), (UPLOAD, "", "")]
    chosen = st.selectbox(
        texts.t("hill.pack"),
        options,
        format_func=lambda one: own[one[1]].title if one[0] == OWN and one[1] in own else option_name(one, texts),
        key=key,
        persist_state="session",
    )
    if chosen is None:
        return None
    kind, first, second = chosen
    if kind == UPLOAD:
        return uploaded(texts, f"{key}_file")
    try:
        return named_pack(kind, first, second)
    except BadInput as fault:
        st.error(texts.t(fault.code), icon=":material/heart_broken:")
        return None


def house_packs(texts: Catalogue) -> list[tuple[str, str, str]]:
    """The product's own packs, the reader's language first."""
    codes = sorted(pack_languages(), key=lambda code: code != texts.language)
    return [(HOUSE, code, "") for code in codes]


def vocabularies(texts: Catalogue) -> list[tuple[str, str, str]]:
    """Language to learn and language that is known, in pairs; those for whoever knows the reader's language first."""
    known = sorted(languages(), key=lambda code: code != texts.language)
    pairs = [(learned, of) for of in known for learned in languages() if learned != of]
    return [(VOCABULARY, learned, of) for learned, of in [*pairs, *((one, one) for one in known)]]


def option_name(option: tuple[str, str, str], texts: Catalogue) -> str:
    """A choice in words."""
    kind, first, second = option
    if kind == HOUSE:
        return texts.t("packs.house", language=tale_language(first))
    if kind == VOCABULARY and first == second:
        return texts.t("packs.vocabulary_alone", language=tale_language(first))
    if kind == VOCABULARY:
        return texts.t("packs.vocabulary", learned=tale_language(first), known=tale_language(second))
    return texts.t("packs.from_file")


def named_pack(kind: str, first: str, second: str) -> Pack | None:
    """The pack that an option stands for. Raises BadInput when it cannot be read; None: it has been deleted."""
    if kind == HOUSE:
        return load_pack(language=first)
    if kind == VOCABULARY:
        return _vocabulary(first, second)
    own = packs().load(first)
    return None if own is None else own.pack


@lru_cache(maxsize=8)
def _vocabulary(learned: str, known: str) -> Pack:
    return vocabulary_pack(language=learned, gloss_language=known)


@lru_cache(maxsize=8)
def _read(name: str, data: bytes, language: str) -> Import:
    # The page runs anew at every choice on it, and 2000 rows take a third of a second.
    return read_pack(name, data, language=language)


def uploaded(texts: Catalogue, key: str) -> Pack | None:
    """A file that is chosen here: its good rows, with all faults told; None until there is one."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        language = st.selectbox(
            texts.t("packs.language"),
            languages(),
            index=languages().index(texts.language) if texts.language in languages() else 0,
            format_func=tale_language,
            key=f"{key}_language",
            help=texts.t("packs.about_language"),
        )
    file = st.file_uploader(
        texts.t("packs.file"), FORMATS, key=key, help=texts.t("packs.about_file"), max_upload_size=2
    )
    if file is None:
        return None
    found = _read(file.name, file.getvalue(), language or texts.language)
    show_faults(found.faults, texts, "rest_taken" if found.questions else "none_taken")
    if not found.questions:
        return None
    st.success(texts.n("packs.good_rows", len(found.questions)), icon=":material/check_circle:")
    return found.pack("file", title=file.name.rpartition(".")[0][:80])
