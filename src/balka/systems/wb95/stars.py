"""Stars, fortress troops, resilience groups, Volkssturm, and tactical concentration. [chapters 13 and 15]"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Collection, Iterable
from typing import Protocol

from msgspec import structs

from balka.core.choices import Refusal
from balka.systems.wb95.fortifications import is_fortified
from balka.systems.wb95.guesses import may_have_tracks
from balka.systems.wb95.losses import lose_one
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Now, Unit, WbWork, acts_as_regular, force, printed, put

DISABLED_BY = {"black": ("white",), "yellow": ("black", "white"), "white": (), "blue": ()}  # [15.1.2]
IDLE = {
    "yellow": ("in attack only", "kursk-15.1.2-i"), "white": ("against vehicles only", "kursk-15.1.2-f"),
    "black": ("against the unfortified only", "kursk-15.1.2-c"),
}  # fmt: skip
CONCENTRATION = 3  # [13.1.2]
FORTRESS = 2  # [15.4]


class Fight(Protocol):
    """The part of a battle that stars look at."""

    @property
    def side(self) -> str: ...
    @property
    def foe(self) -> str: ...
    @property
    def hexes(self) -> tuple[int, ...]: ...
    @property
    def joined(self) -> tuple[str, ...]: ...
    @property
    def stars(self) -> tuple[str, ...]: ...
    @property
    def def_stars(self) -> tuple[str, ...]: ...
    @property
    def air(self) -> tuple[str, ...]: ...


def enemies(game: Now, battle: Fight, *, attacking: bool) -> list[Unit]:
    """Those a side fights against; who fought before and was driven there is none of them. [5.1.1, rulings Q49, Q76]"""
    if not attacking:
        return [unit for name in battle.joined if (unit := game.position.find(name)) is not None]
    return [unit for h in battle.hexes for unit in force(game, battle.foe).within(h) if not unit.has(Mark.FOUGHT)]


def is_vehicle(game: Now, unit: Unit) -> bool:
    """Tanks, self-propelled guns, half-tracks and armoured cars; a nameless unit, if one of its kind may be such."""
    return printed(game, unit).moves == "mechanized" if unit.known else may_have_tracks(game, unit)


def works_now(game: Now, battle: Fight, star: str, *, attacking: bool) -> bool:
    """Whether a star of this colour has something to work against. [15.1.2, rulings Q76, Q77]"""
    if star == "yellow":
        return attacking
    if star == "white":
        return any(is_vehicle(game, unit) for unit in enemies(game, battle, attacking=attacking))
    if star == "black" and attacking:
        return not any(is_fortified(game, battle.foe, h) for h in battle.hexes)
    return star in ("black", "blue")


def can_use_star(game: Now, battle: Fight, unit: Unit, *, attacking: bool) -> bool:
    """A unit with a star that works; towed units only in defence, nobody across a big river. [15.1.5, 15.1.8]"""
    return bool(printed(game, unit).star) and why_no_star(game, battle, unit, attacking=attacking) is None


def why_no_star(game: Now, battle: Fight, unit: Unit, *, attacking: bool) -> Refusal | None:
    """What keeps the star of a unit from being used. [15.1.2, 15.1.5, 15.1.8]"""
    counter = printed(game, unit)
    if not counter.star:
        return Refusal(f"{counter.called} has no star.", "kursk-15.1.1-a")
    if attacking and counter.towed:
        return Refusal(f"{counter.called} is towed and uses its star in defence only.", "kursk-15.1.5-a")
    if attacking and _big_river(game, battle, unit):
        return Refusal("No star is used across a big river.", "kursk-15.1.8-a")
    if not works_now(game, battle, counter.star, attacking=attacking):
        text, rule = IDLE[counter.star]
        return Refusal(f"The {counter.star} star of {counter.called} works {text}.", rule)
    return None


def idle_star(game: Now, battle: Fight, unit: Unit, *, attacking: bool) -> Refusal | None:
    """Why the star of a unit, or its skill in fortifications, gives nothing in a battle as it stands. [15.1.2, 15.4]"""
    counter = printed(game, unit)
    if not attacking and can_use_fortress(game, unit):
        return None
    if "fu" in counter.traits and not attacking and not counter.star:
        return Refusal(f"{counter.called} is in no fortification.", "kursk-c15fu-15.3.1-a")
    barred = why_no_star(game, battle, unit, attacking=attacking)
    if barred is not None:
        return barred
    mine, theirs = (_colours(game, battle, attacking=who_attacks) for who_attacks in (attacking, not attacking))
    against = put_out_by(counter.star, mine, theirs)
    if not against:
        return None
    rule = "kursk-15.1.2-d" if counter.star == "black" else "kursk-15.1.2-j"
    return Refusal(f"A {against} star of the enemy puts out the {counter.star} star of {counter.called}.", rule)


def put_out_by(star: str, mine: Collection[str], theirs: Iterable[str]) -> str:
    """The colour of an enemy star that puts out one of mine, if any; one that mine put out does not. [15.1.2, Q75]"""
    burning = (colour for colour in theirs if not set(DISABLED_BY.get(colour, ())).intersection(mine))
    return next((colour for colour in burning if colour in DISABLED_BY.get(star, ())), "")


def _big_river(game: Now, battle: Fight, unit: Unit) -> bool:
    board = game.setting.board
    return any(
        "big_river" in board.hexsides.get((unit.hex, board.side_between(unit.hex, h)), ())
        for h in battle.hexes if board.are_neighbours(unit.hex, h)
    )  # fmt: skip


def can_use_fortress(game: Now, unit: Unit) -> bool:
    """Fortress troops in any fortification. [15.4]"""
    return "fu" in printed(game, unit).traits and is_fortified(game, unit.side, unit.hex)


def star_shifts(game: Now, battle: Fight, *, attacking: bool) -> int:
    """The shifts of the stars a side uses, those the enemy's stars disable taken away.

    [kursk-c1-1.4cm-h, 15.1.2-15.1.4, kursk-c15fu-15.3.2-a, ruling Q75]
    """
    names = battle.stars if attacking else battle.def_stars
    mine, theirs = (_colours(game, battle, attacking=who_attacks) for who_attacks in (attacking, not attacking))
    shifts = 0
    for star in _stars(game, battle, names, attacking=attacking):
        if star == "fu":
            shifts += FORTRESS
        elif not put_out_by(star, mine, theirs):
            shifts += 1
    return shifts


def _colours(game: Now, battle: Fight, *, attacking: bool) -> list[str]:
    """What a side shines with, its aircraft in support too; only attackers have such stars. [21.1.1, ruling Q79]"""
    names = battle.stars if attacking else battle.def_stars
    above = ["white"] if attacking and air_stars(game, battle) else []
    return [*_stars(game, battle, names, attacking=attacking), *above]


def air_stars(game: Now, battle: Fight) -> int:
    """White stars of aircraft in support work against vehicles, as those on the ground do. [21.1.1, ruling Q79]"""
    charts = game.setting.catalogue.counters
    works = works_now(game, battle, "white", attacking=True)
    return sum(charts[name].star == "white" for name in battle.air) if works else 0


def _stars(game: Now, battle: Fight, names: Iterable[str], *, attacking: bool) -> list[str]:
    stars = []
    for name in names:
        unit = game.position.find(name)
        counter = game.setting.catalogue.counters[name]
        if unit is not None and not attacking and can_use_fortress(game, unit):
            stars.append("fu")
        if unit is not None and can_use_star(game, battle, unit, attacking=attacking):
            stars.append(counter.star)
    return stars


# -- formations


def concentration(game: Now, units: Iterable[Unit]) -> int:
    """A shift for every three units of one division or mobile corps in the combat, guns included.

    [kursk-c1-1.4cm-g, 13.1, 13.1.1-a, 13.1.3-a, 13.1.4-a, b, 13.1.5-a, Q31, Q32]
    """
    formations = Count(
        printed(game, unit).formation
        for unit in units
        if unit.known and unit.kind != "HQ" and printed(game, unit).formation
    )
    return sum(count // CONCENTRATION for count in formations.values())


def refill(work: WbWork, side: str) -> None:
    """Foot infantry that shared a hex with Volkssturm all through its Movement Phase takes a CEL from them.

    [kursk-c15vs-15.3.3-a, kursk-c15vs-15.3.3-b, kursk-c15vs-15.3.4-a]
    """
    for units in force(work, side).at.values():
        still = [unit for unit in units if not unit.has(Mark.MOVED)]
        militia = [unit for unit in still if unit.kind == "VS"]
        weak = [unit for unit in still if unit.kind == "INF" and _is_short(work, unit)]
        for giver, taker in zip(militia, weak, strict=False):
            put(work, structs.replace(taker, cel=taker.cel + 1))
            lose_one(work, giver.id, "taken into the infantry")


def _is_short(work: WbWork, unit: Unit) -> bool:
    counter = printed(work, unit)
    return counter.moves == "foot" and unit.cel < counter.cel


def rear_guard(units: Iterable[Unit]) -> int:
    """A resilience group strengthens the defence of its hex. [15.2.3]"""
    return int(any(unit.kind == "RG" for unit in units))


def volkssturm_shift(game: Now, opposing: Iterable[Unit]) -> int:
    """Whoever fights Volkssturm gains two shifts, less one for each regular unit in their hex, fighting or not.

    [15.3.1, kursk-c15vs-15.3.2-a]
    """
    militia = [unit for unit in opposing if unit.kind == "VS"]
    friends = [sum(_steadies(game, other) for other in force(game, unit.side).within(unit.hex)) for unit in militia]
    return max((2 - count for count in friends if count < 2), default=0)


def _steadies(game: Now, unit: Unit) -> bool:
    return acts_as_regular(game, unit) and unit.kind != "VS"
