"""Worked examples of activations, turns, CAPs, moving and seeing. [chapters 0-6]"""

from __future__ import annotations

from typing import Any

from msgspec import structs
from tests.conformance.examples.atb.field import (
    GERMAN,
    SOVIET,
    Field,
    attack_rating,
    defence,
    on,
)

from balka.games.awakening_the_bear import catalogue
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.second_edition.paying import ACTIVATE, COMMAND, limits

Example = dict[str, Any]
Found = dict[str, Any]

MISS = (1, 1)
RICH = {GERMAN: 9, SOVIET: 9}


def act(field: Field, *sentences: str, dice: tuple[int | str, ...] = MISS) -> Field:
    """Sentences of one turn; a way to pay is said only where there are several, and no CAPs go into rolls."""
    for sentence in sentences:
        if not sentence.startswith("by ") or field.asked == "cost.means":
            field.say(sentence, dice=dice)
    while field.asked in ("attack.roll", "rally.roll"):
        field.say("caps 0", dice=dice)
    return field


def total(number: int) -> tuple[int, int]:
    """Two dice that show a total."""
    low = max(1, number - 6)
    return low, number - low


# -- 0.0-2.2


def reading(example: Example) -> Found:
    field = on("x\n.\np", p="pio N", x="srif S")
    return {"attack_ap": field.cost("fire p A01"), "move_open_ap": field.cost("move p A02 N")}


def attack_value(example: Example) -> Found:
    check = on("x\n.\np", p="pio N", x="srif S").check("fire p A01")
    part = next(tally for tally in check.tallies if tally.name == "Attack Rating").parts[0]
    return {"ar_color": part.label.split()[0].lower(), "av": attack_rating(check) + example["actions"][0]["dice_total"]}


def defence_value(example: Example) -> Found:
    covered, bare = (on(f"x{cell}\n.\na", a="grif N", x="srif S").check("fire a A01") for cell in (":L", ""))
    return {"dm": defence(covered) - defence(bare), "dv": defence(covered)}


def reference(example: Example) -> Found:
    board = catalogue.board_for(catalogue.mission("gap"))
    number, _, label = example["setup"]["reference"].partition("-")
    terrain = board.terrain[board.hex(example["setup"]["reference"])]
    return {"map": int(number), "hex": label, "terrain": terrain.replace("_", "-")}


FULL_ROUND = (
    ("fire r01 A01", "by activate 0"),
    ("fire r05 A04", "by activate 0"),
    ("fire l09 A01", "by command 2"),
    ("fire r05 B04", "by pool 1"),
    ("move r01 A03 N", "by pool 0"),
    ("pass",),
    ("fire r01 A01", "by pool 0"),
    ("fire m17 B04", "by activate 0"),
    ("fire l09 B01", "by activate 0"),
    ("stall ap",),
    ("fire l09 B01", "by pool 0"),
    ("fire m17 B04", "by pool 0"),
    ("fire l09 B01", "by pool 0"),
    ("pass",),
    ("pass",),
)


def full_round(example: Example) -> Found:
    """Fifteen turns of two squads and two machine guns that all miss."""
    units: dict[str, Any] = {"r01": "grif N", "l09": "lmg34 N", "r05": "srif S", "m17": "maxim S"}
    caps = {GERMAN: 2, SOVIET: 1}
    field = on("r05 m17\n. .\n. .\nr01 l09", caps=caps, start_caps=caps, **units)
    wanted, found = example["expected"], _Round()
    for number, turn in enumerate(FULL_ROUND, start=1):
        if number == len(FULL_ROUND):
            found.caps_before, found.attacks = field.caps(GERMAN), _attacks(field, "l09")
        act(field, *turn)
        for name in wanted["ap_after"].get(number, {}):
            found.aps.setdefault(number, {})[name] = field.pool(field.unit(name.lower()).force)
        for name in wanted["state_after"].get(number, {}):
            spent = field.heard(f"{field.state.setting.name(name.lower())}: Spent")
            found.states.setdefault(number, {})[name] = "spent" if spent else field.condition(name.lower())
        if number == 4:
            found.r05 = _may(field, "r05")
        if field.state.tracks.round > 1 and not found.over:
            found.over = number
    return {"ap_after": found.aps, "state_after": found.states, "caps_spent": {"German": 2 - found.caps_before,
            "Soviet": 1}, "german_caps_before_turn_15": found.caps_before, "round_over_after": found.over,
            "r05_after_turn_4": found.r05, "german_attack_options_turn_15": found.attacks}  # fmt: skip


