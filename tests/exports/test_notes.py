"""A tale told with cards of paper leaves as a document that shows it as it was told."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from companion.exports.notes import Notes, notes_as_markdown
from companion.language.catalogue import catalogue, interface_languages

HOSTILE = "<b>x</b> *y* [z](http://a.b) `c` # d | e"


@pytest.mark.parametrize("language", interface_languages())
def test_the_document_has_the_tale_its_ending_and_what_was_decided(language: str) -> None:
    texts = catalogue(language)
    notes = Notes("Ring", "today", ("One. Two.", "Three."), "And that was all.", ("Contradiction: no.",))
    assert notes_as_markdown(notes, texts).split("\n\n") == [
        "# Ring",
        "*today*",
        "One. Two.",
        "Three.",
        "***And that was all.***",
        f"## {texts.t('transcript.rulings')}",
        "- Contradiction: no.\n",
    ]
    assert texts.t("transcript.unfinished") in notes_as_markdown(Notes("Ring", "today", ("One.",)), texts)


def test_told_text_is_text_wherever_it_stands() -> None:
    notes = Notes(HOSTILE, "today", (HOSTILE,), HOSTILE, (HOSTILE,))
    shown = MarkdownIt().render(notes_as_markdown(notes, catalogue("en")))
    assert shown.count("&lt;b&gt;x&lt;/b&gt; *y* [z]") == 4
    assert not any(tag in shown for tag in ("<b>", "<a ", "<code>"))
