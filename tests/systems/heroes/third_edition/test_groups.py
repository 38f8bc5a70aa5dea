"""Groups: units that stand together act as one, with one cost and one Spent Check. [chapter 10]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on

from balka.core.citing import own_row
from balka.core.proof import rule

TEN = {GERMAN: 10, SOVIET: 0}
ROW = """
    x
    .
    .
    a
    b
    c
"""


def row(a: str = "inf N", b: str = "inf N", c: str = "inf N", **more: Any) -> Game:
    """Three German squads one behind the other, a Soviet one three hexes before the first."""
    return on(ROW, a=a, b=b, c=c, **{"x": "rif S", **more})


def acts(game: Game) -> set[str]:
    return {text for text in game.choices() if text.startswith("act")}


# -- 10.0, 10.1 what a Group is


@rule("sos-10.0-a", "sos-10.0-b", "sos-10.1-a")
def test_a_group_is_chosen_acts_is_priced_and_checked_once():
    game = row().gather("a", "b")
    assert game.offers("act move") and game.offers("act stall") and game.offers("with c")
    game.begin("act move")
    assert game.asked == "group.move" and not game.state.stack[-1].begun, "the cost comes after the moves"
    game.play("move a A03 N", "move b A04 N", dice=[5])
    assert (game.at("a"), game.at("b")) == ("A03", "A04")
    assert sum("Spent Check" in line or "stays Fresh" in line for line in game.heard(SOVIET)) == 1


@rule("sos-10.1-b")
def test_a_group_is_made_of_fresh_units():
    game = row(b="inf N spent")
    assert game.verbs("b") == set() and "group" not in game.verbs("a"), "nobody Fresh is beside it"
    assert row(c="inf N spent").begin("group b").state.stack[-1].members == ("b", "a"), "a alone can join"


@rule("sos-10.1-c")
def test_spent_units_join_where_caps_pay_for_all_of_it():
    game = row(b="inf N spent", caps={GERMAN: 1, SOVIET: 0}).gather("a", "b").play("act stall")
    assert game.caps(GERMAN) == 0 and game.unit("b").spent and not game.unit("a").spent
    poor = row(a="inf N stressed", b="inf N spent", caps={GERMAN: 1, SOVIET: 0})
    assert "group" not in poor.verbs("a"), "the cheapest Action would cost 2AP"


@rule("sos-10.1-c")
def test_a_group_attack_with_a_spent_supporter_must_come_to_nothing():
    rich = row(b="inf N spent", caps={GERMAN: 3, SOVIET: 0}).gather("a", "b")
    assert rich.offers("fire a x")
    poor = row(b="inf N spent", caps={GERMAN: 2, SOVIET: 0}).gather("a", "b")
    assert not poor.offers("fire a x")


@rule("sos-10.1-d", "sos-10.10-d")
def test_a_group_action_stresses_everybody_in_it_and_a_passed_check_leaves_them_fresh():
    game = row().gather("a", "b").play("act stall", dice=[6])
    assert game.stressed("a") and game.stressed("b") and not game.stressed("c")
    assert not game.unit("a").spent and not game.unit("b").spent


@rule("sos-10.1-e", "sos-10.3-a", "sos-10.10-c")
def test_a_failed_check_makes_all_spent_even_those_who_moved_apart():
    game = on(". . .\n. a .\n. b .\n. . .", a="inf N", b="inf N").gather("a", "b")
    game.play("act move", "move a B01 N", "move b B04 N", dice=[1])
    assert game.unit("a").spent and game.unit("b").spent and game.stressed("a") and game.stressed("b")


# -- 10.1, 3.4 with a Spent member all is paid for before anything is done


def tired(b: str = "inf N spent", caps: int = 4, soviet: str = "", **more: Any) -> Game:
    """A Fresh squad and a Spent one, the enemy holding cards."""
    told = {**hands("", soviet), **more.pop("told", {})}
    return row(b=b, caps={GERMAN: caps, SOVIET: 0}, told=told, **more).gather("a", "b")


@rule("sos-10.1-c", "sos-3.4-b")
def test_a_group_with_a_spent_member_pays_for_its_attack_before_the_dice():
    game = tired(caps=4).begin("fire a A01")
    assert game.caps(GERMAN) == 1 and game.asked == "attack.roll"
    assert game.offers("caps 1") and not game.offers("caps 2"), "what the Action costs cannot go into the roll"
    game.play("caps 1", dice=[1, 1])
    assert game.caps(GERMAN) == 0 and game.stressed("a") and game.stressed("b")
    assert not game.unit("a").spent and game.unit("b").spent, "no Spent Check at 0AP"
    assert not tired(caps=2).offers("fire a A01")


@rule("sos-10.1-c", "sos-10.9-b")
def test_a_group_with_a_spent_member_pays_for_its_rally_before_the_dice():
    game = tired(a="inf N pinned", b="inf N spent pinned", caps=6).begin("act rally")
    assert game.caps(GERMAN) == 1 and game.asked == "rally.roll" and not game.offers("caps 2")
    game.play("caps 1", dice=[6, 6, 6, 6])
    assert game.caps(GERMAN) == 0 and game.stressed("a") and game.stressed("b")


def test_fresh_units_still_act_first_and_pay_afterwards():
    game = row(caps={GERMAN: 2, SOVIET: 0}).gather("a", "b").begin("fire a A01")
    assert game.asked == "attack.roll" and game.offers("caps 2")
    game.play("caps 2", dice=[1, 1, 3])
    assert game.unit("a").spent and game.unit("b").spent


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({}, "fire a A01"),
        ({}, "act move"),
        ({}, "act stall"),
        ({"a": "inf N pinned", "b": "inf N spent pinned"}, "act rally"),
    ],
)
@rule("sos-3.4-b", "sos-card-06-b", "sos-card-06-c")
def test_confusion_of_a_group_with_a_spent_member_comes_before_it_acts(units: dict[str, str], said: str):
    before = tired(soviet="06", caps=8, **units)
    game = before.begin(said).begin("play 06")
    assert game.asked == "cost.caps" and game.offers("forgo") and game.seat == GERMAN
    left = game.begin("forgo")
    assert left.asked == "turn" and left.caps(GERMAN) == 8 and not left.stressed("a")
    assert (left.at("a"), left.at("b")) == ("A04", "A05") and left.alive("x")
    assert left.unit("b").marker == before.unit("b").marker


@rule("sos-card-02-b", "sos-card-06-b")
def test_confusion_of_a_group_freed_by_a_card_comes_before_it_acts():
    game = row(b="inf N spent", caps={GERMAN: 2, SOVIET: 0}, told=hands("02", "06"))
    game.begin("play 02").gather("a", "b").begin("act move").begin("play 06")
    assert game.asked == "turn" and any("undone" in line for line in game.heard(SOVIET)), "three CAPs are not there"
    assert (game.at("a"), game.at("b")) == ("A04", "A05") and game.caps(GERMAN) == 2
    rich = row(b="inf N spent", caps={GERMAN: 3, SOVIET: 0}, told=hands("02", "06"))
    rich.begin("play 02").gather("a", "b").begin("act move").begin("play 06", "caps 3")
    rich.play("move a A03 N", "move b A04 N")
    assert (rich.at("a"), rich.at("b"), rich.caps(GERMAN)) == ("A03", "A04", 0)


@rule("sos-10.1-c", "sos-10.4-a")
def test_a_group_with_a_spent_member_pays_for_each_move_before_it_is_made():
    game = tired(caps=3, a="inf N stressed").begin("act move")
    assert game.caps(GERMAN) == 2, "Stress is paid at once"
    game.begin("move b A04 N")
    assert game.caps(GERMAN) == 1 and "The Group pays 1 CAP for its move" in game.heard(SOVIET)
    game.begin("move a A03 N")
    assert game.caps(GERMAN) == 1, "as dear as the other"
    back = tired(caps=2).begin("act move").begin("move a A03 N")
    assert back.caps(GERMAN) == 1
    back.play("move b A06 N")
    assert back.caps(GERMAN) == 0 and back.stressed("a"), "going backwards costs one more"


@rule("sos-10.1-c")
def test_a_group_that_cannot_pay_for_any_step_is_not_offered_a_move():
    game = tired(a="inf N cowering", b="inf N spent cowering", caps=1)
    assert not game.offers("act move") and game.offers("act stall")
    assert tired(a="inf N cowering", b="inf N spent", caps=1).offers("act move")


@rule("sos-10.1-c", "sos-7.5-a")
def test_a_marker_that_makes_a_paid_move_dearer_is_shown_when_it_is_paid():
    game = tired(a="inf N cowering", b="inf N spent", caps=2).begin("act move").begin("move a A03 N")
    assert game.caps(GERMAN) == 0 and game.unit("a").shown
    cheap = tired(a="inf N cowering", b="inf N spent", caps=2).begin("act move").begin("move b A04 N")
    assert not cheap.unit("a").shown


@rule("sos-10.1-c", "sos-15.2-n")
def test_what_bonus_moves_add_is_paid_for_too_and_never_more_than_there_is():
    hill = """
        1
        .
        t
        u
    """
    game = on(hill, t="pz4h N", u="pz4h N spent", x="rif S due=1 entry=e", entries={"e": ("A01",)},
              caps={GERMAN: 2, SOVIET: 0})  # fmt: skip
    game.gather("t", "u").begin("act move").begin("move t A02 N")
    assert game.caps(GERMAN) == 1 and game.offers("go t A01 N")
    game.begin("go t A01 N")
    assert game.caps(GERMAN) == 0, "uphill by a Bonus Move"
    poor = on(hill, t="pz4h N", u="pz4h N spent", caps={GERMAN: 1, SOVIET: 0})
    poor.gather("t", "u").begin("act move").begin("move t A02 N")
    assert poor.caps(GERMAN) == 0 and not poor.offers("go t A01 N")


RIDERS = """
    x
    .
    .
    t+r u
