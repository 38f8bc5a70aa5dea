"""Worked examples of attacks, hits, rallies, close combat and cards. [chapters 7, 8]"""

from __future__ import annotations

from typing import Any

from tests.conformance.examples.atb.acting import RICH, Example, Found, act, total
from tests.conformance.examples.atb.field import GERMAN, SOVIET, Field, attack_rating, defence, on

from balka.games.awakening_the_bear.catalogue import title
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.events.hits import MarkerShown


def rifle_value(example: Example) -> Found:
    return {"av": on("x\n.\na", a="grif N", x="srif S").rating("fire a A01", "Attack Rating")
            + example["actions"][0]["dice_total"]}  # fmt: skip


def from_outside(example: Example) -> Found:
    check = on("x\n.\na", a="srif N", x="grif N", active=SOVIET).check("fire a A01")
    label = next(tally for tally in check.tallies if tally.name == "Defense Rating").parts[0].label
    return {"attack_from_outside_arc_uses": label.split()[0].lower(), "dr": defence(check)}


def suppressed(example: Example) -> Found:
    field = on("x+z\n.\nsr", sr="srif N suppressed", x="grif S", z="pz3h S", active=SOVIET)
    plain = on("x+z\n.\nsr", sr="srif N", x="grif S", z="pz3h S", active=SOVIET)
    soft, hard = field.check("fire sr A01", 0), field.check("fire sr A01", 1)
    marker = title().markers["foot_suppressed"]
    return {"attack_cost": field.cost("fire sr A01"), "red_ar": attack_rating(soft), "blue_ar": attack_rating(hard),
            "movement_changed": field.cost("move sr A02 N") != plain.cost("move sr A02 N"),
            "dr_changed": bool(marker.front_def or marker.flank_def),
            "rally_on": field.check("rally sr").need}  # fmt: skip


def limits(example: Example) -> Found:
    stunned = on("x\n.\na", a="grif N stunned", x="srif S")
    pinned = on("x\n.\nb", b="grif N pinned", x="srif S")
    marks = {word: title().markers[f"foot_{word}"] for word in ("stunned", "pinned")}
    other = marks["pinned"]
    return {"A_actions": [text.split()[0] for text in stunned.choices if " a" in text],
            "A_dr_changed": bool(marks["stunned"].front_def or marks["stunned"].flank_def),
            "B_move": pinned.offers("move b A02 N"), "B_pivot": pinned.offers("pivot b S"),
            "B_other_stats_changed": bool(other.attack_cost or other.red_fp or other.front_def)}  # fmt: skip


def shown(example: Example) -> Found:
    attacker = act(on("x\n.\na", a="grif N suppressed", x="srif S"), "fire a A01", "by activate 0")
    rolls = [
        act(on("b\n.\nx", b="grif S panicked", x="srif N", active=SOVIET), "fire x A01", "by activate 0", dice=dice)
        for dice in (total(2), total(7))
    ]  # fmt: skip
    seen = [_shown(field) for field in rolls]
    return {"A_reveals": _shown(attacker), "B_reveals": seen[0], "B_reveal_depends_on_roll": seen[0] != seen[1]}


def _shown(field: Field) -> bool:
    return any(isinstance(event, MarkerShown) for event in field.history)


def destroyed(example: Example) -> Found:
    again = act(on("x\n.\na", a="lmg34 N", x="srif S pinned"), "fire a A01", "by activate 0", dice=total(8))
    critical = act(on("x\n.\na", a="lmg34 N", x="srif S"), "fire a A01", "by activate 0", dice=total(12))
    return {f"case_{n}": "standing" if field.alive("x") else "destroyed" for n, field in ((1, again), (2, critical))}


def losses(example: Example) -> Found:
    start = example["setup"]["starting_caps"]["German"]
    caps = {GERMAN: start, SOVIET: 0}
    field = on("a b\n. .\nx .", a="grif S pinned", b="grif S pinned", c="grif S due=9 entry=e",
               x="maxim N", active=SOVIET, caps=caps, start_caps=caps, entries={"e": ("A01",)})  # fmt: skip
    spaces = []
    for target in ("A01", "B01"):
        spaces.append(start - field.state.tracks.covered[GERMAN])
        act(field, f"fire x {target}", "by activate 0", dice=total(12))
        act(field, "pass")
    act(field, "pass")
    return {"first_unit_on": spaces[0], "second_unit_on": spaces[1], "caps_round_2": field.caps(GERMAN)}


def loss_on_the_marker(example: Example) -> Found:
    setup = example["setup"]
    start = setup["starting_caps"]["German"]
    field = on("a b\n. .\nx .", a="grif S pinned", b="grif S pinned", x="maxim N", active=SOVIET,
               caps={GERMAN: start, SOVIET: 0}, start_caps={GERMAN: start, SOVIET: 0})  # fmt: skip
    act(field, "fire x A01", "by activate 0", dice=total(12))
    act(field, "pass")
    space = start - field.state.tracks.covered[GERMAN]
    at_marker = field.caps(GERMAN) == setup["cap_marker"] == space
    act(field, "fire x B01", "by pool 0", dice=total(12))
    return {"unit_on": space, "cap_marker_after": field.caps(GERMAN) if at_marker else None}


