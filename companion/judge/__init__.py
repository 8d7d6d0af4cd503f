"""Does an ending close this tale? Scripted, and by a language model. Advice for the people who vote."""

from companion.judge.opinion import Opinion, Reason

__all__ = ["Opinion", "Reason"]