"""


def laden(r: str = "inf N spent carrier=t", caps: int = 1, **more: Any) -> Game:
    return on(RIDERS, t="pz4h N", r=r, u="pz4h N", x="rif S", caps={GERMAN: caps, SOVIET: 0}, **more)


@rule("sos-10.1-c", "sos-15.8-a")
def test_a_spent_rider_of_a_group_must_be_paid_for():
    assert "fire" not in laden().verbs("t")
    assert not laden().gather("t", "u").offers("fire t A01"), "3AP with one CAP"
    game = laden(caps=4).gather("t", "u").begin("fire t A01")
    assert game.caps(GERMAN) == 1 and game.asked == "attack.roll", "paid before the dice"
    assert laden(r="inf N carrier=t").gather("t", "u").offers("fire t A01"), "nobody is Spent"


@rule("sos-10.11-a", "sos-15.8-a")
def test_a_stressed_rider_makes_what_a_spent_vehicle_does_dearer():
    game = laden(r="inf N spent stressed carrier=t", caps=3)
    assert "fire" not in game.verbs("t") and game.cost("stall t") == 2
    assert not game.gather("t", "u").offers("fire t A01")
    assert "fire" in laden(r="inf N spent stressed carrier=t", caps=4).verbs("t")


# -- 10.2 to 10.4 moving


@rule("sos-10.2-a")
def test_any_number_in_an_unbroken_chain_of_hexes():
    game = on("a+b\nc\nd\n.\ne", a="inf N", b="inf N", c="inf N", d="inf N", e="inf N")
    game.begin("group a")
    assert game.offers("with b") and game.offers("with c") and not game.offers("with d")
    game.begin("with c", "with d")
    assert game.offers("act move") and not game.offers("with e") and game.why_not("with e") == "sos-10.2-a"


@rule("sos-10.2-b", "sos-10.2-c", "sos-10.2-d", "sos-10.3-a")
def test_each_goes_its_own_way_or_turns_or_stays():
    game = on(". . .\n. a .\n. b .\n. c .\n. . .", a="inf N", b="inf N", c="inf N").gather("a", "b", "c")
    game.begin("act move", "move a A02 SW", "pivot b S")
    assert game.offers("finish") and game.at("a") == "A02" and game.facing("a") == "SW"
    game.play("finish", dice=[6])
    assert game.facing("b") == "S" and game.at("c") == "B04"
    board = game.state.setting.board
    assert not board.are_neighbours(board.hex("A02"), board.hex("B04")), "they end apart"


@rule("sos-10.2-b")
def test_each_member_moves_once():
    game = row().gather("a", "b").begin("act move", "move a A03 N")
    assert not game.offers("move a A02 N") and game.why_not("move a A02 N") == "sos-10.2-b"


@rule("sos-10.4-b", "sos-10.4-c")
def test_a_link_that_stays_adds_nothing_and_is_spent_with_the_rest():
    game = row(b="inf N pinned").gather("a", "b", "c").play("act move", "move a A03 N", "pivot c S", dice=[1])
    assert group_cost(game) == 1 and game.unit("b").spent and game.at("b") == "A05"


def group_cost(game: Game) -> int:
    """What the Group's Action came to, as all heard it."""
    line = next(line for line in game.heard(SOVIET) if "Action costs" in line)
    return int(line.split("costs ")[1].split("AP")[0])