def _attacks(field: Field, name: str) -> str:
    """Attacks that can be made, or what is missing for one."""
    unit = field.unit(name)
    if any(text.startswith("fire") for text in field.choices):
        return "some"
    price = field.state.setting.kind(unit).attack_cost
    return f"none ({field.pool(unit.force)} AP left, cost {price}, {field.caps(unit.force)} CAPs)"


class _Round:
    """What is noted on the way through a round."""

    def __init__(self) -> None:
        self.aps: dict[int, dict[str, int]] = {}
        self.states: dict[int, dict[str, str]] = {}
        self.caps_before = 0
        self.attacks = ""
        self.over = 0
        self.r05: dict[str, bool] = {}


def _may(field: Field, name: str) -> dict[str, bool]:
    """What a unit could still do with CAPs and cards in hand."""
    tracks = field.state.tracks.changed(caps=RICH)
    ways = limits(structs.replace(field.state, tracks=tracks), [field.unit(name)])
    card = field.state.setting.edition.cards.players["11"](field.state, field.unit(name))
    return {"may_activate": ACTIVATE in ways, "may_command": COMMAND in ways, "may_card": card}


def stall(example: Example) -> Found:
    field = on("x\nS\na", a="grif N active", x="srif S", active=GERMAN)
    act(field, "stall ap")
    counted = field.state.tracks.passes
    act(field, "pass")
    return {"stall_counts_as_pass": counted > 0, "round_can_end_on_opponent_pass": field.state.tracks.round > 1}


# -- 3.0


def prices(example: Example) -> Found:
    field = on("p\n.\n.\nsr", sr="srif N", p="pio S", active=SOVIET)
    return {"attack_ap": field.cost("fire sr A01"), "move_one_hex_ap": field.cost("move sr A03 N")}


def until_spent(example: Example) -> Found:
    field = on(". .\nH .\n. p\nsr .", sr="srif N", p="pio SW spent", active=SOVIET)
    pools = []
    for turn in (("fire sr B03", "by activate 0"), ("move sr A03 N",), ("move sr A02 N",)):
        act(field, *turn)
        pools.append(field.pool(SOVIET))
        if field.state.asks[0].seat == GERMAN:
            act(field, "pass")
    return {"ap_after": pools, "final_state": field.condition("sr")}


def swap(example: Example) -> Found:
    field = on("p\n.\n.\nsr sm", sr="srif N active", sm="maxim N", p="pio S", active=SOVIET, pool={SOVIET: 3})
    before = field.pool(SOVIET)
    act(field, "fire sm A01", "by activate 0")
    return {"SR": field.condition("sr"), "aps_lost": before, "SM_ap_after": field.pool(SOVIET),
            "swap_is_action": not any(isinstance(event, ShotFired) for event in field.events)}  # fmt: skip


def card_and_stall(example: Example) -> Found:
    told = {"hands": {GERMAN: (), SOVIET: tuple(example["setup"]["cards"])}}
    field = on("p\n.\n.\nsr sm t", sr="srif N", sm="maxim N", t="srif N pinned", p="pio S", active=SOVIET,
               caps={GERMAN: 0, SOVIET: 2}, told=told)  # fmt: skip
    pools = []
    for turn in (("fire sr A01", "by activate 0"), ("play 03 t",), ("stall ap",)):
        act(field, *turn)
        pools.append(field.pool(SOVIET))
        act(field, "pass")
    act(field, "pivot sm S")
    started = field.cost("pivot sm N") if field.asked == "turn" else 1
    act(field, "by activate 0")
    return {"ap_after": [*pools, None], "SR_final": field.condition("sr"), "SM_ap": field.pool(SOVIET) + started}


def others_between(example: Example) -> Found:
    told = {"hands": {GERMAN: (), SOVIET: tuple(example["setup"]["cards"])}}
    field = on(". . p\n. . .\nH . .\nsr sm t", sr="srif N", sm="maxim N spent", t="tk34a N suppressed", p="pio S",
               active=SOVIET, caps={GERMAN: 0, SOVIET: 2}, told=told)  # fmt: skip
    pools = []
    turns = (("fire sr C01", "by activate 0"), ("move sm B03 N",), ("play 04 t",), ("move sr A03 N", "by pool 0"))
    for turn in turns:
        act(field, *turn)
        pools.append(field.pool(SOVIET))
        act(field, "pass")
    act(field, "pivot t S", "by activate 0")
    return {"ap_after": [*pools, None], "caps_spent": 2 - field.caps(SOVIET), "SM_state": field.condition("sm"),
            "SR_final": field.condition("sr")}  # fmt: skip


