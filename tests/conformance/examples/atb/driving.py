"""Worked examples of vehicles and transport. [chapters 14-17]"""

from __future__ import annotations

from typing import Any

from tests.conformance.examples.atb.acting import Example, Found, act, total
from tests.conformance.examples.atb.field import GERMAN, SOVIET, Field, attack_rating, defence, kind, on
from tests.conformance.examples.atb.fighting import numbers
from tests.conformance.examples.atb.together import gather

DRIVING = "drive"


def drive(field: Field, name: str, *hexes: str, way: str = "by activate 0", facing: str = "N") -> int:
    """One action along these hexes as far as it goes; how many hexes it went."""
    act(field, f"move {name} {hexes[0]} {facing}", way)
    gone = 1
    for to in hexes[1:]:
        if field.asked != DRIVING or not field.offers(f"go {name} {to} {facing}"):
            break
        field.say(f"go {name} {to} {facing}")
        gone += 1
    if field.asked == DRIVING:
        field.say("stay")
    return gone


COLUMN = ("A04", "A03", "A02", "A01")


def truck(example: Example) -> Found:
    field = on(".\n.\n.\n.\nt\n.\nx", t="opel N", x="srif N spent", roads=["A05-A04-A03-A02-A01"])
    gone = drive(field, "t", *COLUMN)
    return {"cost": 7 - field.pool(GERMAN), "max_hexes": gone}


def mixed(example: Example) -> Found:
    field = on(".\n.\n.\n.\nt\n.\nx", t="tk34a N", x="grif N spent", active=SOVIET, roads=["A04-A03"])
    gone = drive(field, "t", *COLUMN)
    return {"cost": 7 - field.pool(SOVIET), "hexes": gone}


def into_woods(example: Example) -> Found:
    open_way = on(".\n.\n.\n.\nt\n.\nx", t="pz3e N", x="srif N spent")
    first = drive(open_way, "t", *COLUMN)
    woods = on(".\n.\n.\nH\nt\n.\nx", t="pz3e N", x="srif N spent")
    hexes = drive(woods, "t", *COLUMN)
    wanted = drive(on(".\n.\nH\n.\nt\n.\nx", t="pz3e N", x="srif N spent"), "t", *COLUMN)
    return {"first_turn_cost": 7 - open_way.pool(GERMAN), "first_turn_hexes": first,
            "woods_turn_cost": 7 - woods.pool(GERMAN), "woods_turn_bonus": hexes - 1,
            "open_then_woods_stops_after": wanted}  # fmt: skip


def onto_a_road(example: Example) -> Found:
    """Through the woods onto the road, and on the next turn along it."""
    field = on("H H H\nt . .\n. . x", t="pz3e N", x="srif N spent", roads=["A01-B01-C01"])
    cost = field.cost("move t A01 N")
    act(field, "move t A01 N", "by activate 0")
    act(field, "pass")
    before = field.pool(GERMAN)
    hexes = drive(field, "t", "B01", "C01", way="by pool 0", facing="SE")
    used = [word for word, is_so in (("road costs", before - field.pool(GERMAN) == 1), ("bonus moves", hexes == 2))
            if is_so]  # fmt: skip
    return {"cost": cost, "next_turn_along_road_may_use": " and ".join(used)}


def uphill(example: Example) -> Found:
    field = on("2\n1\n.\nt\n.\nx", t="tk34a N", x="grif N spent", active=SOVIET)
    gone = drive(field, "t", "A03", "A02", "A01")
    return {"cost": 7 - field.pool(SOVIET), "one_action": gone == 3 and field.state.asks[0].seat == GERMAN}


def mixed_hex(example: Example) -> Found:
    field = on("x+z\n.\nt", t="tk34a N", x="grif S", z="pz3h S", active=SOVIET)
    return {
        "vs_tank": attack_rating(field.check("fire t A01", 1)),
        "vs_infantry": attack_rating(field.check("fire t A01")),
    }


def open_top(example: Example) -> Found:
    check = on("v+r", v="pzjg35 N", r="srif N", active=SOVIET).check("assault r v")
    parts = next(tally for tally in check.tallies if tally.name == "Attack Rating").parts
    return {"dr": kind("pzjg35").flank_def, "dr_color": parts[0].label.split()[0].lower()}


def beside(example: Example) -> Found:
    shots = [on(f"{target}\n.\na", a="grif N", r="srif S", t="tk34a S").check("fire a A01") for target in ("r", "r+t")]
    return {"rifle_dm": defence(shots[1]) - defence(shots[0])}


# -- transport


