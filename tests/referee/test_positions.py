"""What a referee file can say about a position, and that the answers follow it."""

from balka.referee import referee_text


def ask(questions, board="", units="", more=""):
    ground = board or "board:\n  picture: |\n    .  .  .  .  .\n    .  .  .  .  .\n    .  .  .  .  .\n"
    text = f"game: sos\n{ground}units:\n{units}{more}questions:\n{questions}"
    return referee_text(text)


def values(questions, **parts):
    return [asked.answer.values for asked in ask(questions, **parts).answers]


PAIR = "  gren: {type: gren, at: A02, facing: SE}\n  rif: {type: sov_rifles_41, at: C02, facing: NW}\n"


def test_types_are_found_by_id_short_name_and_name():
    units = PAIR + "  pak: {type: PaK 38, at: B01, facing: S}\n  mortar: {type: 82mm, at: B01, facing: S}\n"
    (after,) = values("  - play: [pass]\n", units=units)
    types = {name: unit["type"] for name, unit in after["after"]["units"].items()}
    assert types == {"gren": "Panzer Grenadier Squad", "rif": "Rifles '41 Squad", "pak": "PaK38 5cm AT Gun",
                     "mortar": "82mm Mortar"}  # fmt: skip


def test_figures_may_be_changed_or_written_out():
    units = (
        "  gren: {type: gren, at: A02, facing: SE, figures: {red_fp: 7}}\n"
        "  tank: {side: soviet, figures: {attack_cost: 5, move_cost: 1, red_fp: 4, blue_fp: 8, front_def: 18,"
        " flank_def: 15, def_color: blue, move_type: tracked, range: 8}, at: C02, facing: NW}\n"
        "  rif: {type: Rifles '41, at: C02, facing: NW}\n"
    )
    red, blue = values(
        "  - ar: {attacker: gren, target: rif}\n  - hit_number: {attacker: gren, target: tank}\n", units=units
    )
    assert red["value"] == 7
    assert (blue["dr"], blue["ar"]) == (18, 0)


def test_a_hit_marker_lies_face_up_or_down():
    units = PAIR.replace("NW}", "NW, hit: {marker: cowering, face: down}}")
    known, guessed = values(
        "  - dr: {target: rif, from: gren}\n  - dr: {target: rif, from: gren}\n    seen_by: german\n", units=units
    )
    assert known["value"] == 13
    assert (guessed["value"], guessed["low"], guessed["high"]) == (None, 12, 13)
    (shown,) = values(
        "  - dr: {target: rif, from: gren}\n    seen_by: german\n", units=PAIR.replace("NW}", "NW, hit: cowering}")
    )
    assert shown["value"] == 13


def test_digging_in_and_being_spent_and_stressed_count():
    units = "  gren: {type: gren, at: A02, facing: SE, spent: true, stressed: true}\n" + (
        "  rif: {type: Rifles '41, at: C02, facing: NW, dug_in: true}\n"
    )
    defence, cost, refused = values(
        "  - dr: {target: rif, from: gren}\n  - action_cost: fire gren C02\n  - why_not: fire gren C02\n",
        units=units,
        more="caps: {german: 3}\n",
    )
    assert defence["value"] == 13
    assert (cost["value"], cost["allowed"], cost["rule"]) == (4, False, "sos-2.2-b")
    assert refused["rule"] == "sos-2.2-b"


def test_a_cost_is_told_whoever_is_on_turn():
    (cost,) = values("  - action_cost: fire rif A02\n", units=PAIR)
    assert (cost["value"], cost["allowed"]) == (4, True)


def test_the_month_and_the_options_matter():
    board = "board:\n  picture: |\n    .  C  .\n    .  C  .\n    .  C  .\n  legend: {C: corn}\n"
    questions = "  - line_of_sight: {from: A02, to: C02}\n  - action_cost: move gren B02 SE\n"
    june = values(questions, board=board, units=PAIR, more="month: June\n")
    august = values(questions, board=board, units=PAIR, more="month: August\n")
    manual = values(questions, board=board, units=PAIR, more="month: August\noptions: {corn: manual}\n")
    assert [one[0]["clear"] for one in (june, august, manual)] == [True, False, False]
    assert [one[1]["value"] for one in (june, august, manual)] == [1, 2, 1]
    assert august[0]["blocked_by"] == ["B02", "B03"]


def test_corn_hides_nothing_from_what_drives():
    board = "board:\n  picture: |\n    .  C  .\n    .  C  .\n    .  C  .\n  legend: {C: corn}\n"
    units = PAIR + "  tank: {type: sov_t34c, at: C02, facing: NW}\n"
    foot, tank = values(
        "  - line_of_sight: {from: gren, to: rif}\n  - line_of_sight: {from: gren, to: tank}\n",
        board=board,
        units=units,
        more="month: August\n",
    )
    assert (foot["clear"], tank["clear"]) == (False, True)


