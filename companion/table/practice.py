"""What a person who practises gets around a game: ideas while telling, and a review of what happened afterwards.

All of it is made for one seat out of what that seat saw: its own hand at each moment, what was told, and what lay on
the table. No other hand is read, not even when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.errors import BadInput
from companion.language import Token, tokens
from companion.language.level import LEVELS, Level, level_of
from companion.matching import Matcher, Mention
from companion.narrators import Character, Moment
from companion.narrators.scripted.hints import three_ways
from companion.narrators.scripted.levels import known_words
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.rules.tale import events as ev
from companion.rules.tale.state import LaidHow, Sentence
from companion.storage import GameRecord
from companion.table.history import History
from companion.table.matchers import Matchers
from companion.table.open_games import OpenGames, help_of
from companion.table.policy import mentions_of

MOST_WORDS = 20
"""New words that a review names: more is no list to learn from."""
USUAL_LEVEL: Level = "B1"
"""A learner's, where the AI seats do not tell it: they speak freely."""
_CAPITALS = frozenset({"de", "lb"})
"""Languages that write every noun with a capital: there it marks no name."""


@dataclass(frozen=True)
class Chance:
    """A card of the own hand, and the sentence of another narrator that it could be played for."""

    card: str
    sentence: int
    """Index in the tale."""
    text: str
    """The sentence."""
    quote: str = ""
    """The words that mention the card; "" where the matcher hears none, or for an interrupt."""
    start: int = 0
    """Where they begin in the sentence, in characters."""
    why: str = ""
    """The matcher's reason, in the language of the tale."""
    how: LaidHow = "element"


@dataclass(frozen=True)
class NewWord:
    """A word of the others that is harder than the learner's level."""

    lemma: str
    level: Level
    text: str
    """The sentence in which it was told first."""
    start: int
    end: int
    """Where it stands there, in characters."""
    count: int
    """How often it was told."""


@dataclass(frozen=True)
class Review:
    """A finished game as one seat may look back on it."""

    seat: Seat
    missed: tuple[Chance, ...]
    """In the order of the tale."""
    used: tuple[Chance, ...]
    """Claims of this seat that stood, interrupts too."""
    level: Level
    """The learner's."""
    words: tuple[NewWord, ...]
    """The hardest first, at most MOST_WORDS."""
    own: tuple[str, ...]
    """What this seat told."""


class Practice:
    """Reviews and ideas for the games of a house. Threads may share it."""

    def __init__(self, games: OpenGames, matchers: Matchers) -> None:
        self._games, self._matchers = games, matchers

    def review(self, game: str, seat: Seat, level: Level | None = None) -> Review | None:
        """How the game went for that seat; None while it is not over. `level`: the learner's; None: that of the AI
        seats. Raises BadInput when there is no such seat, UnknownGame, DamagedSave, StoreUnavailable."""
        history = self._games.load(game)
        _check_seat(history, seat)
        if history.state.phase is not tale.Phase.OVER:
            return None
        return review(history, seat, self._matchers.of(history.record), level)

    def ideas(self, game: str, seat: Seat, card: str) -> list[str]:
        """Up to three ways to bring that card of the own hand into the tale; none for who does not tell just now, or
        at a table without help. Raises as `review`."""
        history = self._games.load(game)
        _check_seat(history, seat)
        record, view = history.record, tale.view(history.state, seat)
        tells = view.is_narrator and view.phase is tale.Phase.TELLING
        if not tells or card not in view.hand or help_of(record) == "none":
            return []
        moment = Moment(
            view=view,
            language=record.language,
            deck=record.options["deck"],
            matcher=self._matchers.of(record),
            seed=record.seed + seat,
            character=Character(level=level_of_ai(record)),
        )
        return three_ways(moment, card)


def review(history: History, seat: Seat, matcher: Matcher, level: Level | None = None) -> Review:
    """The review of a game for one seat. `matcher`: the table's, with its strictness and case law."""
    ai = level_of_ai(history.record)
    chosen = level or (ai if ai != LEVELS[-1] else USUAL_LEVEL)
    told = history.state.sentences
    return Review(
        seat=seat,
        missed=tuple(_Watch(seat, matcher).missed(history)),
        used=tuple(_used(history, seat, matcher)),
        level=chosen,
        words=new_words(told, seat, history.record.language, history.record.options["deck"], chosen),
        own=tuple(one.text for one in told if one.seat == seat),
    )


def level_of_ai(record: GameRecord) -> Level:
    """The easiest language that an AI seat of the game was told to use; the hardest where there is none."""
    levels = [Character.of(seat.settings).level for seat in record.seats if seat.kind != "human"]
    return min(levels, key=LEVELS.index, default=LEVELS[-1])


