"""Opportunity fire: a window of the other side at every hex entered. [11.4]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.frames import Quote
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    Catalogue,
    GdState,
    GdWork,
    Now,
    enemy_of,
    unit,
)
from balka.systems.famous_divisions.position import ON_MAP, Force, Unit
from balka.systems.famous_divisions.ranged import (
    NO_SHOT,
    can_shoot,
    direct_range,
    eligible_targets,
    known_targets,
    longest_range,
    open_fire,
    shot_check,
    why_not_at,
    why_silent,
)
from balka.systems.famous_divisions.sight import distance, inspected, is_all_known, is_known_to, known_stack, seen_from
from balka.systems.famous_divisions.verbs import Fire, Hold
from balka.systems.famous_divisions.weather import allows_direct_fire
from balka.systems.famous_divisions.wording import names

TARGET = "opptarget"


def threats(game: Now, mover: str, h: int, used: tuple[str, ...] = ()) -> list[int]:
    """Enemy hexes from which the mover must reckon with fire on h: known shooters, and stacks he may not inspect.

    What is seen here is known to both sides, so opening a window on it tells nothing. [11.4-a, c]
    """
    if not used:
        return bearing(game, mover)(h)
    return _threats(game, mover, h, lambda o: _reach_from(game, mover, o, used)) if allows_direct_fire(game) else []


def bearing(game: Now, mover: str) -> Callable[[int], list[int]]:
    """The threats to hexes, for who asks about many of them."""
    if not allows_direct_fire(game):
        return lambda _: []
    opened = inspected(game.position, game.setting.catalogue.ground, mover)
    known, reaches = _known_threats(game.position.forces[enemy_of(mover)], opened, game.setting.catalogue)

    def reach_of(o: int) -> int:
        found = reaches.get(o)
        if found is None:
            found = reaches[o] = _reach_from(game, mover, o)
        return found

    def on(h: int) -> list[int]:
        found = known.get(h)
        if found is None:
            found = known[h] = _threats(game, mover, h, reach_of)
        return found

    return on


@remembered
def _known_threats(
    force: Force, opened: frozenset[int], catalogue: Catalogue
) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Threats by hexes while direct fire is allowed, and how far it reaches from each: both hang on the enemy and who
    of him is known. To be filled."""
    return {}, {}


def _threats(game: Now, mover: str, h: int, reach_of: Callable[[int], int]) -> list[int]:
    ground, held = game.setting.catalogue.ground, game.position.forces[enemy_of(mover)].places.mask
    near = hexes_in(held & game.setting.board.within(h, longest_range(game, enemy_of(mover))))
    return [o for o in near if seen_from(ground, o) >> h & 1 and distance(game, o, h) <= reach_of(o)]


def _reach_from(game: Now, mover: str, o: int, used: tuple[str, ...] = ()) -> int:
    """How far a mover must reckon with fire from a hex: as far as his enemy fires at all, unless he knows better."""
    if not is_all_known(game, mover, o):
        return longest_range(game, enemy_of(mover))
    able = [u for u in known_stack(game, mover, o) if u.id not in used and why_silent(game, u) is None]
    return max([direct_range(game, u) for u in able], default=0)


class OpportunityFire(SideFrame, frozen=True):
    """The side not moving may fire at units that entered a hex, each of its guns once. [11.4-a, j, Q-oppfire-count]"""

    cites = "gd-11.4-c"

    hex: int
    moving: tuple[str, ...]
    used: tuple[str, ...] = ()

    def ask_kind(self) -> str:
        return "oppfire"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: GdState, seat: str) -> str:
        known = tuple(u.id for u in in_hex(view, self.moving, self.hex))
        who = names(view.setting, known) if known else "Units"
        return f"{who} entered {view.setting.board.labels[self.hex]}: fire, or hold."

    def options(self, state: GdState) -> Iterator[Choice]:
        """An engineer does not fire in a turn in which it cleared fortifications. [11.4-a, 16.1-e]"""
        for counter in state.position.of(self.side):
            if counter.id in self.used or counter.anonymous or counter.worked:
                continue
            if can_shoot(state, counter, self.hex):
                yield Fire(UnitId(counter.id), Hex(self.hex))
        yield Hold()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Fire):
            return super().refuse(view, choice, seat)
        shooter = view.position.units.get(choice.unit)
        if shooter is None or shooter.side != self.side:
            return Refusal("Guns of the side that does not move fire.", "gd-11.4-a")
        if choice.hex != self.hex:
            return Refusal("You fire at the hex that is being entered.", "gd-11.4-j")
        if shooter.id in self.used:
            return Refusal("It has fired at them in this hex.", "gd-11.4-a")
        cleared = Refusal("Engineers that cleared fortifications do not fire in that turn.", "gd-16.1-e")
        return cleared if shooter.worked else why_not_at(view, shooter, self.hex) or NO_SHOT

    def answer(self, work: GdWork, choice: Choice) -> None:
        if not isinstance(choice, Fire):
            work.pop()
            return
        work.replace_top(self.replaced(used=(*self.used, str(choice.unit))))
        open_fire(work, choice.unit, self.targets(work), TARGET)

    def targets(self, game: Now) -> tuple[Unit, ...]:
        return eligible_targets(game, in_hex(game, self.moving, self.hex))

    def resume(self, work: GdWork, result: tuple[str, tuple[str, ...]]) -> None:
        """A hit pins the target, and its rider whatever became of the tank; others may fire too. [9.5-f, h, 11.4-d]"""
        band, hit = result
        for unit_id in hit if band != "miss" else ():
            if unit(work, unit_id).status == ON_MAP and not unit(work, unit_id).pinned:
                losses.pin(work, unit_id)
        if not may_open(work, enemy_of(self.side), self.hex, self.moving, self.used):
            work.pop()

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        if not isinstance(choice, Fire):
            return Quote(final="yes")
        targets = known_targets(view, self.side, self.hex, self.moving)
        return Quote(checks=(shot_check(view, unit(view, choice.unit), self.hex, targets),), final="yes")


def in_hex(game: Now, ids: Iterable[str], h: int) -> list[Unit]:
    """Those of these units that are still in a hex; who was pinned there has entered it all the same. [11.4-a, h]"""
    found = (game.position.units.get(unit_id) for unit_id in ids)
    return [u for u in found if u is not None and u.hex == h]


def may_open(game: Now, mover: str, h: int, moving: tuple[str, ...], used: tuple[str, ...] = ()) -> bool:
    """Is a window to be opened? Also for who may not be known to be an HQ in company. [1.1-d, 11.4-a, c, g, 13.2-d]"""
    if not threats(game, mover, h, used):
        return False
    there = in_hex(game, moving, h)
    return any(not is_known_to(game, enemy_of(mover), u) for u in there) or bool(eligible_targets(game, there))
