"""Half-tracks, turrets, SPGs, open tops, airplanes, Anti-Air units, Field Guns, Overrun and Rapid Move. [chapter 16]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, by_slug, hands, on, parts

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import Airplane
from balka.systems.heroes.units import Works

AIR: dict[str, Any] = {
    "special": (Airplane("W04", 2, (1, 2, 3)), Airplane("W05", 1, (2,))),
    "weapons": {SOVIET: ("W04",), GERMAN: ("W05",)},
}
TWO = {GERMAN: 2, SOVIET: 2}
FIELD = "x . .\n. . .\n. . .\n. . .\n. . .\n. . a"


def goes(game: Game) -> set[str]:
    return {text.split()[2] for text in game.choices() if text.startswith("go ")} if game.asked == "drive" else set()


# -- 16.0-16.4


@rule("sos-16.0-a", "sos-16.9-a", "sos-16.3-a", "sos-16.5-a", "sos-16.8-a")
def test_every_special_kind_is_in_the_box_and_known_by_its_mark():
    kinds = by_slug()
    for slug, flag in {"gaz": "truck", "maul": "half_track", "pz3l": "turret", "stug": "spg", "marder3m": "open_top",
                       "sd251": "apc", "sd251.17": "aa", "pak38": "field_gun"}.items():  # fmt: skip
        assert flag in kinds[slug].flags
    guns = [kind for kind in kinds.values() if "field_gun" in kind.flags]
    assert guns and all("crew_red" in gun.flags and gun.move_type == "wheeled" for gun in guns)
    assert all(any(word in gun.name for word in ("PaK", "Gun", "ATG", "Flak")) for gun in guns)
    assert {"W04", "W05"} <= set(box().cards)


@rule("sos-16.2-a")
@pytest.mark.parametrize(
    ("road", "way"),
    [("A06-A05-A04", ("A05", "A04", "A03")), ("A05-A04-A03", ("A05", "A04", "A03")), ("A05-A04-A03", ("A05", "A04"))],
)
def test_a_half_track_uses_its_symbols_in_any_order(road, way):
    game = on(".\n.\n.\n.\n.\nt", roads=[road], t="maul N").begin(f"move t {way[0]} N")
    for label in way[1:]:
        assert label in goes(game)
        game.begin(f"go t {label} N", *(["stay"] if label == way[-1] and len(way) == 2 else []),
                   dice=[7] if label == way[-1] else [])  # fmt: skip
    assert game.at("t") == way[-1]
    off = on(".\n.\n.\n.\n.\nt", t="maul N").begin("move t A05 N", "go t A04 N", dice=[7])
    assert off.at("t") == "A04" and off.asked == "turn", "off the road only the Track symbol helps"


@rule("sos-16.2-b")
def test_a_half_track_is_a_wheeled_unit_all_the_same():
    game = on("W\nt", t="maul N")
    assert game.why_not("move t A01 N") == "sos-15.3-f"
    assert on("S\nt", t="maul N").cost("move t A01 N") == 4


@rule("sos-16.3-b", "sos-16.3-c")
def test_a_turret_fires_anywhere_for_two_more():
    ahead, behind = on("x\n.\nt", t="pz3l N", x="rif S"), on("x\n.\nt", t="pz3l S", x="rif S")
    assert ahead.cost("fire t x") == 3 and behind.cost("fire t x") == 5
    assert (2, "16.3-c") in behind.parts("fire t x")
    behind.begin("fire t x", dice=[1, 1, 7])
    assert behind.facing("t") == "S"
    spent = on("x\n.\nt", t="pz3l S spent", x="rif S", caps={GERMAN: 4, SOVIET: 0})
    assert not spent.offers("fire t x") and spent.why_not("fire t x") == "sos-2.2-b"
    assert on("x+t", t="pz3l S", x="rif S").cost("assault t x") == 3, "Close Combat is not outside the Arc"


@rule("sos-16.4-a", "sos-16.4-b")
def test_an_spg_turns_to_fire():
    game = on("x\n.\nt", t="stug S", x="rif S")
    assert not game.offers("fire t x") and game.why_not("fire t x") == "sos-5.1-a"
    game.play("pivot t N", dice=[7]).play("pass")
    assert game.offers("fire t x")


# -- 16.5 open tops


def colour(game: Game, text: str) -> str:
    return game.check(text).tallies[1].parts[0].label.split()[0]


@rule("sos-16.5-b", "sos-16.5-f")
def test_he_finds_an_open_top():
    game = on("x\n.\n.\nt", t="8cm N", x="su76 S")
    assert colour(game, "fire t x") == "Red" and game.rating("fire t x", "Defense Rating")[0][0] == 12
    assert colour(on("x\n.\n.\nt", t="8cm N", x="su122 S"), "fire t x") == "Blue"
    need = game.need("fire t x")
    game.begin("fire t x", dice=[need // 2, need - need // 2, "pinned", 7])
    assert game.unit("x").marker == "soft_pinned"
    view = game.view(GERMAN)
    assert view.unit("x").marker == "?" and view.unit("x").pile == "soft", "all see which pile it came from"


@rule("sos-16.5-c")
def test_flame_finds_an_open_top():
    game = on("x\nt", t="eng N", x="su76 S")
    assert colour(game, "flame t A01") == "Red"


@rule("sos-16.5-d", "sos-16.5-g")
def test_red_close_combat_finds_an_open_top_and_gunfire_does_not():
    assert colour(on("x+t", t="inf N", x="su76 S"), "assault t x") == "Red"
    assert colour(on("x+t", t="pz3l N", x="su76 S"), "assault t x") == "Blue", "its gun is the better weapon"
    assert colour(on("x+t", t="maul N", x="su76 S"), "assault t x") == "Red", "both figures are the same"
    assert colour(on("x\n.\nt", t="inf N", x="su76 S"), "fire t x") == "Blue"
    flank = on("x\n.\nt", t="pz3l N", x="su76 N")
    assert colour(flank, "fire t x") == "Blue"


@rule("sos-16.5-e")
def test_a_sniper_finds_an_open_top():
    assert colour(on("x\n.\n.\nt", t="gsnip N", x="su76 S"), "fire t x") == "Red"


@rule("sos-16.5-h")
def test_by_the_manual_all_close_combat_and_he_find_open_tops():
    told = {"options": {"open_top": "manual"}}
    assert colour(on("x+t", t="pz3l N", x="su76 S", told=told), "assault t x") == "Red"
    assert colour(on("x\n.\n.\nt", t="gsnip N", x="su76 S", told=told), "fire t x") == "Blue"
    assert colour(on("x\n.\n.\nt", t="8cm N", x="su76 S", told=told), "fire t x") == "Red"


# -- 16.7 airplanes


def sky(picture: str = FIELD, *, caps: dict[str, int] | None = None, **units: str) -> Game:
    return on(picture, active=SOVIET, caps=caps or TWO, told=AIR, **units)


@rule("sos-16.7-a", "sos-card-W04-a", "sos-card-W05-a")
def test_a_plane_is_called_for_a_cap_onto_any_hex():
    assert box().cards["W04"].copies == box().cards["W05"].copies == 1
    game = sky(". x\n. .", x="rif N").begin("plane W04")
    assert game.caps(SOVIET) == 1 and game.asked == "plane.place"
    assert len(game.choices()) == 4 * 6
    assert sky(x="rif N", a="inf N", caps={GERMAN: 0, SOVIET: 0}).why_not("plane W04") == "sos-8.6-c"
    assert sky(x="rif N", a="inf N").why_not("plane W05") == "sos-16.7-a", "it is the other side's"


@rule("sos-16.7-a")
def test_a_plane_flies_when_the_mission_lets_it():
    game = sky(x="rif N", a="inf N").begin("plane W04", "at A06 S").play("pass")
    assert game.why_not("plane W04") == "sos-16.7-a", "once a Round"
    for when in (2, 3):
        game.begin("pass", "caps 0", dice=[1, 1])
        assert game.state.tracks.round == when
        game.play("pass") if game.seat == GERMAN else game
        if when == 2:
            game.begin("plane W04", "at A06 S").play("pass")
    assert game.why_not("plane W04") == "sos-16.7-a", "twice in the Mission"


@rule("sos-16.7-f", "sos-16.7-g", "sos-16.7-h", "sos-16.7-i", "sos-card-W04-c")
def test_a_plane_strikes_the_flanks_of_all_in_the_two_hexes_ahead():
    game = sky(".\n.\na:W\nb\nc\n.", a="inf S", b="rif N", c="tiger S")
    game.begin("plane W04", "at A05 N")
    assert game.asked == "attack.next" and set(game.choices()) == {"at a", "at b"}, "friend and foe, and not c"
    check = game.quote("at a").checks[0]
    assert parts(check.tallies[0]) == [(11, "16.7-g"), (2, "6.4-a")]
    assert parts(check.tallies[1]) == [(6, "6.5-b")]
    game.begin("at a", "caps 0", "caps 0", dice=[6, 6, 1, 1])
    assert not game.alive("a") and game.alive("b") and game.asked == "turn"
    armour = sky(".\n.\na\nb\nc:2\n.", c="tiger N", b="rif N", a="rif N")
    armour.begin("plane W04", "at A06 N")
    tiger = armour.quote("at c").checks[0]
    assert (tiger.tallies[0].value, tiger.tallies[1].value) == (19, 10), "no height and no distance counts"


@rule("sos-16.7-j", "sos-card-W05-a")
def test_after_an_air_attack_it_is_the_opponents_turn():
    game = sky(x="rif N", a="inf N").begin("plane W04", "at A06 S")
    assert game.asked == "turn" and game.seat == GERMAN
    stuka = on(".\n.\n.\nx", caps=TWO, told={**AIR, "round": 2}, x="tk34c N").begin("plane W05", "at A03 S")
    assert stuka.asked == "attack.roll" and stuka.state.stack[-1].check_for(stuka.state, "x").tallies[1].value == 11


FLAK = "sd251.17 N"


@rule("sos-16.7-c", "sos-16.7-d", "sos-16.7-e", "sos-16.7-j", "sos-card-W04-b", "sos-16.8-b")
def test_anti_air_fire_drives_a_plane_off():
    game = sky(".\n.\n.\n.\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A04 S")
    assert game.asked == "aa.window" and game.seat == GERMAN
    check = game.quote("answer f").checks[0]
    assert (check.tallies[0].value, check.tallies[1].value) == (15, 4)
    game.begin("answer f", dice=[6, 5, 2])
    assert game.asked == "turn" and game.seat == GERMAN, "an answer is no Turn"
    assert game.unit("f").spent and game.stressed("f")


@rule("sos-16.7-f", "sos-16.7-d")
def test_a_plane_that_is_missed_attacks():
    game = sky(".\n.\n.\n.\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A04 S")
    game.begin("answer f", dice=[1, 2, 7, 6, 6])
    assert not game.alive("f")
    fresh = sky(".\n.\n.\n.\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A03 N")
    fresh.begin("answer f", dice=[1, 2, 7])
    assert fresh.cost("stall f") == 2, "Stressed by its answer"
    let = sky(".\n.\n.\n.\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A03 N", "pass")
    assert let.cost("stall f") == 1


@rule("sos-16.8-c", "sos-16.8-d", "sos-16.3-c")
def test_range_counts_against_a_plane_and_terrain_does_not():
    near = sky(".\n.\n.\n.\nW\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1})
    near.begin("plane W04", "at A05 N")
    assert near.quote("answer f").checks[0].tallies[1].value == 7, "adjacent: +3, over Woods or not"
    assert near.quote("answer f").cost.value == 2
    above = sky("f\n.", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 S")
    assert above.quote("answer f").checks[0].tallies[1].value == 7, "over its own hex: as if adjacent"
    turned = sky("f\n.\n.", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A03 S")
    assert turned.quote("answer f").cost.value == 4, "outside its Arc"
    far = sky("\n".join(["."] * 12 + ["f"]), f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert far.quote("answer f").checks[0].tallies[1].value == 2, "Long Range: -2"
    beyond = sky("\n".join(["."] * 17 + ["f"]), f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert beyond.asked == "turn", "beyond twice its Range nobody is asked"
    fixed = on(".\nf\n.\n.", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=AIR, f=FLAK,
               kinds={"sd251.17": {"flags": frozenset({"aa", "open_top"})}})  # fmt: skip
    over = Game(fixed.state).begin("plane W04", "at A02 S")
    assert over.asked == "aa.window" and over.offers("answer f"), "or over its own hex"
    assert fixed.begin("plane W04", "at A04 S").asked == "turn", "without a turret only inside its Arc"


@rule("sos-16.7-b", "sos-12.7-a")
def test_a_plane_flies_at_level_four():
    woods = sky(".\n.\n.\nW\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert woods.asked == "aa.window", "it is seen over trees farther off"
    behind = sky(".\n.\n.\n.\nW\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert behind.asked == "turn", "but not from right behind them"
    hill = sky(".\n.\n3\n2\n1\nf:1", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert hill.asked == "aa.window"
    wooded = sky(".\n.\nW3\n2\n1\nf:1", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A01 N")
    assert wooded.asked == "turn", "trees make the hill as high as the plane flies"


def test_who_can_answer_a_plane():
    game = sky(".\n.\n.\n.\n.\nf", f=FLAK + " gun_damaged", caps={GERMAN: 0, SOVIET: 1})
    game.state = game.state.apply("plane W04").state
    game.state = game.state.apply("at A03 S").state
    assert game.asked == "aa.window" and game.choices() == ["pass"], "the window opens on what all can see"
    assert game.why_not("answer f") == "sos-16.8-b"
    spent = sky(".\n.\n.\n.\n.\nf", f=FLAK + " spent", caps={GERMAN: 2, SOVIET: 1}).begin("plane W04", "at A03 N")
    spent.begin("answer f", dice=[1, 1])
    assert spent.caps(GERMAN) == 0 and spent.asked == "turn", "a Spent gunner pays all of it first"
    poor = sky(".\n.\n.\n.\n.\nf", f=FLAK + " spent", caps={GERMAN: 1, SOVIET: 1}).begin("plane W04", "at A03 N")
    assert poor.asked == "turn"


@rule("sos-15.13-d", "sos-16.8-b", "sos-16.7-c")
def test_no_plane_is_fired_at_with_blue_firepower_that_a_marker_has_taken():
    told = {**AIR, "options": {"gun_damaged": "manual"}}
    units = {"x": "rif S", "f": FLAK + " gun_damaged"}
    game = on("x\n.\n.\n.\n.\nf", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=told, **units)
    game.state = game.state.apply("plane W04").state
    game.state = game.state.apply("at A03 N").state
    assert game.asked == "aa.window" and game.choices() == ["pass"] and game.why_not("answer f") == "sos-16.8-b"
    own = on("x\n.\n.\n.\n.\nf", told=told, **units)
    assert own.offers("fire f x"), "its red Firepower is left to it"


@rule("sos-7.5-b")
def test_a_marker_that_changes_the_fire_at_a_plane_is_shown():
    for marker, shown in (("suppressed", True), ("light_damage", False)):
        game = sky(".\n.\n.\n.\n.\nf", f=f"{FLAK} {marker}", caps={GERMAN: 0, SOVIET: 1})
        game.begin("plane W04", "at A03 N", "answer f", dice=[1, 1, 7])
        assert game.unit("f").shown is shown


@rule("sos-16.7-d")
def test_nobody_confuses_an_answer_in_his_own_turn():
    game = on(".\n.\n.\n.\n.\nf", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told={**AIR, **hands("", "06")}, f=FLAK)
    game.begin("plane W04", "at A03 N", "answer f", dice=[1, 1, 7])
    assert game.seat == GERMAN and game.asked == "turn" and game.hand(SOVIET) == ("06",)


# -- cards V01 and V10


def veterans(card: str, picture: str, caps: int = 3, **units: str) -> Game:
    return on(picture, caps={GERMAN: caps, SOVIET: 0}, told={"veterans": {GERMAN: (card,)}}, **units)


@rule("sos-card-V01-a", "sos-card-V01-b")
def test_rapid_move_goes_one_hex_more_for_the_sum_of_the_costs():
    assert box().cards["V01"].copies == 1
    game = veterans("V01", ".\nW\na", a="inf N").begin("move a A02 N")
    assert game.asked == "rapid.move"
    assert game.quote("go a A01 N").cost.value == 1
    assert game.choices("a") == game.choices("a", "go") and not game.choices("a", "move") and not game.choices("b")
    game.begin("go a A01 SE", "caps 0", dice=[3])
    assert (game.at("a"), game.facing("a"), game.caps(GERMAN)) == ("A01", "SE", 2)
    assert game.unit("a").spent, "2AP for the Woods and 1AP beyond: a 3 is not enough"
    tank = veterans("V01", ".\n.\n.\na", a="pz3l N").begin("move a A03 N", "go a A02 N")
    assert tank.asked == "rapid.move" and tank.begin("go a A01 N", "caps 0", dice=[2]).unit("a").spent
    stays = veterans("V01", ".\nW\na", a="inf N").begin("move a A02 N", "stay", "caps 0", dice=[3])
    assert stays.at("a") == "A02" and not stays.unit("a").spent and stays.caps(GERMAN) == 3
    assert veterans("V01", ".\nW\na", caps=0, a="inf N").begin("move a A02 N", dice=[7]).asked == "turn"


@rule("sos-card-V10-a", "sos-card-V10-b")
def test_overrun_moves_on_after_close_combat():
    game = veterans("V10", ".\n.\nx+t\n.", t="pz3l N", x="rif S").begin(
        "assault t x", "caps 0", "caps 0", dice=[1, 1, 7]
    )
    assert game.asked == "turn.end" and game.offers("overrun t")
    game.begin("overrun t")
    assert game.cost("move t A02 N") == 1, "no Stress from the attack"
    game.begin("move t A02 N", "caps 0", dice=[7])
    assert game.at("t") == "A02" and game.asked == "turn", "and no Bonus Move"
    after_fire = veterans("V10", "x\n.\n.\nt", t="pz3l N", x="rif S").begin(
        "fire t x", "caps 0", "caps 0", dice=[1, 1, 7]
    )
    assert after_fire.asked == "turn"


@rule("sos-card-V10-a", "sos-17.9-a")
@pytest.mark.parametrize(("answer", "where"), [("caps 2", "A01"), ("forgo", "A02")])
def test_a_spent_veteran_overruns_through_wire_only_if_it_pays_the_die(answer, where):
    told = {"veterans": {GERMAN: ("V10",)}, "works": {"A01": Works("barbed_wire", SOVIET)}}
    game = on(".\nx+t\n.", caps={GERMAN: 9, SOVIET: 0}, start_caps={GERMAN: 9, SOVIET: 6}, told=told, t="inf N spent",
              x="rif S")  # fmt: skip
    game.begin("assault t x", "caps 0", dice=[1, 1]).begin("overrun t").begin("move t A01 N", dice=[2])
    assert game.asked == "wire.pay"
    game.begin(answer)
    assert game.at("t") == where


@rule("sos-card-V02-a", "sos-16.8-b")
def test_better_equipped_gunners_hit_planes_more_easily_and_farther_off():
    told = {**AIR, "veterans": {GERMAN: ("V02",)}}
    field = "\n".join([*"." * 20, "f"])
    far = on(field, active=SOVIET, caps={GERMAN: 2, SOVIET: 1}, told=told, f=FLAK).begin("plane W04", "at A02 N")
    assert far.asked == "aa.window", "18 or 19 hexes: beyond 16, within 20"
    assert (-2, "card-V02-a") in parts(far.check("answer f").tally)
    far.begin("answer f")
    assert far.caps(GERMAN) == 1 and not far.offers("play V02")
    near = on(field, active=SOVIET, caps={GERMAN: 2, SOVIET: 1}, told=told, f=FLAK).begin("plane W04", "at A15 N")
    near.begin("answer f")
    before = near.need("caps 0")
    near.begin("play V02")
    assert near.caps(GERMAN) == 1 and near.need("caps 0") == before - 2


# -- Anti-Air in hiding

NEST = ".\n.\n.\n.\n.\nf:W"


@rule("sos-16.7-c", "sos-11.1-a", "sos-11.2-b")
def test_a_hidden_gun_may_answer_and_is_revealed_by_it_facing_as_its_owner_likes():
    game = sky(NEST, f=FLAK.replace(" S", " N") + " hidden", caps={GERMAN: 0, SOVIET: 1})
    game.begin("plane W04", "at A03 N")
    assert game.asked == "aa.window" and game.seat == GERMAN
    assert len(game.choices()) == 7, "to let it pass, or to turn one of six ways: its turret fires all round"
    assert (game.cost("answer f N"), game.cost("answer f S")) == (2, 4), "outside its Arc the turret costs more"
    game.begin("answer f N", dice=[1, 1, 7])
    assert not game.is_hidden("f") and game.facing("f") == "N" and game.stressed("f")


@rule("sos-16.7-c")
def test_while_a_gun_may_lie_hidden_its_owner_is_asked_wherever_it_is():
    """[D11] Whether it is in reach is nobody else's business."""
    far = sky("\n".join(["W", *"." * 17, "f:W"]), f=FLAK + " hidden", caps={GERMAN: 0, SOVIET: 1})
    far.state = far.state.apply("plane W04").state
    far.state = far.state.apply("at A01 N").state
    assert far.asked == "aa.window" and far.choices() == ["pass"]
    none = sky(NEST, f="inf N hidden", caps={GERMAN: 0, SOVIET: 1}).begin("plane W04", "at A03 N")
    assert none.asked == "turn", "all know that no such gun is in the Mission"


