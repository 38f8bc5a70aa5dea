"""Worked examples of mortars, artillery, works, mines and flame, each laid out and played. [chapters 13, 17, 18]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, structs
from tests.conformance.examples.sos.driving import counter
from tests.conformance.examples.sos.play import dice_showing
from tests.conformance.examples.sos.stage import Entry, Example, described, kind_of, printed_map, wrong_figures

from balka.core.boards import Board, from_picture
from balka.core.checks import Check
from balka.core.citing import own_row
from balka.core.dice import Outcome
from balka.core.forced import forced
from balka.core.frames import CHANCE, Frame, Roll
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.chapters.artillery import Strike, drift_check
from balka.systems.heroes.events.checks import DriftRolled, MinesRolled
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.events.hits import MarkerDrawn
from balka.systems.heroes.events.rounds import Paid
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.verbs import Caps
from balka.systems.heroes.units import HeroesState, Unit, Works

LEGEND: dict[str, str | tuple[str, int]] = {
    "W": "woods", "B": "building_wood", "S": "building_stone", "1": ("open", 1), "2": ("open", 2),
}  # fmt: skip
CALLED = {"Panzer III": "Panzer IIIn 7.5cm L24", "ATG": "45mm Anti-Tank Gun m42"}
"""types an example names loosely: the one whose figures fit"""
RESULTS = {"miss": "miss", "hit": "hit", "destroyed": "critical"}
SOUTH = 3
NAMES = {"N": "north", "NE": "northeast", "SE": "southeast", "S": "south", "SW": "southwest", "NW": "northwest"}
Row = dict[str, Any]


class Scene(Struct):
    """A position being played, and what happened since the last sentence."""

    state: HeroesState
    events: list[Any]

    def say(self, *sentences: str, roll: int | str = 2, d10: int | str = "pass", marker: str = "") -> Scene:
        self.events = []
        for sentence in sentences:
            self._apply(sentence)
            self._run(roll, d10, marker)
        return self

    def _run(self, roll: int | str, d10: int | str, marker: str) -> None:
        while self.asked != "turn":
            if self.state.asks[0].seat == CHANCE:
                self._apply(self._outcome(roll, d10, marker))
            elif answer := forced(self.state):
                self._apply(answer[1])
            else:
                return

    def _outcome(self, roll: int | str, d10: int | str, marker: str) -> Outcome:
        frame = self.state.stack[-1]
        assert isinstance(frame, Roll)
        if frame.bag:
            called = marker.lower().replace(" ", "_")
            return Outcome(
                frame.bag, item=f"{frame.bag}_{called}" if called else next(iter(self.state.bags[frame.bag].items))
            )
        return dice_showing(self.state, frame, d10 if frame.dice == "d10" else roll)

    def _apply(self, answer: Any) -> None:
        step = self.state.apply(answer)
        assert isinstance(step.state, HeroesState)
        self.state = step.state
        self.events += [told.event for told in step.events]

    @property
    def asked(self) -> str:
        return self.state.asks[0].kind

    def last(self, kind: type[Any]) -> Any:
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def paid(self, name: str) -> Row:
        """What the Action came to, and how it left the unit."""
        tally, unit = self.last(Paid).tally, self.state.position.units[name]
        stressed = name in self.state.tracks.stressed[unit.force] or self.asked == "turn.end"
        return {"attack_cost": _sum(tally.parts, "sos-2.4-b"), "stress": _sum(tally.parts, "sos-2.6"),
                "move_cost": _sum(tally.parts, "sos-2.4-c"), "uphill": _sum(tally.parts, "sos-12.4-a"),
                "action_cost": tally.value, "stressed": stressed,
                "state": "spent" if unit.spent else "fresh"}  # fmt: skip

    def shot(self) -> Row:
        """The last roll of an attack, with its ratings."""
        event = self.last(ShotFired)
        return {**rated(event.check), "result": RESULTS[event.band]}


def _sum(parts: Iterable[Any], rule: str) -> int:
    return sum(part.value for part in parts if own_row(part.rule, "sos").startswith(rule))


def rated(check: Check) -> Row:
    """Both ratings and the Hit Number, with and without CAPs."""
    defence, attack = check.tallies
    caps = _sum(check.tally.parts, "sos-3.2-b")
    return {"dr": defence.value, "ar": attack.value, "hit_number": check.need,
            "hit_number_before_caps": check.need - caps, "height_bonus": _sum(attack.parts, "sos-12.5"),
            "card_bonus": _sum(attack.parts, "sos-card-11")}  # fmt: skip


def lay_out(picture: str, *units: Unit, **told: Any) -> Scene:
    drawn = from_picture(picture, LEGEND)
    placed = [unit.changed(hex=drawn.marks[unit.carrier or unit.id][0]) for unit in units]
    return on_board(drawn.board, *placed, **told)


def on_board(board: Board, *units: Unit, **told: Any) -> Scene:
    given = {"caps": {"german": 0, "soviet": 0}, **told}
    return Scene(described(board, units, **given), [])


def _kinds(example: Example) -> dict[str, UnitKind]:
    """The types an example means; its own figures for them must be the box's."""
    entries: list[Entry] = [
        {"side": None, **entry, "type": CALLED.get(entry["type"], entry["type"])} for entry in example["setup"]["units"]
    ]
    kinds = {entry["id"]: kind_of(entry) for entry in entries}
    wrong = wrong_figures(entries, kinds)
    if wrong:
        raise LookupError("; ".join(wrong))
    return kinds


