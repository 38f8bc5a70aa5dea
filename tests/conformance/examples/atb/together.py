"""Worked examples of shared activations, groups, and three or four players. [chapters 9, 20]"""

from __future__ import annotations

from typing import Any

from msgspec import structs
from tests.conformance.examples.atb.acting import RICH, Example, Found, act
from tests.conformance.examples.atb.field import GERMAN, SOVIET, Field, on

from balka.core.system import chosen
from balka.games.awakening_the_bear.catalogue import title
from balka.systems.heroes.play.setup import first_state, for_two, make_setting
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import HeroesState


def gather(field: Field, *names: str) -> Field:
    """Begin a group; whoever joins without an alternative has joined already."""
    field.say(f"group {names[0]}")
    for name in names[1:]:
        if field.asked == "group" and name not in getattr(field.state.stack[-1], "members", ()):
            field.say(f"with {name}")
    return field


def march(field: Field, moves: dict[str, str], way: str = "by activate 0") -> Field:
    """A group moves north, each to its hex; who is not named stays."""
    if field.asked == "group":
        field.say("act move")
    for name, to in moves.items():
        field.say(f"move {name} {to} N")
    if field.asked == "group.move":
        field.say("finish")
    return act(field, way)


def squad_and_gun(**more: Any) -> Field:
    return on(". .\n. .\n. .\nsr sm\n. .\nx .", **{"sr": "srif N", "sm": "maxim N", "x": "grif N spent", **more})


def shared(example: Example) -> Found:
    field = squad_and_gun(active=SOVIET)
    pools = []
    for turn in (("move sr A03 N", "by activate 0"), ("pass",), ("move sm B03 N", "by pool 0")):
        act(field, *turn)
        pools.append(field.pool(SOVIET))
    return {"pool_after": pools}


def shared_move(example: Example) -> Found:
    field = squad_and_gun(sr="srif N active", sm="maxim N active", active=SOVIET, pool={SOVIET: 4})
    march(gather(field, "sr", "sm"), {"sr": "A03", "sm": "B03"})
    return {"cost": 4 - field.pool(SOVIET), "pool_after": field.pool(SOVIET)}


RIFLES = ("r1", "r2", "r3", "r4")


def four(woods: str) -> Field:
    units: dict[str, Any] = dict.fromkeys(RIFLES, "srif N")
    return on(f"h . . .\n. . . .\n. . . .\n. . . {woods}\nr1 r2 r3 r4", **units, h="hmg34 S", active=SOVIET)


def four_move(example: Example) -> Found:
    spent = []
    for woods in ("H", "."):
        field = gather(four(woods), *RIFLES)
        march(field, dict(zip(RIFLES, ("A04", "B04", "C04", "D04"), strict=True)))
        spent.append(7 - field.pool(SOVIET))
    return {"cost": spent[0], "cost_if_all_open": spent[1]}


def parted(example: Example) -> Found:
    """The chain is broken where the second squad was."""
    field = on(". . . H\nr1 . r3 r4\n. . . .\nx . . .", r1="srif N active", r3="srif N active", r4="srif N active",
               x="grif N spent", active=SOVIET, pool={SOVIET: example["setup"]["pool"]})  # fmt: skip
    joined = gather(on(". . . H\nr1 . r3 r4\n. . . .\nx . . .", r1="srif N active", r3="srif N active",
                       r4="srif N active", x="grif N spent", active=SOVIET), "r3")  # fmt: skip
    three = "r1" in " ".join(joined.choices) or "r1" in getattr(joined.state.stack[-1], "members", ())
    alone = field.offers("move r1 A01 N")
    pair = not field.offers("group r1")
    march(gather(field, "r3", "r4"), {"r3": "C01"})
    allowed = [name for name, is_so in (("group of two", pair), ("lone Rifle", alone)) if is_so]
    return {"allowed": allowed, "not_allowed": [] if three else ["all three"], "pool_after": field.pool(SOVIET)}


def stays(example: Example) -> Found:
    field = on(". . .\na m b\n. . .\nx . .", a="srif N", m="maxim N", b="srif N", x="grif N spent", active=SOVIET)
    march(gather(field, "a", "m", "b"), {"a": "A01", "b": "C01"})
    return {"cost": 7 - field.pool(SOVIET)}


