"""What the word matcher says of a sentence, told as tables of sentences with the near misses beside the hits."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import DamagedDeck
from companion.matching import Mention, matcher_for
from companion.matching.calibration import passing_model
from companion.matching.words import WordMatcher

DECK = str(Path(__file__).parent / "deck")

# (sentence, card, answer or "no")
ENGLISH = [
    # The name in any form
    ("Two wolves crossed the ice.", "wolf", "hit"),
    ("The king's boots were muddy.", "king", "hit"),
    ("WOLVES!", "wolf", "hit"),
    ("King Osric counted his geese.", "king", "hit"),
    ("The Wolf bowed to the moon.", "wolf", "hit"),
    ("Wolfgang mended the roof.", "wolf", "no"),
    ("It was a kingly thing to do.", "king", "no"),
    # Another name for it, and a name of several words
    ("A hollow oak stood deep in the thicket.", "tree", "hit"),
    ("A hollow oak stood deep in the thicket.", "forest", "hit"),
    ("The tired mare drank from the brook.", "horse", "hit"),
    ("He saddled a sea horse.", "horse", "no"),
    ("He fell deeply in love with the baker.", "love", "hit"),
    ("She fell in the mud.", "love", "no"),
    ("Years and years had gone by.", "time-passes", "hit"),
    ("Many years went by before the gate opened.", "time-passes", "hit"),
    ("The old blind woman smiled.", "old-woman", "hit"),
    ("An old man and a young woman smiled.", "old-woman", "no"),
    ("Her step-mother locked the pantry.", "stepmother", "hit"),
    ("He pruned the rose-tree.", "tree", "hit"),
    # What was not said does not count
    ("A long, hollow sound came from the cave.", "monster", "no"),
    ("A long, hollow sound came from the cave.", "cave", "hit"),
    # Words that are several words
    ("The bucket fell into the old well.", "well", "hit"),
    ("She knew very well what he meant.", "well", "no"),
    ("Well, the cat came as well.", "well", "no"),
    ("The bells rang at noon.", "ring", "no"),
    ("She rang the bell and hid her ring.", "ring", "hit"),
    ("They wound the rope around the post.", "injury", "no"),
    ("The wind blew from the north.", "injury", "no"),
    ("The wound would not heal.", "injury", "hit"),
    ("He hid behind the curtain.", "hidden", "hit"),
    ("The hide of the cow hung there.", "hidden", "no"),
    ("A son was born at dawn.", "birth", "hit"),
    ("He could bear it no longer.", "birth", "no"),
    ("Not a blade of grass moved.", "sword", "no"),
    ("His heart beat in his chest.", "chest", "no"),
    ("The chest was full of feathers.", "chest", "hit"),
    ("She spoke bravely to the crowd.", "brave", "hit"),
    ("She lay asleep on the hay.", "sleeping", "hit"),
    ("The bandits fled at sunrise.", "escape", "hit"),
    ("The robin sang.", "bird", "hit"),
    # For the table to decide
    ("Yesterday Robin baked a pie.", "bird", "ask"),
    ("There was no sword in the house.", "sword", "ask"),
    ("He did not die that day.", "death", "ask"),
    ("Not only the king came.", "king", "hit"),
    ("He was hungry as a wolf.", "wolf", "ask"),
    ("She ran like a wolf.", "wolf", "ask"),
    ("They like the wolf.", "wolf", "hit"),
    ("If the king comes, hide the pie.", "king", "ask"),
    ("The king came, if you believe it.", "king", "hit"),
    # What follows from what was said
    ("The king's wife sat at the loom.", "queen", "implied"),
    ("The wife of the old king sat at the loom.", "queen", "implied"),
    ("The baker's wife sat at the loom.", "queen", "no"),
    ("The king's youngest son took the road north.", "prince", "implied"),
    ("The miller's son saw the king.", "prince", "no"),
    ("The daughter of the emperor took the road north.", "princess", "implied"),
    ("That spring the queen bore the king a boy.", "child", "hit"),
    ("That spring the queen bore the king a boy.", "birth", "implied"),
    ("That spring the queen bore the king a boy.", "prince", "implied"),
    ("That spring the miller's wife bore a boy.", "prince", "no"),
    ("'This way,' said the fox.", "talking", "implied"),
    ("Come in, whispered the mouse.", "talking", "implied"),
    ("Had he been a king, he would have slept.", "king", "ask"),
    ("He had been a king.", "king", "hit"),
    ("You monkey, she said.", "talking", "no"),
    ("'This way,' said the miller.", "talking", "no"),
    ("He told the fox to wait.", "talking", "no"),
]

RUSSIAN = [
    ("Два волка перешли реку.", "wolf", "hit"),
    ("Волков и Королёв спорили о цене.", "wolf", "no"),
    ("Волков и Королёв спорили о цене.", "king", "no"),
    ("Волков и Королёв спорили о цене.", "queen", "no"),
    ("На пир приехало пять королев.", "queen", "hit"),
    ("Ребенок засмеялся.", "child", "hit"),
    ("Ребёнок засмеялся.", "child", "hit"),
    ("Он постелил новый ковер.", "carpet", "hit"),
    ("Мой брат ушёл в мои покои.", "child", "no"),
    # Another name for it, and a name of several words
    ("Старый дуб рос в самой чаще.", "tree", "hit"),
    ("Старый дуб рос в самой чаще.", "forest", "hit"),
    ("Он стал чаще ходить к реке.", "forest", "no"),
    ("Кобыла напилась из ручья.", "horse", "hit"),
    ("С тех пор много лет прошло.", "time-passes", "no"),
    ("С тех пор прошло много долгих лет.", "time-passes", "hit"),
    ("Долго ли, коротко ли, а дошёл он до моря.", "time-passes", "hit"),
    ("Самурай вынул катану.", "sword", "no"),
    ("На стене висела катана.", "sword", "hit"),
    ("Старик катал тележку.", "sword", "no"),
    # What was not said does not count
    ("Из пещеры донёсся протяжный гул.", "monster", "no"),
    ("Из пещеры донёсся протяжный гул.", "cave", "hit"),
    # Words of two parts
    ("Иван-царевич натянул лук.", "prince", "hit"),
    ("Вдали показалась жар-птица.", "bird", "hit"),
    ("Бабу-ягу никто не звал.", "witch", "hit"),
    ("Баба-яга зевнула.", "old-woman", "no"),
    ("Баба зевнула.", "old-woman", "hit"),
    ("Баба Яга зевнула.", "witch", "hit"),
    ("Вынул он меч-кладенец.", "sword", "hit"),
    ("У забора цвела мать-и-мачеха.", "stepmother", "no"),
    ("Царь-колокол молчал.", "king", "no"),
    # Words that are several words
    ("Под камнем бил ключ.", "key", "no"),
    ("Напились они из холодного ключа.", "key", "no"),
    ("Ключ лежал под камнем.", "key", "hit"),
    ("Девочка села на лавку.", "village", "no"),
    ("За рекой стояло село.", "village", "hit"),
    ("Мы ели кашу.", "tree", "no"),
    ("Под елью спал заяц.", "tree", "hit"),
    ("Еду я домой.", "food", "no"),
    ("Он принёс им еду.", "food", "hit"),
    ("Горе пришло в дом.", "mountain", "no"),
    ("На горе стоял дом.", "mountain", "hit"),
    ("Уснул он крепким сном.", "dream", "no"),
    ("Уснул он крепким сном.", "sleeping", "hit"),
    ("Приснился ей страшный сон.", "dream", "hit"),
    ("Он не смел войти.", "brave", "no"),
    ("Юноша был смел.", "brave", "hit"),
    ("Храбро вышел он вперёд.", "brave", "hit"),
    ("Её прокляла соседка.", "cursed", "hit"),
    ("Слепой нищий стоял у ворот.", "beggar", "hit"),
    # For the table to decide
    ("Не было у него меча.", "sword", "ask"),
    ("Меча не было.", "sword", "ask"),
    ("Волк не спал.", "wolf", "hit"),
    ("Он остался без короны.", "crown", "ask"),
    ("Не только король пришёл.", "king", "hit"),
    ("Он выл, как волк.", "wolf", "ask"),
    ("Словно птица, понеслась тройка.", "bird", "ask"),
    ("Как король уехал, все вздохнули.", "king", "hit"),
    ("Если король узнает, беда.", "king", "ask"),
    # What follows from what was said
    ("Жена короля сидела у окна.", "queen", "implied"),
    ("Жена мельника сидела у окна.", "queen", "no"),
    ("Сын старого царя уехал на север.", "prince", "implied"),
    ("Королевский сын уехал на север.", "prince", "implied"),
    ("Сын мельника увидел короля.", "prince", "no"),
    ("Родила королева мальчика.", "child", "hit"),
    ("Родила королева мальчика.", "birth", "hit"),
    ("Родила королева сына.", "prince", "implied"),
    ("Родила мельничиха сына.", "prince", "no"),
    ("Лиса ему и говорит: «Не спеши».", "talking", "implied"),
    ("Лиса и говорит: «Не спеши».", "talking", "implied"),
    ("Сказал мельник лисе: «Не спеши».", "talking", "no"),
]


def said(language: str, sentence: str, card: str) -> str:
    found = [one for one in matcher_for(language, DECK).mentions(sentence) if one.card == card]
    assert len(found) <= 1
    return found[0].answer if found else "no"


@pytest.mark.parametrize(("sentence", "card", "answer"), ENGLISH)
def test_english_sentence_mentions(sentence: str, card: str, answer: str) -> None:
    assert said("en", sentence, card) == answer


@pytest.mark.parametrize(("sentence", "card", "answer"), RUSSIAN)
def test_russian_sentence_mentions(sentence: str, card: str, answer: str) -> None:
    assert said("ru", sentence, card) == answer


@pytest.mark.parametrize(
    ("language", "sentence", "slight"),
    [
        ("en", "On the shelf lay a ring, an old lamp and a key.", {"ring", "lamp", "key"}),
        ("en", "She took the ring and the key.", set()),
        ("en", "The king took the ring, woke the wolf and left.", set()),
        ("ru", "На полке лежали кольцо, старая лампа и ключ.", {"ring", "lamp", "key"}),
        ("ru", "Взяла она кольцо и ключ.", set()),
        ("ru", "Король взял кольцо, разбудил волка и ушёл.", set()),
    ],
)
def test_item_of_a_list_is_told_in_passing(language: str, sentence: str, slight: set[str]) -> None:
    assert {one.card for one in matcher_for(language, DECK).mentions(sentence) if one.passing} == slight


@pytest.mark.parametrize(
    ("language", "sentence", "card", "quote", "why"),
    [
        ("en", "The wolves sang.", "wolf", "wolves", "“wolves” is the very word on the card Wolf."),
        ("en", "The mare slept.", "horse", "mare", "“mare” counts as Horse too."),
        (
            "en",
            "He ran swiftly away.",
            "escape",
            "ran swiftly away",
            "“ran swiftly away” tells of what is on the card Escape.",
        ),
        ("en", "The king's wife slept.", "queen", "king's wife", "A king's wife is a queen."),
        ("ru", "Волки пели.", "wolf", "Волки", "«Волки» — это слово с самой карты «Волк»."),
        ("ru", "Под дубом тихо.", "tree", "дубом", "«дуб» — это тоже карта «Дерево»."),
        ("ru", "Сын царя уснул.", "prince", "Сын царя", "Сын короля — это принц."),
    ],
)
def test_player_is_shown_the_words_and_the_reason(
    language: str, sentence: str, card: str, quote: str, why: str
) -> None:
    found = {one.card: one for one in matcher_for(language, DECK).mentions(sentence)}[card]
    assert (found.quote, found.why) == (quote, why)
    assert sentence[found.start : found.end] == quote


def test_own_name_is_surer_than_another_and_both_than_a_doubt() -> None:
    def score(sentence: str) -> float:
        return matcher_for("en", DECK).mentions(sentence)[0].score

    scores = [score("A horse came."), score("A mare came."), score("It ran like a horse.")]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] >= 0.5


def test_the_clear_mention_is_shown_where_a_card_is_named_twice() -> None:
    found = matcher_for("en", DECK).mentions("He ran like a wolf, and then the wolf caught him.")
    assert [(one.card, one.answer, one.start) for one in found] == [("wolf", "hit", 33)]


def test_only_the_cards_asked_for_are_looked_for() -> None:
    matcher = matcher_for("en", DECK)
    sentence = "The king lost his ring in the forest."
    assert {one.card for one in matcher.mentions(sentence, cards=["ring", "wolf"])} == {"ring"}
    assert matcher.mentions(sentence, cards=[]) == []
    with pytest.raises(KeyError, match="unicorn"):
        matcher.mentions(sentence, cards=["ring", "unicorn"])


def test_language_without_data_of_its_own_matches_plain_names(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(
        "name: petit\ncards: [{id: wolf, category: character, pictogram: wolf}]\nendings: [fin]\n", encoding="utf-8"
    )
    for language in ("fr", "xx"):
        (tmp_path / f"{language}.yaml").write_text(
            "title: Petit jeu\ncards: {wolf: {name: Loup, gloss: bête grise, level: A1}}\nendings: {fin: Fin.}\n",
            encoding="utf-8",
        )
    sentence = "Le loup dormait."
    for language in ("fr", "xx"):
        assert matcher_for(language, str(tmp_path)).mentions(sentence) == [
            Mention("wolf", 0.95, "hit", False, 3, 7, "loup", "loup = Loup")
        ]
    assert [one.quote for one in matcher_for("fr", str(tmp_path)).mentions("Deux loups dormaient.")] == ["loups"]


def test_deck_that_is_not_written_in_the_language_is_named() -> None:
    with pytest.raises(DamagedDeck, match=r"de\.yaml"):
        matcher_for("de", DECK)


def test_threads_share_one_matcher() -> None:
    made: list[object] = []
    threads = [threading.Thread(target=lambda: made.append(matcher_for("ru", DECK))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(one) for one in made}) == 1


WORDS = "the king ' wolf-wolf don't well , . \" « » — король Иван-царевич ё Ё не как если".split()
ODDITIES = ["🐺", "\u202e", "\x00", "\n", "İ", "ß", "١٢", "-", "--", "'s", "\ud800", "e\u0301", ""]
PIECES = st.sampled_from([*WORDS, *ODDITIES])
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=30).map(" ".join), st.lists(PIECES).map("".join))


@pytest.mark.parametrize("language", ["en", "ru"])
@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_whatever_is_typed_a_quote_is_a_piece_of_it(language: str, text: str) -> None:
    for one in matcher_for(language, DECK).mentions(text):
        assert one.quote == text[one.start : one.end] != ""
        assert 0.5 <= one.score <= 1
        assert one.why
        assert "{" not in one.why or "{" in one.quote


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "the old king, a wolf and " * 4_000,
        "король, волк и " * 6_000,
        ". " * 50_000,
        "-" * 100_000,
        "🐺" * 100_000,
    ],
    ids=["one word", "a list", "a Russian list", "dots", "dashes", "emoji"],
)
def test_very_long_text_is_answered(language: str, text: str) -> None:
    assert all(one.quote == text[one.start : one.end] for one in matcher_for(language, DECK).mentions(text))


@pytest.mark.parametrize(
    ("language", "context", "sentence", "speaks"),
    [
        ("en", "", "The hedgehog rolled over, yawned and answered, 'Not before noon.'", True),
        ("en", "", "'Not before noon,' answered the old hedgehog.", True),
        ("en", "", "'Not before noon,' the miller told the hedgehog.", False),
        ("en", "The hedgehog yawned.", "'Not before noon,' he muttered.", True),
        ("en", "The miller yawned.", "'Not before noon,' he muttered.", False),
        ("en", "", "'The owl said so,' cried the cobbler.", False),
        ("en", "", "She wanted to ask the owl about it.", False),
        ("en", "", "Then old fox say to miller, wait.", True),
        ("en", "", "She let the old fox say a word.", False),
        ("ru", "", "Ёжик потянулся и ответил: «Не раньше полудня».", True),
        ("ru", "", "— Не раньше полудня, — проворчал ёжик.", True),
        ("ru", "", "А ёжик мельнику: «Не раньше полудня!»", True),
        ("ru", "", "Мельник ответил ёжику: «Не раньше полудня».", False),
        ("ru", "Ёжик потянулся.", "Потом он ответил: «Не раньше полудня».", True),
        ("ru", "", "«Так сова сказала», — закричал мельник.", False),
    ],
)
def test_beast_that_speaks_is_talking_and_a_person_is_not(
    language: str, context: str, sentence: str, speaks: bool
) -> None:
    found = {one.card for one in matcher_for(language, DECK).mentions(sentence, context=context)}
    assert ("talking" in found) == speaks


@pytest.mark.parametrize(
    ("language", "sentence", "card"),
    [
        ("en", "They lived in a dark forrest.", "forest"),
        ("en", "They lived by Forrest and Sons.", None),
        ("en", "The florist sold a wreath.", None),
        ("en", "Froest was all around.", "forest"),
        ("en", "The school of the sheeps was closed.", None),
        ("ru", "Он жил в дримучей пищере.", "cave"),
        ("ru", "Он отдал ей колцо и ушёл.", "ring"),
        ("ru", "Он читал сказцы Пещерина.", None),
    ],
)
def test_slip_of_spelling_is_read_as_the_cards_word(language: str, sentence: str, card: str | None) -> None:
    found = matcher_for(language, DECK).mentions(sentence)
    assert [one.card for one in found] == ([card] if card else [])
    assert all(0.5 <= one.score < 0.85 for one in found)


def test_possessor_weighs_less_than_the_doer_and_a_thing_less_than_a_deed() -> None:
    def slightness(sentence: str, card: str) -> float:
        facts = dict(WordMatcher("en", DECK).passing_facts(sentence))
        return passing_model().probability(facts[card])

    assert slightness("They swept the king's paths.", "king") > slightness("The king swept the paths.", "king")
    assert slightness("They slept beside the lamps.", "lamp") > slightness("They slept beside the lamps.", "sleeping")


@pytest.mark.parametrize(
    ("language", "sentence", "card", "answers"),
    [
        ("en", "The king wept.", "king", ("hit", "hit", "hit")),
        ("en", "He was as hungry as a wolf.", "wolf", ("ask", "ask", "hit")),
        ("en", "There was no king in that land.", "king", ("ask", "ask", "ask")),
        ("en", "The prinsess wept.", "princess", ("ask", "hit", "hit")),
        ("ru", "Царевна плакала.", "princess", ("hit", "hit", "hit")),
        ("ru", "Он был голоден, как волк.", "wolf", ("ask", "ask", "hit")),
        ("ru", "В той земле не было короля.", "king", ("ask", "ask", "ask")),
    ],
)
def test_a_strict_table_asks_more_and_a_loose_one_less(
    language: str, sentence: str, card: str, answers: tuple[str, ...]
) -> None:
    found = [
        matcher_for(language, DECK, strictness).mentions(sentence, cards=[card])[0].answer
        for strictness in ("strict", "normal", "loose")
    ]
    assert tuple(found) == answers
