"""The figures of a roll worked out a second way, with none of the functions that made the first. For the audit."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor
from typing import Any

from balka.core.frames import Roll
from balka.systems.wb95.battle_resolution import BattleOpen
from balka.systems.wb95.catalogue import Counter as Card
from balka.systems.wb95.position import Unit, WbState
from balka.systems.wb95.sheet import Battle

GROUND = {"hills": 1, "forest": 1, "town": 1, "city": 1}


def recount(state: WbState, roll: Roll) -> int | None:
    """The number a check needs, counted again; None where there is nothing to count."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    if roll.why == "combat" and isinstance(below, BattleOpen):
        return _column(state, below.battle, below.foes)
    return None


def _units(state: WbState, names: tuple[str, ...]) -> list[Any]:
    everybody = {unit.id: unit for own in state.position.forces.values() for unit in own.units.values()}
    return [everybody[name] for name in names if name in everybody]


def _face(state: WbState, unit: Unit) -> tuple[int, int]:
    card: Card = state.setting.catalogue.counters[unit.id]
    weak = unit.cel < card.cel and card.attack_reduced
    return (card.attack_reduced, card.defence_reduced) if weak else (card.attack, card.defence)


def _column(state: WbState, battle: Battle, foes: tuple[str, ...]) -> int:
    attackers, defenders = _units(state, battle.joined), _units(state, foes)
    there = [unit for h in battle.hexes for unit in _all_at(state, battle.foe, h)]
    if all(unit.kind == "HQ" or (unit.kind == "ART" and "transport" in unit.marks) for unit in there):
        return 12
    weights = {h: _hex(state, battle.foe, h, defenders) for h in battle.hexes}
    heaviest = [h for h in battle.hexes if weights[h] == max(weights.values())]
    return min(_column_at(state, battle, attackers, defenders, here) for here in heaviest)


def _column_at(state: WbState, battle: Battle, attackers: list[Any], defenders: list[Any], here: int) -> int:
    attack, defence = _attack(state, battle, attackers, here), _defence(state, battle, defenders)
    column = _ratio(attack, defence, state.setting.rulebook.below_one == "for")
    column = min(
        column
        + _flying_stars(state, battle)
        + battle.shifts
        + _together(state, attackers + _units(state, battle.guns))
        + _stars(state, battle)[0],
        12,
    )
    shooting = [unit for unit in defenders if unit.kind != "ART" or "transport" not in unit.marks]
    together = _together(state, shooting + _units(state, battle.def_guns))
    column -= battle.def_shifts + together + _stars(state, battle)[1]
    column -= GROUND.get(state.setting.board.terrain[here], 0) + _water(state, attackers, here)
    return max(column - _works(state, battle, attackers, defenders, here), 0)


def _ratio(attack: int, defence: int, kind: bool) -> int:  # noqa: FBT001
    if attack >= defence:
        return min(floor(attack / defence + 0.5), 10) + 2 if defence else 12
    parts = defence / max(attack, 1)
    return 4 - min(ceil(parts - 0.5) if kind else floor(parts + 0.5), 4)


def _own(state: WbState, battle: Battle, unit: Unit) -> int:
    value = _face(state, unit)[0]
    value = ceil(value / 2) if unit.disorganised else value
    return value if not unit.supply or unit.id in battle.full else ceil(value / 2)


def _attack(state: WbState, battle: Battle, attackers: list[Any], here: int) -> int:
    walls = _edge(state, here, "fixed") | (_edge(state, here, "fortified") if battle.side == "german" else set())
    support = sum(_own(state, battle, unit) for unit in _units(state, battle.guns))
    flying: int = sum(state.setting.catalogue.counters[name].attack for name in battle.air)
    support += flying
    crossing = [unit for unit in attackers if unit.hex in walls]
    if not crossing:
        return support + sum(_own(state, battle, unit) for unit in attackers)
    if state.setting.rulebook.line_halves == "all":
        crossing = attackers
    slow = ceil((support + sum(_own(state, battle, unit) for unit in crossing)) / 2)
    return slow + sum(_own(state, battle, unit) for unit in attackers if unit not in crossing)


def _defence(state: WbState, battle: Battle, defenders: list[Any]) -> int:
    total = 0
    for h in battle.hexes:
        total += _hex(state, battle.foe, h, defenders)
    total += sum(_weakened(state, unit) for unit in _units(state, battle.def_guns))
    air: int = sum(state.setting.catalogue.counters[name].attack for name in battle.def_air)
    return total + ceil(air / 2)


def _weakened(state: WbState, unit: Unit) -> int:
    value = _face(state, unit)[1]
    return ceil(value / 2) if unit.disorganised else value


def _hex(state: WbState, side: str, h: int, defenders: list[Any]) -> int:
    fighting = [unit for unit in defenders if unit.hex == h and unit.kind != "HQ" and "transport" not in unit.marks]
    if any(unit.kind not in ("ART", "HQ", "RG", "GUN") or _tracked(state, unit) for unit in _all_at(state, side, h)):
        return sum(_weakened(state, unit) for unit in fighting if not _spent_in_a_barrage(state, unit))
    towed = [
        unit for unit in fighting if unit.kind == "ART" and "towed" in state.setting.catalogue.counters[unit.id].traits
    ]
    return bool(towed) + sum(_weakened(state, unit) for unit in fighting if unit not in towed)


