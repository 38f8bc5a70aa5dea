"""Examples of marching, building and supply: works, aircraft, lines, entry, bridges. [7.1, 8.2, 10-12, 14]"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec import structs
from tests.conformance.examples.kursk.stage import Faults, Stage, compare, replaced

from balka.core.state import Work
from balka.games.kursk_1943 import scenarios
from balka.systems.wb95.bridges import holds
from balka.systems.wb95.building import finish_bridges, note_banks
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.movement import STRATEGIC, allowance, party_of
from balka.systems.wb95.phases import end_of_phase
from balka.systems.wb95.position import Flight, change, unit_of
from balka.systems.wb95.reach import ways
from balka.systems.wb95.reinforcements import entry_cost
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.strikes import Airlift
from balka.systems.wb95.supply import lines
from balka.systems.wb95.supplying import trace

Given = dict[str, Any]


def works_relieved(given: Given, expect: Given) -> Faults:
    stage = Stage("a b .", a="g inf dug", b="g inf").say("take a", "to C01", "halt", "take b", "to A01", "halt")
    work = Work(stage.state, "")
    end_of_phase(work)
    return compare(kept=("0" in work.position.works, expect["ff_kept"]))


def harassed_roads(given: Given, expect: Given) -> Faults:
    faults: Faults = []
    for count, name in ((1, "one_mission"), (2, "two_missions")):
        stage = Stage("x . . . . .", side="soviet", x="s inf mp=7")
        state = replaced(stage.state, position=structs.replace(stage.state.position, harassed=(0,) * count))
        found = ways(state, party_of(state, "soviet", ("x",)), 0)
        wanted = expect[name]
        faults += compare(
            hex=(found.costs[1] // MP - 1, wanted["extra_mp_per_affected_hex"]),
            start=(7 - allowance(state, stage.unit("x")) // MP, wanted["mp_lost_if_starting_inside"]),
            infantry=(found.costs[1] // MP, wanted.get("infantry_cost_per_affected_hex", found.costs[1] // MP)),
        )
    return faults


def attacked_crossing(given: Given, expect: Given) -> Faults:
    """As many dice for a crossing unit as there are attacks on its hex; each six costs a CEL."""
    stage = Stage("a .\n. .", "move", "big_river A01 B01", side="soviet", a="s inf cel=4")
    flights = (Flight("air-3", "german", "river", 1),)
    stage.state = replaced(stage.state, position=structs.replace(stage.state.position, air=flights))
    stage.say("take a", "to B01")
    attacks = 2 * scenarios.charts().counters["air-3"].attack
    rolls, hits = 0, given["air_attacks_on_hex"]
    while stage.asked == "chance river crossing":
        roll: Any = stage.state.stack[-1]
        stage.state = stage.state.apply(f"{roll.dice} {6 if rolls < hits else 1}").state
        rolls += 1
    return compare(
        rolls=(rolls, attacks),
        lost=(4 - stage.unit("a").cel, hits * expect["cel_lost_per_6"]),
        each=(expect["rolls_per_crossing_unit"], hits),
    )


def airlift(given: Given, expect: Given) -> Faults:
    names = [f"u{n}" for n in range(given["units_on_hex"])]
    stage = Stage("+".join(names), **dict.fromkeys(names, f"g inf oos={given['oos_each']}"))
    stage.change(Airlift("german", 0, given["supply_missions"]))
    for face in given["rolls"]:
        stage.state = stage.state.apply(f"d6 {face}").state
    levels = {stage.unit(one).supply for one in names}
    return compare(
        levels=(levels, {expect["oos_each_after"]}), successes=(given["oos_each"] - min(levels), expect["successes"])
    )


def lines_of_supply(given: Given, expect: Given) -> Faults:
    """The picture is lost; what it shows is played on a small board: no new points, free neighbours, opened zones."""
    book = {"edges": {"german": (0,)}}

    def net(picture: str, *roads: str, **units: str) -> set[str]:
        state = Stage(picture, "move", *roads, book=book, **units).state
        found = lines(state, "german")
        return {label for h, label in enumerate(state.setting.board.labels) if h in found.costs}

    columns = "ABCDEFGHIJKLMNO"
    roads = [f"main {a}01 {b}01" for a, b in pairwise(columns[3:11])]
    long = " ".join("." * 15)
    friends = net("a b c d . . . . .", a="g inf", b="g inf", c="g inf", d="g inf")
    return compare(
        range=("F01" in net(long) and "G01" not in net(long), given["supply_mp"] == 10),
        no_new_points=("N01" in net(long, *roads), False),
        free_neighbours=("I01" in friends, True),
        opened=("D01" in net(". a b .\n. . x .", a="g inf", b="g inf", x="s inf"), True),
    )


def recovered(given: Given, expect: Given) -> Faults:
    levels = [given["oos_level"]]
    for _ in range(given["supplied_turns"]):
        state = Stage("a .", a=f"g inf oos={max(levels[-1], 0)}", book={"edges": {"german": (0,)}}).state
        work = Work(state, "")
        trace(work, "german")
        levels.append(unit_of(work, "a").supply)
    return compare(after_1=(levels[1], expect["after_1"]), after_2=(levels[2], max(expect["after_2"], 0)))


def stacks_entering(given: Given, expect: Given) -> Faults:
    """The n-th stack through a hex pays n times: so many units of so many CEL."""
    count, cel = given.get("units", 12), given.get("cel_each", 2)
    names = [f"r{n}" for n in range(count)]
    book = {"arrivals": {one: Arrival(one, 1, (0,), "army") for one in names}}
    road = given["entry_hex_cost"] < 1
    off = dict.fromkeys(names, f"g inf mp=9 cel={cel}")
    state = Stage("F .\n. .", "move", *(("main A01 B01",) if road else ()), off=off, book=book, control="g" * 4).state
    costs = []
    for first in range(0, count, 8 // cel):
        entering = unit_of(state, names[first])
        costs.append((entry_cost(state, entering, 0) or 0) / MP)
        work = Work(state, "")
        for one in names[first : first + 8 // cel]:
            change(work, one, hex=1, entered_at=0)
        state = work.freeze()
    return compare(
        costs=(costs, [float(cost) for cost in expect["stack_costs"]]), stacks=(len(costs), len(expect["stack_costs"]))
    )


def neighbouring_zone(given: Given, expect: Given) -> Faults:
    stage = Stage("a", a=f"g arm mp={given['unit_mp']} half")
    return compare(
        left=(allowance(stage.state, stage.unit("a")) / MP, expect["mp_left"]),
        zones=(len(expect["same_phase_zones"]), 2),
    )


def shifting_zones(given: Given, expect: Given) -> Faults:
    """Ten zones along an edge: which can be reached at once, for half, and after one, two and three turns."""
    zones = given["zones"]
    at = zones.index(given["scheduled_zone"])
    book = {"arrivals": {"r": Arrival("r", 1, (at,), "corps")}, "zones": {"german": tuple(range(len(zones)))}}
    row = " ".join("." * 10)
    state = Stage(f"{row}\n{row}", off={"r": "g inf mp=8"}, book=book, control="g" * 20).state
    labels = state.setting.board.labels

    def named(verb: str, now: Any) -> set[str]:
        found = [now.text(choice) for choice in now.choices(("r",)) if now.text(choice).startswith(verb)]
        return {zones[labels.index(text.split()[-1])] for text in found}

    now = named("enter", state)
    reached = [{given["scheduled_zone"]}]
    for _ in range(3):
        further = set(reached[-1])
        for zone in reached[-1]:
            place = zones.index(zone)
            further |= {zones[n] for n in range(max(place - 3, 0), min(place + 4, len(zones)))}
        reached.append(further)
    return compare(
        now=(now, {*expect["this_phase_full_mp"], *expect["this_phase_half_mp"]}),
        shift=(named("shift", state) | {given["scheduled_zone"]}, set(expect["next_phase_full_mp"])),
        two=(reached[2] - reached[1], set(expect["delay_2_turns"])),
        three=(reached[3] - reached[2], set(expect["delay_3_turns"])),
    )


def strategic(given: Given, expect: Given) -> Faults:
    stage = Stage("a .", a=f"g arm mp={given['mp']} strategic")
    return compare(mp=(allowance(stage.state, stage.unit("a")) // MP, expect["sm_mp"]), less=(STRATEGIC // MP, 2))


def contested_bridge(given: Given, expect: Given) -> Faults:
    """Soviets hold the far end, are driven off, come back, and get the bridge only when the near end is emptied."""
    stage = Stage("a . .\n. . x", "move", "river A01 B01", "bridge A01 B01", "main A01 B01", a="g inf", x="s inf")

    def owner(**places: int) -> str:
        work = Work(stage.state, "")
        for name, h in places.items():
            change(work, name, hex=h)
        stage.state = work.settle().state
        return next((side for side in ("german", "soviet") if holds(stage.state, side, (0, 1))), "")

    found = [owner(a=3, x=1), owner(x=5, a=0), owner(x=1), owner(a=3)]
    wanted = ["soviet", "german", "german", "soviet"]  # garrison, driven off, returned, near end emptied
    return compare(owners=(found, wanted), kept=(expect["after_return"], expect["after_retreat"]))


def bridge_over_three_turns(given: Given, expect: Given) -> Faults:
    stage = Stage("h . .\n. . .", "move", "big_river A01 B01", h="g hq 0 mp=10 cel=1")
    work = Work(stage.state, "")
    note_banks(work, "german")
    stage.state = work.settle().state
    stage.say("bridge h A01/B01")
    before = tuple(stage.state.position.built)
    work = Work(stage.state, "")
    finish_bridges(work, "german")
    return compare(before=(before, ()), after=(work.position.built, ((0, 1),)))


RUNS = {
    "ex-7.1.5": works_relieved, "ex-8.2.15": harassed_roads, "ex-8.2.19": attacked_crossing, "ex-8.2.25": airlift,
    "ex-10.1.8": lines_of_supply, "ex-10.2.8": recovered, "ex-11.1.5-woods": stacks_entering,
    "ex-11.1.5-road": stacks_entering, "ex-11.2.1": neighbouring_zone, "ex-11.2.2": shifting_zones,
    "ex-12.2.3": strategic, "ex-14.1.3": contested_bridge, "ex-14.3.2": bridge_over_three_turns,
}  # fmt: skip