def attack_together(example: Example) -> Found:
    found = []
    for picture in ("x .\n. .\n. .\nlg r", "x .\n. .\n. .\nlg+r ."):
        field = gather(on(picture, lg="lmg34 N", r="grif N", x="srif S"), "lg", "r")
        found.append((field.rating("fire lg A01", "Attack Rating"), field.cost("fire lg A01")))
    return {"ar": found[0][0], "cost": found[0][1], "may_be_adjacent_hexes": found[0] == found[1]}


def dig_together(example: Example) -> Found:
    field = on("r h\nS S\nx .", r="grif N active", h="hmg34 N", x="srif S", pool={GERMAN: 4},
               told={"hands": {GERMAN: ("11",), SOVIET: ()}})  # fmt: skip
    act(gather(field, "r", "h"), "play 11")
    return {"hasty_defenses": sum(field.unit(name).dug_in for name in "rh"), "HMG_state": field.condition("h"),
            "R_state": field.condition("r")}  # fmt: skip


def fall_back(example: Example) -> Found:
    field = on(". . .\n. a+b+t .\n. . .", a="grif N", b="grif N", t="tk34a N")
    gather(field, "a", "b").say("act move", "move a B03 N", "move b A02 N")
    act(field, "by opportunity 0")
    return {"A": field.condition("a"), "B": field.condition("b")}


def command_together(example: Example) -> Found:
    field = on("x\n.\nr+h", r="grif N active", h="hmg34 N", x="srif S", caps=RICH, pool={GERMAN: 4})
    act(gather(field, "r", "h"), "fire h A01", "by command 2")
    return {"caps_spent": RICH[GERMAN] - field.caps(GERMAN), "R_state": field.condition("r"),
            "HMG_state": field.condition("h")}  # fmt: skip


def follow_both(example: Example) -> Found:
    field = on("a b\nS S\nx .", a="grif N spent pinned", b="grif N pinned", x="srif S", caps={GERMAN: 9, SOVIET: 0},
               told={"hands": {GERMAN: ("03",), SOVIET: ()}})  # fmt: skip
    act(gather(field, "a", "b"), "play 03")
    return {name.upper(): {"hit": bool(field.unit(name).marker), "state": field.condition(name)} for name in "ab"}


def deploy(example: Example) -> Found:
    picture = ". . . .\n. . . .\nr1 r2 r3 r4\nS S S S\nx . . ."
    states = ("", "", " spent", " spent")
    units: dict[str, Any] = {name: f"grif N{state}" for name, state in zip(RIFLES, states, strict=True)}
    field = on(picture, **units, x="srif S", caps={GERMAN: 9, SOVIET: 0}, told={"hands": {GERMAN: ("05",), SOVIET: ()}})
    gather(field, *RIFLES).say("play 05")
    for row in ("02", "01"):
        for name, column in zip(RIFLES, "ABCD", strict=True):
            if field.offers(f"move {name} {column}{row} N"):
                field.say(f"move {name} {column}{row} N")
    return {"cost": 9 - field.caps(GERMAN) + field.pool(GERMAN), "fresh_units_stay_fresh":
            [field.condition(name) for name in RIFLES] == ["fresh", "fresh", "spent", "spent"]}  # fmt: skip


def commands(example: Example) -> Found:
    """A machine gun joins a squad, both go and fire by command, then it goes into a stone house."""
    field = on("x .\n. .\n. .\n. S\nr01 .\nl09 .", l09="lmg34 N", r01="grif N", x="srif S", caps={GERMAN: 3, SOVIET: 0})
    act(field, "move l09 A05 N", "by activate 0")
    first = field.pool(GERMAN)
    act(field, "pass")
    march(gather(field, "l09", "r01"), {"l09": "A04", "r01": "A04"}, "by command 1")
    act(field, "pass")
    gather(field, "l09", "r01")
    strength = field.rating("fire l09 A01", "Attack Rating")
    act(field, "fire l09 A01", "by command 2", dice=(6, 2, "pinned"))
    act(field, "pass")
    act(field, "move l09 B04 N", "by pool 0")
    return {"L09_ap_after_first": first, "group_attack_ar": strength, "L09_ap_after_last": field.pool(GERMAN),
            "R01_state": field.condition("r01"), "caps_spent": 3 - field.caps(GERMAN)}  # fmt: skip


