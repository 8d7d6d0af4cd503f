"""The house's case law as pages use it: remember a decision, read, change, delete, send and receive."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.decks.deck import load_deck
from companion.errors import DamagedDeck
from companion.rules.kernel import Refusal
from companion.storage import CaseRecord, CaseStore
from companion.table.case_file import MAX_WORDS, read_cases, write_cases
from companion.table.case_law import base_forms, is_said


class CaseBook:
    """All cases of the house. Safe to share between threads."""

    def __init__(self, cases: CaseStore, now: Callable[[], float]) -> None:
        self._cases, self._now = cases, now

    def all(self) -> list[CaseRecord]:
        """Every case, the latest first."""
        return self._cases.all()

    def add(self, case: CaseRecord) -> Refusal | None:
        """Keeps a new case; one about the same words and card, for the same tables, gives way to it."""
        if no := _refusal(case):
            return no
        fresh = replace(case, words=case.words.strip(), at=self._now(), id=uuid.uuid4().hex)
        self._cases.replace([old.id for old in self._cases.all() if _same(old, fresh)], [fresh])
        return None

    def change(self, case: str, words: str, *, everywhere: bool) -> Refusal | None:
        """Other words for a case; `everywhere`: from now on for every table of its deck."""
        kept = self._cases.all()
        old = next((one for one in kept if one.id == case), None)
        if old is None:
            return Refusal("table/case_gone")
        fresh = replace(old, words=words.strip(), game=None if everywhere else old.game)
        if no := _refusal(fresh):
            return no
        self._cases.replace([one.id for one in kept if one.id == case or _same(one, fresh)], [fresh])
        return None

    def delete(self, case: str) -> None:
        """Forgets a case; none of that id is no fault."""
        self._cases.replace([case], ())

    def take_along(self, game: str, next_game: str) -> None:
        """The cases of one game's table also hold in its next game."""
        mine = [case for case in self._cases.all() if case.game == game]
        self._cases.replace((), [replace(case, id=uuid.uuid4().hex, game=next_game) for case in mine])

    def written(self) -> str:
        """All cases as the text of a file; one that is kept for several tables once."""
        return write_cases(list({_key(case): case for case in reversed(self.all())}.values()))

    def receive(self, content: bytes) -> tuple[int, int]:
        """Takes in a file of cases, for every table of their decks: (new ones, ones that were known). A case about the
        same words as one of the house gives way to the newcomer. Raises BadInput; then nothing was taken."""
        kept = {_key(case): case for case in self._cases.all() if case.game is None}
        fresh = {_key(case): case for case in read_cases(content)}
        new = {key: case for key, case in fresh.items() if key not in kept or kept[key].stands != case.stands}
        self._cases.replace([kept[key].id for key in new if key in kept], list(new.values()))
        return len(new), len(fresh) - len(new)


def _refusal(case: CaseRecord) -> Refusal | None:
    words = case.words.strip()
    if not words or len(words) > MAX_WORDS:
        return Refusal("table/case_needs_words", params={"most": MAX_WORDS})
    if not is_said(words, case.sentence, case.language):
        return Refusal("table/case_words_not_said")
    return None


def _key(case: CaseRecord) -> tuple[object, ...]:
    """What a case is about, whoever decided it and however."""
    return case.language, case.deck, case.card, base_forms(case.words, case.language)


def _same(one: CaseRecord, other: CaseRecord) -> bool:
    return one.game == other.game and _key(one) == _key(other)


def cards_of(cases: Iterable[CaseRecord]) -> dict[str, str]:
    """Names of the cards by case id; the bare id where a deck or card is gone."""
    return {case.id: _card_name(case) for case in cases}


def _card_name(case: CaseRecord) -> str:
    try:
        card = load_deck(case.language, case.deck).by_id.get(case.card)
    except DamagedDeck:
        return case.card
    return card.name if card else case.card
