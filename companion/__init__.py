"""Story Companion: rules, matching and narrators for games in which people tell a tale together."""