@dataclass
class _Watch:
    """Looks over a seat's shoulder through a game: which chances were open, and which went by."""

    seat: Seat
    matcher: Matcher
    _heard: dict[tuple[int, str], Mention | None] = field(default_factory=dict)
    """By sentence and card."""

    def missed(self, history: History) -> list[Chance]:
        """Chances that were gone before this seat had done anything with them."""
        open_before: set[tuple[int, str]] = set()
        tried: set[tuple[int, str]] = set()
        gone: set[tuple[int, str]] = set()
        for version, entry in history.counting:
            state = history.states[version]
            action = entry.action
            if isinstance(action, tale.Claim) and action.seat == self.seat:
                tried.add((action.sentence, action.card))
                open_before = {one for one in open_before if one[1] != action.card}
            if state.phase is tale.Phase.RULING:
                continue  # the tale stands still: nothing is gone yet
            open_now = self._open(state) - tried
            # Who takes the story over has used the moment, with whichever card.
            if not (state.narrator == self.seat and state.turn_why in ("element", "interrupt")):
                gone |= open_before - open_now
            open_before = open_now
        told = history.state.sentences
        return [_chance(told, index, card, self._heard[index, card], "element") for index, card in sorted(gone)]

    def _open(self, state: tale.TaleState) -> set[tuple[int, str]]:
        """(sentence, card) that this seat may claim now, and that the matcher is sure of."""
        if state.narrator == self.seat or state.phase is not tale.Phase.TELLING:
            return set()
        hand = state.hands[self.seat]
        return {
            (sentence, card)
            for sentence in range(tale.claim_from(state), len(state.sentences))
            for card in self._sure(state, sentence, hand)
            if tale.refusal(state, tale.Claim(self.seat, card, tale.ClaimHow.ELEMENT, sentence)) is None
        }

    def _sure(self, state: tale.TaleState, sentence: int, hand: Sequence[str]) -> list[str]:
        new = [card for card in hand if (sentence, card) not in self._heard]
        if new:
            found = {one.card: one for one in mentions_of(state, new, sentence, self.matcher)}
            self._heard |= {(sentence, card): found.get(card) for card in new}
        heard = [(card, self._heard[sentence, card]) for card in hand]
        return [card for card, mention in heard if mention is not None and mention.answer != "ask"]


def _used(history: History, seat: Seat, matcher: Matcher) -> Iterator[Chance]:
    """Claims of the seat that stood, in their order."""
    for version, entry in history.counting:
        state = history.states[version]
        for event in entry.events:
            if isinstance(event, ev.CardLaid) and event.seat == seat and event.how != "lay":
                found = mentions_of(state, [event.card], event.sentence, matcher) if event.how == "element" else []
                yield _chance(state.sentences, event.sentence, event.card, next(iter(found), None), event.how)


def _chance(told: Sequence[Sentence], index: int, card: str, mention: Mention | None, how: LaidHow) -> Chance:
    text = told[index].text
    if mention is None:
        return Chance(card, index, text, how=how)
    return Chance(card, index, text, mention.quote, mention.start, mention.why, how)


def new_words(
    told: Sequence[Sentence], seat: Seat, language: str, deck: str, level: Level, most: int = MOST_WORDS
) -> tuple[NewWord, ...]:
    """Words of the other narrators above that level, the hardest first, then the most frequent; without names, the
    cards' names, and words that this seat had used itself before it heard them."""
    known = set(known_words(language, deck))
    parted = [(one, tokens(one.text, language)) for one in told]
    names = _names(parted) if language not in _CAPITALS else set()
    found: dict[str, NewWord] = {}
    for one, words in parted:
        for word in words:
            lemma = word.lemmas[0]
            if one.seat == seat and lemma not in found:
                known.add(lemma)
            hard = None if word.text.casefold() in names else level_of(word, language, known)
            if one.seat == seat or hard is None or LEVELS.index(hard) <= LEVELS.index(level):
                continue
            before = found.get(lemma)
            first = before or NewWord(_written(word), hard, one.text, word.start, word.end, 0)
            found[lemma] = replace(first, count=first.count + 1)
    hardest = sorted(found.values(), key=lambda word: (-LEVELS.index(word.level), -word.count))
    return tuple(hardest[:most])


def _written(word: Token) -> str:
    """Its base form, with the ё that base forms do without, where the word itself shows it."""
    small = word.text.lower()
    return small if small.replace("ё", "е") == word.lemmas[0] else word.lemmas[0]


def _names(parted: Sequence[tuple[Sentence, Sequence[Token]]]) -> set[str]:
    """Words with a capital where no sentence or speech begins, and never without one."""
    small = {word.text for _, words in parted for word in words if word.text[:1].islower()}
    capital = {
        word.text.casefold()
        for one, words in parted
        for word in words
        if word.text[:1].isupper() and one.text[: word.start].rstrip()[-1:] not in ("", *'.!?…:«"“”—–-')
    }
    return capital - small


def _check_seat(history: History, seat: Seat) -> None:
    if not 0 <= seat < history.state.players:
        raise BadInput(f"game {history.record.id} has no seat {seat}: its seats are 0 to {history.state.players - 1}")
