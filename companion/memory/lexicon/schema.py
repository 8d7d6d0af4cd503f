"""How a lexicon file is written: every key of it, and that it has no other. `__init__` tells what they mean."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class StateGiven(BaseModel):
    model_config = ConfigDict(extra="forbid")
    subject: list[str] = []
    object: list[str] = []
    to: list[str] = []
    said: list[str] = []
    undone: list[str] = []
    slight: list[str] = []
    keeps: list[str] = []
    forbids: list[str] | str = []
    deep: list[str] = []
    of: list[str] = []
    suffers: list[str] = []
    lacks: list[str] = []
    denied_by: list[str] = []
    denied: list[str] = []
    resisted: list[str] = []
    unless: list[str] = []
    unable: list[str] = []
    spared: list[str] = []
    kind: str = ""
    people_only: bool = False
    things_only: bool = False


class LexiconGiven(BaseModel):
    model_config = ConfigDict(extra="forbid")
    classes: dict[str, list[str]] = {}
    thefts: list[str] = []
    departs: list[str] = []
    returns: list[str] = []
    from_afar: list[str] = []
    vows: list[str] = []
    release: list[str] = []
    alike: list[list[str]] = []
    knowing: list[str] = []
    telling: list[str] = []
    learning: list[str] = []
    nobody: list[str] = []
    depths: list[str] = []
    materials: list[str] = []
    things_told: list[str] = []
    indoors: list[str] = []
    helpers: list[str] = []
    states: dict[str, StateGiven]
    use: list[str]
    moves: list[str] = []
    lifeless: list[str] = []
    handling: list[str] = []
    minds: list[str] = []
    abroad: list[str] = []
    hindered: list[str] = []
    sites: list[str] = []
    anything: list[str] = []
    carried: list[str] = []
    leaves: list[str] = []
    stays: list[str] = []
    back: list[str] = []
    follows: list[str] = []
    epithets: dict[str, list[str]] = {}
    young: list[str] = []
    beasts: list[str] = []
    body: list[str] = []
    shapes: list[str] = []
    childless: list[str] = []
    births: list[str] = []
    habits: list[str] = []
    losses: list[str] = []
    as_ever: list[str] = []
    hours: dict[str, list[str]] = {}
    passing_hours: list[str] = []
    gives: list[str]
    far: list[str] = []
    goes: list[str] = []
    orders: list[str] = []
    sends: list[str] = []
    exiles: list[str] = []
    trades: list[str] = []
    takes: list[str]
    gets: list[str]
    doubt: list[str]
    skills: list[str]
    know_how: list[str]
    orphan: list[str]
    turns: list[str]
    into: list[str]
    passing_time: list[str]
    elsewhen: list[str] = []
    none_of: list[str]
    kin: dict[str, list[str]]
    seasons: dict[str, list[str]]
    colours: list[str]
    shades: dict[str, list[str]] = {}
    opposites: list[list[str]]
    numbers: dict[int, list[str]]
    ordinals: dict[str, int] = {}
    roles: dict[str, list[str]]
    people: list[str]
    modern: list[str]
    filler: list[str]
    aside: list[str]
    apart: list[list[str]] = []
