"""What a page may show one seat: its view, flags for its own cards, and every deed with the reason against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.matching import Matcher, Mention
from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table.log import LogLine
from companion.table.overruled import Overruled
from companion.table.policy import FLAG_FROM, mentions_of
from companion.table.seats import Help, Policy, Preset, RefereeMode, SeatInfo

FLAGGED = 20
"""Of a long turn without a card, so many of the latest sentences are searched for mentions."""


@dataclass(frozen=True)
class CardChoice:
    """What can be done with one own story card."""

    sentence: int
    """The told sentence that it would be for: the latest that surely mentions it, else the latest that may, else the
    latest of all."""
    mention: Mention | None
    """The matcher's suggestion for that sentence."""
    lay: Refusal | None
    claim: Refusal | None
    interrupt: Refusal | None

    @property
    def is_flagged(self) -> bool:
        """The matcher has heard the card, for sure or in doubt."""
        return self.mention is not None and self.mention.score >= FLAG_FROM


@dataclass(frozen=True)
class Choices:
    """Each deed with the reason against it; None: it is allowed."""

    tell: Refusal | None
    pass_story: Refusal | None
    discard: Refusal | None
    vote: Refusal | None
    undo: Refusal | None
    cards: Mapping[str, CardChoice]
    challenges: Mapping[tale.ChallengeKind, Refusal | None]
    endings: Mapping[str, Refusal | None]
    since: int
    """Index of the first told sentence for which this seat may still lay or claim a card."""


@dataclass(frozen=True)
class ModelUse:
    """What a game has cost so far, second opinions and narrators together, since this server was started."""

    requests: int
    tokens: int
    """0 when the model's server does not count."""
    budget: int
    """Requests that the game may send in all; then the house's narrator tells on."""


@dataclass(frozen=True)
class TableView:
    """All that a page may show one seat; `seat` None (in `tale`) is the projector."""

    game: str
    title: str
    language: str
    deck: str
    policy: Policy
    version: int
    seats: tuple[SeatInfo, ...]
    tale: tale.TaleView
    log: tuple[LogLine, ...]
    flags: Mapping[int, tuple[Mention, ...]]
    """By index of the sentence: mentions of cards in this seat's own hand that could be laid or claimed now, from a
    score of FLAG_FROM."""
    can: Choices | None
    """None for the projector."""
    silence_since: float
    """UTC seconds of the narrator's last sign of life."""
    silence_limit: float | None
    """Seconds; None: this narrator can't be challenged for silence."""
    waits_for_ai: bool
    """The AI narrator tells next: ask `Tables.tell_on`."""
    stamp: str = ""
    """Game, version and changes of seats, as a live page compares them: "<game>.<version>.<reseated>"."""
    clock_stands: bool = False
    """The silence clock is stopped: the room pauses, or the narrator's connection is lost."""
    help: Help = "full"
    """At a table without full help `flags` is empty, and no card choice has a mention."""
    hint: bool = False
    """One of this seat's cards was mentioned; said only at a table whose help is "hint"."""
    taken_back: str = ""
    """What this seat has just taken back of its telling: to be offered to it again."""
    overruled: Overruled | None = None
    """People have just decided otherwise than the matcher: the table may remember that."""
    referee: RefereeMode = "suggest"
    stood_in: Mapping[int, str] = field(default_factory=dict)
    """By index of the sentence: told by the house's narrator in place of a language model, and why (`not_set`, `spent`,
    `unreachable`, `unreadable`, `clipped`, `unfit`). Known for what this server has seen told."""
    model: ModelUse | None = None
    """None: no language model is set."""
    preset: Preset = "full"
    """What its host started from."""
    notice: str = ""
    """What players should know about the matcher, as a catalogue key; "": nothing."""


def flags_for(state: tale.TaleState, seat: Seat, matcher: Matcher) -> dict[int, tuple[Mention, ...]]:
    """Mentions of the seat's own cards, of any score, in the (latest FLAGGED) sentences that still count for it."""
    hand = state.hands[seat]
    may_play = seat == state.narrator or tale.ClaimHow.ELEMENT in state.setup.claims
    if not hand or state.phase is not tale.Phase.TELLING or not may_play:
        return {}
    flags = {}
    for index in range(max(_since(state, seat), len(state.sentences) - FLAGGED), len(state.sentences)):
        if found := mentions_of(state, hand, index, matcher):
            flags[index] = tuple(sorted(found, key=lambda mention: mention.start))
    return flags


def choices_for(
    state: tale.TaleState,
    seat: Seat,
    flags: Mapping[int, tuple[Mention, ...]],
    silent_for: float,
    undo: Refusal | None,
) -> Choices:
    """Each deed of the seat with the reason against it."""
    no = tale.refusal
    return Choices(
        tell=no(state, tale.Tell(seat, "…")),
        pass_story=no(state, tale.PassStory(seat)),
        discard=no(state, tale.Discard(seat, None)),
        vote=no(state, tale.Vote(seat, True)),
        undo=undo,
        cards={card: _card_choice(state, seat, card, flags) for card in state.hands[seat]},
        challenges={
            kind: no(state, tale.Challenge(seat, kind, silent_for=silent_for)) for kind in state.setup.challenges
        },
        endings={ending: no(state, tale.PlayEnding(seat, ending)) for ending in state.endings[seat]},
        since=_since(state, seat),
    )


def _sureness(found: tuple[int, Mention]) -> tuple[bool, bool, int]:
    index, mention = found
    return mention.answer != "ask", mention.score >= FLAG_FROM, index


def shown(flags: Mapping[int, tuple[Mention, ...]]) -> dict[int, tuple[Mention, ...]]:
    """The mentions that are sure enough to be underlined."""
    worth = {index: tuple(one for one in found if one.score >= FLAG_FROM) for index, found in flags.items()}
    return {index: found for index, found in worth.items() if found}


def _since(state: tale.TaleState, seat: Seat) -> int:
    return tale.lay_from(state) if seat == state.narrator else tale.claim_from(state)


def _card_choice(state: tale.TaleState, seat: Seat, card: str, flags: Mapping[int, tuple[Mention, ...]]) -> CardChoice:
    found = [(index, one) for index, mentions in flags.items() for one in mentions if one.card == card]
    sentence, mention = max(found, key=_sureness) if found else (len(state.sentences) - 1, None)
    return CardChoice(
        sentence=sentence,
        mention=mention,
        lay=tale.refusal(state, tale.LayCard(seat, card, sentence)),
        claim=tale.refusal(state, tale.Claim(seat, card, tale.ClaimHow.ELEMENT, sentence)),
        interrupt=tale.refusal(state, tale.Claim(seat, card, tale.ClaimHow.INTERRUPT)),
    )
