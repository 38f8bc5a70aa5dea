"""Positions and questions of Kursk 1943 in referee files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from balka.core.describing.document import Mistakes
from balka.referee import referee_file, referee_text
from balka.referee.wb95.questions import QUESTIONS
from balka.systems.wb95.describing.position import FIELDS

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8").partition("## Kursk 1943")[2].partition("\n## ")[0]
BOARD = "board:\n  picture: |\n    .  x  .  .\n    .  a  b  .\n    .  .  .  .\n"
UNITS = "units:\n  a: g arm 8\n  b: g inf 4 cel=2/1\n  x: s inf 4\n"


def ask(questions: str, more: str = "", board: str = BOARD, units: str = UNITS) -> list[dict[str, Any]]:
    text = f"game: kursk\n{board}{units}{more}questions:\n{questions}"
    return [asked.answer.values for asked in referee_text(text).answers]


def mistakes(old: str, new: str) -> list[tuple[int, str, str]]:
    text = f"game: kursk\n{BOARD}{UNITS}questions:\n  - duties: german\n"
    assert old in text
    with pytest.raises(Mistakes) as problem:
        referee_text(text.replace(old, new), "table.yaml")
    return [(one.line, one.wrong, one.right) for one in problem.value.mistakes]


# -- attacks


def test_an_attack_is_reckoned_with_its_ratio_shifts_and_odds() -> None:
    """8 and half of 4 against 4: 10 to 4 is 3:1."""
    (found,) = ask("  - attack: {target: x, units: [a, b]}\n")
    assert (found["column"], found["attack"], found["defence"]) == ("3:1", 10, [4, 4]) and found["allowed"]
    assert found["check"]["need_text"] == "3:1"


def test_ground_works_lines_guns_and_stars_count() -> None:
    board = (
        "board:\n  picture: |\n    .  x:F  .  .\n    .  a  b  .\n    .  g  .  .\n  legend: {F: forest}\n"
        "  hexsides: [{between: [B01, B02], kind: fortified, toward: B01}]\n"
    )
    units = "units:\n  a: g arm 9 star=black\n  b: g inf 4\n  g: g art 6 cel=1\n  x: {is: s inf 5, dug_in: true}\n"
    (plain,) = ask("  - attack: {target: B01, units: [a, b], guns: g}\n", board=board, units=units)
    parts = [(part["op"], part["value"]) for part in plain["check"]["tally"]["parts"]]
    assert plain["attack"] == 8 + 4 and ("shift", -1) in parts and ("shift", -2) in parts
    without, starred = ask(
        "  - attack: {target: x, units: [a, b]}\n  - attack: {target: x, units: [a, b], stars: a}\n",
        units=UNITS.replace("g arm 8", "g arm 8 star=black"),
    )
    assert starred["value"] == without["value"] + 1


def test_an_attack_that_may_not_be_made_says_why() -> None:
    far, towed, twice = ask(
        "  - attack: {target: x, units: c}\n  - attack: {target: x, units: t}\n"
        "  - attack: {target: [x, y], units: [a, b]}\n",
        board="board:\n  picture: |\n    y  x  .  .\n    .  a+t  b  .\n    .  .  c  .\n",
        units="units:\n  a: g arm 8\n  b: g inf 4\n  c: g inf 4\n  t: g at 3\n  x: s inf 4\n  y: s inf 4\n",
    )
    assert (far["allowed"], far["rule"]) == (False, "kursk-5.1.2-a")
    assert (towed["allowed"], towed["rule"]) == (False, "kursk-5.1.10-a")
    assert (twice["allowed"], twice["rule"]) == (False, "kursk-5.1.2-a")


def test_duties_name_who_must_attack_and_what_must_be_attacked() -> None:
    (owed,) = ask("  - duties: german\n")
    assert (owed["units"], owed["hexes"]) == (["a", "b"], ["B01"])
    (excused,) = ask("  - duties: german\n", units=UNITS.replace("g arm 8", "g arm 8 dug").replace("2/1", "2/1 dug"))
    assert (excused["units"], excused["hexes"]) == ([], [])


# -- fire, marches, supply


def test_fire_and_air_attacks_take_the_ground_off() -> None:
    board = "board:\n  picture: |\n    x:F  .  g\n    .  .  .\n  legend: {F: forest}\n"
    units = "units:\n  g: g art 6 cel=1\n  x: s inf 4\n"
    shot, near, raid = ask(
        "  - shelling: {target: x, guns: g}\n  - shelling: {target: B01, guns: g}\n"
        "  - air_attack: {target: A01, air: [air-3, air-4]}\n",
        board=board,
        units=units,
    )
    assert (shot["value"], shot["allowed"]) == (6 - 2, True) and not near["allowed"]
    assert raid["value"] == 5 + 5 - 2


def test_marches_tell_way_cost_and_refusal() -> None:
    way, closed, hexes = ask(
        "  - move: {units: b, to: D02}\n  - move: {units: b, to: x}\n  - reach: b\n",
        board=BOARD.replace("b  .", "b  F").replace("    .  .  .  .\n", "    .  .  .  .\n  legend: {F: forest}\n"),
    )
    assert way["path"] == ["D02"] and way["cost"] == 1 + 2  # leaving a zone of control costs a point
    assert (closed["allowed"], closed["rule"]) == (False, "kursk-3.1.8-a")
    assert hexes["hexes"]["D02"] == 3 and "B01" not in hexes["hexes"]


def test_supply_shows_the_line_and_the_chance_to_surrender() -> None:
    fed, cut = ask(
        "  - supply: a\n  - supply: x\n",
        more="bases: {german: [B03]}\n",
        units=UNITS.replace("s inf 4", "s inf 4 oos=5"),
    )
    assert fed["supplied"] and fed["line"][0] == "B03" and fed["line"][-1] == "B02"
    assert (cut["supplied"], cut["line"], cut["surrender"]) == (False, [], 6)


def test_zones_stacks_and_morale() -> None:
    zone, stack, test = ask(
        "  - zone_of_control: soviet\n  - stacking: b\n  - morale: x\n",
        units=UNITS.replace("s inf 4", "s inf 4 limit=10"),
    )
    assert {"B02", "A01", "C01"} <= set(zone["hexes"]) and "D01" not in zone["hexes"]
    assert (stack["cel"], stack["limit"]) == (1, 8)
    assert test["value"] == 10


@pytest.mark.parametrize(
    ("attacker", "defender", "stars", "idle", "rule"),
    [
        ("g arm 8 star=black", "s inf 4 dug", "stars: a", "a", "kursk-15.1.2-c"),
        ("g arm 8 star=white", "s inf 4", "stars: a", "a", "kursk-15.1.2-f"),
        ("g arm 8", "s inf 4", "stars: a", "a", "kursk-15.1.1-a"),
        ("g arm 8", "s at 4 star=yellow", "defence_stars: x", "x", "kursk-15.1.2-i"),
        ("g arm 8 star=black", "s at 4 star=white", "stars: a, defence_stars: x", "a", "kursk-15.1.2-d"),
        ("g arm 8", "s fu 4", "defence_stars: x", "x", "kursk-c15fu-15.3.1-a"),
    ],
)
def test_a_star_that_gives_nothing_is_told_with_its_reason(
    attacker: str, defender: str, stars: str, idle: str, rule: str
) -> None:
    units = f"units:\n  a: {attacker}\n  b: g inf 4\n  x: {defender}\n"
    text = f"game: kursk\n{BOARD}{units}questions:\n  - attack: {{target: x, units: a, {stars}}}\n"
    (asked,) = referee_text(text).answers
    assert asked.answer.values["idle_stars"] == [idle]
    assert any(row.startswith("No shift for a star") and rule in row for row in asked.answer.working)


def test_a_star_that_counts_is_not_called_idle() -> None:
    (found,) = ask("  - attack: {target: x, units: a, stars: a}\n", units=UNITS.replace("arm 8", "arm 8 star=black"))
    assert found["idle_stars"] == []


def test_shelling_minds_what_must_be_attacked() -> None:
    board = "board:\n  picture: |\n    .  x  .  .\n    .  a  b  .\n    .  .  .  .\n    .  g  .  .\n"
    units = UNITS + "  g: g art 6\n"
    owed, dug = (
        ask("  - shelling: {target: x, guns: g}\n", board=board, units=text)[0]
        for text in (units, units.replace("arm 8", "arm 8 dug").replace("cel=2/1", "cel=2/1 dug"))
    )
    assert (owed["allowed"], owed["rule"]) == (False, "kursk-6.4.5-b") and dug["allowed"]
    said, listed = ask("  - why_not: shell B01\n  - legal_choices: all\n", "phase: combat\n", board, units)
    assert said["rule"] == owed["rule"] and "shell B01" not in listed["choices"]
    (lone,) = ask("  - shelling: {target: x, guns: g, barrage: true}\n", board=board, units=units)
    assert (lone["allowed"], lone["rule"]) == (False, "kursk-6.5.4-a")


def test_shelling_out_of_supply_is_halved_or_paid_for() -> None:
    board = "board:\n  picture: |\n    .  x  .  .\n    .  .  .  .\n    .  g  .  .\n"
    units = "units:\n  g: g art 6 oos=1\n  x: s inf 4\n"
    half, whole, flown = ask(
        "  - shelling: {target: x, guns: g}\n  - shelling: {target: x, guns: g, full: g}\n"
        "  - shelling: {target: x, guns: g, air: air-1}\n",
        board=board,
        units=units,
    )
    assert (half["value"], whole["value"], flown["value"]) == (3, 6, 3 + 5)
    assert whole["allowed"]
    (fed,) = ask("  - shelling: {target: x, guns: g, full: g}\n", board=board, units=units.replace(" oos=1", ""))
    assert (fed["allowed"], fed["rule"]) == (False, "kursk-10.2.3-b")


def test_duties_in_a_combat_phase_are_what_is_left_of_it() -> None:
    first, then = ask(
        "  - duties: german\n  - duties: german\n    after: [attack B01, join a, join b, fight, 2d6 =12, lose a]\n",
        "phase: combat\n",
        units=UNITS.replace("s inf 4", "s inf 4 cel=3"),
    )
    assert first["hexes"] == ["B01"] and then["hexes"] == [] and then["units"] == []


def test_the_headquarters_that_may_move_the_dice_are_told() -> None:
    board = "board:\n  picture: |\n    .  x  .  .\n    .  a  b  .\n    .  h  .  .\n"
    text = f"game: kursk\n{board}{UNITS}  h: g hq\nquestions:\n  - attack: {{target: x, units: a}}\n"
    (asked,) = referee_text(text).answers
    assert asked.answer.values["dice_change"] == -1
    assert any("may take 1 off the dice" in row for row in asked.answer.working)


def test_aircraft_of_the_attacker_cover_no_defence() -> None:
    fly = "flights:\n  - {counter: air-5, side: german, mission: cover, hex: B01}\n"
    (covered,) = ask("  - attack: {target: x, units: [a, b], defence_air: air-5}\n", more=fly)
    assert (covered["allowed"], covered["rule"]) == (False, "kursk-8.2.4-a")


def test_who_is_out_of_supply_at_all_may_pay_for_its_whole_strength() -> None:
    units = UNITS.replace("g arm 8", "g arm 8 oos=1")
    paid, fed = ask(
        "  - attack: {target: x, units: [a, b], full: a}\n  - attack: {target: x, units: [a, b], full: b}\n",
        units=units,
    )
    assert paid["allowed"] and (fed["allowed"], fed["rule"]) == (False, "kursk-10.2.3-b")


def test_nobody_knows_who_of_the_nameless_must_attack() -> None:
    (owed,) = ask("  - duties: soviet\n    seen_by: german\n")
    assert owed["units"] == []


def test_a_barrage_is_fired_by_as_many_guns_as_have_ammunition() -> None:
    board = "board:\n  picture: |\n    x  .  g+k  .\n    .  .  .  .\n"
    units = "units:\n  g: g art 6\n  k: g art 6\n  x: s inf 4\n"
    question = "  - shelling: {target: x, guns: [g, k], barrage: true}\n"
    (found,) = ask(question, more="ammo: {german: 2}\n", board=board, units=units)
    (short,) = ask(question, more="ammo: {german: 1}\n", board=board, units=units)
    assert found["allowed"] and (short["allowed"], short["rule"]) == (False, "kursk-6.5.7-a")


def test_aircraft_over_the_target_fire_along_and_no_others() -> None:
    board = "board:\n  picture: |\n    x  .  g  .\n    .  .  .  .\n"
    units = "units:\n  g: g art 6\n  x: s inf 4\n"
    question = "  - shelling: {target: x, guns: g, air: air-5}\n"
    for place in ("A01", "B02"):
        fly = f"flights:\n  - {{counter: air-5, side: german, mission: support, hex: {place}}}\n"
        (found,) = ask(question, more=fly, board=board, units=units)
        assert (found["allowed"], found.get("rule") or "") == (
            (True, "") if place == "A01" else (False, "kursk-8.2.3-a")
        )


# -- the position


def test_what_the_words_leave_out_is_as_the_rules_have_it() -> None:
    words = {
        "a": "g hq",
        "b": "s art",
        "c": "s inf 4",
        "d": "g inf 4",
        "e": "g vs 2",
        "f": "s rg 1",
        "k": "s art selfpropelled",
    }
    units = "units:\n" + "".join(f"  {name}: {{is: {text}, at: {hex_}}}\n" for (name, text), hex_ in zip(
        words.items(), ("A01", "B01", "C01", "D01", "A03", "C03", "D03"), strict=True))  # fmt: skip
    board = "board:\n  picture: |\n    .  .  .  .\n    .  .  .  .\n    .  .  .  .\n"
    asked = "".join(f"  - morale: {name}\n" for name in "cde") + "".join(f"  - stacking: {name}\n" for name in "abck")
    limits, cel = (found := ask(asked, board=board, units=units))[:3], found[3:]
    assert [one["value"] for one in limits] == [10, 11, 9]
    assert [one["cel"] for one in cel] == [1, 1, 2, 2]
    (far,) = ask("  - reach: a\n", board=board, units=units)
    assert far["points"] == 10
    (still,) = ask("  - reach: f\n", board=board, units=units, more="turn: soviet\n")
    assert still["points"] == 0


def test_printed_counters_stand_on_printed_maps() -> None:
    units = "units:\n  a: {counter: 528-299inf, at: 1106, cel: 1}\n  x: {counter: 161fu, at: 1107, dug_in: true}\n"
    found, fed = ask("  - attack: {target: x, units: a}\n  - stacking: a\n", board="map: kursk\n", units=units)
    assert found["attack"] >= 1 and fed["cel"] == 1


def test_phases_turns_options_and_aircraft() -> None:
    choices, other = ask("  - legal_choices: all\n  - legal_choices: all\n    turn: soviet\n", more="phase: combat\n")
    assert choices["seat"] == "german" and "attack B01" in choices["choices"]
    assert other["seat"] == "soviet" and "attack B02" in other["choices"]
    (planned,) = ask("  - legal_choices: all\n", more="phase: air\nair: {german: 1}\n")
    assert "fly air-1 support B01" in planned["choices"]
    (strict,) = ask("  - attack: {target: x, units: b}\n", more="options: {halves: for the attacker}\n")
    assert strict["column"] == "1:2"
    (helped,) = ask(
        "  - play: [attack B01, join a, join b, air air-5, fight, 2d6 =7]\n",
        more="phase: combat\nflights: [{counter: air-5, side: german, mission: support, hex: B01}]\n",
    )
    lines = [line["text"] for step in helped["steps"] for line in step["events"]]
    assert any("on column 4:1" in text for text in lines)  # ten and five against four


def test_what_one_side_knows_is_a_range() -> None:
    (seen,) = ask(
        "  - attack: {target: x, units: [a, b]}\n    seen_by: german\n",
        units=UNITS + "  y: {is: s inf 9, enters: {turn: 2, hexes: [A01]}}\n",
    )
    assert seen["column"] == "1:1 to 5:1" and seen["value"] is None


def test_play_tells_what_happened_and_how_things_stand() -> None:
    (played,) = ask("  - play: [attack B01, join a, join b, fight, 2d6 =7]\n", more="phase: combat\n")
    assert played["now"]["kind"] == "retreat" and played["after"]["units"]["x"]["hex"] == "B01"
    (said,) = ask("  - why_not: end\n", more="phase: combat\n")
    assert (said["allowed"], said["rule"]) == (False, "kursk-5.1.4-a")


def test_choices_of_one_unit_and_of_one_that_has_none() -> None:
    one, none = ask("  - legal_choices: a\n  - legal_choices: x\n")
    assert one["choices"] and all(" a" in text for text in one["choices"])
    assert none["count"] == 0


WRONG = [
    ("  a: g arm 8", "  a: q arm 8", 8, "names no side", "g or s first"),
    ("  a: g arm 8", "  a: g tank 8", 8, "there is no kind 'tank'", "one of inf"),
    ("  a: g arm 8", "  a: g arm 8 cel=2/3", 8, "3 of 2 CEL", "cel=printed/now"),
    ("  a: g arm 8", "  a: g arm 8 speed=4", 8, "'speed=4' says nothing", "mp="),
    ("  a: g arm 8", "  a: g arm 8 disorganized", 8, "no word 'disorganized'", "did you mean disorganised?"),
    ("  a: g arm 8", "  a: g arm 8 dug_in", 8, "no word 'dug_in'", "did you mean dug?"),
    ("  a: g arm 8", "  a: g arm 8 flying", 8, "no word 'flying'", "one of dug, disorganised"),
    ("  a: g arm 8", "  a: g arm 8 star=purple", 8, "'purple' is not known for star=", "black, white, yellow, blue"),
    ("  a: g arm 8", "  a: g arm 8 moves=hover", 8, "'hover' is not known for moves=", "trucked, mechanized, foot"),
    ("  a: g arm 8", "  a: g arm 8 6", 8, "8 and 6 are two strengths", "attack/defence"),
    ("  a: g arm 8", "  a: {is: g arm 8, cel: 1}", 8, "the CEL of a stand in its words", "cel=2/1"),
    ("  - duties: german", "  - attack: {target: x, units: a, stars: b}", 12, "b has no part", "one of a"),
    ("  - duties: german", "  - attack: {target: x, units: a, defence_stars: a}", 12, "a has no part", "one of x"),
    ("  a: g arm 8", "  q: g arm 8", 8, "q stands nowhere", "at: B02"),
    ("  a: g arm 8", "  a: {counter: 999inf, at: B02}", 8, "no counter '999inf'", "did you mean"),
    ("  a: g arm 8", "  a: {is: g arm 8, counter: 161fu}", 8, "printed counter or described", "give"),
    ("  b: g inf 4 cel=2/1", "  b: {is: g inf 4, at: x}", 8, "both sides stand in B01", "one side"),
    ("  b: g inf 4 cel=2/1", "  b: g inf 4 cel=9", 8, "more than 8 CEL stand in C02", "kursk-3.2.1-a"),
    ("units:", "phase: tea\nunits:", 7, "'tea' is not known", "one of air"),
    ("units:", "options: {morale: 8}\nunits:", 7, "'8' is not known", "one of 10, 9"),
    ("units:", "broken: [[A01, B01]]\nunits:", 7, "there is no bridge", "kind bridge"),
    ("units:", "air: {german: 9}\nunits:", 7, "there are 6 air counters", "share"),
    ("units:", "map: kursk\nunits:", 1, "an ad-hoc board or on a printed map", "`board:` or `map:`"),
    ("  - duties: german", "  - attack: {target: A01, units: a}", 12, "no enemy stands in A01", "with enemies"),
    ("  - duties: german", "  - attack: {target: x, units: [a, x]}", 12, "of one side", "one side"),
    ("  - duties: german", "  - supply: nobody", 12, "there is no unit 'nobody'", "one of a, b, x"),
]


@pytest.mark.parametrize(("old", "new", "line", "wrong", "right"), WRONG, ids=[row[1].strip()[:40] for row in WRONG])
def test_mistakes_are_told_with_their_line(old: str, new: str, line: int, wrong: str, right: str) -> None:
    found = mistakes(old, new)
    assert any(at == line and wrong in said and right in instead for at, said, instead in found), found


def test_a_line_must_say_whom_it_protects() -> None:
    side = "  hexsides: [{between: [A01, B01], kind: fortified}]\nunits:"
    ((line, wrong, right),) = mistakes("units:", side)
    assert line == 3 and "which hex does the fortified line" in wrong and "toward" in right


# -- the documents


def test_the_guide_names_every_field_and_question() -> None:
    words = set(re.findall(r"`(\w+)`", GUIDE))
    assert set(FIELDS) | set(QUESTIONS) <= words


def test_the_example_of_the_documents() -> None:
    plain, flown, owed, refused, listed, played = (
        asked.answer.values for asked in referee_file(ROOT / "docs" / "referee" / "fortified-line.yaml").answers
    )
    assert (plain["attack"], plain["defence"]) == (15, [5, 5]) and flown["attack"] == 20
    assert owed["hexes"] == ["C03"] and not refused["allowed"] and "end" not in listed["choices"]
    assert played["now"]["kind"] == "retreat"


def test_where_both_sides_plan_the_choices_of_both_are_listed() -> None:
    (found, soviet) = ask(
        "  - legal_choices: all\n  - why_not: 'soviet: ready'\n", more="phase: air\nair: {german: 1, soviet: 1}\n"
    )
    assert found["seats"] == ["german", "soviet"] and soviet["allowed"]
    assert "german: ready" in found["choices"] and "soviet: ready" in found["choices"]
