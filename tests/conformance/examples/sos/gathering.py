"""Worked examples of Groups, each laid out on ground of its own and played. [chapter 10]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.conformance.examples.sos.driving import NORTH, SOUTH, Scene, counter, lay_out
from tests.conformance.examples.sos.figures import needs
from tests.conformance.examples.sos.stage import Example, kind_of, name_of, wrong_figures

from balka.core.citing import own_row
from balka.core.dice import dice
from balka.systems.heroes.chapters.groups import joiners
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.third_edition.events import SpentRolled
from balka.systems.heroes.units import Unit

NORTHEAST, SOUTHWEST = 1, 4
START = {"german": 6, "soviet": 6}


def kinds_in(example: Example) -> dict[str, UnitKind]:
    """The types an example means, by the names in sentences; its own figures for them must be the box's."""
    entries = example["setup"]["units"]
    kinds = {entry["id"]: kind_of(entry) for entry in entries}
    wrong = wrong_figures(entries, kinds)
    if wrong:
        raise LookupError("; ".join(wrong))
    return {name_of(name): kind for name, kind in kinds.items()}


def gather(scene: Scene, *names: str) -> Scene:
    """Begin a Group; whoever joins without an alternative has joined already."""
    scene.say(f"group {names[0]}")
    for name in names[1:]:
        if name not in getattr(scene.state.stack[-1], "members", ()):
            scene.say(f"with {name}")
    return scene


def move_all(scene: Scene, moves: dict[str, str], d10: int) -> dict[str, int]:
    """The Group moves; what each member's own move costs."""
    scene.say("act move")
    costs = {}
    for name, to in moves.items():
        cost = scene.state.quote(f"move {name} {to} N").cost
        assert cost is not None
        costs[name.upper()] = cost.value
        scene.say(f"move {name} {to} N", d10=d10)
    return costs


def shot_of(scene: Scene) -> ShotFired:
    return next(event for event in reversed(scene.events) if isinstance(event, ShotFired))


def can_fire(scene: Scene, text: str) -> bool:
    return any(scene.state.text(choice) == text for choice in scene.state.choices())


# -- 10.4 moving


RIFLES = ("r01", "r02", "r03", "r04")
WAY = {"r01": "A04", "r02": "B04", "r03": "C04", "r04": "D04"}


def split(example: Example) -> list[dict[str, Any]]:
    """Four squads in a chain move north, the second is lost, and the chain is broken."""
    kinds = kinds_in(example)
    picture = ". hmg . .\n. . . .\n. . . .\nW . . .\nr01 r02 r03 r04\n. . . ."
    units = [counter(name, kinds[name], SOUTH if name == "hmg" else NORTH) for name in kinds]
    scene = lay_out(picture, units, active="soviet", start_caps=START)
    costs = move_all(gather(scene, *RIFLES), WAY, d10=5)
    first = {"individual_costs": costs, "action_cost": scene.cost.value, "all_states": scene.states(*RIFLES),
             "all_stressed": scene.stressed(*RIFLES)}  # fmt: skip
    scene.say("fire hmg B04", roll="critical")
    second = {"R02": _lost(scene, "r02"), "hmg_state": scene.states("hmg"), "hmg_stressed": scene.stressed("hmg")}
    groups = _components(scene, [scene.unit(name) for name in RIFLES if name in scene.state.position.units])
    costs = move_all(gather(scene, "r03", "r04"), {"r03": "C03", "r04": "D03"}, d10=1)
    third = {"legal_groups": groups, "three_rifle_group_legal": any(len(group) > 2 for group in groups),
             "individual_costs": costs, "stress": scene.part("sos-2.6"), "action_cost": scene.cost.value,
             "both_states": scene.states("r03", "r04"), "both_stressed": scene.stressed("r03", "r04")}  # fmt: skip
    return [first, second, third]


def _lost(scene: Scene, name: str) -> str:
    tracks = scene.state.tracks
    if name not in tracks.lost["soviet"]:
        return "on the map"
    return "destroyed and on the Soviet CAPs track" if tracks.covered["soviet"] == 1 else "destroyed"


def _components(scene: Scene, units: list[Unit]) -> list[list[str]]:
    """The largest Groups that can be put together, largest first."""
    found: list[list[str]] = []
    for unit in units:
        members = [unit]
        while more := next(joiners(scene.state, members, ""), None):
            members.append(more)
        names = sorted(member.id.upper() for member in members)
        found += [names] if names not in found else []
    return sorted(found, key=len, reverse=True)


