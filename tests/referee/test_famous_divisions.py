"""The referee on Grossdeutschland: positions are read strictly, and answers are the engine's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from balka.core.describing.document import Mistakes
from balka.referee import referee_text
from balka.referee.famous_divisions.questions import QUESTIONS
from balka.systems.famous_divisions.describing.counters import UNIT_FIELDS
from balka.systems.famous_divisions.describing.position import FIELDS

FIELD = """\
game: gd
board:
  picture: |
    .  .  .
    a  x  .
    .  .  f
    .  .  g
stacks:
  a: t34.1-2tk t34.2-2tk! hq-2tk
  x: 5k-2gr
  f: flak-2gr
  g: hq-2gr ig-2gr
"""


def values(questions: str, more: str = "", field: str = FIELD) -> list[dict[str, Any]]:
    return [asked.answer.values for asked in referee_text(f"{field}{more}questions:\n{questions}").answers]


def mistakes(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(Mistakes) as problem:
        referee_text(text, "table.yaml")
    return [(found.line, found.wrong, found.right) for found in problem.value.mistakes]


# -- attacks


def test_an_attack_is_worked_out_as_the_engine_rolls_it() -> None:
    asked = "{target: x, units: [t34.1-2tk, t34.2-2tk]}"
    (plain,) = values(f"  - attack: {asked}\n")
    assert (plain["attack"], plain["defence"], plain["column"], plain["modifier"]) == (11, 6, "1-1", 0)
    assert plain["allowed"] and plain["dice"] == "2d6="
    fight = "fight, attack B02, join t34.1-2tk, join t34.2-2tk, fight, stand"
    chits = "draw soviet-cup blue, draw blue good-intelligence, draw german-cup red, draw red sniper"
    (played,) = values(f"  - play: [{fight}, {chits}, 2d6 =12]\n", "battalion: 2tk\n")
    rolled = [line for step in played["steps"] for line in step["events"] if "check" in line]
    assert rolled[0]["text"].startswith("Attack on B02, 1-1.")


def test_guns_chits_works_weather_and_the_hour_count() -> None:
    asked = (
        "{target: x, units: [t34.1-2tk, t34.2-2tk], support: ig-2gr, chits: {german: Apathy, soviet: Accurate Fire}}"
    )
    works = "works: [{kind: trench, at: x, facing: SW}]\n"
    (found,) = values(f"  - attack: {asked}\n", works)
    assert (found["defence"], found["modifier"]) == (10, 2 + 1), "Apathy takes Accurate Fire away; the trench adds one"
    (behind,) = values(f"  - attack: {asked}\n", works.replace("SW", "NE"))
    assert behind["modifier"] == 2, "the trench looks the other way"
    (evening,) = values(f"  - attack: {asked}\n", works + "time: Evening\n")
    assert evening["modifier"] == 4
    (night,) = values(f"  - attack: {asked}\n", works + "time: Night\nweather: Rainy\n")
    assert night["dice"] == "3d6=" and night["modifier"] > 3


def test_an_attack_that_is_not_allowed_says_why() -> None:
    far, gun, empty = values(
        "  - attack: {target: f, units: t34.1-2tk}\n  - attack: {target: x, units: t34.1-2tk, guns: t34.2-2tk}\n"
        "  - attack: {target: A01, units: t34.1-2tk}\n"
    )
    assert (far["allowed"], far["rule"]) == (False, "gd-10.0-a")
    assert (gun["allowed"], gun["rule"]) == (False, "gd-11.0-a")
    assert not empty["allowed"]


def test_an_attack_without_strength_is_none() -> None:
    (found,) = values("  - attack: {target: x, units: hq-2tk}\n")
    assert (found["allowed"], found["rule"]) == (False, "gd-10.0-a")


STATED = """\
game: gd
board:
  picture: |
    a
    x
    .
    g
stacks:
  x: 5k-2gr hq-2gr ig-1fus
  g: ig-2gr hq-1gr
units:
  t34.1-2tk: {at: a, pinned: true}
  t34.2-2tk: {at: a}
  hq-2tk: {at: a}