@rule("sos-10.4-a", "sos-10.4-b", "sos-10.10-a")
@pytest.mark.parametrize(
    ("b", "moves", "cost"),
    [
        ("inf N", ("move a A01 N", "move b B01 N"), 2),
        ("inf N", ("move b B01 N", "move a A01 N"), 2),
        ("inf N", ("move a A01 N", "finish"), 1),
        ("inf N stressed", ("move a A01 N", "finish"), 2),
        ("inf N unnerved", ("move a A01 N", "move b B03 N"), None),
    ],
)
def test_the_price_of_a_group_move(b: str, moves: tuple[str, ...], cost: int | None):
    game = on(". W\na b\n. .", a="inf N", b=b, x="rif S due=2 entry=e", entries={"e": ["A03"]}).gather("a", "b")
    game.play("act move", *moves, dice=[6])
    if cost is None:
        own = box().markers["soft_unnerved"].move_cost
        cost = max(1, 1 + 1 + own)  # one hex backwards under its marker
    assert group_cost(game) == cost


# -- 10.5 to 10.8 attacking


@rule("sos-10.5-a", "sos-10.5-b", "sos-10.7-a", "sos-10.8-a")
def test_one_attack_by_any_leader_with_one_more_for_each_supporter():
    alone = row().need("fire a x")
    game = row().gather("a", "b")
    assert game.need("fire a x") == alone - 1 and game.offers("fire b x")
    assert game.cost("fire a x") == 3
    game.play("fire a x", dice=[6, 2, "pinned", 4])
    assert game.unit("x").marker == "soft_pinned", "8 would not have hit without support"


