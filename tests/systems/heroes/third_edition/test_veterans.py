"""Veteran cards: lasting abilities, paid for in CAPs and never discarded. [8.2, cards V02 to V06, V08, V09]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on, parts

from balka.core.chance import draw
from balka.core.citing import own_row
from balka.core.frames import Roll
from balka.core.proof import rule
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.ratings import defence_rating
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import Works

DUEL = """
    x
    .
    a
    b
"""
CLOSE = """
    .
    a+x
    .
"""


def veterans(german: str = "", soviet: str = "") -> dict[str, Any]:
    return {"veterans": {GERMAN: tuple(german.split()), SOVIET: tuple(soviet.split())}}


def duel(german: str = "", soviet: str = "", caps: int = 3, picture: str = DUEL, **more: Any) -> Game:
    """Two German squads and a Soviet one; the German needs 8."""
    units = {"a": "inf N", "b": "inf N", "x": "rif S"} | {k: v for k, v in more.items() if k in "abx"}
    units = {name: words for name, words in units.items() if name in picture}
    rest = {k: v for k, v in more.items() if k not in "abx"}
    told = {**veterans(german, soviet), **rest.pop("told", {})}
    return on(picture, caps={GERMAN: caps, SOVIET: rest.pop("foe_caps", 0)}, told=told, **units, **rest)


# -- 8.2


@rule("sos-8.2-a")
def test_the_mission_says_which_units_are_veterans():
    state = GAME.start("sos/farm")
    grenadiers = state.setting.veterans["german", "ger_panzer_grenadier"]  # type: ignore[attr-defined]
    assert grenadiers == {"V04"}
    assert ("german", "ger_hmg42") not in state.setting.veterans  # type: ignore[attr-defined]


@rule("sos-8.2-b", "sos-8.6-c")
def test_a_veteran_card_costs_caps_and_is_never_discarded():
    game = duel("V02").begin("fire a x", "play V02")
    assert game.caps(GERMAN) == 2 and game.state.tracks.discards == () and game.hand(GERMAN) == ()
    game.play("caps 0", "caps 0", dice=[1, 1, 7])
    game.play("pass")
    game.begin("fire b x")
    assert game.offers("play V02")


@rule("sos-card-V01-a", "sos-card-V06-a", "sos-card-gen-b", "sos-card-gen-h")
def test_the_box_has_one_of_each_of_the_ten_veteran_cards_with_its_cost():
    cards = [card for card in box().cards.values() if card.family == "veteran"]
    assert sorted(card.id for card in cards) == [f"V{n:02}" for n in range(1, 11)]
    assert all(card.copies == 1 and card.cost_color == "blue" for card in cards)
    assert {card.id: card.cost for card in cards if card.cost != 1} == {"V03": 2, "V06": 0, "V09": 0, "V10": 0}
    kinds = {box().cards[card].kind for card in ("01", "02", "03")}, {box().cards[card].kind for card in ("11", "12")}
    assert kinds == ({"action"}, {"bonus"})


# -- V02 Better Equipped


@rule("sos-card-V02-a")
def test_better_equipped_lowers_the_hit_number_by_two():
    game = duel("V02")
    before = game.need("fire a x")
    game.begin("fire a x")
    assert game.need("play V02") == before - 2
    game.begin("play V02")
    assert game.need("caps 1") == before - 3 and not game.offers("play V02")
    game.play("caps 0", "caps 0", dice=[3, 3, "pinned", 7])
    assert game.unit("x").marker


@rule("sos-card-V02-a")
def test_better_equipped_needs_a_veteran_with_a_cap():
    assert not duel("").begin("fire a x").offers("play V02")
    game = duel("V02", caps=0).begin("fire a x", dice=[1, 1, 7])
    assert game.asked in ("turn.end", "turn")


FAR = "\n".join(["x", *["."] * 5, "a"])  # six hexes away


@rule("sos-card-V02-b")
def test_better_equipped_reaches_two_hexes_further_and_four_at_long_range():
    near = {"inf": {"range": 2}}
    plain = duel("", picture=FAR, kinds=near)
    assert plain.why_not("fire a x") == "sos-5.3-e"
    game = duel("V02", picture=FAR, kinds=near)
    assert game.offers("fire a x")
    assert (-2, "6.6-a") in game.rating("fire a x", "Attack Rating")  # Range 2+2: six is Long Range
    assert (-2, "card-V02-a") in parts(game.check("fire a x").tally)
    game.play("fire a x", "caps 0", "caps 0", dice=[1, 1, 7])
    assert game.caps(GERMAN) == 2


@rule("sos-card-V02-b")
def test_the_longer_range_is_not_long_range():
    game = duel("V02", kinds={"inf": {"range": 1}})
    assert (-2, "6.6-a") in game.rating("fire a x", "Attack Rating")
    game.begin("fire a x", "play V02")
    assert (-2, "6.6-a") not in game.rating("caps 0", "Attack Rating")


@rule("sos-card-V02-b")
def test_a_spent_unit_pays_for_the_reach_beside_the_attack():
    cost = duel("").cost("fire a x")
    short = duel("V02", picture=FAR, kinds={"inf": {"range": 2}}, a="inf N spent", caps=cost)
    assert not short.offers("fire a x")
    enough = duel("V02", picture=FAR, kinds={"inf": {"range": 2}}, a="inf N spent", caps=cost + 1)
    enough.play("fire a x", dice=[1, 1])
    assert enough.caps(GERMAN) == 0


@rule("sos-card-V02-b", "sos-11.7-a")
def test_recon_by_fire_beyond_its_reach_is_paid_for_when_the_hex_is_named():
    picture = "\n".join(["x:W", *["."] * 5, "a"])
    game = duel("V02", picture=picture, kinds={"inf": {"range": 2}}, x="rif S hidden").begin("recon a")
    assert game.offers("search A01") and game.offers("search A03")
    near, far = Game(game.state).begin("search A03"), game.begin("search A01")
    assert (near.caps(GERMAN), far.caps(GERMAN)) == (3, 2)
    far.begin("caps 0", dice=[6, 6]).begin("face x S")
    assert (-2, "card-V02-a") in parts(far.check("caps 0").tally)


@rule("sos-card-V02-b", "sos-8.9-b")
def test_no_group_reaches_further_by_better_equipped():
    """The card has no Group icon."""
    units = {"a": "inf N", "b": "inf N", "x": "rif S"}
    picture = "\n".join(["x .", *[". ."] * 5, "a b"])
    game = on(picture, kinds={"inf": {"range": 2}}, caps={GERMAN: 3, SOVIET: 0},
              told={"veterans": {GERMAN: ("V02",)}}, **units)  # fmt: skip
    assert game.offers("fire a x")
    assert not any(text.startswith("fire") for text in game.gather("a", "b").choices())


@rule("sos-card-V02-b", "sos-13.2-c")
def test_a_mortar_lobs_further_too_but_its_smoke_does_not():
    picture = "\n".join(["x .", *[". ."] * 4, "W .", "a ."])
    far = {"8cm": {"range": 2, "range_min": 1}}
    game = on(picture, kinds=far, caps={GERMAN: 3, SOVIET: 0}, told={"veterans": {GERMAN: ("V02",)}}, a="8cm N",
              x="rif S")  # fmt: skip
    plain = on(picture, kinds=far, caps={GERMAN: 3, SOVIET: 0}, a="8cm N", x="rif S")
    spot = next(text for text in game.choices("a") if text.startswith("indirect a A01"))
    assert not any(text.startswith("indirect") for text in plain.choices("a"))
    laid = [[text for text in one.choices("a") if text.startswith("smoke")] for one in (game, plain)]
    assert laid[0] == laid[1] and laid[0]
    game.begin(spot)
    assert game.caps(GERMAN) == 2 and (-2, "card-V02-a") in parts(game.check("caps 0").tally)


# -- V03 Experienced


@rule("sos-card-V03-a")
def test_experience_steadies_a_spent_check_by_one():
    cost = duel("").cost("fire a x")
    game = duel("V03", caps=2).begin("fire a x", "caps 0", "caps 0", dice=[1, 1, cost])
    assert game.asked == "roll.after" and game.offers("steady")
    game.play("steady")
    assert not game.unit("a").spent and game.caps(GERMAN) == 0


@rule("sos-card-V03-a")
def test_experience_changes_no_other_roll_and_only_once():
    game = duel("V03", caps=4).begin("fire a x", "caps 0", dice=[1, 1])
    assert game.asked == "cost.caps"
    cost = game.state.stack[-1].cost.value  # type: ignore[attr-defined]
    game.begin("caps 0", dice=[cost - 1])
    game.play("steady")
    assert game.unit("a").spent and game.caps(GERMAN) == 2


# -- V04 Motivated Leader


@rule("sos-card-V04-a")
def test_a_motivated_leader_lowers_the_rally_number_by_two_in_place_of_caps():
    game = duel("V04", a="inf N pinned").begin("rally a")
    plain = game.need("caps 0")
    assert game.need("play V04") == plain - 2
    game.begin("play V04", dice=[1, 1])
    assert game.caps(GERMAN) == 2 and game.asked == "cost.caps"  # no CAPs were asked for on the check


@rule("sos-card-V04-a")
def test_cover_and_unhit_friends_still_help_a_led_rally():
    game = on("x\n.\na+b:W", a="inf N pinned", b="inf N", x="rif S", caps={GERMAN: 3, SOVIET: 0},
              told=veterans("V04")).begin("rally a")  # fmt: skip
    rules = [own_row(part.rule, "sos") for part in game.check("play V04").tally.parts]
    assert rules == ["sos-7.7-e", "sos-7.8-a", "sos-7.8-e", "sos-card-V04-a"]


@rule("sos-card-V04-a")
def test_only_the_missions_grenadiers_have_the_leader():
    assert not duel("", a="inf N pinned").begin("rally a").offers("play V04")
    poor = duel("V04", a="inf N pinned", caps=0).begin("rally a", dice=[1, 1, 7])
    assert poor.asked.startswith("turn")


# -- V05 Blood and Honor


def melee(caps: int = 6, x: str = "rif S", a: str = "inf N", **more: Any) -> Game:
    return duel(soviet="V05", picture=CLOSE, caps=0, foe_caps=caps, x=x, a=a, **more)


@rule("sos-card-V05-a")
def test_both_attacks_are_rolled_and_then_both_take_effect():
    game = melee().begin("assault a x")
    assert game.asked == "strike.window" and game.seat == SOVIET
    game.begin("play V05 x", "caps 0", dice=[6, 6, 6, 6])
    assert not game.alive("a") and not game.alive("x")


@rule("sos-card-V05-a")
def test_the_answer_is_rolled_at_full_strength_and_has_its_own_spent_check():
    need = melee().need("assault a x")
    game = melee().begin("assault a x", "play V05 x", dice=[1, need - 1])
    assert game.asked == "attack.roll" and game.seat == SOVIET and game.alive("x") and not game.unit("x").marker
    game.begin("caps 0", dice=[1, 1, "pinned"])
    assert game.unit("x").marker and game.asked == "cost.caps" and game.seat == SOVIET
    game.play("caps 0", dice=[1, 7])
    assert game.unit("x").spent and not game.unit("a").spent and game.caps(SOVIET) == 5


@rule("sos-card-V05-a")
def test_letting_it_pass_costs_nothing():
    game = melee().play("assault a x", "pass", dice=[1, 1, 7])
    assert game.caps(SOVIET) == 6 and not game.stressed("x")


@rule("sos-card-V05-b")
def test_a_spent_unit_strikes_back_if_all_of_it_is_paid():
    cost = melee(x="rif S").state
    price = cost.setting.kinds[cost.position.units["x"].kind].attack_cost or 0
    game = melee(caps=price + 1, x="rif S spent").play("assault a x", "play V05 x", dice=[1, 1, 1, 1, 7])
    assert game.caps(SOVIET) == 0 and game.unit("x").spent
    poor = melee(caps=price, x="rif S spent").begin("assault a x", dice=[1, 1, 7])
    assert poor.asked.startswith("turn") and poor.caps(SOVIET) == price


@rule("sos-card-V05-c")
def test_striking_back_stresses():
    game = melee().play("assault a x", "play V05 x", "caps 0", "caps 0", dice=[1, 1, 1, 1, 7, 7])
    assert game.stressed("x") and (1, "2.6-a") in game.parts("stall x")


@rule("sos-card-V05-a", "sos-8.2-a")
def test_who_may_not_attack_is_asked_and_can_only_pass():
    """The window opens on what all know; a face-down marker is not known to all."""
    game = melee(x="rif S stunned").play("assault a x", dice=[1, 1, 7])
    assert "plays" not in " ".join(game.heard(GERMAN))


# -- V06 Iron Will


@rule("sos-card-V06-b")
@pytest.mark.parametrize("marker", ["stunned", "pinned"])
def test_iron_will_lets_a_marked_unit_act_as_if_unhurt(marker: str):
    plain = duel("", caps=0).cost("fire a x")
    game = duel("V06", caps=0, a=f"inf N {marker}")
    game.begin("play V06 a")
    assert {"move", "fire", "pivot"} <= game.verbs("a") and game.cost("fire a x") == plain
    assert game.state.grow(()) == ["a"]
    game.play("fire a x", dice=[1, 1, 7])
    assert game.unit("a").marker and not game.unit("a").shown
    game.play("pass")
    assert "move" not in game.verbs("a")


@rule("sos-card-V06-b")
def test_iron_will_ignores_what_is_good_about_a_marker_too():
    cowering = duel("", soviet="V06", x="rif S cowering shown", foe_caps=3)
    parts = cowering.rating("fire a x", "Defense Rating")
    game = duel("", soviet="V06", x="rif S cowering", foe_caps=3, active=SOVIET)
    game.begin("play V06 x")
    state = game.state
    rating = defence_rating(state, shot_at(state, game.unit("a"), game.unit("x")))
    assert rating.value == sum(value for value, _ in parts) - 1


@rule("sos-card-V06-b")
def test_iron_will_does_not_raise_the_dead_and_lasts_one_action():
    doomed = duel("V06", a="inf N destroyed")
    assert not doomed.offers("play V06 a")
    unhurt = duel("V06")
    assert not unhurt.offers("play V06 a")
    game = duel("V06", a="inf N pinned", b="inf N pinned", caps=0).begin("play V06 a")
    assert not game.offers("rally a") and not game.offers("play V06 b") and game.choices("b") == []


@rule("sos-card-V06-b")
def test_iron_will_goes_with_an_action_given_by_a_card():
    game = duel("V06", a="inf N stunned spent", caps=0, told={**hands("02")}).begin("play 02", "play V06 a")
    game.play("fire a x", dice=[1, 1])
    assert game.state.tracks.iron == ""


# -- V08 Combat Hardened


@rule("sos-card-V08-a")
def test_one_die_of_two_is_rolled_again_once():
    game = duel("V08", caps=3).begin("fire a x", "caps 0", dice=[1, 5])
    assert game.offers("again 1") and game.offers("again 2")
    game.begin("again 2", dice=[2])
    assert game.caps(GERMAN) == 2 and not any("again" in text for text in game.choices())


@rule("sos-card-V08-a")
def test_the_d10_is_never_rolled_again():
    game = duel("V08", caps=3).begin("fire a x", "caps 0", dice=[1, 1])
    game.begin("keep", "caps 0", dice=[1])
    assert game.unit("a").spent and game.asked.startswith("turn")


@rule("sos-card-V08-a")
def test_the_new_die_counts():
    game = duel("V08", caps=1).begin("fire a x", "caps 0", dice=[1, 6])
    game.play("again 1", dice=[6, 7])
    assert game.caps(GERMAN) == 0 and not game.alive("x")  # 12 for 8 destroys, 7 would have missed


# -- V09 Use of Terrain


@rule("sos-card-V09-a")
def test_open_ground_is_worth_one_to_who_knows_how_to_use_it():
    assert (1, "card-V09-a") in duel("", soviet="V09").rating("fire a x", "Defense Rating")
    assert (1, "card-V09-a") not in duel("V09").rating("fire a x", "Defense Rating")


@rule("sos-card-V09-a")
def test_it_works_on_an_open_hill_and_adds_nothing_to_cover():
    hill = duel("", soviet="V09", picture="x:1\n.\na")
    assert (1, "card-V09-a") in hill.rating("fire a x", "Defense Rating")
    woods = duel("", soviet="V09", picture="x:W\n.\na")
    assert (1, "card-V09-a") not in woods.rating("fire a x", "Defense Rating")


# -- what all must know, and the audit


@rule("sos-card-V02-a")
def test_better_equipped_helps_against_works_too():
    """It lowers the Hit Number of any kind of attack, and the second count knows it."""
    bunker = {"works": {"A01": Works("bunker_5", SOVIET, 0, hidden=False)}}
    needs = []
    for sentences in (("raze a",), ("raze a", "play V02")):
        game = on("a\n.\n.\n.\nx", a="inf N", x="rif S", caps={GERMAN: 6, SOVIET: 0}, told=veterans("V02") | bunker)
        game.begin(*sentences)
        state = game.state.apply("caps 0").state
        needs.append(state.stack[-1].check.need)
        assert needs[-1] == THIRD_EDITION.recount(state, state.stack[-1])
    assert needs[0] - needs[1] == 2


@rule("sos-card-V02-b", "sos-card-W02-c")
def test_better_equipped_throws_no_bottle_further():
    """It lengthens the unit's own Range: a Molotov Cocktail into the next hex stays at Long Range."""
    told = veterans("", "V02") | {"weapons": {GERMAN: (), SOVIET: ("W02",)}}
    needs = []
    for more in ((), ("play V02",)):
        game = on("x\na", a="inf S", x="rif S", active=SOVIET, caps={GERMAN: 0, SOVIET: 6}, told=told)
        game.begin("use x W02 A02", *more)
        state = game.state.apply("caps 0").state
        needs.append(state.stack[-1].check.need)
        assert needs[-1] == THIRD_EDITION.recount(state, state.stack[-1])
    assert needs[0] - needs[1] == 2, "the Hit Number is lowered all the same"