def towed(example: Example) -> Found:
    """A half-track tows a gun three hexes and one more, unloads it, and drives on."""
    field = on(".\n.\n.\n.\n.\nt\n.\nx", t="sd251 N", g="pak38 N carrier=t", x="srif N spent")
    pools = []
    drive(field, "t", "A05", "A04", "A03")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    drive(field, "t", "A02", way="by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, _unload(field, "g"), "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    drive(field, "t", "A01", way="by pool 0")
    states = {"251": field.condition("t"), "PaK38": field.condition("g")}
    return {"pool_after": pools, "final": {name if name == "PaK38" else 251: state for name, state in states.items()}}


def _unload(field: Field, name: str) -> str:
    return next(text for text in field.choices if text.startswith(f"unload {name}") and text.endswith(" N"))


def unloaded_by_command(example: Example) -> Found:
    field = on(".\nt\n.\nx", t="sd251 N", g="pak38 N carrier=t", x="srif N spent", caps={GERMAN: 4, SOVIET: 0})
    act(field, _unload(field, "g"), "by command 4")
    return {"PaK38": field.condition("g"), "251_before_activation": field.condition("t")}


def carried_attack(example: Example) -> Found:
    field = on("x\n.\n.\nt\n.", t="sd251 N", r="grif N carrier=t", x="srif S")
    pools = []
    drive(field, "t", "A03")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, "fire t A01", "by pool 0", dice=(6, 4, "unnerved"))
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, _unload(field, "r"), "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    near = on("x\nt+r", t="sd251 N", r="grif N", x="srif S")
    strength = gather(near, "t", "r").rating("fire t A01", "Attack Rating")
    act(gather(field, "t", "r"), "fire t A01", "by pool 0")
    pools.append(field.pool(GERMAN))
    return {"group_ar": strength, "pool_after": pools}


def ambush(example: Example) -> Found:
    """An anti-tank gun destroys a loaded carrier; the squad comes for the gun, and others come for the squad."""
    at_carrier, at_tank = _gun_fires(), _gun_at_tank()
    return {**at_carrier, **at_tank, **_squad_comes(), **_close_combats()}


def _gun_fires() -> Found:
    checks = {"vs_APC": on("c\n.\ng", g="45mm N", c="sd251 S", active=SOVIET).check("fire g A01"),
              "vs_R": next(check for check in _all_checks() if "Rifle" in check.name)}  # fmt: skip
    tracks = {"start_caps": {GERMAN: 6, SOVIET: 6}}
    wrecked = act(
        on("c\n.\ng", g="45mm N", c="sd251 S", active=SOVIET, **tracks), "fire g A01", "by activate 0", dice=total(11)
    )
    lost = "c" in wrecked.state.tracks.lost[GERMAN]
    return {"vs_APC": {**numbers(checks["vs_APC"]), "result": "destroyed" if lost else "standing"},
            "vs_R": {"ar": attack_rating(checks["vs_R"]), "dv": defence(checks["vs_R"])},
            "APC_counter": "on the German CAP Track" if wrecked.state.tracks.covered[GERMAN] else "off it"}  # fmt: skip


def _all_checks() -> tuple[Any, ...]:
    field = on("c\n.\ng", g="45mm N", c="sd251 S", r="grif S carrier=c", active=SOVIET)
    return field.state.quote("fire g A01").checks


def _squad_comes() -> Found:
    """The survivor goes through a house into the gun's hex, taking care in the open."""
    cautious = {"options": {"cautious": "on"}}
    field = on("r\nB\ng", r="grif S active", g="45mm SW", pool={GERMAN: 6}, told=cautious)
    before, pools = field.pool(GERMAN), []
    act(field, "move r A02 S", "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, "creep r A03 S", "by pool 0")
    pools.append(field.pool(GERMAN))
    return {"pool_before": before, "R_pool_after_moves": pools}


def _gun_at_tank() -> Found:
    field = on("p\n.\n.\ng", g="45mm N active", p="pz3h S", active=SOVIET, pool={SOVIET: 4})
    check = field.check("fire g A01")
    act(field, "fire g A01", "by pool 0")
    return {
        "vs_PZ": {"ar": attack_rating(check), "dv": defence(check)},
        "ATG_ap_after_second_attack": field.pool(SOVIET),
    }


def _close_combats() -> Found:
    """The squad fights the newcomers with its last points and a CAP, and is destroyed."""
    field = on("r+g+s", r="grif S active", g="45mm N", s="smg N", pool={GERMAN: 2}, caps={GERMAN: 1, SOVIET: 1})
    ours = field.check("assault r s")
    act(field, "assault r s", "by pool 1", dice=(*total(6), "suppressed"))
    after = {"ap": field.pool(GERMAN), "state": field.condition("r")}
    marked = field.unit("s").marker
    field = on("r+g+s", r="grif S spent", g="45mm N", s="smg N suppressed", active=SOVIET,
               caps={GERMAN: 0, SOVIET: 1}, start_caps={GERMAN: 6, SOVIET: 6})  # fmt: skip
    theirs = field.check("assault s r")
    field.say("assault s r", "by activate 0")
    lowered = theirs.need - field.check("caps 1").need
    field.say("caps 1", dice=total(9))
    with_cap = {"to_hit": theirs.need - lowered, "to_kill": theirs.need - lowered + 4}
    result = {"destroyed": not field.alive("r")}
    return {"german_cc": {**numbers(ours), "result": "hit" if marked else "miss", "marker":
                          marked.removeprefix("foot_").capitalize()},
            "R_after_cc": after, "soviet_cc": {**numbers(theirs), "with_1_cap": with_cap, "result":
            "destroyed" if result["destroyed"] else "standing"},
            "R_destroyed_on_cap_track": bool(field.state.tracks.covered[GERMAN])}  # fmt: skip


SCENES = {
    "atb-ex-64": truck,
    "atb-ex-65": mixed,
    "atb-ex-66": into_woods,
    "atb-ex-67": onto_a_road,
    "atb-ex-68": uphill,
    "atb-ex-69": mixed_hex,
    "atb-ex-70": open_top,
    "atb-ex-71": beside,
    "atb-ex-72": towed,
    "atb-ex-73": unloaded_by_command,
    "atb-ex-74": carried_attack,
    "atb-ex-75": ambush,
}
