"""The Russian lexicon: every card can be told in many words, no word tells two cards by mistake, idioms tell none."""

from __future__ import annotations

from collections import defaultdict

import pymorphy3
import pytest

from companion.decks.deck import load_deck
from companion.matching.lexicon import lexicon
from companion.matching.words import WordMatcher

CARDS = [card.id for card in load_deck("ru").cards]

BOTH: dict[str, str] = {}
"""Words that truly say what is on two cards, and why."""

# (sentence, card, "hit", "ask" or "no"); a near miss stands beside its hit.
SENTENCES = [
    # Synonyms, instances, old and affectionate words
    ("Подвёл конюх бурушку к самому крыльцу.", "horse", "hit"),
    ("За амбаром была конюшня.", "horse", "ask"),
    ("Ехал он верхом.", "horse", "ask"),
    ("Стояла на юру избёнушка без крыши.", "hut", "hit"),
    ("Махараджа зевнул и велел подавать слонов.", "king", "hit"),
    ("Князь зевнул и велел подавать сани.", "king", "ask"),
    ("На заборе сидел сапсан.", "bird", "hit"),
    ("На полке лежал вчерашний круассан.", "food", "hit"),
    ("Он съел и ушёл.", "food", "ask"),
    ("На ней был старый свитер.", "clothes", "hit"),
    ("На ней были новые туфли.", "clothes", "ask"),
    ("За баней росла акация.", "tree", "hit"),
    ("У пристани качалась яхточка, а за ней катер.", "boat", "hit"),
    ("Он открыл калитку и свистнул.", "door", "ask"),
    ("За хутором начинался холм.", "mountain", "ask"),
    ("Воеводу посадили в острог.", "dungeon", "ask"),
    ("Огр чистил лук и плакал.", "monster", "hit"),
    ("Тролль чистил лук и плакал.", "giant", "ask"),
    ("На кочке сидела жаба.", "frog", "ask"),
    # Verbs with their aspect pairs, and set phrases for deeds
    ("Портной дал стрекача, только пятки засверкали.", "escape", "hit"),
    ("Портной сбежал по лестнице за газетой.", "escape", "no"),
    ("Пленник перегрыз верёвки и был таков.", "escape", "hit"),
    ("Коня увели со двора тайком.", "stolen", "hit"),
    ("Он украдкой взглянул на часы.", "stolen", "no"),
    ("Лиса обвела мельника вокруг пальца.", "deception", "hit"),
    ("Мельник обвёл всех взглядом.", "deception", "no"),
    ("Она провела день у телевизора.", "deception", "no"),
    ("Старый граф испустил последний вздох.", "death", "hit"),
    ("Его избили до смерти.", "death", "hit"),
    ("Он до смерти испугался своей тени.", "death", "no"),
    ("Гости помирали со смеху.", "death", "no"),
    ("Стоял сторож ни жив ни мёртв.", "death", "no"),
    ("К полуночи все клевали носом.", "sleeping", "hit"),
    ("До рассвета он не сомкнул глаз.", "sleeping", "no"),
    ("Яму засыпали землёй.", "sleeping", "no"),
    ("Под утро она проснулась.", "sleeping", "ask"),
    ("Гончие взяли след, и стража погналась за ними.", "chase", "hit"),
    ("Мальчишка погнал гусей на луг.", "chase", "no"),
    ("Она порезала палец о крышку.", "injury", "hit"),
    ("Он целый вечер ломал голову.", "injury", "no"),
    ("Друзья разбежались в разные стороны.", "parting", "hit"),
    ("Он расстался с мыслью о пенсии.", "parting", "no"),
    ("Она пошла под венец в чужих туфлях.", "wedding", "hit"),
    ("Она пошла под венец в чужих туфлях.", "crown", "no"),
    ("Сапожник полез в драку первым.", "fight", "hit"),
    ("Весь вечер он бился над задачей.", "fight", "no"),
    ("Сердце у неё билось часто.", "fight", "no"),
    ("Загремел гром, и хлынул ливень.", "storm", "hit"),
    ("Буря аплодисментов не стихала.", "storm", "no"),
    ("Минуло три года.", "time-passes", "hit"),
    ("На следующий день похолодало.", "time-passes", "ask"),
    ("Ударился он оземь и обернулся соколом.", "transformation", "hit"),
    ("Он обернулся назад и никого не увидел.", "transformation", "no"),
    ("Её угораздило выйти за короля.", "queen", "hit"),
    # What somebody or something is like
    ("От радости он ног под собой не чуял.", "happy", "hit"),
    ("К счастью, билет нашёлся.", "happy", "no"),
    ("К счастью, билет нашёлся.", "lucky", "hit"),
    ("Это было в далёком краю.", "far-away", "hit"),
    ("Пошёл он дальше и думает.", "far-away", "no"),
    ("Глаз не оторвать, до чего нарядна.", "beautiful", "hit"),
    ("В один прекрасный день он опоздал.", "beautiful", "no"),
    ("Был он не робкого десятка.", "brave", "hit"),
    ("Смело можно сказать, что он прав.", "brave", "no"),
    ("В доме ни гроша за душой.", "poor", "hit"),
    ("У него сильно болела голова.", "strong", "no"),
    ("Время летело незаметно.", "flying", "no"),
    # Homonyms and idioms of persons, things and places
    ("Из-под камня бил ключ.", "key", "no"),
    ("Жизнь тут бьёт ключом.", "key", "no"),
    ("Из-под камня бил ключ.", "well", "ask"),
    ("На сундуке висел замок.", "palace", "no"),
    ("Змея свернулась кольцом.", "ring", "no"),
    ("Я голоден как волк.", "wolf", "no"),
    ("Хоть волком вой, сказал сторож.", "wolf", "no"),
    ("Гора посуды ждала в раковине.", "mountain", "no"),
    ("Слёзы текли ручьём.", "river", "no"),
    ("Ему было море по колено.", "sea", "no"),
    ("Он валял дурака до обеда.", "fool", "no"),
    ("Он большой охотник до сладкого.", "hunter", "no"),
    ("Считать ворон на уроке не полагалось.", "bird", "no"),
    ("Щёки у неё горели от мороза.", "fire", "no"),
    ("При царе Горохе тут был рынок.", "king", "no"),
    ("Скатертью дорога, сказал хозяин.", "road", "no"),
]


