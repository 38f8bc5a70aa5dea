"""Worked examples of vehicles, loads and planes, each laid out on ground of its own and played. [chapters 15, 16]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs
from tests.conformance.examples.sos.play import dice_showing, plain_marker
from tests.conformance.examples.sos.stage import Entry, Example, described, kind_of, wrong_figures

from balka.core.boards import Road, from_picture
from balka.core.checks import Tally
from balka.core.citing import own_row
from balka.core.dice import Outcome
from balka.core.events import Event
from balka.core.forced import forced
from balka.core.frames import CHANCE, Roll
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.chapters.vehicles import Go
from balka.systems.heroes.data.mission_data import Airplane
from balka.systems.heroes.events.checks import MinesRolled
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.third_edition.events import SpentRolled
from balka.systems.heroes.units import HeroesState, Unit, Works

LEGEND: dict[str, str | tuple[str, int]] = {
    "W": "woods", "~": "wheat", "%": "corn", "1": ("open", 1), "2": ("open", 2), "v": ("open", -2),
}  # fmt: skip
NORTH, SOUTH, SOUTHEAST = 0, 3, 2
BONUS = "drive"


class Scene(Struct):
    """A position being played; what happened since the last sentence."""

    state: HeroesState
    events: list[Event]

    def say(self, *sentences: str, d10: int | str = "pass", roll: int | str = "pass") -> Scene:
        """Say sentences and answer dice and whatever has one answer; afterwards somebody must decide."""
        self.events = []
        for sentence in sentences:
            self._run(d10, roll)
            self._apply(sentence)
        self._run(d10, roll)
        return self

    def _run(self, d10: int | str, roll: int | str) -> None:
        while not self.state.over and self.asked != "turn":
            if self.state.asks[0].seat == CHANCE:
                self._apply(self._rolled(d10, roll))
            elif answer := forced(self.state):
                self._apply(answer[1])
            else:
                return

    def _rolled(self, d10: int | str, roll: int | str) -> Outcome:
        frame = self.state.stack[-1]
        assert isinstance(frame, Roll)
        if frame.bag:
            return plain_marker(self.state, frame)
        return dice_showing(self.state, frame, d10 if frame.dice == "d10" else roll)

    def _apply(self, answer: Any) -> None:
        step = self.state.apply(answer)
        assert isinstance(step.state, HeroesState)
        self.state = step.state
        self.events += [told.event for told in step.events]

    @property
    def asked(self) -> str:
        return self.state.asks[0].kind

    @property
    def cost(self) -> Tally:
        """What the last Action came to."""
        return next(event.tally for event in reversed(self.events) if isinstance(event, Paid))

    def part(self, *rules: str) -> int:
        return sum(part.value for part in self.cost.parts if own_row(part.rule, "sos").startswith(rules))

    def unit(self, name: str) -> Unit:
        return self.state.position.units[name]

    def at(self, name: str) -> str:
        return self.state.setting.board.labels[self.unit(name).hex]

    def can_go(self, place: str) -> bool:
        """May a Bonus Move lead there now?"""
        if self.asked != BONUS:
            return False
        here = self.state.setting.board.hex(place)
        return any(isinstance(choice, Go) and choice.to == here for choice in self.state.choices())

    def stressed(self, *names: str) -> bool:
        return all(name in self.state.tracks.stressed[self.unit(name).force] for name in names)

    def states(self, *names: str) -> str:
        """The one state all are in, or each of them."""
        found = ["spent" if self.unit(name).spent else "fresh" for name in names]
        return found[0] if len(set(found)) == 1 else ", ".join(found)


def lay_out(picture: str, units: Iterable[Unit], roads: Sequence[str] = (), **told: Any) -> Scene:
    """A scene on a small picture; roads are chains of labels."""
    drawn = from_picture(picture, LEGEND)
    links = [
        Road(drawn.board.hex(a), drawn.board.hex(b)) for chain in roads for a, b in pairwise(chain.split("-"))
    ]  # fmt: skip
    board = structs.replace(drawn.board, links=tuple(links))
    spots = {name: places[0] for mark, places in drawn.marks.items() for name in mark.split("+")}
    placed = tuple(unit.changed(hex=spots[unit.carrier or unit.id]) for unit in units)
    nothing = {"german": 0, "soviet": 0}
    return Scene(described(board, placed, **{"caps": nothing, **told}), [])


def counter(name: str, kind: UnitKind, facing: int = NORTH, **more: Any) -> Unit:
    return Unit(name, kind.id, kind.side, kind.side, 0, facing, **more)


def _kinds(example: Example) -> dict[str, UnitKind]:
    """The types an example means; its own figures for them must be the box's."""
    entries: list[Entry] = [
        {"side": None, **entry, "type": entry.get("type", "Panzer IIIL")} for entry in example["setup"]["units"]
    ]  # fmt: skip
    kinds = {entry["id"]: kind_of(entry) for entry in entries if entry["type"] != "airplane"}
    wrong = wrong_figures([entry for entry in entries if entry["id"] in kinds], kinds)
    if wrong:
        raise LookupError("; ".join(wrong))
    return kinds


