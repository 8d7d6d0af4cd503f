"""The memory of a tale: who is in it, what holds of them, and which sentence said so. Russian and English."""

from companion.memory.cast import Cast, Entity
from companion.memory.story import Clash, Fact, Heard, StoryMemory

__all__ = ["Cast", "Clash", "Entity", "Fact", "Heard", "StoryMemory"]