def shared_street(example: Example) -> Found:
    """The same from one pool, until another unit is activated."""
    field = on("x . .\n. . .\n. . .\n. S .\nr01 . n\nl09 . .", l09="lmg34 N", r01="grif N", n="grif N", x="srif S")
    pools = []
    act(field, "move l09 A05 N", "by activate 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    march(gather(field, "l09", "r01"), {"l09": "A04", "r01": "A04"}, "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(gather(field, "l09", "r01"), "fire l09 A01", "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, "move l09 B04 N", "by pool 0")
    pools.append(field.pool(GERMAN))
    act(field, "pass")
    act(field, "pivot n S", "by activate 0")
    return {"pool_after": pools, "L09_final": field.condition("l09"), "R01_final": field.condition("r01")}


# -- chapter 20


PLAYERS = {"S1": "soviet_1", "G1": "german_1", "S2": "soviet_2", "G2": "german_2"}


def four_players(example: Example) -> Found:
    """The turns of the text one after the other, and who is asked together by the two orders of play."""
    table = _table("in turn", "soviet_1")
    for turn in example["actions"]:
        over_before = table.tracks.round > 1
        for player, what in turn.items():
            table = _says(table, PLAYERS[player], what)
    orders = [_order("in turn", " ", ""), _order("sides together", " then ", "+")]
    return {"round_over_after_last": table.tracks.round == 2 and not over_before, "orders": orders}


def _order(option: str, between: str, beside: str) -> str:
    """Who is asked at one time and who after them, until everybody has had a turn."""
    table, asked = _table(option, "german_1"), list[list[str]]()
    names = {force: name for name, force in PLAYERS.items()}
    while sum(map(len, asked)) < len(PLAYERS):
        together = [ask.seat for ask in table.asks]
        asked.append([names[seat] for seat in together])
        for seat in together:
            table = _says(table, seat, "act")
    return between.join(beside.join(seats) for seats in asked)


def _table(order: str, first: str) -> HeroesState:
    """The Firefight for four at its first turn."""
    options = chosen(SECOND_EDITION.options, {"turn_order": order})
    state = first_state(make_setting(SECOND_EDITION, title(), title().mission("mtsensk"), options, {}))
    return _to_a_turn(state, first)


def _says(table: HeroesState, seat: str, what: str) -> HeroesState:
    """A player passes, or lets his turn go by for a CAP, which is no pass; whatever is asked then is answered."""
    return _to_a_turn(table.apply("pass" if what == "pass" else "stall cap", seat).state, seat)


def _to_a_turn(state: Any, first: str) -> HeroesState:
    """All that comes before a turn begins, answered as simply as can be; `first` rolls highest."""
    while state.asks[0].kind != "turn":
        ask = state.asks[0]
        if ask.seat == "chance":
            state = state.apply(_some(state, first)).state
            continue
        said = [state.text(choice) for choice in state.choices((), ask.seat)]
        state = state.apply(next(c for c in ("ready", "caps 0", "done", said[0]) if c in said), ask.seat).state
    assert isinstance(state, HeroesState)
    return state


def _some(state: Any, first: str) -> Any:
    """Any outcome; of initiative one that differs for everybody."""
    odds = [outcome for outcome, _ in state.stack[-1].odds(state)]
    if state.stack[-1].dice != "2d6":
        return odds[0]
    force = state.asks[0].force
    rolled = 12 if force == first else 4 + list(PLAYERS.values()).index(force)
    return next(outcome for outcome in odds if sum(outcome.faces) == rolled)


def merged(example: Example) -> Found:
    mission = title().mission("mtsensk")
    forces = example["setup"]["forces"]
    caps = dict(zip(("german_1", "german_2"), forces.values(), strict=True))
    changed = {name: structs.replace(force, caps=caps.get(name, force.caps)) for name, force in mission.forces.items()}
    both = for_two(structs.replace(mission, forces=changed), SECOND_EDITION.merging_costs)
    return {"merged_caps": both.forces["german"].caps}


SCENES = {
    "atb-ex-41": shared,
    "atb-ex-42": shared_move,
    "atb-ex-43": four_move,
    "atb-ex-44": parted,
    "atb-ex-45": stays,
    "atb-ex-46": attack_together,
    "atb-ex-47": dig_together,
    "atb-ex-48": fall_back,
    "atb-ex-49": command_together,
    "atb-ex-50": follow_both,
    "atb-ex-51": deploy,
    "atb-ex-52": commands,
    "atb-ex-53": shared_street,
    "atb-ex-82": four_players,
    "atb-ex-83": merged,
}
