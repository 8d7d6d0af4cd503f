"""Packs of quiz questions on screens: choosing one, a file's faults, the editor."""