@rule("sos-8.2-a")
def test_a_random_war_of_veterans_keeps_every_law():
    """Views, lists and second counts hold with every Veteran card in play."""
    cards = "V02 V03 V04 V05 V06 V08 V09"
    played: set[str] = set()
    for seed in range(12):
        units = {"a": "inf N pinned", "b": "inf N suppressed", "c": "inf N", "d": "inf N"}
        units |= {"x": "rif S pinned", "y": "rif S", "z": "rif S"}
        caps = {GERMAN: 12, SOVIET: 12}
        game = on("x+y . z+d\n. . .\na . b+c", caps=caps, told=veterans(cards, cards), **units)
        played |= _wander(game, Random(seed))
    assert played == set(cards.split()) - {"V09"}


def _wander(game: Game, rng: Random) -> set[str]:
    """Random answers, every state checked; the Veteran cards that were used."""
    used: set[str] = set()
    for _ in range(300):
        state = game.state
        if state.over or state.tracks.round > 2:
            break
        assert list(THIRD_EDITION.invariants(state)) == []
        top = state.stack[-1]
        if isinstance(top, Roll):
            need = THIRD_EDITION.recount(state, top)
            assert need is None or top.check is None or need == top.check.need
            game._apply(draw(state, rng))
        else:
            seat = state.asks[0].seat
            assert list(state.view(seat).choices(seat=seat)) == list(state.choices(seat=seat))
            listed = list(state.choices(seat=seat))
            verb = rng.choice(sorted({choice.verb for choice in listed}))
            game._apply(rng.choice([choice for choice in listed if choice.verb == verb]))
        used |= {told.event.card for told in game.told if isinstance(told.event, CardPlayed)}
    return used


@rule("sos-8.2-a")
def test_everybody_sees_who_is_a_veteran():
    game = duel("V04")
    for seat in (GERMAN, SOVIET):
        scene = THIRD_EDITION.scene(game.state.view(seat), seat)
        counters = {c.id: c for stack in scene.stacks for c in stack.counters}
        assert any("Motivated Leader" in badge.tip for badge in counters["a"].badges)
        assert not any("Veteran" in badge.tip for badge in counters["x"].badges)