@rule("sos-10.6-a")
def test_supporters_stand_in_the_leaders_hex_or_beside_it():
    game = on("x\n.\n.\na+d\nb\nc", a="inf N", b="inf N", c="inf N", d="inf N", x="rif S")
    game.gather("a", "d", "b")
    assert game.offers("fire a x") and game.rating("fire a x", "Attack Rating")[1] == (2, "10.7-a")
    game.begin("with c")
    assert game.offers("fire b x") and not game.offers("fire a x"), "c is two hexes from a"
    assert game.why_not("fire a x") == "sos-10.6-a"
    assert "Infantry" in game.refusal("fire a x").sentence


@rule("sos-10.6-b")
@pytest.mark.parametrize("way", ["S", "SE", "SW"])
def test_the_target_must_be_in_the_supporters_own_fire_zone(way: str):
    game = row(b=f"inf {way}").gather("a", "b")
    assert not game.offers("fire a x") and not game.offers("fire b x")
    assert game.why_not("fire a x") == "sos-10.6-b" and game.why_not("fire b x") == "sos-5.1-a"


@rule("sos-10.6-b", "sos-16.3-b")
def test_a_turret_supports_in_its_arc_only_unless_all_round_is_agreed():
    away = row(b="pz4h S").gather("a", "b")
    assert not away.offers("fire a x") and away.why_not("fire a x") == "sos-10.6-b"
    assert away.offers("fire b x") and away.cost("fire b x") == 5, "it may lead, turning its turret for 2AP"
    assert row(b="pz4h N").gather("a", "b").offers("fire a x")
    agreed = row(b="pz4h S", told={"options": {"turret_support": "all round"}}).gather("a", "b")
    assert agreed.offers("fire a x") and agreed.cost("fire a x") == 3


