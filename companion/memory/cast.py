"""Who and what has appeared in the tale, under which names; pronouns find the one who was told of last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.language.clauses import Noun
from companion.memory.entity import MEASURES, SAYS, Entity
from companion.memory.lexicon import Lexicon, matches
from companion.memory.likeness import may_be, sorts_of, traits_of

_FIRST_AND_SECOND = frozenset("i me you we us я меня мне мной ты тебя тебе тобой мы нас нам вы вас вам".split())
_NOMINATIVES = frozenset("he she they it он она оно они".split())
_ENDINGS = "аяиыуюеоьй"
_ALWAYS_PLURAL = ("и", "ы")
"""How base forms end that have no singular: гусли, сани."""
_SELF = frozenset("себя себе собой".split())
_OBLIQUE = frozenset("его ему им нём нем него нему ним".split())
"""These are of "оно" as well as of "он"."""
_THAT_ONE = frozenset("тот тому тем та ту те тех".split())
_ANYBODY = frozenset(
    "nobody nothing everyone everybody someone somebody everything кто никто ничто что все кто-то".split()
)


class Cast:
    """The entities of one tale. Changes as the tale is told; `copy` is cheap."""

    def __init__(self, known: Lexicon) -> None:
        self.known = known
        self._entities: dict[int, Entity] = {}
        self._recent: list[int] = []
        """Numbers, the latest told of last."""
        self.dead: set[int] = set()
        self._placed: dict[tuple[int, int, str], int] = {}
        """Whom each noun of the latest sentence means: several clauses may share one noun."""

    def copy(self) -> Cast:
        other = Cast(self.known)
        other._entities, other._recent, other.dead = dict(self._entities), list(self._recent), set(self.dead)
        return other

    def __getitem__(self, number: int) -> Entity:
        return self._entities[number]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._entities.values())

    def __len__(self) -> int:
        return len(self._entities)

    @property
    def knows_acts(self) -> bool:
        """Whether the lexicon tells what becomes of things from what people do: then pronouns are read by it."""
        return bool(self.known.for_things)

    def is_for_things(self, verb: str) -> bool:
        """Whether the verb tells what becomes of things rather than of people: break, burn down."""
        return verb in self.known.for_things

    def is_of_things(self, verb: str, words: frozenset[str]) -> bool:
        """Whether the verb is done to things rather than to people: give away, lose, drop into the river."""
        known = self.known
        return matches(known.gives, verb, words) or verb in known.losses or self._is_ruin(verb, words)

    def _is_ruin(self, verb: str, words: frozenset[str]) -> bool:
        if matches(self.known.states["dead"].object, verb, words):
            return False
        return matches(self.known.states["gone"].object, verb, words)

    def key(self, noun: Noun) -> str:
        """What the noun is known by: its role, else its base form."""
        return self._named(noun.lemma, is_name=noun.kind == "name")

    def _named(self, word: str, *, is_name: bool = True) -> str:
        """A role, a base form, or the stem of a name: unknown names have no sure base form."""
        role = self.known.roles.get(word)
        if role is not None or not is_name:
            return role or word
        stem = word.rstrip(_ENDINGS)
        return stem if len(stem) >= 2 else word

    def find(
        self,
        noun: Noun,
        line: int,
        *,
        subject: int | None = None,
        but: int | None = None,
        acts: bool = False,
        thing: bool = False,
        acting: int | None = None,
    ) -> int | None:
        """The number of whom or what the noun means; somebody new is brought in. None: nobody in particular.

        `subject`: who the last clause was about; a pronoun means it first. `but`: whom a pronoun cannot mean here.
        `acts`: it does or has something, so that a pronoun rather means somebody than something. `thing`: it is given
        away or lost, so that it rather means something. `acting`: the subject of the noun's clause, if it is told yet.
        """
        if noun.kind == "pronoun":
            number: int | None = self._by_pronoun(noun, subject, but=but, acts=acts, thing=thing, line=line)
        else:
            if any(one[0] != line for one in self._placed):
                self._placed = {}
            place = (line, noun.start, noun.lemma)
            if place not in self._placed:
                self._placed[place] = self._by_name(noun, line, subject, acting)
            number = self._placed[place]
        if number is not None:
            self._touch(number, line, noun)
        return number

    def at(self, start: int, line: int) -> int | None:
        """Whom or what the noun at that place of the latest sentence means."""
        return next((number for (one, where, _), number in self._placed.items() if (one, where) == (line, start)), None)

    def owned_by(self, number: int | None, owner: int | None) -> None:
        """Somebody has it, if nobody else has."""
        if number is not None and owner is not None and number != owner and self._entities[number].owner is None:
            self._entities[number] = replace(self._entities[number], owner=owner)

    def speaks(self, number: int, verb: str) -> None:
        """Who asks and answers is somebody."""
        if verb in SAYS and not self._entities[number].is_person:
            self._entities[number] = replace(self._entities[number], is_person=True)

    def bring_forward(self, numbers: Iterable[int | None]) -> None:
        """Whom a clause is about comes first to mind, then what is done to: the last of `numbers` first."""
        for number in numbers:
            if number in self._recent:
                self._recent.remove(number)
                self._recent.append(number)

    def _names(self, noun: Noun) -> set[str]:
        return {self.key(noun), *self._named_both(noun.names)} if noun.kind == "name" else set()

    def _named_both(self, names: Iterable[str]) -> set[str]:
        """A word beside a noun: a name with an unsure base form, or one of the dictionary ("атаман Гвоздь")."""
        return {self._named(name, is_name=is_name) for name in names for is_name in (True, False)}

    def send_back(self, noun: Noun, line: int) -> None:
        """Somebody whom there is none of: no pronoun means him. "She had no sister."""
        number = self._placed.get((line, noun.start, noun.lemma))
        if number in self._recent and self._entities[number].line == line:
            self._recent.remove(number)

    def known_as(self, number: int, *words: str, is_name: bool = False) -> None:
        """Another name or role of an entity: "the miller's son became king"."""
        entity = self._entities[number]
        told = {word for word in words if is_name or word in self.known.roles or word in self.known.people}
        keys = entity.keys | {self._named(word, is_name=is_name) for word in told} | (told if is_name else set())
        self._entities[number] = replace(entity, keys=keys)

    def _by_pronoun(
        self,
        noun: Noun,
        subject: int | None,
        *,
        but: int | None = None,
        acts: bool = False,
        thing: bool = False,
        line: int | None = None,
    ) -> int | None:
        if noun.lemma in _SELF:
            return subject
        if noun.lemma in _FIRST_AND_SECOND or noun.lemma in _ANYBODY:
            return None
        if noun.lemma in _THAT_ONE:  # "тот улыбнулся": not the one who was told of
            but = subject
        order = ([subject] if subject is not None else []) + self._recent[::-1]
        if acts and noun.gender != "n":
            order = [one for one in order if self._entities[one].is_person] + order
        fitting = [number for number in dict.fromkeys(order) if number != but and self._suits(noun, number)]
        if noun.gender in ("m", "f") and noun.lemma not in _NOMINATIVES:
            # "Takes her bow": rather hers who is known for a woman than of somebody not known for one.
            fitting.sort(key=lambda number: not self._is_of_gender(noun, number))
        elif noun.lemma == "it" and but is not None and fitting[:1] != [subject]:
            fitting.sort(key=self._is_unlike_thing)
        elif noun.lemma == "they":
            fitting.sort(key=lambda number: not self._entities[number].is_person)
        if thing:
            fitting.sort(key=lambda number: self._entities[number].is_person)
        if subject in fitting and subject in self.dead and self._entities[subject].last == line:
            return subject  # named in this very sentence, as if alive
        # Of two who may be meant, it is not the dead one.
        alive = next((number for number in fitting if number not in self.dead), None)
        sure = (number for number in fitting if number == subject or self._entities[number].gender)
        return alive if alive is not None else next(sure, None)

    def _is_of_gender(self, noun: Noun, number: int) -> bool:
        entity = self._entities[number]
        is_it = noun.lemma in _OBLIQUE and entity.gender == "n" and not entity.is_person
        return is_it or entity.gender == noun.gender

    def _is_unlike_thing(self, number: int) -> bool:
        """ "Crept into the cave and took it": neither somebody nor a place."""
        entity = self._entities[number]
        return entity.is_person or not entity.keys.isdisjoint(self.known.sites | self.known.abroad)

    def _suits(self, noun: Noun, number: int) -> bool:
        entity = self._entities[number]
        if entity.plural != noun.plural or entity.name in MEASURES:
            return False
        if noun.gender == "n":
            is_part = entity.owner is not None and entity.name in self.known.body
            is_beast = not entity.keys.isdisjoint(self.known.beasts)
            return not is_part and (is_beast or not (entity.is_person and entity.gender in ("m", "f")))
        if noun.gender == "":
            return True
        if noun.lemma in _OBLIQUE and entity.gender == "n" and not entity.is_person:
            return True
        return entity.gender == noun.gender or (entity.gender == "" and entity.is_person)

    def _owner(self, noun: Noun, line: int, subject: int | None, acting: int | None) -> int | None:
        """Whose: "свой" is always the subject's, "his" mostly."""
        if noun.kind == "pronoun" and noun.lemma.startswith("сво"):
            return subject
        if noun.lemma in ("его", "ее", "их"):  # never the subject of its own clause
            return self._by_pronoun(noun, None, but=acting)
        found = self.find(noun, line, subject=subject)
        return acting if found is None and noun.kind == "pronoun" else found

    def _by_name(self, noun: Noun, line: int, subject: int | None, acting: int | None) -> int:
        keys = {self.key(noun), noun.lemma, *self._named_both(noun.names)}
        if noun.stem:
            keys.add(self._named(noun.stem))
        owner = self._owner(noun.owner, line, subject, acting) if noun.owner is not None else None
        whose = self._entities[owner] if owner is not None else None
        if not noun.fresh and not noun.other:
            for number in reversed(self._recent):
                entity = self._entities[number]
                if (
                    (entity.plural == noun.plural or noun.lemma.endswith(_ALWAYS_PLURAL))
                    and not keys.isdisjoint(entity.keys)
                    and may_be(entity, noun, self._names(noun), whose, self.known)
                ):
                    if owner is not None and entity.owner is None and owner != number:
                        self._entities[number] = replace(entity, owner=owner)
                    return number
            if noun.definite and noun.owner is None and (only := self._by_epithet(noun)) is not None:
                return only
        return self._bring_in(noun, keys, owner, line)

    def _by_epithet(self, noun: Noun) -> int | None:
        """ "The old man", "the woman", "the mother": the only one in the tale who may be meant."""
        if noun.plural or noun.names:
            return None
        if self.known.kin.get(noun.lemma) in ("mother", "father"):
            parents = {entity.owner for entity in self if not entity.keys.isdisjoint(self.known.young)} - {None}
            gender = "f" if self.known.kin[noun.lemma] == "mother" else "m"
            fitting = [one for one in parents if one is not None and self[one].gender in (gender, "")]
        elif (gender := self.known.epithets.get(noun.lemma, "-")) != "-":
            old, young = "old" in noun.qualities, noun.lemma in self.known.young
            fitting = [
                entity.number
                for entity in self
                if entity.is_person
                and not entity.plural
                and (entity.gender == gender or (gender == "beast" and not entity.keys.isdisjoint(self.known.beasts)))
                and not (old and not entity.keys.isdisjoint(self.known.young))
                and not (young and entity.keys.isdisjoint(self.known.young))
            ]
        else:
            return None
        return fitting[0] if len(fitting) == 1 else None

    def _bring_in(self, noun: Noun, keys: set[str], owner: int | None, line: int) -> int:
        number = len(self._entities)
        is_place = noun.lemma in self.known.far and not noun.names
        is_person = not is_place and (
            noun.animate or noun.kind == "name" or noun.lemma in self.known.people or bool(noun.names)
        )
        self._entities[number] = Entity(
            number=number,
            keys=frozenset(keys),
            name=noun.lemma,
            gender="" if is_place else noun.gender,
            plural=noun.plural,
            is_person=is_person,
            line=line,
            last=line,
            owner=owner,
            sorts=sorts_of(noun, self.known),
            traits=traits_of(noun, self.known),
        )
        return number

    def _touch(self, number: int, line: int, noun: Noun) -> None:
        entity = self._entities[number]
        keys = entity.keys | self._named_both(noun.names)
        if noun.kind != "pronoun":
            keys |= {self.key(noun)}
        gender = entity.gender or (noun.gender if noun.gender != "n" else "")
        self._entities[number] = replace(
            entity,
            last=line,
            keys=keys,
            gender=gender,
            is_person=entity.is_person or noun.kind == "name",
            sorts=entity.sorts | sorts_of(noun, self.known),
            traits=entity.traits | traits_of(noun, self.known),
        )
        if number in self._recent:
            self._recent.remove(number)
        self._recent.append(number)
