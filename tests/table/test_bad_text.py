"""Whatever people type is stored and comes back as it was, or is refused with a reason; it never breaks a table."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from companion.rules.tale import Challenge, ChallengeKind, Rule, Ruling, Tell
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from tests.table.kit import House

ODD = {
    "control": "A\x00\x01\x07\x1b[2J\x7f\x9b king",
    "newlines": "A\r\n\nking\u2028came\u2029in\x85",
    "right to left": "\u202eA king\u202c \u200f مرحبا שלום",
    "emoji": "👩‍👩‍👧‍👦🤴🏿🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "html": "<script>alert(1)</script>",
    "markdown": "**[k](javascript:x)** $x$ :red[k]",
    "placeholders": "{who} %(who)s {0} {",
    "sql": "'); DROP TABLE games; --",
    "combining": "z" + "\u0301" * 30,
    "wide": "\U0010ffff\ufeff\ufffe",
    "path": "../../etc/passwd",
    "number": "9" * 40,
}
odd = pytest.mark.parametrize("text", list(ODD.values()), ids=list(ODD))


@odd
def test_odd_text_comes_back_as_it_was(house: House, text: str) -> None:
    seats = (SeatInfo(text[:40]), SeatInfo("Ben"), SeatInfo("Cat"))
    house.open(seats=seats, title=text, people=3)
    house.tell(text)
    house.does(Challenge(1, ChallengeKind.CONTRADICTION, quote=text, earlier=text))
    house.does(Rule(Ruling(False, by="host", why=text, quote=text)))
    before = [house.see(seat) for seat in (None, 0, 1)]
    house.restart()
    assert [house.see(seat) for seat in (None, 0, 1)] == before
    assert before[0].tale.sentences[0].text == text
    assert before[0].seats[0].name == text[:40].strip()
    assert house.tables.games()[0].seats[0] == text[:40].strip()


@odd
@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_real_matcher_reads_odd_text(tmp_path, text: str, language: str) -> None:
    tables = Tables(GameStore(f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    seats = (SeatInfo("Ann"), SeatInfo("Ben"))
    game = tables.create(NewTable(language, seats, seed=1, rules={"first_narrator": 0}))
    for number, sentence in enumerate((text, (text * 1000)[:1000])):
        assert tables.command(game, Tell(0, sentence), command_id=str(number)).refusal is None
    tables.look(game, 0)
    tables.look(game, 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "tale/empty_sentence"),
        (" \n\t\u2003", "tale/empty_sentence"),
        ("x" * 1001, "tale/sentence_too_long"),
        ("x" * 100_000, "tale/sentence_too_long"),
        ("я" * 1000, ""),
    ],
)
def test_a_sentence_has_one_to_a_thousand_characters(house: House, text: str, code: str) -> None:
    house.open()
    assert house.refuses(Tell(0, text)) == code


def test_half_a_character_is_bad_input_and_the_game_goes_on(house: House) -> None:
    house.open()
    with pytest.raises(BadInput):
        house.tries(Tell(0, "A \ud83d king."))
    assert house.see().version == 0
    house.tell()
    with pytest.raises(BadInput):
        house.open(seats=(SeatInfo("\ud83d"), SeatInfo("Ben")))
    with pytest.raises(BadInput):
        house.tables.create(NewTable("en", (SeatInfo("Ann"), SeatInfo("Ben")), title="\ud83d"))


def test_a_long_title_is_refused_and_the_old_one_stays(house: House) -> None:
    game = house.open(title="A tale")
    with pytest.raises(BadInput, match="80"):
        house.tables.rename(game, "t" * 81)
    assert house.see().title == "A tale"
