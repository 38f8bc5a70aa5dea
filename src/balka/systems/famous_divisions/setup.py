"""Setting up within the stated areas. [18.4, 18.5, 19.5, 20.4, 20.5, 21.4, 21.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId, Word, narrowed
from balka.core.frames import Frame, Todo
from balka.core.memo import remembered
from balka.systems.famous_divisions.events.turns import FortDug, PlacedUnit, PlacedUnknown, SideSetUp
from balka.systems.famous_divisions.fortifications import in_hex
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    CATALOGUE,
    GdState,
    GdWork,
    Now,
    change,
    enemy_of,
    legs,
    seat,
    unit,
)
from balka.systems.famous_divisions.position import ON_MAP, Fortification
from balka.systems.famous_divisions.stacking import column, fits_road, has_room
from balka.systems.famous_divisions.verbs import Dig, Put, Ready
from balka.systems.famous_divisions.wording import name

WAITING = "setup"
TIGHT = 7  # hexes: areas this small are filled first, so that nobody is left without a place


def waiting(game: Now, side: str) -> list[str]:
    """Counters of a side not set up yet; the tightest areas come first."""
    areas = game.setting.catalogue.areas
    ids = [u.id for u in game.position.units.values() if u.side == side and u.status == WAITING]
    least = min((len(areas[unit_id].hexes) for unit_id in ids), default=0)
    return [unit_id for unit_id in ids if len(areas[unit_id].hexes) == least] if 0 < least <= TIGHT else ids


def places(game: Now, unit_id: str) -> list[int]:
    """Where a counter may be set up: its area, room, ground it may enter, no enemy."""
    counter, now = unit(game, unit_id), game.position
    held, full = now.occupied(enemy_of(counter.side)), now.at
    return [
        h for h in _area(game, unit_id)
        if h not in held and (h not in full or (has_room(game, h, (counter,)) and _suits(game, unit_id, h)))
    ]  # fmt: skip


@remembered(on=CATALOGUE)
def _area(game: Now, unit_id: str) -> tuple[int, ...]:
    """The hexes of a counter's area that its class may stand in; worked out once a scenario."""
    ground, name, hexes = (
        game.setting.catalogue.ground,
        legs(game, unit(game, unit_id)),
        game.setting.catalogue.areas[unit_id].hexes,
    )
    bridges = _bridge_hexes(game)
    return tuple(h for h in hexes if ground.hex_cost(h, name) is not None or h in bridges)


def _bridge_hexes(game: Now) -> frozenset[int]:
    ground = game.setting.catalogue.ground
    return frozenset(a for (a, b) in ground.sides if ground.is_river_hex(a) and ground.has_bridge(a, b))


def _suits(game: Now, unit_id: str, h: int) -> bool:
    """May a counter join those already set up in a hex?"""
    digging = game.setting.rulebook.fort_units
    alone = unit_id not in digging or not any(u.id in digging for u in game.position.stack(h))
    return alone and _fits_column(game, unit_id, h)  # a trench goes with each of the diggers [21.4-c]


def _fits_column(game: Now, unit_id: str, h: int) -> bool:
    """Units set up in road column stand two to a hex. [20.4-b, ruling Q-1art-lichovka]"""
    if unit_id not in game.setting.rulebook.in_column:
        return True
    return fits_road(game, [*column(game, h), unit(game, unit_id)])


