"""The hill on one screen in a real browser: a host leads two teams from the first question to a crowned king."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from companion.language.catalogue import catalogue
from companion.rules import hill
from companion.rules.hill import HOST, SUMMIT, Colour
from companion.table.hill_order import HillQuestion, NewHill, TeamSeat
from tests.browser.house import House

TEXTS = catalogue("en")
CAPITALS = ("Paris", "Madrid", "Rome", "Lisbon", "Vienna", "Athens", "Oslo", "Dublin")
QUESTIONS = tuple(HillQuestion(f"q{n}", f"Which capital is number {n}?", name) for n, name in enumerate(CAPITALS))
TEAMS = (TeamSeat("Owls", Colour.RED), TeamSeat("Foxes", Colour.BLUE))


class OneScreen:
    """A game, the screen that it is played at, and the service behind it."""

    def __init__(self, house: House, page: Page, **order: object) -> None:
        self.house, self.page = house, page
        self.game = house.hill.create(
            NewHill("en", TEAMS, QUESTIONS, host="person", start=10, seed=1, **order)  # type: ignore[arg-type]
        )
        self._ids = itertools.count()

    def open(self) -> None:
        self.page.goto(f"{self.house.address}/hill?hill={self.game}&lang=en")

    def does(self, *actions: hill.Action) -> None:
        """Meanwhile, at another screen."""
        for action in actions:
            receipt = self.house.hill.command(self.game, action, command_id=f"elsewhere {next(self._ids)}")
            assert receipt.refusal is None, (action, receipt.refusal)

    def next_question(self) -> str:
        coming = self.house.hill.look(self.game, HOST).next_question
        assert coming is not None
        return coming.id

    def plays_a_round(self, *verdicts: bool) -> None:
        self.does(hill.StartRound())
        plain = [hill.Declare(seat, hill.Move.PLAIN) for seat in range(2) if len(self.may_declare(seat)) > 1]
        answers = [hill.Answer(seat, "something", 0.0) for seat in range(2)]
        judged = [hill.Judge(seat, right) for seat, right in enumerate(verdicts)]
        begun = (*plain, hill.Ask(self.next_question(), 0.0), hill.StartTime(), *answers, hill.CloseAnswers(0.0))
        self.does(*begun, *judged, hill.MoveChips())

    def may_declare(self, seat: int) -> tuple[hill.Move, ...]:
        return self.house.hill.look(self.game, seat).hill.may_declare

    def presses(self, key: str, **params: str) -> None:
        self.button(key, **params).click()

    def button(self, key: str, **params: str) -> Locator:
        return self.page.get_by_role("button", name=TEXTS.t(key, **params))

    def box(self, team: str) -> Locator:
        return self.page.get_by_role("textbox", name=TEXTS.t("hill.answer_of", name=team))

    def is_at(self, stage: str) -> None:
        expect(self.page.get_by_role("heading", name=TEXTS.t(f"hill.stage_{stage}"))).to_be_visible()

    def steps(self) -> list[int]:
        return [team.step for team in self.house.hill.look(self.game, None).hill.teams]


def test_a_host_leads_two_teams_around_one_screen_to_a_crowned_king(house: House, person: Callable[..., Page]) -> None:
    screen = OneScreen(house, person())
    screen.open()
    screen.presses("hill.first_round")
    screen.presses("hill.read")
    screen.presses("hill.start_time")
    screen.box("Foxes").fill("half an ans")
    screen.box("Owls").fill("Pariss")
    screen.box("Owls").press("Enter")
    expect(screen.page.get_by_text(TEXTS.t("hill.answer_is_in"))).to_be_visible()
    expect(screen.box("Owls")).to_have_css("-webkit-text-security", "disc")  # the Foxes sit at the same screen
    screen.box("Owls").blur()
    screen.box("Owls").focus()
    expect(screen.box("Owls")).to_have_css("-webkit-text-security", "none")
    expect(screen.box("Foxes")).to_have_value("half an ans")  # what others hand in leaves it alone
    screen.box("Foxes").fill("Marseille")
    screen.box("Foxes").press("Enter")
    screen.presses("hill.close")
    screen.is_at("reveal")
    expect(screen.page.get_by_text(TEXTS.t("hill.verdict_typo"))).to_be_visible()
    screen.button("hill.wrong").first.click()  # the host knows better
    screen.button("hill.right").last.click()
    screen.presses("hill.move_chips")
    expect(screen.button("hill.next_round")).to_be_visible()
    assert screen.steps() == [10, 11]

    screen.plays_a_round(True, True)
    screen.plays_a_round(True, True)
    screen.plays_a_round(True, False)
    screen.plays_a_round(True, False)
    screen.open()
    expect(screen.page.get_by_role("img", name="Foxes: on the summit, 2 of 3")).to_be_visible()
    screen.presses("hill.next_round")
    expect(screen.button("hill.read")).to_be_disabled()  # the Owls may rebel
    screen.button("hill.move_revolution").first.click()
    screen.presses("hill.read")
    screen.presses("hill.start_time")
    for team in ("Owls", "Foxes"):
        screen.box(team).fill("no idea")
        screen.box(team).press("Enter")
    screen.presses("hill.close")
    screen.page.get_by_role("button", name=TEXTS.n("hill.accept", 2)).click()
    screen.presses("hill.move_chips")
    screen.is_at("over")
    expect(screen.page.get_by_role("heading", name=re.compile("Winner: .*Foxes"))).to_be_visible()
    assert screen.steps() == [12, SUMMIT]


def test_when_the_sand_has_run_through_the_page_goes_on_by_itself(house: House, person: Callable[..., Page]) -> None:
    screen = OneScreen(house, person(), answer_seconds=4)
    screen.does(hill.StartRound(), hill.Ask(screen.next_question(), 0.0), hill.StartTime())
    screen.open()
    screen.is_at("reveal")
    expect(screen.page.get_by_text(TEXTS.t("hill.no_answer"))).to_have_count(2)
