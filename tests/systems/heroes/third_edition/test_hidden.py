"""Hidden units: moving unseen, being found, Recon by Fire, Snipers, Scout Teams. [chapter 11, card 14]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on, parts

from balka.core.citing import own_rows
from balka.core.proof import rule
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.show.scene import scene

SOME = {GERMAN: 5, SOVIET: 5}
LINE = "x\n.\n.\n.\n.\na"


def line(ground: str = ".", away: int = 5, **more: Any) -> Game:
    """A Hidden German squad in some ground, a Soviet squad that many hexes north of it."""
    picture = "\n".join(["x", *["."] * (away - 1), f"a:{ground}", "."])
    return on(picture, **{"a": "inf N hidden", "x": "rif S", **more})


# -- 11.0 where they are


@rule("sos-11.0-a")
def test_the_mission_says_who_starts_hidden():
    state = GAME.start("sos/corn")
    hidden = {entry.counter for entry in state.setting.roster if entry.hidden}
    while state.asks[0].kind == "setup":
        state = state.apply("ready").state
    assert hidden and set(state.position.hidden) == hidden


@rule("sos-11.0-b")
def test_only_its_own_side_knows_where_a_hidden_unit_is():
    game = line()
    assert game.view(GERMAN).is_hidden("a") and game.view(GERMAN).at("a") == "A06"
    assert not game.view(SOVIET).is_hidden("a") and "a" not in game.view(SOVIET).state.position.units
    assert b'"a"' not in game.state.view(SOVIET).to_json(), "no record of it reaches the other seat"


@rule("sos-11.4-c")
def test_where_a_spent_unit_hides_is_secret_while_it_pays():
    told = {"hiding": True, "hands": {GERMAN: (), SOVIET: ("06",)}}
    game = on("x\nS\na\n.", a="inf N spent", x="rif S", caps={GERMAN: 6, SOVIET: 0}, told=told).begin("sneak a A04")
    actions = [frame for frame in game.state.view(SOVIET).stack if isinstance(frame, Action)]
    assert game.asked == "cost.window" and actions and all(frame.hex < 0 for frame in actions)


# -- 11.1 what reveals


@rule("sos-11.1-a", "sos-11.6-a")
@pytest.mark.parametrize("action", ["stall a", "sneak a A07", "rally a"])
def test_stall_rally_and_hidden_move_do_not_reveal(action: str):
    game = line("W", a="inf N hidden pinned" if action.startswith("rally") else "inf N hidden")
    game.play(action, dice=[1, 1, 1] if action.startswith("rally") else [1])
    assert game.is_hidden("a") and game.unit("a").spent, "it stays Hidden and is noted as Spent"
    assert not any("inf" in said.lower() or "A06" in said for said in game.heard(SOVIET))


@rule("sos-11.1-a", "sos-8.9-a")
def test_a_card_with_the_hidden_icon_does_not_reveal_and_others_are_not_for_hidden_units():
    game = line("W", a="inf N hidden pinned", told=hands("03 08 09 10"))
    played = {card for card in ("03", "08", "09", "10") if game.offers(f"play {card} a")}
    assert played == {card for card in ("03", "08", "09", "10") if "hidden" in box().cards[card].icons} == {"03", "10"}
    game.play("play 03 a", dice=[6])
    assert game.is_hidden("a") and not game.unit("a").marker
    assert not any("Infantry" in said for said in game.heard(SOVIET)), "the card is seen, not who plays it"


@rule("sos-11.1-a")
def test_a_hidden_unit_that_would_fire_is_told_to_be_shown_first():
    game = on("x\n.\n.\na:W\n.\n.\ny", a="inf N hidden", x="rif S", y="rif N")
    for said in ("fire a x", "fire a y", "pivot a S"):
        assert game.why_not(said) == "sos-11.1-a"


@rule("sos-11.1-a")
def test_everything_else_is_done_in_the_open():
    game = line("W")
    assert game.verbs("a") == {"sneak", "stall", "reveal"}
    game.begin("reveal a N")
    assert not game.is_hidden("a") and {"move", "fire", "pivot"} <= game.verbs("a"), "it may act in the same Turn"


@rule("sos-11.1-b")
@pytest.mark.parametrize("mover", ["b", "x"])
def test_sharing_a_hex_with_anybody_in_view_reveals(mover: str):
    picture = "a:W\nb\n." if mover == "b" else "a:W\nx\n."
    units = {"a": "inf N hidden", mover: "inf N" if mover == "b" else "rif N"}
    game = on(picture, active=GERMAN if mover == "b" else SOVIET, **units)
    game.begin(f"move {mover} A01 N")
    assert not game.is_hidden("a") and game.asked == "reveal.face"


@rule("sos-11.1-c")
@pytest.mark.parametrize("kind", ["maul N hidden", "tiger N hidden"])
def test_a_vehicle_in_the_open_is_seen_at_any_distance(kind: str):
    game = line(away=9, a=kind, active=SOVIET).begin("move x A02 S")
    assert not game.is_hidden("a")
    woods = line("W", away=9, a=kind, active=SOVIET).play("move x A02 S", dice=[6])
    assert woods.is_hidden("a")


@rule("sos-11.1-d", "sos-11.5-b")
@pytest.mark.parametrize(("away", "found"), [(3, True), (4, False)])
def test_foot_in_the_open_is_seen_from_two_hexes(away: int, found: bool):
    game = line(away=away, active=SOVIET)
    game.begin("move x A02 S", dice=[] if found else [6])
    assert game.is_hidden("a") != found


@rule("sos-11.1-g")
def test_by_the_manual_vehicles_too_are_seen_only_from_two_hexes():
    manual = {"options": {"hidden_sight": "manual"}}
    far = line(away=4, a="tiger N hidden", active=SOVIET, told=manual).play("move x A02 S", dice=[6])
    assert far.is_hidden("a")
    near = line(away=3, a="tiger N hidden", active=SOVIET, told=manual).begin("move x A02 S")
    assert not near.is_hidden("a")


@rule("sos-11.1-f", "sos-11.2-a", "sos-11.2-b")
@pytest.mark.parametrize("way", ["N", "SE", "S"])
def test_an_owner_reveals_at_will_on_the_noted_hex_facing_as_he_likes(way: str):
    game = line("W").begin(f"reveal a {way}")
    assert game.at("a") == "A06" and game.facing("a") == way and game.asked == "turn"
    assert any("A06" in said for said in game.heard(SOVIET))


@rule("sos-11.2-b")
def test_the_owner_picks_the_facing_of_a_unit_that_is_found():
    game = on("a:W\nx", a="inf N hidden", x="rif N", active=SOVIET).begin("move x A01 N")
    assert game.seat == GERMAN and game.offers("face a NE")
    game.begin("face a SW", dice=[6])
    assert game.facing("a") == "SW"


# -- 11.3 to 11.6 moving unseen


@rule("sos-11.3-a", "sos-11.3-b")
def test_a_hidden_move_costs_five_whatever_the_ground():
    game = on("x\nW\nW\n2\n.\na", a="inf N hidden", x="rif S")
    assert game.parts("sneak a A05") == [(5, "11.3-a")]
    into_woods = on("x\n.\n.\n.\nW\na", a="inf S hidden", x="rif S")
    assert into_woods.parts("sneak a A05") == [(5, "11.3-a")], "no Woods, nothing for moving backwards"
    uphill = on("x\n.\n.\nW1\n1\na", a="inf S hidden", x="rif S")
    assert uphill.parts("sneak a A05") == [(5, "11.3-a")]


@rule("sos-11.3-a", "sos-11.4-c")
def test_a_unit_becomes_hidden_in_its_hex_or_beside_it_where_no_enemy_sees():
    game = on("x\nW\na\n.", a="inf N", x="rif S", told={"hiding": True})
    assert set(game.choices("a", "sneak")) == {"sneak a A03", "sneak a A04"}, "the enemy sees A02"
    game.play("sneak a A04", dice=[6])
    assert game.is_hidden("a") and game.at("a") == "A04" and game.stressed("a")
    assert "A04" not in " ".join(game.heard(SOVIET)) and any("goes into hiding" in said for said in game.heard(SOVIET))


def taxed() -> str:
    """A marker that makes moves dearer and does not forbid them."""
    marker = next(m for m in box().markers.values() if m.pile == "soft" and m.move_cost and not m.bars_move)
    return marker.id.removeprefix("soft_")


@rule("sos-11.3-c", "sos-11.3-d")
def test_stress_and_hit_markers_make_a_hidden_move_dearer():
    amount = box().markers[f"soft_{taxed()}"].move_cost
    game = line("W", a=f"inf N hidden stressed {taxed()}")
    assert game.parts("sneak a A07") == [(5, "11.3-a"), (amount, "7.3-a"), (1, "2.6-a")]
    older = line("W", a=f"inf N hidden stressed {taxed()}", told={"options": {"hidden_cost": "manual"}})
    assert older.parts("sneak a A07") == [(5, "11.3-a"), (1, "2.6-a")]


@rule("sos-11.4-a")
def test_a_unit_that_cannot_move_cannot_hide():
    game = on("x\nW\na\n.", a="inf N pinned", x="rif S", told={"hiding": True})
    assert "sneak" not in game.verbs("a") and game.why_not("sneak a A03") == "sos-7.3-b"


@rule("sos-11.4-b")
def test_a_unit_in_sight_cannot_hide():
    game = on("x\n.\na\nW", a="inf N", x="rif S", told={"hiding": True})
    assert "sneak" not in game.verbs("a") and game.why_not("sneak a A03") == "sos-11.4-b"
    unseen = on("x\n.\na\nW", a="inf N", x="rif S hidden", told={"hiding": True})
    assert unseen.offers("sneak a A03"), "an enemy nobody knows of forbids nothing"


@rule("sos-11.4-c")
def test_a_unit_does_not_hide_beside_friends_in_view():
    game = on("x\nW\na+b\n.", a="inf N", b="inf N", x="rif S", told={"hiding": True})
    assert game.choices("a", "sneak") == ["sneak a A04"]


@rule("sos-11.4-d", "sos-11.5-a")
def test_a_group_hides_and_a_hidden_group_moves_one_hex_each():
    game = on("x\nW\na\nb\n.\n.", a="inf N hidden", b="inf N hidden", x="rif S").gather("a", "b")
    game.begin("act sneak", "sneak a A04")
    assert game.offers("sneak b A05") and not game.offers("sneak b A06") and game.offers("finish")
    game.play("sneak b A05", dice=[6])
    assert (game.at("a"), game.at("b")) == ("A04", "A05") and game.is_hidden("a") and game.is_hidden("b")
    assert game.stressed("a") and game.stressed("b")
    assert not any("A0" in said or "Infantry" in said for said in game.heard(SOVIET))


@rule("sos-11.5-a")
def test_hidden_units_move_one_hex_out_of_sight():
    game = line("W", away=3)
    assert not game.offers("sneak a A02") and game.why_not("sneak a A02") == "sos-11.5-a"
    tank = on("x\n.\n.\n.\n.\nW\na:W", a="tiger N hidden", x="rif S")
    assert not tank.offers("sneak a A06"), "A06 is in sight and a vehicle must stay out of it"
    blocked = on("x\nW\n.\n.\n.\nW\na:W", a="tiger N hidden", x="rif S")
    assert blocked.offers("sneak a A06")


@rule("sos-11.5-b")
@pytest.mark.parametrize(("away", "allowed"), [(3, False), (4, True)])
def test_foot_goes_into_open_ground_in_sight_three_hexes_from_an_enemy(away: int, allowed: bool):
    picture = "\n".join(["x", *["."] * (away - 1), "a:W"])
    game = on(picture, a="inf N hidden", x="rif S")
    assert game.offers(f"sneak a A{away:02}") == allowed


@rule("sos-11.5-c", "sos-11.5-d", "sos-11.5-g")
@pytest.mark.parametrize("ground", ["W", "B", "S"])
def test_concealing_ground_hides_even_next_to_an_enemy(ground: str):
    game = on(f"x\n{ground}\na:W", a="inf N hidden", x="rif S").play("sneak a A02", dice=[6])
    assert game.is_hidden("a") and game.at("a") == "A02"


@rule("sos-11.5-c", "sos-11.1-b", "sos-6.11-b")
def test_a_hidden_foot_unit_may_move_into_an_enemys_hex_and_is_revealed_there():
    game = on(". . .\n. x:W .\n. a:W .", a="inf N hidden", x="rif S").begin("sneak a B02", dice=[])
    assert game.asked == "reveal.face" and not game.is_hidden("a") and game.at("a") == "B02"
    game.play("face a N", dice=[7])
    assert not game.offers("move x B03 S") and game.offers("move x B01 S"), "the way it came is closed"
    assert game.stressed("a")
    friend = on("b:W\na:W\n.\n.\nx", a="inf N hidden", b="inf N", x="rif N")
    assert not friend.offers("sneak a A01"), "a friend would give it away"
    open_ground = on("x\n.\na:W", a="inf N hidden", x="rif S")
    assert not open_ground.offers("sneak a A02"), "in the open beside an enemy it would be seen"
    assert not on("x:W\nh:W", h="stug hidden", x="rif S").offers("sneak h A01"), "no vehicle does"


@rule("sos-11.5-a")
def test_a_hidden_vehicle_in_sight_of_an_enemy_does_not_move_unseen():
    seen = on("x\n.\nh:W\nW\nW", x="rif S", h="stug hidden")
    assert not seen.offers("sneak h A04"), "the enemy sees where it sets out from"
    out = on("x\nW\nh:W\nW\nW", x="rif S", h="stug hidden")
    assert out.offers("sneak h A04")
    foot = on("x\n.\nh:W\nW\nW", x="rif S", h="inf hidden")
    assert foot.offers("sneak h A04")


@rule("sos-11.5-e")
def test_heavy_smoke_conceals_in_any_ground():
    def smoky(kind: str) -> Game:
        game = on("x\n.\na:W", a="inf N hidden", x="rif S")
        position = game.state.position.changed(smoke={"A02": kind})
        return Game(structs.replace(game.state, position=position))

    assert smoky("heavy").offers("sneak a A02") and not smoky("light").offers("sneak a A02")


@rule("sos-11.5-f")
@pytest.mark.parametrize(
    ("ground", "month", "hides"),
    [("%", "July", False), ("%", "August", True), ("%", "September", True),
     ("~", "June", False), ("~", "July", True), ("~", "August", True), ("~", "September", False)],
)  # fmt: skip
def test_high_crops_conceal_foot_units(ground: str, month: str, hides: bool):
    game = on(f"x\n{ground}\na:W", a="inf N hidden", x="rif S", told={"month": month})
    assert game.offers("sneak a A02") == hides
    truck = on(f"x\n.\n.\n{ground}\na:W", a="maul N hidden", x="rif S", told={"month": month})
    assert not truck.offers("sneak a A04"), "crops hide no vehicle"


# -- 11.7 Recon by Fire


def search(*words: str, dice: Sequence[int] = (), where: str = "A04", **more: Any) -> Game:
    """The Soviet squad searches a hex, by default that of a Hidden unit three hexes away."""
    game = line(away=3, active=SOVIET, **more)
    return game.begin("recon x", f"search {where}", *words, dice=dice)


@rule("sos-11.7-a", "sos-11.7-b", "sos-3.2-c")
@pytest.mark.parametrize(("ground", "number"), [(".", 6), ("B", 7), ("W", 8), ("S", 8)])
def test_two_dice_against_six_and_the_cover_of_the_hex(ground: str, number: int):
    game = search(ground=ground, caps=SOME)
    assert game.asked == "recon.roll" and game.need("caps 0") == number and game.need("caps 2") == number - 2
    assert not game.offers("caps 3") and game.quote("caps 0").checks[0].dice == "2d6"


@rule("sos-11.7-a")
def test_only_hexes_of_the_fire_zone_with_nobody_to_be_seen_are_searched():
    game = on("b\n.\n.\nx\na", b="inf S", x="rif N", a="inf N hidden", active=SOVIET).begin("recon x")
    assert game.choices() == ["search A02", "search A03"]
    assert not on("b\n.\nx", b="inf S", x="rif N", active=SOVIET).offers("recon x"), "no Hidden units in this Mission"


@rule("sos-11.7-c")
def test_too_low_a_roll_tells_nothing():
    there, empty = search(dice=[2, 3, 6]), search(dice=[2, 3, 6], where="A03")
    assert there.is_hidden("a") and there.asked == "turn"
    said = [text.replace("A04", "H").replace("A03", "H") for text in there.heard(SOVIET)]
    assert said == [text.replace("A03", "H") for text in empty.heard(SOVIET)]


@rule("sos-11.7-d")
def test_a_good_roll_on_an_empty_hex_says_so():
    game = search(dice=[3, 3, 6], where="A03")
    assert any("empty" in said for said in game.heard(SOVIET)) and game.is_hidden("a")


@rule("sos-11.1-e", "sos-11.7-e", "sos-11.7-f", "sos-11.7-g")
def test_a_good_roll_reveals_and_the_same_action_attacks():
    game = search(dice=[3, 3])
    assert not game.is_hidden("a") and game.seat == GERMAN and game.asked == "reveal.face"
    game.begin("face a N", dice=[6, 4, "pinned", 5])
    assert game.unit("a").marker == "soft_pinned" and game.asked == "turn"
    costs = [said for said in game.heard(GERMAN) if "Action costs" in said]
    assert len(costs) == 1 and "4AP" in costs[0], "one Spent Check at the Attack Cost"


@rule("sos-11.7-e")
def test_all_hidden_units_of_the_hex_are_found_and_attacked():
    game = on("x\n.\n.\na+b", a="inf N hidden", b="mg34 N hidden", x="rif S", active=SOVIET)
    game.begin("recon x", "search A04", dice=[3, 3]).begin("face b N", "face a N", "at a", dice=[1, 1, 1, 1, 6])
    assert not game.is_hidden("a") and not game.is_hidden("b")
    assert sum("fires at" in said for said in game.heard(SOVIET)) == 2


@rule("sos-11.7-f")
def test_the_attack_uses_the_firepower_of_the_targets_colour():
    game = search(a="tiger N hidden", ground="W", dice=[4, 4]).begin("face a N", dice=[1, 1, 6])
    assert any("Tiger" in said and "missed" in said for said in game.heard(SOVIET))
    shot = next(told.event for told in game.told if type(told.event).__name__ == "ShotFired")
    assert parts(shot.check.tallies[1])[0][1] == "6.5-c"


@rule("sos-11.7-h", "sos-3.2-c")
def test_both_rolls_have_their_own_two_caps():
    game = search("caps 2", caps=SOME, dice=[2, 2]).begin("face a N")
    assert game.asked == "attack.roll" and game.offers("caps 2") and game.caps(SOVIET) == 3
    game.begin("caps 2", dice=[1, 1])
    assert game.caps(SOVIET) == 1


@rule("sos-11.1-h")
def test_by_the_manual_only_a_hit_reveals_and_the_opponent_reads_it_in_secret():
    manual = {"options": {"recon": "manual"}}
    missed = search(dice=[3, 4, 6], told=manual)
    assert missed.is_hidden("a") and missed.asked == "turn", "7 would reveal by the rulebook"
    hit = search(dice=[5, 4], told=manual)
    assert not hit.is_hidden("a") and hit.asked == "reveal.face"
    hit.begin("face a N", dice=["pinned", 6])
    assert hit.unit("a").marker == "soft_pinned"
    empty = search(dice=[5, 4, 6], where="A03", told=manual)
    assert not any("empty" in said for said in empty.heard(SOVIET))


# -- 11.8 Snipers


@rule("sos-11.8-a")
def test_snipers_are_marked_on_the_counter():
    title: Title = box()
    assert {kind.slug for kind in title.units.values() if "sniper" in kind.flags} == {"gsnip", "ssnip"}


@rule("sos-11.8-b")
@pytest.mark.parametrize("way", ["N", "S"])
@pytest.mark.parametrize("target", ["rif", "tk34c"])
def test_a_sniper_attacks_the_flank_from_any_direction(way: str, target: str):
    game = on("x\n.\n.\na", a="gsnip N", x=f"{target} {way}")
    kind = next(kind for kind in box().units.values() if kind.slug == target)
    assert game.rating("fire a x", "Defense Rating") == [(kind.flank_def, "11.8-b")]


@rule("sos-11.8-c")
def test_a_sniper_gets_no_bonus_for_short_range():
    near, far = on("x\na", a="gsnip N", x="rif S"), on("x\n.\na", a="gsnip N", x="rif S")
    assert near.rating("fire a x", "Attack Rating") == far.rating("fire a x", "Attack Rating") == [(2, "6.5-b")]


@rule("sos-11.8-d")
def test_a_sniper_attacks_one_enemy_of_a_stack_and_never_a_friend():
    game = on("x+y+b\n.\na", a="gsnip N", b="inf S", x="rif S", y="maxim S").begin("fire a x")
    assert set(game.choices()) == {"at x", "at y"}
    game.play("at y", dice=[6, 6, 6])
    assert game.alive("x") and game.alive("b") and not game.alive("y")


@rule("sos-11.8-e", "sos-card-V07-b")
def test_concealed_fire_keeps_a_hidden_sniper_unseen_for_one_cap():
    game = line("W", a="gsnip N hidden", caps={GERMAN: 5, SOVIET: 0})
    game.begin("snipe a x", "caps 0", dice=[6, 5, "pinned"])
    assert game.caps(GERMAN) == 4
    said = " ".join(game.heard(SOVIET))
    game.play("caps 0", dice=[6])
    assert game.is_hidden("a") and game.unit("x").marker and game.stressed("a")
    said += " ".join(game.heard(SOVIET))
    assert "Sniper" not in said and "A06" not in said and "fires at" in said
    assert not line("W", a="gsnip N hidden").offers("snipe a x"), "it costs a CAP"
    assert "snipe" not in line("W", caps=SOME).verbs("a"), "others do not have the card"


@rule("sos-card-V07-b")
@pytest.mark.parametrize(("dice", "found"), [([1, 6], True), ([1, 1], True), ([2, 6], False)])
def test_a_one_on_either_die_gives_the_shooter_away(dice: list[int], found: bool):
    game = line("W", a="gsnip N hidden", caps={GERMAN: 5, SOVIET: 0}).begin("snipe a x", "caps 0", dice=dice)
    assert game.is_hidden("a") != found and game.asked == ("reveal.face" if found else "cost.caps")


@rule("sos-card-V07-a", "sos-card-14-a")
def test_copies_of_concealed_fire_and_scout_teams():
    assert box().cards["V07"].copies == 1 and box().cards["14"].copies == 2


@rule("sos-11.8-d", "sos-16.5-a")
def test_a_sniper_picks_a_loaded_vehicle_or_its_load_or_another():
    game = on("s\n.\nt+l+u", s="gsnip S", t="m3apc N", l="rif N carrier=t", u="rif N").begin("fire s t")
    assert {text for text in game.choices() if text.startswith("at")} == {"at t", "at l", "at u"}
    game.play("at t", dice=[1, 1, 1])
    assert game.unit("s").spent, "one roll and the attack is over"
    gun = on("s\n.\nt+l", s="inf S", t="m3apc N", l="rif N carrier=t").begin("fire s t", dice=[1, 1, 1, 1, 7])
    assert sum(hasattr(told.event, "target") for told in gun.told) == 2, "others roll for the load, then the vehicle"


# -- card 14


def scouts(away: int, ground: str = ".", **more: Any) -> Game:
    """A Soviet squad with Scout Teams, a Hidden German unit in Woods that far away."""
    picture = "\n".join(["x", *[ground] * (away - 1), "a:W"])
    told = {**hands("", "14"), "deck": ("14",)}
    return on(picture, a="inf N hidden", x="rif S", active=SOVIET, caps={GERMAN: 0, SOVIET: 5}, told=told, **more)


@rule("sos-card-14-b")
@pytest.mark.parametrize(("away", "ground", "found"), [(3, ".", True), (4, ".", False), (3, "W", False)])
def test_scout_teams_reveal_hidden_enemies_in_sight_within_three_hexes(away: int, ground: str, found: bool):
    game = scouts(away, ground).begin("play 14 x", "look")
    assert game.is_hidden("a") != found and game.caps(SOVIET) == 4 and game.hand(SOVIET) == ()


@rule("sos-card-14-b")
def test_scout_teams_are_played_before_or_after_the_action():
    before = scouts(4).begin("play 14 x", "look")
    assert before.asked == "turn" and {text.split()[0] for text in before.choices()} == before.verbs("x")
    assert not before.offers("done") and not before.offers("pass"), "a Bonus card goes with an Action"
    after = scouts(4).begin("stall x", "caps 1")
    assert after.asked == "turn.end" and after.offers("play 14 x")
    after.begin("play 14 x", "look")
    assert any("Scout Teams" in said for said in after.heard(GERMAN))


@rule("sos-card-14-b", "sos-8.5-b")
def test_scout_teams_are_for_who_can_still_pay_for_its_action():
    told = {**hands("", "14"), "deck": ("14",)}
    poor = on("x\n.\na:W", a="inf N hidden", x="rif S spent", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=told)
    assert not poor.offers("play 14 x"), "its only CAP would be gone"
    rich = on("x\n.\na:W", a="inf N hidden", x="rif S spent", active=SOVIET, caps={GERMAN: 0, SOVIET: 2}, told=told)
    assert rich.offers("play 14 x")


@rule("sos-card-14-b")
def test_scout_teams_may_hide_the_acting_unit_instead():
    game = on("x:W\n.\nW\n.\nb", b="inf N", x="rif N", active=SOVIET, caps={GERMAN: 0, SOVIET: 5},
              told={**hands("", "14"), "deck": ("14",), "hiding": True})  # fmt: skip
    game.begin("stall x", "caps 1", "play 14 x", "sneak x A01")
    assert game.is_hidden("x")


# -- at the table


def test_an_owner_sees_his_hidden_units_on_the_map_and_the_other_side_does_not():
    game = line("W")

    def drawn(seat: str) -> dict[str, Any]:
        stacks = scene(game.state.view(seat), seat).stacks
        return {counter.id: counter for stack in stacks for counter in stack.counters}

    assert "hidden" in drawn(GERMAN)["a"].states and drawn(GERMAN)["a"].facing == ""
    assert set(drawn(SOVIET)) == {"x"}


@rule("sos-11.4-a")
def test_a_unit_beside_the_map_is_told_that_it_cannot_hide_yet():
    game = on("x\n.\n.\nb:W", a="inf N due=1 entry=edge", b="inf N hidden", x="rif S", entries={"edge": ["A04"]})
    assert game.why_not("sneak a A03") == "sos-11.4-a"


# -- reasons


@rule("sos-11.3-a", "sos-2.2-b")
def test_who_cannot_pay_for_hiding_is_told_what_it_costs():
    game = on("x\nW\na", a="inf N spent", x="rif S", caps={GERMAN: 3, SOVIET: 0}, told={"hiding": True})
    refused = game.refusal("sneak a A03")
    assert refused.rule == "sos-2.2-b" and "5AP" in refused.sentence and "3 CAPs" in refused.sentence
    seen = on("x\n.\na", a="inf N spent", x="rif S", caps={GERMAN: 3, SOVIET: 0}, told={"hiding": True})
    assert seen.why_not("sneak a A03") == "sos-11.4-b"
    hidden = on("x\nW\na:W\nW", a="inf N spent hidden", x="rif S", caps={GERMAN: 3, SOVIET: 0})
    assert hidden.why_not("sneak a A04") == "sos-2.2-b"


@rule("sos-11.1-c", "sos-11.1-d")
@pytest.mark.parametrize(("kind", "cited"), [("tk34c", "sos-11.1-c"), ("rif", "sos-11.1-d")])
def test_being_seen_in_the_open_is_cited_by_what_was_seen(kind: str, cited: str):
    game = on("a\nW\n.\nh", a="inf S", h=f"{kind} N hidden").begin("move a A02 S")
    assert game.asked == "reveal.face"
    seen = [told.event for told in game.told if "plain view" in told.event.say(game.state.setting)]
    assert [own_rows(event.cited(game.state.setting), "sos") for event in seen] == [[cited]]


def test_who_cannot_pay_for_searching_or_sniping_is_told_what_it_costs():
    poor = {GERMAN: 1, SOVIET: 0}
    search = on("x\n.\na", a="inf N spent", x="rif S", caps=poor, told={"hiding": True})
    assert search.why_not("recon a") == "sos-2.2-b"
    snipe = on("x\n.\na:W", a="gsnip N spent hidden", x="rif S", caps=poor)
    assert snipe.why_not("snipe a x") == "sos-2.2-b"
