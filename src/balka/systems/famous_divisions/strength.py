"""Strengths, odds and dice modifiers of a normal attack. [5.3, 10.1, 10.8, 13.1, 14.1, 15.0, 16.0]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from balka.core.checks import OPERATIONS, Check, Part, Tally, add, unknown
from balka.systems.famous_divisions import bridges, fortifications
from balka.systems.famous_divisions.model import Now, kind, ratings, unit
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY
from balka.systems.famous_divisions.position import OFF_MAP, Unit
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.tables import FORTS, odds_column
from balka.systems.famous_divisions.weather import effect, is_evening, is_night, weather_name
from balka.systems.famous_divisions.zones import hexside_terrain

OFF_MAP_PENALTY = 2  # hexes off the range of guns off the map [18.4-f, g]
OFF_THE_MAP = add(-OFF_MAP_PENALTY, "off the map", "gd-18.4-g")


LOW_SUPPLY = Part("halve_up", 0, "low supply", "gd-5.3-d")
HUNGRY_ATTACK = Part("halve_down", 0, "out of supply", "gd-5.3-e")
HUNGRY_DEFENCE = Part("halve_down", 0, "out of supply", "gd-5.3-f")
RIDING = Part("set", 0, "rides a tank", "gd-9.5-e")


def attack_troubles(counter: Unit) -> tuple[Part, ...]:
    """What hunger does to an attack: half, up in low supply, down out of supply. [5.3-d, e, Q-halving-per-unit]"""
    if counter.hungry >= OUT_OF_SUPPLY:
        return (HUNGRY_ATTACK,)
    return (LOW_SUPPLY,) if counter.hungry else ()


def defence_troubles(counter: Unit) -> tuple[Part, ...]:
    """What takes from a defence: half, down, out of supply; a rider adds nothing. [5.3-f, 9.5-e]"""
    if counter.carrier:
        return (RIDING,)
    return (HUNGRY_DEFENCE,) if counter.hungry >= OUT_OF_SUPPLY else ()


def attack_strength(game: Now, counter: Unit) -> int:
    """Attack strength of the side that lies up, after its troubles; trucks are none. [2.3-h]"""
    return _after(ratings(game, counter).attack, attack_troubles(counter))


def defence_strength(game: Now, counter: Unit) -> int:
    """Defence strength of the side that lies up, after its troubles; to have fired is none. [10.2-m]"""
    return _after(ratings(game, counter).defence, defence_troubles(counter))


def _after(value: int, troubles: tuple[Part, ...]) -> int:
    for part in troubles:
        value = OPERATIONS[part.op](value, part.value)
    return value


def reach_parts(game: Now, gun: Unit) -> tuple[Part, ...]:
    """The range of a gun, two hexes less off the map. [10.2-h, 18.4-f, g]"""
    printed = kind(game, gun)
    own = add(printed.range, "range", "gd-10.2-h" if printed.is_artillery else "gd-11.3-a", printed.basis)
    return (own, OFF_THE_MAP) if gun.status == OFF_MAP else (own,)


def gun_reaches(game: Now, gun: Unit, h: int) -> bool:
    """Is a combat hex within an artillery unit's range? Terrain between does not matter. [10.2-h to j, 11.1-b, c]"""
    start = game.setting.rulebook.off_map_hex if gun.status == OFF_MAP else gun.hex
    return distance(game, start, h) <= sum(part.value for part in reach_parts(game, gun))


class Fight(Struct, frozen=True):
    """Everything an attack is made of."""

    side: str
    target: int
    attackers: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    support: tuple[str, ...] = ()  # the defender's guns
    overrun: bool = False
    chits: tuple[tuple[str, str], ...] = ()  # (side, chit) in the order drawn
    void: tuple[tuple[str, str], ...] = ()  # (side, rule): drawn chits that do not count, and why
    broken: tuple[str, ...] = ()  # kinds of fortification cancelled by black chits

    def why_void(self, side: str) -> str:
        """The rule that took a side's chit away; none while it counts."""
        return next((rule for owner, rule in self.void if owner == side), "")


def _strength_part(game: Now, counter: Unit, value: int, rule: str) -> Part:
    hungry = " (out of supply)" if counter.hungry >= OUT_OF_SUPPLY else " (low supply)" if counter.hungry else ""
    return add(value, f"{kind(game, counter).name}{hungry}", rule, kind(game, counter).basis)


def attack_tally(game: Now, fight: Fight) -> Tally:
    """The attacker's total: units beside the hex and guns, never direct fire. [10.0-g, 10.1-b, 11.3-v]"""
    units = [unit(game, unit_id) for unit_id in (*fight.attackers, *fight.guns)]
    return Tally("Attack", tuple(_strength_part(game, u, attack_strength(game, u), "gd-10.1-b") for u in units))


def defence_tally(game: Now, fight: Fight) -> Tally:
    """The defender's total: all in the hex and his guns; what is not known is a range. [10.0-h, 10.1-c, 10.2-b]"""
    parts = []
    for counter in game.position.stack(fight.target):
        if counter.anonymous:
            parts.append(unknown(0, _highest(game, counter.side), "unknown unit", "gd-1.1-d"))
        elif not counter.carrier:
            parts.append(_strength_part(game, counter, defence_strength(game, counter), "gd-10.1-c"))
    for gun in (unit(game, unit_id) for unit_id in fight.support):  # attack strength, here alone [10.2-c]
        parts.append(_strength_part(game, gun, attack_strength(game, gun), "gd-10.2-b"))
    return Tally("Defence", tuple(parts))