def test_the_refusal_of_a_group_attack_names_the_member_and_the_rule():
    far = on("x\n.\n.\n.\na\nb", a="hmg42 N", b="inf N", x="rif S", kinds={"inf": {"range": 4}}).gather("a", "b")
    assert far.why_not("fire a x") == "sos-10.6-c" and "Infantry" in far.refusal("fire a x").sentence
    hurt = row(b="inf N suppressed").gather("a", "b")
    assert hurt.why_not("fire a x") == "sos-10.6-d"
    apart = on("a+x\nb", a="inf N", b="inf N", x="rif S").gather("a", "b")
    assert apart.why_not("assault a x") == "sos-10.6-e"
    assert row().gather("a", "b").why_not("fire c x") == "sos-10.5-b"
    poor = row(b="inf N spent", caps={GERMAN: 2, SOVIET: 0}).gather("a", "b")
    assert poor.why_not("fire a x") == "sos-2.2-b"


@rule("sos-10.5-b", "sos-18.0-a")
def test_a_group_attack_may_be_led_with_the_flamethrower():
    game = on("x\na+b", a="eng N", b="inf N", x="rif S").gather("a", "b")
    assert game.offers("flame a A01") and not game.offers("flame b A01")
    assert game.rating("flame a A01", "Attack Rating") == [(3, "6.5-b"), (1, "10.7-a"), (3, "6.6-b")]
    assert game.cost("flame a A01") == 3
    game.play("flame a A01", dice=[1, 1, 1])
    assert game.unit("a").spent and game.unit("b").spent
    turned = on("x\na+b", a="eng N", b="inf S", x="rif S").gather("a", "b")
    assert not turned.offers("flame a A01"), "the supporter looks away"


@rule("sos-10.5-b", "sos-18.0-c")
def test_a_group_may_use_the_flamethrower_hand_to_hand():
    game = on("a+b+x", a="eng N", b="inf N", x="rif S").gather("a", "b")
    assert game.rating("scorch a x", "Attack Rating") == [(3, "6.5-b"), (1, "10.7-a"), (4, "6.6-c")]
    game.play("scorch a x", dice=[1, 1, 7])
    assert game.stressed("a") and game.stressed("b")


@rule("sos-10.5-b", "sos-13.0-b")
def test_a_group_attack_may_be_led_by_indirect_fire_if_the_others_see_the_target():
    picture = "x . .\n. . .\n. . .\nW . .\na b ."
    game = on(picture, a="8cm N", b="inf NW", x="rif S", kinds={"inf": {"range": 9}})
    assert "indirect" in game.verbs("a")
    said = next(text for text in game.choices("a", "indirect"))
    game.gather("a", "b")
    assert said in game.choices() and game.rating(said, "Attack Rating")[1] == (1, "10.7-a")
    assert game.cost(said) == 4
    blind = on(picture, a="8cm N", b="inf SE", x="rif S").gather("a", "b")
    assert said not in blind.choices()


@rule("sos-10.5-b", "sos-13.0-b", "sos-hit-soft-stunned-b")
def test_a_stunned_mortar_leads_no_group_by_indirect_fire():
    picture, far = "x . .\n. . .\n. . .\nW . .\na b .", {"inf": {"range": 9}}
    fit = on(picture, a="8cm N pinned", b="inf NW pinned", x="rif S", kinds=far).gather("a", "b")
    assert fit.offers("indirect a A01 B04")
    stunned = on(picture, a="8cm N stunned", b="inf NW pinned", x="rif S", kinds=far).state.apply("group a").state
    assert Game(stunned.apply("with b").state).choices() == ["act rally"]