def _active(kind: UnitKind) -> dict[str, str]:
    return {"active": kind.side}


# -- 15.2, 15.5 Bonus Moves


def farthest(example: Example) -> list[dict[str, Any]]:
    """As far as one Action goes on every ground the example names."""
    kind = _kinds(example)["T34"]
    found = set()
    for ground, roads in ((".", ()), ("%", ()), ("~", ()), ("W", ("A06-A05-A04-A03-A02-A01",))):
        column = "\n".join([ground] * 5) + "\nt"
        scene = lay_out(column, [counter("t", kind)], roads, **_active(kind)).say("move t A05 N")
        hexes = 1
        while scene.asked == BONUS:
            hexes += 1
            scene.say(f"go t A{6 - hexes:02} N")
        found.add((hexes, scene.cost.value))
    (hexes, cost), *others = found
    return [{"max_hexes": hexes if not others else sorted(found), "action_cost": cost}]


def alternating(example: Example) -> list[dict[str, Any]]:
    """A tank through Woods and on; a truck by road until the tank stands in its way."""
    kinds = _kinds(example)
    units = [counter("t", kinds["T34"]), counter("g", kinds["GAZ"])]
    picture = ". . .\n. . .\n. ~ .\nW . .\nt . .\n. . g"
    scene = lay_out(picture, units, ["C06-C05-C04-C03-C02-C01"], active="soviet")
    first = scene.say("move t A04 N")
    rows = [{"move_cost": first.part("sos-2.4-c"), "terrain_penalty": first.part("sos-15.3"),
             "action_cost": first.cost.value, "bonus_moves_allowed": int(first.asked == BONUS)}]  # fmt: skip
    scene.say("pass").say("move g C05 N", "go g C04 N")
    rows.append({"hexes": 6 - int(scene.at("g")[1:]), "action_cost": scene.cost.value})
    scene.say("pass").say("move t A03 N", "go t B03 NE", "go t C02 N")
    way = [scene.at("t")] == ["C02"]
    rows.append({"hexes": 3 if way else 0, "bonus_moves_used": 2 if way else 0, "action_cost": scene.cost.value})
    scene.say("pass").say("move g C03 N")
    usable = scene.can_go("C02")
    scene.say("stay") if scene.asked == BONUS else scene
    rows.append({"hexes": 4 - int(scene.at("g")[1:]), "bonus_wheel_usable": usable, "action_cost": scene.cost.value})
    return [*rows, {}]


def climbing(example: Example) -> list[dict[str, Any]]:
    """Up a hill by Bonus Moves, a level at a time."""
    kind = _kinds(example)["APC"]
    scene = lay_out(".\n2\n1\nt", [counter("t", kind)], **_active(kind))
    scene.say("move t A03 N", "go t A02 N", "stay", d10=example["actions"][0]["dice"]["d10"])
    uphill = [part.value for part in scene.cost.parts if own_row(part.rule, "sos") == "sos-12.4-a"]
    return [{"move_cost": scene.part("sos-2.4-c"), "uphill": uphill, "action_cost": scene.cost.value,
             "state": scene.states("t"), "stressed": scene.stressed("t")}]  # fmt: skip


# -- 15.8-15.9 loads


def _pair(name: str) -> list[UnitKind]:
    units = title().units
    return [units[name], units["ger_sdkfz_251" if name.startswith("ger") else "sov_m3_apc"]]


def rallying_aboard(example: Example) -> list[dict[str, Any]]:
    """A hit squad on its carrier rallies; the check is for both."""
    squad, apc = _pair("sov_rifles_41")
    units = [counter("t", apc), counter("a", squad, carrier="t", marker="soft_suppressed")]
    scene = lay_out("t\n.", units, active="soviet").say("rally a", roll=12, d10="fail")
    assert not scene.unit("a").marker, "the Rally succeeds"
    return [{"action_cost": scene.cost.value, "both_states": scene.states("a", "t"),
             "both_stressed": scene.stressed("a", "t")}]  # fmt: skip


def mines_under_engineers(example: Example) -> list[dict[str, Any]]:
    """A carrier with Engineers aboard drives into Mines."""
    squad, apc = _pair("ger_panzer_engineer")
    units = [counter("apc", apc), counter("eng", squad, carrier="apc")]
    mines = {"A01": Works("mines", "soviet")}
    scene = lay_out(".\napc", units, works=mines).say("move apc A01 N", roll=2)
    names = {entry["id"].lower(): entry["id"] for entry in example["setup"]["units"]}
    attacked = [names[event.unit] for event in scene.events if isinstance(event, MinesRolled)]
    return [{"engineers_ability": not attacked, "attacked": attacked}]


