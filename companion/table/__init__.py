"""One running game: who sits where, what they may do and see, and who decides; the service behind every page."""

from companion.table.log import LogLine
from companion.table.look import CardChoice, Choices, TableView
from companion.table.seats import MAX_NAME, MAX_TITLE, Length, NewTable, Policy, SeatInfo, SeatKind
from companion.table.service import Receipt, Tables, seats_of

__all__ = [
    "MAX_NAME",
    "MAX_TITLE",
    "CardChoice",
    "Choices",
    "Length",
    "LogLine",
    "NewTable",
    "Policy",
    "Receipt",
    "SeatInfo",
    "SeatKind",
    "TableView",
    "Tables",
    "seats_of",
]
