"""Machine players of Сказочник in three strengths: the seat's `BookView` in, one action out.

What a player knows is in its view: its hand, both boards, counts, the discard, and the cards that it lost to the rival
or saw there. From these it counts which manuscripts are still out, and how likely the rival holds one. The weights of
`strong` come from games against each other (`companion eval book`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypeVar, get_args

from companion.rules.book.actions import (
    Action,
    AnswerStop,
    Draw,
    EndTurn,
    LayChapter,
    MoveChip,
    OfferStop,
    PlaceChip,
    Rob,
    Skip,
    Take,
)
from companion.rules.book.cards import CHAPTER_OF, GIVE_OF, copies_of
from companion.rules.book.setup import CHIPS, SKIP_DRAWS
from companion.rules.book.state import BookView, Phase, rival_of

Strength: TypeAlias = Literal["careless", "sensible", "strong"]
T = TypeVar("T")
STRENGTHS: tuple[Strength, ...] = get_args(Strength)

ENOUGH_TURNS = 300
"""Both players' turns after which a machine offers to stop, and takes the rival's offer: no game lasts for ever. Games
among machines take about 50."""

CARELESS_LOOKS = 0.95
"""How often a careless player thinks of its "give" cards, and of skipping a turn in which it could lay nothing."""


def decides(view: BookView) -> bool:
    """Whether the game waits for this seat, as far as a machine is concerned."""
    seat = view.seat
    if seat is None or view.phase is Phase.OVER:
        return False
    if view.stop_offer is not None:
        return view.stop_offer != seat
    if view.phase is Phase.PLACING:
        return len(view.boards[rival_of(seat)].chips) < CHIPS
    return (view.turn != seat) if view.phase is Phase.MOVING else (view.turn == seat)


def act(view: BookView, strength: Strength, luck: random.Random) -> Action | None:
    """What a player of that strength does now; None: the game does not wait for this seat. The same view and luck
    give the same action. Takes under a millisecond."""
    return _Player(view, strength, luck).act() if decides(view) else None


class Knowledge:
    """What a seat can tell of the rival's cards: counting, and nothing but its own view."""

    def __init__(self, view: BookView) -> None:
        """Raises ValueError for the projector's view, which has no hand."""
        if view.seat is None:
            raise ValueError("the projector plays no cards")
        rival = rival_of(view.seat)
        self._seen = {*view.hand, *(card for board in view.boards for card in board.laid)}
        self._known = Counter(CHAPTER_OF[card] for card in view.known if card in CHAPTER_OF)
        unknown = view.hand_counts[rival] - len(view.known)
        # A pile that was made of the discard holds no chapter: whatever is out, the rival has.
        in_pile = 0 if view.reshuffled else view.pile_count
        self._share = 1.0 if not in_pile else unknown / (unknown + in_pile)

    def out(self, chapter: int) -> int:
        """How many manuscripts of the chapter are neither laid nor in the own hand."""
        return sum(card not in self._seen for card in copies_of(chapter))

    def held(self, chapter: int) -> float:
        """How likely the rival holds the chapter, 0 to 1."""
        if self._known[chapter]:
            return 1.0
        return float(1 - (1 - self._share) ** self.out(chapter))


class _Player:
    def __init__(self, view: BookView, strength: Strength, luck: random.Random) -> None:
        assert view.seat is not None
        self._view, self._strength, self._luck = view, strength, luck
        self._seat = view.seat
        self._rival = rival_of(view.seat)
        self._mine, self._his = view.boards[self._seat], view.boards[self._rival]
        self._layable = [card for card in view.hand if (cell := CHAPTER_OF.get(card)) and cell in self._mine.chips]
        held = view.hand_counts[self._rival]
        self._gives = sorted((card for card in view.hand if 0 < GIVE_OF.get(card, 0) <= held), key=GIVE_OF.__getitem__)

    def act(self) -> Action:
        view = self._view
        if view.stop_offer is not None:
            return AnswerStop(self._seat, self._agrees())
        if view.phase is Phase.PLACING:
            return PlaceChip(self._seat, self._luck.choice(self._his.free))
        if view.phase is Phase.MOVING:
            return MoveChip(self._seat, self._cell())
        if view.phase is Phase.TAKING:
            return Take(self._seat, self._loot())
        if view.phase is Phase.DRAWING:
            if view.turns > ENOUGH_TURNS and self._seat not in view.stop_declined:
                return OfferStop(self._seat)
            return Skip(self._seat) if self._skips() else Draw(self._seat)
        if not view.robbed and self._gives and self._robs():
            careless = self._strength == "careless"
            return Rob(self._seat, self._luck.choice(self._gives) if careless else self._gives[-1])
        return LayChapter(self._seat, self._chapter()) if self._layable else EndTurn(self._seat)

    def _agrees(self) -> bool:
        """To stop: when that wins, or the game has lasted long enough."""
        return self._mine.chapters > self._his.chapters or self._view.turns > ENOUGH_TURNS

    def _skips(self) -> bool:
        """Three cards instead of a turn. While the pile lasts, a strong player gathers: what it holds the rival cannot
        lay, and a full hand loses little to each robbery; only taking two cards or more is worth a turn as much.
        Where cards are taken seen, no hand is safe, and it gathers only when there is nothing else to do."""
        if self._view.reshuffled or not self._view.pile_count:
            return False
        if self._strength == "strong" and not self._view.taken_seen:
            takes = GIVE_OF[self._gives[-1]] if self._gives else 0
            return takes < 2 and self._view.pile_count > SKIP_DRAWS
        if self._layable or (self._gives and self._strength != "careless"):
            return False
        return self._strength != "careless" or self._luck.random() < CARELESS_LOOKS

    def _robs(self) -> bool:
        return self._strength != "careless" or self._luck.random() < CARELESS_LOOKS

    def _cell(self) -> int:
        """For the chip that came free: where it hurts the rival."""
        free = self._his.free
        if self._strength == "careless":
            return self._luck.choice(free)
        knowledge = Knowledge(self._view)
        return self._least(free, knowledge.held)

    def _loot(self) -> str:
        """Of the rival's hand, which it sees."""
        known = sorted(self._view.known)
        if self._strength == "careless":
            return self._luck.choice(known)
        have = {CHAPTER_OF.get(card) for card in self._view.hand}
        return self._least(known, lambda card: -self._worth(card, have))

    def _worth(self, card: str, have: set[int | None]) -> float:
        """Above all what fits under an own chip, or under one of the rival's. A strong player knows that no card is
        worth as much as those that take others."""
        chapter = CHAPTER_OF.get(card)
        if chapter is None:
            return GIVE_OF[card] * (4.0 if self._strength == "strong" else 0.5)
        lacks = not self._mine.laid[chapter - 1] and chapter not in have
        return 3.0 * (lacks and chapter in self._mine.chips) + 2.0 * (chapter in self._his.chips) + 1.5 * lacks

    def _chapter(self) -> str:
        if self._strength != "strong":
            return self._luck.choice(self._layable)
        # What the rival still needs stays in the hand as long as something else can be laid.
        return self._least(self._layable, lambda card: not self._his.laid[CHAPTER_OF[card] - 1])

    def _least(self, choices: Sequence[T], cost: Callable[[T], float]) -> T:
        """The choice of least cost; among equals, by lot."""
        return min(choices, key=lambda one: (cost(one), self._luck.random()))