def _highest(game: Now, side: str) -> int:
    return max(k.full.defence for k in game.setting.catalogue.kinds.values() if k.side == side)


# -- dice modifiers


def engineers_attack(game: Now, fight: Fight) -> bool:
    """Engineers taking part halve each terrain and fortification modifier. [16.0-a]"""
    return any(kind(game, unit_id).is_engineer for unit_id in fight.attackers)


def origins(game: Now, fight: Fight) -> list[int]:
    """The hexes the attack comes from; guns do not count. [Q-support-artillery-target]"""
    return sorted({unit(game, unit_id).hex for unit_id in fight.attackers})


def crossing_part(game: Now, target: int, hexes: Sequence[int]) -> Part | None:
    """Water under all attackers; a bridge under any of them makes it +1. [10.8, 12.1-h, Q-bridge-mixed]"""
    ground = game.setting.catalogue.ground
    waters = [ground.water(a, target) for a in hexes]
    if not waters or None in waters:
        return None
    if any(bridges.stands(game, a, target) for a in hexes):
        return add(1, "across a bridge", "gd-10.8-c", "stated")
    rows = [ground.chart.rows[water] for water in waters if water]
    weakest = min(rows, key=lambda row: row.modifier)
    rule = "gd-10.8-b" if weakest.modifier == 4 else "gd-10.8-a"
    return add(weakest.modifier, f"across a {weakest.key}", rule, weakest.basis["modifier"])


def terrain_parts(game: Now, fight: Fight) -> list[Part]:
    return terrain_from(game, fight.target, origins(game, fight))


def terrain_from(game: Now, target: int, hexes: Sequence[int]) -> list[Part]:
    """Terrain of the defender's hex, in road column too, and of hexsides all attack across. [9.2-d, 10.1-i to k]"""
    ground = game.setting.catalogue.ground
    row = ground.chart.hex(ground.board.terrain[target])
    parts = [add(row.modifier, row.key.replace("_", " "), "gd-10.1-i", row.basis["modifier"])] if row.modifier else []
    crossing = crossing_part(game, target, hexes)
    if crossing:
        parts.append(crossing)
    if all("dragons_teeth" in hexside_terrain(game, a, target) for a in hexes):
        parts.append(add(3, "dragon's teeth", "gd-10.1-k", "estimated"))
    return parts


def fort_parts(game: Now, fight: Fight) -> list[Part]:
    return forts_from(game, fight.target, origins(game, fight), fight.broken)


def forts_from(game: Now, target: int, hexes: Sequence[int], broken: Sequence[str] = ()) -> list[Part]:
    """Fortifications all attackers face, unless a black chit has broken them. [15.0, 15.1]"""
    return [
        add(FORTS[fort.kind].modifier, fort.kind.replace("-", " "), "gd-15.0-a", "stated")
        for fort in fortifications.guarding(game, target, hexes)
        if fort.kind not in broken
    ]


def halved(part: Part) -> Part:
    """An engineer halves one modifier, dropping the fraction. [16.0-a, b]"""
    return add(part.value // 2, f"{part.label}, halved by engineers", "gd-16.0-a", part.basis)


def chit_parts(game: Now, fight: Fight) -> list[Part]:
    """Both drawn chits count, whoever drew them; void ones are shown and dropped. [10.3-f to k]"""
    parts = []
    for side, chit_id in fight.chits:
        chit = game.setting.catalogue.chits[chit_id]
        if chit.colour == "black":
            continue
        label = f"{chit.name} ({side})"
        gone = fight.why_void(side)
        if gone:
            parts.append(Part("drop", chit.modifier, f"{label}, removed", gone))
        else:
            parts.append(add(chit.modifier, label, "gd-10.3-f", chit.basis))
    return parts


def modifier_tally(game: Now, fight: Fight) -> Tally:
    """Everything added to the dice: chits, terrain, fortifications, weather, evening. [10.1-h to k, m]"""
    ground = [*terrain_parts(game, fight), *fort_parts(game, fight)]
    if engineers_attack(game, fight):
        ground = [halved(part) for part in ground]
    return Tally("Dice modifier", (*chit_parts(game, fight), *ground, *sky_parts(game)))


def sky_parts(game: Now) -> list[Part]:
    """Weather and evening, which count in every attack. [10.1-m, 13.1-b]"""
    weather = (
        [add(effect(game).attack, weather_name(game).lower(), "gd-10.1-m", "stated")] if effect(game).attack else []
    )
    return [*weather, add(1, "evening", "gd-13.1-b", "stated")] if is_evening(game) else weather


def attack_dice(game: Now, fight: Fight) -> str:
    """Two dice; three at night or when all attack across a bridge. [10.1-n to p, 13.2-c, ruling Q-bridge-dice]"""
    hexes = origins(game, fight)
    bridged = game.setting.rulebook.bridge_dice and all(bridges.stands(game, a, fight.target) for a in hexes)
    return "3d6=" if is_night(game) or bridged else "2d6="


def column(game: Now, fight: Fight) -> str:
    return odds_column(attack_tally(game, fight).value, defence_tally(game, fight).value)


def attack_check(game: Now, fight: Fight) -> Check:
    """The roll of an attack, with both strengths beside it. [1.0-c, 10.1]"""
    attack, defence = attack_tally(game, fight), defence_tally(game, fight)
    low, high = defence.spread
    here = odds_column(max(attack.value, 1), high if not defence.exact else low)
    name = f"Attack at {here}" if defence.exact else f"Attack at {here} or better"
    return Check(name, attack_dice(game, fight), modifier_tally(game, fight), f"crt {here}", (attack, defence))
