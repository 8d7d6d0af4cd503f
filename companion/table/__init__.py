"""One running game: who sits where, what they may do and see, and who decides; the service behind every page."""

from companion.language.level import LEVELS
from companion.narrators.character import GRADES, PACES, TEMPERAMENTS, Character, Grade, Pace, Temperament
from companion.storage import CaseRecord
from companion.table.case_file import MAX_FILE, MAX_WORDS
from companion.table.casebook import cards_of
from companion.table.log import LogLine
from companion.table.look import CardChoice, Choices, ModelUse, TableView
from companion.table.overruled import Overruled
from companion.table.seats import (
    HELPS,
    LENGTHS,
    MAX_NAME,
    MAX_TITLE,
    POLICIES,
    REFEREE_MODES,
    Help,
    Length,
    NewTable,
    Policy,
    RefereeMode,
    SeatInfo,
    SeatKind,
)
from companion.table.service import Receipt, Tables, seats_of

__all__ = [
    "GRADES",
    "HELPS",
    "LENGTHS",
    "LEVELS",
    "MAX_FILE",
    "MAX_NAME",
    "MAX_TITLE",
    "MAX_WORDS",
    "PACES",
    "POLICIES",
    "REFEREE_MODES",
    "TEMPERAMENTS",
    "CardChoice",
    "CaseRecord",
    "Character",
    "Choices",
    "Grade",
    "Help",
    "Length",
    "LogLine",
    "ModelUse",
    "NewTable",
    "Overruled",
    "Pace",
    "Policy",
    "Receipt",
    "RefereeMode",
    "SeatInfo",
    "SeatKind",
    "TableView",
    "Tables",
    "Temperament",
    "cards_of",
    "seats_of",
]