def _tracked(state: WbState, unit: Unit) -> bool:
    return unit.kind == "ART" and "towed" not in state.setting.catalogue.counters[unit.id].traits


def _spent_in_a_barrage(state: WbState, unit: Unit) -> bool:
    towed = unit.kind == "ART" and "towed" in state.setting.catalogue.counters[unit.id].traits
    return towed and not {"silent 1", "silent 2"}.isdisjoint(unit.marks)


def _together(state: WbState, units: list[Any]) -> int:
    cards = [state.setting.catalogue.counters[unit.id] for unit in units]
    count = Counter(card.formation for card in cards if card.formation and card.kind != "HQ")
    return sum(n // 3 for n in count.values())


def _stars(state: WbState, battle: Battle) -> tuple[int, int]:
    cards = state.setting.catalogue.counters
    dug = any(_fortified(state, battle.foe, h) for h in battle.hexes)
    attack = [cards[name].star for name in battle.stars if cards[name].star != "black" or not dug]
    defence = [cards[name].star for name in battle.def_stars if cards[name].star not in ("", "yellow")]
    vehicles = {"a": _vehicles(state, battle.joined), "d": _vehicles(state, _fresh_at(state, battle))}
    attack = [star for star in attack if star != "white" or vehicles["d"]]
    defence = [star for star in defence if star != "white" or vehicles["a"]]
    skilled = [unit for unit in _units(state, battle.def_stars) if "fu" in cards[unit.id].traits]
    fortress = sum(2 for unit in skilled if _fortified(state, battle.foe, unit.hex))
    above = attack + (["white"] if _flying_stars(state, battle) else [])
    return _count(attack, defence, above), _count(defence, above, defence) + fortress


def _flying_stars(state: WbState, battle: Battle) -> int:
    cards = state.setting.catalogue.counters
    foes = _fresh_at(state, battle)
    shining = [name for name in battle.air if cards[name].star == "white"]
    return len(shining) if _vehicles(state, foes) else 0


def _fresh_at(state: WbState, battle: Battle) -> tuple[str, ...]:
    """Who is attacked: not those who fought before and were driven there."""
    there = [unit for h in battle.hexes for unit in _all_at(state, battle.foe, h)]
    return tuple(unit.id for unit in there if "fought" not in unit.marks)


def _count(mine: list[str], theirs: list[str], helpers: list[str]) -> int:
    """Stars that shine: white ones put out black and yellow, black ones yellow if no white one puts them out first."""
    dead = set()
    if "white" in theirs:
        dead |= {"black", "yellow"}
    if "black" in theirs and "white" not in helpers:
        dead |= {"yellow"}
    return sum(star not in dead for star in mine)


def _all_at(state: WbState, side: str, h: int) -> list[Any]:
    return [unit for unit in state.position.forces[side].units.values() if unit.hex == h]


def _vehicles(state: WbState, names: tuple[str, ...]) -> bool:
    return any(state.setting.catalogue.counters[unit.id].moves == "mechanized" for unit in _units(state, names))


def _fortified(state: WbState, side: str, h: int) -> bool:
    return state.position.works.get(str(h)) == side or bool(_edge(state, h, "fixed") | _edge(state, h, "fortified"))


def _edge(state: WbState, h: int, kind: str) -> set[int]:
    return {f.a + f.b - h for f in state.setting.board.features if f.kind == kind and f.toward == h}


def _water(state: WbState, attackers: list[Any], here: int) -> int:
    worth = {"river": 1, "doniec": 2, "stream": 1, "big_river": 1}
    rivers: Counter[str] = Counter()
    for unit in attackers:
        for f in state.setting.board.features:
            if f.kind in worth and {f.a, f.b} == {unit.hex, here}:
                rivers[f.kind] += _face(state, unit)[0]
    total = sum(_face(state, unit)[0] for unit in attackers)
    if 2 * sum(rivers.values()) <= total:
        return 0
    return worth[max(rivers, key=lambda kind: (rivers[kind], kind))]


def _works(state: WbState, battle: Battle, attackers: list[Any], defenders: list[Any], here: int) -> int:
    book = state.setting.rulebook
    town = state.setting.board.terrain[here] in ("town", "city")
    ditch = book.works_town if town else book.works_open
    works = ditch if state.position.works.get(str(here)) == battle.foe else 0
    total = sum(_face(state, unit)[0] for unit in attackers)
    fixed, line = _edge(state, here, "fixed"), _edge(state, here, "fortified")
    if fixed:
        return (
            book.fixed.get(here, 3)
            if 2 * sum(_face(state, unit)[0] for unit in attackers if unit.hex in fixed) >= total
            else int(ditch)
        )
    belt = 0
    if line and battle.foe == "german":
        belt = 1
    elif line and 2 * sum(_face(state, unit)[0] for unit in attackers if unit.hex in line) > total:
        strong = [
            unit
            for unit in defenders
            if unit.hex == here and (unit.kind not in ("ART", "HQ", "RG", "GUN") or _tracked(state, unit))
        ]
        belt = 2 if any(_weakened(state, unit) >= 5 for unit in strong) else 1
    return works + belt if book.works_and_lines == "both" else max(works, belt)
