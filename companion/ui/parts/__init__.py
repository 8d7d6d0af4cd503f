"""Parts of the pages that plain Streamlit has not: seats, hand, ribbon, story, desk, live pages, the hill."""

from companion.ui.parts.answer import AnswerWords, answer_box
from companion.ui.parts.books import BookBoard, BookButton, BookCard, BookCell, BookDeed, BookDesk, BookWords, books
from companion.ui.parts.countdown import CountdownWords, countdown
from companion.ui.parts.desk import DeskWords, SilenceClock, Told, desk
from companion.ui.parts.hand import CardPlay, CardState, HandCard, HandEnding, HandWords, hand
from companion.ui.parts.hill import HillMark, HillTeam, hill
from companion.ui.parts.live import LiveTable, LiveWords, live
from companion.ui.parts.ribbon import RibbonCard, RibbonWords, ribbon
from companion.ui.parts.seats import SeatFace, portrait, seats
from companion.ui.parts.story import StoryFlag, StorySentence, StoryWords, story

__all__ = [
    "AnswerWords", "BookBoard", "BookButton", "BookCard", "BookCell", "BookDeed", "BookDesk", "BookWords", "CardPlay",
    "CardState", "CountdownWords", "DeskWords", "HandCard", "HandEnding", "HandWords", "HillMark", "HillTeam",
    "LiveTable", "LiveWords", "RibbonCard", "RibbonWords", "SeatFace", "SilenceClock", "StoryFlag", "StorySentence",
    "StoryWords", "Told", "answer_box", "books", "countdown", "desk", "hand", "hill", "live", "portrait", "ribbon",
    "seats", "story",
]  # fmt: skip