@pytest.fixture(scope="module")
def matcher() -> WordMatcher:
    return WordMatcher("ru")


@pytest.fixture(scope="module")
def dictionary() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


@pytest.mark.parametrize("card", CARDS)
def test_card_can_be_told_in_many_ways(card: str) -> None:
    words = lexicon("ru").cards[card]
    # A key or a ladder has few other names.
    assert len(words.hit) + len(load_deck("ru").by_id[card].face.other) >= 8
    assert words.ask
    assert 2 <= len(words.describe) <= 4


def test_word_tells_two_cards_only_where_both_are_truly_said() -> None:
    cards: dict[str, set[str]] = defaultdict(set)
    for card in load_deck("ru").cards:
        for name in (card.name, *card.face.other, *(entry.text for entry in lexicon("ru").cards[card.id].hit)):
            cards[_fold(name)].add(card.id)
    assert {name for name, of in cards.items() if len(of) > 1} == set(BOTH)


@pytest.mark.parametrize("card", CARDS)
def test_every_word_that_counts_is_heard(matcher: WordMatcher, card: str) -> None:
    unheard = [
        entry.text
        for entry in lexicon("ru").cards[card].hit
        if not any(found.score >= 0.5 for found in matcher.mentions(entry.text, cards=[card]))
    ]
    assert unheard == []


@pytest.mark.parametrize("card", CARDS)
def test_word_is_a_base_form_or_is_heard_in_another_case(
    matcher: WordMatcher, dictionary: pymorphy3.MorphAnalyzer, card: str
) -> None:
    """Affectionate and old words that the dictionary lacks are declined by guess; the guess must lead back."""
    lost = []
    for entry in (*lexicon("ru").cards[card].hit, *lexicon("ru").cards[card].ask):
        parses = [one for one in dictionary.parse(entry.text.lower()) if _fold(one.normal_form) == _fold(entry.text)]
        if " " in entry.text or "-" in entry.text or any(one.is_known for one in parses):
            continue
        form = next((one for parse in parses if (one := parse.inflect({"accs"}))), None)
        if form is None or not matcher.mentions(f"Все видели {form.word}.", cards=[card]):
            lost.append(entry.text)
    assert lost == []


@pytest.mark.parametrize(("sentence", "card", "answer"), SENTENCES)
def test_sentence_tells_the_card_or_does_not(matcher: WordMatcher, sentence: str, card: str, answer: str) -> None:
    found = {one.card: one.answer for one in matcher.mentions(sentence)}
    assert {"implied": "hit"}.get(found.get(card, "no"), found.get(card, "no")) == answer


def _fold(word: str) -> str:
    return word.lower().replace("ё", "е")