@rule("sos-10.5-b", "sos-15.13-d", "sos-6.9-a")
def test_who_has_lost_the_gun_for_every_enemy_in_the_hex_leads_no_group_there():
    told = {"options": {"gun_damaged": "manual"}}
    units = {"a": "pz3l N gun_damaged", "b": "pz3l N", "told": told}
    armour = on("a+b+x\n.", x="tk34c S", **units).gather("a", "b")
    assert not armour.choices("a") and "a" not in armour.state.grow(()), "no word with nothing behind it"
    men = on("a+b+x\n.", x="rif S", **units).gather("a", "b")
    assert men.choices("a") == ["assault a x"]


@rule("sos-10.5-b", "sos-11.7-a")
def test_a_group_searches_by_fire_and_supports_the_attack_that_follows():
    game = on("h:W\n.\n.\na\nb", a="inf N", b="inf N", h="rif hidden").gather("a", "b")
    game.begin("recon a")
    assert game.offers("search A01") and game.offers("search A02")
    game.begin("search A01", dice=[5, 5]).begin("face h S", dice=[1, 1, 1])
    assert game.unit("a").spent and game.unit("b").spent
    shots = [event.check for event in (told.event for told in game.told) if hasattr(event, "target")]
    assert [(part.value, own_row(part.rule, "sos")) for part in shots[0].tallies[1].parts][1] == (1, "sos-10.7-a")
    apart = on("h:W\n.\n.\na\nb", a="inf N", b="inf S", h="rif hidden").gather("a", "b")
    assert not apart.offers("recon a")


@rule("sos-10.6-b")
def test_the_supporter_must_see_the_target_itself():
    units = {"a": "inf N", "b": "inf N", "x": "rif S"}
    clear = on("x . .\n. . .\n. a .\n. b .", **units)
    assert clear.offers("fire a x") and clear.offers("fire b x") and clear.gather("a", "b").offers("fire a x")
    blind = on("x . .\n. . .\n. a:W .\n. b .", **units)
    assert blind.offers("fire a x") and not blind.offers("fire b x")
    assert not blind.gather("a", "b").offers("fire a x"), "the Leader's Woods stand before it"


@rule("sos-10.6-c")
def test_no_support_at_long_range():
    far = on("x\n.\n.\n.\na\nb", a="hmg42 N", b="inf N", x="rif S", kinds={"inf": {"range": 4}}).gather("a", "b")
    assert not far.offers("fire a x")
    near = on("x\n.\n.\n.\na\nb", a="hmg42 N", b="inf N", x="rif S", kinds={"inf": {"range": 5}}).gather("a", "b")
    assert near.offers("fire a x")


FIREPOWER = {marker.id.removeprefix("soft_") for marker in box().markers.values()
             if marker.pile == "soft" and (marker.red_fp or marker.blue_fp)}  # fmt: skip


@rule("sos-10.6-d")
@pytest.mark.parametrize("marker", sorted(FIREPOWER))
def test_a_marker_on_firepower_forbids_support_but_not_leading(marker: str):
    game = row(b=f"inf N {marker}").gather("a", "b")
    assert not game.offers("fire a x")
    plain = row(b="inf N pinned").gather("a", "b")
    assert plain.offers("fire a x"), "Pinned changes no Firepower"


@rule("sos-10.6-g")
def test_by_the_manual_support_comes_from_beside_hit_or_not():
    marker = sorted(FIREPOWER)[0]
    older = {"options": {"group_support": "manual"}}
    assert row(b=f"inf N {marker}", told=older).gather("a", "b").offers("fire a x")
    stack = "x\n.\n.\na+b"
    assert on(stack, a="inf N", b="inf N", x="rif S").gather("a", "b").offers("fire a x")
    assert not on(stack, a="inf N", b="inf N", x="rif S", told=older).gather("a", "b").offers("fire a x")


@rule("sos-10.6-e")
def test_close_combat_is_supported_only_from_the_same_hex():
    game = on("x+a+b\nc", a="inf N", b="inf N", c="inf N", x="rif S")
    alone = game.need("assault a x")
    assert game.gather("a", "b").need("assault a x") == alone - 1
    other = on("x+a+b\nc", a="inf N", b="inf N", c="inf N", x="rif S").gather("a", "c")
    assert not other.offers("assault a x") and not other.offers("fire c x")


