"""A tale as a Markdown document: the prose, who told it, the cards in their order, and what was ruled.

Player text is data: whatever it holds of Markdown or HTML is escaped, so that a reader shows it as it was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.rules.kernel import Seat
from companion.rules.tale.state import Sentence, TaleView


@dataclass(frozen=True)
class Transcript:
    """What a transcript is made of. All texts are plain text."""

    title: str
    names: tuple[str, ...]
    """By seat."""
    view: TaleView
    """The table's or a spectator's view: no hand is read."""
    deck: Deck
    told_on: str = ""
    """The date in words."""
    rulings: tuple[str, ...] = ()
    """What was decided on the way and why, in order."""

    def card_lines(self, texts: Catalogue) -> list[str]:
        """The laid cards in their order, each with who laid it and how. Plain text."""
        by_id = self.deck.by_id
        return [
            texts.t(
                f"transcript.{laid.how}",
                card=by_id[laid.card].name if laid.card in by_id else laid.card,
                who=self.names[laid.seat],
            )
            for laid in self.view.laid
        ]


@dataclass(frozen=True)
class Passage:
    """Sentences that one narrator told in a row."""

    seat: Seat
    sentences: tuple[str, ...]


def passages(sentences: Sequence[Sentence]) -> tuple[Passage, ...]:
    """The tale in passages, one for each change of narrator."""
    return tuple(
        Passage(seat, tuple(sentence.text for sentence in told))
        for seat, told in groupby(sentences, key=lambda sentence: sentence.seat)
    )


def as_markdown(transcript: Transcript, texts: Catalogue) -> str:
    """The document, in the reader's language around the tale's own words; ends with a newline."""
    blocks = [f"# {escape(transcript.title)}"]
    told_by = texts.t("transcript.told_by", names=", ".join(transcript.names))
    blocks.append(f"*{escape(' · '.join(filter(None, [told_by, transcript.told_on])))}*")
    blocks += [
        f"**{escape(transcript.names[passage.seat])}.** {escape(' '.join(passage.sentences))}"
        for passage in passages(transcript.view.sentences)
    ]
    blocks += _ending(transcript, texts)
    blocks += _section(texts.t("transcript.cards"), transcript.card_lines(texts), numbered=True)
    blocks += _section(texts.t("transcript.rulings"), transcript.rulings)
    return "\n\n".join(blocks) + "\n"


def file_name(title: str, ending: str = "md") -> str:
    """A file name that every system takes, made from the title."""
    kept = "".join(sign if sign.isalnum() else " " for sign in unicodedata.normalize("NFC", title))
    return ("-".join(kept.split())[:60].strip("-") or "tale") + f".{ending}"


def escape(text: str) -> str:
    """Plain text for a Markdown document, on one line: nothing in it is markup, a link or HTML any more."""
    visible = "".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in text)
    line = re.sub(r"[\\`*_\[\]<>|~$&]", r"\\\g<0>", " ".join(visible.split()))
    line = re.sub(r"^([#+=-])", r"\\\1", line)
    line = re.sub(r"^(\d+)([.)])", r"\1\\\2", line)
    return re.sub(r"(?<=\w)(:(?=//)|@(?=\w))|(?<=www)\.", r"\\\g<0>", line)


def brought_to_its_end(view: TaleView, names: Sequence[str], texts: Catalogue) -> str:
    """Who closed the tale, or that all did; "" while it is not over."""
    if view.outcome is None:
        return ""
    winners = ", ".join(names[seat] for seat in view.outcome.winners)
    if view.played.cooperative:
        return texts.t("transcript.together", names=winners)
    return texts.t("transcript.winner", names=winners)


def _ending(transcript: Transcript, texts: Catalogue) -> list[str]:
    view = transcript.view
    if view.final_ending is None or view.outcome is None:
        return [f"*{escape(texts.t('transcript.unfinished'))}*"]
    closing = transcript.deck.endings.get(view.final_ending, view.final_ending)
    return [f"***{escape(closing)}***", escape(brought_to_its_end(view, transcript.names, texts))]


def _section(heading: str, lines: Sequence[str], numbered: bool = False) -> list[str]:
    if not lines:
        return []
    marks = [f"{number}." if numbered else "-" for number in range(1, len(lines) + 1)]
    return [
        f"## {escape(heading)}",
        "\n".join(f"{mark} {escape(line)}" for mark, line in zip(marks, lines, strict=True)),
    ]