# -- 6.9, 14.3 what keeps a gun from answering


@rule("sos-6.9-b", "sos-16.8-b")
def test_a_gun_in_close_combat_does_not_fire_at_planes():
    game = on(".\n.\n.\n.\n.\nf+x", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=AIR, f=FLAK, x="rif N")
    game.begin("plane W04").begin("at A03 N")
    assert game.asked != "aa.window"
    free = on(".\n.\n.\n.\nx\nf", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=AIR, f=FLAK, x="rif N")
    assert free.begin("plane W04").begin("at A03 N").offers("answer f")


@rule("sos-14.3-c", "sos-16.8-b")
@pytest.mark.parametrize(
    ("smoke", "seen"),
    [({"A04": "heavy"}, False), ({"A04": "light"}, True), ({"A04": "light", "A05": "light"}, False),
     ({"A02": "heavy"}, True), ({"A06": "heavy"}, True)],
)  # fmt: skip
def test_smoke_on_the_way_hides_a_plane(smoke: dict[str, str], seen: bool):
    game = on(".\n.\n.\n.\n.\nf", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told={**AIR, "smoke": smoke}, f=FLAK)
    game.begin("plane W04").begin("at A02 N")
    assert (game.asked == "aa.window" and game.offers("answer f")) == seen


@rule("sos-card-11-b", "sos-16.8-b")
def test_careful_aiming_helps_against_a_plane():
    told = {**AIR, **hands("11")}
    game = on(".\n.\n.\n.\n.\nf", active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=told, f=FLAK)
    game.begin("plane W04").begin("at A03 N").begin("answer f")
    plain = game.need("caps 0")
    assert game.offers("play 11") and game.need("play 11") == plain - 2
    game.begin("play 11", dice=[1, 1, 1])
    assert not game.hand(GERMAN) and any("Careful Aiming" in line for line in game.heard(SOVIET))


