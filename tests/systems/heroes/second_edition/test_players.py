"""Three and four players. [chapter 20]"""

from __future__ import annotations

from random import Random
from typing import Any, cast

from msgspec import structs

from balka.core.dice import Outcome
from balka.core.events import heard
from balka.core.frames import Lane
from balka.core.proof import rule
from balka.core.state import Hand, State
from balka.core.system import chosen
from balka.games.awakening_the_bear import catalogue
from balka.lab.twins import lanes_are_silent
from balka.systems.heroes.play.setup import first_state, make_setting
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.initiative import Bid, Bidding, Initiative
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import HeroesState, HeroesWork

FOUR = ("german_1", "german_2", "soviet_1", "soviet_2")
DICE = {"german_1": "2d6 3 4", "german_2": "2d6 1 2", "soviet_1": "2d6 2 3", "soviet_2": "2d6 3 3"}


def start(**options: str) -> HeroesState:
    """The Firefight for four, set up as proposed, up to the initiative rolls."""
    box = catalogue.title()
    setting = make_setting(SECOND_EDITION, box, box.mission("mtsensk"), chosen(SECOND_EDITION.options, options), {})
    return _until(first_state(setting), "initiative")


def _until(state: State, kind: str) -> HeroesState:
    """Answer everything before a kind of question as simply as can be; dice by the name of who rolls."""
    for _ in range(400):
        ask = state.asks[0]
        if ask.kind == kind and ask.seat != "chance":
            break
        if ask.seat == "chance":
            roll = state.stack[-1]
            text = DICE.get(ask.force) if getattr(roll, "dice", "") == "2d6" else None
            outcome = next(o for o, _ in roll.odds(state) if text is None or o.text() == text)  # type: ignore[attr-defined]
            state = state.apply(outcome).state
        else:
            choices = [state.text(choice) for choice in state.choices((), ask.seat)]
            state = state.apply(
                next((c for c in ("ready", "caps 0", "done") if c in choices), choices[0]), ask.seat
            ).state
    assert isinstance(state, HeroesState)
    return state


def rolled(**options: str) -> HeroesState:
    """After the initiative rolls: German 1 has the highest."""
    return _until(start(**options), "turn")


def seats(state: Any) -> tuple[str, ...]:
    return tuple(ask.seat for ask in state.asks)


@rule("atb-20.0-a")
def test_every_player_has_a_force_and_tracks_of_his_own():
    state = start()
    assert tuple(state.setting.forces) == FOUR and set(state.tracks.caps) == set(state.tracks.pool) == set(FOUR)


@rule("atb-20.0-b")
def test_players_of_the_two_sides_take_turns():
    state = rolled(turn_order="in turn")
    assert state.tracks.order == ("german_1", "soviet_1", "german_2", "soviet_2") and isinstance(state.stack[-1], Turn)
    after = state.apply("pass", "german_1").state
    assert seats(after) == ("soviet_1",) and seats(after.apply("pass", "soviet_1").state) == ("german_2",)


@rule("atb-20.0-b")
def test_or_the_players_of_a_side_act_together():
    state = rolled(turn_order="sides together")
    assert isinstance(state.stack[-1], TeamTurn) and set(seats(state)) == {"german_1", "german_2"}


@rule("atb-20.0-c")
def test_each_player_rolls_and_the_highest_goes_first():
    state = start()
    assert {ask.force for ask in state.asks} <= set(FOUR)
    assert rolled().tracks.active == "german_1"


@rule("atb-3.2.4-b")
def test_who_holds_as_many_caps_speak_at_once_before_those_with_fewer():
    """Nobody hears a bid before its lanes are closed; bids of others that follow are no secret let out."""
    state: Any = start()
    first = Bidding(tuple(Lane(seat, seat) for seat in FOUR[:2]))
    below = [frame for frame in state.stack if not isinstance(frame, Bid | Bidding | Initiative)]
    state = structs.replace(state, stack=(*below, Initiative(FOUR, (FOUR[2:],)), first))
    one = state.apply("caps 1", "german_1")
    assert not heard(one.events, "soviet_1") and seats(one.state) == ("german_2",)
    for before, seat in ((state, "german_1"), (one.state, "german_2")):
        choice = before.parse("caps 1")
        step = before.apply(choice, seat)
        assert list(lanes_are_silent(before, seat, choice, step, Random(2))) == []
    both = one.state.apply("caps 1", "german_2")
    assert seats(both.state) == FOUR[2:] and heard(both.events, "soviet_1")


