"""The battle sheet: strengths, ratio, shifts in their order, and the odds of every result. [1.4, 1.7, 5.2, 5.5]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.systems.wb95.battle_table import COLUMN_SCALE, reader_key
from balka.systems.wb95.catalogue import COLUMNS, KINDS, LAST_COLUMN, column_of, half
from balka.systems.wb95.fortifications import LINE, edges
from balka.systems.wb95.guesses import limits, may_concentrate, ranging
from balka.systems.wb95.headquarters import guides
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import (
    Now,
    Unit,
    acts_as_regular,
    air_strength,
    enemy_of,
    force,
    is_self_propelled,
    is_silent,
    label,
    printed,
)
from balka.systems.wb95.shelter import ground_shifts, halving_edges
from balka.systems.wb95.stars import CONCENTRATION, air_stars, concentration, rear_guard, star_shifts, volkssturm_shift

DICE = "2d6="  # two dice added together [kursk-c1-1.7dice-b]
STRONG = 5  # strength from which a line helps by two columns [19.1.3]


class Battle(Struct, frozen=True):
    """Who fights whom, and what each side has thrown in."""

    side: str
    hexes: tuple[int, ...]
    joined: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    shifts: int = 0
    def_guns: tuple[str, ...] = ()
    def_air: tuple[str, ...] = ()
    def_stars: tuple[str, ...] = ()
    def_shifts: int = 0

    @property
    def foe(self) -> str:
        return enemy_of(self.side)


class Open(Struct, frozen=True):
    """What may still change a sheet that is not closed, each at most.

    Strength of guns, guns that may belong to a formation with others, shifts of stars and of a headquarters destroyed,
    and the attacker's stars that may not count.
    """

    guns: int = 0
    grouped: int = 0
    stars: int = 0
    shifts: int = 0
    put_out: int = 0


CLOSED = Open()


# -- strengths


def defenders(game: Now, battle: Battle) -> list[Unit]:
    """The units in the attacked hexes that have not fought; others there only share the retreat. [rulings Q48, Q49]"""
    own = force(game, battle.foe)
    return [unit for h in battle.hexes for unit in own.within(h) if not unit.has(Mark.FOUGHT)]


def takes_support(game: Now, battle: Battle) -> bool:
    """Guns support regular units: a hex of guns or headquarters alone gets no help from others. [6.3.1, 6.6.3]"""
    return any(acts_as_regular(game, unit) for unit in defenders(game, battle))


DISORGANISED = Part("halve_up", 0, "disorganised", "kursk-5.6.4-a")
OUT_OF_SUPPLY = Part("halve_up", 0, "out of supply", "kursk-10.2.2-b")


def attack_troubles(unit: Unit, full: Sequence[str] = ()) -> list[Part]:
    """What halves an attack: disorganised, or out of supply unless the unit pays. [5.6.4, 10.2.2, 10.2.3]"""
    hungry = unit.supply > 0 and unit.id not in full
    return [*defence_troubles(unit), *([OUT_OF_SUPPLY] if hungry else [])]


def defence_troubles(unit: Unit) -> list[Part]:
    """What halves a defence: out of supply it stays whole. [5.6.4, 6.4.6-b, 10.2.2-c]"""
    return [DISORGANISED] if unit.disorganised else []


def attack_of(game: Now, unit: Unit, full: Sequence[str] = ()) -> int:
    """Attack strength after the unit's own troubles, each of which halves it. [1.7]"""
    value = printed(game, unit).strength(unit.cel, attacking=True)
    for _ in attack_troubles(unit, full):
        value = half(value)
    return value


def defence_of(game: Now, unit: Unit) -> int:
    """Defence strength after the unit's own troubles."""
    value = printed(game, unit).strength(unit.cel, attacking=False)
    return half(value) if defence_troubles(unit) else value


def strongest(game: Now, battle: Battle) -> int:
    """The attacked hex whose ground counts: the one with the most strength, of equals the one best for the defender.

    [5.5.3, ruling Q28]
    """
    strongest = may_be_strongest(game, battle)
    return (
        strongest[0] if len(strongest) == 1 else min(strongest, key=lambda h: (_column_on(game, battle, h).spread, h))
    )


def may_be_strongest(game: Now, battle: Battle) -> list[int]:
    """The attacked hexes that no other surely outweighs: of masked ones several. [5.5.3, 16.1.4]"""
    if len(battle.hexes) == 1:
        return [battle.hexes[0]]
    weights = {h: Tally("", tuple(hex_defence(game, battle, h))).spread for h in battle.hexes}
    least = max(low for low, _ in weights.values())
    return [h for h in battle.hexes if weights[h][1] >= least]


