"""Notebooks: what a table that plays with cards of paper writes down, with the advice of matcher, referee and judge.

    books = Notebooks(store.notebooks, store.cases)
    book = books.open(new_token(), "en")           # nothing is kept until something is noted
    books.tell(book, "The old king died. His daughter wept.", narration="1")
    book = books.open(book.id, "en")               # two lines, each with its mentions and the referee's suggestion
    books.rule(book, "contradiction", "rejected", index=1, by="all of us")

Each deed is given the notebook as it was drawn, so that a second click on the same button does nothing. It is done on
the notebook as it is kept, so that two screens with the same notebook lose nothing of each other's.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.decks.deck import languages
from companion.errors import DamagedSave, StaleVersion
from companion.language import sentences
from companion.matching import Matcher, matcher_for
from companion.rules import tale
from companion.rules.kernel import Refusal
from companion.storage import CaseStore, NotebookStore
from companion.table.notebook_ears import Ears, EndingJudge, Referee
from companion.table.noted import (
    MODES,
    About,
    Mode,
    Notebook,
    NotedEnding,
    NotedLine,
    NotedRuling,
    Verdict,
    as_document,
    from_document,
)
from companion.table.telling import in_sentences

MAX_LINE = tale.MAX_SENTENCE
MAX_PASTED = 20_000
"""Characters taken in at once."""
MAX_LINES = 2_000
MAX_RULINGS = 1_000
MAX_NOTE = 300
"""Characters of who decided, and of the reason."""
MAX_SILENCE = 600
RACES = 8
"""How often a deed is tried again when another screen was first."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")

Changed = Notebook | Refusal


def new_token() -> str:
    """The id of a new notebook. Whoever knows it may read and write there, so it cannot be guessed."""
    return secrets.token_hex(12)


def is_token(text: object) -> bool:
    """May that be a notebook's id?"""
    return isinstance(text, str) and _TOKEN.fullmatch(text) is not None


def scripted_referee(language: str, deck: str) -> Referee:
    """The house's referee, loaded when it is first needed."""
    from companion.referee.scripted import referee_for

    return referee_for(language, deck)


def scripted_judge(language: str) -> EndingJudge:
    """The house's judge of endings, loaded when it is first needed."""
    from companion.judge.scripted import judge_for

    return judge_for(language)


