"""Vehicles: Bonus Moves, ground, stacking, cover, armored Hits, firing down, Bogged Down. [chapter 15, card 15]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, by_slug, end_round, hands, on

from balka.core.proof import rule
from balka.systems.heroes.units import HeroesState

COLUMN = ".\n.\n.\n.\nt\n."
ROAD = "A06-A05-A04-A03-A02-A01"
DECK = {"deck": ("02", "15")}


def with_smoke(game: Game, **smoke: str) -> Game:
    assert isinstance(game.state, HeroesState)
    game.state = structs.replace(game.state, position=game.state.position.changed(smoke=smoke))
    return game


def goes(game: Game) -> set[str]:
    """The hexes a Bonus Move could lead to now; none if nothing is asked."""
    return {text.split()[2] for text in game.choices() if text.startswith("go ")} if game.asked == "drive" else set()


# -- 15.1 kinds


@rule("sos-15.0-a", "sos-15.1-a", "sos-15.1-b", "sos-15.1-c")
def test_wheels_and_tracks_are_told_by_the_move_cost_and_bonuses_by_their_symbols():
    maul, panzer, infantry = by_slug()["maul"], by_slug()["pz3l"], by_slug()["inf"]
    assert (maul.move_type, maul.bonus_wheel, maul.bonus_track) == ("wheeled", 1, 1)
    assert (panzer.move_type, panzer.bonus_wheel, panzer.bonus_track) == ("tracked", 0, 1)
    assert infantry.is_foot and not infantry.is_vehicle
    game = on(COLUMN, t="pz3l S")
    assert game.cost("move t A04 N") == 2, "backwards costs a vehicle what it costs men"
    assert game.play("move t A04 N", dice=[7]).at("t") == "A04"


# -- 15.2 Bonus Moves


@rule("sos-15.2-a", "sos-15.2-b", "sos-15.2-k", "sos-15.2-l")
def test_two_track_bonuses_make_three_hexes_of_open_ground_for_one_ap():
    game = on(COLUMN, t="tk34r N").begin("move t A04 S")
    assert game.asked == "drive" and game.facing("t") == "S"
    game.begin("go t A05 N")  # back again: the vehicle turned after the first hex
    assert goes(game) == {"A04", "A06"}
    game.play("go t A04 NE", dice=[2])
    assert (game.at("t"), game.facing("t")) == ("A04", "NE")
    assert not game.unit("t").spent, "a 2 keeps it Fresh at 1AP"
    assert game.state.tracks.active == SOVIET, "all of it was one Action"


@rule("sos-15.2-a")
def test_a_vehicle_may_stay_and_without_symbols_it_is_not_asked():
    game = on(COLUMN, t="tk34r N").begin("move t A04 N", "stay", dice=[7])
    assert game.at("t") == "A04"
    plain = on(COLUMN, t="tk34r N", kinds={"tk34r": {"bonus_track": 0}})
    assert plain.play("move t A04 N", dice=[7]).at("t") == "A04"


@rule("sos-15.2-c")
def test_a_wheel_bonus_needs_a_road_all_the_way():
    open_ground = on(COLUMN, active=SOVIET, t="gaz N")
    assert open_ground.play("move t A04 N", dice=[7]).at("t") == "A04"
    by_road = on(COLUMN, roads=[ROAD], active=SOVIET, t="gaz N").begin("move t A04 N")
    assert goes(by_road) == {"A03", "A05"}
    onto = on(COLUMN, roads=["A04-A03-A02"], active=SOVIET, t="gaz N").begin("move t A04 N")
    assert goes(onto) == {"A03"}, "the first hex may be anywhere, the bonus follows the road"


@rule("sos-15.2-d", "sos-15.2-m")
def test_a_vehicle_on_the_road_stops_the_wheel_bonus_but_no_regular_move():
    jam = on(".\n.\nx\n.\nt\n.", roads=[ROAD], active=SOVIET, t="gaz N", x="gaz N").begin("move t A04 N")
    assert "A03" not in goes(jam) and jam.why_not("go t A03 N") == "sos-15.2-d"
    foe = on(".\n.\nx\n.\nt\n.", roads=[ROAD], active=SOVIET, t="gaz N", x="pz3l S").begin("move t A04 N")
    assert "A03" not in goes(foe)
    men = on(".\n.\nx\n.\nt\n.", roads=[ROAD], active=SOVIET, t="gaz N", x="rif N").begin("move t A04 N")
    assert "A03" in goes(men), "men on foot do not jam a road"
    tracks = on(".\n.\nx\n.\nt\n.", roads=[ROAD], t="pz3l N", x="pz3l N").begin("move t A04 N")
    assert "A03" in goes(tracks), "a Track bonus does not mind"
    assert on(".\n.\n.\nx\nt\n.", roads=[ROAD], active=SOVIET, t="gaz N", x="gaz N").offers("move t A04 N")


@rule("sos-15.2-e", "sos-15.2-f")
@pytest.mark.parametrize(("letter", "can"), [(".", True), ("~", True), ("%", True), ("W", False), ("B", False)])
def test_a_track_bonus_leads_into_open_ground_and_crops_or_along_a_road(letter, can):
    picture = f".\n.\n{letter}\n.\nt\n."
    assert ("A03" in goes(on(picture, t="pz3l N").begin("move t A04 N"))) is can
    assert "A03" in goes(on(picture, roads=[ROAD], t="pz3l N").begin("move t A04 N"))


@rule("sos-15.2-g")
@pytest.mark.parametrize("letter", ["W", "B", "S"])
def test_difficult_ground_first_ends_the_move(letter):
    picture = f".\n.\n.\n{letter}\nt\n."
    assert on(picture, t="pz3l N").play("move t A04 N", dice=[7]).at("t") == "A04"
    assert on(picture, roads=[ROAD], t="pz3l N").begin("move t A04 N").asked == "drive", "a road makes it easy"


@rule("sos-15.2-h")
def test_heavy_smoke_first_ends_the_move():
    assert with_smoke(on(COLUMN, t="pz3l N"), A04="heavy").play("move t A04 N", dice=[7]).at("t") == "A04"
    assert with_smoke(on(COLUMN, t="pz3l N"), A04="light").begin("move t A04 N").asked == "drive"


@rule("sos-15.2-i")
def test_backwards_or_turning_first_ends_the_move():
    assert on(COLUMN, t="pz3l N").play("move t A06 N", dice=[7]).at("t") == "A06"
    assert on(COLUMN, t="pz3l N").play("pivot t S", dice=[7]).facing("t") == "S"
    game = on(COLUMN, t="tk34r N").begin("move t A04 N")
    assert "A05" in goes(game), "a later step may go backwards"
    game.play("go t A05 N", "stay", dice=[2])
    assert game.unit("t").spent, "and costs 1AP more"


@rule("sos-15.2-j")
def test_a_hidden_vehicle_has_no_bonus_moves():
    game = on("W\nW\nt:W", t="pz3l N", told={"hiding": True})
    unit = game.unit("t")
    game.state = structs.replace(game.state, position=game.state.position.without("t").with_hidden(unit))
    assert game.play("sneak t A02", dice=[7]).state.position.hidden["t"].hex == 1


@rule("sos-15.2-n", "sos-12.4-a")
def test_every_hex_climbed_costs_one_more():
    game = on(".\n2\n1\nt", t="sd251 N").begin("move t A03 N")
    assert game.quote("go t A02 N").cost.value == 1
    game.begin("go t A02 N", "stay", dice=[3])
    assert game.unit("t").spent, "1AP and two levels: a 3 is not enough"
    assert not on(".\n2\n1\nt", t="sd251 N").begin("move t A03 N", "go t A02 N", "stay", dice=[4]).unit("t").spent


@rule("sos-3.4-b")
def test_a_spent_vehicle_has_paid_and_is_offered_no_dearer_hexes():
    game = on(".\n2\n1\nt", t="sd251 N spent", caps={GERMAN: 5, SOVIET: 0}).begin("move t A03 N")
    assert game.at("t") == "A03" and game.asked == "turn", "neither up to A02 nor back to A04"
    flat = on(COLUMN, t="tk34r N spent", caps={GERMAN: 5, SOVIET: 0}).begin("move t A04 N")
    assert goes(flat) == {"A03"}


@rule("sos-4.12-d")
def test_bonus_moves_belong_to_entering_the_map_too():
    game = on(".\n.\n.\n.", t="tk34r N due=1 entry=edge", entries={"edge": ["A04"]}).begin("enter t A04 N")
    assert goes(game) == {"A03"}
    game.play("go t A03 N", "go t A02 N")
    assert game.at("t") == "A02" and game.stressed("t") and not game.unit("t").spent


def test_a_hit_on_the_way_that_forbids_moving_is_known_to_its_owner_alone():
    game = on(COLUMN, t="tk34r N").begin("move t A04 N")
    stuck = game.state.position.with_unit(game.unit("t").changed(marker="armored_immobilized"))
    game.state = structs.replace(game.state, position=stuck)
    assert game.asked == "drive" and game.choices() == ["stay"]
    assert game.why_not("go t A03 N") == "sos-7.3-b"


# -- 15.3, 15.4 ground


@rule("sos-15.3-a", "sos-15.3-b", "sos-15.3-c", "sos-15.3-d", "sos-15.3-e")
@pytest.mark.parametrize(
    ("slug", "letter", "cost"),
    [("maul", "B", 3), ("maul", "S", 4), ("pz3l", "W", 3), ("pz3l", "B", 3), ("pz3l", "S", 4), ("pz3l", "~", 1)],
)
def test_what_difficult_ground_costs_a_vehicle(slug, letter, cost):
    assert on(f"{letter}\nt", t=f"{slug} N").cost("move t A01 N") == cost


@rule("sos-15.3-f", "sos-16.9-b")
def test_woods_stop_wheels():
    for slug in ("maul", "pak38"):
        game = on("W\nt", t=f"{slug} N")
        assert not game.offers("move t A01 N") and game.why_not("move t A01 N") == "sos-15.3-f"


@rule("sos-15.3-h")
def test_by_the_manual_wheels_enter_woods_at_the_price_of_tracks():
    game = on("W\nt", t="maul N", told={"options": {"wheels_in_woods": "manual"}})
    assert game.cost("move t A01 N") == 3
    assert game.play("move t A01 N", dice=[7]).at("t") == "A01", "and it is difficult ground: no Bonus Move"


@rule("sos-15.3-g")
@pytest.mark.parametrize(("level", "rule_"), [("2", "sos-12.4-d"), ("3", "sos-12.4-e"), ("vv", "sos-12.4-d")])
def test_steep_ground_and_cliffs_stop_vehicles(level, rule_):
    game = on(f"{level}\nt", t="pz3l N")
    assert game.why_not("move t A01 N") == rule_
    assert "A01" not in goes(on(f"{level}\n.\nt", t="pz3l N").begin("move t A02 N"))


@rule("sos-15.4-a")
def test_roads_take_vehicles_through_everything():
    game = on("W\nt", roads=["A01-A02"], t="maul N")
    assert game.cost("move t A01 N") == 1
    bonus = on("W\nB\nt", roads=["A01-A02-A03"], t="maul N").begin("move t A02 N")
    assert goes(bonus) == {"A01", "A03"}
    assert on("2\nt", roads=["A01-A02"], t="maul N").offers("move t A01 N")


# -- 15.5 stacking


@rule("sos-15.5-a", "sos-15.5-b")
def test_vehicles_drive_through_enemies_who_cannot_catch_them():
    game = on(".\n.\nx\n.\nt", t="tk34r N", x="rif S").begin("move t A04 N", "go t A03 N")
    assert game.at("t") == "A03" and "A02" in goes(game)
    game.play("go t A02 N", dice=[7])
    assert "assault" not in game.verbs("x")
    assert game.offers("move x A04 S"), "no way of withdrawal is closed by who has driven on"
    stayed = on(".\n.\nx\n.\nt", t="tk34r N", x="rif S").begin("move t A04 N", "go t A03 N", "stay", dice=[7])
    assert "assault" in stayed.verbs("x") and not stayed.offers("move x A04 S")


# -- 15.12, 15.14-15.16 combat


@rule("sos-15.12-a", "sos-15.14-a")
def test_no_terrain_shelters_a_vehicle_in_close_combat():
    close = on("t+x:W\n.", t="inf N", x="tk34c S")
    assert (2, "6.4-a") not in close.rating("assault t x", "Defense Rating")
    assert (2, "6.4-a") in on("x:W\n.\nt", t="inf N", x="tk34c S").rating("fire t x", "Defense Rating")
    men = on("t+x:W\n.", t="inf N", x="rif S")
    assert (2, "6.4-a") in men.rating("assault t x", "Defense Rating")


@rule("sos-15.15-a")
def test_men_beside_a_vehicle_have_cover_men_on_it_have_not():
    beside = on("x+y:B\n.\nt", t="inf N", x="rif S", y="tk34c S")
    assert {(1, "15.15-a"), (1, "6.4-b")} <= set(beside.rating("fire t x", "Defense Rating"))
    gun = on("x+y\n.\nt", t="inf N", x="45mm S", y="tk34c S")
    assert (1, "15.15-a") not in gun.rating("fire t x", "Defense Rating"), "a gun is no Foot Unit"
    foe = on("x+v\n.\n.", active=SOVIET, t="inf N", x="rif S", v="pz3l S")
    assert (1, "15.15-a") not in foe.rating("assault x v", "Defense Rating")
    riding = on("x+y\n.\nt", t="inf N", x="rif S carrier=y", y="tk34c S")
    assert (1, "15.15-a") not in riding.rating("fire t x", "Defense Rating")


@rule("sos-15.16-a", "sos-15.16-b")
def test_tanks_cannot_lower_their_guns_down_steep_ground():
    down = on("x:vv\nt", t="pz3l N", x="rif S")
    assert not down.offers("fire t x") and down.why_not("fire t x") == "sos-15.16-a"
    assert on("x:2\nt", t="pz3l N", x="rif S").offers("fire t x")
    assert on("x:v\nt", t="pz3l N", x="rif S").offers("fire t x"), "one level is nothing"
    assert on("x:vv\nt", t="inf N", x="rif S").offers("fire t x")


@rule("sos-15.16-c")
@pytest.mark.parametrize(("value", "can"), [("rulebook", True), ("manual", False)])
def test_by_the_manual_no_vehicle_fires_down_steep_ground(value, can):
    game = on("x:vv\nt", t="stug N", x="rif S", told={"options": {"firing_down": value}})
    assert game.offers("fire t x") is can


# -- 15.13 armored Hits


def hit(marker: str, **more: str) -> Game:
    told = {"options": dict(more)} if more else {}
    return on("x\n.\n.\nt\n.", t=f"pz3l N {marker} shown", x="tk34c S", told=told)


@rule("sos-15.13-a")
def test_armored_hits_follow_the_rules_of_soft_ones():
    game = on("x\n.\n.\nt", t="panther N", x="tk34c S")
    need = game.need("fire t x")
    first = game.begin("fire t x", dice=[need // 2, need - need // 2, "light_damage", 7])
    assert first.unit("x").marker == "armored_light_damage" and not first.unit("x").shown
    assert "light" not in " ".join(first.heard(GERMAN)).lower() and first.view(GERMAN).unit("x").marker == "?"
    second = on("x\n.\n.\nt", t="panther N", x="tk34c S light_damage")
    assert not second.begin("fire t x", dice=[need // 2, need - need // 2, 7]).alive("x")
    critical = on("x\n.\n.\nt", t="panther N", x="tk34c S")
    assert not critical.begin("fire t x", dice=[6, 6, 7]).alive("x")


@rule("sos-15.13-b", "sos-hit-armored-gun-damaged-c", "sos-hit-armored-immobilized-d", "sos-hit-armored-light-damage-c")
@pytest.mark.parametrize("marker", ["gun_damaged", "immobilized", "light_damage"])
def test_lasting_damage_cannot_be_rallied(marker):
    assert hit(marker).why_not("rally t") == "sos-7.9-b"


@rule("sos-hit-armored-stunned-a", "sos-hit-armored-stunned-b")
def test_armored_stunned():
    game = hit("stunned")
    assert game.verbs("t") == {"rally"} and game.need("rally t") == 9


@rule("sos-hit-armored-gun-damaged-b", "sos-15.13-d")
def test_gun_damaged_ends_all_attacks_or_by_the_manual_those_with_blue_firepower():
    assert hit("gun_damaged").why_not("fire t x") == "sos-7.3-b"
    assert "move" in hit("gun_damaged").verbs("t")
    manual = {"options": {"gun_damaged": "manual"}}
    armour = on("x\n.\n.\nt", t="pz3l N gun_damaged shown", x="tk34c S", told=manual)
    assert not armour.offers("fire t x")
    men = on("x\n.\n.\nt", t="pz3l N gun_damaged shown", x="rif S", told=manual)
    assert men.offers("fire t x")
    both = on("x+y\n.\n.\nt", t="pz3l N gun_damaged shown", x="rif S", y="tk34c S", told=manual)
    both.begin("fire t A01", dice=[1, 1, 7])
    assert both.asked == "turn", "only the men are rolled for"
    close = on("t+x+y", t="pz3l N gun_damaged shown", x="rif S", y="tk34c S", told=manual)
    assert close.choices("t", "assault") == ["assault t x"]


@rule("sos-hit-armored-destroyed-b", "sos-hit-armored-destroyed-c", "sos-hit-armored-destroyed-d")
def test_armored_destroyed():
    game = on("x\n.\n.\nt\n.", active=SOVIET, t="pz3l N destroyed", x="tk34c S")
    assert game.alive("t") and "t" not in on("x\n.\n.\nt\n.", t="pz3l N destroyed", x="tk34c S").state.grow(())
    assert not game.begin("fire x t", dice=[7]).alive("t"), "shown when fired at"
    near = on("x\n.\n.\nt\n.", active=SOVIET, t="pz3l N destroyed", x="tk34c S")
    assert near.begin("move x A02 S", "stay", dice=[7]).alive("t")
    near = on("x\n.\n.\nt\n.", active=SOVIET, t="pz3l N destroyed", x="tk34c S")
    assert not near.begin("move x A02 S", "go x A03 S").alive("t"), "shown when an enemy comes near"
    ended = end_round(on("x\n.\n.\n.\nt\n.", t="pz3l N destroyed", x="tk34c S"))
    assert not ended.alive("t")
    assert on("x\n.\n.\n.\nt\n.", t="pz3l N destroyed", x="tk34c S").why_not("rally t") == "sos-hit-soft-destroyed-b"


@rule("sos-15.13-c")
@pytest.mark.parametrize(("value", "stands"), [("rulebook", True), ("manual", False)])
def test_a_destroyed_marker_waits_or_by_the_manual_works_at_once(value, stands):
    game = on("x\n.\n.\nt", t="panther N", x="tk34c S", told={"options": {"armored_destroyed": value}})
    need = game.need("fire t x")
    game.begin("fire t x", dice=[need // 2, need - need // 2, "destroyed", 7])
    assert game.alive("x") is stands


@rule("sos-hit-armored-panicked-a", "sos-hit-armored-panicked-b", "sos-hit-armored-panicked-c")
def test_armored_panicked():
    game = hit("panicked")
    assert game.why_not("fire t x") == "sos-7.3-b" and game.need("rally t") == 9
    attacked = on("x\n.\n.\nt", active=SOVIET, t="pz3l N panicked shown", x="tk34c S")
    assert (-4, "7.3-a") in attacked.rating("fire x t", "Defense Rating")
    flank = on("x\n.\n.\nt", active=SOVIET, t="pz3l S panicked shown", x="tk34c S")
    assert (-4, "7.3-a") not in flank.rating("fire x t", "Defense Rating")


@rule("sos-hit-armored-immobilized-a", "sos-hit-armored-immobilized-b", "sos-hit-armored-immobilized-c", "sos-15.13-e")
def test_armored_immobilized():
    game = hit("immobilized")
    assert {"move", "pivot"} & game.verbs("t") == set() and "fire" in game.verbs("t")
    for facing, amount in (("N", -1), ("S", 1)):
        attacked = on("x\n.\n.\nt", active=SOVIET, t=f"pz3l {facing} immobilized shown", x="tk34c S")
        assert (amount, "7.3-a") in attacked.rating("fire x t", "Defense Rating")
    manual = hit("immobilized", immobilized="manual")
    assert "move" not in manual.verbs("t") and "pivot" in manual.verbs("t")
    older = on("x\n.\n.\nt", active=SOVIET, t="pz3l N immobilized shown", x="tk34c S",
               told={"options": {"immobilized": "manual"}})  # fmt: skip
    assert (-1, "7.3-a") not in older.rating("fire x t", "Defense Rating")


@rule("sos-hit-armored-light-damage-b")
def test_armored_light_damage():
    game, bare = hit("light_damage"), hit("")
    assert game.verbs("t") == bare.verbs("t") and game.need("fire t x") == bare.need("fire t x")
    assert game.cost("fire t x") == bare.cost("fire t x")


@rule("sos-hit-armored-suppressed-b", "sos-hit-armored-suppressed-c", "sos-hit-armored-suppressed-d",
      "sos-hit-armored-suppressed-e")  # fmt: skip
def test_armored_suppressed():
    game = hit("suppressed")
    assert game.cost("fire t x") == by_slug()["pz3l"].attack_cost + 1
    assert (-5, "7.3-a") in game.rating("fire t x", "Attack Rating") and game.need("rally t") == 8
    men = on("x\n.\n.\nt", t="pz3l N suppressed shown", x="rif S")
    assert (-3, "7.3-a") in men.rating("fire t x", "Attack Rating")


@rule("sos-hit-armored-stunned-c", "sos-hit-armored-gun-damaged-a", "sos-hit-armored-destroyed-a",
      "sos-hit-armored-panicked-d", "sos-hit-armored-immobilized-e", "sos-hit-armored-light-damage-a",
      "sos-hit-armored-suppressed-a")  # fmt: skip
def test_the_pile_of_armored_markers():
    copies = {"stunned": 2, "gun_damaged": 2, "destroyed": 1, "panicked": 1, "immobilized": 4, "light_damage": 5,
              "suppressed": 5}  # fmt: skip
    assert on("t", t="pz3l N").state.bags["armored"].items == {f"armored_{name}": n for name, n in copies.items()}


# -- card 15


def bogging(*, soviet: str = "15", **units: str) -> Game:
    return on(COLUMN, told={**hands("", soviet), **DECK}, **(units or {"t": "pz3l N"}))


@rule("sos-card-15-a", "sos-card-15-b", "sos-card-15-c")
def test_bogged_down_stops_a_vehicle_that_has_moved_until_the_round_ends():
    assert box().cards["15"].copies == 1
    game = bogging().begin("move t A04 N", "stay")
    assert game.asked == "bog.window" and game.seat == SOVIET
    game.begin("play 15", dice=[2, 2, 7]).play("pass")
    assert game.unit("t").bogged and game.hand(SOVIET) == ()
    assert game.why_not("move t A03 N") == "sos-card-15-b" and game.why_not("pivot t S") == "sos-card-15-b"
    assert game.begin("pass", "caps 0", dice=[1, 1]).unit("t").bogged is False
    missed = bogging().begin("move t A04 N", "stay", "play 15", dice=[1, 2, 7])
    assert not missed.unit("t").bogged
    shooting = on("x\n.\n.\nt", t="pz3l N bogged", x="rif S")
    assert shooting.offers("fire t x")


def test_the_window_for_bogged_down_opens_whoever_holds_it_and_only_for_vehicles():
    game = bogging(soviet="02").begin("move t A04 N")
    game.state = game.state.apply("stay").state
    assert game.asked == "bog.window" and game.choices() == ["pass"] and game.why_not("play 15") == "sos-card-15-b"
    assert bogging(t="inf N").begin("move t A04 N", dice=[7]).asked == "turn"
    assert on(COLUMN, t="pz3l N", told=hands("", "02")).play("move t A04 N", "stay", dice=[7])


@rule("sos-card-15-d")
def test_a_bogged_vehicle_that_is_towed_out_is_free():
    game = on(".\n.\n.\nt+a\n.", t="pz3l N", a="pz3l N bogged").play("tow t a", dice=[7])
    assert game.unit("a").carrier == "t" and game.unit("a").bogged
    game.play("pass").play("move t A03 N", "stay", dice=[7])
    assert game.at("a") == "A03" and not game.unit("a").bogged
