"""An open question: what is to be decided, what speaks for and against, the votes, and the host's last word."""

from __future__ import annotations

import streamlit as st

from companion.decks.deck import Deck
from companion.language.catalogue import Catalogue
from companion.matching import Mention
from companion.referee import Suggestion
from companion.rules import tale
from companion.rules.kernel import Seat
from companion.table import TableView
from companion.ui.plain import plain
from companion.ui.second_opinion import beside, second_opinion
from companion.ui.session import tables
from companion.ui.table.advice import (
    ask_button,
    finds_nothing,
    model_matter,
    must_ask,
    referees_word,
    show_agreement,
    show_opinion,
    two_lines,
)
from companion.ui.table.commands import command_id, press, take_back
from companion.ui.table.sitting import Sitting


def decide(view: TableView, here: Sitting, deck: Deck, texts: Catalogue) -> None:
    """The question with its evidence, a pair of buttons for each person who may vote, and the host's ruling."""
    question, people = view.tale.question, here.people
    assert question is not None
    names = [plain(seat.name, 40) for seat in view.seats]
    with st.container(border=True, key="question"):
        st.subheader(_asked(question, names, deck, texts), anchor=False)
        _evidence(view, question, deck, texts)
        voting = [seat for seat in question.voters if seat in people and not question.has_voted(seat)]
        if view.policy != "host":
            for seat in question.voters:
                if seat in voting or question.has_voted(seat):
                    _ballot(view, question, seat, names[seat], texts)
        last = question.votes[-1][0] if question.votes else question.seat
        if last in people:
            _take_back(view, last, names[last], texts)
        if here.in_room and not voting:
            _waits_for(question, view.policy == "host", names, texts)
        if not here.rules:
            return
        if (view.policy == "host" or not voting) and not here.in_room:
            _hosts_word(view, texts, texts.t("question.you_decide" if len(people) == 1 else "question.host_decides"))
        else:
            with st.expander(texts.t("question.host"), key="question.host"):
                _hosts_word(view, texts, texts.t("question.about_host"))


def _waits_for(question: tale.Question, for_host: bool, names: list[str], texts: Catalogue) -> None:
    """Whose word is still missing."""
    missing = [names[seat] for seat in question.voters if not question.has_voted(seat)]
    if for_host or not missing:
        st.caption(f":material/hourglass_empty: {texts.t('question.waits_for_host')}")
    else:
        st.caption(f":material/hourglass_empty: {texts.t('question.waits_for', names=', '.join(missing))}")


def _asked(question: tale.Question, names: list[str], deck: Deck, texts: Catalogue) -> str:
    who = names[question.seat]
    if question.about == "challenge":
        return texts.t(f"log/challenge_{question.challenge}", who=who, narrator=names[question.narrator])
    if question.about == "ending":
        return texts.t("question.ending", who=who)
    card = plain(deck.by_id[question.card or ""].name)
    return texts.t(f"question.{question.about}", who=who, card=card)


def _evidence(view: TableView, question: tale.Question, deck: Deck, texts: Catalogue) -> None:
    """The told words, and what the game makes of them: a suggestion, never a ruling."""
    told = view.tale.sentences
    if question.about == "ending":
        for sentence in told[-3:]:
            st.text(sentence.text)
        ending = deck.endings[question.card or ""]
        st.markdown(f"**{plain(ending, 400)}**")
        show_opinion(view, ending, texts)
        return
    if question.about == "challenge":
        _about_challenge(view, question, deck, texts)
        return
    if 0 <= question.sentence < len(told):
        st.text(told[question.sentence].text)
    if question.about in ("lay", "claim"):
        found = tables().suggestion(view.game)
        if found and (found.answer == "ask" or (found.passing and question.about == "lay")):
            _both_readings(found, plain(deck.by_id[found.card].name), view.language, texts)
            if found.answer == "ask":
                second_opinion(model_matter(view), texts, key=f"question.ask_model_{view.version}")
            return
        said = plain(found.why, 300) if found else texts.t("question.not_heard")
        st.caption(f":material/lightbulb: {texts.t('question.suggestion')} {said}")


