"""The figures of a counter as they are now, worked out by the rules that use them in play. [1.2, 3.1, 5.2, 5.5]"""

from __future__ import annotations

from balka.core.boards import NO_HEX
from balka.core.checks import Part, Tally, add
from balka.core.choices import Refusal
from balka.core.errors import BalkaError
from balka.core.values import Sometimes, Value, always, at_times
from balka.systems.wb95 import movement, sheet, shelter
from balka.systems.wb95.catalogue import MP, Counter
from balka.systems.wb95.day import PhaseKind, is_phase
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Unit, WbState, label, printed, units_at
from balka.systems.wb95.show.counters import bases

FEW = 4  # hexes that are named one by one


def values(view: WbState, name: str) -> list[Value]:
    """Every figure of a counter whose name the viewer knows; a nameless one has none."""
    unit = view.position.find(name)
    if unit is None:
        raise BalkaError(f"There is no unit {name!r} to be seen.", "the name of a counter on the table")
    if not unit.known:
        return []
    shown = [*_strengths(view, unit), _movement(view, unit), _steps(view, unit)]
    return [*shown, _ground(view, unit)] if unit.hex >= 0 else shown


# -- strengths


def _strengths(view: WbState, unit: Unit) -> list[Value]:
    """Attack and defence, each with the face that shows and what halves it. [1.2, 5.6.4, 10.2.2]"""
    card, basis = printed(view, unit), bases(printed(view, unit).basis).get("sp", "")
    attack = Tally("Attack", (*_face(card, unit, basis, attacking=True), *sheet.attack_troubles(unit)))
    defence = Tally("Defence", (*_face(card, unit, basis, attacking=False), *sheet.defence_troubles(unit)))
    return [Value("attack", attack, "strength", card.attack), Value("defence", defence, "strength", card.defence)]


def _face(card: Counter, unit: Unit, basis: str, *, attacking: bool) -> list[Part]:
    """The strength printed on the front, and that of the weaker face after a loss. [1.2]"""
    front = add(card.attack if attacking else card.defence, "strength, as printed", "kursk-c1-1.2counters-e", basis)
    now = card.strength(unit.cel, attacking=attacking)
    if now == front.value:
        return [front]
    return [front, Part("set", now, "weaker face after losses", "kursk-c1-1.2counters-j", basis)]


def _steps(view: WbState, unit: Unit) -> Value:
    """The losses a unit can still take. [1.4]"""
    card = printed(view, unit)
    parts = [add(card.cel, "CEL, as printed", "kursk-c1-1.4def-d", bases(card.basis).get("cel", ""))]
    if unit.cel < card.cel:
        parts.append(add(unit.cel - card.cel, "losses taken", "kursk-c1-1.2counters-j"))
    return Value("steps", Tally("CEL", tuple(parts)), "steps", card.cel)


# -- movement


def _movement(view: WbState, unit: Unit) -> Value:
    """The points left in this phase, in whole and sixth points. [3.1.5]"""
    card = printed(view, unit)
    parts = [add(card.mp * MP, "movement, as printed", "kursk-c1-1.4def-b", bases(card.basis).get("mp", ""))]
    parts += movement.march_troubles(view, unit)
    if unit.spent:
        parts.append(add(-unit.spent, "spent in this phase", "kursk-3.1.5-a"))
    tally = Tally("Movement points", tuple(parts), per=MP)
    return Value("movement", tally, "movement", card.mp, barred=_why_no_march(view, unit))


def _why_no_march(view: WbState, unit: Unit) -> Refusal | None:
    """Guns in action stay where they are, and so does who may not move yet. [6.2.3, scenario]"""
    day = view.setting.rulebook.frozen.get(unit.id, 0)
    if view.turn < day:
        return Refusal(f"It may not move before turn {day}.", "kursk-scK-2ta-a")
    if movement.in_action(view, unit):
        return Refusal("It stands in action: it moves only in transport set-up.", "kursk-6.2.3-a")
    return None


# -- the ground it stands on


def _ground(view: WbState, unit: Unit) -> Value:
    """The columns an attack on its hex is shifted by, whichever side it comes from. [5.5, 7, 19]"""
    beside = [h for h in view.setting.board.neighbours[unit.hex] if h != NO_HEX]
    cases = {start: _against(view, unit, start) for start in beside}
    some = tuple(Sometimes(part, _where(view, places)) for part, places in at_times(cases).items())
    return Value("cover", Tally("Column shift of an attack on it", always(cases)), sometimes=some, relative=True)


def _against(view: WbState, unit: Unit, start: int) -> list[Part]:
    """What an attack from one hex has against it."""
    fighting = is_phase(view, PhaseKind.COMBAT)  # the marks of a fight that is over mean nothing any more
    here = [other for other in units_at(view, unit.side, unit.hex) if not (fighting and other.has(Mark.FOUGHT))]
    strong = sheet.is_strong_at(view, unit.hex, here)
    shifts = shelter.ground_shifts(view, unit.side, unit.hex, [(start, 1)], strong=strong)
    parts = [Part("shift", -value, text, rule) for text, value, rule in shifts if value]
    if start in shelter.halving_edges(view, unit.side, unit.hex):
        parts.append(Part("halve_up", 0, "attack strength, through the fortifications", "kursk-c19-19.1.1-a"))
    return parts


def _where(view: WbState, places: list[int]) -> str:
    labels = [label(view, h) for h in places]
    return f"from {', '.join(labels)}" if len(labels) <= FEW else f"from {len(labels)} sides"
