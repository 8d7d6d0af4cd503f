"""Encoders behind SentenceTransformer's interface."""
