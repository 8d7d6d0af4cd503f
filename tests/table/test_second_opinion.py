"""The language model's opinion: asked once for a sentence and card, about what the table sees and nothing else."""

from __future__ import annotations

from pathlib import Path

from companion.decks import load_deck
from companion.llm import Asker, NoAnswer
from companion.rules import tale
from companion.settings import read_settings
from companion.storage import GameStore
from companion.table import NewTable, SeatInfo, Tables
from companion.table.advice import Advice
from companion.table.second_opinion import CardOpinion, SecondOpinions
from tests.kit.openai_server import Fails, OpenAIServer, asked_in, in_form

GOOD = in_form(reason="It is only a comparison.", mentioned=False)


def opinions(server: OpenAIServer) -> SecondOpinions:
    given = {"COMPANION_LLM": "openai:m", "OPENAI_BASE_URL": server.base_url}
    return SecondOpinions(Asker(read_settings(given)), Advice())


def asked_about_a_wolf(folder: Path) -> tuple[Tables, str]:
    """Bob has claimed the wolf for a comparison; the table has to decide."""
    tables = Tables(GameStore(f"sqlite:///{folder / 'games.sqlite3'}"))
    setup = {"first_narrator": 0, "silence_seconds": (None,) * 3}
    table = NewTable("en", tuple(map(SeatInfo, ("Ann", "Bob", "Cleo"))), rules=setup)
    seed = next(seed for seed in range(500) if "wolf" in tale.new_game(table.setup(), seed).hands[1])
    game = tables.create(NewTable("en", table.seats, rules=setup, seed=seed))
    claim = tale.Claim(1, "wolf", tale.ClaimHow.ELEMENT, 1)
    told = (tale.Tell(0, "A boy lived alone."), tale.Tell(0, "He was hungry as a wolf."))
    for number, action in enumerate((*told, claim)):
        assert tables.command(game, action, command_id=str(number)).refusal is None
    return tables, game


def test_the_model_is_asked_once_and_its_opinion_is_kept(tmp_path: Path) -> None:
    tables, game = asked_about_a_wolf(tmp_path)
    view = tables.look(game, None)
    with OpenAIServer(GOOD) as server:
        asked = opinions(server)
        assert asked.offered
        assert asked.on_table(view).known is None
        for _ in range(2):
            answer = asked.on_table(view).ask()
            assert isinstance(answer, CardOpinion)
            assert (answer.reason, answer.mentioned) == ("It is only a comparison.", False)
        assert asked.on_table(view).known == answer
        assert len(server.asked) == 1


def test_what_is_sent_is_the_told_sentence_and_the_card_in_question_and_no_hand(tmp_path: Path) -> None:
    tables, game = asked_about_a_wolf(tmp_path)
    with OpenAIServer(GOOD) as server:
        opinions(server).on_table(tables.look(game, None)).ask()
    sent = server.asked[0]["messages"][0]["content"]
    assert '"He was hungry as a wolf."' in sent
    assert '"A boy lived alone."' in sent
    deck = load_deck("en")
    assert f"The card: {deck.by_id['wolf'].name} (character)" in sent
    held = {card for seat in range(3) for card in tables.look(game, seat).tale.hand} - {"wolf"}
    assert not [card for card in held if deck.by_id[card].face.gloss in sent]
    endings = [ending for seat in range(3) for ending in tables.look(game, seat).tale.endings]
    assert not [ending for ending in endings if deck.endings[ending] in sent]


def test_a_model_that_fails_is_no_opinion_and_may_be_asked_again(tmp_path: Path) -> None:
    tables, game = asked_about_a_wolf(tmp_path)
    with OpenAIServer(Fails(401), GOOD) as server:
        matter = opinions(server).on_table(tables.look(game, None))
        assert isinstance(matter.ask(), NoAnswer)
        assert isinstance(matter.ask(), CardOpinion)


def test_the_tale_in_a_language_without_a_prompt_is_asked_about_in_english(tmp_path: Path) -> None:
    with OpenAIServer(in_form(reason="Fine.", earlier_sentence=0, verdict="ok")) as server:
        said = opinions(server).on_narration("g", "de", "tale", ["Der König starb.", "Er lachte."], 1).ask()
        assert not isinstance(said, NoAnswer)
        assert "Der König starb." in asked_in(server.asked[0])
