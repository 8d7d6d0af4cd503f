"""The English lexicon: every card can be told in many words, no word tells two cards by mistake, idioms tell none."""

from __future__ import annotations

from collections import defaultdict

import pytest

from companion.decks.deck import load_deck
from companion.matching.lexicon import lexicon
from companion.matching.words import WordMatcher

CARDS = [card.id for card in load_deck("en").cards]

BOTH = {
    "aged couple": "man and woman",
    "apple-dumpling": "made of apples, to be eaten",
    "apple-orchard": "a garden of apples",
    "apple-pie": "made of apples, to be eaten",
    "apple-tree": "a tree with apples",
    "elderly couple": "man and woman",
    "fool": "the fool, and to fool somebody",
    "forest path": "a path in a forest",
    "horse-race": "a contest of horses",
    "impersonate": "in disguise, to deceive",
    "impersonation": "in disguise, to deceive",
    "kitchen-fire": "a fire in a kitchen",
    "love-letter": "a letter of love",
    "magic sleep": "a sleep under a spell",
    "marriage-feast": "a feast for a wedding",
    "mill-stream": "the stream of a mill",
    "millstream": "the stream of a mill",
    "mountain-stream": "a stream on a mountain",
    "old couple": "man and woman",
    "old witch": "a witch who is old",
    "outsmart": "the wiser deceives the other",
    "outwit": "the wiser deceives the other",
    "pass herself off": "in disguise, to deceive",
    "pass himself off": "in disguise, to deceive",
    "pegasus": "a horse that flies",
    "pose as": "in disguise, to deceive",
    "royal couple": "king and queen",
    "royal pair": "king and queen",
    "royal parents": "king and queen",
    "sand-storm": "a storm in a desert",
    "sandstorm": "a storm in a desert",
    "sea-monster": "a monster of the sea",
    "sea-voyage": "a journey over the sea",
    "wedding-feast": "a feast for a wedding",
}
"""Words that truly say what is on two cards, and why."""