class Notebooks:
    """The one door to notebooks. Safe to share between threads. Every method may raise StoreUnavailable and, for a
    notebook that cannot be read, DamagedSave; a Refusal says why nothing was done."""

    def __init__(
        self,
        store: NotebookStore,
        cases: CaseStore,
        *,
        now: Callable[[], float] = time.time,
        matcher: Callable[[str, str], Matcher] = matcher_for,
        referee: Callable[[str, str], Referee] = scripted_referee,
        judge: Callable[[str], EndingJudge] = scripted_judge,
    ) -> None:
        self._store, self._now = store, now
        self._ears = Ears(cases, matcher, referee, judge)

    def open(self, id: str, language: str) -> Notebook:
        """The notebook as it is kept; where nothing is kept yet, an empty one in that language."""
        found = self._store.load(id)
        if found is None:
            return Notebook(id, language)
        notebook = from_document(id, found.version, found.document)
        if notebook.language not in languages(notebook.deck):
            raise DamagedSave(f"notebook {id}", f"language: there are no cards in {notebook.language!r}")
        return notebook

    def tell(self, drawn: Notebook, text: str, *, narration: str) -> Refusal | None:
        """Takes in what was told, in sentences. `narration`: its id; the same one again is taken in once."""
        text = _clean(text)
        if not text:
            return Refusal("notebook.nothing_told")
        if len(text) > MAX_PASTED:
            return Refusal("notebook.too_much", params={"limit": MAX_PASTED, "count": len(text)})
        paragraphs = _parted(text, drawn.language)
        for piece in (piece for paragraph in paragraphs for piece in paragraph):
            if len(piece) > MAX_LINE:
                return Refusal("notebook.too_long", params={"limit": MAX_LINE, "beginning": _beginning(piece)})
        return self._change(drawn, lambda now: self._with_told(now, paragraphs, narration))

    def undo(self, drawn: Notebook) -> Refusal | None:
        """Takes back the last line; what was ruled about it stays in the log."""

        def deed(now: Notebook) -> Changed:
            if not now.lines or len(now.lines) != len(drawn.lines):
                return now
            last = len(now.lines) - 1
            rulings = tuple(replace(one, index=None) if one.index == last else one for one in now.rulings)
            return replace(now, lines=now.lines[:-1], rulings=rulings, sign=self._now())

        return self._change(drawn, deed)

    def ask(self, drawn: Notebook) -> Refusal | None:
        """Somebody wants to hear the referee about what was told last, whatever the table's mode."""

        def deed(now: Notebook) -> Changed:
            if not now.lines or now.lines[-1].asked:
                return now
            first = now.latest.start
            told, latest = now.lines[:first], now.lines[first:]
            said = self._ears.suggestions(now, _texts(told), _texts(latest))
            asked = (
                replace(line, asked=True, suggestion=line.suggestion or new)
                for line, new in zip(latest, said, strict=True)
            )
            return replace(now, lines=(*told, *asked))

        return self._change(drawn, deed)

    def rule(
        self,
        drawn: Notebook,
        about: About,
        verdict: Verdict,
        *,
        index: int | None = None,
        by: str = "",
        reason: str = "",
    ) -> Refusal | None:
        """Writes into the log what people decided, whatever had been suggested. An ending that is upheld closes the
        tale; else `index` says which line it is about."""

        def deed(now: Notebook) -> Changed:
            if any((one.about, one.index) == (about, index) for one in now.rulings[len(drawn.rulings) :]):
                return now
            if len(now.rulings) >= MAX_RULINGS:
                return Refusal("notebook.full")
            if about == "ending":
                return self._with_ending_ruled(now, verdict, by, reason)
            if index is None or not 0 <= index < min(len(now.lines), len(drawn.lines)):
                return Refusal("notebook.line_gone")
            suggested: Verdict | None = "upheld" if now.suggested(index, about) else None
            return self._logged(now, about, verdict, now.lines[index].text, index, by, reason, suggested)

        return self._change(drawn, deed)

    def judge(self, drawn: Notebook, ending: str) -> Refusal | None:
        """Notes the ending card that was read out, with the judge's opinion of it."""
        text = _clean(ending)
        if not text:
            return Refusal("notebook.no_ending")
        if len(text) > MAX_LINE:
            return Refusal("notebook.too_long", params={"limit": MAX_LINE, "beginning": _beginning(text)})

        def deed(now: Notebook) -> Changed:
            if not now.lines:
                return Refusal("notebook.ending_too_early")
            read = NotedEnding(text, self._ears.opinion(now, text), self._now(), len(now.lines))
            return replace(now, ending=read)

        return self._change(drawn, deed)

    def reopen(self, drawn: Notebook) -> Refusal | None:
        """The tale goes on after all."""
        return self._change(drawn, lambda now: replace(now, final="", ending=None, sign=self._now()))

    def choose(
        self,
        drawn: Notebook,
        *,
        language: str | None = None,
        cards: Iterable[str] | None = None,
        whole_deck: bool | None = None,
        mode: Mode | None = None,
        gentle: bool | None = None,
        silence_seconds: int | None = None,
    ) -> Refusal | None:
        """Changes the table's choices; what cannot be chosen is left as it was. In another language all lines are
        heard anew."""
        wanted: dict[str, Any] = {
            "cards": None if cards is None else tuple(dict.fromkeys(cards)),
            "whole_deck": whole_deck,
            "mode": mode if mode in MODES else None,
            "gentle": gentle,
            "silence_seconds": silence_seconds if 0 <= (silence_seconds or 0) <= MAX_SILENCE else None,
        }
        chosen = {name: value for name, value in wanted.items() if value is not None}

        def deed(now: Notebook) -> Changed:
            changed = replace(now, **chosen)
            if language is None or language == now.language or language not in languages(now.deck):
                return changed
            return self._heard_anew(replace(changed, language=language))

        return self._change(drawn, deed)

    def start_clock(self, drawn: Notebook) -> Refusal | None:
        """The narrator has given a sign of life."""
        return self._change(drawn, lambda now: replace(now, sign=self._now()))

    def clear(self, drawn: Notebook) -> Refusal | None:
        """Story, log and ending are gone for good; the table's choices stay."""
        return self._change(drawn, lambda now: replace(now, lines=(), rulings=(), ending=None, final="", sign=None))

    def warm(self, drawn: Notebook) -> None:
        """Loads what listens in that language, which takes seconds, before the first sentence comes."""
        self._ears.warm(drawn)

    def throw_away(self, id: str) -> None:
        """Deletes a notebook, damaged or not."""
        self._store.delete(id)

    def _change(self, drawn: Notebook, deed: Callable[[Notebook], Changed]) -> Refusal | None:
        for _ in range(RACES):
            now = self.open(drawn.id, drawn.language)
            done = deed(now)
            if isinstance(done, Refusal):
                return done
            if done == now:
                return None
            try:
                self._store.save(now.id, now.version, as_document(done), self._now())
            except StaleVersion:
                continue  # another screen was first: done again on what is kept now
            return None
        raise StaleVersion(f"notebook {drawn.id}: others write there all the time, try again")

    def _with_told(self, now: Notebook, paragraphs: Sequence[Sequence[str]], narration: str) -> Changed:
        if any(line.narration == narration for line in now.lines):
            return now
        pieces = [(piece, not place) for paragraph in paragraphs for place, piece in enumerate(paragraph)]
        if len(now.lines) + len(pieces) > MAX_LINES:
            return Refusal("notebook.full")
        at, several = self._now(), len(paragraphs) > 1
        fresh = [NotedLine(piece, at, narration, first and several) for piece, first in pieces]
        return replace(now, lines=(*now.lines, *self._heard(now, _texts(now.lines), fresh)), final="", sign=at)

    def _heard(self, notebook: Notebook, told: Sequence[str], fresh: Sequence[NotedLine]) -> Iterable[NotedLine]:
        """The lines with what matcher and referee say of them."""
        before = list(told)
        quiet = notebook.mode == "off"
        said = [None] * len(fresh) if quiet else list(self._ears.suggestions(notebook, told, _texts(fresh)))
        for line, suggestion in zip(fresh, said, strict=True):
            mentions = self._ears.mentions(notebook, before, line.text)
            before.append(line.text)
            yield replace(line, mentions=mentions, suggestion=suggestion)

    def _heard_anew(self, notebook: Notebook) -> Notebook:
        return replace(notebook, lines=tuple(self._heard(notebook, (), notebook.lines)), ending=None)

    def _with_ending_ruled(self, now: Notebook, verdict: Verdict, by: str, reason: str) -> Changed:
        if now.ending is None:
            return Refusal("notebook.no_ending")
        opinion = now.ending.opinion
        suggested: Verdict | None = None
        if opinion is not None and now.mode != "off":
            suggested = "upheld" if opinion.plausible else "rejected"
        text = now.ending.text
        logged = self._logged(now, "ending", verdict, text, None, by, reason, suggested)
        return replace(logged, ending=None, final=text if verdict == "upheld" else "")

    def _logged(
        self,
        now: Notebook,
        about: About,
        verdict: Verdict,
        line: str,
        index: int | None,
        by: str,
        reason: str,
        suggested: Verdict | None,
    ) -> Notebook:
        at = self._now()
        by, reason = _clean(by)[:MAX_NOTE], _clean(reason)[:MAX_NOTE]
        ruling = NotedRuling(about, verdict, line, index, by, reason, suggested, at)
        # After a decision the narrator, or the next one, has the whole time again.
        return replace(now, rulings=(*now.rulings, ruling), sign=at)


def _texts(lines: Sequence[NotedLine]) -> list[str]:
    return [line.text for line in lines]


def _clean(text: str) -> str:
    """Without what no page can show: halves of characters and control signs other than line breaks."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign if sign >= " " or sign in "\n\t" else " " for sign in whole if sign != "\x7f").strip()


def _parted(text: str, language: str) -> list[list[str]]:
    """The paragraphs, each in sentences. A sentence that only an open quotation mark makes too long is parted too."""
    paragraphs = []
    for paragraph in filter(None, (part.strip() for part in _PARAGRAPHS.split(text))):
        pieces: list[str] = []
        for piece in in_sentences(tale.Tell(0, paragraph), language).parts or (paragraph,):
            pieces += [piece] if len(piece) <= MAX_LINE else sentences(piece, language)
        paragraphs.append(pieces)
    return paragraphs


def _beginning(text: str) -> str:
    return " ".join(text.split())[:40] + "…"
