"""A table for tests: scripted seats play through the real rules, the word matcher rules on lays and claims."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.decks.deck import load_deck
from companion.matching import matcher_for
from companion.narrators import Moment, Player, player_for
from companion.narrators.scripted.hearing import heard
from companion.rules import tale
from companion.rules.tale.actions import Action, Claim, LayCard, Ruling
from companion.rules.tale.setup import ClaimHow, TaleSetup
from companion.rules.tale.state import Phase, TaleState

DECK = "tale"


def new_state(language: str, *, players: int = 3, seed: int = 1, hand_size: int | None = None) -> TaleState:
    deck = load_deck(language, DECK)
    setup = TaleSetup(players=players, cards=deck.story_cards, endings=deck.ending_ids, hand_size=hand_size)
    return tale.new_game(setup, seed)


def moment(state: TaleState, seat: int, language: str, seed: int = 1) -> Moment:
    return Moment(tale.view(state, seat), language, DECK, matcher_for(language, DECK), seed * 100 + seat)


def ruled(action: Action, state: TaleState, language: str) -> Action:
    """The action with the matcher's ruling, as a table of the policy "matcher" adds it."""
    asks = isinstance(action, LayCard) or (isinstance(action, Claim) and action.how is ClaimHow.ELEMENT)
    if not asks:
        return action
    told = [one.text for one in state.sentences]
    found = heard(matcher_for(language, DECK), told, action.sentence, [action.card])
    stands = bool(found) and found[0].answer != "ask" and not (isinstance(action, LayCard) and found[0].passing)
    return replace(action, ruling=Ruling(stands, by="matcher", answer=found[0].answer if found else "no"))


@dataclass
class Table:
    """Plays a game to its end and keeps what was done."""

    language: str
    seed: int = 1
    players: int = 3
    state: TaleState = field(init=False)
    actions: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = new_state(self.language, players=self.players, seed=self.seed)
        self.seats: list[Player] = [player_for("scripted", seat=seat) for seat in range(self.players)]

    def step(self) -> bool:
        """Lets one seat act, rivals before the narrator; False when nobody does."""
        order = [(self.state.narrator + 1 + place) % self.players for place in range(self.players)]
        for seat in order:
            action = self.seats[seat].act(moment(self.state, seat, self.language, self.seed))
            if action is not None:
                action = ruled(action, self.state, self.language)
                self.actions.append(action)
                self.state = tale.apply(self.state, action).state
                return True
        return False

    def play(self, most: int = 1000) -> Table:
        for _ in range(most):
            if self.state.phase is Phase.OVER or not self.step():
                break
        return self

    @property
    def told(self) -> list[str]:
        return [sentence.text for sentence in self.state.sentences]
