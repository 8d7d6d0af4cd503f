"""What weights answers in other words were measured to have: likeness.json, made by `make answers`."""