# -- 16.3, 11.7 a turret searches all round


@rule("sos-16.3-b", "sos-16.3-c", "sos-11.7-a")
def test_a_turret_searches_behind_it_for_two_more():
    picture = ". . .\n. t .\n. . .\n. . x"
    game = on(picture, t="pz4h N", x="rif N", told={"hiding": True}).begin("recon t")
    assert game.offers("search B01") and game.offers("search B03")
    assert game.cost("search B03") == 2
    game.play("search B03", dice=[1, 1, 5])
    assert game.unit("t").spent, "5AP: 3 and 2 for the turret"
    front = on(picture, t="pz4h N", x="rif N", told={"hiding": True}).begin("recon t")
    front.play("search B01", dice=[1, 1, 5])
    assert not front.unit("t").spent
    assert not on(picture, t="stug N", x="rif N", told={"hiding": True}).begin("recon t").offers("search B03")


@rule("sos-3.4-b", "sos-16.3-c")
def test_a_spent_turret_searches_only_where_its_caps_reach():
    picture = ". . .\n. t .\n. . .\n. . x"
    units = {"t": "pz4h N spent", "x": "rif N", "told": {"hiding": True}}
    poor = on(picture, caps={GERMAN: 4, SOVIET: 0}, **units).begin("recon t")
    assert poor.caps(GERMAN) == 1 and poor.offers("search B01") and not poor.offers("search B03")
    rich = on(picture, caps={GERMAN: 5, SOVIET: 0}, **units).begin("recon t").begin("search B03", dice=[1, 1])
    assert rich.caps(GERMAN) == 0