def hex_defence(game: Now, battle: Battle, h: int) -> list[Part]:
    """What the units of one attacked hex put up; guns are not alone beside somebody who has fought.

    [6.6, 6.6.3-a, b]
    """
    units = [unit for unit in defenders(game, battle) if unit.hex == h]
    regular = any(acts_as_regular(game, unit) for unit in force(game, battle.foe).within(h))
    guns = [unit for unit in units if unit.kind == "ART"]
    parts = [_defence_part(game, unit) for unit in units if unit.kind not in ("ART", "HQ")]
    fighting = [unit for unit in guns if not unit.has(Mark.TRANSPORT)]
    if regular:
        return parts + [_defence_part(game, unit) for unit in fighting if not _holds_fire(game, unit)]
    if any(not unit.known or printed(game, unit).towed for unit in fighting):
        sure = int(any(unit.known for unit in fighting))
        parts.append(ranging(Part("add", sure, f"guns alone in {label(game, h)}", "kursk-6.6.3-a"), 1))
    return parts + [_defence_part(game, unit) for unit in fighting if unit.known and not printed(game, unit).towed]


def _holds_fire(game: Now, unit: Unit) -> bool:
    """Towed guns add to the defence of their hex as support, which those who fired a barrage do not give.

    [6.5.6, 6.6.1, 6.6.5, ruling Q66a]
    """
    return is_silent(unit) and not is_self_propelled(game, unit)


def _defence_part(game: Now, unit: Unit) -> Part:
    if unit.known:
        return add(defence_of(game, unit), printed(game, unit).called, "kursk-5.2.1-b", printed(game, unit).basis)
    low, high = limits(game, unit)
    return unknown(low, high, f"{KINDS.get(unit.kind, 'a masked stack')} in {label(game, unit.hex)}", "kursk-16.1.4-a")


def helpless(game: Now, battle: Battle) -> bool:
    """Nobody is there but headquarters and guns on the move: always the last column. [5.1.9, 6.6.4, 9.1.8]

    Whoever has fought before and was driven there is company too.
    """
    own = force(game, battle.foe)
    units = [unit for h in battle.hexes for unit in own.within(h)]
    return bool(units) and all(_adds_nothing(unit) for unit in units)


def _adds_nothing(unit: Unit) -> bool:
    """Headquarters and limbered guns have no strength in a fight. [5.1.9, 6.6.4]"""
    return unit.kind == "HQ" or (unit.kind == "ART" and unit.has(Mark.TRANSPORT))


def attackers(game: Now, battle: Battle) -> list[Unit]:
    return [unit for name in battle.joined if (unit := game.position.find(name)) is not None]


def comers(game: Now, battle: Battle) -> list[tuple[int, int]]:
    """From where each attacker comes, and with what strength, unhalved. [7.2.4, ruling Q29]"""
    return [(unit.hex, printed(game, unit).strength(unit.cel, attacking=True)) for unit in attackers(game, battle)]


def attack_tally(game: Now, battle: Battle) -> Tally:
    """All that attacks: through works, guns and aircraft together halved once if anything passes them.

    [5.0-b, 7.2.2-a, 7.2.4-d, Q24, Q70]
    """
    return _attack_on(game, battle, strongest(game, battle))


def _attack_on(game: Now, battle: Battle, h: int) -> Tally:
    """The attack if the works of this hex count."""
    walls = halving_edges(game, battle.foe, h)
    units = attackers(game, battle)
    passing = any(unit.hex in walls for unit in units)
    every = passing and game.setting.rulebook.line_halves == "all"
    through = [unit for unit in units if every or unit.hex in walls]
    free = [unit for unit in units if unit not in through]
    support = _support(game, battle)
    parts = [_attack_part(game, unit, battle) for unit in through]
    if passing:
        parts += support
        parts.append(Part("halve_up", 0, "through the fortifications", "kursk-c19-19.1.1-a"))
        support = []
    parts += [_attack_part(game, unit, battle) for unit in free]
    return Tally("Attack strength", tuple(parts + support))


def _attack_part(game: Now, unit: Unit, battle: Battle) -> Part:
    counter = printed(game, unit)
    return add(attack_of(game, unit, battle.full), counter.called, "kursk-5.2.1-b", counter.basis)


def _support(game: Now, battle: Battle) -> list[Part]:
    guns = [unit for name in battle.guns if (unit := game.position.find(name)) is not None]
    parts = [
        add(
            attack_of(game, gun, battle.full),
            f"{printed(game, gun).called} in support",
            "kursk-6.3.1-a",
            printed(game, gun).basis,
        )
        for gun in guns
    ]
    return parts + [add(air_strength(game, name), f"{name} in support", "kursk-8.2.2-a") for name in battle.air]


