"""Coming into a hex, by whatever means and in both editions: who hides there, closed ways, mines, works, control."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.both import ATB, SOS, Edition, both, mines, say
from tests.systems.heroes.kit import GERMAN, SIX, SOVIET, Game
from tests.systems.heroes.second_edition import test_players
from tests.systems.heroes.third_edition import test_teams

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import SatchelPickup
from balka.systems.heroes.units import HeroesState, Works

FIELD = ". . .\n. h:S .\n. a .\n. . ."
WIDE = ". . . . .\n. . a . .\n. . x . .\n. . . . .\n. . . . ."


def upon_hidden(edition: Edition, unit: str = "hidden", picture: str = FIELD, **told: Any) -> Game:
    """A German squad walks into the stone house of a Soviet one, who is Hidden unless told otherwise."""
    words = {"a": f"{edition.german} N", "h": f"{edition.soviet} N {unit}"}
    game = edition.on(picture, **words, told={"hiding": True, **told})
    say(game, "move a B02 N")
    return say(game, "face h S") if game.asked == "reveal.face" else game


def replaced(state: HeroesState, **parts: Any) -> HeroesState:
    """The state with some of its parts exchanged."""
    return HeroesState(*(parts.get(name, getattr(state, name)) for name in HeroesState.__struct_fields__))


# -- who hides there is found first


@both
@rule("sos-4.4-b", "sos-11.1-b", "atb-2.5.2-d", "atb-10.0.2-a")
def test_a_hidden_holder_who_is_walked_upon_keeps_his_control_marker(edition: Edition):
    game = upon_hidden(edition, control={"B02": SOVIET})
    assert not game.is_hidden("h") and game.at("a") == game.at("h") == "B02"
    assert game.control("B02") == SOVIET


@both
@rule("sos-4.4-d", "atb-2.5.2-b")
def test_an_empty_hex_still_changes_hands(edition: Edition):
    game = edition.on(". .\na .", a=f"{edition.german} N", told={"hiding": True, "control": {"A01": SOVIET}})
    assert say(game, "move a A01 N").control("A01") == GERMAN


@rule("sos-m1-o")
def test_a_satchel_is_not_taken_from_under_a_hidden_defender():
    lies = SatchelPickup(hidden_by=SOVIET, hexes=("B02",), holder=SOVIET, rounds=(1,), value=1)
    game = SOS.on(FIELD, a="inf N", h="rif N hidden", told={"hiding": True, "victory": (lies,)})
    game.state = replaced(game.state, tracks=game.state.tracks.changed(satchel="dropped:B02"))
    say(game, "move a B02 N")
    assert game.state.tracks.satchel == "dropped:B02"


@both
@rule("sos-6.11-b", "sos-6.11-c", "atb-7.7.3-l")
def test_a_hidden_unit_found_by_an_enemy_may_not_withdraw_past_him(edition: Edition):
    game = upon_hidden(edition)
    seen = upon_hidden(edition, "")
    for place in ("B03", "A02", "C02"):
        assert not game.offers(f"move h {place} S") and not seen.offers(f"move h {place} S")
    assert game.offers("move h B01 N") and game.offers("move h A01 N") and game.offers("move h C01 N")


@both
@rule("sos-17.2-c", "atb-18.2-a")
def test_nobody_goes_into_a_trench_in_which_he_has_just_found_an_enemy(edition: Edition):
    trench = {"B02": Works("trench", SOVIET, 0, False)}
    game = upon_hidden(edition, "hidden inside", works=trench)
    assert game.asked != "works.enter" and game.unit("h").inside and not game.unit("a").inside
    outside = upon_hidden(edition, "hidden", works=trench)
    assert outside.asked == "works.enter", "beside the trench he holds nothing"


@both
@rule("sos-11.1-b", "atb-10.0.2-a")
def test_all_who_hide_in_the_hex_are_found_friends_too(edition: Edition):
    german, soviet = f"{edition.german} N", f"{edition.soviet} N hidden"
    game = edition.on(". . .\n. h+b+i:S .\n. a .\n. . .", a=german, b=f"{german} hidden", h=soviet, i=soviet)
    say(game, "move a B02 N")
    assert not game.state.position.hidden
    for _ in range(3):
        say(game, game.choices()[0])
    assert game.asked == "turn"


# -- ways of withdrawal


def after_entry(edition: Edition, unit: str, **more: Any) -> Game:
    """A German squad comes from C02 upon a Soviet unit in C03, whose Turn it is."""
    game = edition.on(WIDE, a=f"{edition.german} S", x=f"{unit} S", **more)
    return say(game, "move a C03 S")


@both
@rule("sos-6.11-b", "sos-6.11-c", "atb-7.7.3-l")
def test_closed_hexes_stay_closed_to_bonus_moves(edition: Edition):
    game = after_entry(edition, edition.tank)
    assert not game.offers("move x D03 N") and not game.offers("move x C02 N")
    say(game, "move x D04 N")
    assert game.asked == "drive"
    assert not game.offers("go x D03 N") and game.offers("go x E03 N")
    assert game.why_not("go x D03 N").endswith(("6.11-c", "7.7.3-l"))


@both
@rule("sos-6.11-b", "sos-card-05-b", "atb-7.7.3-l", "atb-card-05-f")
def test_closed_hexes_stay_closed_to_rapid_deployment(edition: Edition):
    told = {"hands": {SOVIET: ("05",)}}
    game = after_entry(edition, edition.soviet, told=told)
    say(game, *(["move x D04 N", "play 05"] if edition is SOS else ["play 05 x", "move x D04 N"]))
    assert game.asked == "turn.deploy"
    assert not game.offers("move x D03 N") and game.offers("move x E04 N")


@both
@rule("sos-6.11-b", "sos-card-12-b", "atb-7.7.3-l")
def test_closed_hexes_stay_closed_to_the_second_of_two_swift_actions(edition: Edition):
    told = {"hands": {SOVIET: (edition.swift,)}}
    game = after_entry(edition, edition.soviet, told=told, caps=SIX)
    say(game, f"play {edition.swift}", "move x B04 N")
    assert game.asked == "turn" and not game.offers("move x B03 N") and game.offers("move x A04 N")


@both
@rule("sos-6.11-b", "atb-7.7.3-l")
def test_only_those_who_were_entered_upon_are_bound(edition: Edition):
    game = edition.on(
        WIDE.replace(". . . . .\n. . . . .", ". . y . .\n. . . . ."), a=f"{edition.german} S",
        x=f"{edition.soviet} S", y=f"{edition.soviet} N", told={"hands": {SOVIET: (edition.swift,)}}, caps=SIX,
    )  # fmt: skip
    say(game, "move a C03 S", f"play {edition.swift}", "move y C03 N")
    assert game.offers("move y C02 N") and not game.offers("move x C02 N")


@both
@rule("sos-6.11-b", "sos-15.5-b", "atb-7.7.3-l", "atb-5.4-b")
def test_an_enemy_who_goes_on_by_rapid_deployment_closes_nothing(edition: Edition):
    game = edition.on(WIDE, a=f"{edition.german} S", x=f"{edition.soviet} S", told={"hands": {GERMAN: ("05",)}})
    first = ["move a C03 S", "play 05"] if edition is SOS else ["play 05 a", "move a C03 S"]
    say(game, *first, "move a C04 N")
    assert game.seat == SOVIET and game.asked == "turn"
    assert all(game.offers(f"move x {place} N") for place in ("C02", "B03", "D03"))


@both
@rule("sos-6.11-b", "atb-7.7.3-l")
def test_an_enemy_destroyed_where_he_came_in_closes_nothing(edition: Edition):
    told = {"works": {"C03": mines(SOVIET)}}
    game = edition.on(WIDE, a=f"{edition.german} S suppressed", x=f"{edition.soviet} S", told=told)
    say(game, "move a C03 S", dice=[6, 5])
    assert not game.alive("a") and game.seat == SOVIET
    assert game.offers("move x C02 N")


@both
@rule("sos-6.11-b", "sos-15.8-b", "sos-17.10-g", "atb-7.7.3-l", "atb-17.0-g", "atb-17.1-d")
def test_whom_a_vehicle_lost_there_has_brought_closes_the_ways_that_it_came_by(edition: Edition):
    words = {"t": f"{edition.carrier} S suppressed", "a": f"{edition.german} S carrier=t", "x": f"{edition.soviet} S"}
    told = {"works": {"C03": mines(SOVIET)}}
    game = edition.on(WIDE.replace("a", "t+a"), **words, told=told)
    say(game, "move t C03 S", dice=[1, 1, 6, 5])
    assert not game.alive("t") and game.at("a") == "C03"
    if edition is SOS:
        say(game, "face a S")  # its owner turns it
    assert game.seat == SOVIET and game.asked == "turn"
    assert not any(game.offers(f"move x {place} N") for place in ("C02", "B03", "D03")) and game.offers("move x C04 N")


@both
@rule("sos-15.8-b", "sos-6.11-b", "atb-7.7.3-l")
def test_who_was_entered_upon_does_not_ride_past_the_enemy_either(edition: Edition):
    """A truck comes to fetch the squad: alone it could go where the enemy came from, with the squad it cannot."""
    words = {"a": f"{edition.german} S", "x": f"{edition.soviet} S", "t": f"{edition.truck} N"}
    told = {"hands": {SOVIET: (edition.swift,)}}
    picture = WIDE.replace(". . . . .\n. . . . .", ". . t . .\n. . . . .")
    game = say(edition.on(picture, **words, told=told, caps=SIX), "move a C03 S", f"play {edition.swift}")
    say(game, "move t C03 N")
    assert game.offers("move t C02 N")
    position = game.state.position
    ridden = position.with_unit(position.units["x"].changed(carrier="t"))
    aboard = Game(replaced(game.state, position=ridden))
    assert not aboard.offers("move t C02 N") and aboard.offers("move t C04 S")


# -- several players on a side


def entered_upon(state: HeroesState, force: str) -> tuple[HeroesState, str, str]:
    """A unit of a force in the open, upon which an enemy has just come: the state, the unit, the hex he came from."""
    position, ground = state.position, state.setting.ground
    unit = next(unit for unit in position.units.values() if unit.force == force and unit.hex >= 0
                and state.setting.kind(unit).is_foot and not unit.carrier and not unit.inside)  # fmt: skip
    enemy = next(foe for foe in position.units.values() if foe.side != unit.side and not foe.carrier)
    came = next(h for h in ground.neighbours[unit.hex] if h >= 0)
    there = position.with_unit(enemy.changed(hex=unit.hex, due=0, entry=""))
    tracks = state.tracks.changed(intrusions=((unit.id, enemy.id, unit.hex, came),))
    return replaced(state, position=there, tracks=tracks), unit.id, state.setting.board.labels[came]


@rule("sos-6.11-b", "sos-19.0-d")
def test_a_way_stays_closed_while_a_team_mate_takes_his_part_of_the_turn():
    state, unit, came = entered_upon(test_teams.opened(), "german_2")  # type: ignore[arg-type]
    after = state.apply("pass", "german_1").state
    for now in (state, after):
        refused = now.why_not(f"move {unit} {came} N", "german_2")
        assert refused is not None and refused.rule == "sos-6.11-b"


@pytest.mark.parametrize("order", ["sides together", "in turn"])
@rule("atb-7.7.3-l", "atb-20.0-b")
def test_a_way_stays_closed_until_the_player_of_the_unit_has_had_his_turn(order: str):
    state, unit, came = entered_upon(test_players.rolled(turn_order=order), "german_2")
    now = state.apply("pass", "german_1").state
    if order == "in turn":
        now = now.apply("pass", "soviet_1").state
    refused = now.why_not(f"move {unit} {came} N", "german_2")
    assert refused is not None and refused.rule == "atb-7.7.3-l"
    assert now.apply("pass", "german_2").state.tracks.intrusions == ()


# -- moving unseen


def house(edition: Edition, *, seen: str = "") -> Game:
    """Two German squads behind a house, the hex beside them mined by the enemy, who sees nothing of it."""
    told = {"hiding": True, "works": {"A02": mines(SOVIET)}}
    words = {"h": f"{edition.german} N {seen}", "k": f"{edition.german} N {seen}"}
    return edition.on("h+k . S . x\n. . S . .\n. . S . .", x=f"{edition.soviet} N", told=told, **words)


@rule("sos-11.4-d", "atb-10.2-d")
@both
@pytest.mark.parametrize(("first", "second"), [("B01", "B01"), ("B01", "A01"), ("B01", "C01")])
def test_a_group_that_hides_is_gone_at_once_so_one_may_go_where_another_stood(
    edition: Edition, first: str, second: str
):
    squads = {"h": f"{edition.soviet} S", "k": f"{edition.soviet} S"}
    game = edition.on("h k .", active=SOVIET, told={"hiding": True}, **squads).gather("h", "k")
    say(game, "act hide", f"sneak h {first}", f"sneak k {second}")
    assert game.is_hidden("h") and game.is_hidden("k")


@both
@rule("sos-17.10-c", "sos-11.4-d", "atb-18.3.3-b", "atb-10.2-d")
def test_a_group_that_hides_in_a_mined_hex_sets_the_mines_off(edition: Edition):
    game = house(edition).gather("h", "k")
    say(game, "act hide", "sneak h A02", "sneak k B01")
    assert game.asked in ("reveal.face", "mine.roll") and not game.is_hidden("h") and game.is_hidden("k")
    assert not game.state.position.works["A02"].hidden


@both
@rule("sos-17.10-c", "atb-18.3.3-b")
def test_each_of_a_group_meets_the_mines_once(edition: Edition):
    game = house(edition).gather("h", "k")
    say(game, "act hide", "sneak h A02", "sneak k A02", "face k N", "face h N", dice=[1, 1, 1, 1])
    assert game.asked == "turn" and not game.state.position.hidden


@rule("sos-17.10-c", "sos-11.5-a")
def test_a_hidden_group_does_not_walk_through_mines_unseen():
    game = house(SOS, seen="hidden").gather("h", "k")
    game.begin("act sneak", "sneak h A02", "sneak k B01")
    assert not game.is_hidden("h") and game.is_hidden("k")


@rule("sos-17.10-c", "sos-card-14-b")
def test_scout_teams_do_not_hide_a_unit_in_mines_unharmed():
    told = {"hiding": True, "works": {"A02": mines(SOVIET)}, "hands": {GERMAN: ("14",)}}
    game = SOS.on("h . S . x\n. . S . .\n. . S . .", h="inf N", x="rif N", told=told, caps=SIX)
    game.begin("play 14 h", "sneak h A02")
    assert not game.is_hidden("h") and not game.state.position.works["A02"].hidden


@rule("atb-18.3.3-c")
def test_who_hides_where_he_stands_on_mines_sets_them_off_once():
    told = {"hiding": True, "works": {"A01": mines(SOVIET)}}
    game = ATB.on("h+k . S . x\n. . S . .\n. . S . .", h="grif N", k="grif N", x="srif N", told=told).gather("h", "k")
    say(game, "act hide", "sneak h A01", "sneak k B01", "face h N", dice=[1, 1])
    assert game.asked == "turn" and not game.is_hidden("h") and game.is_hidden("k")


# -- hiding and Fortifications


def behind(edition: Edition, words: str, works: dict[str, Works]) -> Game:
    picture = "h . S . x\n. . S . .\n. . S . ."
    return edition.on(
        picture, h=f"{edition.german} N {words}", x=f"{edition.soviet} N", told={"hiding": True, "works": works}
    )


@both
@rule("sos-11.4-c", "sos-17.3-c", "atb-10.2-b", "atb-10.0.4-c")
def test_who_hides_in_its_trench_stays_inside(edition: Edition):
    game = say(behind(edition, "inside", {"A01": Works("trench", GERMAN)}), "sneak h A01")
    assert game.is_hidden("h") and game.unit("h").inside
    moved = say(behind(edition, "inside", {"A01": Works("trench", GERMAN)}), "sneak h A02")
    assert not moved.unit("h").inside


@both
@pytest.mark.parametrize("words", ["", "hidden"])
@rule("sos-17.3-a", "atb-18.2-a")
def test_who_moves_unseen_to_a_trench_is_inside_and_nobody_is_asked(edition: Edition, words: str):
    game = say(behind(edition, words, {"A02": Works("trench", GERMAN)}), "sneak h A02")
    assert game.asked == "turn" and game.is_hidden("h") and game.unit("h").inside
    assert not any("Trench" in text for text in game.heard(SOVIET))


# -- a Fortification and mines in one hex


@rule("atb-18.2-a", "atb-18.3.3-b")
def test_mines_go_off_before_anybody_goes_inside():
    works = {"A02": mines(SOVIET), "A02/2": Works("trench", GERMAN)}
    game = ATB.on("a . . x\n. . . .", a="grif S suppressed", x="srif N", told={"works": works})
    say(game, "move a A02 S", dice=[6, 6])
    assert not game.alive("a") and game.asked == "turn"


@rule("sos-11.6-a", "sos-17.10-c")
def test_of_a_hidden_group_of_whom_one_is_found_the_others_stay_unknown():
    """Whoever leads: neither the Action nor its payment names those who are still Hidden."""
    for leader, other in (("h", "k"), ("k", "h")):
        game = house(SOS, seen="hidden").gather(leader, other)
        game.begin("act sneak", "sneak h A02", "sneak k B01")
        while game.asked != "turn":
            view = game.view(SOVIET).state
            assert "'k'" not in f"{view.stack!r} {view.tracks!r}"
            dice = {"2d6": [1, 1], "d10": [7]}.get(getattr(game.state.stack[-1], "dice", ""), [])
            game._apply(game._outcome(list(dice)) if game.seat == "chance" else game.choices()[0])