@rule("sos-10.6-f")
def test_by_the_manual_a_unit_that_moved_this_turn_joins_no_group_attack():
    def played(**told: Any) -> Game:
        game = on("x\n.\n.\na\n.\nb", a="inf N", b="inf N", x="rif S", caps=TEN, told={**hands("12"), **told})
        return game.begin("play 12", "move b A05 N", "caps 1").gather("a", "b")

    assert played().offers("fire a x")
    assert not played(options={"group_timing": "manual"}).offers("fire a x")


@rule("sos-10.7-b")
def test_every_other_modifier_is_the_leaders():
    game = on("x\na\nb", a="inf N", b="hmg42 N", x="rif S").gather("a", "b")
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b"), (1, "10.7-a"), (3, "6.6-b")]
    assert game.rating("fire b x", "Attack Rating") == [(5, "6.5-b"), (1, "10.7-a")]


@rule("sos-10.8-a", "sos-10.11-b")
def test_a_stressed_supporter_makes_the_leaders_attack_dearer_by_one():
    calm = on(ROW, a="hmg42 N", b="inf N", c="inf N", x="rif S").gather("a", "b")
    assert calm.parts("fire a x") == [(2, "2.4-b")]
    tired = on(ROW, a="hmg42 N", b="inf N stressed", c="inf N", x="rif S").gather("a", "b")
    assert tired.parts("fire a x") == [(2, "2.4-b"), (1, "2.6-a")]


# -- 10.9 rallying


@rule("sos-10.9-a", "sos-10.9-b", "sos-10.9-c")
def test_units_rally_together_each_with_its_own_check_for_five_in_all():
    game = row(a="inf N pinned", b="inf N pinned").gather("a", "b")
    assert game.cost("act rally") == 5
    game.play("act rally", dice=[6, 6, 1, 1, 6])
    assert not game.unit("a").marker and game.unit("b").marker
    assert group_cost(game) == 5


@rule("sos-10.9-a")
def test_a_stunned_unit_joins_only_to_rally():
    assert "group" not in row(b="inf N stunned", c="inf N").verbs("b"), "nobody beside it has anything to rally from"
    game = row(a="inf N pinned", b="inf N stunned").play("group a", dice=[1, 1, 1, 1, 6])
    assert group_cost(game) == 5 and not game.stressed("c"), "nothing but a Rally of the two could follow"


@rule("sos-10.9-a")
def test_only_units_with_something_to_rally_from_rally_together():
    assert not row(a="inf N pinned").gather("a", "b").offers("act rally")


# -- 10.10, 10.11 cost


@rule("sos-10.10-b")
def test_any_number_of_caps_lowers_the_group_cost():
    game = row(a="inf N pinned", b="inf N pinned", caps=TEN).gather("a", "b")
    game.begin("act rally", "caps 0", "caps 0", dice=[1, 1, 1, 1])
    assert game.asked == "cost.caps" and game.offers("caps 5") and not game.offers("caps 6")
    game.play("caps 5")
    assert game.caps(GERMAN) == 5 and not game.unit("a").spent


@rule("sos-10.11-a")
@pytest.mark.parametrize(("stressed", "cost"), [(0, 1), (1, 2), (3, 2)])
def test_stress_of_any_member_counts_once(stressed: int, cost: int):
    words = ["inf N stressed" if n < stressed else "inf N" for n in range(3)]
    game = row(*words).gather("c", "b", "a").play("act stall", dice=[6])
    assert group_cost(game) == cost


# -- 10.12, cards


@rule("sos-11.4-d")
def test_a_group_hides_together_at_the_highest_cost():
    game = on("x\nW\na\nb", a="inf N", b="inf N stressed", x="rif S", told={"hiding": True}).gather("a", "b")
    assert game.parts("act hide") == [(5, "11.3-a"), (1, "2.6-a")]
    game.begin("act hide", "sneak a A03")
    assert not game.is_hidden("a"), "all vanish at once"
    game.play("sneak b A03", dice=[6])
    assert game.is_hidden("a") and game.is_hidden("b") and game.at("b") == "A03"
    assert not any("A03" in line for line in game.heard(SOVIET))