@rule("atb-20.0-d")
def test_or_all_go_by_their_rolls():
    assert rolled(turn_order="by initiative").tracks.order == ("german_1", "soviet_2", "soviet_1", "german_2")


@rule("atb-20.0-e")
def test_the_last_of_a_team_is_not_asked_when_all_others_have_passed():
    state: Any = rolled(turn_order="sides together")
    for seat in ("german_1", "german_2", "soviet_1"):
        assert state.tracks.round == 1 and seat in seats(state)
        state = state.apply("pass", seat).state
    assert "turn" not in {ask.kind for ask in state.asks} and _until(state, "initiative").tracks.round == 2


@rule("atb-20.0-e")
def test_a_team_mate_is_asked_as_long_as_another_has_acted():
    state: Any = rolled(turn_order="sides together")
    for seat, said in (("german_1", "pass"), ("german_2", "stall cap"), ("german_2", "done"), ("soviet_1", "pass")):
        state = state.apply(said, seat).state
    assert seats(state) == ("soviet_2",) and state.asks[0].kind == "turn"


@rule("atb-card-13-b", "atb-20.0-a")
def test_sniper_fire_strikes_the_opponent_its_player_names():
    state: Any = rolled(turn_order="in turn")
    state = structs.replace(state, hands={**state.hands, "german_1": Hand(("13",))})
    caps = dict(state.tracks.caps)
    assert {state.text(c) for c in state.choices((), "german_1")} >= {"sniper soviet_1", "sniper soviet_2"}
    state = state.apply("sniper soviet_2", "german_1").state.apply("caps 1", "german_1").state
    die = next(o for o, _ in state.stack[-1].odds(state) if o.text() == "d6 5")
    state = state.apply(die).state
    lost = {force: caps[force] - left for force, left in state.tracks.caps.items()}
    assert lost == {"german_1": 1, "german_2": 0, "soviet_1": 0, "soviet_2": 3}, "five and a CAP make six"


@rule("atb-20.0-e")
def test_the_round_ends_when_all_but_one_pass_in_a_row():
    state: Any = rolled(turn_order="in turn")
    for seat in ("german_1", "soviet_1"):
        state = state.apply("pass", seat).state
    assert state.tracks.round == 1
    assert _until(state.apply("pass", "german_2").state, "initiative").tracks.round == 2


@rule("atb-20.0-e")
def test_an_action_of_any_player_breaks_the_row():
    state: Any = rolled(turn_order="in turn")
    for seat, said in (("german_1", "pass"), ("soviet_1", "stall cap"), ("german_2", "pass"), ("soviet_2", "pass")):
        state = _until(state.apply(said, seat).state, "turn")
    assert state.tracks.round == 1 and state.tracks.passed == ("german_2", "soviet_2")
    assert _until(state.apply("pass", "german_1").state, "initiative").tracks.round == 2


@rule("atb-20.0-f")
def test_allies_command_their_own_units_and_caps_alone():
    state = rolled(turn_order="in turn")
    own = {unit.id for unit in state.position.units.values() if unit.force == "german_1"}
    named = {node for node in state.grow((), "german_1") if isinstance(node, str)} - {"play"}
    assert named <= own


@rule("atb-20.0-c", "atb-5.0.3-b")
def test_who_moved_in_the_open_is_exposed_to_all_of_a_side_that_takes_its_turn_together():
    state: Any = rolled(turn_order="sides together", cautious="on")
    for seat in ("german_1", "german_2"):
        state = _until(state.apply("stall cap", seat).state, "turn")
    squad = next(unit.id for unit in state.position.units.values() if unit.force == "german_2" and not unit.carrier)
    state = structs.replace(state, tracks=state.tracks.changed(exposed=(squad,)))
    state = _until(state.apply("stall cap", "soviet_1").state, "turn")
    assert seats(state) == ("soviet_2",) and state.tracks.exposed == (squad,)
    state = _until(state.apply("stall cap", "soviet_2").state, "turn")
    assert not state.tracks.exposed


