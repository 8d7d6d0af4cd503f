"""The hand-written sentences: complete, sound in form, plain about their card, and sparing with other cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.decks.deck import load_deck
from companion.errors import BadInput, DamagedDeck
from companion.matching import Matcher, Mention, matcher_for
from companion.narrators.scripted.template import Person, Scene, render
from companion.narrators.scripted.texts import FOLDER, CardTexts, Line, Texts, load_texts, texts_for

LANGUAGES = ("ru", "en")
ROLES = {"foe": ("giant", "wolf"), "friend": ("bird", "frog"), "beloved": ("princess", "prince")}


def scene(texts: Texts, hero: int, line: Line | None = None, card: str = "") -> Scene:
    """A scene with the hero of that number and whomever the sentence needs."""
    who = texts.heroes[hero]
    roles = {}
    if line is not None and line.needs:
        first, other = ROLES[line.needs]
        told = texts.cards[other if first == card else first]
        roles[line.needs] = Person(told.forms, told.gender or "m")
    words = {"who": who.who, "card": "X", "at": "at", "to": "to", "from": "from",
             "wish": next(iter(texts.wishes.values()), "")}  # fmt: skip
    return Scene(Person(who.forms, who.gender), texts.cases, texts.pronouns, roles, words=words)


def card_lines(texts: Texts) -> Iterator[tuple[str, CardTexts, Line]]:
    for card, told in texts.cards.items():
        for line in told.tell:
            yield card, told, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_ending_of_the_deck_can_be_told(language: str) -> None:
    texts, deck = texts_for(language), load_deck(language)
    assert set(texts.cards) == set(deck.by_id)
    assert set(texts.endings) == set(deck.endings)
    assert all(len([line for line in told.tell if not line.laid and not line.needs]) >= 4
               for told in texts.cards.values())  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_names_its_card_plainly_for_heroes_of_either_gender(language: str) -> None:
    texts, matcher = texts_for(language), matcher_for(language)
    vague = []
    for card, _, line in card_lines(texts):
        for hero in (0, len(texts.heroes) - 1):
            sentence = render(line.say, scene(texts, hero, line, card)) or ""
            said = matcher.mentions(sentence, cards=[card])
            if not said or said[0].answer != "hit" or said[0].passing:
                vague.append(f"{card}: {sentence}")
    # A sentence that the matcher does not take for its card is never told; a few of 1,100 do no harm.
    assert len(vague) <= 8, "\n".join(vague)


def flagged(matcher: Matcher, sentence: str) -> list[Mention]:
    """What the table is shown; what is only near a card speaks to whoever asks."""
    return [said for said in matcher.mentions(sentence) if said.score >= 0.5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_seldom_give_the_story_away_by_naming_another_card(language: str) -> None:
    texts, matcher = texts_for(language), matcher_for(language)
    others, count = 0, 0
    for card, _, line in card_lines(texts):
        told = {card, line.laid, *ROLES.get(line.needs or "", ())}
        sentence = render(line.say, scene(texts, 0, line, card)) or ""
        others += sum(said.card not in told for said in flagged(matcher, sentence))
        count += 1
    assert others / count < 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_with_a_slot_or_a_choice_in_it(language: str) -> None:
    texts = texts_for(language)
    for place, line in texts.lines():
        for hero in range(len(texts.heroes)):
            sentence = render(line.say, scene(texts, hero, line))
            assert sentence, place
            assert not set("{}[]|") & set(sentence) and "  " not in sentence, f"{place}: {sentence}"
            assert len(sentence) <= 400 and sentence[-1] in '.!?»"', f"{place}: {sentence}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_twice(language: str) -> None:
    templates = [line.say for _, line in texts_for(language).lines()]
    assert len(templates) == len(set(templates))


@pytest.mark.parametrize("language", LANGUAGES)
def test_connectives_name_no_card(language: str) -> None:
    ties, matcher = texts_for(language).connectives, matcher_for(language)
    for tie in (*ties.first, *ties.plain, *ties.place, *ties.turn):
        assert not flagged(matcher, tie.say.replace("{at}", "")), tie


@pytest.mark.parametrize("language", LANGUAGES)
def test_bridges_to_the_ending_name_almost_no_cards(language: str) -> None:
    texts, matcher = texts_for(language), matcher_for(language)
    bridges = [*texts.bridges, *(bridge for of_one in texts.endings.values() for bridge in of_one)]
    naming = [b for b in bridges if flagged(matcher, render(b.say, scene(texts, 1, b)) or "")]
    assert len(naming) <= len(bridges) // 15, naming


@pytest.mark.parametrize(
    ("template", "hero", "says"),
    [
        ("{then} {h} [пришёл|пришла], ждал {его} {foe}.", 0, "И вот Тимофей пришёл, ждал его дракон."),
        ("{then} {h} [пришёл|пришла], [foe:ждал|ждала] {его} {foe}.", 4, "И вот Варвара пришла, ждал её дракон."),
        ("«[Он|Она] тут», — сказали {h.d}.", 4, "«Она тут», — сказали Варваре."),
        ("Тут явился {friend}.", 0, None),
    ],
)  # fmt: skip
def test_slots_and_agreement(template: str, hero: int, says: str | None) -> None:
    texts = texts_for("ru")
    dragon = Person(texts.cards["dragon"].forms, "m")
    who = texts.heroes[hero]
    now = Scene(Person(who.forms, who.gender), texts.cases, texts.pronouns, {"foe": dragon})
    assert render(template, now, "И вот") == says


def test_a_language_without_texts_names_the_file_to_add() -> None:
    with pytest.raises(BadInput, match=r"de\.yaml.*'de'.*en, ru"):
        texts_for("de")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("stage: early", "stage: soon", r"cards: king: stage"),
        ("    stage: early", "    colour: red\n    stage: early", r"cards: king: colour"),
        ("forms: [the king, the king's]", "forms: [the king]", r"cards: king: forms: .*n, s"),
        ("the king of that country heard of {h}", "the king heard of {hero}", r"cards: king: tell: 0: .*\{hero\}"),
        ("{if: queen, say", "{if: quen, say", r"cards: king: tell: 4: if: .*'quen'"),
        ("cards:\n", "cards: [\n", r"line"),
        ("forms: [the girl, the girl's]", "forms: [the girl]", r"cards: child: called: 0: forms"),
        ("protagonists: [prince", "protagonists: [pince", r"protagonists: 'pince'"),
    ],
)
def test_a_damaged_file_names_file_card_and_field(tmp_path: Path, old: str, new: str, says: str) -> None:
    whole = (FOLDER / "en.yaml").read_text(encoding="utf-8")
    assert old in whole
    damaged = tmp_path / "en.yaml"
    damaged.write_text(whole.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DamagedDeck, match=rf"en\.yaml: .*{says}"):
        load_texts(damaged)
