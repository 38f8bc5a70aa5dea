"""Worked examples of off-board artillery, planned before one round and landing before the next. [12.2, 18.4]"""

from __future__ import annotations

from tests.conformance.examples.atb.acting import Example, Found, total
from tests.conformance.examples.atb.field import GERMAN, SOVIET, Field, attack_rating, defence, on

from balka.systems.heroes.data.mission_data import Oba
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.units import Works

CARDS = {GERMAN: "OBA_GER", SOVIET: "OBA_SOV"}
INITIATIVE = (6, 6, 1, 1)
WIDE = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
a . . . . . x
"""


def guns_of(side: str, card_told: dict[str, object]) -> dict[str, object]:
    """Artillery that may be planned before round 2, and what else is to be told."""
    return {"special": (Oba(card=CARDS[side], plan=(2,)),), "weapons": {side: (CARDS[side],)}, **card_told}


def landing(field: Field, side: str, target: str, what: str) -> Field:
    """Up to where a strike lands: planned before round 2, through a round in which nobody acts."""
    field.say("pass", "pass", f"plan {CARDS[side]} {target} {what}", dice=INITIATIVE)
    return field.say("pass")


def drift(example: Example) -> Found:
    """Smoke shows where a strike came down."""
    accuracy, direction = (row["dice"] for row in example["actions"])
    told = guns_of(GERMAN, {})
    field = landing(on(WIDE, a="grif N", x="srif S", told=told), GERMAN, "D05", "smoke")
    field.say("pass", dice=(accuracy, direction, *INITIATIVE))
    board = field.state.setting.board
    smoky = {board.hex(label) for label in field.state.position.smoke}
    centre = next(h for h in smoky if smoky.issuperset(board.neighbours[h]))
    target = board.hex("D05")
    off = board.distance(target, centre)
    ways = [side for side in range(6) if _steps(field, target, side, off) == centre]
    names = {"N": "north"}
    return {"on_target": off == 0, "drift_hexes": off,
            "direction": next((names.get(board.grid.sides[side]) for side in ways), None)}  # fmt: skip


def _steps(field: Field, start: int, side: int, count: int) -> int:
    """The hex so many steps away across one side."""
    for _ in range(count):
        start = field.state.setting.board.neighbours[start][side]
    return start


def shelled(example: Example) -> Found:
    """Shells on a bunker with two squads in it; the squads are rolled for first, and keep its cover throughout."""
    strength = example["setup"]["attacker"]["red_ar"]
    at_bunker, first, second = example["actions"]
    told = guns_of(SOVIET, {"works": {"A01": Works("bunker_5", GERMAN, 0)}})
    field = on("a+b\n.\n.\n.\nx", a="grif N inside", b="grif N inside", x="srif N", told=told)
    landing(field, SOVIET, "A01", "he").say("pass", dice=(6,))
    aimed = field.check("at a")
    dice = [*total(first["av"] - strength), *total(second["av"] - strength), *total(at_bunker["dice_total"])]
    field.say("at a", dice=(*dice, *INITIATIVE))
    shots = {event.target: event for event in field.events if isinstance(event, ShotFired)}
    bunker = next(event for name, event in shots.items() if ":" in name)
    return {"bunker_av": attack_rating(bunker.check) + sum(bunker.faces),
            "bunker": "standing" if field.state.position.works else "destroyed",
            "rifle_dv": defence(aimed), "rifle_1": shots["a"].band, "rifle_2": shots["b"].band}  # fmt: skip


SCENES = {
    "atb-ex-62": drift,
    "atb-ex-81": shelled,
}
