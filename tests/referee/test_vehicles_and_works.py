"""The referee on vehicles, loads, guns, works, smoke, hiding, flame and strikes of Storms of Steel."""

import pytest

from balka.core.describing.document import Mistakes
from balka.referee import referee_text

FIELD = "board:\n  picture: |\n" + "    .  .  .  .  .\n" * 5
ROAD = FIELD + "  roads: [[A05, A04, A03, A02, A01]]\n"


def ask(questions, units="", more="", board=FIELD):
    return referee_text(f"game: sos\n{board}units:\n{units}{more}questions:\n{questions}")


def values(questions, **parts):
    return [asked.answer.values for asked in ask(questions, **parts).answers]


def mistakes(units="", more="", questions="  - legal_choices: all\n"):
    with pytest.raises(Mistakes) as found:
        ask(questions, units=units, more=more)
    return [(mistake.line, mistake.wrong) for mistake in found.value.mistakes]


PANZER = "  pz: {type: ger_pz_4h, at: A05, facing: N}\n"
TRUCK = "  opel: {type: Maultier, at: A04, facing: N}\n"
SQUADS = "  inf: {type: ger_infantry_43, at: A04, facing: N}\n  rif: {type: sov_rifles_41, at: A02, facing: S}\n"


def test_a_tank_is_moved_fired_and_asked_for_its_costs():
    units = PANZER + "  t34: {type: sov_t34c, at: A02, facing: S}\n"
    cost, number, zone, played = values(
        "  - action_cost: move pz A04 N\n  - hit_number: {attacker: pz, target: t34}\n  - fire_zone: pz\n"
        "  - play: [move pz A04 N, stay, caps 0, d10 7]\n",
        units=units, more="caps: {german: 1}\n",
    )  # fmt: skip
    assert cost["value"] == 1 and cost["allowed"]
    assert number["allowed"] and number["check"]["dice"] == "2d6"
    assert "A02" in zone["targets"]
    assert played["after"]["units"]["pz"]["hex"] == "A04"


def test_a_turret_turned_out_of_its_arc_costs_more():
    units = PANZER.replace("facing: N", "facing: S") + "  t34: {type: sov_t34c, at: A02, facing: S}\n"
    ahead = PANZER + "  t34: {type: sov_t34c, at: A02, facing: S}\n"
    costs = [values("  - action_cost: fire pz A02\n", units=one)[0]["value"] for one in (ahead, units)]
    assert costs[1] == costs[0] + 2


def test_loads_are_where_their_vehicle_is_and_get_off():
    units = TRUCK + "  inf: {type: ger_infantry_43, carrier: opel}\n"
    off, played = values(
        "  - action_cost: unload inf B04 N\n  - play: [unload inf A04 N, d10 7]\n",
        units=units,
        more="caps: {german: 0}\n",
    )
    assert off["allowed"] and off["value"] == 1
    assert played["after"]["units"]["inf"]["carrier"] is None and played["after"]["units"]["inf"]["hex"] == "A04"
    (on,) = values("  - play: [pass]\n", units=units)
    assert on["after"]["units"]["inf"]["carrier"] == "opel" and on["after"]["units"]["inf"]["hex"] == "A04"


@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        (TRUCK + "  inf: {type: ger_infantry_43, carrier: bus}\n", "there is no unit 'bus' to carry inf"),
        (TRUCK + "  rif: {type: sov_rifles_41, carrier: opel}\n", "opel carries nobody of that side"),
        (TRUCK + "  inf: {type: ger_infantry_43, carrier: opel, at: B01}\n", "inf is where its vehicle is"),
        (TRUCK + "  pz: {type: ger_pz_4h, carrier: opel}\n", "opel cannot carry pz"),
        (TRUCK + "".join(f"  inf-{n}: {{type: ger_infantry_43, carrier: opel}}\n" for n in (1, 2)),
         "opel cannot carry inf-1"),
        ("  inf: {type: ger_infantry_43, at: A01, facing: N, inside: true}\n",
         "inf: There is no Fortification in its hex."),
    ],
)  # fmt: skip
def test_loads_and_occupants_that_cannot_be(units, wrong):
    assert wrong in [said for _, said in mistakes(units)]


def test_a_fortification_covers_who_is_inside_it():
    works = "works: {A02: {kind: bunker_5, side: soviet, facing: S}}\n"
    inside = SQUADS.replace("facing: S", "facing: S, inside: true")
    bare, covered = (
        values("  - dr: {target: rif, from: inf}\n", units=u, more=works)[0]["value"] for u in (SQUADS, inside)
    )
    assert covered == bare + 5
    (target,) = values("  - hit_number: {attacker: inf, target: A02}\n", units=inside, more=works)
    assert target["allowed"] and target["dr"] > 0, "the Bunker itself"


def test_who_is_in_a_bunker_cannot_be_said_to_face_otherwise():
    works = "works: {A02: {kind: bunker_5, side: soviet, facing: N}}\n"
    inside = SQUADS.replace("facing: S", "facing: S, inside: true")
    assert "rif faces as the Fortification does that it is inside" in [said for _, said in mistakes(inside, works)]
    values("  - legal_choices: all\n", units=inside.replace("facing: S", "facing: N"), more=works)
    hides = inside.replace("inside: true", "inside: true, hidden: true")
    values("  - legal_choices: all\n", units=hides, more=works)