@rule("atb-20.0-g", "atb-20.0-h")
def test_points_for_a_marker_go_to_the_player_who_took_it():
    state = rolled(turn_order="in turn", victory="individual")
    label = next(iter(state.position.control))
    work = HeroesWork(state, "german_2")
    taker = next(unit for unit in state.position.units.values() if unit.force == "german_2" and not unit.carrier)
    gone = {name: unit for name, unit in state.position.units.items() if unit.side == "german"}
    work.position = work.position.changed(units=gone, hidden={})
    work.put(taker.changed(hex=state.setting.board.hex(label), due=0, entry=""))
    after = work.settle().state
    assert isinstance(after, HeroesState)
    assert after.position.control[label] == "german" and after.tracks.holders[label] == "german_2"


@rule("atb-20.0-g", "atb-20.0-h")
def test_points_for_a_marker_go_to_the_player_who_was_on_it_first_from_the_start_on():
    """A Maxim of Soviet 2 begins on 2-J10; of 3-G08 and 3-H13 nobody has been on the marker."""
    state: Any = rolled(turn_order="in turn", victory="individual")
    assert state.tracks.holders == {"2-J10": "soviet_2"}
    for _ in range(4):
        for _ in range(3):
            state = state.apply("pass", state.asks[0].seat).state
        state = _until(state, "turn")
    assert state.tracks.points["soviet"] == 3 and state.tracks.shares == {"soviet_2": 2}


@rule("atb-20.0-g", "atb-2.5.2-b")
def test_a_truck_is_not_the_first_on_a_marker():
    for kind, holder in (("sov_maxim", "soviet_2"), ("sov_gaz", "")):
        state = rolled(turn_order="in turn", victory="individual")
        work, unit = HeroesWork(state, "soviet_2"), state.position.units["maxim-02"]
        work.put(unit.changed(hex=state.setting.board.hex("3-G08"), kind=kind))
        after = work.settle().state
        assert isinstance(after, HeroesState) and after.tracks.holders.get("3-G08", "") == holder


@rule("atb-20.0-g", "atb-12.1-c")
def test_points_for_who_is_lost_to_artillery_go_to_the_player_who_planned_it():
    state: Any = rolled(turn_order="in turn", victory="individual")
    for _ in range(3):
        state = state.apply("pass", state.asks[0].seat).state
    state = _until(state, "artillery.plan").apply("plan OBA_GER 2-J10 he", "german_2").state
    state = _until(state, "turn")
    for _ in range(3):
        state = state.apply("pass", state.asks[0].seat).state
    while not state.tracks.points["german"]:
        ask = state.asks[0]
        roll = state.stack[-1]
        best = list(roll.odds(state))[-1][0] if ask.seat == "chance" else None
        said = [state.text(choice) for choice in state.choices((), ask.seat)] if best is None else []
        state = state.apply(best or next((c for c in ("caps 0", "hold OBA_GER") if c in said), said[0]), ask.seat).state
    assert state.tracks.shares == {"german_2": state.tracks.points["german"]}


def said(work: HeroesWork) -> str:
    """The last that was told, in words."""
    return str(work.events[-1].event.say(work.setting))


@rule("atb-20.0-h")
def test_victory_is_the_sides_or_each_players_own():
    for way, winner in (("team", "german"), ("individual", "soviet_1")):
        state = rolled(turn_order="in turn", victory=way)
        work = HeroesWork(state, "german_1")
        work.set_tracks(points={"german": 6, "soviet": 5}, shares={"german_1": 3, "german_2": 3, "soviet_1": 5})
        state.setting.edition.scoring.decide(work)
        assert work.tracks.verdict == winner
        assert said(work).endswith({"team": "the German side wins", "individual": "the Soviet 1 player wins"}[way])


