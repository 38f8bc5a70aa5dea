"""Worked examples of Hidden units, played on the printed maps they name. [chapter 11]"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.conformance.examples.sos.driving import Scene, counter
from tests.conformance.examples.sos.gathering import kinds_in, shot_of
from tests.conformance.examples.sos.stage import Entry, Example, described, printed_map

from balka.core.boards import Board
from balka.systems.heroes.chapters.hidden import sneak_hexes
from balka.systems.heroes.data.naming import terrain_called
from balka.systems.heroes.third_edition.events import Searched
from balka.systems.heroes.third_edition.recon import recon_check
from balka.systems.heroes.units import HeroesState, Unit

NAMED = re.compile(r"(\d+)-[A-Z]\d\d")
SIDES = 6


def board_of(example: Example) -> Board:
    """The map whose hexes the example names; the terrain it tells must be there."""
    told = example["setup"]["terrain"]
    found = NAMED.match(next(iter(told)))
    assert found is not None
    board = printed_map(found[1])
    for label, ground in told.items():
        if terrain_called(ground) != board.terrain[board.hex(label)]:
            raise LookupError(f"{label}: the text says {ground}, the map {board.terrain[board.hex(label)]}")
    return board


def on_board(board: Board, seen: Sequence[Unit], hidden: Sequence[Unit] = (), **told: Any) -> Scene:
    caps = {"caps": {"german": 0, "soviet": 0}, **told}
    return Scene(described(board, seen, hidden, hiding=True, **caps), [])


def facing(board: Board, place: int, other: int) -> int:
    """A way to look from which the other hex lies in the Arc of Fire."""
    return next(side for side in range(SIDES) if board.arc_mask(place, side) >> other & 1)


def state_of(scene: Scene, name: str) -> str:
    unit = scene.state.position.unit(name)
    assert unit is not None
    return "spent" if unit.spent else "fresh"


def is_stressed(scene: Scene, name: str) -> bool:
    unit = scene.state.position.unit(name)
    return unit is not None and name in scene.state.tracks.stressed[unit.force]


# -- 11.4 going into hiding


def slip_away(example: Example) -> list[dict[str, Any]]:
    """A Sniper steps behind the building and vanishes; where all stand is looked for on the map."""
    board, kinds = board_of(example), kinds_in(example)
    screen = board.hex(re.findall(NAMED.pattern.replace("(\\d+)", "\\d+"), example["setup"]["units"][1]["location"])[0])
    told = {board.hex(label) for label in example["expected"][1]["possible_hexes"] if NAMED.fullmatch(label)}
    for start, end, gun in _stands(board, screen, told):
        units = [counter("sniper", kinds["sniper"], facing(board, start, end)).changed(hex=start),
                 counter("mg34", kinds["mg34"], facing(board, gun, screen)).changed(hex=gun)]  # fmt: skip
        scene = on_board(board, units, active="soviet")
        if set(sneak_hexes(scene.state, units[0].changed(hex=end))) == told:
            return _vanish(scene, board, (end, gun), example)
    raise LookupError("no place on the map fits what is told")


def _stands(board: Board, screen: int, told: set[int]) -> Iterator[tuple[int, int, int]]:
    """Where the Sniper may start and end, and the gun stand beyond the screen, which sees the start only."""
    ends = [h for h in told if told <= {h, *board.neighbours[h]}]
    ground = described(board, ()).setting.ground
    for end in sorted(ends):
        for gun in range(len(board)):
            blind = not ground.explain(gun, end).clear and screen in ground.explain(gun, end).blocked_by
            for start in board.neighbours[end] if blind else ():
                if start >= 0 and start not in told and ground.explain(gun, start).clear and start != gun:
                    yield start, end, gun


def _vanish(scene: Scene, board: Board, where: tuple[int, int], example: Example) -> list[dict[str, Any]]:
    (end, gun), told = where, example["expected"][1]["possible_hexes"]
    step, hide = (action["dice"]["d10"] for action in example["actions"])
    scene.say(f"move sniper {board.labels[end]} N", d10=step)
    sight = scene.state.setting.ground.explain(end, gun).clear
    first = {"action_cost": scene.cost.value, "state": state_of(scene, "sniper"),
             "stressed": is_stressed(scene, "sniper"), "los_to_mg34_after": sight}  # fmt: skip
    scene.say("pass")
    places = sneak_hexes(scene.state, scene.unit("sniper"))
    scene.say(f"sneak sniper {board.labels[end]}", d10=hide)
    number = board.key.rpartition("-")[2]
    parts = {"hidden_move": scene.part("sos-11.3"), "stress": scene.part("sos-2.6")}
    names = sorted((f"{number}-{board.labels[place]}" for place in places), key=lambda name: (*told, name).index(name))
    return [first, {"action_cost": scene.cost.value, "breakdown": parts, "state": state_of(scene, "sniper"),
                    "stressed": is_stressed(scene, "sniper"), "hidden": "sniper" in scene.state.position.hidden,
                    "possible_hexes": names}]  # fmt: skip


# -- 11.5 closing in


def close_in(example: Example) -> list[dict[str, Any]]:
    """A Hidden squad comes up through the Woods, shows itself and goes in."""
    board, kinds = board_of(example), kinds_in(example)
    creep, attack = example["actions"]
    start, end = board.hex(example["setup"]["units"][0]["hex"]), board.hex(creep["to"])
    place = next(h for h in board.neighbours[end] if h >= 0 and h != start and board.terrain[h] == "woods"
                 and not board.are_neighbours(h, start))  # fmt: skip
    inf = counter("inf", kinds["inf"]).changed(hex=start)
    mortar = counter("mortar", kinds["mortar"]).changed(hex=place)
    scene = on_board(board, [mortar], [inf], active="german", caps={"german": creep["caps_on_cost"], "soviet": 0})
    quoted = scene.state.quote(f"sneak inf {board.labels[end]}").cost
    assert quoted is not None
    scene.say(f"sneak inf {board.labels[end]}", f"caps {creep['caps_on_cost']}", d10=creep["dice"]["d10"])
    first = {"base_cost": quoted.parts[0].value, "action_cost": scene.cost.value, "state": state_of(scene, "inf"),
             "hidden": "inf" in scene.state.position.hidden, "stressed": is_stressed(scene, "inf")}  # fmt: skip
    scene.say("pass")
    unseen = next(scene.state.choices(("inf", "sneak")))
    again = scene.state.quote(unseen).cost
    way = board.grid.sides[facing(board, end, place)]
    scene.say(f"reveal inf {way}").say(f"move inf {board.labels[place]} {way}", d10=attack["dice"]["d10"])
    assert again is not None
    return [first, {"move_cost": scene.part("sos-2.4-c"), "terrain_penalty": scene.part("sos-4.9"),
                    "stress": scene.part("sos-2.6"), "action_cost": scene.cost.value,
                    "state": state_of(scene, "inf"), "stressed": is_stressed(scene, "inf"),
                    "alternative_hidden_move_cost": again.value}]  # fmt: skip


# -- 11.7 Recon by Fire


def recon(example: Example) -> list[dict[str, Any]]:
    """A machine gun searches a Wheat hex in Range and finds a squad."""
    board, kinds = board_of(example), kinds_in(example)
    search, attack, check = example["actions"]
    place = board.hex(search["target_hex"])
    gun = _firing_point(board, place, kinds["mmg"].range)
    mmg = counter("mmg", kinds["mmg"], facing(board, gun, place)).changed(hex=gun)
    caps = {"german": 0, "soviet": search["caps_on_reveal"]}
    scene = on_board(board, [mmg], [counter("inf", kinds["inf"]).changed(hex=place)], active="soviet", caps=caps)
    scene.say("recon mmg", f"search {board.labels[place]}")
    before = recon_check(scene.state, place, 0).need
    scene.say(f"caps {search['caps_on_reveal']}", roll=search["dice"]["2d6"])
    rolled = next(event for event in scene.events if isinstance(event, Searched))
    found = "revealed" if "inf" in scene.state.position.units else "hidden"
    way = facing(board, place, gun)
    first = {"reveal_number_before_caps": before, "reveal_number": rolled.check.need, "result": found,
             "facing": "towards the MMG" if board.arc_mask(place, way) >> gun & 1 else "away"}  # fmt: skip
    scene.say(f"face inf {board.grid.sides[way]}", roll=attack["dice"]["2d6"], d10=check["dice"]["d10"])
    shot = shot_of(scene)
    defence, strength = shot.check.tallies
    second = {"dr": defence.value, "ar": strength.value, "hit_number": shot.check.need, "result": shot.band}
    third = {"action_cost": scene.cost.value, "state": state_of(scene, "mmg"), "stressed": is_stressed(scene, "mmg")}
    return [first, second, third, _in_woods(scene.state, example["expected"][3])]


def _firing_point(board: Board, place: int, reach: int) -> int:
    """A hex in sight and Range, not beside the target."""
    ground = described(board, ()).setting.ground
    near = [h for h in range(len(board)) if 1 < board.distance(h, place) <= reach]
    return next(h for h in near if ground.explain(h, place).clear)


def _in_woods(state: HeroesState, row: Entry) -> dict[str, Any]:
    ground = terrain_called(str(row["variation"]).rpartition(" ")[2])
    if ground is None:
        raise LookupError(f"no terrain in {row['variation']!r}")
    place = state.setting.ground.terrain.index(ground)
    return {"variation": row["variation"], "reveal_number": recon_check(state, place, 0).need}


SCENES: dict[str, Callable[[Example], list[dict[str, Any]]]] = {
    "sos-ex-25": slip_away,
    "sos-ex-26": close_in,
    "sos-ex-27": recon,
}