def stacked(example: Example) -> Found:
    first = example["actions"][0]
    field = on("l+r\n.\n.\nm", m="maxim N", l="lmg34 S", r="grif S", active=SOVIET, caps=RICH)
    field.say("fire m A01", "by activate 0", "at l")
    check = field.check(f"caps {first['cap_mod']}")
    value = attack_rating(check) + first["cap_mod"] + first["dice_total"]
    field.say(f"caps {first['cap_mod']}", dice=(*total(first["dice_total"]), "pinned"))
    field.say("caps 0", dice=(1, 1))
    return {"ap_paid": 7 - field.pool(SOVIET), "av_vs_L10": value, "L10": "hit" if field.unit("l").marker else "miss",
            "R02": "hit" if field.unit("r").marker else "miss",
            "caps_spent": RICH[SOVIET] - field.caps(SOVIET)}  # fmt: skip


def short_range(example: Example) -> Found:
    return {"ar": on("p\nm", m="maxim N", p="pio S", active=SOVIET).rating("fire m A01", "Attack Rating")}


def white_box(example: Example) -> Found:
    return {"cc_red_ar": on("h+x", h="hmg34 N", x="srif S").rating("assault h x", "Attack Rating")}


def one_target(example: Example) -> Found:
    field = act(on("a+b+x", a="grif N", b="grif N", x="srif S", active=SOVIET), "assault x a", "by activate 0")
    return {"soviet_cc_targets_per_turn": 1 if field.state.asks[0].seat == GERMAN else 2}


def no_answer(example: Example) -> Found:
    field = act(on("x\na", a="grif N", x="srif S spent"), "move a A01 N", "by activate 0")
    return {"can_react": field.choices != ["pass"]}


def assault(example: Example) -> Found:
    """Pioneers creep up to a squad in heavy woods and go in."""
    field = on("sr:H\n.\np", sr="srif S", p="pio N", told={"options": {"cautious": "on"}})
    act(field, "creep p A02 N", "by activate 0")
    near = field.rating("fire sr A02", "Attack Rating")
    act(field, "fire sr A02", "by activate 0")
    act(field, "move p A01 N", "by pool 0")
    theirs = field.check("assault sr p")
    marked = on("sr+p:H", sr="srif S", p="pio N unnerved", active=GERMAN)
    ours = marked.check("assault p sr")
    return {"soviet_short_range_ar": near,
            "soviet_cc": {"ar": attack_rating(theirs), "dv": defence(theirs), "to_hit": theirs.need},
            "german_cc": {**numbers(ours)}}  # fmt: skip


def numbers(check: Any) -> dict[str, int]:
    """The ratings of an attack, and what two dice must show to hit and to destroy."""
    return {"ar": attack_rating(check), "dv": defence(check), "to_hit": check.need, "to_kill": check.need + 4}


# -- chapter 8


def follow_me(example: Example) -> Found:
    field = on("m\nS\nx", m="maxim N pinned", x="grif N", active=SOVIET, caps={GERMAN: 0, SOVIET: 2},
               told={"hands": {GERMAN: (), SOVIET: ("03",)}})  # fmt: skip
    act(field, "play 03 m")
    return {"marker_removed": not field.unit("m").marker, "card_discarded": field.state.tracks.discards == ("03",),
            "state": field.condition("m")}  # fmt: skip


GRENADES = {"weapons": {GERMAN: ("GRENADES",)}}


def stunned_grenadier(example: Example) -> Found:
    field = on("l+x", l="lmg34 N stunned", x="srif S", told=GRENADES)
    return {"may_use": any("GRENADES" in text.upper() for text in field.choices)}


def grenades(example: Example) -> Found:
    field = on("r+x", r="grif N spent", x="srif S", told=GRENADES)
    text = next(text for text in field.choices if "GRENADES" in text.upper())
    quoted = field.state.quote(text)
    check = quoted.checks[0]
    label = next(tally for tally in check.tallies if tally.name == "Defense Rating").parts[0].label
    return {"cost": quoted.cost.value if quoted.cost else 0, "red_ar": attack_rating(check), "vs_dr": defence(check),
            "dr_side": label.split()[0].lower()}  # fmt: skip


def group_icon(example: Example) -> Found:
    field = on("a b\nS S\nx .", a="grif N pinned", b="grif N suppressed", x="srif S", caps=RICH,
               told={"hands": {GERMAN: (example["setup"]["card"],), SOVIET: ()}})  # fmt: skip
    field.say("group a")
    act(field, "play 03")
    played = any(isinstance(event, CardPlayed) for event in field.events)
    return {"all_units_in_group_rally": played and not field.unit("a").marker and not field.unit("b").marker}


SCENES = {
    "atb-ex-23": rifle_value,
    "atb-ex-24": from_outside,
    "atb-ex-25": suppressed,
    "atb-ex-26": limits,
    "atb-ex-27": shown,
    "atb-ex-28": destroyed,
    "atb-ex-29": losses,
    "atb-ex-30": loss_on_the_marker,
    "atb-ex-31": stacked,
    "atb-ex-32": short_range,
    "atb-ex-33": white_box,
    "atb-ex-34": one_target,
    "atb-ex-35": no_answer,
    "atb-ex-36": assault,
    "atb-ex-37": follow_me,
    "atb-ex-38": stunned_grenadier,
    "atb-ex-39": grenades,
    "atb-ex-40": group_icon,
}
