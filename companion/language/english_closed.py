"""English words that build a sentence, by what they do in it."""

from __future__ import annotations

from companion.language.clauses import Gender

ARTICLES = frozenset("a an the this that these those some any no every each either neither another both all".split())
FRESH = frozenset("a an some".split())
DEFINITE = frozenset("the this that these those all both".split())
OTHER = frozenset("another other second new third else different".split())
NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen many few".split()
)
POSSESSIVES: dict[str, tuple[Gender, bool]] = {
    "his": ("m", False), "her": ("f", False), "its": ("n", False), "their": ("", True),
    "my": ("", False), "your": ("", False), "our": ("", True), "whose": ("", False),
}  # fmt: skip
PRONOUNS: dict[str, tuple[Gender, bool]] = {
    "he": ("m", False), "him": ("m", False), "himself": ("m", False), "she": ("f", False), "her": ("f", False),
    "herself": ("f", False), "it": ("n", False), "itself": ("n", False), "they": ("", True), "them": ("", True),
    "themselves": ("", True), "i": ("", False), "me": ("", False), "you": ("", False), "we": ("", True),
    "us": ("", True), "nobody": ("", False), "everyone": ("", True), "everybody": ("", True), "someone": ("", False),
    "somebody": ("", False), "nothing": ("n", False), "everything": ("n", False),
}  # fmt: skip
MODALS = frozenset("will would shall should can could may might must 'll 'd ca wo sha".split())
UNREAL = frozenset("will would shall should may might must 'll 'd wo sha".split())
AUXILIARY = frozenset({"be", "have", "do"})
NEGATIONS = frozenset("not n't never no neither nor hardly without cannot".split())
PREPOSITIONS = frozenset(
    "in of at by for with from into onto on upon to through under over behind beside near against towards toward "
    "within without among amongst between across along around beneath above below beyond inside outside off past "
    "about like during".split()
)
SUBORDINATORS = frozenset(
    "when while because since although though until till after before as where why how so".split()
)
IFS = frozenset("if unless whether lest suppose".split())
RELATIVES = frozenset("who which that whom".split())
LINKS = frozenset("be become turn grow go get remain stay seem look fall feel keep".split())
PARTICLES = frozenset(
    "asleep awake back away out up down off home apart free alive dead blind deaf mute open shut over on loose "
    "together aside forth again".split()
)
BOYS = frozenset(
    "king prince man boy brother father son wizard knight husband uncle grandfather lad hunter miller smith "
    "blacksmith "
    "tailor fisherman shepherd merchant soldier captain duke lord emperor sultan giant gentleman "
    "baron earl count marquis sir mr dad daddy papa grandpa grandad abbot friar priest vicar host landlord "
    "stepfather stepson stepbrother godfather fellow chap widower emperor bridegroom bachelor "
    "monk farmer cobbler groom sorcerer nephew grandson sailor woodcutter butcher squire bishop".split()
)
GIRLS = frozenset(
    "queen princess woman girl sister mother daughter witch fairy stepmother wife aunt grandmother maid widow bride "
    "lady empress granny duchess nun goddess mermaid niece granddaughter stepsister stepdaughter sorceress hen cow "
    "nurse countess baroness mum mummy mama granny grandma gran auntie lass damsel landlady hostess abbess priestess "
    "giantess stewardess godmother bridesmaid".split()
)
KIN = frozenset("brother sister father mother son daughter wife husband uncle aunt cousin".split())
"""Words that make no compound: "they made his brother treasurer"."""
LEAVE_SO = frozenset("bear leave make strike find".split())
"""Deeds that say in the end how somebody is: "born blind", "struck dumb"."""
ADDS = frozenset("stone stark".split())
""" "Stone deaf" is very deaf."""
LOOSE = frozenset("deaf blind dumb mute lame bald dead asleep".split())
"""Qualities that are told behind a comma: "a cobbler, deaf as a post"."""
STATES = frozenset("asleep awake free alive dead blind deaf mute".split())
"""Particles that say how somebody is then: "born blind"."""
ABLE = frozenset("can could ca cannot".split())
NAMED = frozenset("called named".split())
DIRECTIONS = frozenset("down up round out".split())
"""Prepositions before an article, else adverbs: "down the road", "sat down"."""
NO_VERBS = frozenset(
    "still even just away back over off next third evening morning winter summer autumn night day week tide gate "
    "tree "
    "ice heel home silver breakfast further cherry town half far stone powder dust ash sandwich boot inn people "
    "barrel "
    "candle wing mother father husband".split()
)
"""Words that a dictionary takes for verbs as well, and tales hardly ever do."""
FRONTED = frozenset("in up down out over away off here there along back".split())
PLACES = frozenset("in on near across under over through along beyond at into onto off past around".split())
"""Prepositions behind which a name is a place's or a day's."""
TITLED_BY = frozenset("the his her their my our your".split())
""" "His apprentice Ned": what stands between one of these and a name goes with the name."""
TITLES = frozenset(
    "old little great big young sir saint st miss mr mrs dr doctor captain colonel general professor judge brother "
    "grandmother grandfather dame don north south east west new black white red blue green gray long high".split()
)
"""Words with a capital before a name that are no names themselves."""
DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december easter christmas michaelmas whitsun martinmas".split()
)
SHOWS = frozenset("see hear let make watch help feel have bid do notice".split())
"""Verbs behind whose object a base form is a verb: "heard the wolf howl"."""
MOVES = frozenset(
    "go come walk run ride drive trot gallop march stroll travel climb step jump leap fly swim sail crawl creep "
    "hurry "
    "rush roll rumble wander dance limp slide rattle trundle thunder clatter tumble skip hop float drift".split()
)
"""Deeds behind which "over the bridge" is a way, not the rest of the verb."""
STANDS = frozenset("live come stand sit lie hang go walk step run rise fly ride hop waddle stroll rush".split())
"""Deeds that need no object, so that a noun behind them may be who does them."""
HANDLES = frozenset(
    "put take try turn pull tear cut bite throw knock hand think carry pass set blow push kick break shake get".split()
)
"""Deeds with which "off the lid" is the rest of the verb, not a way."""
BREAKS = frozenset("break cut knock push kick bite tear throw hand".split())
"""Of these, deeds behind which "on" is a place: "it broke on a rock"."""
GIVES = frozenset(
    "give tell show bring send hand offer lend sell teach pay buy make call ask pour throw pass write read promise "
    "owe "
    "cook bake fetch get find leave feed grant wish name find serve deal toss cost build deny knit sew".split()
)
"""Deeds that have two bare nouns behind them: to whom, and what."""
TIMES = frozenset("night day morning evening afternoon week month year winter summer spring autumn time hour".split())
"""Nouns that stand bare for when it was: "they came that night"."""
SPENDS = frozenset("spend pass waste love hate like greet call be become have".split())
SIDES = frozenset(
    "north south east west northern southern eastern western upper lower left right front inner outer".split()
)
"""Adjectives that tell one of a kind from another."""
NOMINATIVES = frozenset("he she they we i".split())
ITSELF = frozenset("himself herself itself themselves".split())
COMING = frozenset("when until till before once".split())
"""Joining words behind which speech tells of what is to come: "when they wake"."""
LATER = frozenset("will would 'll wo".split())
"""Modal verbs of what is still to come: "it will wear off"."""
GETS = frozenset("get".split())
"""Verbs that make a passive with a participle behind them: "got turned into a teapot"."""
FEMALE, MALE = ("woman", "wife", "maid", "girl", "mother", "sister", "daughter"), ("man", "boy", "father", "brother")
"""Endings that tell whether it is a woman or a man."""
NO_MEN = frozenset("human talisman caiman shaman german roman ottoman".split())


def is_number(word: str) -> bool:
    """ "Nine", "ninety-nine"."""
    return all(part in NUMBERS for part in word.split("-"))
