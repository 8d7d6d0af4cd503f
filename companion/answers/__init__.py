"""Is a team's answer to a quiz question right? A suggestion with its reason; the host decides.

    found = check("Столица Франции?", "Париш", language="ru", reference="Париж")
    found.correct, found.verdict       True, "typo"
    found.why("ru")                    the reason as a sentence

`meaning_of()` adds an encoder, which recognises translations and asks about answers in other words.
"""

from companion.answers.answer_check import AnswerCheck, Verdict
from companion.answers.check import check
from companion.answers.meaning import Meaning, meaning_of

__all__ = ["AnswerCheck", "Meaning", "Verdict", "check", "meaning_of"]
