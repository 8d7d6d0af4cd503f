"""The rules of the three games, pure: standard library only, no clock, no files, luck only from chance.py."""