def _dice(example: Example, step: int, dice: str = "2d6") -> int:
    return int(example["actions"][step]["dice"][dice])


# -- chapter 13


def over_the_hill(example: Example) -> list[Row]:
    """A mortar behind a hill, a spotter on top, a house on the way with open ground behind it."""
    kinds = _kinds(example)
    units = (counter("m", kinds["Mortar"]), counter("x", kinds["PzGren"], SOUTH))
    scene = lay_out("x\n.\nB\n.\n.\n.\n2\nm", *units, active="soviet")
    seen = any(choice.verb == "indirect" for choice in scene.state.choices(("m",)))
    scene.say("indirect m A01 A07", roll=_dice(example, 0), d10=_dice(example, 0, "d10"))
    shot = scene.shot()
    return [{**shot, **scene.paid("m"), "los": seen}]


def _strike(scene: Scene, strike: Frame) -> Scene:
    return Scene(structs.replace(scene.state, stack=(*scene.state.stack, strike)), [])


def drifting(example: Example) -> list[Row]:
    """A Drift Check that fails."""
    unit = counter("x", title().units["sov_rifles_41"])
    scene = lay_out(".\n.\n.\nx", unit, caps={"german": 0, "soviet": 2}, active="soviet")
    scene = _strike(scene, Strike("soviet", "W07", 0, "smoke"))
    scene.say("arrow N", "caps 0", roll=_dice(example, 0, "d6"))
    strike = scene.state.stack[-1]
    assert isinstance(strike, Strike)
    off = scene.asked == "strike.direction"
    return [{"result": "drift" if off else "on target", "distance": strike.drift,
             "then": "roll 1d6 for direction" if off else ""}]  # fmt: skip


def on_its_own(example: Example) -> list[Row]:
    """A strike planned on a hex of map 9 drifts two hexes onto a friend."""
    board = printed_map("9")
    target = board.hex(example["setup"]["target_hex"].split()[0].removeprefix("9-"))
    place = board.step(target, board.grid.side("NE"), 2)
    friend = counter("h", _kinds(example)["HMG"]).changed(hex=place)
    scene = _strike(on_board(board, friend, caps={"german": 6, "soviet": 0}), Strike("german", "W06", target, "he"))
    scene.say("arrow N", "caps 0", roll=_dice(example, 0, "d6"))
    strike = scene.state.stack[-1]
    assert isinstance(strike, Strike)
    number, cheaper = drift_check(scene.state, "german", 0).need, drift_check(scene.state, "german", 2).need
    first = {"drift_number": number, "result": "drift" if strike.drift else "on target", "distance": strike.drift,
             "with_2_caps_drift_number": cheaper}  # fmt: skip
    scene.say("caps 0", roll=_dice(example, 1, "d6"))
    rolled = scene.last(DriftRolled)
    side = NAMES[board.grid.sides[rolled.towards]]
    second = {"direction": f"{side} (marker number {rolled.faces[0]} as oriented)"}
    return [first, second, scene.say("caps -2", roll=_dice(example, 2)).shot()]


# -- chapter 17


def on_the_hill(example: Example) -> list[Row]:
    """A Bunker above a squad."""
    kinds = _kinds(example)
    units = (counter("a", kinds["Inf"]), counter("x", kinds["MMG"], SOUTH, inside=True))
    scene = lay_out("x:1\n.\n.\na", *units, works={"A01": Works("bunker_5", "soviet", SOUTH)})
    check = scene.state.quote("fire a A01").checks[0]
    parts = check.tallies[0].parts
    found = {"front": _sum(parts, "sos-6.1-b"), "bunker": _sum(parts, "sos-17.6-g"), "height": _sum(parts, "sos-12.5")}
    return [{**rated(check), "parts": found, "possible_without_caps": check.need <= 12}]


def onto_mines(example: Example) -> list[Row]:
    """A tank with Engineers aboard drives onto hidden Mines and on up the hill."""
    entries = {entry["id"]: entry for entry in example["setup"]["units"]}
    kinds = {name: title().units[kind] for name, kind in (("Pz", "ger_pz_3l"), ("Eng", "ger_panzer_engineer"))}
    if kinds["Pz"].move_cost != entries["Pz"]["move_cost"]:
        raise LookupError("the tank's Move Cost is another")
    units = (counter("t", kinds["Pz"]), counter("e", kinds["Eng"], carrier="t"))
    works = {"A02": Works("mines", "soviet", 0, True)}
    scene = lay_out("2\n1\nt:1", *units, works=works, caps={"german": 0, "soviet": 3})
    if title().works["mines"].hit_number != example["setup"]["mine_hit_number"]:
        raise LookupError("the Mines' number is another")
    scene.say("move t A02 N").say(f"caps {example['actions'][1]['caps']}", roll=_dice(example, 1))
    blown = _mined(scene) | {"Eng": "on the map" if "e" in scene.state.position.units else "destroyed"}
    scene.say(f"caps {example['actions'][2]['caps']}", roll=_dice(example, 2), marker="Light Damage")
    hit = _mined(scene) | {"marker": title().markers[scene.last(MarkerDrawn).marker].name}
    scene.say("go t A01 N", d10=_dice(example, 3, "d10"))
    return [blown, hit, scene.paid("t")]


