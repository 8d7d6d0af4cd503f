"""Rooms: coming in, staying in, and what each person in a room may know and do.

A person is known by a secret that the browser keeps; the room keeps its hash. Whoever comes back with it, after a
reload, on a new network, to a restarted server, is the same person on the same seat.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.errors import BadInput, StaleVersion, UnknownRoom
from companion.rules.kernel import Refusal, Seat
from companion.storage import GameStore
from companion.storage.announce import Announcer
from companion.table import moment
from companion.table.rooms.codes import Guard, find_by_token, new_code, normal, token_hash
from companion.table.rooms.document import MAX_MEMBERS, GameKind, Member, Plan, Room, from_document, to_document
from companion.table.rooms.kinds import Kind, TaleKind
from companion.table.rooms.names import is_rude, one_line, same_name
from companion.table.rooms.presence import Presence
from companion.table.service import Tables

RACES = 40
"""How often a change of a room is tried again when others were first: a whole class comes in at once."""
HOST_MAY_BE_AWAY = 60.0
"""Seconds; after them a pause ends by itself, and others may do what waits for a host."""
KEEP_DAYS = 30
"""Days that an unused room is kept unless the server's settings say otherwise."""
_ROOMS_IN_MEMORY = 512
_USED_AGAIN = 3600.0
"""Seconds after which use of a room is noted anew."""


@dataclass(frozen=True)
class RoomView:
    """A room as one person in it may see it: no secrets, not even their hashes."""

    room: Room
    me: Member
    is_host: bool
    here: frozenset[str]
    """Members whose browser is connected."""
    hosts_away: bool
    """No host has been connected for HOST_MAY_BE_AWAY."""

    @property
    def seat(self) -> tuple[str, Seat] | None:
        """Game and seat that I play; None: no hand."""
        return self.room.seat_of(self.me.id)


@dataclass(frozen=True)
class Entered:
    """What became of a try to come in."""

    room: str | None = None
    refusal: Refusal | None = None


Change = Callable[[Room], Room | Refusal]


