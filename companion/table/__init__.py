"""One running game: who sits where, what they may do and see, and who decides; the service behind every page."""

from companion.language.level import LEVELS
from companion.narrators.character import GRADES, PACES, TEMPERAMENTS, Character, Grade, Pace, Temperament
from companion.storage import CaseRecord
from companion.table.case_file import MAX_FILE, MAX_WORDS
from companion.table.casebook import cards_of
from companion.table.log import LogLine
from companion.table.look import CardChoice, Choices, ModelUse, TableView
from companion.table.overruled import Overruled
from companion.table.presets import PRESETS, Changes, with_preset
from companion.table.receipt import Receipt
from companion.table.seats import (
    HELPS,
    LENGTHS,
    MAX_NAME,
    MAX_TITLE,
    POLICIES,
    PRESET_NAMES,
    REFEREE_MODES,
    Help,
    Length,
    NewTable,
    Policy,
    Preset,
    RefereeMode,
    SeatInfo,
    SeatKind,
    seats_of,
)
from companion.table.service import Tables

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
    "PRESETS",
    "PRESET_NAMES",
    "REFEREE_MODES",
    "TEMPERAMENTS",
    "CardChoice",
    "CaseRecord",
    "Changes",
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
    "Preset",
    "Receipt",
    "RefereeMode",
    "SeatInfo",
    "SeatKind",
    "TableView",
    "Tables",
    "Temperament",
    "cards_of",
    "seats_of",
    "with_preset",
]
