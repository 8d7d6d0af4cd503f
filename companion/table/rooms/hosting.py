"""What hosts may do: begin and end games, pause, take back, give time, rename, remove, overrule, close the room.

Every deed is noted in the room with who did it and why, for all in the room to read.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from companion.rules import tale
from companion.rules.kernel import Refusal, Seat
from companion.table.rooms.document import DEEDS_KEPT, MAX_TABLES, Deed, Plan, Room, RoomTable
from companion.table.rooms.names import one_line
from companion.table.rooms.service import Change, Rooms, RoomView, name_refusal, with_member

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
        kind = self._rooms.kinds[room.plan.game]
        dealt = kind.deal(room, people, before)
        if isinstance(dealt, Refusal):
            return dealt
        begun = RoomTable(dealt.game, room.plan.game, dealt.seats, dealt.crew)

        def begin(now: Room) -> Room | Refusal:
            if table >= len(now.tables) or now.tables[table] != before:
                return Refusal("room/already_started")
            return _noted(_with_table(now, table, begun), self._deed(view, "start", table=table))

        no = self._rooms.change(room.id, begin)
        if no:
            kind.delete(dealt.game)  # Another host was first.
        return no

    def end(self, table: int, reason: str = "") -> Refusal | None:
        """Ends the game before its time; the tale so far stays to be read."""
        return self._change(
            lambda now: _with_table(now, table, replace(now.tables[table], ended=True)), "end", reason, table=table
        )

    def pause(self) -> Refusal | None:
        """Nobody may act and no clock runs, at any table, until `resume`."""
        no = self._change(lambda now: replace(now, paused=self._rooms.now()), "pause")
        if no is None:
            self._rooms.tell_games(self._room, paused=True)
        return no

    def resume(self) -> Refusal | None:
        """Play goes on; narrators' time begins anew."""
        no = self._change(lambda now: replace(now, paused=None), "resume")
        if no is None:
            self._rooms.tell_games(self._room, paused=False)
        return no

    def give_time(self, table: int) -> Refusal | None:
        """The narrator may think for MORE_TIME seconds longer."""
        game = self._game(table)
        if isinstance(game, Refusal):
            return game
        self._rooms.kinds["tale"].gives_sign(game, MORE_TIME)
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
        room = self._rooms.load(self._room)
        if no is None and (held := room.seat_of(member)):
            game, seat = held
            there = room.table_of(game)
            if seat < len(there.seats) and there.seats[seat] == member and seat not in there.stand_ins:
                self._rooms.kinds[there.kind].sit(game, seat, one_line(name))
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
            tables = tuple(
                replace(
                    t,
                    seats=tuple(new if s == old else s for s in t.seats),
                    crew={new if one == old else one: seat for one, seat in t.crew.items()},
                )
                for t in moved.tables
            )
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
            if held is not None and is_running(self._rooms, now.table_of(held[0])):
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
        """The tale that is told at the table: other games have no time to give and nothing to take back here."""
        view = self._host()
        if isinstance(view, Refusal):
            return view
        there = view.room.tables[table] if 0 <= table < len(view.room.tables) else None
        return there.game if there and there.game and there.kind == "tale" else Refusal("table/moved_on")

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


def is_running(rooms: Rooms, table: RoomTable) -> bool:
    """A game is being played there."""
    return table.game is not None and not table.ended and not rooms.kinds[table.kind].is_over(table.game)


def stand_in(rooms: Rooms, room: str, member: str) -> Refusal | None:
    """The house takes over the member's hand in the running game, under the member's name."""
    found = rooms.load(room)
    held, known = found.seat_of(member), found.member(member)
    if held is None or known is None:
        return None
    game, seat = held
    there, index = found.table_of(game), found.index_of(game)
    if not is_running(rooms, there) or seat in there.stand_ins or member not in there.seats:
        return None
    if not rooms.kinds[there.kind].let_house_play(found, game, seat, known.name):
        return None
    return rooms.change(room, lambda now: _with_stand_ins(now, index, game, (*now.tables[index].stand_ins, seat)))


def leave(rooms: Rooms, room: str, token: str) -> None:
    """Goes; the house takes over the hand. The code leads back to the same place."""
    view = rooms.look(room, token)
    if view is not None:
        stand_in(rooms, room, view.me.id)
        rooms.change(room, lambda now: with_member(now, view.me.id, gone=True))
        rooms.presence.bye(room, view.me.id)


def take_seat_back(rooms: Rooms, room: str, token: str) -> Refusal | None:
    """The seat's owner plays again."""
    view = rooms.look(room, token)
    if view is None or view.seat is None:
        return Refusal("table/moved_on")
    game, seat = view.seat
    there, index = view.room.table_of(game), view.room.index_of(game)
    rooms.kinds[there.kind].sit(game, seat, view.me.name)
    rooms.kinds[there.kind].gives_sign(game)
    kept = tuple(one for one in there.stand_ins if one != seat)
    return rooms.change(room, lambda now: _with_stand_ins(now, index, game, kept))


def take_free_seat(rooms: Rooms, room: str, token: str, seat: Seat) -> Refusal | None:
    """Somebody who came late takes over the hand of a player of the house."""
    view = rooms.look(room, token)
    if view is None or view.me.table is None:
        return Refusal("table/moved_on")
    table, me = view.me.table, view.me

    def sit(now: Room) -> Room | Refusal:
        there = now.tables[table]
        if not is_running(rooms, there) or not 0 <= seat < len(there.seats) or there.seats[seat]:
            return Refusal("room/seat_taken")
        if now.seat_of(me.id) is not None:
            return Refusal("room/has_a_hand")
        seats = tuple(me.id if number == seat else one for number, one in enumerate(there.seats))
        return _with_table(now, table, replace(there, seats=seats))

    no = rooms.change(room, sit)
    there = view.room.tables[table]
    if no is None and there.game is not None:
        rooms.kinds[there.kind].sit(there.game, seat, me.name)
        rooms.kinds[there.kind].gives_sign(there.game)
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
