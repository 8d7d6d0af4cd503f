"""A pack of vocabulary out of any card deck: translate a word, name a word from its gloss, find the odd one out.

The right answers are the deck's names and other names. Luck is seeded: the same deck and seed make the same pack.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from babel import Locale, UnknownLocaleError

from companion.decks import Card, Deck, load_deck
from companion.decks.deck import DEFAULT_DECK
from companion.language import tokens
from companion.language.catalogue import SOURCE_LANGUAGE, Catalogue, catalogue, interface_languages
from companion.questions.pack import LEVELS, ON_A_CARD, Pack, Question, same_text
from companion.rules.cards import Category

_APART = frozenset({Category.CHARACTER})
"""A well may be called a place and a theft a quality; that somebody is not something, nobody doubts. So either the odd
one out is a character, or the others are."""
_OTHERS = 3
"""Words of one category beside the odd one."""


def vocabulary_pack(deck: str = DEFAULT_DECK, language: str = "en", gloss_language: str = "ru", seed: int = 0) -> Pack:
    """Questions for learners of `language` who know `gloss_language`; in one language alone there is no translating.

    Cards of one translation (or, in one language, of two glosses), one gloss and one odd word out, easy ones first;
    categories and levels are the question's. Except among the odd ones no answer stands in its question.
    Raises DamagedDeck for a deck without one of the languages.
    """
    learned, known = load_deck(language, deck), load_deck(gloss_language, deck)
    words = catalogue(gloss_language if gloss_language in interface_languages() else SOURCE_LANGUAGE)
    luck = random.Random(f"{learned.name} {language} {gloss_language} {seed}")
    makers = [list(_glosses(learned, known, words)), list(_odd_ones(learned, words, luck))]
    if language != gloss_language:
        makers.insert(0, list(_translations(learned, known, words)))
    for made in makers:
        luck.shuffle(made)
        made.sort(key=lambda question: LEVELS.index(question.level))
    return Pack(
        name=f"vocabulary-{learned.name}",
        language=language,
        title=words.t("questions.vocabulary_title", deck=known.title),
        about=words.t("questions.vocabulary_about", language=_language_name(language, words.language)),
        cards=tuple(_cards(makers)),
    )


def _cards(makers: Sequence[list[Question]]) -> Iterator[tuple[Question, ...]]:
    """One question of each kind a card, filled up from the kind that has most left; never the same word twice on it."""
    queues = [list(made) for made in makers]
    while True:
        card: list[Question] = []
        for kind in range(ON_A_CARD):
            queue = queues[kind] if kind < len(queues) else max(queues, key=len)
            asked = {question.answer for question in card}
            if (place := next((n for n, q in enumerate(queue) if q.answer not in asked), None)) is not None:
                card.append(queue.pop(place))
        if len(card) < ON_A_CARD:
            return
        yield tuple(card)


def _translations(learned: Deck, known: Deck, words: Catalogue) -> Iterator[Question]:
    into = _language_name(learned.language, words.language)
    for card in learned.cards:
        word = known.by_id[card.id].name
        if not _stands_in(card, word, learned.language):
            text = words.t("questions.ask_translation", language=into, word=word)
            yield _question(card, "translation", text, learned.language)


def _glosses(learned: Deck, known: Deck, words: Catalogue) -> Iterator[Question]:
    name = _language_name(learned.language, words.language)
    for card in learned.cards:
        gloss = known.by_id[card.id].face.gloss.rstrip(".")
        # The gloss may say the word in the language that is known, just not in the one that is asked for.
        if not _stands_in(card, gloss, learned.language):
            text = words.t("questions.ask_gloss", language=name, gloss=gloss)
            yield _question(card, "gloss", text, learned.language)


def _odd_ones(learned: Deck, words: Catalogue, luck: random.Random) -> Iterator[Question]:
    for card in learned.cards:
        wanted = [one for one in Category if one != card.category and bool({one, card.category} & _APART)]
        category = luck.choice(wanted)
        row = [*luck.sample([c for c in learned.cards if c.category == category], _OTHERS), card]
        luck.shuffle(row)
        named = ", ".join(one.name for one in row)
        text = words.t(f"questions.odd_{category.value}", words=named)
        yield Question(
            id=f"odd-{card.id}",
            question=text,
            answer=card.name,
            refused=tuple(one.name for one in row if one is not card),
            category="words",
            level=max((one.face.level for one in row), key=LEVELS.index),
            language=learned.language,
        )


def _question(card: Card, kind: str, text: str, language: str) -> Question:
    others = dict.fromkeys(other for other in card.face.other if same_text(other) != same_text(card.name))
    return Question(
        id=f"{kind}-{card.id}",
        question=text,
        answer=card.name,
        accepted=tuple(others),
        category="words",
        level=card.face.level,
        language=language,
    )


def _stands_in(card: Card, text: str, language: str) -> bool:
    """Whether a right answer, in any of its forms, stands in the text."""
    said = _bases(text, language)
    return any(
        all(set(options) & said for options in named)
        for answer in (card.name, *card.face.other)
        if (named := [token.lemmas for token in tokens(answer, language)])
    )


def _bases(text: str, language: str) -> set[str]:
    return {lemma for token in tokens(text, language) for lemma in token.lemmas}


def _language_name(code: str, of: str) -> str:
    try:
        return Locale.parse(of).languages.get(code) or code
    except (UnknownLocaleError, ValueError):
        return code