def defence_tally(game: Now, battle: Battle, more: Open = CLOSED) -> Tally:
    """All that defends: the attacked units, guns in support, half the aircraft. [6.3.1, 8.2.4]"""
    parts = [part for h in battle.hexes for part in hex_defence(game, battle, h)]
    guns = [unit for name in battle.def_guns if (unit := game.position.find(name)) is not None]
    parts += [add(defence_of(game, gun), f"{printed(game, gun).called} in support", "kursk-6.3.1-a") for gun in guns]
    if battle.def_air:
        flying = sum(air_strength(game, name) for name in battle.def_air)
        parts.append(add(half(flying), "aircraft, half", "kursk-8.2.4-a"))
    if more.guns:
        parts.append(unknown(0, more.guns, "guns he may add", "kursk-6.3.3-a"))
    return Tally("Defence strength", tuple(parts))


# -- shifts


def attacker_shifts(game: Now, battle: Battle, more: Open = CLOSED) -> list[Part]:
    """The attacker's column shifts. [kursk-c1-1.4cm-b, kursk-c1-1.4cm-d, 13.1, 15.1]"""
    units = attackers(game, battle) + [unit for name in battle.guns if (unit := game.position.find(name)) is not None]
    shifts = [("formations together", concentration(game, units), "kursk-13.1.2-a")]
    shifts.append(("stars", star_shifts(game, battle, attacking=True), "kursk-15.1.3-a"))
    shifts.append(("stars of aircraft", air_stars(game, battle), "kursk-c20-21.1.1-b"))
    shifts.append(("a headquarters destroyed", battle.shifts, "kursk-9.1.6-a"))
    shifts.append(("against Volkssturm", volkssturm_shift(game, defenders(game, battle)), "kursk-c15vs-15.3.1-a"))
    sure = [Part("shift", value, text, rule) for text, value, rule in shifts if value]
    perhaps = Part("shift", -more.put_out, "stars that may not count", "kursk-15.1.2-d", "", 0)
    return [*sure, perhaps] if more.put_out else sure


def defender_shifts(game: Now, battle: Battle, h: int, more: Open = CLOSED) -> list[Part]:
    """The defender's column shifts: the ground and works of the hex that counts, and what he brings.

    [kursk-c1-1.4cm-b, kursk-c1-1.4cm-c, 5.5, 7, 19]
    """
    units = defenders(game, battle)
    shifts = [
        ("stars and fortress troops", star_shifts(game, battle, attacking=False), "kursk-15.1.3-a"),
        ("a headquarters destroyed", battle.def_shifts, "kursk-9.1.6-a"),
        ("resilience group", rear_guard(units), "kursk-c15rg-15.2.3-a"),
        ("against Volkssturm", volkssturm_shift(game, attackers(game, battle)), "kursk-c15vs-15.3.1-a"),
    ]
    brought = [Part("shift", -value, text, rule) for text, value, rule in shifts if value]
    may = (("stars he may use", more.stars, "kursk-15.1.3-a"), ("shifts he may spend", more.shifts, "kursk-9.1.6-a"))
    brought += [Part("shift", -value, text, rule, "", 0) for text, value, rule in may if value]
    return [*_ground_parts(game, battle, h, units), *_formations(game, battle, units, more.grouped), *brought]


def _ground_parts(game: Now, battle: Battle, h: int, units: Sequence[Unit]) -> list[Part]:
    """Ground and works; behind a line two columns where somebody may be strong, one where nobody is sure to be."""
    sure, perhaps = is_strong_at(game, h, units), may_be_strong_at(game, h, units)
    weak = ground_shifts(game, battle.foe, h, comers(game, battle), strong=sure)
    strong = weak if sure == perhaps else ground_shifts(game, battle.foe, h, comers(game, battle), strong=perhaps)
    both = zip(weak, strong, strict=True)
    return [ranging(Part("shift", -most, text, rule), -least) for (_, least, _), (text, most, rule) in both if most]