# (sentence, card, "hit", "ask" or "no"); a near miss stands beside its hit.
SENTENCES = [
    # Synonyms and instances
    ("The steed of the messenger was white with foam.", "horse", "hit"),
    ("He counted his dapple-greys at the fence.", "horse", "hit"),
    ("A hoopoe sat on the sundial.", "bird", "hit"),
    ("The padishah yawned behind his fan.", "king", "hit"),
    ("A hornbeam stood beside the pump.", "tree", "hit"),
    ("They ate barley-bread on the wall.", "food", "hit"),
    ("She wore a ball gown and no shoes.", "clothes", "hit"),
    ("Her shoes were green.", "clothes", "ask"),
    ("He locked the gate behind him.", "door", "ask"),
    ("A bare hill rose behind the farm.", "mountain", "ask"),
    ("The guards threw him into prison.", "dungeon", "ask"),
    ("An ogre peeled onions.", "monster", "hit"),
    ("An ogre peeled onions.", "giant", "ask"),
    ("A toad sat on the step.", "frog", "ask"),
    ("The rider adjusted his hat.", "horse", "ask"),
    # Verbs and phrases for what happens
    ("The tailor took to his heels.", "escape", "hit"),
    ("I took to my heels at once.", "escape", "hit"),
    ("He took off his shoes at the heels.", "escape", "no"),
    ("The prisoners dug a tunnel under the wall.", "escape", "hit"),
    ("She bolted the shutters.", "escape", "no"),
    ("They fell to blows over a hat.", "fight", "hit"),
    ("He attacked his breakfast with a spoon.", "fight", "no"),
    ("The two of them fell out over a goat.", "quarrel", "hit"),
    ("A button fell out of his pocket.", "quarrel", "no"),
    ("She drew her last breath at noon.", "death", "hit"),
    ("The old duke passed away at harvest time.", "death", "hit"),
    ("You frightened me to death with that mask.", "death", "no"),
    ("They tied the knot in a barn.", "wedding", "hit"),
    ("The miller dozed off over his soup.", "sleeping", "hit"),
    ("My foot has gone to sleep.", "sleeping", "no"),
    ("The fox led him by the nose.", "deception", "hit"),
    ("The juggler did card tricks on a barrel.", "deception", "no"),
    ("They dug a pit and laid branches over it.", "trap", "hit"),
    ("She pricked her finger on a needle.", "injury", "hit"),
    ("He scratched his head over the sum.", "injury", "no"),
    ("Lightning flashed and thunder rolled.", "storm", "hit"),
    ("A storm of applause shook the barn.", "storm", "no"),
    ("The tailor shook hands on it.", "promise", "hit"),
    ("He swore at the mule all morning.", "promise", "no"),
    ("They pulled him out of the river by his hair.", "rescue", "hit"),
    ("She saved a little money every week.", "rescue", "no"),
    ("Winters came and went.", "time-passes", "hit"),
    ("The next day it rained.", "time-passes", "ask"),
    # What somebody or something is like
    ("She knew no fear.", "brave", "hit"),
    ("He lost his way among the bogs.", "lost", "hit"),
    ("He lost his temper and broke a cup.", "lost", "no"),
    ("The child was no bigger than a thimble.", "tiny", "hit"),
    ("It was only fair to share the bread.", "beautiful", "no"),
    ("It was a pretty penny that he paid.", "beautiful", "no"),
    ("They say love is blind.", "blind", "no"),
    ("He put on a peasant's smock and a false beard.", "disguised", "hit"),
    ("She stole a glance at the clock.", "stolen", "no"),
    ("She flew into a rage.", "flying", "no"),
    ("The poor thing shivered.", "poor", "no"),
    ("Luckily for us, nobody looked up.", "lucky", "hit"),
    # Idioms and other senses of things and persons
    ("The key to success is a good breakfast.", "key", "no"),
    ("They stood in a ring around the piper.", "ring", "no"),
    ("He played the tune in a minor key.", "key", "no"),
    ("We are all in the same boat.", "boat", "no"),
    ("He was hungry as a wolf.", "wolf", "no"),
    ("The soldier fired an arrow at the clouds.", "fire", "no"),
    ("He chopped wood until noon.", "forest", "no"),
    ("He cut his name in large letters.", "letter", "no"),
    ("He paid ten crowns for the mule.", "crown", "no"),
    ("Everyone present laughed.", "gift", "no"),
    ("He had a pain in his chest.", "chest", "no"),
    ("The film was a fairy tale about socks.", "fairy", "no"),
    ("I beg your pardon, said the tailor.", "beggar", "no"),
    ("They hunted for the lost button.", "hunter", "no"),
    ("Tears welled up in his eyes.", "well", "no"),
    ("All went well, and he did well out of it.", "well", "no"),
    # What stands between the words of a name is an object, and a whole one.
    ("She told the king a lie about the soup.", "deception", "hit"),
    ("They heard that he told him a king lay in the hall.", "deception", "ask"),
    ("The cat burnt the fish itself.", "injury", "no"),
    ("They had a rowing boat and no oars.", "quarrel", "ask"),
    ("She had a row with the rowers.", "quarrel", "hit"),
    ("The hounds were on his track before noon.", "chase", "hit"),
    ("So long that the ship had no end was the queue.", "boat", "hit"),
    # Another sense of the word, or another part of speech.
    ("He was fed on flies.", "flying", "no"),
    ("She flies over the roofs.", "flying", "hit"),
    ("We met all our deadlines.", "meeting", "no"),
    ("He met a tinker on the stairs.", "meeting", "hit"),
    ("She stormed out of the shop.", "storm", "no"),
    ("The storm took the roof.", "storm", "hit"),
    ("He sat on a lump of wood.", "forest", "no"),
    ("They walked at the edge of the wood.", "forest", "hit"),
    ("He fought back a sneeze.", "fight", "no"),
    ("They devoured the sandwiches.", "death", "no"),
]


@pytest.fixture(scope="module")
def matcher() -> WordMatcher:
    return WordMatcher("en")


@pytest.mark.parametrize("card", CARDS)
def test_card_can_be_told_in_many_ways(card: str) -> None:
    words = lexicon("en").cards[card]
    assert len(words.hit) + len(load_deck("en").by_id[card].face.other) >= 15
    assert words.ask
    assert 2 <= len(words.describe) <= 4


def test_word_tells_two_cards_only_where_both_are_truly_said() -> None:
    cards: dict[str, set[str]] = defaultdict(set)
    for card in load_deck("en").cards:
        for name in (card.name, *card.face.other, *(entry.text for entry in lexicon("en").cards[card.id].hit)):
            cards[name.lower()].add(card.id)
    assert {name for name, of in cards.items() if len(of) > 1} == set(BOTH)


@pytest.mark.parametrize(("sentence", "card", "answer"), SENTENCES)
def test_sentence_tells_the_card_or_does_not(matcher: WordMatcher, sentence: str, card: str, answer: str) -> None:
    found = {one.card: one.answer for one in matcher.mentions(sentence)}
    assert {"implied": "hit"}.get(found.get(card, "no"), found.get(card, "no")) == answer
