"""How vehicles and loads look: badges and the labels of their choices ."""

from __future__ import annotations

from balka.core.choices import Choice, Facing, Hex, Token, UnitId
from balka.core.scene.counters import Badge
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters.group_moves import GroupMoving
from balka.systems.heroes.chapters.leaving import Leave
from balka.systems.heroes.chapters.transport import Load, Tow, Unload, unload_parts
from balka.systems.heroes.chapters.vehicles import Go, Stay
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NORMAL, Action
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.situation import loads_of
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState, Unit

VERBS = {"load": "Load", "unload": "Unload", "tow": "Tow", "go": "Go on"}


def badges(view: HeroesState, unit: Unit) -> list[Badge]:
    """What a unit carries, rides on or is stuck in. [15.6, card 15]"""
    found: list[Badge] = []
    for load in loads_of(view, unit):
        name = view.setting.name(load.id)
        tip = f"Carries {name}" if view.setting.kind(load).is_foot else f"Tows {name}"
        found.append(Badge(kind="carry", text="", tip=tip, rule="sos-15.6-a atb-17.0-a"))
    if unit.carrier:
        tip = f"On or behind {view.setting.name(unit.carrier)}: they act together"
        found.append(Badge(kind="carry", text="", tip=tip, rule="sos-15.8-a atb-17.0-g"))
    if unit.bogged:
        tip = "Bogged down until the Round ends; it may fire"
        found.append(Badge(kind="mark", text="B", tip=tip, rule="sos-card-15-b atb-card-20-b"))
    return found


def states(unit: Unit) -> list[str]:
    return ["loaded"] if unit.carrier else []


def move_tip(kind: UnitKind) -> str:
    """The Move Cost with the Bonus Moves below it. [15.1]"""
    symbols = [f"{count} {name}" for count, name in ((kind.bonus_wheel, "Wheel"), (kind.bonus_track, "Track")) if count]
    bonus = f"; Bonus Moves: {', '.join(symbols)}" if symbols else ""
    return f"Move Cost, AP, {kind.move_type}{bonus}"


def attack_tip(kind: UnitKind) -> str:
    """The Attack Cost, with the turret's ring. [16.3]"""
    return "Attack Cost, AP; +2AP outside its Arc (turret)" if "turret" in kind.flags else "Attack Cost, AP"


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Label and tone of a choice of these chapters."""
    name, sides = view.setting.name, view.setting.board.grid.sides
    if isinstance(choice, Go | Unload):
        return Look(f"Face {sides[choice.facing]}", "go")
    if isinstance(choice, Load):
        return Look(f"Onto {name(choice.vehicle)}", "go")
    if isinstance(choice, Tow):
        return Look(f"Tow {name(choice.disabled)}", "go")
    said = {Stay: "Stay here", Leave: "Leave the map"}.get(type(choice))
    return Look(said, "go") if said else None


def cost_badge(view: HeroesState, path: tuple[Token, ...], to: Token, seat: str) -> str:
    """What a hex costs to move to, on top of a Bonus Move, or to unload into."""
    if not isinstance(to, int) or len(path) < 2:
        return ""
    top, unit = view.stack[-1], view.position.unit(str(path[0]))
    if path[1] == "go" and hasattr(top, "quote") and unit is not None:
        cost = top.quote(view, Go(UnitId(unit.id), Hex(to), Facing(unit.facing)), "").cost
        low, high = cost.spread if cost is not None else (0, 0)  # wire adds a die that nobody knows yet
        return (f"+{low}" if low else "0") if low == high else f"+{low}-{high}"
    if path[1] == "unload" and unit is not None:
        return str(sum(part.value for part in unload_parts(view, unit, to)))
    return _move_badge(view, path, to, seat)


def _move_badge(view: HeroesState, path: tuple[Token, ...], to: Token, seat: str) -> str:
    """The cost on the disc of a hex to go to."""
    unit = view.position.units.get(str(path[0]))
    if unit is None or not isinstance(to, int) or path[1] not in ("move", "enter"):
        return ""
    if path[1] == "enter" or not (paid := _paid_moves(view, seat)):
        return "0"
    choice = verbs.Move(UnitId(unit.id), Hex(to), Facing(0))
    return str(action_for(view, unit, choice, paid[0]).cost(view, unit).value)


def _paid_moves(view: HeroesState, seat: str) -> tuple[str, ...]:
    """What makes a move free, if anything; nothing at all where moves go on without a cost of their own."""
    top = view.stack[-1]
    if isinstance(top, TeamTurn):
        top = top.of(view, seat)
    if isinstance(top, GroupMoving):
        return ("",) if any(isinstance(f, Action) and f.terms == NORMAL for f in view.stack[-2:]) else ()
    return (top.free,) if isinstance(top, Turn) and top.stage == "choose" else ()
