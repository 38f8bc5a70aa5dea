"""What the referee says of the heroes games: the right rule, the right reason, names that read well."""

from __future__ import annotations

import pytest
from tests.referee.test_positions import PAIR, ask, values

from balka.core.describing.document import Mistakes
from balka.referee import referee_text

FIGURES = "attack_cost: 3, move_cost: 1, red_fp: 4, front_def: 12, flank_def: 11, range: 6"


def test_a_unit_with_its_figures_written_out_is_named_once():
    units = (f"  att: {{side: german, figures: {{{FIGURES}}}, at: A02, facing: SE}}\n"
             f"  tgt: {{side: soviet, figures: {{{FIGURES}}}, at: C02, facing: NW}}\n")  # fmt: skip
    text = ask("  - play: [fire att C02, 2d6 1 1, d10 7]\n", units=units, more="caps: {german: 0, soviet: 0}\n").text()
    assert "Unit att fires at Unit tgt" in text and "att att" not in text


@pytest.mark.parametrize("flags", ["[truck]", "[truck, no_cap_loss]"])
def test_a_truck_is_a_truck_by_its_flag_alone(flags: str):
    truck = f"figures: {{{FIGURES}, move_type: wheeled, flags: {flags}}}"
    units = PAIR + f"  lorry: {{side: soviet, {truck}, at: B02, facing: S}}\n"
    caps = "caps: {german: 0, soviet: 6}\n"
    (after,) = values("  - play: [fire gren B02, 2d6 6 6, d10 7]\n", units=units, more=caps)
    assert "lorry" not in after["after"]["units"] and after["after"]["caps"]["soviet"] == 6
    (refused,) = values("  - why_not: fire lorry A02\n", units=units, more="turn: soviet\n")
    assert not refused["allowed"], "it attacks only in Close Combat"


def test_a_snipers_fire_at_a_stack_says_that_one_is_rolled_for():
    units = ("  s: {type: ger_sniper, at: A02, facing: SE}\n  r: {type: rif, at: C02, facing: NW}\n"
             "  q: {type: rif, at: C02, facing: NW}\n")  # fmt: skip
    (stack,) = values("  - quote: fire s C02\n", units=units)
    assert any("one of these is rolled" in said for said in stack["warns"])
    (single,) = values(
        "  - quote: fire s C02\n", units=units.replace("q: {type: rif, at: C02", "q: {type: rif, at: E02")
    )
    assert not single["warns"]


def test_smoke_and_heights_are_cited_for_what_they_stop():
    units = "  a: {type: inf, at: A02, facing: SE}\n  x: {type: rif, at: E02, facing: NW}\n"
    smoke = "smoke: {C02: heavy}\n"
    refused, line = values("  - why_not: fire a E02\n  - line_of_sight: {from: a, to: x}\n", units=units, more=smoke)
    assert refused["rule"] == "sos-14.3-c" and not line["clear"]
    text = ask("  - line_of_sight: {from: a, to: x}\n", units=units, more=smoke).text()
    assert "sos-14.3-c" in text


def test_what_hides_a_vehicle_in_the_open_is_told_by_its_own_rule():
    units = "  t: {type: tk34c, at: A01, facing: S}\n  r: {type: inf, at: E02, facing: NW}\n"
    assert "sos-11.1-c" in ask("  - unseen: {unit: t, at: C02}\n", units=units).text()
    units = "  t: {type: rif, at: A01, facing: S}\n  r: {type: inf, at: D02, facing: NW}\n"
    assert "sos-11.1-d" in ask("  - unseen: {unit: t, at: C02}\n", units=units).text()
    assert "sos-11.1-b" in ask("  - unseen: {unit: t, at: D02}\n", units=units).text()


def test_an_answer_to_nothing_is_told_as_such():
    text = "game: atb\nboard:\n  picture: |\n    a . x\nunits:\n  a: {type: ger_rifle_41, at: a, facing: SE}\n" + (
        "  x: {type: sov_rifle_41, at: x, facing: NW}\ncaps: {german: 0, soviet: 0}\nquestions:\n"
    )
    answers = referee_text(text + "  - why_not: stall cap\n  - why_not: by pool 0\n").answers
    stall, by = (asked.answer.values for asked in answers)
    assert "takes one" in stall["reason"] and "Nothing is asked" in by["reason"]


@pytest.mark.parametrize(("words", "wrong"), [
    ("at: a, facing: SE, active: true, spent: true", "a cannot be active and spent"),
    ("carrier: t, dug_in: true", "a rides or is in tow and cannot be dug_in"),
    ("carrier: t, inside: true", "a rides or is in tow and cannot be inside"),
    ("waiting: {entry: A01}, hidden: true", "a is not on the map and cannot be hidden"),
])  # fmt: skip
def test_states_that_shut_each_other_out_are_refused(words: str, wrong: str):
    text = f"""
game: atb
board: {{picture: "a t x"}}
units:
  a: {{type: ger_rifle_41, {words}}}
  t: {{type: ger_opel, at: t, facing: SE}}
  x: {{type: sov_rifle_41, at: x, facing: NW}}
questions:
  - why_not: pivot a N
"""
    with pytest.raises(Mistakes) as problem:
        referee_text(text if "at: a" in words else text.replace("a t x", ". t x"))
    assert any(wrong in found.wrong for found in problem.value.mistakes)


def test_who_is_as_good_as_destroyed_is_not_said_to_hide_but_on_a_vehicle_that_does():
    text = """
game: sos
board: {picture: "a t . . . . x"}
units:
  a: {type: inf, STATE, hit: {marker: destroyed, face: down}}
  t: {type: sd251, at: t, facing: SE, hidden: true}
  x: {type: rif, at: x, facing: NW}
questions:
  - why_not: pivot x N
"""
    with pytest.raises(Mistakes) as problem:
        referee_text(text.replace("STATE", "at: a, hidden: true"))
    assert [found.wrong for found in problem.value.mistakes] == ["a is as good as destroyed and cannot be hidden"]
    assert referee_text(text.replace("STATE", "carrier: t").replace("a t .", ". t ."))
