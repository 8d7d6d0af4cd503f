"""A written book as a page to keep: its chapters in their order, gaps shown, and nothing in it that runs."""

from __future__ import annotations

import pytest

from companion.exports.book_page import WrittenBook, WrittenChapter, book_page
from companion.language.catalogue import catalogue, interface_languages


def page(*numbers: int, writer: str = "Ann", language: str = "en") -> str:
    chapters = [WrittenChapter(number, f"Title {number}", f"Telling {number}.") for number in numbers]
    return book_page(WrittenBook("A Tale", writer, "en", chapters, of=4), catalogue(language))


@pytest.mark.parametrize("language", interface_languages())
def test_a_whole_book_is_all_its_chapters(language: str) -> None:
    made = page(1, 2, 3, 4, language=language)
    assert [made.index(f"Telling {number}.") for number in (1, 2, 3, 4)] == sorted(
        made.index(f"Telling {number}.") for number in (1, 2, 3, 4)
    )
    assert "…" not in made
    assert catalogue(language).t("book.written_by", name="Ann") in made


@pytest.mark.parametrize(("numbers", "gaps"), [((), 1), ((2, 3), 2), ((1, 4), 1), ((1, 2), 1)])
def test_missing_chapters_are_dots(numbers: tuple[int, ...], gaps: int) -> None:
    assert page(*numbers).count("…") == gaps


def test_a_name_is_text_and_nothing_runs_or_loads() -> None:
    made = page(1, writer="<script>x</script>")
    assert "<script>" not in made
    assert "default-src 'none'" in made
