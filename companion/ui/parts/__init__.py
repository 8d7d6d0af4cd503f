"""Parts of the pages that plain Streamlit has not: the seats, the hand, the ribbon, the story, the desk, live pages."""

from companion.ui.parts.books import BookBoard, BookButton, BookCard, BookCell, BookDeed, BookDesk, BookWords, books
from companion.ui.parts.desk import DeskWords, SilenceClock, Told, desk
from companion.ui.parts.hand import CardPlay, CardState, HandCard, HandEnding, HandWords, hand
from companion.ui.parts.live import LiveTable, LiveWords, live
from companion.ui.parts.ribbon import RibbonCard, RibbonWords, ribbon
from companion.ui.parts.seats import SeatFace, portrait, seats
from companion.ui.parts.story import StoryFlag, StorySentence, StoryWords, story

__all__ = [
    "BookBoard", "BookButton", "BookCard", "BookCell", "BookDeed", "BookDesk", "BookWords",
    "CardPlay", "CardState", "DeskWords", "HandCard", "HandEnding", "HandWords", "LiveTable", "LiveWords",
    "RibbonCard", "RibbonWords", "SeatFace", "SilenceClock", "StoryFlag", "StorySentence", "StoryWords", "Told",
    "books", "desk", "hand", "live", "portrait", "ribbon", "seats", "story",
]  # fmt: skip
