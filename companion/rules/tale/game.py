"""The verbs of the tale game: deal it, apply an action, look at it from a seat (rulebook 000).

`apply` decides what an action leads to and returns it as events; `evolve` carries them out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.chance import Chance
from companion.rules.kernel import IllegalAction, Seat, Step, copy_with
from companion.rules.tale import actions as act
from companion.rules.tale import events as ev
from companion.rules.tale.evolve import evolve
from companion.rules.tale.legality import claim_from, refusal, returnable, uninvolved
from companion.rules.tale.setup import TaleSetup
from companion.rules.tale.state import LaidHow, Phase, Question, TaleState, TaleView, TurnWhy
from companion.rules.tale.turns import is_turn_over, next_narrator, passes_freely, sentences_left

PENALTY_DRAW = 2
"""Cards drawn for a wrongful claim (rulebook, "Неправомерные опротестования и помехи")."""


def new_game(setup: TaleSetup, seed: int) -> TaleState:
    """A game dealt and ready to tell: hands, an opening discard, the first narrator ("Подготовка к игре")."""
    cards, chance = Chance(seed).shuffled([card.id for card in setup.cards])
    endings, chance = chance.shuffled(setup.endings)
    narrator, chance = chance.pick(range(setup.players))
    if setup.first_narrator is not None:
        narrator = setup.first_narrator
    in_hands = setup.players * setup.dealt
    held = setup.players * setup.endings_each
    return TaleState(
        setup=setup,
        chance=chance,
        phase=Phase.TELLING,
        narrator=narrator,
        turn_why="start",
        hands=tuple(cards[seat : in_hands : setup.players] for seat in range(setup.players)),
        endings=tuple(endings[seat : held : setup.players] for seat in range(setup.players)),
        draw_pile=cards[in_hands + 1 :],
        discard=cards[in_hands : in_hands + 1],
        ending_pile=endings[held:],
    )


def next_setup(state: TaleState) -> TaleSetup:
    """The setup of the next game at this table: whoever holds most cards tells first ("Начало новой истории");
    several: lots are drawn among them."""
    most = max(len(hand) for hand in state.hands)
    first, _ = state.chance.pick([seat for seat, hand in enumerate(state.hands) if len(hand) == most])
    return copy_with(state.setup, first_narrator=first)


def apply(state: TaleState, action: act.Action) -> Step[TaleState, ev.Event]:
    """What the action leads to. Raises IllegalAction when `refusal` has a reason against it."""
    if no := refusal(state, action):
        raise IllegalAction(no)
    course = _Course(state)
    _APPLY[type(action)](course, action)
    return Step(course.state, tuple(course.events))


def view(state: TaleState, seat: Seat | None) -> TaleView:
    """What the seat may know; None: what everybody may know."""
    own = seat is not None
    return TaleView(
        seat=seat,
        players=state.players,
        phase=state.phase,
        narrator=state.narrator,
        turn_why=state.turn_why,
        hand=state.hands[seat] if seat is not None and own else (),
        endings=state.endings[seat] if seat is not None and own else (),
        hand_counts=tuple(len(hand) for hand in state.hands),
        draw_count=len(state.draw_pile),
        discard=state.discard,
        sentences=state.sentences,
        laid=state.laid,
        turn_start=state.turn_start,
        turn_laid=state.turn_laid,
        question=state.question,
        outcome=state.outcome,
        final_ending=state.final_ending,
        claim_from=claim_from(state),
        returnable=returnable(state),
        ruled=state.ruled,
        played=state.setup.played,
    )


class _Course:
    """The events of one action so far, and the state after them."""

    def __init__(self, state: TaleState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def happens(self, event: ev.Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def draw(self, seat: Seat, count: int = 1) -> None:
        for _ in range(count):
            self._draw_one(seat)

    def draw_up_to(self, seat: Seat, most: int) -> None:
        """As many cards as there are, `most` at the most; it is said once that there are no more."""
        while most and self._draw_one(seat):
            most -= 1

    def _draw_one(self, seat: Seat) -> bool:
        if not self.state.draw_pile and self.state.discard and self.state.setup.reshuffle:
            order, _ = self.state.chance.shuffled(self.state.discard)
            self.happens(ev.DiscardReshuffled(order))
        if self.state.draw_pile:
            self.happens(ev.Drew(seat, self.state.draw_pile[-1]))
            return True
        self.happens(ev.NothingToDraw(seat))
        return False

    def pass_on(self, why: TurnWhy) -> None:
        self.happens(ev.NarratorChanged(next_narrator(self.state, self.state.narrator), why))

    def open_question(self, question: Question) -> None:
        self.happens(ev.QuestionOpened(question))
        if not question.voters and self.state.setup.doubt_favours_narrator:
            ruling = act.Ruling(False, by="policy", why="tale/doubt_favours_narrator")
            _settle(self, question, ruling, tied=True)


def _tell(course: _Course, action: act.Tell) -> None:
    for sentence in action.parts or (action.text,):
        course.happens(ev.Told(action.seat, sentence))
    if action.nothing_to_lay and sentences_left(course.state) == 0:
        course.pass_on("passed")


def _lay(course: _Course, action: act.LayCard) -> None:
    voters = uninvolved(course.state, action.seat)
    question = Question("lay", action.seat, action.seat, voters, action.card, action.sentence)
    _decide_or_ask(course, question, action.ruling)


def _claim(course: _Course, action: act.Claim) -> None:
    narrator = course.state.narrator
    if action.how.value == "interrupt":
        answered = course.state.laid[-1].sentence
        _take_over(course, action.seat, action.card, answered, "interrupt", None)
        return
    ruling = action.ruling
    if action.sentence < claim_from(course.state):
        ruling = act.Ruling(False, by="policy", why="tale/claim_too_late")
    voters = uninvolved(course.state, action.seat, narrator)
    _decide_or_ask(course, Question("claim", action.seat, narrator, voters, action.card, action.sentence), ruling)


def _challenge(course: _Course, action: act.Challenge) -> None:
    narrator = course.state.narrator
    question = Question(
        "challenge",
        action.seat,
        narrator,
        voters=uninvolved(course.state, action.seat, narrator),
        card=action.card,
        sentence=len(course.state.sentences) - 1,
        challenge=action.about,
        quote=action.quote,
        earlier=action.earlier,
    )
    _decide_or_ask(course, question, action.ruling)


def _play_ending(course: _Course, action: act.PlayEnding) -> None:
    voters = uninvolved(course.state, action.seat)
    sentence = len(course.state.sentences) - 1
    _decide_or_ask(course, Question("ending", action.seat, action.seat, voters, action.ending, sentence), action.ruling)


def _pass(course: _Course, action: act.PassStory) -> None:
    free = passes_freely(course.state)
    course.happens(ev.StoryPassed(action.seat))
    if free:
        course.pass_on("passed")
    else:
        course.draw(action.seat)


def _discard(course: _Course, action: act.Discard) -> None:
    course.happens(ev.Discarded(action.seat, action.card))
    course.pass_on("passed")


def _vote(course: _Course, action: act.Vote) -> None:
    course.happens(ev.VoteCast(action.seat, action.stands, action.return_card))
    question = course.state.question
    assert question is not None
    verdict = _count(question, course.state.setup.ending_refused_by)
    if verdict is not None:
        stands, tied = verdict
        back = 2 * sum(vote[2] for vote in question.votes) > len(question.votes)
        _settle(course, question, act.Ruling(stands, by="vote", return_card=back), tied=tied)


def _rule(course: _Course, action: act.Rule) -> None:
    question = course.state.question
    assert question is not None
    _settle(course, question, action.ruling)


def _count(question: Question, refused_by: float) -> tuple[bool, bool] | None:
    """(stands, tied) once the votes that are still missing cannot change it; None: wait for them."""
    voters, cast = len(question.voters), len(question.votes)
    against = sum(not vote[1] for vote in question.votes)
    if question.about == "ending":
        needed = refused_by * voters
        if against > needed:
            return False, False
        return (True, False) if against + voters - cast <= needed else None
    in_favour = cast - against
    if 2 * in_favour > voters:
        return True, False
    if 2 * against > voters:
        return False, False
    return (False, True) if cast == voters else None


def _decide_or_ask(course: _Course, question: Question, ruling: act.Ruling | None) -> None:
    if ruling is None:
        course.open_question(question)
    else:
        _settle(course, question, ruling)


def _settle(course: _Course, question: Question, ruling: act.Ruling, *, tied: bool = False) -> None:
    """Carry out a ruling on a question, which may have been open or is decided at once."""
    if question.about == "lay":
        _settle_lay(course, question, ruling)
    elif question.about == "claim":
        _settle_claim(course, question, ruling, tied)
    elif question.about == "challenge":
        _settle_challenge(course, question, ruling)
    else:
        _settle_ending(course, question, ruling)


def _settle_lay(course: _Course, question: Question, ruling: act.Ruling) -> None:
    assert question.card is not None
    if ruling.stands:
        course.happens(ev.CardLaid(question.seat, question.card, question.sentence, "lay", ruling))
        if is_turn_over(course.state):
            course.pass_on("passed")
    else:
        course.happens(ev.LayRefused(question.seat, question.card, ruling))


def _settle_claim(course: _Course, question: Question, ruling: act.Ruling, tied: bool) -> None:
    assert question.card is not None
    if ruling.stands:
        _take_over(course, question.seat, question.card, question.sentence, "element", ruling)
        return
    penalty = not course.state.setup.cooperative and (not tied or course.state.setup.tied_claim_costs)
    course.happens(ev.ClaimFailed(question.seat, question.card, penalty, ruling))
    if penalty:
        course.draw(question.seat, PENALTY_DRAW)


def _take_over(course: _Course, seat: Seat, card: str, sentence: int, how: LaidHow, ruling: act.Ruling | None) -> None:
    interrupted = course.state.narrator
    why: TurnWhy = "interrupt" if how == "interrupt" else "element"
    course.happens(ev.CardLaid(seat, card, sentence, how, ruling))
    if not course.state.setup.cooperative:
        course.draw_up_to(interrupted, course.state.setup.drawn_when_interrupted)
    course.happens(ev.NarratorChanged(seat, why))


def _settle_challenge(course: _Course, question: Question, ruling: act.Ruling) -> None:
    assert question.challenge is not None
    if not ruling.stands:
        course.happens(ev.ChallengeFailed(question.seat, question.challenge, ruling))
        return
    narrator = course.state.narrator
    returned = returnable(course.state) if ruling.return_card else None
    course.happens(ev.ChallengeUpheld(question.seat, narrator, question.challenge, returned, ruling))
    course.draw(narrator)
    course.pass_on("challenge")


def _settle_ending(course: _Course, question: Question, ruling: act.Ruling) -> None:
    assert question.card is not None
    if ruling.stands:
        course.happens(ev.Won(question.seat, question.card, ruling, together=course.state.setup.cooperative))
        return
    kept = course.state.setup.refused_ending_not_yet
    course.happens(ev.EndingRefused(question.seat, question.card, kept, ruling))
    if kept:
        return
    if not course.state.ending_pile:
        order, _ = course.state.chance.shuffled(course.state.ending_discard)
        course.happens(ev.EndingsReshuffled(order))
    course.happens(ev.EndingDrawn(question.seat, course.state.ending_pile[-1]))
    course.draw(question.seat)
    course.pass_on("ending_refused")


_APPLY: dict[type, Callable[[_Course, Any], None]] = {
    act.Tell: _tell,
    act.LayCard: _lay,
    act.PassStory: _pass,
    act.Discard: _discard,
    act.Claim: _claim,
    act.Challenge: _challenge,
    act.PlayEnding: _play_ending,
    act.Vote: _vote,
    act.Rule: _rule,
}