class Setup(SideFrame, frozen=True):
    """A side sets its counters up, then its fortifications."""

    cites = "gd-17.0-c"
    left_to = "place"

    forts: tuple[str, ...]

    def ask_kind(self) -> str:
        return "setup"

    def prompt(self, view: GdState, seat: str) -> str:
        if waiting(view, self.side):
            return "Set up your units within their areas, then press Ready."
        if self.next_work(view) is None:
            return "All is set up: press Ready."
        left = [f"{self.forts.count(fort)} {fort.replace('-', ' ')}" for fort in dict.fromkeys(self.forts)]
        return f"Dig your works where your units stand ({', '.join(left)}), then press Ready."

    def todo(self, view: GdState, seat: str) -> tuple[Todo, ...]:
        areas = view.setting.catalogue.areas
        return tuple(
            Todo(f"{name(view.setting, unit_id)}: {areas[unit_id].text}") for unit_id in waiting(view, self.side)
        )

    def left(self, view: GdState, seat: str) -> int | None:
        return sum(u.status == WAITING and u.side == self.side for u in view.position.units.values())

    def grow(self, state: GdState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        ids = waiting(state, self.side)
        if ids:
            return self._grow_units(state, ids, path)
        return narrowed(self._fort_choices(state), path)

    def whole_choices(self, view: GdState, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        """Counter by counter: nobody lists all their places beforehand."""
        return Frame.whole_choices(self, view, path, seat)

    def _grow_units(self, state: GdState, ids: list[str], path: tuple[Token, ...]) -> Sequence[Node]:
        if not path:
            return ids
        unit_id = str(path[0])
        if unit_id not in ids:
            return []
        if len(path) == 1:
            return [Put.verb]
        return [Put(UnitId(unit_id), Hex(h)) for h in places(state, unit_id)] if path[1] == Put.verb else []

    def _fort_choices(self, state: GdState) -> Iterator[Choice]:
        for fort in dict.fromkeys(self.forts):
            for h in self.fort_hexes(state, fort):
                sides = range(6) if fort != "minefield" else range(1)
                yield from (Dig(Word(fort), Hex(h), Facing(side)) for side in sides)
        if self.next_work(state) is None:
            yield Ready()

    def next_work(self, game: Now) -> str | None:
        """The first kind of work left that still has a place."""
        return next((fort for fort in dict.fromkeys(self.forts) if self.fort_hexes(game, fort)), None)

    def fort_hexes(self, game: Now, fort: str) -> list[int]:
        """Fortifications go where own units stand, one of a kind to a hex. [15.0-i, 18.4-i, 21.4-c]"""
        only = game.setting.rulebook.fort_units
        stacks = game.position.at.items()
        held = [h for h, s in stacks if s[0].side == self.side and (not only or any(u.id in only for u in s))]
        return [h for h in held if all(dug.kind != fort for dug in in_hex(game, h))]

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Put):
            self._put(work, choice)
        elif isinstance(choice, Dig):
            self._dig(work, choice)
        else:
            work.pop()
            work.tell(SideSetUp(self.side))

    def _put(self, work: GdWork, choice: Put) -> None:
        place(work, choice)
        event, shadow = PlacedUnit(str(choice.unit), choice.hex), PlacedUnknown(self.side, choice.hex)
        work.tell_only((seat(work, self.side),), event, shadow)

    def _dig(self, work: GdWork, choice: Dig) -> None:
        now = work.position
        fort = Fortification(str(choice.fort), choice.hex, choice.facing)
        work.position = now.altered(forts=(*now.forts, fort))
        at = self.forts.index(fort.kind)
        work.replace_top(self.replaced(forts=self.forts[:at] + self.forts[at + 1 :]))
        work.tell(FortDug(fort.kind, choice.hex))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Ready):
            return self._why_not_ready(view)
        if isinstance(choice, Dig):
            return self._why_not_dig(view, str(choice.fort), choice.hex)
        if isinstance(choice, Put) and choice.unit not in view.setting.catalogue.areas:
            return Refusal("It is no counter that is set up.", self.cites)
        if isinstance(choice, Put):
            counter = unit(view, choice.unit) if choice.unit in view.position.units else None
            if counter is None or counter.status != WAITING:
                return Refusal("That unit has its place already.", self.cites)
            first = waiting(view, self.side)
            if counter.side != self.side:
                return Refusal("The other side sets it up.", self.cites)
            if choice.unit not in first:
                return Refusal("Units with fewer places come first.", "gd-17.0-c", f"Set up {first[0]}.")
            return Refusal(
                f"It is set up {view.setting.catalogue.areas[choice.unit].text}, where there is room.", "gd-17.0-c"
            )
        return super().refuse(view, choice, seat)

    def _why_not_dig(self, view: GdState, fort: str, h: int) -> Refusal:
        """[15.0-i, 18.4-i, 21.4-c]"""
        if ids := waiting(view, self.side):
            return Refusal("Units are set up before works.", "gd-17.0-c", f"Set up {ids[0]}.")
        if fort not in self.forts:
            return Refusal(f"You have no {fort.replace('-', ' ')} left.", "gd-18.4-i")
        if any(dug.kind == fort for dug in in_hex(view, h)):
            return Refusal("One fortification of a kind lies in a hex.", "gd-15.0-i")
        rule = "gd-21.4-c" if view.setting.rulebook.fort_units else "gd-18.4-i"
        return Refusal("Works are dug where those of your units stand that have them.", rule)

    def _why_not_ready(self, view: GdState) -> Refusal:
        if ids := waiting(view, self.side):
            return Refusal("Units are still to be set up.", "gd-17.0-c", f"Set up {ids[0]}.")
        rule = "gd-21.4-c" if view.setting.rulebook.fort_units else "gd-18.4-i"
        return Refusal("Works are still to be dug.", rule, f"Dig a {self.next_work(view)}.")


def place(work: GdWork, choice: Put) -> None:
    """A counter stands in its place, in road column where the scenario says so. [20.4-b]"""
    column = str(choice.unit) in work.setting.rulebook.in_column
    change(work, choice.unit, hex=choice.hex, status=ON_MAP, road=column, marching=column)


def begin_setup(work: GdWork, side: str) -> None:
    """A side with counters to place is asked to place them; nobody sees anything before all are ready."""
    if any(u.side == side and u.status == WAITING for u in work.position.units.values()):
        work.position = work.position.altered(unready=True)
        counts = work.setting.rulebook.forts.get(side, {})
        work.push(Setup(side, tuple(kind for kind, count in counts.items() for _ in range(count))))
