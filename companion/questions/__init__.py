"""Quiz questions for the hill (rulebook 002): packs of the product, teachers' files, vocabulary, a model's drafts."""

from companion.questions.faults import Fault
from companion.questions.pack import (
    CATEGORIES,
    LEVELS,
    Card,
    Pack,
    Question,
    category_name,
    deal,
    from_document,
    load_pack,
    pack_languages,
    pack_names,
    to_document,
)
from companion.questions.reading import Import, read_pack
from companion.questions.vocabulary import vocabulary_pack
from companion.questions.writing import Format, template, write_pack

__all__ = [
    "CATEGORIES",
    "LEVELS",
    "Card",
    "Fault",
    "Format",
    "Import",
    "Pack",
    "Question",
    "category_name",
    "deal",
    "from_document",
    "load_pack",
    "pack_languages",
    "pack_names",
    "read_pack",
    "template",
    "to_document",
    "vocabulary_pack",
    "write_pack",
]
