"""Going on after an overrun. [9.4]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.famous_divisions import supply
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import GdState, GdWork, Now, unit
from balka.systems.famous_divisions.movement import HAS_FIRED
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.passages import can_step
from balka.systems.famous_divisions.thinning import TooMany
from balka.systems.famous_divisions.verbs import Designate, Done, Take
from balka.systems.famous_divisions.victory import may_exit


class OverrunMoves(SideFrame, frozen=True):
    """Tracked units that overran may go on with the movement points they have left. [9.4-f, h to j]"""

    cites = "gd-9.4-h"

    units: tuple[str, ...]

    def ask_kind(self) -> str:
        return "overrun"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Go on moving after the overrun, or say done."

    def free(self, game: Now) -> tuple[str, ...]:
        """Those that have not gone on yet and can still step, or leave the map. [9.4-h, 18.3-j]"""
        fresh = (unit(game, unit_id) for unit_id in self.units)
        return tuple(u.id for u in fresh if not u.moved and (can_step(game, (u,)) or may_exit(game, (u,))))

    def options(self, state: GdState) -> Iterator[Choice]:
        yield from (Take(UnitId(unit_id)) for unit_id in self.free(state))
        yield from supply.designations_of(state, self.units)
        yield Done()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Designate):
            return supply.why_no_designation(view, self.side, choice.unit)
        if not isinstance(choice, Take) or choice.unit not in view.position.units:
            return super().refuse(view, choice, seat)
        if unit(view, choice.unit).shot:
            return HAS_FIRED
        return Refusal("Only tanks that overran go on, each once, with the points they have left.", "gd-9.4-h")

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Designate):
            supply.designate(work, choice)
            return
        if not isinstance(choice, Take):
            work.replace_top(TooMany(self.side))  # all movement is over again [7.1-g]
            return
        h = unit(work, choice.unit).hex  # who stands together goes on together [9.3-a]
        others = tuple(
            unit_id for unit_id in self.free(work) if unit_id != choice.unit and unit(work, unit_id).hex == h
        )
        work.push(Party(self.side, (str(choice.unit),), others, overrun=True))
