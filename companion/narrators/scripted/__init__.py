"""The scripted narrator: hand-written sentences, a plan for their order, and plain rules for claims and votes."""
