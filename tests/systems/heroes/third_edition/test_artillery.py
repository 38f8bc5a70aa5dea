"""Off-board artillery: secret plans, drift, shells on friend and foe. [13.4-13.9, 14.2, 9.4, 8.8, cards W06, W07]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, on

from balka.core.proof import rule
from balka.systems.heroes.chapters.artillery import Planning, Strike
from balka.systems.heroes.data.mission_data import Oba

FIELD = """
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . . . . .
    . . . . . . .
    a . . . . . y
"""


def gunnery(picture: str = FIELD, card: str = "W06", *, told: dict[str, Any] | None = None, **rules: Any) -> Game:
    """A game in Round 1 whose German or Soviet player may plan a strike in Round 2."""
    side = GERMAN if card == "W06" else SOVIET
    special = (
        Oba(card=card, plan=rules.pop("plan", (2,)), smoke=rules.pop("smoke", True), zone=rules.pop("zone", None)),
    )
    units = rules or {"a": "inf N", "x": "rif S", "y": "rif N"}
    facts = {"special": special, "weapons": {side: (card,)}, **(told or {})}
    return on(picture, told=facts, **units)


def to_next_round(game: Game) -> Game:
    """Both sides pass; stop at the first question of the Pre-Round Sequence."""
    return game.play("pass").begin("pass")


def planned(game: Game, sentence: str) -> Game:
    """Plan in Round 2 and play that Round; stop where the strike lands."""
    to_next_round(game).begin(sentence, "caps 0", dice=[1, 1])
    return to_next_round(game)


def aimed(game: Game, *dice: int | str, caps: int = 0) -> Game:
    """The arrow points north, the Drift Check is rolled."""
    return game.begin("arrow N", f"caps {caps}", dice=dice)


# -- planning


@rule("sos-13.4-a", "sos-9.4-h", "sos-8.8-b", "sos-8.3-a")
def test_strikes_are_planned_in_the_rounds_the_mission_allows():
    game = to_next_round(gunnery(plan=(3,)))
    assert game.asked == "initiative" and game.state.tracks.round == 2
    game.begin("caps 0", dice=[1, 1])
    assert to_next_round(game).asked == "artillery.plan" and game.seat == GERMAN


@rule("sos-13.4-a")
def test_without_the_card_nothing_is_planned():
    game = gunnery(told={"weapons": {}})
    assert to_next_round(game).asked == "initiative"


@rule("sos-13.5-a")
def test_a_plan_is_secret():
    game = to_next_round(gunnery()).begin("plan W06 D03 he")
    assert game.state.secrets[GERMAN] and not game.view(SOVIET).state.secrets[GERMAN]
    assert any("D03" in line for line in game.heard(GERMAN))
    assert not any("D03" in line for line in game.heard(SOVIET))
    assert any("plans" in line for line in game.heard(SOVIET))


@rule("sos-13.5-a")
def test_holding_fire_sounds_the_same():
    plan = to_next_round(gunnery()).begin("plan W06 D03 he").heard(SOVIET)
    assert to_next_round(gunnery()).begin("hold W06").heard(SOVIET) == plan


@rule("sos-13.5-a")
def test_both_sides_plan_at_the_same_time():
    """[D1] While one side thinks the other may plan, and neither sees what the other says."""
    special = (Oba(card="W06", plan=(2,)), Oba(card="W07", plan=(2,)))
    game = on(FIELD, a="inf N", x="rif S", told={"special": special, "weapons": {GERMAN: ("W06",), SOVIET: ("W07",)}})
    to_next_round(game)
    assert [ask.seat for ask in game.state.asks] == [GERMAN, SOVIET]
    step = game.state.apply("plan W07 A01 he", SOVIET)
    lanes = step.state.view(GERMAN).stack[-1]
    assert isinstance(lanes, Planning) and all(not lane.said for lane in lanes.lanes)


@rule("sos-13.5-b", "sos-9.4-i")
def test_a_strike_lands_one_full_round_later():
    game = to_next_round(gunnery()).begin("plan W06 D03 he", "caps 0", dice=[1, 1])
    assert game.asked == "turn" and game.state.tracks.round == 2 and not game.unit("x").marker
    to_next_round(game)
    assert game.asked == "strike.aim" and game.state.tracks.round == 3
    assert any("D03" in line for line in game.heard(SOVIET)), "now it is read out"
    aimed(game, 3).begin("caps 0", dice=[1, 1])
    assert not game.state.secrets[GERMAN]


@rule("sos-13.5-c")
def test_any_hex_unless_the_mission_limits_it():
    game = to_next_round(gunnery())
    assert len(game.choices("plan", "W06")) == 2 * 42
    limited = gunnery(zone="there")
    limited.state.setting.zones["there"] = 1 << limited.state.setting.board.hex("B02")
    assert to_next_round(limited).choices("plan", "W06") == ["plan W06 B02 he", "plan W06 B02 smoke"]


@rule("sos-13.6-a")
def test_new_strikes_are_planned_before_old_ones_land():
    game = planned(gunnery(plan=(2, 3)), "plan W06 D03 he")
    assert game.asked == "artillery.plan"
    assert game.begin("plan W06 A01 he").asked == "strike.aim"
    strike = game.state.stack[-1]
    assert isinstance(strike, Strike) and strike.target == game.state.setting.board.hex("D03")


# -- drift


@rule("sos-13.6-b", "sos-13.6-c")
def test_first_the_marker_then_the_drift_check_then_the_attacks():
    game = planned(gunnery(), "plan W06 D03 he")
    assert game.choices() == [f"arrow {side}" for side in ("N", "NE", "SE", "S", "SW", "NW")]
    assert game.begin("arrow SW").asked == "strike.drift"
    assert game.begin("caps 0", dice=[6]).asked == "attack.roll"


@rule("sos-13.7-a", "sos-13.7-b", "sos-13.7-c", "sos-card-W07-a")
@pytest.mark.parametrize(("card", "number"), [("W06", 3), ("W07", 4)])
def test_the_drift_number_or_more_is_on_target(card, number):
    for roll, asked in ((number, "attack.roll"), (number - 1, "strike.direction")):
        game = planned(gunnery(card=card, x="rif S", a="inf N", picture=FIELD), f"plan {card} D03 he")
        assert aimed(game, roll).asked == asked


@rule("sos-card-07-b", "sos-13.7-d")
def test_whether_a_strike_on_target_is_welcome_its_owner_judges():
    game = to_next_round(gunnery(told={"hands": {GERMAN: ("07",)}}))
    game.begin("plan W06 D03 he", "caps 0", "keep", dice=[1, 1])
    to_next_round(game).begin("arrow N", "caps 0", dice=[6])
    assert game.asked == "roll.after" and game.state.stack[-1].pointless(game.state, GERMAN) is None


@rule("sos-13.7-d", "sos-9.4-k")
def test_caps_change_the_drift_number_both_ways():
    """The CAPs are those of the Round that is about to begin."""
    lower = aimed(planned(gunnery(), "plan W06 D03 he"), 1, caps=2)
    assert lower.asked == "attack.roll" and lower.caps(GERMAN) == 4
    assert aimed(planned(gunnery(), "plan W06 D03 he"), 4, caps=-2).asked == "strike.direction"


@rule("sos-13.7-e", "sos-13.7-f")
@pytest.mark.parametrize(
    ("arrow", "direction", "lands"), [("N", 1, "D01"), ("N", 2, "F02"), ("N", 4, "D05"), ("SE", 6, "F02")]
)
def test_it_drifts_as_far_as_the_failed_die_shows(arrow, direction, lands):
    """Two hexes; 1 is where the arrow points, the numbers run clockwise."""
    game = planned(gunnery(smoke=True), "plan W06 D03 smoke")
    game.begin(f"arrow {arrow}", "caps 0", "caps 0", dice=[2, direction])
    board = game.state.setting.board
    middle = board.hex(lands)
    covered = {board.hex(label) for label in game.state.position.smoke}
    assert covered == {h for h in range(len(board)) if board.distance(h, middle) <= 1}


@rule("sos-13.7-g")
@pytest.mark.parametrize(("caps", "lands"), [(1, "F02"), (2, "F04"), (-1, "B02")])
def test_the_direction_may_be_shifted_by_caps_said_before_the_roll(caps, lands):
    game = planned(gunnery(), "plan W06 D03 smoke")
    game.begin("arrow N", "caps 0", f"caps {caps}", dice=[2, 1])
    board = game.state.setting.board
    assert board.labels[board.hex(lands)] in game.state.position.smoke
    assert len(game.state.position.smoke) == 7 and game.caps(GERMAN) == 6 - abs(caps)


@rule("sos-13.7-e")
def test_what_drifts_off_the_map_falls_where_nobody_is():
    game = planned(gunnery(), "plan W06 D01 smoke")
    game.begin("arrow N", "caps 0", "caps 0", dice=[2, 1])
    assert not game.state.position.smoke
    edge = planned(gunnery(), "plan W06 D02 smoke")
    edge.begin("arrow N", "caps 0", "caps 0", dice=[2, 1])
    assert sorted(edge.state.position.smoke) == ["D01"], "half of it lies beyond the edge"


@rule("sos-13.7-h")
@pytest.mark.parametrize(("value", "lands"), [("rulebook", "D05"), ("manual", "D03")])
def test_by_the_older_manual_a_strike_stays_near(value, lands):
    picture = "\n".join(["x"] + ["."] * 8)
    game = planned(gunnery(picture, told={"options": {"drift": value}}, x="rif S"), "plan W06 A01 smoke")
    game.begin("arrow S", "caps -2", "caps 0", dice=[4, 1])
    board = game.state.setting.board
    assert sorted(game.state.position.smoke)[1] == board.labels[board.hex(lands.replace("D", "A"))]


# -- shells


@rule("sos-13.8-a", "sos-13.8-c", "sos-card-W06-a", "sos-13.9-b")
def test_every_unit_in_seven_hexes_is_rolled_for():
    picture = """
        . . . . .
        . z x . .
        . . . . .
        . . . w .
    """
    game = planned(gunnery(picture, x="rif S", z="rif N", w="rif S"), "plan W06 C02 he")
    aimed(game, 6)
    assert sorted(game.choices()) == ["at x", "at z"], "w is two hexes away"
    game.begin("at x")
    assert game.need("caps 0") == 11 - 7
    game.begin("caps 0", dice=[1, 3, "pinned"]).begin("caps 0", dice=[1, 2])
    assert game.unit("x").marker and not game.unit("z").marker and game.asked == "initiative"


@rule("sos-13.8-b", "sos-13.8-d")
def test_friends_are_attacked_too_and_caps_may_spare_them():
    game = aimed(planned(gunnery("a . .\n. . .", a="hmg42 N"), "plan W06 A01 he"), 6)
    assert game.need("caps 0") == 10 - 7 and game.need("caps -2") == 5
    game.begin("caps -2", dice=[1, 3])
    assert not game.unit("a").marker and game.caps(GERMAN) == 4


@rule("sos-13.8-d")
def test_against_enemies_caps_only_help_to_hit():
    game = aimed(planned(gunnery(), "plan W06 D03 he"), 6)
    assert game.choices() == ["caps 0", "caps 1", "caps 2"]


@rule("sos-card-W06-b")
@pytest.mark.parametrize(("ground", "cover"), [("S", 2), ("B", 1), ("W", 0), (".", 0)])
def test_terrain_covers_from_artillery_except_woods(ground, cover):
    picture = f"x:{ground}" if ground != "." else "x"
    game = aimed(planned(gunnery(f"{picture} . .\n. . .", x="rif S"), "plan W06 A01 he"), 6)
    assert game.need("caps 0") == 11 + cover - 7


@rule("sos-13.8-c")
def test_no_bonus_for_nearness_or_height():
    game = aimed(planned(gunnery("x:1 . .\n. . a", x="rif S", a="inf N"), "plan W06 A01 he"), 6)
    tallies = {tally.name: tally.value for tally in game.check("caps 0").tallies}
    assert tallies == {"Defense Rating": 11, "Attack Rating": 7}


@rule("sos-8.8-a")
def test_artillery_costs_nothing_and_nobody_is_spent():
    game = aimed(planned(gunnery(), "plan W06 D03 he"), 6).begin("caps 0", dice=[1, 1])
    assert game.caps(GERMAN) == 6 and not game.unit("a").spent and game.asked == "initiative"


@rule("sos-8.8-c", "sos-card-W06-a", "sos-card-W07-a", "sos-8.4-e")
def test_the_cards_say_how_hard_they_strike():
    cards = box().cards
    for card, side in (("W06", GERMAN), ("W07", SOVIET)):
        kind = cards[card]
        assert (kind.copies, kind.kind, kind.side, kind.red_fp, kind.cost) == (1, "artillery", side, 7, 0)


# -- hidden units


def shelled_in_hiding(value: str, *dice: int | str) -> Game:
    units = {"a": "inf N", "x": "rif S", "h": "rif43 S hidden"}
    told = {"options": {"hidden_barrage": value}}
    game = planned(gunnery("x h:W . .\n. . . .\n. . . .\n. . . a", told=told, **units), "plan W06 A01 he")
    return aimed(game, 6).begin("caps 0", dice=[1, 1, *dice])


@rule("sos-13.8-a", "sos-13.8-e")
def test_hidden_units_are_rolled_for_in_secret_and_a_miss_tells_nobody():
    game = shelled_in_hiding("secret", 1, 1)
    assert game.is_hidden("h") and game.asked == "initiative"
    assert not any("rif43" in line or "43 Squad" in line for seat in (GERMAN, SOVIET) for line in game.heard(seat))


@rule("sos-13.8-e")
def test_a_hit_reveals_a_hidden_unit():
    game = shelled_in_hiding("secret", 3, 2)
    assert game.asked == "reveal.face" and game.seat == SOVIET
    game.begin("face h N", dice=["pinned"])
    assert not game.is_hidden("h") and game.unit("h").marker == "soft_pinned"


@rule("sos-13.8-e")
def test_a_hidden_unit_elsewhere_costs_a_roll_in_vain():
    """How many are rolled for does not tell where they are."""
    units = {"a": "inf N", "x": "rif S", "h": "rif43 S hidden"}
    game = planned(gunnery("x . . h:W\n. . . .\n. . . .\na . . .", **units), "plan W06 A01 he")
    aimed(game, 6).begin("caps 0", dice=[1, 1, 6, 6])
    assert game.is_hidden("h") and game.asked == "initiative"


@rule("sos-13.8-e")
def test_played_openly_artillery_finds_hidden_units_first():
    units = {"a": "inf N", "x": "rif S", "h": "rif43 S hidden"}
    told = {"options": {"hidden_barrage": "open"}}
    game = planned(gunnery("x h:W . .\n. . . .\n. . . .\n. . . a", told=told, **units), "plan W06 A01 he")
    aimed(game, 6).begin("face h N")
    assert sorted(game.choices()) == ["at h", "at x"]


# -- smoke


@rule("sos-14.2-a")
def test_smoke_must_be_noted_when_it_is_planned():
    assert to_next_round(gunnery()).offers("plan W06 D03 smoke")
    assert not to_next_round(gunnery(smoke=False)).offers("plan W06 D03 smoke")
    shells = aimed(planned(gunnery(), "plan W06 D03 he"), 6)
    assert shells.asked == "attack.roll" and not shells.state.position.smoke


@rule("sos-14.2-b", "sos-14.2-c", "sos-14.0-c", "sos-14.0-a")
def test_smoke_drifts_and_covers_seven_hexes_without_harm():
    game = planned(gunnery(), "plan W06 D03 smoke")
    aimed(game, 6)
    assert len(game.state.position.smoke) == 7 and set(game.state.position.smoke.values()) == {"heavy"}
    assert not game.unit("x").marker and game.asked == "initiative"


@rule("sos-9.10-a")
def test_no_artillery_and_no_smoke_before_mission_four():
    for mission in box().missions:
        if mission.number < 4:
            kinds = {kind for force in mission.forces.values() for kind in force.unit_counts()}
            assert not any(isinstance(rule, Oba) for rule in mission.special)
            assert not any("smoke" in box().units[kind].flags for kind in kinds)
