"""Three and four players, a Mission for four played by two, and the handicap. [chapter 19]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs

from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import IllegalChoiceError
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.proof import rule
from balka.core.state import Hand, State
from balka.games.storms_of_steel import GAME
from balka.lab.selfplay import Plan, selfplay
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.table.table import Table

FOUR = ("german_1", "german_2", "soviet_1", "soviet_2")
LONE = {"german_1": "german", "german_2": "german"}


def opened(seats: dict[str, str] | None = None, **options: str) -> State:
    """Two Ravines at its first Turn: everybody sets up as proposed and plans nothing."""
    state = GAME.start("sos/ravines", options, seats)
    rng = Random(7)
    while state.asks[0].kind != "turn":
        state = _usual(state, rng)
    return state


def _usual(state: State, rng: Random) -> State:
    """Dice as they fall; anything else answered as quietly as possible."""
    ask = state.asks[0]
    if ask.seat == CHANCE:
        return state.apply(draw(state, rng)).state
    only = forced(state)
    if only is not None:
        return state.apply(only[1], only[0].seat).state
    listed = {state.text(choice): choice for choice in state.choices(seat=ask.seat)}
    for quiet in ("ready", "pass", "done", "keep", "caps 0", "hold"):
        found = next((choice for text, choice in listed.items() if text.startswith(quiet)), None)
        if found is not None:
            return state.apply(found, ask.seat).state
    return state.apply(next(iter(listed.values())), ask.seat).state


def said(state: State, seat: str, text: str) -> State:
    """A seat speaks; what it sets off is answered quietly until the next Turn ask."""
    turn = state.turn
    state = state.apply(text, seat).state
    rng = Random(3)
    while not state.over and (state.asks[0].kind != "turn" or any(ask.kind != "turn" for ask in state.asks)):
        state = _usual(state, rng)
    assert state.over or state.turn >= turn
    return state


def stalled(state: State, seat: str) -> State:
    """The seat takes the smallest Action there is."""
    stall = next(state.text(c) for c in state.choices(seat=seat) if c.verb == "stall")
    return said(state, seat, stall)


def asked(state: State) -> list[str]:
    return [ask.seat for ask in state.asks]


# -- 19.0


@rule("sos-19.0-a", "sos-19.0-c")
def test_each_player_has_caps_units_and_cards_of_his_own():
    state = opened()
    assert state.setting.seats == FOUR
    assert state.tracks.caps == dict.fromkeys(FOUR, 6)
    assert all(state.hands[force].size == 2 for force in FOUR)
    mine = {unit.force for unit in state.position.units.values()}
    assert mine == set(FOUR)
    own = {str(choice.path()[0]) for choice in state.choices(seat="german_1")} - {"pass", "play"}
    assert own and all(state.position.units[name].force == "german_1" for name in own)


@rule("sos-19.0-a", "sos-19.0-c")
def test_a_team_mates_hand_is_hidden_but_his_hidden_units_are_not():
    view = opened().view("soviet_1")
    assert view.hands["soviet_2"].cards == () and view.hands["soviet_2"].size == 2
    assert view.hands["soviet_1"].size == len(view.hands["soviet_1"].cards) == 2
    assert {unit.force for unit in view.position.hidden.values()} == {"soviet_1", "soviet_2"}
    assert opened().view("german_1").position.hidden == {}


@rule("sos-19.0-c")
def test_caps_are_spent_from_ones_own_track_alone():
    state = opened()
    stall = next(c for c in state.choices(seat="german_1") if c.verb == "stall")
    state = state.apply(stall, "german_1").state
    while state.asks[0].kind != "cost.caps":
        state = _usual(state, Random(1))
    state = state.apply("caps 1", "german_1").state
    assert state.tracks.caps == {**dict.fromkeys(FOUR, 6), "german_1": 5}


@rule("sos-19.0-d")
def test_both_team_mates_act_in_their_sides_turn_in_any_order():
    state = opened()
    assert asked(state) == ["german_1", "german_2"]
    other = stalled(state, "german_2")
    assert asked(other) == ["german_1"]
    both = stalled(other, "german_1")
    assert asked(both) == ["soviet_1", "soviet_2"]
    with pytest.raises(IllegalChoiceError):
        other.apply("pass", "german_2")


@rule("sos-19.0-d")
def test_passing_is_an_answer_too():
    state = said(opened(), "german_1", "pass")
    assert asked(state) == ["german_2"]
    assert asked(said(state, "german_2", "pass")) == ["soviet_1", "soviet_2"]


@rule("sos-19.0-e", "sos-19.0-f")
def test_the_round_ends_when_all_but_one_have_passed():
    state = said(opened(), "german_1", "pass")
    state = stalled(state, "german_2")
    state = said(state, "soviet_1", "pass")
    assert state.tracks.round == 1
    assert said(state, "soviet_2", "pass").tracks.round == 2


@rule("sos-19.0-e")
def test_two_who_act_keep_the_round_going_and_a_new_action_undoes_a_pass():
    state = said(opened(), "german_1", "pass")
    state = stalled(state, "german_2")
    state = said(state, "soviet_1", "pass")
    state = stalled(state, "soviet_2")
    assert state.tracks.round == 1 and state.tracks.passed == ("german_1", "soviet_1")
    state = stalled(state, "german_1")
    assert state.tracks.passed == ("soviet_1",)


@rule("sos-card-10-b", "sos-19.0-a")
def test_of_two_opponents_sniper_fire_strikes_the_one_its_player_names():
    state: Any = opened()
    state = structs.replace(state, hands={**state.hands, "german_1": Hand(("10",))})
    play = next(state.text(choice) for choice in state.choices(("play", "10"), "german_1"))
    state = state.apply(play, "german_1").state
    assert state.asks[0].kind == "sniper.whom" and asked(state) == ["german_1"]
    assert [state.text(choice) for choice in state.choices((), "german_1")] == ["sniper soviet_1", "sniper soviet_2"]
    state = state.apply("sniper soviet_2", "german_1").state
    die = next(outcome for outcome, _ in state.stack[-1].odds(state) if outcome.text() == "d6 6")
    state = state.apply(die).state
    assert state.tracks.caps == {**dict.fromkeys(FOUR, 6), "soviet_2": 3}


@rule("sos-card-10-b", "sos-19.0-a", "sos-8.9-a")
def test_whom_sniper_fire_out_of_hiding_strikes_is_known_to_all_but_not_who_fires():
    state: Any = said(said(opened(), "german_1", "pass"), "german_2", "pass")
    state = structs.replace(state, hands={**state.hands, "soviet_1": Hand(("10",))})
    hidden = next(name for name, unit in state.position.hidden.items() if unit.force == "soviet_1")
    for sentence in (f"play 10 {hidden}", "sniper german_2"):
        state = state.apply(sentence, "soviet_1").state
    view = state.view("german_1")
    action = next(frame for frame in view.stack if isinstance(frame, Action))
    assert (action.unit, action.target) == ("?", "german_2")
    world = THIRD_EDITION.sample(view, Random(1))
    assert world.apply("d6 6").state.tracks.caps == {**dict.fromkeys(FOUR, 6), "german_2": 3}


@rule("sos-19.0-b")
def test_team_mates_win_together():
    state = opened()
    rng = Random(5)
    for _ in range(5000):
        if state.over:
            break
        state = _usual(state, rng)
    verdict = state.verdict()
    assert verdict is not None and verdict.winner in ("german", "soviet")
    assert state.setting.seats_of_side("german") == ("german_1", "german_2")


# -- 19.1 two players


@rule("sos-19.1-a")
def test_two_players_set_up_and_command_a_whole_side_each():
    state = GAME.start("sos/ravines", {"players": "two"})
    assert state.setting.seats == ("german", "soviet") and asked(state) == ["soviet"]
    four = opened()
    units = {unit.kind for unit in opened(players="two").position.units.values() if unit.side == "german"}
    assert units == {unit.kind for unit in four.position.units.values() if unit.side == "german"}
    assert {unit.force for unit in opened(players="two").position.units.values()} == {"german", "soviet"}


@rule("sos-19.1-b", "sos-19.1-c")
def test_caps_and_hands_of_both_seats_are_put_together():
    state = opened(players="two")
    assert state.tracks.caps == {"german": 12, "soviet": 12}
    assert state.hands["german"].size == state.hands["soviet"].size == 4
    assert state.setting.mission.forces["german"].draw_per_round == 2
    assert {grant.card for grant in state.setting.mission.forces["soviet"].weapons} == {"W07"}


@rule("sos-19.1-e", "sos-19.1-f")
def test_two_players_take_one_action_a_turn_and_two_passes_end_the_round():
    state = opened(players="two")
    state = stalled(state, "german")
    assert asked(state) == ["soviet"]
    state = said(state, "soviet", "pass")
    assert state.tracks.round == 1
    assert said(state, "german", "pass").tracks.round == 2


@rule("sos-19.1-d")
@pytest.mark.parametrize(("players", "seats"), [("two", 2), ("as printed", 4)])
def test_with_the_adrenaline_rule_each_player_begins_with_one(players: str, seats: int):
    state = opened(players=players, adrenaline="one each")
    fixed = [force.hand.fixed for force in state.setting.mission.forces.values()]
    assert fixed == [("01",)] * seats
    assert all("01" in hand.cards for hand in state.hands.values())
    plain = opened(players=players)
    assert all(not force.hand.fixed for force in plain.setting.mission.forces.values())


@rule("sos-19.1-d")
def test_who_has_an_adrenaline_already_gets_no_second_one():
    state = GAME.start("sos/courier", {"adrenaline": "one each"})
    assert [force.hand.fixed for force in state.setting.mission.forces.values()] == [("01",), ("01",)]


# -- 19.1 three players


@rule("sos-19.1-g", "sos-19.1-h")
def test_with_three_the_pair_plays_as_usual_and_the_lone_player_keeps_his_forces_apart():
    state = opened(seats=LONE)
    assert state.setting.seats == ("german", "soviet_1", "soviet_2")
    assert state.tracks.caps["german_1"] == state.tracks.caps["german_2"] == 6
    view = state.view("german")
    assert len(view.hands["german_1"].cards) == len(view.hands["german_2"].cards) == 2
    for _ in range(2):
        state = said(state, "german", "pass")
    assert asked(state) == ["soviet_1", "soviet_2"]


@rule("sos-19.1-i")
def test_the_lone_player_takes_an_action_with_each_force():
    state = opened(seats=LONE)
    first = {state.position.units[str(c.path()[0])].force for c in state.choices(seat="german") if c.verb == "stall"}
    assert first == {"german_1"} and asked(state) == ["german"]
    state = stalled(state, "german")
    assert asked(state) == ["german"]
    second = {state.position.units[str(c.path()[0])].force for c in state.choices(seat="german") if c.verb == "stall"}
    assert second == {"german_2"}
    assert asked(stalled(state, "german")) == ["soviet_1", "soviet_2"]


@rule("sos-19.0-e", "sos-19.1-h")
def test_with_three_the_pair_alone_cannot_end_the_round():
    state = stalled(stalled(opened(seats=LONE), "german"), "german")
    for seat in ("soviet_1", "soviet_2"):
        state = said(state, seat, "pass")
    assert state.tracks.round == 1 and asked(state) == ["german"], "he has acted with both of his forces"
    state = stalled(state, "german")
    assert said(state, "german", "pass").tracks.round == 2


# -- Initiative of a side with two players


@rule("sos-9.11-a", "sos-19.0-a")
def test_the_first_player_of_a_side_rolls_for_its_initiative():
    state, rng = opened(), Random(5)
    while state.asks[0].kind != "initiative":
        state = _usual(state, rng)
    behind = next(force for force, side in state.setting.forces.items() if side != state.tracks.vp_side)
    assert asked(state) == [behind] and behind.endswith("_1")
    held = state.tracks.caps
    state = state.apply("caps 2", behind).state
    assert state.tracks.caps == {**held, behind: held[behind] - 2}


# -- 19.2


@rule("sos-19.2-a")
@pytest.mark.parametrize(("value", "german", "soviet"), [("none", 6, 6), ("german 1", 7, 6), ("soviet 2", 6, 8)])
def test_the_less_experienced_side_may_have_more_caps_each_round(value: str, german: int, soviet: int):
    state = GAME.start("sos/crossroads", {"handicap": value})
    assert state.tracks.caps == {"german": german, "soviet": soviet}
    rng = Random(2)
    while state.tracks.round == 1:
        state = _usual(state, rng)
    while state.asks[0].kind != "initiative":
        state = _usual(state, rng)
    assert state.tracks.caps == {"german": german, "soviet": soviet}


# -- the table with four seats


@rule("sos-19.0-d")
def test_bots_play_a_mission_for_four_with_one_name_for_each_side():
    report = selfplay(Plan(scenario="sos/ravines", bots=("random", "random"), games=1))
    assert report.finished == 1 and report.violations == []


@rule("sos-19.0-d")
def test_a_table_seats_four():
    table = Table(opened(), players={"german_1": "human"}, bots={})
    assert table.seats == FOUR
    assert {seat for seat in table.seats if table.asked(seat)} == {"german_1", "german_2"}
    assert bot("random").choose(table.state.view("german_2"), "german_2", Random(1)) is not None


def test_a_sides_name_seats_the_whole_team():
    table = Table(opened(), players={"soviet": "random", "german_2": "random"})
    assert table.players == {"german_1": "human", "german_2": "random", "soviet_1": "random", "soviet_2": "random"}
    assert Table(opened(seats=LONE), players={"german": "random"}).players["german"] == "random"


@rule("sos-19.0-a", "sos-19.0-d")
def test_each_team_mate_sees_his_own_track_and_his_own_units_ready_to_act():
    state = opened()
    scene = state.setting.system.scene(state.view("german_2"), "german_2")
    names = [track.name for track in scene.tracks if track.key.startswith("caps-")]
    assert names == ["German 1 CAPs", "German 2 CAPs", "Soviet 1 CAPs", "Soviet 2 CAPs"]
    ready = {c.id for stack in scene.stacks for c in stack.counters if "can_act" in c.states}
    assert ready and all(state.position.units[name].force == "german_2" for name in ready)
