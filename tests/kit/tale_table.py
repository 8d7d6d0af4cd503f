"""A tale game in a chosen position, in one line: the tests' own "FEN".

    table = tale_table(players=3, hands={0: "king ring"}, told=["Once there was a king."])
    table.does(LayCard(0, "king", 0)); assert table.refuses(LayCard(0, "king", 0)) == "tale/not_in_hand"

Every step can also be taken through the store's codec (`saved=True`): what is then played on is the fold of events
that were written as JSON and read again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from companion.decks import load_deck
from companion.rules import tale
from companion.rules.tale import Ruling
from companion.storage.codec import codec_for
from companion.storage.records import Entry

HIT = Ruling(True, by="matcher", answer="hit", quote="…", why="said")
MISS = Ruling(False, by="matcher", answer="no", why="not said")
NARRATOR = 0

CARDS = load_deck("en").story_cards
ENDINGS = load_deck("en").ending_ids


@dataclass
class TaleTable:
    """A state that moves on, with the events of the last deed."""

    state: tale.TaleState
    saved: bool = False
    events: tuple[Any, ...] = ()
    history: list[tuple[Any, tuple[Any, ...]]] = field(default_factory=list)

    def does(self, *actions: tale.Action) -> TaleTable:
        """Plays the actions; the test fails where one is refused."""
        for action in actions:
            assert (no := tale.refusal(self.state, action)) is None, f"{action} was refused: {no}"
            step = tale.apply(self.state, action)
            self.events = self._through_the_codec(action, step.events) if self.saved else step.events
            state = self.state
            for event in self.events:
                state = tale.evolve(state, event)
            assert state == step.state, "what was stored does not fold to what was played"
            self.state = state
            self.history.append((action, self.events))
            assert_conserved(state)
        return self

    def refuses(self, action: tale.Action) -> str:
        """The code of the refusal, or "" when the action is allowed."""
        no = tale.refusal(self.state, action)
        return no.code if no else ""

    def kinds(self) -> list[str]:
        """What happened in the last deed."""
        return [event.kind for event in self.events]

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.state.hands[seat]

    @property
    def laid(self) -> list[str]:
        return [laid.card for laid in self.state.laid]

    def _through_the_codec(self, action: tale.Action, events: tuple[Any, ...]) -> tuple[Any, ...]:
        codec, entry = codec_for("tale", "test"), Entry("command", action.seat, action, events, at=0.0)
        read = codec.read_entry(codec.dump_entry(entry, "test", 1), "test", 1)
        assert read == entry
        return read.events


def tale_table(
    *,
    players: int = 3,
    hands: dict[int, str] | None = None,
    endings: dict[int, str] | None = None,
    told: list[str] | None = None,
    draw: str | None = None,
    discard: str | None = None,
    saved: bool = False,
    seed: int = 7,
    **choices: Any,
) -> TaleTable:
    """A table where seat 0 tells. `hands`, `draw` (top card first), `discard`: card ids by spaces; what is not named
    is dealt from the other cards. `told`: sentences that seat 0 has told. `choices`: fields of TaleSetup."""
    setup = tale.TaleSetup(players, CARDS, ENDINGS, **{"first_narrator": NARRATOR, **choices})
    state = tale.new_game(setup, seed)
    wanted = {seat: tuple(text.split()) for seat, text in (hands or {}).items()}
    named = {card for hand in wanted.values() for card in hand}
    fixed = [tuple(text.split()) for text in (draw, discard) if text is not None]
    named |= {card for cards in fixed for card in cards}
    free = [card.id for card in CARDS if card.id not in named]
    dealt = tuple(
        wanted[seat] if seat in wanted else tuple(free.pop() for _ in range(setup.dealt)) for seat in range(players)
    )
    top = tuple(free.pop() for _ in range(1)) if discard is None else tuple(discard.split())
    if draw is None:
        pile, spare = tuple(free), ()
    else:
        pile, spare = tuple(reversed(draw.split())), tuple(free)
    # Cards that the position has no place for are put out of the game, so that a short pile really is short.
    setup = replace(setup, cards=tuple(card for card in CARDS if card.id not in spare), hand_size=1)
    state = replace(state, setup=setup, hands=dealt, draw_pile=pile, discard=top)
    if endings:
        state = _with_endings(state, endings)
    table = TaleTable(state, saved)
    for text in told or []:
        table.does(tale.Tell(NARRATOR, text))
    return table


def assert_conserved(state: tale.TaleState) -> None:
    """Every card of the deck is in exactly one place."""
    question = state.question
    asked = [question.card] if question and question.about in ("lay", "claim") else []
    places = [*state.hands, state.draw_pile, state.discard, [laid.card for laid in state.laid], asked]
    assert Counter(card for place in places for card in place) == Counter(card.id for card in state.setup.cards)
    shown = [question.card] if question and question.about == "ending" else []
    final = [state.final_ending] if state.final_ending else []
    piles = [*state.endings, state.ending_pile, state.ending_discard, shown, final]
    assert Counter(card for pile in piles for card in pile) == Counter(state.setup.endings)


def _with_endings(state: tale.TaleState, endings: dict[int, str]) -> tale.TaleState:
    held = list(state.endings)
    for seat, ending in endings.items():
        held[seat] = (ending,)
    used = {one for hand in held for one in hand}
    setup = replace(state.setup, endings=tuple(sorted(used)))
    return replace(state, setup=setup, endings=tuple(held), ending_pile=())
