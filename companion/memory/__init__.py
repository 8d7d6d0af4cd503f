"""The memory of a tale: who is in it, what holds of them, and which sentence said so. Russian and English."""

from companion.memory.cast import Cast, Entity
from companion.memory.facts import Clash, Fact, Heard
from companion.memory.story import StoryMemory

__all__ = ["Cast", "Clash", "Entity", "Fact", "Heard", "StoryMemory"]
