"""The tale game (rulebook 000): players weave one fairy tale and lay story cards; the verbs of `kernel.Game`."""

from companion.rules.tale.actions import (
    Action,
    Challenge,
    Claim,
    Discard,
    LayCard,
    PassStory,
    PlayEnding,
    Rule,
    Ruling,
    Tell,
    Vote,
)
from companion.rules.tale.events import Event
from companion.rules.tale.evolve import evolve
from companion.rules.tale.game import apply, new_game, next_setup, view
from companion.rules.tale.legality import claim_from, lay_from, legal_actions, refusal, returnable
from companion.rules.tale.setup import (
    MAX_PLAYERS,
    MAX_SENTENCE,
    MIN_PLAYERS,
    MOST_DRAWN_WHEN_INTERRUPTED,
    ChallengeKind,
    ClaimHow,
    Played,
    TaleSetup,
)
from companion.rules.tale.state import Laid, Phase, Question, Sentence, TaleState, TaleView
from companion.rules.tale.turns import sentences_left

__all__ = [
    "MAX_PLAYERS",
    "MAX_SENTENCE",
    "MIN_PLAYERS",
    "MOST_DRAWN_WHEN_INTERRUPTED",
    "Action",
    "Challenge",
    "ChallengeKind",
    "Claim",
    "ClaimHow",
    "Discard",
    "Event",
    "Laid",
    "LayCard",
    "PassStory",
    "Phase",
    "PlayEnding",
    "Played",
    "Question",
    "Rule",
    "Ruling",
    "Sentence",
    "TaleSetup",
    "TaleState",
    "TaleView",
    "Tell",
    "Vote",
    "apply",
    "claim_from",
    "evolve",
    "lay_from",
    "legal_actions",
    "new_game",
    "next_setup",
    "refusal",
    "returnable",
    "sentences_left",
    "view",
]