def _formations(game: Now, battle: Battle, units: Sequence[Unit], more: int = 0) -> list[Part]:
    """Formations together, and as many more as nameless units and guns that may come can make; limbered guns take no
    part. [6.2.4, 13.1]"""
    fighting = [unit for unit in (*units, *_named(game, battle.def_guns)) if not _adds_nothing(unit)]
    sure, unsure = concentration(game, fighting), more or any(not unit.known for unit in fighting)
    able = sum(may_concentrate(game, unit) for unit in fighting) + more if unsure else 0
    part = Part("shift", -max(sure, able // CONCENTRATION), "formations together", "kursk-13.1.2-a")
    return [ranging(part, -sure)] if part.value else []


def is_strong_at(game: Now, h: int, units: Iterable[Unit]) -> bool:
    """Does a fortified line shelter somebody of five points or more there, for all that is known? [19.1.3]"""
    return any(_strengths(game, unit)[0] >= STRONG for unit in _garrison(game, h, units))


def may_be_strong_at(game: Now, h: int, units: Iterable[Unit]) -> bool:
    """May it shelter such a one? [19.1.3, 16.1.4]"""
    return any(_strengths(game, unit)[1] >= STRONG for unit in _garrison(game, h, units))


def _garrison(game: Now, h: int, units: Iterable[Unit]) -> list[Unit]:
    """Who can make a fortified line strong there: regular units, no others. [ruling Q71]"""
    behind = units if edges(game, h, LINE) else ()
    return [unit for unit in behind if unit.hex == h and acts_as_regular(game, unit)]


def _strengths(game: Now, unit: Unit) -> tuple[int, int]:
    """Between what figures the defence of a regular unit lies."""
    return (defence_of(game, unit),) * 2 if unit.known else limits(game, unit)


# -- the column and the check


def column_tally(game: Now, battle: Battle, more: Open = CLOSED) -> Tally:
    """The ratio, the attacker's shifts, the limit, the defender's shifts, the limit: in this order.

    [kursk-c1-1.4cm-a, kursk-c1-1.4cm-f, kursk-c1-1.4cr-c]
    """
    column = _column_on(game, battle, ground := strongest(game, battle), more)
    if not helpless(game, battle):
        return column.plus(*_unsure(game, battle, ground, column.spread[1]))
    return column.plus(Part("set", LAST_COLUMN, "headquarters or limbered guns alone", "kursk-5.1.9-a"))


def _unsure(game: Now, battle: Battle, ground: int, high: int) -> list[Part]:
    """What masks may hide besides: limbered guns alone, or that the other hex is stronger. [5.5.3, 6.6.4, 16.1.4]"""
    units = [unit for h in battle.hexes for unit in force(game, battle.foe).within(h)]
    if all(unit.known for unit in units):
        return []
    if all(_adds_nothing(unit) or not (unit.known or acts_as_regular(game, unit)) for unit in units):
        return [ranging(Part("shift", 0, "guns alone that may be limbered", "kursk-6.6.4-a"), LAST_COLUMN - high)]
    others = [_column_on(game, battle, h) for h in may_be_strongest(game, battle) if h != ground]
    best = max((column.spread[1] for column in others), default=high)
    part = Part("shift", 0, "ground of the hex that proves stronger", "kursk-5.5.3-a")
    return [ranging(part, best - high)] if best > high else []


def _column_on(game: Now, battle: Battle, h: int, more: Open = CLOSED) -> Tally:
    """The column if the ground of this hex counts."""
    parts = [_ratio(game, battle, h, more), *attacker_shifts(game, battle, more)]
    if Tally("", tuple(parts)).spread[1] > LAST_COLUMN:
        parts.append(Part("cap", LAST_COLUMN, "no column beyond 10:1", "kursk-c1-1.4cm-e"))
    parts += defender_shifts(game, battle, h, more)
    if Tally("", tuple(parts)).spread[0] < 0:
        parts.append(Part("floor", 0, "no column below 1:4", "kursk-c1-1.4cm-e"))
    return Tally("Column", tuple(parts), COLUMN_SCALE)


def _ratio(game: Now, battle: Battle, h: int, more: Open) -> Part:
    attack = _attack_on(game, battle, h).value
    low, high = defence_tally(game, battle, more).spread
    worst, best = (column_of(attack, total, game.setting.rulebook.below_one) for total in (high, low))
    text = f"{attack} to {low if low == high else f'{low}-{high}'} is {COLUMNS[worst]}"
    if worst == best:
        return Part("set", worst, text, "kursk-c1-1.4cr-b")
    return Part("set", worst, f"{text} to {COLUMNS[best]}", "kursk-c1-1.4cr-b", "", best)


def row_change(game: Now, battle: Battle) -> int:
    """What headquarters may do to the dice: -1 for the attacker, +1 for the defender, nothing if both.

    [9.2, 9.2.1-a, b, 9.2.4-a]

    Those who add strength count: a headquarters does not guide itself. [ruling Q26]
    """
    attack = attackers(game, battle) + _named(game, battle.guns)
    defence = [unit for unit in defenders(game, battle) if not _adds_nothing(unit)] + _named(game, battle.def_guns)
    return int(bool(defence) and guides(game, battle.foe, defence)) - int(
        bool(attack) and guides(game, battle.side, attack)
    )


def _named(game: Now, names: Iterable[str]) -> list[Unit]:
    return [unit for name in names if (unit := game.position.find(name)) is not None]


def check(game: Now, battle: Battle) -> Check:
    """The whole sheet as one check."""
    where = ", ".join(label(game, h) for h in battle.hexes)
    return Check(
        f"Attack on {where}",
        DICE,
        column_tally(game, battle),
        reader_key(game.setting.catalogue.name, row_change(game, battle)),
        (attack_tally(game, battle), defence_tally(game, battle)),
    )
