"""Сказочник (rulebook 001): two players race to finish the same book of 19 chapters; the verbs of `kernel.Game`."""

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
from companion.rules.book.cards import CELLS, CHAPTER_OF, CHAPTERS, DECK, GIVE_OF, copies_of
from companion.rules.book.events import Event
from companion.rules.book.evolve import evolve
from companion.rules.book.game import apply, new_game, next_setup, view
from companion.rules.book.legality import legal_actions, refusal
from companion.rules.book.setup import CHIPS, DEALT, PLAYERS, SKIP_DRAWS, BookSetup, Taken
from companion.rules.book.state import Board, BookState, BookView, Phase, Robbery, rival_of

__all__ = [
    "CELLS",
    "CHAPTERS",
    "CHAPTER_OF",
    "CHIPS",
    "DEALT",
    "DECK",
    "GIVE_OF",
    "PLAYERS",
    "SKIP_DRAWS",
    "Action",
    "AnswerStop",
    "Board",
    "BookSetup",
    "BookState",
    "BookView",
    "Draw",
    "EndTurn",
    "Event",
    "LayChapter",
    "MoveChip",
    "OfferStop",
    "Phase",
    "PlaceChip",
    "Rob",
    "Robbery",
    "Skip",
    "Take",
    "Taken",
    "apply",
    "copies_of",
    "evolve",
    "legal_actions",
    "new_game",
    "next_setup",
    "refusal",
    "rival_of",
    "view",
]
