"""Language models behind the OpenAI protocol: building one, its prompts, asking whether it answers.

The only importer of langchain and openai, and only when a model is set: everything works without one.
"""

from companion.llm.answer import Marked, NoAnswer, as_data
from companion.llm.aside import aside
from companion.llm.ask import Asker, Spent
from companion.llm.model import Reach, build_model, explain, reach
from companion.llm.prompts import Prompt, load_prompt

__all__ = [
    "Asker",
    "Marked",
    "NoAnswer",
    "Prompt",
    "Reach",
    "Spent",
    "as_data",
    "aside",
    "build_model",
    "explain",
    "load_prompt",
    "reach",
]