def test_the_dearest_member_sets_the_price_of_hiding():
    marker = max((m for m in box().markers.values() if m.pile == "soft" and not m.bars_move), key=lambda m: m.move_cost)
    name = marker.id.removeprefix("soft_")
    game = on("x\nW\na\nb", a="inf N", b=f"inf N {name}", x="rif S", told={"hiding": True}).gather("a", "b")
    assert marker.move_cost > 0 and game.cost("act hide") == 5 + marker.move_cost


def test_a_marker_that_makes_hiding_dearer_is_shown_before_a_spent_group_pays():
    game = on("x\nW\na\nb", a="inf N spent", b="inf N cowering", x="rif S", caps={GERMAN: 7, SOVIET: 0},
              told={"hiding": True, **hands("", "06")}).gather("a", "b")  # fmt: skip
    game.begin("act hide")
    assert game.asked == "cost.window" and game.unit("b").shown and not game.is_hidden("b")


def test_a_group_digs_in_together():
    game = row().gather("a", "b")
    assert "act dig" in acts(game)
    game.play("act dig", dice=[6])
    assert game.unit("a").dug_in and game.unit("b").dug_in and group_cost(game) == 5


@rule("sos-10.12-b", "sos-8.9-b", "sos-card-09-b")
def test_a_card_with_the_group_icon_costs_a_group_once():
    marked = row(a="inf N pinned", b="inf N pinned", told=hands("03")).gather("a", "b").play("play 03", dice=[6])
    assert group_cost(marked) == box().cards["03"].cost == 2 and not marked.unit("a").marker
    game = row(told=hands("09")).gather("a", "b")
    assert game.offers("play 09") and game.parts("play 09") == [(box().cards["09"].cost, "8.6-a")]
    game.play("play 09")
    assert game.unit("a").dug_in and game.unit("b").dug_in and game.hand(GERMAN) == ()


@rule("sos-8.9-b")
def test_cards_without_the_group_icon_are_not_for_groups():
    group = {card.id for card in box().cards.values() if "group" in card.icons}
    game = row(told=hands("08 09 10")).gather("a", "b")
    assert {text.split()[1] for text in game.choices() if text.startswith("play")} == {"08", "09", "10"} & group


@rule("sos-card-04-b")
def test_rally_up_lets_each_of_a_group_roll():
    game = row(a="inf N pinned", b="inf N pinned", told=hands("04")).gather("a", "b")
    game.play("play 04", dice=[6, 6, 1, 1])
    assert not game.unit("a").marker and game.unit("b").marker


@rule("sos-card-02-b")
def test_command_action_lets_a_group_act_for_nothing():
    game = row(a="inf N spent", told=hands("02")).begin("play 02").gather("a", "b")
    assert game.cost("fire b x") == 0 and game.need("fire b x") == row().need("fire b x") - 1
    game.play("act move", "move a A03 N", "move b A04 N")
    assert game.at("b") == "A04" and game.unit("a").spent and not game.unit("b").spent


@rule("sos-card-01-b")
def test_adrenaline_lets_a_group_of_spent_units_act_for_nothing():
    game = row(a="inf N spent", b="inf N spent", told=hands("01")).begin("play 01", "group a")
    assert game.state.stack[-1].members == ("a", "b"), "c is Fresh and cannot join"
    assert game.cost("fire a x") == 0


@rule("sos-card-11-c")
def test_careful_aiming_helps_a_group_attack_by_two():
    game = row(told=hands("11"), caps=TEN).gather("a", "b").begin("fire a x", "play 11")
    assert game.need("caps 0") == row().need("fire a x") - 1 - 2


@rule("sos-4.12-e")
def test_reinforcements_enter_as_a_group_without_a_spent_check():
    game = on(". . .\n. . .", a="inf N due=1 entry=s", b="inf N due=1 entry=s", entries={"s": ["A02", "B02", "C02"]})
    game.gather("a", "b").play("enter a A02 N", "enter b A02 N")
    assert game.at("a") == game.at("b") == "A02" and not game.unit("a").spent
    assert game.stressed("a") and game.stressed("b")
