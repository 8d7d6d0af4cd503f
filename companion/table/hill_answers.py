"""Who says of a team's answer whether it is right: the answer checker, in the manner in which the hill's table asks."""

from __future__ import annotations

import threading

from companion.answers import Meaning, check, meaning_of
from companion.language.catalogue import SOURCE_LANGUAGE, interface_languages
from companion.questions.pack import same_answer
from companion.table.hill_advice import Check, Suggestion
from companion.table.hill_order import HillQuestion

ON_PAPER = "✓"
"""What the host enters for a team that has answered aloud or on paper: only the host can judge it."""


def use_encoder(setting: str = "auto") -> None:
    """From now on answers of this process are checked by meaning too (translations, synonyms): that encoder is loaded
    beside the first answers, which go by words meanwhile."""
    _meanings.setting = setting


def read_ahead(language: str) -> None:
    """A game in that language is played: word lists, dictionaries and encoder, which take seconds, are read."""
    checked = _with_lists(language)
    with _lock:
        is_new = checked not in _read
        _read.add(checked)
    if is_new:
        question = HillQuestion("", "", "bear", language=checked)
        threading.Thread(target=answer_check(), args=(question, "wolves"), name="read ahead", daemon=True).start()


def answer_check(encoder: str | None = None) -> Check:
    """Advice on answers, by the word lists of the game's language and by meaning.

    None: by the encoder of `use_encoder`, as soon as it is loaded. Else by that one, for which the first answer that
    needs it waits (seconds): so the same answers get the same advice in every game.
    """
    if encoder is None:
        return lambda question, given: _checked(question, given, _meanings.ready())
    return lambda question, given: _checked(question, given, meaning_of(encoder))


def _checked(question: HillQuestion, given: str, meaning: Meaning | None = None) -> Suggestion:
    if given == ON_PAPER:
        return Suggestion(False, "ask", "hill.on_paper")
    # To the letter on the card: however near a refused answer is (do you, you do), this is right.
    is_on_card = same_answer(given) in map(same_answer, (question.answer, *question.accepted))
    found = check(
        question.question,
        given,
        language=_with_lists(question.language),
        reference=question.answer,
        accept=question.accepted,
        reject=() if is_on_card else question.refused,
        category=question.category,
        meaning=meaning,
    )
    return Suggestion(found.correct, found.verdict, f"answers.{found.why_code}", tuple(found.why_params.items()))


def _with_lists(language: str) -> str:
    return language if language in interface_languages() else SOURCE_LANGUAGE


class _Meanings:
    """An encoder, loaded in a thread of its own when it is first asked for."""

    def __init__(self) -> None:
        self.setting: str | None = None
        self._lock = threading.Lock()
        self._loading = False
        self._meaning: Meaning | None = None

    def ready(self) -> Meaning | None:
        """None: there is none, or not yet."""
        with self._lock:
            if self.setting is not None and not self._loading:
                self._loading = True
                threading.Thread(target=self._load, args=(self.setting,), name="answers", daemon=True).start()
        return self._meaning

    def _load(self, setting: str) -> None:
        meaning = meaning_of(setting)
        if meaning is not None:
            check("", "bear", language="ru", reference="медведь", meaning=meaning)  # asks it, and so loads it
            self._meaning = meaning


_meanings = _Meanings()
_lock = threading.Lock()
_read: set[str] = set()
"""Languages whose lists have been asked for."""
