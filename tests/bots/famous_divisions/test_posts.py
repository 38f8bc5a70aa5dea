"""Who is sent to places that count, and what fire on the march is reckoned at."""

from __future__ import annotations

from msgspec import structs
from tests.bots.famous_divisions.test_stance import begun, companies
from tests.systems.famous_divisions.kit import on

from balka.bots.famous_divisions.fire import casualty, risk_to
from balka.bots.famous_divisions.judgement import goal_of, passing, post_of, stand_value, wants_to_move
from balka.bots.famous_divisions.places import claims, is_secured, nearest_enemy, place_points
from balka.bots.famous_divisions.posts import posts
from balka.bots.famous_divisions.postures import regular
from balka.bots.famous_divisions.stance import Plan, Stance, usual
from balka.systems.famous_divisions.model import GdState

GARRISONS = Stance(role="defend", posts=4.0, retake=1.0)


def hexes_of(state: GdState, *labels: str) -> list[int]:
    return [state.setting.board.hex(label) for label in labels]


def held_by(state: GdState, holders: dict[str, str]) -> GdState:
    return structs.replace(state, position=state.position.altered(holders=holders))


def test_a_defender_sends_a_company_to_every_place_the_enemy_may_come_to() -> None:
    state = begun("lutchessa")
    plan = Plan("german", structs.replace(GARRISONS, watch=99, garrison=1))
    sent = posts(state, plan)
    assert sorted(sent.values()) == sorted(place_points(state))
    assert set(sent) <= {company.id for company in companies(state, "german")}, "neither guns nor HQs"


def test_nobody_is_sent_by_the_plain_play() -> None:
    state = begun("lutchessa")
    assert all(post_of(state, usual(state, "german"), unit) is None for unit in companies(state, "german"))


def test_a_place_the_enemy_is_far_from_wants_nobody() -> None:
    state = begun("lutchessa")
    plan = Plan("german", structs.replace(GARRISONS, watch=0))
    near = [h for h in place_points(state) if nearest_enemy(state, "german", h) == 0]
    assert set(posts(state, plan).values()) == set(near)


def test_whoever_is_sent_goes_to_the_very_hex_and_stays_there() -> None:
    state = begun("lutchessa")
    plan = Plan("german", structs.replace(GARRISONS, watch=99, garrison=1))
    name, post = next((name, h) for name, h in posts(state, plan).items() if state.position.units[name].hex != h)
    unit = state.position.units[name]
    assert goal_of(state, plan, unit) == post and wants_to_move(state, plan, unit)
    there = structs.replace(unit, hex=post)
    arrived = structs.replace(state, position=state.position.put([there]))
    assert not wants_to_move(arrived, plan, there)


def test_time_that_is_left_bounds_the_march() -> None:
    state = begun("lutchessa")
    plan = Plan("german", structs.replace(GARRISONS, watch=99))
    late = structs.replace(state, turn=state.setting.rulebook.turns)
    assert set(posts(late, plan)) < set(posts(state, plan))
    assert all(late.position.units[name].hex == h for name, h in posts(late, plan).items())


def test_an_attacker_goes_for_what_counts_against_him_only() -> None:
    state = begun("mischurin")
    rog, bridge = hexes_of(state, "3935", "4147")
    nobody = held_by(state, {})
    assert is_secured(nobody, "german", rog), "a town that costs points only while the enemy has it"
    assert not is_secured(nobody, "soviet", rog)
    assert not is_secured(nobody, "german", bridge) and is_secured(nobody, "soviet", bridge)
    assert rog not in claims(nobody, "german", Stance(role="attack"))
    assert rog in claims(held_by(state, {"3935": "soviet"}), "german", Stance(role="attack"))
    assert rog in claims(nobody, "german", Stance(role="defend"))


def test_fire_costs_less_the_farther_it_comes_from_and_the_better_the_target_defends() -> None:
    assert casualty(1, 0, 6) > casualty(3, 0, 6) > casualty(5, 0, 6) > 0
    assert casualty(2, 0, 9) < casualty(2, 0, 6) and casualty(2, 1, 6) < casualty(2, 0, 6)
    assert round(casualty(2, 0, 6) * 36) == 13


def test_the_risk_of_a_hex_is_the_sum_of_all_guns_that_bear_on_it() -> None:
    one = on("a . . x", a="5k-2gr hq-2gr", x="t34.1-2tk").state
    two = on("a . . x", a="5k-2gr hq-2gr", x="t34.1-2tk t34.2-2tk").state
    near, far = hexes_of(one, "C01", "B01")
    alone, both = (risk_to(state, state.position.units["5k-2gr"]) for state in (one, two))
    assert alone(near) > alone(far) > 0
    assert both(near) == 2 * alone(near)


def test_a_march_under_fire_costs_the_casualties_it_brings() -> None:
    state = on("a . . x", a="5k-2gr hq-2gr", x="t34.1-2tk").state
    unit = state.position.units["5k-2gr"]
    near, far = hexes_of(state, "C01", "B01")
    plain, wary = Plan("german", Stance(danger=0.0)), Plan("german", Stance(danger=0.0, fire=4.0))
    risk = risk_to(state, unit)
    assert passing(state, wary, unit, [far, near]) == 4 * (risk(far) + risk(near))
    assert stand_value(state, wary, unit, near) == stand_value(state, plain, unit, near) - 4 * 1.5 * risk(near)


def test_the_usual_defender_holds_places_with_companies() -> None:
    state = begun("lutchessa")
    assert regular(state, "german").stance.posts
