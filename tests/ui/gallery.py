"""Every part of the pages on one page, with what they sent written below: for the browser tests, and to look at.

Run: `streamlit run tests/ui/gallery.py`; `?lang=ru`, `?waiting=1`, `?odd=1` (awkward texts), `?stood_in=1`,
`?pace=20` (letters a second of new sentences) vary it.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import streamlit as st

from companion.decks.deck import Card, CardFace
from companion.rules.cards import Category
from companion.ui.parts import (
    CardPlay,
    DeskWords,
    HandCard,
    HandEnding,
    HandWords,
    RibbonCard,
    RibbonWords,
    SilenceClock,
    StoryFlag,
    StorySentence,
    StoryWords,
    Told,
    desk,
    hand,
    ribbon,
    story,
)

st.set_page_config(page_title="Parts", layout="wide")
query = st.query_params
lang = query.get("lang", "en")
texts = json.loads(Path(__file__).with_name("gallery.json").read_text(encoding="utf-8"))[lang]
state = st.session_state
state.setdefault("heard", [])
state.setdefault("told", list(texts["told"]))
state.setdefault("laid", list(texts["cards"]) * 2 if query.get("many") else ["horse"])
state.setdefault("in_hand", ["old-woman", "monster", "forest", "key", "flying", "transformation", "lost"])
state.setdefault("since", time.time())

ODD = "<b>Bold</b> **stars** <img src=x onerror=alert(1)> $x^2$ \u202eRTL"


def card(name: str) -> Card:
    about = texts["cards"][name]
    odd = {"name": ODD[:60], "gloss": ODD} if query.get("odd") else {}
    return Card(
        id=name,
        category=about["category"],
        interrupt=about["interrupt"],
        pictogram=name,
        face=CardFace(**{"name": about["name"], "gloss": about["gloss"], "level": about["level"], **odd}),
    )


def tell(told: Told) -> bool:
    state.heard.append(f"told {told.text}")
    state.since = time.time()
    if told.text.startswith("refuse"):
        return False
    state.told.append(told.text)
    return True


def play(chosen: CardPlay) -> bool:
    state.heard.append(f"played {chosen.card} {'ending' if chosen.ending else 'story'}")
    time.sleep(float(query.get("slow", 0)))
    if chosen.card in state.in_hand and chosen.card != "lost":
        state.in_hand.remove(chosen.card)
        state.laid.append(chosen.card)
    return True


def typing() -> None:
    state.heard.append("typing")
    state["above"] = not state.get("above")


if query.get("above") or state.get("above"):
    st.info("Something that came in above")
last = len(state.told) - 1
flags = {
    index: [
        StoryFlag(card(name), text.find(quote), text.find(quote) + len(quote), why)
        for name, quote, why in texts["flags"]
        if quote in text
    ]
    for index, text in enumerate(state.told)
}
names = texts["players"]
story(
    [
        StorySentence(
            ODD if query.get("odd") and i == 1 else text,
            names[i // 3 % 3],
            i // 3 % 3,
            turn=i // 3,
            cards=(card("horse"),) if i == 1 else (),
            pace=float(query.get("pace", 0)),
            stood_in=texts["reason"] if query.get("stood_in") and i == 2 else "",
        )
        for i, text in enumerate([] if query.get("empty") else state.told)
    ],
    flags,
    words=StoryWords(**texts["story"]),
    key="story",
    height=380,
    tale="gallery",
)
ribbon(
    [
        RibbonCard(card(name), ("lay", "element", "interrupt")[i % 3], names[i % 3], i % 3, note=texts["told"][0])
        for i, name in enumerate([] if query.get("empty") else state.laid)
    ],
    words=RibbonWords(**texts["ribbon"]),
    key="ribbon",
)
desk(
    words=DeskWords(**texts["desk"]),
    on_tell=tell,
    key="desk",
    draft_key="gallery",
    clock=SilenceClock(float(query.get("silence", 30)), state.since),
    on_typing=typing if query.get("heartbeat") else None,
    waiting=texts["waiting"] if query.get("waiting") else "",
)
states = {
    "monster": ("ready", texts["quote"]),
    "forest": ("ready", texts["quote2"]),
    "key": ("blocked", texts["reason"]),
}
hand(
    [HandCard(card(name), *states.get(name, ("idle", ""))) for name in state.in_hand],
    [HandEnding("the-end", ODD if query.get("odd") else texts["ending"], "blocked", texts["reason_ending"])],
    words=HandWords(**{**texts["hand"], "categories": {Category(k): v for k, v in texts["categories"].items()}}),
    on_play=play,
    key="hand",
)
for index, line in enumerate(state.heard):
    st.text(f"{index + 1}: {line}")
st.text(f"heard {len(state.heard)}")
if st.button("Rerun with something above", key="rerun"):
    state["above"] = not state.get("above")
    st.rerun()