def variable(example: Example) -> Found:
    dice = example["actions"][0]["dice"]
    field = on("x\nS\na", a="grif N", x="srif S", told={"options": {"action_points": "variable"}})
    field.say("activate a", dice=dice)
    return {"high": max(dice), "low": min(dice), "ap": field.pool(GERMAN)}


def secret(example: Example) -> Found:
    field = _secretly()
    used = field.state.view(SOVIET).tracks.aps_used[GERMAN]
    after = {"unit is spent": ("pass", (6, 6, 1, 1)), "another unit is activated": ("activate b", (2, 2, 2))}
    ends = {when: act(_secretly(), "pass").say(said, dice=dice) for when, (said, dice) in after.items()}
    shown = [when for when, game in ends.items() if game.heard("dice of the activation were 3 4 5")]
    before = field.heard("dice of the activation")
    return {"ap_track_after_attack": used, "dice_shown_when": "always" if before else " or ".join(shown)}


def _secretly() -> Field:
    """A squad has fired with points its enemy does not know."""
    field = on("x .\n. .\na b", a="grif N", b="grif N", x="srif S", told={"options": {"action_points": "secret"}})
    return act(field.say("activate a", dice=(5, 4, 3)), "fire a A01")


def opportunity(example: Example) -> Found:
    field = on("r05 .\n. .\n. .\nr01 h19", r01="grif N", h19="hmg34 N", r05="srif S")
    act(field, "move r01 A03 N", "by activate 0")
    act(field, "fire r05 A03", "by activate 0")
    act(field, "fire h19 A01", "by opportunity 0")
    again = limits(field.state, [field.unit("h19")])
    return {"R01_ap": field.pool(GERMAN), "R05_ap": field.pool(SOVIET), "H19_state": field.condition("h19"),
            "H19_may_activate_this_round": ACTIVATE in again,
            "ap_or_cap_paid_by_H19": 6 - field.pool(GERMAN)}  # fmt: skip


def supplement(example: Example) -> Found:
    field = on("x\n.\n.\nr05", r05="srif N active", x="grif S", active=SOVIET, pool={SOVIET: 3},
               caps={GERMAN: 0, SOVIET: example["setup"]["caps"]["Soviet"]})  # fmt: skip
    act(field, "fire r05 A01", "by pool 1")
    return {"caps_after": field.caps(SOVIET), "ap_after": field.pool(SOVIET), "R05_state": field.condition("r05")}


def exchange(example: Example) -> Found:
    field = on("r05 . .\n. . .\n. . r06\nr01 h19 .", h19="hmg34 N spent", r01="grif NE active", r05="srif S",
               r06="srif SW", pool={GERMAN: 6}, caps={GERMAN: 3, SOVIET: 0})  # fmt: skip
    r06, r01 = [], []
    act(field, "fire h19 A01")
    caps = field.caps(GERMAN)
    act(field, "move r06 B03 SW", "by activate 0")
    r06.append(field.pool(SOVIET))
    act(field, "fire r01 B03", "by pool 0")
    r01.append(field.pool(GERMAN))
    act(field, "fire r06 A04", "by pool 0")
    r06.append(field.pool(SOVIET))
    act(field, "fire r01 B03", "by pool 0")
    r01.append(field.pool(GERMAN))
    ended = {name: field.condition(name) for name in ("h19", "r01")}
    act(field, "pass")
    return {"german_caps_after": caps, "H19_state": ended["h19"], "R06_ap_after": r06, "R01_ap_after": r01,
            "R01_final": ended["r01"], "R06_final": field.condition("r06")}  # fmt: skip


def two_caps(example: Example) -> Found:
    field = on("x\n.\n.\na", a="lmg34 N", x="srif S", caps=RICH).say("fire a A01", "by activate 0")
    lowered = field.check("caps 0").need - field.check("caps 2").need
    return {"natural_needed": example["setup"]["needed"] - lowered}


