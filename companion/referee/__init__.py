"""Suggestions on challenges: scripted, and by a language model. Advice for the people who decide."""

from companion.referee.suggestion import VERDICTS, Evidence, Pace, Suggestion, Verdict

__all__ = ["VERDICTS", "Evidence", "Pace", "Suggestion", "Verdict"]
