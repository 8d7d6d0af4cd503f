"""When people decide otherwise than the matcher, the table may remember that: what there is to remember just now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.matching import Matcher
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.rules.tale import Question, Ruling
from companion.rules.tale import events as ev
from companion.storage import CaseRecord
from companion.table.history import History
from companion.table.policy import mention_of


@dataclass(frozen=True)
class Overruled:
    """A decision of people about a card that the matcher saw differently."""

    card: str
    sentence: int
    """Index of the sentence that it is about."""
    stands: bool
    """What the people decided."""
    quote: str
    """The words that the matcher went by; "" where it heard nothing."""
    by: str
    """"vote" or "host"."""
    who: str
    """Names of those who decided so; "" for a host."""


def overruled(history: History, matcher: Matcher) -> Overruled | None:
    """The latest such decision about a card that was laid or claimed, until somebody tells on."""
    for version, entry in reversed(history.counting):
        if isinstance(entry.action, tale.Tell):
            return None
        before = history.states[version - 1]
        question, ruling = before.question, _by_people(entry.events)
        if question is None or ruling is None or question.card is None:
            continue
        found = mention_of(before, question.card, question.sentence, matcher)
        is_sure = found is not None and found.answer != "ask" and not (found.passing and question.about == "lay")
        agreed = _agreed(question, entry.action, stands=ruling.stands)
        is_decided = ruling.by == "host" or 2 * len(agreed) > len(question.voters)  # a tie decides nothing
        # Votes of the house are the matcher's own doubt: they make no law.
        people = [seat for seat in agreed if history.record.seats[seat].kind == "human"]
        if ruling.stands == is_sure or not is_decided or (ruling.by == "vote" and not people):
            return None
        return Overruled(
            card=question.card,
            sentence=question.sentence,
            stands=ruling.stands,
            quote=found.quote if found else "",
            by=ruling.by,
            who=", ".join(history.record.seats[seat].name for seat in people) if ruling.by == "vote" else "",
        )
    return None


def as_case(found: Overruled, history: History, words: str, at: float, *, everywhere: bool) -> CaseRecord:
    """The decision as case law about those words of its sentence; `everywhere`: for every table of language and deck.
    Its id is the case book's to give."""
    record = history.record
    return CaseRecord(
        id="",
        language=record.language,
        deck=record.options["deck"],
        game=None if everywhere else record.id,
        card=found.card,
        words=words,
        stands=found.stands,
        sentence=history.state.sentences[found.sentence].text,
        by=found.by,
        who=found.who,
        at=at,
    )


def _agreed(question: Question, last: tale.Action | None, *, stands: bool) -> list[Seat]:
    """Who voted so, the vote that decided it included."""
    votes = [(seat, vote) for seat, vote, _ in question.votes]
    if isinstance(last, tale.Vote):
        votes.append((last.seat, last.stands))
    return [seat for seat, vote in votes if vote == stands]


def _by_people(events: tuple[ev.Event, ...]) -> Ruling | None:
    """The ruling of people on a lay or a claim among these events."""
    for event in events:
        if isinstance(event, ev.CardLaid | ev.LayRefused | ev.ClaimFailed) and event.ruling is not None:
            return event.ruling if event.ruling.by in ("vote", "host") else None
    return None
