"""The quiz on the hill in a room: a host, three teams on their phones, and the wall, up to a crowned king."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.language.catalogue import catalogue
from companion.rules.hill import HOST, Stage
from companion.storage import GameStore
from companion.table.hill_table import HillTables, HillTableView
from tests.browser.house import House
from tests.browser.test_rooms import Party, Person

EN = catalogue("en")
TEAMS = ("Ann", "Bob", "Cat")
START = 9


class Quiz:
    """A party that plays on the hill; what is right is asked of the service over the same database."""

    def __init__(self, house: House, person: Person) -> None:
        self.party = Party(house, person)
        self.party.opens_a_room()
        self.games = HillTables(GameStore(f"sqlite:///{house.database}"), check_answer=lambda *_: (False, "ask", ""))
        self.host = self.party.host.page

    def plays_on_the_hill(self) -> None:
        self.host.get_by_text(EN.t("plan.title")).click()
        self.host.get_by_role("radio", name=EN.t("plan.game_hill")).click()
        start = self.host.get_by_role("slider")
        start.focus()
        for step in range(7, START + 1):
            start.press("ArrowRight")
            expect(start).to_have_value(str(step))
        self.host.wait_for_function("() => document.querySelector('[data-test-script-state=notRunning]')")
        self.host.get_by_role("button", name=EN.t("plan.keep")).click()
        for name in TEAMS:
            self.party.arrives(name)
        self.host.get_by_role("button", name=EN.t("host.start"), exact=True).click()
        self.host.get_by_role("radio", name=EN.t("room.screen_quiz")).click()
        with self.party.host.context.expect_page() as opened:
            room = self.party.room
            self.host.evaluate(f"window.open('/room?lang=en&room={room}&view=wall&table=0')")
        self.wall = opened.value

    def see(self) -> HillTableView:
        return self.games.look(self.party.game, HOST)

    def page(self, team: str) -> Page:
        return self.party.phones[team].page

    def press(self, kind: str) -> None:
        self.host.locator(f"[class*='st-key-hill-next_{kind}'] button:not([disabled])").last.click()

    def declares(self, team: str, move: str) -> None:
        seat = TEAMS.index(team)
        # While a page is drawn anew, the old button stands beside the new one for a moment.
        chip = self.page(team).locator(f"[class*='st-key-hill-move_{seat}_{move}'] button")
        chip.last.click()
        expect(chip.and_(self.page(team).locator("[kind=primary]")).last).to_be_visible()

    def round(self, *right: str, jump: str = "", revolt: tuple[str, ...] = (), over: bool = False) -> None:
        """One round: who answers right, and who has declared what; the first named answers first."""
        self.press("start_round")
        expect(self.host.locator("[class*='st-key-hill-next_ask']").first).to_be_visible()
        for seat in self.see().hill.waited_for:
            team = TEAMS[seat]
            self.declares(team, "jump" if team == jump else "revolution" if team in revolt else "plain")
        self.press("ask")
        self.press("start_time")
        question = self.see().question
        assert question is not None and question.answer is not None
        for team in (*right, *(team for team in TEAMS if team not in right)):
            box = self.page(team).get_by_role("textbox")
            box.fill(question.answer if team in right else "no idea at all")
            box.press("Enter")
            expect(self.page(team).get_by_text(EN.t("hill.answer_is_in"))).to_be_visible()
        self.press("close_answers")
        self.host.locator("[class*='st-key-hill-accept'] button:visible").last.click()
        self.press("move_chips")
        after = ".st-key-hill_told" if over else "[class*='st-key-hill-next_start_round']"
        expect(self.host.locator(after).first).to_be_visible()

    def king(self) -> str:
        king = self.see().hill.standing.king
        return "" if king is None else TEAMS[king]

    def steps(self) -> tuple[int, ...]:
        return tuple(team.step for team in self.see().hill.teams)


@pytest.fixture
def quiz(house: House, person: Person) -> Iterator[Quiz]:
    quiz = Quiz(house, person)
    yield quiz
    quiz.party.close()


@pytest.mark.slow
def test_three_teams_climb_to_a_crowned_king(quiz: Quiz) -> None:
    quiz.plays_on_the_hill()
    quiz.round("Ann", "Bob", "Cat")
    assert quiz.steps() == (10, 10, 10)
    quiz.round("Ann", "Bob", "Cat", jump="Ann")
    assert quiz.steps() == (12, 11, 11)
    quiz.round("Ann", "Bob", "Cat")
    assert quiz.king() == "Ann"
    # A revolution is won by two at once, with as many points: who answered first is king.
    quiz.round("Cat", "Bob", revolt=("Bob", "Cat"))
    assert quiz.king() == "Cat" and quiz.steps()[0] == 12
    # A revolution is lost: the king was right.
    quiz.round("Cat", "Ann", revolt=("Ann",))
    assert quiz.king() == "Cat"
    # The host overrules: Bob was right after all.
    quiz.round("Cat")
    points = quiz.see().hill.teams[1].points
    quiz.host.reload()  # back to the quiz, not to the desk
    quiz.host.get_by_text(EN.t("hill.last_word")).click()
    why = quiz.host.get_by_label(EN.t("hill.why"))
    why.fill("only misspelt")
    why.press("Tab")
    quiz.host.locator("[class*='st-key-hill-overrule_1_True'] button:not([disabled])").click()
    expect(quiz.host.locator("[class*='st-key-hill-overrule_1_False'] button").first).to_be_visible()
    assert quiz.see().hill.teams[1].points == points + 1
    quiz.round("Cat", over=True)
    assert quiz.see().hill.stage is Stage.OVER
    for page in (*(quiz.page(team) for team in TEAMS), quiz.wall):
        expect(page.locator(".st-key-hill_won").last).to_contain_text("Cat")