def initiative(example: Example) -> Found:
    caps = {GERMAN: example["setup"]["caps"]["German"], SOVIET: 5}
    field = on("x\nS\na", a="grif N", x="srif S", caps=caps, start_caps=caps).say("pass", "pass")
    german, other = (row["dice_total"] for row in example["actions"])
    field.say("caps 2", "caps 0", dice=(*total(german), *total(other)))
    return {"german_total": german + 2, "soviet_total": other, "german_caps_after": field.caps(GERMAN),
            "first_turn": "Soviet" if field.state.asks[0].seat == SOVIET else "German"}  # fmt: skip


# -- 4.0-6.1


def building(example: Example) -> Found:
    field = on("x\nS\na", a="grif N", x="srif S")
    return {
        "terrain": field.state.setting.board.terrain[1].partition("_")[0],
        "blocks_los": not field.sees("A01", "A03"),
    }


def into_woods(example: Example) -> Found:
    return {"cost": on("H\nm\n.\nx", m="maxim N", x="grif N", active=SOVIET).cost("move m A01 N")}


def edges(example: Example) -> Found:
    """Woods are seen into, not through; along the edge of woods and open ground the open hex decides."""
    field = on(". . .\nL . .\nh . .", h="hmg34 N")
    column = on("c\nL\nh", h="hmg34 N")
    along = next(label for label in field.state.setting.board.labels if _edge(field, label))
    woods, ground = sorted(_edge(field, along), reverse=True)
    both = _wooded(along)
    decides = f"the {ground} hex decides" if field.sees("A03", along) and not both.sees("A03", along) else "both decide"
    return {"see_B": field.sees("A03", "A02"), "see_C": column.sees("A03", "A01"),
            "see_D": on("H\nL\nh", h="hmg34 N").sees("A03", "A01"), "see_E": field.sees("A03", along),
            "reason_E": f"line runs on the edge between a {woods} and an {ground} hex; {decides}"}  # fmt: skip


def _edge(field: Field, label: str) -> set[str]:
    """The grounds on both sides of an edge that the line from A03 to a hex follows, where they differ."""
    board = field.state.setting.board
    for pair in field.state.setting.ground.crossed(board.hex("A03"), board.hex(label)):
        found = {board.terrain[place].partition("_")[0] for place in pair if place >= 0}
        if len(found) == 2:
            return found
    return set()


def _wooded(label: str) -> Field:
    """The same field, woods everywhere but where the line begins and ends."""
    column, row = "ABC".index(label[0]), int(label[1:]) - 1
    rows = [["L"] * 3 for _ in range(3)]
    rows[row][column], rows[2][0] = ".", "h"
    return on("\n".join(map(" ".join, rows)), h="hmg34 N")


def flanking(example: Example) -> Found:
    field = on(". r05 . .\n. . . .\n. . . .\nr01 . . .", r01="grif NE", r05="srif SW")
    forward = field.cost("move r01 B04 NE") == 1
    for turn in (("move r01 B04 NE", "by activate 0"), ("move r01 C03 NE",), ("move r01 C02 NW",)):
        act(field, *turn)
        if turn[0] != "move r01 C02 NW":
            act(field, "pass")
    field_of_fire = field.offers("fire r05 C02")
    pivot = field.cost("pivot r05 SE")
    pool = field.pool(GERMAN)
    act(field, "pass")
    flank = any("Flank" in part.label for tally in field.check("fire r01 B01").tallies for part in tally.parts)
    return {"move_A_is_forward": forward, "R01_ap_after_third": pool, "R05_can_attack_R01": field_of_fire,
            "R01_faces_R05_flank": flank, "R05_pivot_cost": pivot}  # fmt: skip


SCENES = {
    "atb-ex-01": reading,
    "atb-ex-02": attack_value,
    "atb-ex-03": defence_value,
    "atb-ex-04": reference,
    "atb-ex-05": full_round,
    "atb-ex-06": stall,
    "atb-ex-07": prices,
    "atb-ex-08": until_spent,
    "atb-ex-09": swap,
    "atb-ex-10": card_and_stall,
    "atb-ex-11": others_between,
    "atb-ex-12": variable,
    "atb-ex-13": secret,
    "atb-ex-14": opportunity,
    "atb-ex-15": supplement,
    "atb-ex-16": exchange,
    "atb-ex-17": two_caps,
    "atb-ex-18": initiative,
    "atb-ex-19": building,
    "atb-ex-20": into_woods,
    "atb-ex-21": edges,
    "atb-ex-22": flanking,
}