# -- 10.8 attacking


def led_attack(example: Example) -> list[dict[str, Any]]:
    """A machine gun in Woods leads; two squads behind it support, a third is too far; another target is masked."""
    kinds = kinds_in(example)
    picture = ". r04 . .\n. . . r01\n. hmg:W . .\n. i10+i11 . .\n. i12 . ."
    ways = {"r01": SOUTHWEST, "r04": SOUTH}
    units = [counter(name, kind, ways.get(name, NORTHEAST)) for name, kind in kinds.items()]
    scene = gather(lay_out(picture, units, active="german"), "hmg", "i10", "i11")
    fire, other = "fire hmg D02", "fire hmg B01"
    far = gather(lay_out(picture, units, active="german"), "hmg", "i10", "i11", "i12")
    alone = {name: gather(lay_out(picture, units, active="german"), "hmg", name) for name in ("i10", "i11")}
    scene.say(fire, roll=8, d10=4)
    shot = shot_of(scene)
    defence, attack = shot.check.tallies
    names = ("hmg", "i10", "i11")
    first = {"I12_can_support": can_fire(far, fire), "ar": attack.value, "dr": defence.value,
             "hit_number": shot.check.need, "critical_at": _critical(shot), "result": shot.band,
             "action_cost": scene.cost.value, "needs_d10": needs(scene.cost), "all_states": scene.states(*names),
             "all_stressed": scene.stressed(*names)}  # fmt: skip
    told = {f"{name.upper()}_can_support": can_fire(group, other) for name, group in alone.items()}
    return [first, {"alternative_target": "R04", **told, "reason": _masked(scene, "i10", "r04")}]


def _critical(shot: ShotFired) -> int:
    """The lowest roll that destroys."""
    return min(outcome.total for outcome in dice("2d6").outcomes if shot.check.read(outcome) == "destroyed")


def _masked(scene: Scene, viewer: str, target: str) -> str:
    """What stands between two units, in the words of the example."""
    seen = scene.state.setting.ground.explain(scene.unit(viewer).hex, scene.unit(target).hex)
    leader = scene.unit("hmg").hex
    woods = scene.state.setting.ground.terrain[leader] == "woods"
    return "the leader's Woods hex blocks their LOS" if woods and seen.blocked_by == (leader,) else str(seen.reason)


# -- 10.11 stress


def stressed_move(example: Example) -> list[dict[str, Any]]:
    kinds = kinds_in(example)
    picture = ". . . .\n. . . .\n. r02 r03 r04\n. . . .\n. r01 . .\n. . . ."
    scene = lay_out(picture, [counter(name, kind) for name, kind in kinds.items()], active="soviet")
    scene.say("move r01 B04 N")
    first = {"action_cost": scene.cost.value, "stressed": scene.stressed("r01")}
    scene.say("pass")
    move_all(gather(scene, *RIFLES), {"r02": "B02", "r03": "C02", "r04": "D02", "r01": "B03"}, d10=6)
    checks = [event for event in scene.events if isinstance(event, SpentRolled)]
    return [first, {"move_cost": scene.part("sos-2.4-c"), "stress": scene.part("sos-2.6"),
                    "action_cost": scene.cost.value, "spent_checks": len(checks)}]  # fmt: skip


def stressed_support(example: Example) -> list[dict[str, Any]]:
    kinds = kinds_in(example)
    picture = "rifles\n.\n.\nhmg\nW\ninf\n."
    units = [counter(name, kind, SOUTH if name == "rifles" else NORTH) for name, kind in kinds.items()]
    scene = lay_out(picture, units, active="german").say("move inf A05 N")
    first = {"action_cost": scene.cost.value, "stressed": scene.stressed("inf")}
    scene.say("pass")
    gather(scene, "hmg", "inf").say("fire hmg A01", roll="miss")
    attack = shot_of(scene).check.tallies[1]
    support = sum(part.value for part in attack.parts if own_row(part.rule, "sos") == "sos-10.7-a")
    return [first, {"support_bonus": support, "leader_attack_cost": scene.part("sos-2.4-b"),
                    "stress": scene.part("sos-2.6"), "action_cost": scene.cost.value,
                    "both_stressed": scene.stressed("hmg", "inf")}]  # fmt: skip


SCENES: dict[str, Callable[[Example], list[dict[str, Any]]]] = {
    "sos-ex-21": split,
    "sos-ex-22": led_attack,
    "sos-ex-23": stressed_move,
    "sos-ex-24": stressed_support,
}
