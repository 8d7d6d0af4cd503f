"""The word matcher: a card is mentioned when its name or another of its names is said, in any form.

It knows base forms, parts of speech, set phrases and kinship, and no meaning beyond that: fast, and able to show the
words it went by. How a card is read is told on the rules page ("mentions").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.decks.deck import DEFAULT_DECK, Card, load_deck
from companion.language import Token, tokens
from companion.language.quotation import quoted
from companion.language.spelling import beginnings, meant
from companion.matching.calibration import Strictness, passing_model
from companion.matching.cues import Surroundings
from companion.matching.mention import Answer, Doubt, Mention
from companion.matching.patterns import Found, Index, Pattern, compile_phrase
from companion.matching.phrases import Why, phrases
from companion.matching.speech import Speaker, Speech
from companion.matching.vocabulary import Name, Vocabulary, vocabulary
from companion.matching.weight import Scene, weight_facts
from companion.rules.cards import Category

_OWN_NAME = 0.95
_OTHER_NAME = 0.85
_IMPLIED = 0.75
_DOUBTFUL = 0.55
_SLIP = 0.7
_NEAR = 0.45
_BY_CONTEXT = 0.6
_PLAINLY_SAID = 0.8
"""Below it a strict table asks."""
_FIGURES: frozenset[Doubt] = frozenset({"compared", "conditional", "named"})
"""Doubts that a loose table does not have."""
_LONG_QUOTE = 60
_MEASURED = ("en", "ru")
"""Languages whose sentences `passing` was measured on; in others only lists are told in passing."""
_TALKING = "talking"
_BEASTS = ("wolf", "horse", "bird", "frog", "dragon")
"""Cards whose names are beasts: one that speaks is Talking."""
_RANK: dict[Answer, int] = {"hit": 2, "implied": 1, "ask": 0}
_THINGS = (Category.CHARACTER, Category.THING, Category.PLACE)


@dataclass(frozen=True)
class _Follows:
    """Cards that follow from a phrase, if a word of `beside` stands in the sentence (or none is asked for)."""

    cards: tuple[str, ...]
    beside: frozenset[str]
    why: str


class WordMatcher:
    """Finds the cards of one deck in sentences of one language. Immutable once made: threads may share it."""

    stage, notice = 0, ""

    def __init__(self, language: str, deck: str = DEFAULT_DECK) -> None:
        """Raises DamagedDeck when the deck cannot be read or is not written in the language."""
        self._language = language
        self._deck = load_deck(language, deck)
        self._known = phrases(language)
        skips, breaks = self._known.skips, self._known.breaks
        listened = vocabulary(language, deck)
        self._names: Index[Name] = Index(
            listened.names,
            skips=skips,
            breaks=breaks,
            stops=self._known.stops,
            articles=self._known.articles,
            pronouns=self._known.pronouns,
        )
        self._idioms: Index[tuple[str, ...]] = Index(listened.idioms, skips=skips, breaks=breaks)
        self._relations: Index[_Follows] = Index(list(self._follow()), skips=skips, breaks=breaks)
        self._speech = Speech(
            language,
            self._known.words,
            self._nouns(listened, lambda card: card.id in _BEASTS),
            self._nouns(listened, lambda card: card.category is Category.CHARACTER and card.id not in _BEASTS),
        )
        self._begins = beginnings(self._names.openings())

    def mentions(
        self,
        sentence: str,
        *,
        context: str = "",
        cards: Sequence[str] | None = None,
        strictness: Strictness = "normal",
    ) -> list[Mention]:
        """Mentions worth showing, best first, at most one a card. Raises KeyError for an unknown card id.

        `strictness`: "strict" asks about slips of spelling and about what only follows, and takes more for told in
        passing; "loose" takes comparisons, suppositions and names as said, and less for told in passing.
        """
        best, scene = self._found(sentence, context, self._wanted(cards))
        flagged = sum(mention.score >= 0.5 for mention in best)
        weighed = [
            self._weighed(_for_table(mention, strictness), scene, max(0, flagged - 1), strictness) for mention in best
        ]
        return sorted(weighed, key=lambda mention: (-mention.score, mention.start, mention.card))

    def passing_facts(self, sentence: str) -> list[tuple[str, list[float]]]:
        """For calibration: the facts that `passing` is judged from, for each card that is mentioned."""
        best, scene = self._found(sentence, "", set(self._deck.by_id))
        flagged = [one for one in best if one.score >= 0.5]
        return [(one.card, self._facts(one, scene, len(flagged) - 1)) for one in flagged]

    def _found(self, sentence: str, context: str, wanted: set[str]) -> tuple[list[Mention], Scene]:
        """The best mention of each card, not yet weighed, and the sentence as it was read."""
        words, slips = self._read(sentence)
        around = Surroundings(sentence, words, self._known)
        silenced = self._silenced(words, sentence)
        best: dict[str, Mention] = {}
        for found in self._names.find(words, sentence):
            card = found.payload.card
            if card in wanted and not any((card, index) in silenced for index in found.at):
                _keep(best, self._said(found, sentence, words, around, is_slip=not slips.isdisjoint(found.at)))
        for follows in self._relations.find(words, sentence):
            for mention in self._implied(follows, sentence, words, around):
                if mention.card in wanted:
                    _keep(best, mention)
        if _TALKING in wanted and (speaker := self._speech.speaker(words, sentence, context)):
            _keep(best, self._speaks(speaker, sentence, words, around))
        return list(best.values()), Scene(words, sentence, self._language, around, quoted(words, sentence))

    def _weighed(self, mention: Mention, scene: Scene, others: int, strictness: Strictness) -> Mention:
        """The same mention, told in passing if its place says so; items of a list always are."""
        if mention.passing or self._language not in _MEASURED:
            return mention
        facts = self._facts(mention, scene, others)
        passing = passing_model()
        return replace(mention, passing=passing.probability(facts) >= passing.thresholds[strictness])

    def _facts(self, mention: Mention, scene: Scene, others: int) -> list[float]:
        inside = [i for i, word in enumerate(scene.words) if word.end > mention.start and word.start < mention.end]
        category = self._deck.by_id[mention.card].category
        is_doubtful = mention.answer == "ask"
        return weight_facts(scene, inside[0], inside[-1], category, others=others, is_doubtful=is_doubtful)

    def _read(self, sentence: str) -> tuple[list[Token], set[int]]:
        """The words, and which of them are slips of spelling that have been read as the word of a card."""
        words = tokens(sentence, self._language)
        slips = set()
        for index, word in enumerate(words):
            is_capital = word.text[:1].isupper() and not word.text.isupper()
            if (is_capital and index) or self._names.hears(word):
                continue  # somebody's name, or a listed word that the dictionary lacks
            if guesses := self._guesses(word.text, is_capital=is_capital):
                words[index] = replace(guesses[0], text=word.text, start=word.start, end=word.end)
                slips.add(index)
        return words, slips

    def _guesses(self, written: str, *, is_capital: bool) -> list[Token]:
        """The words of cards that a slip may stand for; first those that are a name by themselves."""
        guesses = [tokens(guess, self._language) for guess in meant(written, self._language, self._begins)]
        fitting = [
            read[0]
            for read in guesses
            if len(read) == 1
            and self._names.knows(read[0].lemmas[0])
            # Many a name opens a sentence: there a slip must at least be a noun.
            and (not is_capital or any(one.part == "noun" and one.weight >= 0.5 for one in read[0].readings))
        ]
        return sorted(fitting, key=lambda read: not self._names.hears(read))

    def _nouns(self, listened: Vocabulary, suits: Callable[[Card], bool]) -> set[str]:
        """The one-word names of cards, as nouns."""
        suiting = {card.id for card in self._deck.cards if suits(card)}
        return {
            lemma
            for pattern, name in listened.names
            if name.card in suiting and not name.near and len(pattern.steps) == 1
            for lemma in pattern.steps[0].lemmas
        }

    def _follow(self) -> Iterator[tuple[Pattern, _Follows]]:
        """What follows from phrases; cards that this deck has not are left out."""
        known, language = self._known, self._language
        for relation in known.relations:
            cards = tuple(card for card in relation.cards if card in self._deck.by_id)
            beside = frozenset(
                lemma
                for name in relation.beside
                for word in known.words[name]
                for lemma in tokens(word, language)[0].lemmas[:1]
            )
            for text in relation.phrases:
                pattern = compile_phrase(text, language, known.words, relation.gaps)
                yield pattern, _Follows(cards, beside, relation.why)

    def _wanted(self, cards: Sequence[str] | None) -> set[str]:
        if cards is None:
            return set(self._deck.by_id)
        for card in cards:
            if card not in self._deck.by_id:
                raise KeyError(card)
        return set(cards)

    def _silenced(self, words: Sequence[Token], sentence: str) -> set[tuple[str, int]]:
        """Which words stand in a set phrase and so say nothing of which cards."""
        return {
            (card, index)
            for found in self._idioms.find(words, sentence)
            for card in found.payload
            for index in found.at
        }

    def _said(
        self, found: Found[Name], sentence: str, words: Sequence[Token], around: Surroundings, *, is_slip: bool
    ) -> Mention:
        """A name of the card stands in the sentence: a hit, or a question for the table."""
        card, own, near = self._deck.by_id[found.payload.card], found.payload.own, found.payload.near
        reasons: Why = self._known.why
        doubt: Doubt = self._doubt(found, words, around) or ("near" if near else "")
        answer: Answer = "ask" if doubt else "hit"
        score = _NEAR if near else _DOUBTFUL if doubt else _OWN_NAME if own else _OTHER_NAME
        start, end = words[found.first].start, words[found.last].end
        if is_slip and not doubt:
            score = _SLIP
        reason = (
            (getattr(reasons, doubt) if doubt else "")
            or (reasons.slip if is_slip else "")
            or (reasons.own if own else reasons.thing if card.category in _THINGS else reasons.deed)
        )
        return Mention(
            card=card.id,
            score=score,
            answer=answer,
            passing=card.category in _THINGS and around.in_list(found.first, found.last),
            start=start,
            end=end,
            quote=sentence[start:end],
            why=_fill(reason, quote=sentence[start:end], entry=found.pattern.text, name=card.name),
            doubt=doubt,
        )

    def _speaks(self, speaker: Speaker, sentence: str, words: Sequence[Token], around: Surroundings) -> Mention:
        """A beast or a thing speaks; if only a pronoun says so, the tale so far has told who it is."""
        first, last = sorted((speaker.who, speaker.verb))
        start, end = words[first].start, words[last].end
        if end - start > _LONG_QUOTE:
            start, end = words[speaker.verb].start, words[speaker.verb].end
        quote, score, reasons = sentence[start:end], _IMPLIED, self._known.why
        if any(around.is_negated(index, index) for index in (first, last)):
            why = _fill(reasons.negated, quote=quote, entry=quote, name=self._deck.by_id[_TALKING].name)
            return Mention(_TALKING, _DOUBTFUL, "ask", False, start, end, quote, why, "negated")
        if speaker.from_before:
            score = _BY_CONTEXT
        return Mention(_TALKING, score, "implied", False, start, end, quote, reasons.talking)

    def _doubt(self, found: Found[Name], words: Sequence[Token], around: Surroundings) -> Doubt:
        """Why the table should decide, or nothing."""
        if around.is_compared(found.first, found.last):
            return "compared"
        if around.is_negated(found.first, found.last) or around.is_negated_inside(found.at):
            return "negated"
        if around.is_conditional(found.first):
            return "conditional"
        only = found.readings[0] if len(found.at) == 1 else None
        # A card's name that is a proper name itself, such as Баба-яга, is meant by it.
        if only and only.whole and only.part != "name" and words[found.first].readings[0].part == "name":
            return "named"
        return ""

    def _implied(
        self, found: Found[_Follows], sentence: str, words: Sequence[Token], around: Surroundings
    ) -> list[Mention]:
        """What follows from a phrase of kinship or birth."""
        follows = found.payload
        if follows.beside and not any(
            follows.beside.intersection(word.lemmas[:1]) for index, word in enumerate(words) if index not in found.at
        ):
            return []
        start, end = words[found.first].start, words[found.last].end
        is_negated = around.is_negated(found.first, found.last)
        doubt: Doubt = "negated" if is_negated else "conditional" if around.is_conditional(found.first) else ""
        return [
            Mention(
                card=card,
                score=_DOUBTFUL if doubt else _IMPLIED,
                answer="ask" if doubt else "implied",
                passing=False,
                start=start,
                end=end,
                quote=sentence[start:end],
                why=follows.why,
                doubt=doubt,
            )
            for card in follows.cards
        ]


def _for_table(mention: Mention, strictness: Strictness) -> Mention:
    """The same mention as a strict or a loose table takes it."""
    if strictness == "strict" and mention.answer != "ask" and mention.score < _PLAINLY_SAID:
        return replace(mention, answer="ask", score=_DOUBTFUL)
    if strictness == "loose" and mention.doubt in _FIGURES:
        return replace(mention, answer="hit", doubt="")
    return mention


def _keep(best: dict[str, Mention], mention: Mention) -> None:
    """One mention a card: the surest; of equals one that is not slight, then the longer, then the earlier."""
    other = best.get(mention.card)
    if other is None or _order(mention) > _order(other):
        best[mention.card] = mention


def _order(mention: Mention) -> tuple[int, bool, float, int, int]:
    length = mention.end - mention.start
    return (_RANK[mention.answer], not mention.passing, mention.score, length, -mention.start)


def _fill(reason: str, *, quote: str, entry: str, name: str) -> str:
    """Player text goes in as a value: a brace in it stays a brace."""
    filled = reason.replace("{name}", name).replace("{entry}", entry)
    return filled.replace("{quote}", quote)