def test_roads_cancel_difficult_terrain():
    board = "board:\n  hexes: {A02: open, B02: woods, C02: open}\n"
    without = values("  - action_cost: move gren B02 SE\n", board=board, units=PAIR)
    along = values("  - action_cost: move gren B02 SE\n", board=board + "  roads: [[A02, B02, C02]]\n", units=PAIR)
    assert (without[0]["value"], along[0]["value"]) == (2, 1)


def test_printed_maps_join():
    units = "  gren: {type: gren, at: 7-J05, facing: N}\n"
    (sight,) = values("  - line_of_sight: {from: 7-J05, to: 8-C03}\n", board="map: [7, 8]\n", units=units)
    assert sight["distance"] > 8
    turned = "map: [7, {map: 8, at: [0, 1], rotated: true}]\n"
    (other,) = values("  - line_of_sight: {from: 7-J05, to: 8-C03}\n", board=turned, units=units)
    assert other["distance"] != sight["distance"]


def test_hands_open_windows_and_cards_are_played():
    more = "hands: {soviet: [Battlefield Confusion]}\ncaps: {german: 0}\n"
    (played,) = values("  - play: [fire gren C02, 2d6 =2, play 06, d10 7]\n", units=PAIR, more=more)
    costs = [line["tally"]["value"] for step in played["steps"] for line in step["events"] if "tally" in line]
    assert costs == [6]
    assert played["now"]["waiting_for"] == ["soviet"]


def test_waiting_units_enter_when_due():
    units = PAIR + "  late: {type: Infantry, waiting: {round: 2, entry: [A01]}}\n"
    early, due = (
        values("  - why_not: enter late A01 S\n", units=units, more=f"round: {number}\n")[0] for number in (1, 2)
    )
    assert (early["allowed"], early["rule"]) == (False, "sos-9.9-a")
    assert due["allowed"]


HILL = "board:\n  hexes: {A01: open, A02: %s, A03: {terrain: open, elevation: 1}}\n"
SLOPE = "  inf: {type: Infantry, at: A03, facing: N}\n  rif: {type: sov_rifles_41, at: A01, facing: S}\n"


def test_levels_and_hexsides_count():
    asked = "  - hit_number: {attacker: inf, target: rif}\n  - line_of_sight: {from: inf, to: rif}\n"
    number, sight = values(asked, board=HILL % "open", units=SLOPE)
    assert number["ar"] == 5 and number["dr"] == 12 and sight["clear"]
    edge = HILL % "open" + "  hexsides: [{between: [A01, A02], kind: small_balka}]\n"
    assert values(asked, board=edge, units=SLOPE)[0]["dr"] == 13
    _, blocked = values(asked, board=HILL % "woods", units=SLOPE)
    assert not blocked["clear"] and blocked["blocked_by"] == ["A02"]


def test_hidden_units_are_hidden():
    units = SLOPE.replace("facing: S", "hidden: true")
    asked = "  - why_not: fire inf A01\n  - why_not: recon inf\n"
    fire, recon = values(asked, board=HILL % "open", units=units, more="turn: german\n")
    assert (fire["allowed"], fire["rule"]) == (False, "sos-6.0-b") and recon["allowed"]
    (sneak,) = values("  - action_cost: sneak rif A02\n", board=HILL % "woods", units=units)
    assert sneak["value"] == 5


def test_a_question_may_come_after_some_play():
    (number,) = values(
        "  - hit_number: {attacker: gren, target: rif}\n    after: [pass, move rif B02 NW, caps 0, d10 7]\n", units=PAIR
    )
    assert (number["ar"], number["dr"]) == (8, 12)


def test_the_game_may_end_in_a_play():
    (played,) = values("  - play: [pass, pass]\n", units=PAIR, more="round: 5\nvp: {side: german, value: 3}\n")
    assert played["now"]["over"] and played["verdict"]["winner"] == "german"


def test_a_rally_that_cannot_be():
    (number,) = values("  - rally_number: gren\n", units=PAIR)
    assert (number["value"], number["rule"]) == (None, "sos-7.6-a")
    beside = PAIR.replace("C02, facing: NW", "A02, facing: NW, hit: pinned")
    (crowded,) = values("  - rally_number: rif\n", units=beside)
    assert (crowded["value"], crowded["rule"]) == (7, "sos-7.9-a")


def test_cards_in_the_hand_are_among_the_legal_choices():
    (choices,) = values("  - legal_choices: all\n", units=PAIR, more="hands: {german: [02]}\n")
    assert {"play 02", "pass", "fire gren C02"} <= set(choices["choices"])
    (play,) = values("  - legal_choices: play\n", units=PAIR, more="hands: {german: [02]}\n")
    assert play["choices"] == ["play 02"]


def test_a_marker_nobody_at_the_table_has_seen_gives_ranges():
    units = PAIR.replace("NW}", "NW, hit: unknown}")
    number, cost, rally = values(
        "  - hit_number: {attacker: gren, target: rif}\n  - action_cost: fire gren C02\n  - rally_number: rif\n",
        units=units,
    )
    assert (number["value"], number["low"], number["high"]) == (None, 7, 8)
    assert cost["value"] == 3
    assert rally["value"] is None
