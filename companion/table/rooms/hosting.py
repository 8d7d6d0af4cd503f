"""What hosts may do: begin and end games, pause, take back, give time, rename, remove, overrule, close the room.

Every deed is noted in the room with who did it and why, for all in the room to read.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from companion.language.catalogue import SOURCE_LANGUAGE, catalogue, interface_languages
from companion.narrators import Character
from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table.presets import with_preset
from companion.table.rooms.document import DEEDS_KEPT, MAX_TABLES, Deed, Member, Plan, Room, RoomTable
from companion.table.rooms.names import one_line, same_name
from companion.table.rooms.service import Change, Rooms, RoomView, name_refusal, with_member
from companion.table.seats import NewTable, SeatInfo

MORE_TIME = 30.0
"""Seconds that "more time" gives the narrator."""
HOUSE_NARRATORS = 10
"""They have names in the catalogue."""
MAX_REASON = 200
"""Characters."""


class Hosting:
    """A host's deeds in one room. Every method returns the reason why not, or None when it is done, and raises
    UnknownRoom when the room is gone."""

    def __init__(self, rooms: Rooms, room: str, token: str) -> None:
        """`token`: the secret of the browser that acts; whoever is no host is refused everything."""
        self._rooms, self._room, self._token = rooms, room, token

    def start(self, table: int) -> Refusal | None:
        """Deals a game to those who sit at the table, with as many house narrators as the plan says."""
        view = self._host()
        if isinstance(view, Refusal):
            return view
        room = view.room
        if not 0 <= table < len(room.tables):
            return Refusal("table/moved_on")
        before = room.tables[table]
        if is_running(self._rooms, before):
            return Refusal("room/already_started")
        people = tuple(one for one in room.at_table(table) if not one.watches)
        if not people:
            return Refusal("room/nobody_there")
        order = self._order(room, people, self._first(before, people))
        game = self._rooms.tables.create(order, room=room.id)
        seats = tuple(one.id for one in people) + ("",) * (len(order.seats) - len(people))
        begun = RoomTable(game, seats)

        def begin(now: Room) -> Room | Refusal:
            if table >= len(now.tables) or now.tables[table] != before:
                return Refusal("room/already_started")
            return _noted(_with_table(now, table, begun), self._deed(view, "start", table=table))

        no = self._rooms.change(room.id, begin)
        if no:
            self._rooms.tables.delete(game)  # Another host was first.
        return no

    def end(self, table: int, reason: str = "") -> Refusal | None:
        """Ends the game before its time; the tale so far stays to be read."""
        return self._change(
            lambda now: _with_table(now, table, replace(now.tables[table], ended=True)), "end", reason, table=table
        )

    def pause(self) -> Refusal | None:
        """Nobody may act and no clock runs, at any table, until `resume`."""
        return self._change(lambda now: replace(now, paused=self._rooms.now()), "pause")

    def resume(self) -> Refusal | None:
        """Play goes on; narrators' time begins anew."""
        no = self._change(lambda now: replace(now, paused=None), "resume")
        if no is None:
            for table in self._rooms.load(self._room).tables:
                if table.game is not None:
                    self._rooms.tables.typed(table.game)
        return no

    def give_time(self, table: int) -> Refusal | None:
        """The narrator may think for MORE_TIME seconds longer."""
        game = self._game(table)
        if isinstance(game, Refusal):
            return game
        self._rooms.tables.typed(game, time_given=MORE_TIME)
        return self._change(lambda now: now, "time", table=table)

    def take_back(self, table: int, expected: int, reason: str = "") -> Refusal | None:
        """Takes back the last deed at that table. `expected`: the game's version that the host saw."""
        game = self._game(table)
        if isinstance(game, Refusal):
            return game
        command = uuid.uuid5(uuid.NAMESPACE_OID, f"{game}/host/undo/{expected}").hex
        receipt = self._rooms.tables.take_back_last(game, command_id=command, expected=expected)
        return receipt.refusal or self._change(lambda now: now, "undo", reason, table=table)

    def overrule(self, table: int, stands: bool, expected: int, reason: str = "") -> Refusal | None:
        """Settles the open question at that table against whatever was suggested or voted."""
        game = self._game(table)
        if isinstance(game, Refusal):
            return game
        command = uuid.uuid5(uuid.NAMESPACE_OID, f"{game}/host/rule/{expected}").hex
        ruling = tale.Rule(tale.Ruling(stands, by="host"))
        receipt = self._rooms.tables.command(game, ruling, command_id=command, expected=expected)
        about = "stands" if stands else "falls"
        return receipt.refusal or self._change(lambda now: now, "overrule", reason, table=table, about=about)

    def rename(self, member: str, name: str) -> Refusal | None:
        """Calls somebody otherwise, in the running game too."""

        def change(now: Room) -> Room | Refusal:
            if no := name_refusal(now, name, but=member):
                return no
            return with_member(now, member, name=one_line(name))

        no = self._change(change, "rename", about=one_line(name))
        if no is None and (held := self._rooms.load(self._room).seat_of(member)):
            game, seat = held
            info = self._rooms.tables.look(game, None).seats[seat]
            self._rooms.tables.reseat(game, seat, replace(info, name=one_line(name)))
        return no

    def remove(self, member: str, reason: str = "") -> Refusal | None:
        """Sends somebody out, for good; a house's narrator takes over the hand."""
        room = self._rooms.load(self._room)
        if member in room.hosts and len(room.hosts) == 1:
            return Refusal("room/last_host")
        gone, hosts = room.member(member), tuple(one for one in room.hosts if one != member)
        if gone is None:
            return Refusal("table/moved_on")
        no = self._change(
            lambda now: replace(with_member(now, member, gone=True, removed=True), hosts=hosts),
            "remove",
            reason,
            about=gone.name,
        )
        if no is None:
            stand_in(self._rooms, self._room, member)
            self._rooms.presence.bye(self._room, member)
        return no

    def stand_in_for(self, member: str) -> Refusal | None:
        """A house's narrator holds the seat until its owner takes it back."""
        found = self._rooms.load(self._room).member(member)
        no = self._change(lambda now: now, "stand_in", about=found.name if found else "")
        return no or stand_in(self._rooms, self._room, member)

    def hand_over(self, old: str, new: str) -> Refusal | None:
        """Somebody who came in anew (another phone, a forgotten browser) gets the place and hand of the old one."""

        def change(now: Room) -> Room | Refusal:
            one, other = now.member(old), now.member(new)
            if one is None or other is None or one.id == other.id:
                return Refusal("table/moved_on")
            if now.seat_of(new) is not None:
                return Refusal("room/has_a_hand")
            moved = with_member(now, new, name=one.name, table=one.table, watches=one.watches)
            moved = with_member(moved, old, gone=True, removed=True)
            tables = tuple(replace(t, seats=tuple(new if s == old else s for s in t.seats)) for t in moved.tables)
            hosts = tuple(new if host == old else host for host in moved.hosts)
            return replace(moved, tables=tables, hosts=hosts)

        found = self._rooms.load(self._room).member(old)
        return self._change(change, "hand_over", about=found.name if found else "")

    def move(self, member: str, table: int | None, *, watches: bool = False) -> Refusal | None:
        """Seats somebody at another table, from the next game on. None: at no table."""

        def change(now: Room) -> Room | Refusal:
            if table is not None and not 0 <= table < len(now.tables):
                return Refusal("table/moved_on")
            held = now.seat_of(member)
            if held is not None and any(t.game == held[0] and is_running(self._rooms, t) for t in now.tables):
                return Refusal("room/plays_now")
            return with_member(now, member, table=table, watches=watches)

        return self._change(change, "move")

    def set_tables(self, count: int) -> Refusal | None:
        """So many tables; who sat at one that is taken away sits at the first."""

        def change(now: Room) -> Room | Refusal:
            wanted = min(max(count, 1), MAX_TABLES)
            if any(is_running(self._rooms, table) for table in now.tables[wanted:]):
                return Refusal("room/plays_now")
            tables = (now.tables + (RoomTable(),) * wanted)[:wanted]
            seated = tuple(
                replace(one, table=0) if one.table is not None and one.table >= wanted else one for one in now.members
            )
            return replace(now, tables=tables, members=seated)

        return self._change(change, "tables")

    def deal_out(self, size: int) -> Refusal | None:
        """Spreads all who may play over tables of about that size; only while no game runs."""

        def change(now: Room) -> Room | Refusal:
            if any(is_running(self._rooms, table) for table in now.tables):
                return Refusal("room/plays_now")
            players = [one.id for one in now.members if not one.gone and not one.watches and one.table is not None]
            wanted = max(1, min(-(-len(players) // max(size, 2)), MAX_TABLES))
            place = {player: number % wanted for number, player in enumerate(players)}
            seated = tuple(replace(one, table=place.get(one.id, one.table)) for one in now.members)
            return replace(now, tables=(RoomTable(),) * wanted, members=seated)

        return self._change(change, "tables")

    def plan(self, plan: Plan) -> Refusal | None:
        """What is played from the next game on."""
        return self._change(lambda now: replace(now, plan=plan), "plan")

    def hide_code(self, hidden: bool) -> Refusal | None:
        """Closes the door to newcomers, or opens it again."""
        return self._change(lambda now: replace(now, code_hidden=hidden), "hide" if hidden else "show")

    def polite_names(self, wanted: bool) -> Refusal | None:
        """Whether rude names are refused."""
        return self._change(lambda now: replace(now, polite_names=wanted), "names")

    def name_host(self, member: str) -> Refusal | None:
        """Gives somebody a host's powers, too."""

        def change(now: Room) -> Room | Refusal:
            found = now.member(member)
            if found is None or found.gone:
                return Refusal("table/moved_on")
            return replace(now, hosts=(*(one for one in now.hosts if one != member), member))

        found = self._rooms.load(self._room).member(member)
        return self._change(change, "host", about=found.name if found else "")

    def close(self) -> Refusal | None:
        """Removes the room with all its games and people."""
        view = self._host()
        if isinstance(view, Refusal):
            return view
        self._rooms.remove(self._room)
        return None

    def _host(self) -> RoomView | Refusal:
        view = self._rooms.look(self._room, self._token)
        return view if view is not None and view.is_host else Refusal("room/hosts_only")

    def _game(self, table: int) -> str | Refusal:
        view = self._host()
        if isinstance(view, Refusal):
            return view
        game = view.room.tables[table].game if 0 <= table < len(view.room.tables) else None
        return game if game is not None else Refusal("table/moved_on")

    def _change(
        self, change: Change, what: str, reason: str = "", *, table: int | None = None, about: str = ""
    ) -> Refusal | None:
        view = self._host()
        if isinstance(view, Refusal):
            return view
        deed = self._deed(view, what, reason, table=table, about=about)

        def noted(now: Room) -> Room | Refusal:
            if table is not None and table >= len(now.tables):
                return Refusal("table/moved_on")
            changed = change(now)
            return changed if isinstance(changed, Refusal) else _noted(changed, deed)

        return self._rooms.change(self._room, noted)

    def _deed(self, view: RoomView, what: str, reason: str = "", *, table: int | None = None, about: str = "") -> Deed:
        return Deed(self._rooms.now(), view.me.name, what, about, reason.strip()[:MAX_REASON], table)

    def _first(self, before: RoomTable, people: tuple[Member, ...]) -> Seat | None:
        """In the next game whoever held most cards tells first, if that person plays again."""
        if before.game is None or before.ended:
            return None
        most = self._rooms.tables.holds_most_cards(before.game)
        member = before.seats[most] if most is not None and most < len(before.seats) else ""
        return next((seat for seat, one in enumerate(people) if one.id == member), None)

    def _order(self, room: Room, people: tuple[Member, ...], first: Seat | None) -> NewTable:
        plan = room.plan
        people = people[: tale.MAX_PLAYERS]
        company = min(max(plan.company, tale.MIN_PLAYERS - len(people)), tale.MAX_PLAYERS - len(people))
        names = house_names(room.language, {one.name for one in people})
        house = (SeatInfo(name, "scripted", Character(level=plan.level)) for name in names[:company])
        clocks = [None if one.id in plan.calm else plan.clocks.get(one.id, plan.clock) for one in people]
        rules = {
            "endings_each": plan.endings_each,
            "drawn_when_interrupted": plan.drawn_when_interrupted,
            "refused_ending_not_yet": plan.not_yet,
            "silence_seconds": (*clocks, *([None] * company)),
        }
        if first is not None:
            rules["first_narrator"] = first
        order = NewTable(
            language=room.language,
            seats=(*(SeatInfo(one.name) for one in people), *house),
            length=plan.length,
            policy=plan.policy,
            help=plan.help,
            rules=rules,
        )
        return with_preset(order, plan.preset)


def house_names(language: str, taken: set[str]) -> list[str]:
    """Names for house narrators, none of them a person's."""
    words = catalogue(language if language in interface_languages() else SOURCE_LANGUAGE)
    names = [words.t(f"home.teller_{number}") for number in range(1, HOUSE_NARRATORS + 1)]
    return [name for name in names if not any(same_name(name, one) for one in taken)] + names


def is_running(rooms: Rooms, table: RoomTable) -> bool:
    """A game is being played there."""
    return table.game is not None and not table.ended and not rooms.tables.is_over(table.game)


def stand_in(rooms: Rooms, room: str, member: str) -> Refusal | None:
    """A house's narrator takes over the member's hand in the running game, under the member's name."""
    found = rooms.load(room)
    held, known = found.seat_of(member), found.member(member)
    if held is None or known is None:
        return None
    game, seat = held
    table = next(index for index, one in enumerate(found.tables) if one.game == game)
    if not is_running(rooms, found.tables[table]) or seat in found.tables[table].stand_ins:
        return None
    rooms.tables.reseat(game, seat, SeatInfo(known.name, "scripted", Character(level=found.plan.level)))
    return rooms.change(room, lambda now: _with_stand_ins(now, table, game, (*now.tables[table].stand_ins, seat)))


def take_seat_back(rooms: Rooms, room: str, token: str) -> Refusal | None:
    """The seat's owner plays again."""
    view = rooms.look(room, token)
    if view is None or view.seat is None:
        return Refusal("table/moved_on")
    game, seat = view.seat
    table = next(index for index, one in enumerate(view.room.tables) if one.game == game)
    rooms.tables.reseat(game, seat, SeatInfo(view.me.name))
    rooms.tables.typed(game)
    kept = tuple(one for one in view.room.tables[table].stand_ins if one != seat)
    return rooms.change(room, lambda now: _with_stand_ins(now, table, game, kept))


def take_free_seat(rooms: Rooms, room: str, token: str, seat: Seat) -> Refusal | None:
    """Somebody who came late takes over the hand of a house's narrator."""
    view = rooms.look(room, token)
    if view is None or view.me.table is None:
        return Refusal("table/moved_on")
    table, me = view.me.table, view.me

    def sit(now: Room) -> Room | Refusal:
        there = now.tables[table]
        if not is_running(rooms, there) or seat >= len(there.seats) or there.seats[seat]:
            return Refusal("room/seat_taken")
        if now.seat_of(me.id) is not None:
            return Refusal("room/has_a_hand")
        seats = tuple(me.id if number == seat else one for number, one in enumerate(there.seats))
        return _with_table(now, table, replace(there, seats=seats))

    no = rooms.change(room, sit)
    game = view.room.tables[table].game
    if no is None and game is not None:
        rooms.tables.reseat(game, seat, SeatInfo(me.name))
        rooms.tables.typed(game)
    return no


def _with_table(room: Room, table: int, changed: RoomTable) -> Room:
    return replace(room, tables=tuple(changed if index == table else one for index, one in enumerate(room.tables)))


def _with_stand_ins(room: Room, table: int, game: str, seats: tuple[Seat, ...]) -> Room | Refusal:
    there = room.tables[table]
    if there.game != game:
        return Refusal("table/moved_on")
    return _with_table(room, table, replace(there, stand_ins=tuple(sorted(set(seats)))))


def _noted(room: Room, deed: Deed) -> Room:
    return replace(room, deeds=(*room.deeds, deed)[-DEEDS_KEPT:])