class Rooms:
    """The one door to rooms, for pages and the server's routes. Threads share it; so may several processes."""

    def __init__(
        self,
        store: GameStore,
        tables: Tables,
        announcer: Announcer,
        *,
        now: Callable[[], float] = time.time,
        kinds: Mapping[GameKind, Kind] | None = None,
    ) -> None:
        """`kinds`: the games that can be played here beside the tale game."""
        self._store, self.tables, self.now = store.rooms, tables, now
        self.kinds: Mapping[GameKind, Kind] = {"tale": TaleKind(tables), **(kinds or {})}
        self._games = store
        self.announcer = announcer
        self.presence = Presence(announcer, now)
        self._guard = Guard(now)
        self._keeping = threading.Lock()
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._shown: OrderedDict[str, tuple[Room, Room]] = OrderedDict()
        """Rooms as kept, and as their people may see them."""
        self._room_of_game: dict[str, str | None] = {}
        tables.halted = self._halted
        tables.clock_stands = self._clock_stands

    def open(self, *, language: str, title: str, host: str, token: str, plan: Plan, tables: int = 1) -> str:
        """A new room whose first host is whoever opens it. Returns its id. Raises BadInput for a name or title that is
        none."""
        name = one_line(host)
        if not name:
            raise BadInput("a host needs a name")
        room, first = uuid.uuid4().hex, _new_id()
        host_member = Member(first, name, token_hash(room, token), self.now(), table=None)
        for _ in range(RACES):
            code = new_code(language)
            fresh = Room(room, code, language, one_line(title), self.now(), (first,), (host_member,), plan=plan)
            fresh = replace(fresh, tables=fresh.tables * max(1, tables))
            if self._store.find(code) is None:
                self._store.create(room, code, to_document(fresh), self.now())
                return room
        raise BadInput("all codes are taken: close rooms that nobody uses")

    def enter(self, code: str, name: str, *, token: str, address: str) -> Entered:
        """Lets somebody in by the code; who was in before comes back to the own place. `address`: of the network,
        for slowing whoever guesses codes."""
        wait = self._guard.wait(address)
        if wait > 0:
            return Entered(refusal=Refusal("room/wait", params={"seconds": max(1, round(wait))}))
        room = self._store.find(normal(code))
        if room is None:
            self._guard.wrong(address)
            return Entered(refusal=Refusal("room/no_such_code"))
        self._guard.right(address)
        hashed, fresh = token_hash(room, token), _new_id()

        def come(now: Room) -> Room | Refusal:
            known = find_by_token(hashed, ((one.id, one.token) for one in now.members))
            if known is not None:
                return _back(now, known)
            if now.code_hidden:
                return Refusal("room/closed")
            if no := name_refusal(now, name):
                return no
            if len(now.members) >= MAX_MEMBERS:
                return Refusal("room/full")
            table = _emptiest(now)
            member = Member(fresh, one_line(name), hashed, self.now(), table=table, team=_smallest(now, table))
            return replace(now, members=(*now.members, member))

        no = self.change(room, come)
        return Entered(refusal=no) if no else Entered(room)

    def look(self, room: str, token: str) -> RoomView | None:
        """The room as this browser's person may see it; None: the person is not in it. Raises UnknownRoom."""
        found = self.load(room)
        known = find_by_token(token_hash(room, token), ((one.id, one.token) for one in found.members))
        me = found.member(known) if known else None
        if me is None or me.gone:
            return None
        shown = self._without_secrets(found)
        here = frozenset(one.id for one in found.members if self.presence.is_here(room, one.id))
        return RoomView(shown, replace(me, token=""), found.is_host(me.id), here, self.hosts_away(found))

    def may_act(self, game: str, seat: Seat, token: str | None) -> bool:
        """Whether this browser's person holds that seat now. Games that are in no room are anybody's at this server."""
        room = self.room_of(game)
        if room is None:
            return True
        view = self.look(room, token) if token else None
        return view is not None and view.seat == (game, seat)

    def may_rule(self, game: str, token: str | None) -> bool:
        """Whether this person may have the last word at that game: a host, or anybody there while no host is."""
        room = self.room_of(game)
        if room is None:
            return True
        view = self.look(room, token) if token else None
        return view is not None and (view.is_host or (view.hosts_away and view.seat is not None))

    def choose(
        self, room: str, token: str, table: int, *, watches: bool = False, team: int | None = None
    ) -> Refusal | None:
        """Somebody sits down at another table, in another team, or only watches there; not with a hand in a running
        game."""
        view = self.look(room, token)
        if view is None:
            return Refusal("room/not_in")

        def sit(now: Room) -> Room | Refusal:
            if not 0 <= table < len(now.tables):
                return Refusal("table/moved_on")
            if (held := now.seat_of(view.me.id)) is not None:
                there = now.table_of(held[0])
                if not there.ended and not self.kinds[there.kind].is_over(held[0]):
                    return Refusal("room/plays_now")
            chosen = view.me.team if team is None else min(max(team, 0), now.plan.teams - 1)
            return with_member(now, view.me.id, table=table, watches=watches, team=chosen)

        return self.change(room, sit)

    def room_of(self, game: str) -> str | None:
        """The room that the game belongs to. Raises UnknownGame."""
        if game not in self._room_of_game:
            if len(self._room_of_game) > 8 * _ROOMS_IN_MEMORY:
                self._room_of_game.clear()
            self._room_of_game[game] = self._games.room_of(game)
        return self._room_of_game[game]

    def load(self, room: str) -> Room:
        """The room as the store has it now. Raises UnknownRoom, DamagedSave, StoreUnavailable."""
        kept = self._kept.get(room)
        version = moment.once((self._store, room), lambda: self._store.version(room))
        if version is None:
            self._kept.pop(room, None)
            raise UnknownRoom(f"there is no room {room}: it was closed; ask the host for a new code")
        if kept is None or kept.version != version:
            record = self._store.load(room)
            if record is None:
                raise UnknownRoom(f"there is no room {room}: it was closed; ask the host for a new code")
            kept = from_document(record.document, record.version)
            if self.now() - record.updated > _USED_AGAIN:
                self._store.touch(room, self.now())
            with self._keeping:
                self._kept[room] = kept
                while len(self._kept) > _ROOMS_IN_MEMORY:
                    self._kept.popitem(last=False)
        return kept

    def change(self, room: str, change: Change) -> Refusal | None:
        """Changes the room by what `change` makes of its present state, tried again when others were first. Raises
        UnknownRoom."""
        for _ in range(RACES):
            now = self.load(room)
            changed = change(now)
            moment.over()
            if isinstance(changed, Refusal):
                return changed
            if changed == now:
                return None
            try:
                self._store.save(room, now.version, to_document(changed), self.now())
            except StaleVersion:
                continue
            return None
        return Refusal("table/moved_on")

    def hosts_away(self, room: Room) -> bool:
        """No host's browser has been heard of for a minute, since the room was opened or this server started."""
        seen = [self.presence.last_seen(room.id, host) for host in room.hosts]
        latest = max((at for at in seen if at is not None), default=None)
        return latest is None or self.now() - latest > HOST_MAY_BE_AWAY

    def is_paused(self, room: Room) -> bool:
        """A host who drops out holds up nobody for more than a minute."""
        return room.paused is not None and not (self.now() - room.paused > HOST_MAY_BE_AWAY and self.hosts_away(room))

    def end_due_pause(self, room: Room) -> None:
        """Goes on where a pause has outlasted its hosts (`is_paused`), for the pages and the games' own clocks too."""
        if room.paused is not None and not self.is_paused(room):
            self.change(room.id, lambda now: replace(now, paused=None) if now.paused == room.paused else now)
            self.tell_games(room.id, paused=False)

    def tell_games(self, room: str, *, paused: bool) -> None:
        """Lets the running games of the room pause or go on; narrators' time begins anew."""
        for table in self.load(room).tables:
            if table.game is not None and not table.ended and not self.kinds[table.kind].is_over(table.game):
                self.kinds[table.kind].pause(table.game, paused)
                if not paused:
                    self.kinds[table.kind].gives_sign(table.game)

    def sweep(self, days: float = KEEP_DAYS) -> int:
        """Removes rooms that nobody has used for so many days, with their games. Returns how many."""
        old = self._store.unused_since(self.now() - days * 86_400)
        for room in old:
            self.remove(room)
        return len(old)

    def remove(self, room: str) -> None:
        """The room and all its data are gone for good."""
        self._store.delete(room)
        moment.over()
        self._kept.pop(room, None)
        self.presence.forget_room(room)

    def _without_secrets(self, room: Room) -> Room:
        """Made once for each version: everybody in the room looks at it."""
        kept, shown = self._shown.get(room.id, (None, None))
        if shown is None or kept is not room:
            shown = replace(room, members=tuple(replace(one, token="") for one in room.members))
            with self._keeping:
                self._shown[room.id] = (room, shown)
                while len(self._shown) > _ROOMS_IN_MEMORY:
                    self._shown.popitem(last=False)
        return shown

    def _halted(self, game: str) -> Refusal | None:
        room = self.room_of(game)
        if room is None:
            return None
        now = self.load(room)
        if self.is_paused(now):
            return Refusal("room/paused")
        if any(table.game == game and table.ended for table in now.tables):
            return Refusal("room/ended")
        return None

    def _clock_stands(self, game: str) -> bool:
        room = self.room_of(game)
        if room is None:
            return False
        now = self.load(room)
        if self.is_paused(now):
            return True
        narrator = self.narrator_of(now, game)
        return narrator is not None and not self.presence.is_here(room, narrator)

    def narrator_of(self, room: Room, game: str) -> str | None:
        """The member whose silence counts in that game; None: nobody's, or a player of the house tells."""
        table = next((one for one in room.tables if one.game == game), None)
        seat = None if table is None else self.kinds[table.kind].teller(game)
        if table is None or seat is None or not seat < len(table.seats) or seat in table.stand_ins:
            return None
        return table.seats[seat] or None

    def gives_sign(self, room: Room, game: str) -> None:
        """The narrator of that game is alive."""
        self.kinds[room.table_of(game).kind].gives_sign(game)

    def stamp(self, game: str) -> str:
        """What changes whenever a page of the game has something new to show: "<game>.<version>.<reseated>"."""
        stamp = self._games.stamp(game)
        return f"{game}.{stamp.version}.{stamp.reseated}"


