"""What dictionaries know of words: synonyms, kinds and opposites, from data that installed packages carry.

    relation(read("бондарь", "ru"), read("бочар", "ru"))      "same", 1.0
    relation(read("violin", "en"), read("cello", "en"))       "sisters", 0.0

`sources` reads the packages, `index` keeps what they say in one file of the user's cache, `relations` answers.
"""

from companion.answers.knowledge.relations import Relation, relation

__all__ = ["Relation", "relation"]
