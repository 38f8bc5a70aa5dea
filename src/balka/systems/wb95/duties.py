"""The attacks that are owed, and the test that no declared attack leaves one behind. [5.1.3-5.1.7]

Attackers are units, targets are hexes. A combat is a star: attackers of one hex against several hexes, or several hexes
against one. Debts can all be met by separate stars if and only if everyone in debt still has one unused partner next to
it: a smallest edge cover is a union of stars. So a combat is refused only if it would take somebody's last partner and
cannot take that somebody in as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from balka.core.hexes import hexes_in
from balka.systems.wb95.fortifications import is_fortified
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Now, Unit, WbWork, enemy_of, force, mark, printed
from balka.systems.wb95.zones import beside, covers, near, zone


class Obligations(Struct, frozen=True):
    """Who may still attack what: unused attackers with their hexes and targets, and the debts among them."""

    stands: dict[str, int]
    targets: dict[str, tuple[int, ...]]
    attackers: dict[int, tuple[str, ...]]
    obliged: tuple[str, ...]
    owed: tuple[int, ...]

    @property
    def debts(self) -> bool:
        return bool(self.obliged or self.owed)


class Combat(Struct, frozen=True):
    """A combat being put together. Guns on tracks that support it attack nobody else."""

    units: tuple[str, ...]
    hexes: tuple[int, ...]
    guns: tuple[str, ...] = ()


def may_attack(game: Now, unit: Unit) -> bool:
    """Regular units and guns on tracks attack, towed ones do not, and each fights once in a phase.

    [1.2, 5.1.1, 5.1.10, 6.6.5]
    """
    if not unit.known or unit.hex < 0 or unit.has(Mark.FOUGHT):
        return False
    counter = printed(game, unit)
    return counter.like_regular and not counter.towed


def _pinned(game: Now, side: str) -> list[Unit]:
    """Units that could attack and stand in an enemy zone; artillery never has to. [5.1.4-d, ruling Q46]"""
    hostile = zone(force(game, enemy_of(side)), game.setting.board)
    able = [unit for unit in force(game, side).units.values() if unit.kind != "ART" and may_attack(game, unit)]
    return [unit for unit in able if hostile >> unit.hex & 1]


def bound_to_attack(game: Now, side: str) -> list[Unit]:
    """Those of them who are not excused by fortifications. [5.1.3-a, b, 7.1.11, 7.2.5]"""
    return [unit for unit in _pinned(game, side) if not is_fortified(game, side, unit.hex)]


def open_debts(work: WbWork, side: str) -> tuple[int, ...]:
    """Mark the units that must attack, and name the hexes that must be attacked; fixed for the phase.

    [5.1.3, 5.1.4-a, e]
    """
    board, foe = work.setting.board, force(work, enemy_of(side))
    pinned = _pinned(work, side)
    bound = bound_to_attack(work, side)
    mark(work, (unit.id for unit in bound), Mark.OBLIGED)
    binding = 0
    for unit in bound if work.setting.rulebook.only_obliged else pinned:
        binding |= 1 << unit.hex
    return tuple(h for h, mask in covers(foe, board).items() if mask & binding)


def attackable(game: Now, side: str, h: int, shelled: Collection[int]) -> bool:
    """A hex with enemies who have not fought yet and were not shelled. [6.4.5-a, ruling Q48]"""
    return h not in shelled and any(not unit.has(Mark.FOUGHT) for unit in force(game, enemy_of(side)).within(h))


def obligations_of(view: Now, side: str, owed: tuple[int, ...], shelled: tuple[int, ...] = ()) -> Obligations:
    """What is owed as things stand now, from what the attacker knows; who is in no enemy zone any more owes nothing.

    [5.1.3, 5.1.4-b, c]
    """
    board, own, foe = view.setting.board, force(view, side), force(view, enemy_of(side))
    faced = hexes_in(foe.occupied & beside(own, board))
    hexes = {h: None for h in faced if attackable(view, side, h, shelled)}
    stands: dict[str, int] = {}
    targets: dict[str, tuple[int, ...]] = {}
    attackers: dict[int, list[str]] = {h: [] for h in hexes}
    for here in hexes_in(own.occupied & near(board, hexes)):
        enemies = tuple(sorted([h for h in board.neighbours[here] if h in hexes]))
        for unit in own.at[here]:
            if may_attack(view, unit):
                stands[unit.id], targets[unit.id] = here, enemies
                for h in enemies:
                    attackers[h].append(unit.id)
    reached = {h: tuple(ids) for h, ids in attackers.items() if ids}
    pinned = [unit_id for unit_id in sorted(targets) if zone(foe, board) >> stands[unit_id] & 1]
    obliged = tuple(unit_id for unit_id in pinned if own.units[unit_id].has(Mark.OBLIGED))
    return Obligations(stands, targets, reached, obliged, tuple(h for h in owed if h in reached))


def closure(obligations: Obligations, combat: Combat) -> Combat:
    """The combat with everybody in it whose last partner it takes. [5.1.4-f]"""
    units, hexes = list(combat.units), list(combat.hexes)
    grown = True
    while grown:
        attacked, used = {*hexes}, {*units, *combat.guns}
        more_units = [
            unit_id
            for unit_id in obligations.obliged
            if unit_id not in units and attacked.issuperset(obligations.targets[unit_id])
        ]
        more_hexes = [h for h in obligations.owed if h not in attacked and used.issuperset(obligations.attackers[h])]
        units += more_units
        hexes += more_hexes
        grown = bool(more_units or more_hexes)
    return Combat(tuple(units), tuple(hexes), combat.guns)


def is_one_combat(obligations: Obligations, combat: Combat) -> bool:
    """All on one hex attack, or one hex is attacked; everybody is next to what he attacks. [5.1.2, 5.1.5-a, b]"""
    if len(combat.hexes) == 1:
        return True
    beside = {unit_id: obligations.targets.get(unit_id, ()) for unit_id in combat.units}
    together = len({obligations.stands.get(unit_id) for unit_id in combat.units}) <= 1
    return together and all(h in targets for targets in beside.values() for h in combat.hexes)


def can_be_finished(obligations: Obligations, combat: Combat) -> bool:
    return is_one_combat(obligations, closure(obligations, combat))


def all_beside(obligations: Obligations, combat: Combat) -> tuple[str, ...]:
    """Everybody next to what is attacked who can join, one after the other, and leaves nobody alone. [5.1.2-5.1.5]"""
    joined: list[str] = []
    for unit_id in obligations.attackers.get(combat.hexes[0], ()):
        if unit_id in (*combat.units, *combat.guns):
            continue
        more = Combat((*combat.units, *joined, unit_id), combat.hexes, combat.guns)
        if can_be_finished(obligations, more):
            joined.append(unit_id)
    return tuple(joined)


def openings(obligations: Obligations) -> list[int]:
    """Hexes against which a combat can be begun and finished."""
    return [
        h
        for h, unit_ids in sorted(obligations.attackers.items())
        if any(can_be_finished(obligations, Combat((unit_id,), (h,))) for unit_id in unit_ids)
    ]


def missing(obligations: Obligations, combat: Combat) -> Combat:
    """Who must still be taken into a combat before it can be fought."""
    whole = closure(obligations, combat)
    return Combat(
        tuple(unit_id for unit_id in whole.units if unit_id not in combat.units),
        tuple(h for h in whole.hexes if h not in combat.hexes),
    )


def guns_owed(obligations: Obligations, guns: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """For each hex that must be attacked and that only guns on tracks still can attack: those guns. [5.1.4-a, 6.6.5]"""
    able = set(guns)
    left = (obligations.attackers[h] for h in obligations.owed)
    return tuple(unit_ids for unit_ids in left if able.issuperset(unit_ids))
