"""The texts of the page's parts, in the reader's language."""

from __future__ import annotations

from typing import Literal

from companion.language.catalogue import Catalogue
from companion.rules import tale
from companion.rules.cards import Category
from companion.table import TableView
from companion.ui.parts import DeskWords, HandWords, LiveWords, RibbonWords, StoryWords


def desk_words(texts: Catalogue) -> DeskWords:
    return DeskWords(
        label=texts.t("desk.label"),
        placeholder=texts.t("desk.placeholder"),
        send=texts.t("desk.send"),
        hint=texts.t("desk.hint"),
        counter=texts.t("desk.counter", count="{count}", limit="{limit}"),
        too_long=texts.t("desk.too_long", count="{count}", limit="{limit}", over="{over}"),
        empty=texts.t("desk.empty"),
        sending=texts.t("desk.sending"),
        not_sent=texts.t("desk.not_sent"),
        clock=texts.t("desk.clock"),
        seconds=texts.t("desk.seconds", seconds="{seconds}", limit="{limit}"),
        run_out=texts.t("desk.run_out"),
    )


def live_words(texts: Catalogue) -> LiveWords:
    return LiveWords(
        lost=texts.t("live.lost"),
        away=texts.t("live.away", name="{name}"),
        tells=texts.t("live.tells", name="{name}"),
        silent=texts.t("live.silent", seconds="{seconds}", limit="{limit}"),
        run_out=texts.t("live.run_out"),
        gone=texts.t("live.gone"),
    )


def hand_words(
    texts: Catalogue,
    purpose: Literal["lay", "claim", "discard", "wait"],
    *,
    shows_mentions: bool = True,
    played: tale.Played,
) -> HandWords:
    """`played`: without interrupts their mark says nothing; where all tell together, an empty hand is not the end."""
    return HandWords(
        hand=texts.t("hand.label"),
        hint=texts.t(f"hand.hint_{purpose}" if shows_mentions else "hand.hint_unhelped"),
        interrupt=texts.t("hand.interrupt") if tale.ClaimHow.INTERRUPT in played.claims else "",
        about=texts.t("hand.about", card="{card}"),
        ending=texts.t("hand.ending"),
        sending=texts.t("desk.sending"),
        empty=texts.t("hand.empty_together" if played.cooperative else "hand.empty"),
        ready=texts.t("hand.ready_claim" if purpose == "claim" else "hand.ready_lay"),
        categories={category: texts.t(f"category.{category}") for category in Category},
    )


def claim_warning(view: TableView, texts: Catalogue) -> str:
    """What a claim costs that does not stand."""
    return texts.t("table.claim_free" if view.tale.played.cooperative else "table.claim_warning")


def ribbon_words(texts: Catalogue) -> RibbonWords:
    return RibbonWords(
        ribbon=texts.t("ribbon.label"),
        empty=texts.t("ribbon.empty"),
        how={
            "lay": texts.t("ribbon.lay"),
            "element": texts.t("ribbon.element"),
            "interrupt": texts.t("ribbon.interrupt"),
        },
    )


def story_words(texts: Catalogue) -> StoryWords:
    return StoryWords(
        story=texts.t("story.label"),
        empty=texts.t("story.empty"),
        newest=texts.t("story.newest"),
        close=texts.t("story.close"),
        flag=texts.t("story.flag", quote="{quote}", cards="{cards}"),
        whole=texts.t("story.whole"),
        faster=texts.t("story.faster", times="{times}"),
        usual=texts.t("story.usual"),
        stood_in=texts.t("story.stood_in"),
    )