"""


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("units: t34.2-2tk", ""),
        ("units: [t34.2-2tk, t34.1-2tk]", "gd-10.1-e"),
        ("units: [t34.2-2tk, hq-2tk]", "gd-10.0-a"),
        ("units: t34.2-2tk, support: ig-2gr", ""),
        ("units: t34.2-2tk, support: ig-2gr, overrun: true", "gd-9.4-d"),
        ("units: t34.2-2tk, support: ig-1fus", "gd-10.2-f"),
        ("units: t34.2-2tk, guns: ig-2gr", "gd-10.2-a"),
        ("units: t34.2-2tk, overrun: true", ""),
    ],
)
def test_an_attack_is_refused_for_the_reasons_play_refuses_it(asked: str, rule: str) -> None:
    (found,) = values(f"  - attack: {{target: x, {asked}}}\n", field=STATED)
    assert (found["allowed"], found["rule"]) == (not rule, rule)


def test_a_pinned_unit_goes_nowhere() -> None:
    move, reach, free = values(
        "  - move: {unit: t34.1-2tk, to: A03}\n  - reach: t34.1-2tk\n  - reach: t34.2-2tk\n", field=STATED
    )
    assert (move["allowed"], move["rule"]) == (False, "gd-11.3-o")
    assert (reach["allowed"], reach["rule"], reach["hexes"]) == (False, "gd-11.3-o", {})
    assert free["allowed"]


def test_an_hq_in_company_is_no_target_of_direct_fire() -> None:
    company, hq, hexed = values(
        "  - direct_fire: {unit: t34.2-2tk, target: 5k-2gr}\n  - direct_fire: {unit: t34.2-2tk, target: hq-2gr}\n"
        "  - direct_fire: {unit: t34.2-2tk, target: x}\n",
        field=STATED,
    )
    assert company["allowed"] and hexed["allowed"]
    assert (hq["allowed"], hq["rule"]) == (False, "gd-11.4-g")


def test_what_comes_off_each_die_of_a_shot_is_shown_and_so_is_the_roll_as_read() -> None:
    snow = STATED + "weather: Snowy\ntime: Evening\n"
    (asked,) = referee_text(f"{snow}questions:\n  - direct_fire: {{unit: t34.2-2tk, target: 5k-2gr}}\n").answers
    assert "A hit: each die shows more than 1 [gd-11.3-f]" in asked.text()
    assert "-2  Each die" in asked.text()
    assert "snowy [gd-11.3-g]" in asked.text() and "evening [gd-11.3-h]" in asked.text()
    lines = "[fight, fire t34.2-2tk A02, at 5k-2gr, 2d6 5 6]"
    (played,) = values(f"  - play: {lines}\n", "battalion: 2tk\n", snow)
    told = [line["text"] for step in played["steps"] for line in step["events"]]
    assert any("Dice 5 6, modified 3 4: casualty." in text for text in told)


def test_dice_read_as_a_sum_may_be_told_face_by_face() -> None:
    fight = "fight, attack A02, join t34.2-2tk, fight, stand"
    chits = "draw soviet-cup blue, draw blue infiltration, draw german-cup red, draw red sniper"
    for dice in ("2d6 1 2", "2d6 =3"):
        (played,) = values(f"  - play: [{fight}, {chits}, {dice}]\n", "battalion: 2tk\n", STATED)
        told = [line["text"] for step in played["steps"] for line in step["events"]]
        assert any("Dice 3, modified 2:" in text for text in told), told


# -- fire


def test_direct_fire_at_a_unit_and_at_a_stack() -> None:
    one, stack, blind = values(
        "  - direct_fire: {unit: flak-2gr, target: t34.1-2tk}\n  - direct_fire: {unit: flak-2gr, target: a}\n"
        "  - direct_fire: {unit: 5k-2gr, target: a}\n"
    )
    assert (one["value"], one["range"], one["allowed"]) == (7 + 2, 2, True)
    assert stack["value"] is None and stack["low"] < stack["high"] == 9
    assert (blind["allowed"], blind["rule"]) == (False, "gd-11.3-a")


def test_a_barrage_needs_an_observed_target() -> None:
    (found,) = values("  - barrage: {unit: ig-2gr, target: a}\n")
    assert (found["value"], found["allowed"]) == (3, True)
    fired = FIELD.replace("g: hq-2gr ig-2gr", "g: hq-2gr") + "units:\n  ig-2gr: {at: g, fired: true}\n"
    (spent,) = values("  - barrage: {unit: ig-2gr, target: a}\n", field=fired)
    assert (spent["allowed"], spent["rule"]) == (False, "gd-10.2-e")


# -- marches


def test_a_march_costs_what_the_chart_says() -> None:
    leaving, held, far = values(
        "  - move: {unit: t34.1-2tk, to: A04}\n  - move: {unit: t34.1-2tk, to: B02}\n"
        "  - move: {units: [t34.1-2tk, hq-2tk], to: C01}\n",
        "time: Night\n",
    )
    assert (leaving["cost"], leaving["allowance"], leaving["path"]) == (3, 5, ["A03", "A04"])
    assert (held["allowed"], held["rule"]) == (False, "gd-7.0-b")
    assert "rule" in far
    (reach,) = values("  - reach: flak-2gr\n")
    assert reach["hexes"]["C02"] > 0


def test_the_march_of_a_stack_is_told_for_the_unit_with_least_left() -> None:
    field = (
        "game: gd\nboard:\n  picture: |\n    a .\n    . .\n    . .\n    . .\n    . .\n"
        "  roads: [[A01, B02, B03, A03, A04, A05]]\nstacks: {a: 1-1rif at-1rif hq-1rif}\n"
    )
    near, far = values(
        "  - move: {units: [1-1rif, at-1rif], to: A02}\n  - move: {units: [1-1rif, at-1rif], to: A05}\n", field=field
    )
    assert (near["cost"], near["allowance"]) == (1, 4), "the rifles have 3 left, the guns 4"
    assert (far["cost"], far["allowance"], far["path"]) == (4, 4, ["A02", "A03", "A04", "A05"])


def test_a_rider_marches_with_the_tank_that_is_named_with_it() -> None:
    riding = FIELD.replace("a: t34.1-2tk t34.2-2tk! hq-2tk", "a: t34.1-2tk hq-2tk")
    riding += "units:\n  1-1rif: {at: a, riding: t34.1-2tk}\n"
    together, alone = values(
        "  - move: {units: [t34.1-2tk, 1-1rif], to: A04}\n  - move: {unit: 1-1rif, to: A04}\n", field=riding
    )
    assert (together["allowed"], together["cost"], together["allowance"]) == (True, 3, 10)
    assert (alone["allowed"], alone["rule"]) == (False, "gd-9.5-d")


def test_roads_bridges_and_rivers_count() -> None:
    field = (
        "game: gd\nboard:\n  picture: |\n    a\n    .\n    .\n  roads: [[A01, A02, A03]]\n"
        "  hexsides: [{between: [A01, A02], kind: river}, {between: [A01, A02], kind: bridge}]\n"
        "stacks: {a: 5k-2gr hq-2gr}\n"
    )
    (open_,) = values("  - move: {unit: 5k-2gr, to: A03}\n", field=field)
    assert (open_["cost"], open_["path"]) == (1, ["A02", "A03"])
    (blown,) = values("  - move: {unit: 5k-2gr, to: A03}\n", "blown: [[A01, A02]]\n", field)
    assert not blown["allowed"]
    pontoon = "blown: [[A01, A02]]\npontoons: [{between: [A01, A02], side: german, complete: true}]\n"
    (again,) = values("  - move: {unit: 5k-2gr, to: A03}\n", pontoon, field)
    assert again["allowed"]
    minor = field.replace("  roads: [[A01, A02, A03]]\n", "") + "minor_roads: [[A02, A03]]\n"
    (slow,) = values("  - move: {unit: 5k-2gr, to: A03}\n", field=minor)
    assert slow["cost"] != open_["cost"]


# -- supply, sight, zones, stacking, fog


def test_supply_needs_a_second_hq() -> None:
    (alone,) = values("  - supply: 5k-2gr\n")
    assert (alone["supplied"], alone["hq"]) == (False, "hq-2gr")
    field = FIELD.replace("g: hq-2gr ig-2gr", "g: hq-2gr ig-2gr hq-div-g")
    (fed,) = values("  - supply: 5k-2gr\n", field=field)
    assert fed["supplied"]


def test_sight_zones_stacking_and_inspection() -> None:
    wood = FIELD.replace("a  x  .", "a  x:W  .").replace("stacks:", "  legend: {W: woods}\nstacks:")
    works = "works: [{kind: minefield, at: x}]\n"
    sight, zones, stack, seen = values(
        "  - line_of_sight: {from: a, to: C02}\n  - zone_of_control: soviet\n  - stacking: a\n  - inspection: soviet\n",
        works,
        wood,
    )
    assert sight["distance"] == 2
    assert "B02" in zones["hexes"] and "A02" not in zones["hexes"]
    assert (stack["units"], stack["limit"]) == (2.5, 4)
    assert seen == {"open": ["C03", "C04"], "closed": ["B02"]}


def test_an_answer_may_be_given_from_what_a_side_knows() -> None:
    works = "works: [{kind: bunker, at: x, facing: SW}]\nbattalion: 2tk\n"
    whole, guessed = values(
        "  - attack: {target: x, units: t34.1-2tk}\n  - attack: {target: x, units: t34.1-2tk}\n    seen_by: soviet\n",
        works,
    )
    assert whole["defence"] == 6
    assert guessed["defence"] == 0, "from nothing to the strongest German unit"


# -- play


def test_without_a_battalion_a_side_picks_its_chit() -> None:
    (german,) = values("  - legal_choices: all\n")
    assert german["choices"] == ["first 2gr"]
    (soviet,) = values("  - legal_choices: all\n    turn: soviet\n")
    assert soviet["choices"] == ["first 2tk"]
    (acting,) = values("  - legal_choices: t34.1-2tk\n", "battalion: 2tk\n")
    assert acting["choices"] == ["take t34.1-2tk"]


def test_why_not_and_what_happens() -> None:
    refused, played = values(
        "  - why_not: take t34.1-2tk; step B02\n  - play: [take t34.1-2tk, step A03, fire flak-2gr A03, 2d6 6 6]\n",
        "battalion: 2tk\n",
    )
    assert (refused["allowed"], refused["rule"]) == (False, "gd-7.0-b")
    tank = played["after"]["units"]["t34.1-2tk"]
    assert tank["depleted"] and tank["pinned"] and tank["hex"] == "A03"


def test_states_of_units_are_read() -> None:
    field = """\