def name_refusal(room: Room, name: str, *, but: str = "") -> Refusal | None:
    """Why nobody may be called that in this room. `but`: a member whose own name is no hindrance."""
    wanted = one_line(name)
    if not wanted:
        return Refusal("room/name_missing")
    if room.polite_names and is_rude(wanted):
        return Refusal("room/name_rude")
    if any(same_name(one.name, wanted) and one.id != but and not one.removed for one in room.members):
        return Refusal("room/name_taken", params={"name": wanted})
    return None


def with_member(room: Room, member: str, **changes: object) -> Room:
    """The room with one member changed."""
    members = tuple(replace(one, **changes) if one.id == member else one for one in room.members)  # type: ignore[arg-type]
    return replace(room, members=members)


def _back(room: Room, member: str) -> Room | Refusal:
    found = room.member(member)
    assert found is not None
    return Refusal("room/removed") if found.removed else with_member(room, member, gone=False)


def _emptiest(room: Room) -> int:
    """The table for somebody new: where fewest sit, the first of these."""
    return min(range(len(room.tables)), key=lambda table: (len(room.at_table(table)), table))


def _smallest(room: Room, table: int) -> int:
    """The team for somebody new: the smallest at the table, the first of these."""
    teams = [one.team for one in room.at_table(table) if not one.watches]
    return min(range(room.plan.teams), key=lambda team: (teams.count(team), team))


def _new_id() -> str:
    return uuid.uuid4().hex[:8]
