"""One running game: who sits where, what they may do and see, and who decides; the service behind every page."""

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
    "HELPS",
    "LENGTHS",
    "MAX_FILE",
    "MAX_NAME",
    "MAX_TITLE",
    "MAX_WORDS",
    "POLICIES",
    "REFEREE_MODES",
    "CardChoice",
    "CaseRecord",
    "Choices",
    "Help",
    "Length",
    "LogLine",
    "ModelUse",
    "NewTable",
    "Overruled",
    "Policy",
    "Receipt",
    "RefereeMode",
    "SeatInfo",
    "SeatKind",
    "TableView",
    "Tables",
    "cards_of",
    "seats_of",
]