game: gd
board:
  picture: |
    a  .
    .  .
units:
  t34.1-2tk: a
  1-1rif: {at: a, riding: t34.1-2tk}
  hq-2tk: {at: a, activated: true}
  5k-2gr: {at: B02, debarked: true, hungry: 2}
  hq-2gr: {enters: {hexes: [B01], turn: 1}}
activated: [2tk]
held: {german: [Fire Lane]}
hands: {soviet: [Bogged]}
cups: {german: {blue: 3}}
options: {bridge-dice: off}
turn: german
"""
    played, choices, stacked = values(
        "  - play: []\n  - legal_choices: all\n  - stacking: a\n", field=field
    )  # fmt: skip
    units = played["after"]["units"]
    assert units["1-1rif"]["riding"] == "t34.1-2tk"
    assert (units["5k-2gr"]["debarked"], units["5k-2gr"]["hungry"]) == (True, 2)
    assert units["hq-2gr"]["status"] == "due"
    assert played["after"]["activated"] == ["2tk"]
    assert choices["choices"] == ["first 2gr"]
    assert stacked["units"] == 2, "a rider takes no room"


def test_printed_maps_are_known() -> None:
    field = "game: gd\nmap: lutchessa\nstacks: {2709: 5k-2gr hq-2gr, 2710: t34.1-2tk hq-2tk}\n"
    (found,) = values("  - line_of_sight: {from: 5k-2gr, to: t34.1-2tk}\n", field=field)
    assert (found["clear"], found["distance"]) == (True, 1)


# -- mistakes

WRONG = [
    ("a: t34.1-2tk t34.2-2tk!", "a: t34.9-2tk t34.2-2tk!", 9, "there is no counter 't34.9-2tk'", "t34.2-2tk"),
    ("x: 5k-2gr", "x: 5k-2gr t34.1-2tk", 10, "t34.1-2tk stands in the file twice", "one place"),
    ("x: 5k-2gr", "Q77: 5k-2gr", 10, "no hex 'Q77'", "labels look like"),
    ("hq-2tk", "hq-2tk!", 9, "HQ 2Tk has no depleted side", "eliminates"),
    ("  f: flak-2gr", "  A02: flak-2gr", 1, "units of both sides stand in A02", "one side"),
    ("game: gd\n", "game: gd\nweather: Windy\n", 2, "'Windy' is not known", "Rainy"),
    ("game: gd\n", "game: gd\ntime: Noon\n", 2, "'Noon' is not known", "Morning"),
    ("game: gd\n", "game: gd\nbattalion: 9gr\n", 2, "there is no battalion '9gr'", "2gr"),
    ("game: gd\n", "game: gd\nbattalion: 3gr\n", 2, "nothing of 3gr can be activated", "put one"),
    ("game: gd\n", "game: gd\nturn: soviet\nbattalion: 2gr\n", 3, "2gr is german", "turn: german"),
    ("game: gd\n", "game: gd\nheld: {german: [Apathy]}\n", 2, "Apathy is no black chit", "drawn and discarded"),
    ("game: gd\n", "game: gd\nheld: {german: [Courage]}\n", 2, "there is no chit 'Courage'", ""),
    ("game: gd\n", "game: gd\ncups: {german: {green: 3}}\n", 2, "green", "black"),
    ("game: gd\n", "game: gd\nactivated: [2gr]\n", 1, "every german battalion has been activated", "leave one out"),
    ("game: gd\n", "game: gd\nmap: kursk\n", 1, "an ad-hoc board or on a printed map", "`board:` or `map:`"),
    ("game: gd\n", "game: gd\nworks: [{kind: bunker, at: x}]\n", 2, "a bunker faces somewhere", "facing: N"),
    ("game: gd\n", "game: gd\nworks: [{kind: moat, at: x}]\n", 2, "'moat' is not known", "bunker"),
    ("game: gd\n", "game: gd\nblown: [[A01, C01]]\n", 2, "between two hexes that touch", "[A01, A02]"),
    ("game: gd\n", "game: gd\nunits: {3k-1gr: {}}\n", 2, "3k-1gr stands in a hex or is due", "`at:` or `enters:`"),
    ("game: gd\n", "game: gd\nunits: {3k-1gr: {at: A04, fired: true}}\n", 2, "3K 1Gr is no artillery", "fired side"),
    ("game: gd\n", "game: gd\nunits: {tiger.1-3pz: {at: A04, debarked: true}}\n", 2, "has no trucks", "Wheeled"),
    ("game: gd\n", "game: gd\nunits: {1-1rif: {at: A04, riding: t34.1-2tk}}\n", 2, "in its own hex", "stands there"),
    ("    a  x  .\n", "    a  x:Q  .\n", 5, "the legend has no 'Q'", "."),
]


@pytest.mark.parametrize(("old", "new", "line", "wrong", "right"), WRONG)
def test_mistakes_are_told_with_their_line(old: str, new: str, line: int, wrong: str, right: str) -> None:
    text = (FIELD + "questions: [{stacking: a}]\n").replace(old, new, 1)
    found = mistakes(text)
    assert any(row == line and wrong in said and right in instead for row, said, instead in found), found


def test_questions_that_do_not_fit_are_mistakes() -> None:
    asked = "questions:\n  - move: {units: [t34.1-2tk, 5k-2gr], to: A01}\n  - supply: hq-9gr\n  - attack: {target: x}\n"
    found = [said for _, said, _ in mistakes(FIELD + asked)]
    assert any("units of one hex move together" in said for said in found)
    assert any("there is no unit 'hq-9gr'" in said for said in found)
    assert any("units" in said for said in found)


def test_the_guide_names_every_question_and_every_name_of_a_file() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
    chapter = guide.partition("## Grossdeutschland")[2].partition("## JSON")[0]
    words = set(re.findall(r"`(\w+)`", chapter))
    assert set(QUESTIONS) <= words
    assert {*FIELDS, *UNIT_FIELDS} - {"board", "map"} <= words