def _about_challenge(view: TableView, question: tale.Question, deck: Deck, texts: Catalogue) -> None:
    """The words objected to, what this objection means, and whether the referee shares it."""
    told, said = view.tale.sentences, referees_word(view)
    agreed = said.evidence if said is not None and said.verdict == question.challenge else ()
    lines = [(question.earlier, question.quote), *((one.earlier, one.quote) for one in agreed)]
    earlier, quote = next((pair for pair in lines if pair[0]), ("", ""))
    if earlier:
        two_lines(earlier, quote, texts)
    elif 0 <= question.sentence < len(told):
        st.text(told[question.sentence].text)
    if question.card:
        st.caption(texts.t("question.about_card", card=plain(deck.by_id[question.card].name)))
    st.caption(texts.t(f"challenge.about_{question.challenge}"))
    if question.challenge is tale.ChallengeKind.SILENCE:
        return  # the clock has measured it

    def own() -> None:
        if said is not None and agreed:
            show_agreement(said, texts)
        elif said is not None and said.verdict == "ok":
            finds_nothing(texts)
        elif must_ask(view):
            ask_button(view, "referee.ask", texts)

    beside(
        own,
        lambda model: said is not None and isinstance(model, Suggestion) and model.verdict != said.verdict,
        model_matter(view),
        texts,
        key=f"question.ask_model_{view.version}",
    )


def _both_readings(found: Mention, card: str, language: str, texts: Catalogue) -> None:
    """What speaks for the card and what against it: those who vote weigh it, the game does not."""
    quote = plain(found.quote, 120)
    if found.doubt == "near":
        speaks_for = texts.t("question.for_near", quote=quote, card=card)
    elif found.doubt or found.passing:
        speaks_for = texts.t("question.for_said", quote=quote, card=card)
    elif found.why and language == texts.language:
        speaks_for = plain(found.why, 300)  # it says most, but in the language of the tale
    else:
        speaks_for = texts.t("question.for_meaning", quote=quote, card=card)
    against = texts.t(f"question.against_{found.doubt or ('passing' if found.passing else 'meaning')}")
    st.caption(f":material/thumb_up: **{texts.t('question.for')}** {speaks_for}")
    st.caption(f":material/thumb_down: **{texts.t('question.against')}** {against}")


def _ballot(view: TableView, question: tale.Question, seat: Seat, name: str, texts: Catalogue) -> None:
    """A voter's buttons. Those of a vote that was given stay, greyed: the next ballot must not slip under the finger
    of a second click."""
    given = next(((stands, back) for voter, stands, back in question.votes if voter == seat), None)
    yes, no = _answers(question, texts)
    answers = [(yes, "yes", True, False), (no, "no", False, False)]
    if question.about == "challenge" and view.tale.returnable:
        answers.insert(1, (texts.t("question.yes_card_back"), "back", True, True))
    with st.container(gap="xsmall", key=f"ballot_{seat}"):
        st.markdown(f"**{name}**")
        buttons = st.container(horizontal=True, gap="xsmall")
        for label, what, stands, back in answers:
            icon = "check_circle" if given == (stands, back) else ("thumb_up" if stands else "thumb_down")
            buttons.button(
                label,
                key=f"vote_{seat}_{what}" if given is None else f"voted_{seat}_{what}",
                icon=f":material/{icon}:",
                disabled=given is not None,
                on_click=press,
                args=(
                    view.game,
                    tale.Vote(seat, stands, back),
                    command_id(view.game, seat, "vote", view.version),
                    view.version,
                ),
            )


def _take_back(view: TableView, seat: Seat, name: str, texts: Catalogue) -> None:
    """Of whoever asked or voted last. Below the ballots, which must keep their places."""
    st.button(
        texts.t("question.withdraw", name=name),
        key=f"withdraw_{view.version}",
        icon=":material/undo:",
        type="tertiary",
        on_click=take_back,
        args=(view, seat, command_id(view.game, seat, "undo", view.version)),
    )


def _hosts_word(view: TableView, texts: Catalogue, about: str) -> None:
    question = view.tale.question
    assert question is not None
    st.caption(about)
    with st.container(horizontal=True, key="hosts_word"):
        yes, no = _answers(question, texts)
        options = [(yes, "yes", tale.Ruling(True, by="host")), (no, "no", tale.Ruling(False, by="host"))]
        if question.about == "challenge" and view.tale.returnable:
            back = tale.Ruling(True, by="host", return_card=True)
            options.insert(1, (texts.t("question.yes_card_back"), "back", back))
        for label, what, ruling in options:
            st.button(
                label,
                key=f"host_{what}",
                icon=":material/gavel:",
                on_click=press,
                args=(view.game, tale.Rule(ruling), command_id(view.game, -1, "rule", view.version), view.version),
            )


def _answers(question: tale.Question, texts: Catalogue) -> tuple[str, str]:
    return texts.t(f"question.{question.about}_yes"), texts.t(f"question.{question.about}_no")
