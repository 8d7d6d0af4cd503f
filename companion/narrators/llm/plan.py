"""The plan of a few sentences: what happens in each, and for which card it is told. What a prompt says of a moment.

A prompt holds the seat's own view and no more: the told tale, its hand and ending, the laid cards, and how many cards
the others hold, by the number of the seat. Names of players are not in a view, so they cannot leave the machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from companion.decks.deck import load_deck
from companion.language.level import LONGEST
from companion.llm import Marked, as_data
from companion.memory import StoryMemory
from companion.memory.trimmed import SHORTER_STORY, told
from companion.narrators.player import Moment
from companion.rules.tale.state import TaleView

MOST_STEPS = 3
"""Sentences that are planned at once: a rival may take the story over after any of them."""
_WORDS = 40
"""The most words in a sentence of a narrator who speaks without limits."""


class Step(BaseModel):
    """One sentence of the plan."""

    what: str = Field(min_length=1, max_length=400, description="what happens in this sentence, in short")
    card: str = Field(default="", max_length=80, description='id of the card that it is told for, or ""')


class Plan(Marked):
    """What the model wants to tell next."""

    steps: list[Step] = Field(min_length=1, max_length=MOST_STEPS)


def memory_of(moment: Moment) -> StoryMemory:
    """The tale's memory: the table's own, or one made for the occasion."""
    lines = told_lines(moment.view)
    if moment.counsel is not None:
        return moment.counsel.memory(lines)
    memory = StoryMemory(moment.language)
    for line in lines:
        memory.tell(line)
    return memory


def told_lines(view: TaleView) -> list[str]:
    """The tale so far."""
    return [sentence.text for sentence in view.sentences]


def plan_values(moment: Moment, memory: StoryMemory) -> dict[str, object]:
    """What the prompt `narrator_plan` says of this moment, but for the fault of an earlier try."""
    view, deck = moment.view, load_deck(moment.language, moment.deck)
    hand = (deck.by_id[card] for card in view.hand)
    return {
        "story": told(memory),
        "hand": "\n".join(f"{card.id} = {as_data(card.name)}: {as_data(card.face.gloss)}" for card in hand) or "-",
        "ending": "\n".join(as_data(deck.endings[ending]) for ending in view.endings) or "-",
        "laid": ", ".join(as_data(deck.by_id[one.card].name) for one in view.laid) or "-",
        "counts": ", ".join(f"{seat + 1}: {count}" for seat, count in enumerate(view.hand_counts)),
        "seat": view.narrator + 1,
        "most": most_steps(view),
        **manner(moment),
    }


def shorter_values(memory: StoryMemory) -> dict[str, object]:
    """The same for a model with a short context."""
    return {"story": told(memory, SHORTER_STORY)}


def prose_values(moment: Moment, memory: StoryMemory, steps: Sequence[Step]) -> dict[str, object]:
    """What the prompt `narrator` says, but for the fault. Its tale is short: the plan was made from the whole."""
    by_id = load_deck(moment.language, moment.deck).by_id
    lines = (f"{as_data(one.what)} ({as_data(by_id[one.card].name) if one.card else '-'})" for one in steps)
    return {**shorter_values(memory), "plan": "\n".join(lines), "code": moment.language, **manner(moment)}


def manner(moment: Moment) -> dict[str, object]:
    """How this narrator speaks."""
    character = moment.character
    return {
        "temperament": character.temperament,
        "level": character.level,
        "words": LONGEST.get(character.level, _WORDS),
    }


def most_steps(view: TaleView) -> int:
    """With an empty hand two sentences lead to the ending."""
    return min(MOST_STEPS, len(view.hand)) or 2


def tidy(steps: Sequence[Step], view: TaleView) -> list[Step]:
    """The steps with the ids of their cards as the deck writes them; models write "none", or put quotes around."""
    by_name = {card.casefold(): card for card in view.hand}
    nothing = {"", "-", "none", "null", "нет"}

    def tidied(card: str) -> str:
        bare = card.strip(" \t\n\"'«»").casefold()
        return "" if bare in nothing else by_name.get(bare, card)

    return [step.model_copy(update={"card": tidied(step.card)}) for step in steps]


def fault_of(steps: Sequence[Step], view: TaleView) -> str:
    """Which rule of the prompt the plan breaks, by its number and where; "": none."""
    cards = [step.card for step in steps if step.card]
    if len(steps) > most_steps(view):
        return f"1: {len(steps)}"
    if strangers := [card for card in cards if card not in view.hand]:
        return f"2: {as_data(strangers[0])}"
    if len(set(cards)) < len(cards):
        return f"2: {as_data(max(cards, key=cards.count))}"
    if view.hand and (not cards or (not steps[0].card and _has_paused(view))):
        return "3"
    return ""


def _has_paused(view: TaleView) -> bool:
    """The last sentence of this turn brought no card: the next one must, or the tale would not move."""
    last = len(view.sentences) - 1
    return last >= view.turn_start and not any(one.sentence == last for one in view.laid)