@rule("atb-20.0-h")
def test_players_who_share_the_lead_do_not_win():
    state = rolled(turn_order="in turn", victory="individual")
    work = HeroesWork(state, "german_1")
    work.set_tracks(points={"german": 8, "soviet": 5}, shares={"german_1": 4, "german_2": 4, "soviet_1": 3})
    state.setting.edition.scoring.decide(work)
    assert work.tracks.verdict == "nobody" and said(work).endswith("nobody is ahead")


@rule("atb-2.2-h", "atb-20.0-e")
def test_the_pool_of_who_has_not_passed_ends_with_the_round():
    state: Any = rolled(turn_order="in turn")
    moves = [state.text(choice) for choice in state.choices((), "german_1")]
    state = state.apply(next(text for text in moves if text.startswith("pivot")), "german_1").state
    state = _until(state.apply("by activate 0", "german_1").state, "turn")
    assert state.tracks.pool["german_1"] == 6
    for seat in ("soviet_1", "german_2", "soviet_2"):
        state = state.apply("pass", seat).state
    state = _until(state, "initiative")
    assert state.tracks.round == 2 and not state.tracks.sharing["german_1"] and not state.tracks.pool["german_1"]


@rule("atb-20.1-a", "atb-20.1-b", "atb-20.1-c")
def test_two_players_may_merge_the_forces_of_each_side_for_one_cap():
    printed = catalogue.mission("mtsensk").forces
    state = start(players="two")
    german = [force for force in printed.values() if force.side == "german"]
    assert tuple(state.setting.forces) == ("german", "soviet")
    assert state.tracks.caps["german"] == sum(force.caps for force in german) - 1
    assert state.hands["german"].size == sum(force.hand.draw + len(force.hand.fixed) for force in german)
    assert tuple(start().setting.forces) == FOUR, "as printed unless asked for"


# -- equal rolls, and whose mines they are


def by_totals(state: HeroesState, totals: list[int]) -> HeroesState:
    """The initiative rolls, none of them helped by CAPs, with these totals one after the other."""
    left = list(totals)
    while state.asks[0].kind != "turn":
        ask = state.asks[0]
        if ask.seat != "chance":
            state = cast(HeroesState, state.apply("caps 0", ask.seat).state)
            continue
        total = left.pop(0)
        low = max(1, total - 6)
        state = cast(HeroesState, state.apply(Outcome("2d6", (low, total - low))).state)
    assert not left
    return state


@rule("atb-20.0-d", "atb-2.1-b")
def test_who_share_any_place_roll_again_where_all_go_by_their_rolls():
    state = by_totals(start(turn_order="by initiative"), [9, 5, 5, 11, 3, 8])
    assert state.tracks.order == ("soviet_2", "german_1", "soviet_1", "german_2")
    plain = by_totals(start(turn_order="in turn"), [9, 5, 5, 11])
    assert plain.tracks.order[0] == "soviet_2", "only the first place counts"


@rule("atb-20.0-d", "atb-2.1-b")
def test_who_shared_the_best_roll_stays_ahead_of_who_rolled_less():
    state = by_totals(start(turn_order="by initiative"), [9, 9, 9, 7, 8, 8, 4, 3, 5])
    assert state.tracks.order == ("german_2", "german_1", "soviet_1", "soviet_2")


@rule("atb-18.3.3-g", "atb-20.0-f")
def test_who_has_laid_a_mine_rolls_for_it_with_his_own_caps():
    state = rolled(turn_order="in turn")
    state = structs.replace(state, hands={**state.hands, "german_2": Hand(("40",))})
    hmg = next(unit for unit in state.position.units.values() if unit.kind == "ger_hmg34")
    label = state.setting.board.labels[hmg.hex]
    for seat in ("german_1", "soviet_1"):
        state = state.apply("pass", seat).state
    for text in (f"play 40 {hmg.id}", "by command 2", f"lay {label}", "done"):
        state = state.apply(text, "german_2").state
    for seat in ("soviet_2", "german_1", "soviet_1"):
        state = state.apply("stall cap", seat).state.apply("done", seat).state
    state = state.apply(f"pivot {hmg.id} S", "german_2").state.apply("by command 1", "german_2").state
    assert [(ask.seat, ask.kind) for ask in state.asks] == [("german_2", "mine.roll")]
