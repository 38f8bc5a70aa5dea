"""Hexes that hold too much when movement is over. [7.1, 7.2]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.losses import loses_step
from balka.systems.famous_divisions.model import GdState, GdWork, Now, kind, unit
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, column_excess, excess, limit
from balka.systems.famous_divisions.verbs import Done, Lose


class TooMany(SideFrame, frozen=True):
    """Hexes holding too much must be thinned by their owner. [7.1-g, h]

    Asked whenever a stack is high enough that it might hold too much, for its height is all the enemy may see.
    """

    cites = "gd-7.1-h"
    automatic = True

    def run(self, work: GdWork) -> None:
        work.pop()
        if _tall(work, self.side):
            work.push(Thinning(self.side))


def _tall(game: Now, side: str) -> list[int]:
    """Hexes with more counters than they hold full units, or than a road does where somebody has just marched in."""
    found = ((h, stack) for h, stack in game.position.at.items() if stack[0].side == side)
    return [h for h, stack in found if 2 * len(stack) > limit(game, h) or _may_be_jammed(game, h, len(stack))]


def _may_be_jammed(game: Now, h: int, height: int) -> bool:
    """Marches are seen by all, who of a stack stands in road column is not. [7.1-b]"""
    if 2 * height <= ROAD_LIMIT or h not in game.tracks.marched:
        return False
    ground = game.setting.catalogue.ground
    return any((h, n) in ground.roads for n in ground.neighbours[h])


class Thinning(SideFrame, frozen=True):
    """The owner depletes or eliminates units until every hex holds what it may. [7.1-h]"""

    cites = "gd-7.1-h"

    def ask_kind(self) -> str:
        return "stacking"

    def prompt(self, view: GdState, seat: str) -> str:
        full = self.overfull(view)
        if full and column_excess(view, full[0]):
            return "More than two units stand in road column in a hex: choose who is lost."
        return "A hex holds too many units: choose who is lost." if full else "Every hex holds what it may: say done."

    def overfull(self, game: Now) -> list[int]:
        return [h for h in _tall(game, self.side) if excess(game, h)]

    def options(self, state: GdState) -> Iterator[Choice]:
        full = self.overfull(state)
        for h in full[:1]:
            yield from (Lose(UnitId(u.id)) for u in _who_counts(state, h))
        if not full:
            yield Done()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        full = self.overfull(view)
        if isinstance(choice, Done) and full:
            where = view.setting.board.labels[full[0]]
            return Refusal(f"{where} still holds too much.", "gd-7.1-h", "Choose who is lost there.")
        if isinstance(choice, Lose):
            return _why_not_lose(view, full, choice.unit)
        return super().refuse(view, choice, seat)

    def answer(self, work: GdWork, choice: Choice) -> None:
        """Room is made by the unit itself; this is no combat result that its rider would share. [7.1-h, 9.5-f]"""
        if isinstance(choice, Lose):
            loses_step(work, unit(work, choice.unit))
        else:
            work.pop()


def _who_counts(game: Now, h: int) -> list[Unit]:
    """Those whose loss makes room: in a jammed column its own units. [7.1-b, f, Q-riding-stacking]"""
    jammed = column_excess(game, h) > 0
    there = [u for u in game.position.stack(h) if u.road or not jammed]
    return [u for u in there if not u.carrier and not kind(game, u).is_division_hq]


def _why_not_lose(game: Now, full: list[int], unit_id: str) -> Refusal:
    """Why a unit is not lost to make room. [7.1-b, f, h]"""
    if not full:
        return Refusal("Every hex holds what it may.", "gd-7.1-h", "Say done.")
    where = game.setting.board.labels[full[0]]
    if unit_id not in [u.id for u in game.position.stack(full[0])]:
        return Refusal(f"It is not in {where}, which holds too much.", "gd-7.1-h")
    if column_excess(game, full[0]):
        return Refusal("Room is to be made in the road column, and it does not stand in it.", "gd-7.1-b")
    return Refusal("It takes no room: division HQs and riders do not count.", "gd-7.1-f")
