"""Story Companion: rules, matching and narrators for games in which people tell a tale together."""

__version__ = "0.1.0"