def _mined(scene: Scene) -> Row:
    event = scene.last(MinesRolled)
    band = event.check.read(Outcome("2d6", event.faces))
    return {"hit_number": event.check.need, "result": RESULTS[band]}


def breaking_a_bunker(example: Example) -> list[Row]:
    """A hit tank beside the flank of a Bunker rolls for the crew, then for the Bunker."""
    kinds, bunker = _kinds(example), example["setup"]["bunker"]
    kind = next(
        w for w in title().works.values() if (w.flank_bonus, w.destroy_dr) == (bunker["flank_bonus"], bunker["defense"])
    )
    units = (counter("t", kinds["Pz"], marker="armored_light_damage"), counter("x", kinds["MMG"], inside=True))
    scene = lay_out("x:2\nt:2", *units, works={"A01": Works(kind.id, "soviet")}, stressed=("t",),
                    caps={"german": 1, "soviet": 0})  # fmt: skip
    crew = scene.say("fire t A01", "caps 0", roll=_dice(example, 0)).shot()
    walls = scene.say("caps 0", roll=_dice(example, 1)).shot()
    walls["bunker"] = "on the map" if scene.state.position.works else "destroyed"
    scene.say("caps 0", d10=_dice(example, 2, "d10"))
    return [crew, walls, scene.paid("t")]


def shelling_a_gun(example: Example) -> list[Row]:
    """An aimed indirect attack on a gun in its pit, then on the pit."""
    kinds, pit = _kinds(example), example["setup"]["gun_pit"]
    kind = next(
        w for w in title().works.values() if (w.flank_bonus, w.destroy_dr) == (pit["flank_bonus"], pit["defense"])
    )
    units = (counter("m", kinds["Mortar"]), counter("x", kinds["ATG"], SOUTH, inside=True))
    scene = lay_out("x\n.\n.\nW\nm", *units, works={"A01": Works(kind.id, "soviet", SOUTH)},
                    hands={"german": (f"{example['setup']['card']:02}",)}, caps={"german": 1, "soviet": 0})  # fmt: skip
    gun = scene.say("indirect m A01 A04", f"play {example['setup']['card']}", "caps 0", roll=_dice(example, 0)).shot()
    gun["ATG"] = "on the map" if "x" in scene.state.position.units else "destroyed"
    walls = scene.say("caps 0", roll=example["actions"][1]["result"]).shot()
    scene.say("caps 0", d10=_dice(example, 2, "d10"))
    return [gun, walls, scene.paid("m")]


def own_mines(example: Example) -> list[Row]:
    """A squad on the mines of its own side."""
    squad = title().units["ger_infantry_43"]
    scene = lay_out(
        ".\na", counter("a", squad), works={"A01": Works("mines", "german")}, caps={"german": 4, "soviet": 0}
    )
    scene.say("move a A01 N")
    shifts = [int(choice.count) for choice in scene.state.choices() if isinstance(choice, Caps)]
    return [{"may_raise_hit_number": min(shifts) < 0, "max_shift": max(abs(shift) for shift in shifts)}]


# -- chapter 18


def flames(example: Example) -> list[Row]:
    """A flame tank beside an open-topped gun in a house."""
    kinds = _kinds(example)
    if "open_top" not in kinds["SU"].flags:
        raise LookupError("the target has a roof")
    scene = lay_out("x:S\nf", counter("f", kinds["Fl"]), counter("x", kinds["SU"], SOUTH))
    check = scene.state.quote("flame f A01").checks[0]
    scene.say("flame f A01", roll=_dice(example, 0), d10=example["actions"][0]["dice"]["d10"])
    drawn = title().markers[scene.last(MarkerDrawn).marker]
    red = any(own_row(part.rule, "sos") == "sos-6.5-b" for part in check.tallies[1].parts)
    return [{**scene.shot(), **scene.paid("f"), "treated_color": "red" if red else "blue", "marker_pile": drawn.pile,
             "terrain_dr": _sum(check.tallies[0].parts, "sos-6.4")}]  # fmt: skip


SCENES: dict[str, Callable[[Example], list[Row]]] = {
    "sos-ex-34": over_the_hill,
    "sos-ex-35": drifting,
    "sos-ex-36": on_its_own,
    "sos-ex-46": on_the_hill,
    "sos-ex-47": onto_mines,
    "sos-ex-48": breaking_a_bunker,
    "sos-ex-49": shelling_a_gun,
    "sos-ex-50": flames,
    "sos-ex-57": own_mines,
}
