"""The hill's page and the packs' page: a game is begun and played on one screen, a file's faults are told, packs are
edited by the rules of a file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from companion.exports.hill_board import PAPERS, as_board
from companion.exports.hill_shape import PAINTS
from companion.language.catalogue import catalogue, interface_languages
from companion.questions import Fault, Pack, Question, load_pack, template
from companion.rules.hill import (
    HOST,
    SUMMIT,
    Answer,
    Ask,
    CloseAnswers,
    Colour,
    Judge,
    MoveChips,
    Stage,
    StartRound,
    StartTime,
)
from companion.settings import settings
from companion.table import opening
from companion.table.hill_advice import Suggestion
from companion.table.hill_answers import ON_PAPER
from companion.table.hill_order import HillQuestion, NewHill, TeamSeat
from companion.table.hill_table import HillTables
from companion.table.packs import Drafts, Packs, hill_questions
from companion.ui.hill import commands, one_screen
from companion.ui.packs.own import edited_pack, read_rows

MAIN = Path(__file__).parents[2] / "companion" / "ui" / "main.py"
LANGUAGES = interface_languages()
QUESTIONS = tuple(HillQuestion(f"q{n}", f"What is {n} and {n}?", str(2 * n), level="A1") for n in range(1, 9))


def same_words(question: HillQuestion, given: str) -> Suggestion:
    """The real checker reads word lists for seconds; tests/browser/test_hill.py asks it."""
    if given == ON_PAPER:
        return Suggestion(False, "ask", "hill.on_paper")
    is_right = given == question.answer
    code = "same" if is_right else "other_number"
    values = {"given": given, "answer": question.answer}
    return Suggestion(is_right, "right" if is_right else "wrong", f"answers.{code}", tuple(values.items()))


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[opening.House]:
    monkeypatch.setattr(opening, "answer_check", lambda: same_words)
    monkeypatch.setattr(one_screen, "read_ahead", lambda language: None)
    opening._house.cache_clear()
    yield opening.open_house()
    opening._house.cache_clear()


@pytest.fixture
def hill(house: opening.House) -> HillTables:
    return house.hill


def opened(page: str = "hill", language: str = "en", **query: str) -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    at.query_params["lang"] = language
    at.run()
    for name, value in query.items():
        at.query_params[name] = value
    return whole(at.switch_page(f"screens/{page}.py").run())


def whole(at: AppTest) -> AppTest:
    assert not at.exception
    assert not at.error
    return at


def press(at: AppTest, key: str) -> AppTest:
    return whole(at.button(key=key).click().run())


def said(at: AppTest) -> str:
    kinds = (at.title, at.subheader, at.markdown, at.caption, at.warning, at.info)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def game_of(hill: HillTables, **choices: object) -> str:
    teams = (TeamSeat("Owls", Colour.RED), TeamSeat("Foxes", Colour.BLUE))
    return hill.create(
        NewHill(**{"language": "en", "teams": teams, "questions": QUESTIONS, "host": "person", **choices})
    )


def does(hill: HillTables, game: str, *actions: object) -> None:
    for action in actions:
        version = hill.look(game, None).version
        receipt = hill.command(game, action, command_id=f"{action}/{version}")  # type: ignore[arg-type]
        assert receipt.refusal is None, (action, receipt.refusal)


def to_reveal(hill: HillTables, game: str, *answers: str) -> None:
    coming = hill.look(game, HOST).next_question
    assert coming is not None
    given = [Answer(seat, text, 0.0) for seat, text in enumerate(answers)]
    does(hill, game, StartRound(), Ask(coming.id, 0.0), StartTime(), *given, CloseAnswers(0.0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_begun_with_one_press_and_listed_afterwards(hill: HillTables, language: str) -> None:
    at = press(opened(language=language), "hill.create")
    assert len(hill.games()) == 1
    view = hill.look(hill.games()[0].id, HOST)
    assert (view.host, len(view.teams), view.language) == ("person", 3, language)
    assert view.questions_left == 216
    # One screen: who hosts reads here, and the teams around it do not see the right answer.
    assert view.next_question is not None and view.next_question.question not in said(at)
    assert any(button.key == f"hill.go_on_{view.game}" for button in opened(language=language).button)


def test_two_teams_of_one_colour_cannot_begin(hill: HillTables) -> None:
    at = opened()
    at.selectbox(key="hill.colour_1").set_value(Colour.RED.value).run()
    assert at.button(key="hill.create").disabled
    assert "red" in at.warning[0].value


def test_alone_the_machine_hosts_and_plays(hill: HillTables) -> None:
    at = opened()
    at.segmented_control(key="hill.way").set_value("solo").run()
    at.segmented_control(key="hill.rivals").set_value(3).run()
    at.segmented_control(key="hill.strength").set_value("strong").run()
    at = press(at, "hill.create")
    view = hill.look(hill.games()[0].id, None)
    assert view.host == "automatic"
    assert [team.kind for team in view.teams] == ["human"] + ["scripted"] * 3
    assert {team.strength for team in view.teams[1:]} == {"strong"}
    press(at, "hill.go_on")
    assert hill.look(view.game, None).hill.round == 1


def test_only_questions_of_the_chosen_levels_are_asked(hill: HillTables) -> None:
    at = opened()
    at.button_group(key="hill.levels").set_value(["A1"]).run()
    press(at, "hill.create")
    view = hill.look(hill.games()[0].id, None)
    assert view.questions_left == sum(one.level == "A1" for one in load_pack(language="en").questions)


def test_a_file_with_faults_plays_with_its_good_rows(hill: HillTables) -> None:
    at = opened()
    options = at.selectbox(key="hill.pack").options
    at.selectbox(key="hill.pack").select_index(len(options) - 1).run()
    assert at.button(key="hill.create").disabled
    file = io.BytesIO(b"question,answer,level\nCapital of France?,Paris,A1\nCapital of Spain?,,A1\nTwo and two?,4,D9\n")
    at.file_uploader(key="hill.pack_file").set_value(("own.csv", file.getvalue(), "text/csv")).run()
    assert "Row 3" in said(whole(at)) and "Row 4" in said(at)
    press(at, "hill.create")
    assert hill.look(hill.games()[0].id, None).questions_left == 1


def test_the_host_sees_suggestions_accepts_overrules_and_moves_the_chips(hill: HillTables) -> None:
    game = game_of(hill)
    to_reveal(hill, game, "2", "seven")
    at = opened(hill=game)
    assert "right" in said(at) and "wrong" in said(at)
    # The reason is in the reader's language, whatever the game's is.
    assert "Another number" in said(at) and "Другое число" in said(opened(language="ru", hill=game))
    at = opened(hill=game)
    press(at, "hill.accept")
    assert [verdict and verdict.correct for verdict in hill.look(game, HOST).hill.verdicts] == [True, False]
    at = press(at, "hill.judge_1_True")
    press(at, "hill.next_move_chips")
    assert [team.step for team in hill.look(game, None).hill.teams] == [2, 2]
    at = opened(hill=game)
    assert at.button(key="hill.overrule_0_False").disabled  # without a reason nothing is overruled
    at.text_input(key=f"hill.why_{game}").set_value("a slip of the tongue").run()
    press(at, "hill.overrule_0_False")
    assert [team.step for team in hill.look(game, None).hill.teams] == [1, 2]


def test_an_answer_on_paper_is_left_to_the_host(hill: HillTables) -> None:
    game = game_of(hill)
    to_reveal(hill, game, ON_PAPER, "2")
    assert commands.sure(hill.look(game, HOST)) == [1]
    assert "Answered aloud" in said(opened(hill=game))


def test_the_right_answer_is_folded_while_teams_sit_around_the_screen(hill: HillTables) -> None:
    game = game_of(hill)
    coming = hill.look(game, HOST).next_question
    assert coming is not None
    does(hill, game, StartRound(), Ask(coming.id, 0.0), StartTime(), Answer(0, "three", 0.0))
    at = opened(hill=game)
    folded = {text.value for box in at.expander for text in box.markdown}
    assert {text.value for text in at.markdown if f"**{coming.answer}**" in text.value} <= folded
    assert "wrong" not in said(at)  # nor what the checker thinks


def test_nothing_of_another_teams_answer_reaches_a_teams_screen(
    hill: HillTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    for name in ("hill", "answer", "countdown"):
        module, mount = import_module(f"companion.ui.parts.{name}"), f"_{name.upper()}"
        draw = getattr(module, mount)
        monkeypatch.setattr(module, mount, lambda draw=draw, **given: sent.append(repr(given)) or draw(**given))
    teams = (TeamSeat("Owls", Colour.RED), TeamSeat("Foxes", Colour.BLUE, "scripted"))
    game = game_of(hill, teams=teams, host="automatic", choice_seconds=600.0, answer_seconds=600.0)
    coming = hill.look(game, HOST).next_question
    assert coming is not None
    does(hill, game, StartRound(), Ask(coming.id, 0.0), StartTime(), Answer(1, "zanzibar", 0.0), Answer(0, "oslo", 0.0))
    page = said(opened(hill=game))
    assert len(sent) == 3 and any("oslo" in data for data in sent)
    assert not any("zanzibar" in text for text in (*sent, page))
    does(hill, game, CloseAnswers(0.0))
    assert "zanzibar" in said(opened(hill=game))


def test_a_deed_for_another_persons_team_in_a_room_is_refused(
    hill: HillTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(hill)
    told: list[str] = []
    monkeypatch.setattr("companion.ui.table.commands.notice", told.append)
    monkeypatch.setattr("companion.ui.table.commands.token", lambda: "t" * 43)
    rooms = opening.open_house().rooms
    monkeypatch.setattr(rooms, "may_rule", lambda game, token: False)
    assert not commands.send(game, StartRound(), "1")
    monkeypatch.setattr(rooms, "may_rule", lambda game, token: True)
    monkeypatch.setattr(rooms, "may_act", lambda game, seat, token: seat == 1)
    assert commands.send(game, StartRound(), "1")
    assert not commands.send(game, Answer(0, "x", 0.0), "2")
    assert len(told) == 2


def test_who_plays_alone_is_told_of_no_host(hill: HillTables) -> None:
    teams = (TeamSeat("You", Colour.RED), TeamSeat("Foxes", Colour.BLUE, "scripted", "weak"))
    game = game_of(hill, teams=teams, host="automatic")
    at = opened(hill=game)
    assert "The game reads the questions" in said(at) and "host" not in said(at)
    at = press(at, "hill.go_on")
    at = press(opened(hill=game), "hill.go_on")
    assert "host" not in said(at)


def test_without_a_question_left_the_host_ends_the_game_with_one_press(hill: HillTables) -> None:
    game = game_of(hill, questions=QUESTIONS[:1])
    to_reveal(hill, game, "2", "3")
    does(hill, game, Judge(0, True), Judge(1, False), MoveChips())
    late = hill.command(game, StartRound(), command_id="another tab")
    assert late.refusal is not None and late.refusal.code == "hill/out_of_questions"
    at = opened(hill=game)
    assert "Ahead of all" in said(at) and "Owls" in said(at)
    press(at, "hill.next_decide")
    outcome = hill.look(game, None).hill.outcome
    assert outcome is not None and outcome.winners == (0,)


def test_refusals_name_the_rule_and_words_stay_words(hill: HillTables) -> None:
    teams = (TeamSeat("*Owls* :smile:", Colour.RED), TeamSeat("<b>x</b>", Colour.BLUE))
    game = game_of(hill, teams=teams)
    to_reveal(hill, game, "[z](http://a.b)", "4")
    does(hill, game, Judge(0, True), Judge(1, False))
    at = press(opened(hill=game), "hill.next_move_chips")
    assert "[z]" not in said(at).replace("\\[", "")
    press(at, "hill.next_start_round")
    at = opened(hill=game)
    assert "Revolution" in at.button(key="hill.move_0_revolution").help
    assert not at.button(key="hill.move_0_jump").disabled
    assert at.button(key="hill.next_ask").disabled


def test_the_table_says_when_it_will_go_on_by_itself(hill: HillTables) -> None:
    clock = [1000.0]
    hill._now = lambda: clock[0]
    hill._open._now = hill._now
    teams = (TeamSeat("Owls", Colour.RED), TeamSeat("Foxes", Colour.BLUE, "scripted", "strong"))
    game = game_of(hill, teams=teams, host="automatic")
    assert hill.look(game, None).due_in is None  # people begin
    hill.go_on(game, command_id="go")
    for _ in range(400):
        view = hill.look(game, 0)
        if view.hill.round == 3:
            break
        if view.hill.stage is Stage.ANSWERS and not view.hill.answered[0]:
            does(hill, game, Answer(0, "0", 0.0))
            continue
        assert view.due_in is not None
        clock[0] += view.due_in + 0.01
        assert hill.tick(game)
    assert hill.look(game, None).hill.round == 3


# ── Packs ──


def test_a_ready_pack_is_copied_opened_and_deleted_by_its_owner(house: opening.House) -> None:
    at = opened("packs")
    at.toggle(key="packs.show_house_en_").set_value(True).run()
    press(at, "packs.copy_house_en_")
    own = house.packs.list()[0]
    assert own.questions == 216
    at = opened("packs", pack=own.id)
    assert at.button(key="packs.save").disabled  # nothing has been changed
    at = press(opened("packs"), f"delete_{own.id}")
    at.button(key="delete_game_now").click().run()
    assert house.packs.list() == []


def test_packs_are_changed_with_the_hosts_password_alone(house: opening.House, monkeypatch: pytest.MonkeyPatch) -> None:
    own = house.packs.add(template("en"))
    monkeypatch.setenv("COMPANION_HOST_PASSWORD", "sesame")
    settings.cache_clear()
    for at in (opened("packs"), opened("packs", pack=own.id)):
        keys = {button.key for button in at.button}
        assert not keys & {"packs.create", "packs.save", "packs.keep"}
        assert at.text_input(key="packs.host_password")


def test_rows_of_the_table_obey_the_rules_of_a_file() -> None:
    texts = catalogue("en")
    rows = [
        {"id": "own-001", "question": "Two and two?", "answer": "4", "accepted": "four | iv", "checked": False},
        {"question": "Two and two?", "answer": "5", "level": "A1", "checked": True},
        {"question": "", "answer": "", "level": "B1", "checked": True},
        {"question": "Who?", "answer": None, "level": "Z9", "checked": True, "source": float("nan")},
    ]  # fmt: skip
    questions, faults = read_rows(rows, "en", texts)
    assert [(one.id, one.accepted, one.checked) for one in questions] == [("own-001", ("four", "iv"), False)]
    assert {(fault.row, fault.code) for fault in faults} == {
        (2, "questions/asked_twice"), (4, "questions/no_answer"), (4, "questions/bad_level"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("file", "rest"),
    [
        (b"question,answer\nWho?,\n2 + 2?,4\n", "All other rows are good."),
        (b"one,two\nthree,four\n", "No question could be taken from it."),
    ],
)
def test_a_file_is_said_to_be_taken_only_where_something_was(file: bytes, rest: str) -> None:
    at = opened("packs")
    at.file_uploader(key="packs.file").upload("mine.csv", file, "text/csv").run()
    assert rest in at.warning[0].value
    assert any(button.key == "packs.keep" for button in at.button) == rest.startswith("All")


def test_drafts_that_were_left_out_are_told_with_the_others(
    house: opening.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = Question("model-1", "Who?", "I", checked=False), Fault("questions/given_away", 2, "question")
    monkeypatch.setattr(Packs, "has_model", True)
    monkeypatch.setattr(house.packs, "drafts", lambda topic, **more: Drafts((good,), (bad,)))
    at = opened("packs")
    at.segmented_control(key="packs.way").set_value("topic").run()
    at.text_input(key="packs.topic").set_value("Bees").run()
    press(at, "packs.write")
    own = house.packs.list()[0]
    at.query_params["pack"] = own.id
    assert "1 draft could not be used" in said(whole(at.switch_page("screens/packs.py").run()))


def test_a_short_pack_is_said_to_end_before_the_summit(house: opening.House) -> None:
    own = house.packs.add(template("en"))
    at = opened()
    assert "run out" not in said(at)
    at = whole(at.selectbox(key="hill.pack").set_value(("own", own.id, "")).run())
    assert "he needs 15" in said(at)
    assert not at.button(key="hill.create").disabled


def test_a_new_row_never_takes_the_id_of_an_old_one() -> None:
    rows = [{"id": "own-002", "question": "A?", "answer": "a"}, {"question": "B?", "answer": "b"}]
    questions, faults = read_rows(rows, "en", catalogue("en"))
    assert not faults
    assert [one.id for one in questions] == ["own-002", "own-001"]


def test_cards_stay_while_their_questions_do() -> None:
    house = load_pack(language="en")
    first = house.questions[0]
    changed = [Question(**{**vars(first), "answer": "another"}), *house.questions[1:]]
    assert [len(card) for card in edited_pack(house, "x", changed).cards] == [3] * 72
    assert edited_pack(house, "x", changed).cards[1:] == house.cards[1:]
    assert len(edited_pack(house, "x", changed[:4]).questions) == 4


def test_what_nobody_has_checked_is_not_asked(house: opening.House) -> None:
    questions = (
        Question("a", "A?", "a"),
        Question("b", "B?", "b", checked=False),
        Question("c", "C?", "c", level="C1"),
    )
    assert [one.id for one in hill_questions(questions, levels=("B1", "C1"))] == ["a", "c"]
    assert [one.id for one in hill_questions(questions, levels=("C1",))] == ["c"]
    own = house.packs.add(Pack("", "en", "Mine", "", (questions,)))
    assert house.packs.load(own.id) == own
    assert house.packs.load("gone") is None
    assert isinstance(house.packs, Packs) and not house.packs.has_model
    assert house.packs.drafts("rivers", language="en", level="B1", count=3).faults[0].code == "questions/model_not_set"


# ── The picture ──


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_to_print_has_every_step_and_place(language: str) -> None:
    for paper in PAPERS:
        page = as_board(catalogue(language), paper=paper)
        assert f"size: {paper} landscape" in page
        assert page.count("<polygon") == 8 * (SUMMIT - 1)
        assert page.count("<rect") == 8
        assert "<script" not in page and "src=" not in page and "url(" not in page


def test_each_colour_has_a_symbol_of_its_own() -> None:
    assert set(PAINTS) == set(Colour)
    assert len({paint.path for paint in PAINTS.values()}) == len({paint.sign for paint in PAINTS.values()}) == 8