def test_a_hex_without_works_is_no_target():
    wrong = mistakes(SQUADS, questions="  - hit_number: {attacker: inf, target: B02}\n")
    assert wrong[0][1] == "no works in B02 can be destroyed"


def test_wire_and_mines_of_a_file_work():
    works = "works: {A03: {kind: barbed_wire, side: soviet}}\n"
    (played,) = values("  - play: [move inf A03 N, d6 6, d10 6]\n", units=SQUADS, more=works + "caps: {german: 0}\n")
    assert played["after"]["units"]["inf"]["spent"], "1AP and 6AP against a 6"
    mined = "works: {A03: {kind: mines, side: soviet, hidden: true}}\n"
    seen, blind = values("  - play: [pass]\n  - legal_choices: all\n    seen_by: german\n", units=SQUADS, more=mined)
    assert seen["after"]["works"]["A03"]["hidden"] and "move inf A03 N" in blind["choices"]


def test_smoke_covers_and_stops_the_line():
    light = "smoke: {A03: light}\n"
    plain, hazy = (
        values("  - hit_number: {attacker: inf, target: rif}\n", units=SQUADS, more=m)[0]["value"] for m in ("", light)
    )
    assert hazy == plain + 1
    (sight,) = values("  - line_of_sight: {from: inf, to: rif}\n", units=SQUADS, more="smoke: {A03: heavy}\n")
    assert not sight["clear"] and "Smoke" in sight["reason"]


def test_hidden_units_are_looked_for_and_stay_unseen_in_cover():
    wood = FIELD.replace(".  .  .  .  .\n", "W  .  .  .  .\n", 1) + "  legend: {W: woods}\n"
    units = "  inf: {type: ger_infantry_43, at: A03, facing: N}\n  rif: {type: sov_rifles_41, at: A01, hidden: true}\n"
    number, there, open_ground = values(
        "  - reveal_number: {at: A01, caps: 1}\n  - unseen: rif\n  - unseen: {unit: rif, at: A02}\n",
        units=units, board=wood,
    )  # fmt: skip
    assert number["value"] == 7, "6 and 2 for the Woods, less a CAP"
    assert there == {"hidden": True, "conceals": True} and open_ground == {"hidden": False, "conceals": False}


def test_units_may_hide_where_the_file_says_so():
    far = SQUADS.replace("A02", "E01")
    wall = FIELD.replace(".  .  .  .  .\n", ".  .  W  .  .\n") + "  legend: {W: woods}\n"
    refused, allowed = (
        values("  - why_not: sneak inf A04\n", units=far, board=wall, more=more)[0] for more in ("", "hiding: true\n")
    )
    assert (refused["allowed"], refused["rule"]) == (False, "sos-11.0-a") and allowed["allowed"]


def test_indirect_fire_is_seen_from_its_spotter_hex():
    wood = (
        "board:\n  picture: |\n    x  .  .\n    .  .  .\n    .  .  .\n    W  .  .\n    a  s  .\n  legend: {W: woods}\n"
    )
    units = "  mor: {type: ger_mortar_8cm, at: a, facing: N}\n  rif: {type: sov_rifles_41, at: x, facing: S}\n"
    by, direct = values(
        "  - hit_number: {attacker: mor, target: rif, spotter: s}\n  - hit_number: {attacker: mor, target: rif}\n",
        units=units, board=wood,
    )  # fmt: skip
    assert by["allowed"] and not direct["allowed"] and direct["rule"] == "sos-5.2-b"


def test_weapon_cards_flame_planes_and_artillery():
    close = SQUADS.replace("A04", "A03") + "  pio: {type: ger_panzer_engineer, at: A03, facing: N}\n"
    grenade, without, flame, plane, shell = values(
        "  - hit_number: {attacker: inf, target: rif, weapon: W01}\n"
        "  - hit_number: {attacker: inf, target: rif, weapon: W03}\n"
        "  - ar: {attacker: pio, target: rif, weapon: flame}\n  - ar: {attacker: W05, target: rif}\n"
        "  - ar: {attacker: W06, target: rif}\n",
        units=close, more="weapons: {german: [W01]}\n",
    )  # fmt: skip
    assert grenade["allowed"] and grenade["ar"] == 6
    assert (without["allowed"], without["rule"]) == (False, "sos-8.3-a")
    assert (flame["value"], plane["value"], shell["value"]) == (6, 4, 7)


def test_support_counts_for_a_group_attack():
    alone, helped = values(
        "  - ar: {attacker: inf, target: rif}\n  - ar: {attacker: inf, target: rif, support: 2}\n", units=SQUADS
    )
    assert helped["value"] == alone["value"] + 2


def test_groups_and_planes_are_played():
    more = "weapons: {soviet: [W04]}\nspecial: [{rule: airplane, card: W04, uses: 1, rounds: [1]}]\nturn: soviet\n"
    (struck,) = values("  - play: [plane W04, at A05 N]\n", units=SQUADS, more=more + "caps: {soviet: 1, german: 0}\n")
    assert any("comes in over A05" in line["text"] for step in struck["steps"] for line in step["events"])
    pair = SQUADS + "  mg: {type: ger_mg34, at: A04, facing: N}\n"
    (moved,) = values(
        "  - play: [group inf, with mg, act move, move inf A03 N, finish, d10 7]\n",
        units=pair,
        more="caps: {german: 0}\n",
    )
    assert moved["after"]["units"]["inf"]["hex"] == "A03" and moved["after"]["units"]["mg"]["hex"] == "A04"