@rule("sos-3.4-b", "sos-16.3-c", "sos-card-06-b")
def test_a_spent_turret_whose_caps_went_on_confusion_searches_nowhere():
    """Nothing lies in its Arc at the edge of the map, and turning it costs two more."""
    units = {"t": "pz4h N spent", "x": "rif N", "told": {"hiding": True, **hands(soviet="06")}}
    game = on(". t .\n. . .\n. . x", caps={GERMAN: 7, SOVIET: 0}, **units).begin("recon t", "play 06")
    game.play("caps 6")
    assert game.seat == SOVIET and game.caps(GERMAN) == 1, "3 and 3 for the confusion are paid, 1 is not enough"
    calm = on(". t .\n. . .\n. . x", caps={GERMAN: 7, SOVIET: 0}, **units).begin("recon t", "pass")
    assert calm.asked == "recon" and calm.caps(GERMAN) == 4 and calm.offers("search B02")


# -- card V10 after any Close Combat


@rule("sos-card-V10-a")
@pytest.mark.parametrize("said", ["assault a x", "scorch a x", "use a W01 x"])
def test_overrun_follows_close_combat_by_any_weapon(said: str):
    told = {"veterans": {GERMAN: ("V10",)}, "weapons": {GERMAN: ("W01",)}}
    game = on(".\na+x\n.", a="eng N", x="rif S", told=told, caps={GERMAN: 4, SOVIET: 0})
    game.begin(said).begin("caps 0", dice=[1, 1]).begin("caps 0", dice=[7])
    assert game.offers("overrun a"), game.choices()


@rule("sos-card-V10-a")
def test_overrun_does_not_follow_an_attack_on_another_hex():
    told = {"veterans": {GERMAN: ("V10",)}, "weapons": {GERMAN: ("W01",)}}
    for said in ("flame a A01", "use a W01 A01", "fire a A01"):
        game = on("x\na\n.", a="eng N", x="rif S", told=told, caps={GERMAN: 4, SOVIET: 0})
        game.begin(said).begin("caps 0", dice=[1, 1]).begin("caps 0", dice=[7])
        assert game.asked == "turn" and game.seat == SOVIET
