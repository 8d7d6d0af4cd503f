"""Words of a language: sentences, tokens with base forms. The message catalogue lives beside it in `catalogue.py`.

`ru` and `en` have a module each; any other language code works with simplemma's base forms or plain words.
"""

from __future__ import annotations

from companion.language.token import Part, Reading, Token

__all__ = ["Part", "Reading", "Token", "sentences", "tokens"]


def sentences(text: str, language: str) -> list[str]:
    """The sentences of a text, trimmed, none empty."""
    if language == "ru":
        from companion.language import russian

        return russian.sentences(text)
    from companion.language import english, plain

    return plain.sentences(text, abbreviations=english.ABBREVIATIONS if language == "en" else frozenset())


def tokens(text: str, language: str) -> list[Token]:
    """The words of a text in order, with exact offsets and their base forms, likeliest first."""
    if language == "ru":
        from companion.language import russian

        return russian.tokens(text)
    if language == "en":
        from companion.language import english

        return english.tokens(text)
    from companion.language import plain

    return plain.tokens(text, language)
