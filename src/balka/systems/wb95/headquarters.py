"""Headquarters: their reach, and what it means to lose one. [chapter 9]"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import structs

from balka.core.memo import remembered
from balka.systems.wb95.catalogue import Catalogue, both
from balka.systems.wb95.day import PhaseKind, is_phase
from balka.systems.wb95.events.battles import HeadquartersLost
from balka.systems.wb95.position import Bounty, Force, Now, Unit, WbWork, enemy_of, force
from balka.systems.wb95.rulebook import NATIONS

BOUNTY_RANGE = 8  # [9.1.7]


def reach_of(game: Now, side: str) -> int:
    """How far a headquarters of this side reaches. [9.2.2]"""
    return NATIONS[game.setting.rulebook.nations[side]].hq_range


def in_reach(game: Now, troops: Force, side: str, h: int) -> bool:
    """Whether a known headquarters of the side is near enough."""
    board, far = game.setting.board, reach_of(game, side)
    return any(board.distance(seat, h) <= far for seat in _seats(troops))


@remembered
def _seats(troops: Force) -> tuple[int, ...]:
    """Where the headquarters of a force are on the map."""
    return tuple([unit.hex for unit in troops.units.values() if unit.kind == "HQ" and unit.hex >= 0])


def guides(game: Now, side: str, units: Iterable[Unit]) -> bool:
    """All these units are within reach of a headquarters of theirs. [9.2.1, 9.2.3, ruling Q26]"""
    own = force(game, side)
    return all(in_reach(game, own, side, h) for h in sorted({unit.hex for unit in units}))


def rows_of(charts: Catalogue, roll: int, column: int, change: int) -> tuple[str, str]:
    """The cell as rolled, and the one a headquarters may move it to. [9.2.1]"""
    return charts.cell(roll, column), charts.cell(roll + change, column)


@lru_cache(maxsize=1024)
def is_wanted(plain: str, moved: str, change: int) -> bool | None:
    """Whether the moved row serves the owner of the headquarters; None where it gives one thing and takes another.

    He may leave the dice as they fell: a row that is worse for him, or better for the enemy, is not taken. [9.2.1]
    """
    (mine, theirs), (now, foe) = (both(cell) if change < 0 else both(cell)[::-1] for cell in (plain, moved))
    better = now.harms_no_more_than(mine) and theirs.harms_no_more_than(foe)
    worse = mine.harms_no_more_than(now) and foe.harms_no_more_than(theirs)
    return True if better else False if worse else None


def killed(work: WbWork, side: str, h: int) -> None:
    """The enemy of a lost headquarters gains five shifts for the next two Combat Phases near it. [9.1.6]"""
    gainer = enemy_of(side)
    # A headquarters lost inside a Combat Phase: that phase is not one of the two.
    phases = 3 if is_phase(work, PhaseKind.COMBAT) else 2
    bounty = Bounty(gainer, h, 5, phases)
    work.tracks = structs.replace(work.tracks, bounties=(*work.tracks.bounties, bounty))
    work.tell(HeadquartersLost(side, gainer, h, bounty.left))


def shifts_near(game: Now, side: str, hexes: Iterable[int]) -> int:
    """Shifts a side may spend in a combat at these hexes. [9.1.6, 9.1.7]"""
    board = game.setting.board
    places = tuple(hexes)
    return sum(
        bounty.left
        for bounty in game.tracks.bounties
        if bounty.side == side
        and _ripe(game, bounty)
        and any(board.distance(bounty.hex, h) <= BOUNTY_RANGE for h in places)
    )


def _ripe(game: Now, bounty: Bounty) -> bool:
    return bounty.phases <= 2


def spend(work: WbWork, side: str, hexes: Iterable[int], count: int) -> None:
    """Take shifts from the pools that reach this combat, the oldest first. [9.1.6-b]"""
    board, places, left = work.setting.board, tuple(hexes), count
    kept = []
    for bounty in work.tracks.bounties:
        reaches = bounty.side == side and any(board.distance(bounty.hex, h) <= BOUNTY_RANGE for h in places)
        used = min(left, bounty.left) if reaches and _ripe(work, bounty) else 0
        left -= used
        kept.append(structs.replace(bounty, left=bounty.left - used))
    work.tracks = structs.replace(work.tracks, bounties=tuple(bounty for bounty in kept if bounty.left))


def age_bounties(work: WbWork) -> None:
    """A Combat Phase has ended. [9.1.6-c]"""
    older = (structs.replace(bounty, phases=bounty.phases - 1) for bounty in work.tracks.bounties)
    work.tracks = structs.replace(work.tracks, bounties=tuple(bounty for bounty in older if bounty.phases > 0))