def ride(example: Example) -> list[dict[str, Any]]:
    """Load, drive three hexes, unload under the carrier."""
    kinds = _kinds(example)
    units = [counter("t", kinds["APC"]), counter("a", kinds["PzGren"])]
    scene = lay_out(".\n.\n.\n.\nt\na", units)
    scene.say("load a t")
    same = scene.unit("a").facing == scene.unit("t").facing and scene.unit("a").carrier == "t"
    rows = [{"move_cost": scene.part("sos-2.4-c"), "terrain_penalty": scene.part("sos-4.9"),
             "both_stressed": scene.stressed("a", "t"), "facing": "same as the APC" if same else "other"}]  # fmt: skip
    scene.say("pass").say("move t A04 N", "go t A03 N", "go t A02 N")
    assert scene.at("a") == "A02", "three hexes, load and all"
    rows.append(_paid(scene) | {"state": scene.states("a", "t")})
    scene.say("pass").say("unload a A02 SE", d10=example["actions"][2]["dice"]["d10"])
    assert scene.unit("a").facing == SOUTHEAST
    rows.append(_paid(scene) | {"both_states": scene.states("a", "t"), "both_stressed": scene.stressed("a", "t")})
    return rows


def _paid(scene: Scene) -> dict[str, Any]:
    return {"move_cost": scene.part("sos-2.4-c"), "stress": scene.part("sos-2.6"), "action_cost": scene.cost.value}


# -- 15.16, 16.2, 16.8


def over_the_edge(example: Example) -> list[dict[str, Any]]:
    """A tank at ground level beside a balka two levels deep with an enemy in it."""
    units = [counter("t", title().units["ger_pz_3l"]), counter("x", title().units["sov_rifles_41"], SOUTH)]
    scene = lay_out("x:v\nt", units)
    return [{"legal": any(choice.verb == "fire" for choice in scene.state.choices(("t",)))}]


def symbols_in_any_order(example: Example) -> list[dict[str, Any]]:
    """Every way the example says a Maultier can take."""
    kind = _kinds(example)["Maultier"]
    return [_way(kind, row) for row in example["expected"]]


def _way(kind: UnitKind, row: Entry) -> dict[str, Any]:
    """A column with road where the way has it; it starts on the road unless the row says otherwise."""
    path, start = row["path"], row.get("start", "road")
    if not isinstance(path, list) or start not in ("road", "open hex next to a road"):
        raise LookupError(f"no such way: {path} from {start}")
    hexes = [f"A{4 - n:02}" for n in range(4)]
    on_road = [label for label, ground in zip(hexes, [start, *path], strict=True) if ground == "road"]
    scene = lay_out(".\n.\n.\nt", [counter("t", kind)], ["-".join(on_road)] if len(on_road) > 1 else ())
    scene.say(f"move t {hexes[1]} N")
    for label in hexes[2:]:
        if not scene.can_go(label):
            return {**row, "legal": False}
        scene.say(f"go t {label} N")
    return {**row, "legal": True}


def driven_off(example: Example) -> list[dict[str, Any]]:
    """A plane is called, and an Anti-Air carrier hits it."""
    kind = _kinds(example)["AA"]
    told: dict[str, Any] = {"special": (Airplane("W04", 1, (1,)),), "weapons": {"soviet": ("W04",)},
            "caps": {"german": 0, "soviet": 1}, "active": "soviet"}  # fmt: skip
    scene = lay_out(".\n.\n.\n.\nf", [counter("f", kind)], **told)
    scene.say("plane W04", "at A02 S", "answer f", roll=example["actions"][1]["attack_result"])
    checked = any(isinstance(event, SpentRolled) for event in scene.events)
    attacked = any(isinstance(event, ShotFired) for event in scene.events)
    return [{"plane": "attacks" if attacked else "removed",
             "aa": "Spent Check and Stressed" if checked and scene.stressed("f") else "unmoved",
             "next_turn": scene.state.asks[0].force}]  # fmt: skip


SCENES: dict[str, Callable[[Example], list[dict[str, Any]]]] = {
    "sos-ex-37": farthest,
    "sos-ex-38": alternating,
    "sos-ex-39": climbing,
    "sos-ex-40": rallying_aboard,
    "sos-ex-41": mines_under_engineers,
    "sos-ex-42": ride,
    "sos-ex-43": over_the_edge,
    "sos-ex-44": symbols_in_any_order,
    "sos-ex-45": driven_off,
}
