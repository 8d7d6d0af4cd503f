"""The curtain between two people who share one screen: it hides every hand until its owner is alone with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from companion.language.catalogue import Catalogue
from companion.ui.plain import plain


def curtain(name: str, texts: Catalogue, open_it: Callable[..., None], args: tuple[Any, ...]) -> DeltaGenerator:
    """Draws it for the owner of that name; what else stands on it goes into the container that it gives."""
    shown = plain(name, 40)
    cloth = st.container(border=True, horizontal_alignment="center", key="curtain")
    with cloth:
        st.markdown(f"### :material/curtains_closed: {texts.t('curtain.for', name=shown)}", text_alignment="center")
        st.caption(texts.t("curtain.about"), text_alignment="center")
        st.button(texts.t("curtain.open", name=shown), key="curtain.open", type="primary", on_click=open_it, args=args)
    return cloth
