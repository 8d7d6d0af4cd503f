"""Texts that several pages share and that are made of several keys."""

from __future__ import annotations

from companion.language.catalogue import Catalogue, catalogue, interface_languages
from companion.rules.cards import Category
from companion.ui.parts.gallery import GalleryWords


def categories(texts: Catalogue) -> dict[Category, str]:
    """Name of each category, singular."""
    return {category: texts.t(f"category.{category.value}") for category in Category}


def tale_language(code: str) -> str:
    """A tale's language by its own name, where the interface speaks it."""
    return catalogue(code).t("app.language_name") if code in interface_languages() else code


def gallery_words(texts: Catalogue) -> GalleryWords:
    return GalleryWords(
        cards=texts.t("deck.cards"),
        interrupt=texts.t("deck.interrupt"),
        more=texts.t("deck.more", name="{name}"),
        other=texts.t("deck.other"),
        reading=texts.t("rules.reading"),
        categories=categories(texts),
    )
