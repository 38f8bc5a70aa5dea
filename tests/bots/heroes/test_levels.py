"""The levels of the tactical games: they know their view alone, can be played again, and hold to their stance."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import structs

import balka
from balka.bots.base import bot
from balka.bots.heroes import clock
from balka.bots.heroes.features import NAMES, features
from balka.bots.heroes.judgement import side_of, weighed
from balka.bots.heroes.looking import look_at
from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.places import place_worth
from balka.bots.heroes.players import HeroesRegular, HeroesVeteran
from balka.bots.heroes.staged import asked, weighed_list
from balka.bots.heroes.stances import Advice, advice, made, role, stance, tempered
from balka.bots.heroes.value import Pair, Values, total, value, values
from balka.bots.heroes.weights import Weights
from balka.bots.search.ahead import Ahead, PlayedOn
from balka.core.chance import draw
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState

GAMES = ["sos/courier", "atb/partisans"]
LEVELS = ["recruit", "regular", "bold", "careful", "veteran", "elite"]


def start(key: str) -> HeroesState:
    title, _, name = key.partition("/")
    found = balka.game(title).start(name)
    assert isinstance(found, HeroesState)
    return found


def turns(key: str, every: int, most: int) -> Iterator[tuple[HeroesState, str]]:
    """Some Turns with something to choose in a game played at first sight: the true states, and who is asked."""
    state, rng, player, seen = start(key), Random(7), bot("greedy"), 0
    while not state.over and most:
        seat = state.asks[0].seat
        if seat == CHANCE:
            state = state.apply(draw(state, rng), seat).state
            continue
        view = state.view(seat)
        if isinstance(asked(view, seat), Turn) and len(HeroesMind().prior(view, seat, 2)) > 1:
            seen += 1
            if seen % every == 0:
                most -= 1
                yield state, seat
        state = state.apply(player.choose(view, seat, rng), seat).state


@pytest.mark.parametrize("key", GAMES)
def test_a_level_says_the_same_in_every_world_it_cannot_tell_apart(key: str) -> None:
    for state, seat in turns(key, every=6, most=3):
        view = state.view(seat)
        twin = state.setting.system.sample(view, Random(3))
        assert isinstance(twin, HeroesState) and twin.view(seat).to_json() == view.to_json()
        for name in LEVELS:
            said = [bot(name).choose(world.view(seat), seat, Random(5)) for world in (state, twin)]
            assert said[0] == said[1], f"{name} knows more than its view"


def test_the_ways_that_a_choice_may_go_have_one_chance_together() -> None:
    most = 0
    for state, seat in turns("sos/courier", every=6, most=3):
        view, side = state.view(seat), state.setting.forces[state.ask_of(seat).force]
        for candidate in HeroesMind().prior(view, seat, 6):
            ways = Ahead(HeroesMind(), side).ways(state, Random(1), candidate.choice, seat)
            most = max(most, len(ways))
            assert sum(way.chance for way in ways) == pytest.approx(1.0)
    assert most > 3, "several rolls in a row were followed"


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_can_be_played_again_and_sent_to_another_process(name: str) -> None:
    state, seat = next(turns("sos/courier", every=5, most=1))
    first, again = bot(name), pickle.loads(pickle.dumps(bot(name)))
    assert first.choose(state.view(seat), seat, Random(9)) == again.choose(state.view(seat), seat, Random(9))


@pytest.mark.parametrize(("name", "nearer", "danger"), [("bold", True, False), ("careful", False, True)])
def test_a_temper_lies_over_the_stance_of_mission_and_side(name: str, nearer: bool, danger: bool) -> None:
    setting = start("atb/partisans").setting
    usual, own = stance(setting, "german"), tempered(setting, "german", name)
    assert (own.ground > usual.ground, own.danger > usual.danger) == (nearer, danger)
    assert (own.cap, own.rallied) == (usual.cap, usual.rallied)


def test_the_bold_and_the_careful_play_another_game_than_first_sight() -> None:
    said = {name: [] for name in ("greedy", "bold", "careful")}  # type: dict[str, list[str]]
    for state, seat in turns("sos/courier", every=3, most=12):
        for name, choices in said.items():
            choices.append(bot(name).choose(state.view(seat), seat, Random(5)).text(state.setting.board))
    assert len({tuple(choices) for choices in said.values()}) == 3


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(("level", "player"), [("regular", HeroesRegular), ("veteran", HeroesVeteran)])
def test_a_search_with_the_effort_of_a_level_says_what_the_level_says(
    level: str, player: type[HeroesRegular], key: str
) -> None:  # fmt: skip
    effort = player.efforts[start(key).setting.system.key]
    names = ("steps", "worlds", "width", "played", "turns", "glance")
    told = ",".join(f"{name}={getattr(effort, name)}" for name in names)
    for state, seat in turns(key, every=6, most=2):
        view = state.view(seat)
        assert bot(f"search?{told}").choose(view, seat, Random(5)) == bot(level).choose(view, seat, Random(5))


@pytest.mark.parametrize("key", GAMES)
def test_no_further_world_is_begun_when_the_steps_are_used_up(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, played_on = 400, Ahead.played_on
    begun: dict[int, tuple[State, int]] = {}  # worlds by their identity, kept alive so that it stays theirs

    def counted(self: Ahead, world: State, *asked: Any, quick: bool) -> PlayedOn:
        begun.setdefault(id(world), (world, self.steps))
        return played_on(self, world, *asked, quick=quick)

    monkeypatch.setattr(Ahead, "played_on", counted)
    for state, seat in turns(key, every=1, most=20):
        bot(f"search?steps={steps},worlds=24,width=5,turns=2").choose(state.view(seat), seat, Random(5))
        if begun:
            break
    later = list(begun.values())[1:]
    assert len(begun) < 24 and all(before < steps for _, before in later)


def test_in_large_missions_an_answer_costs_more_so_that_fewer_are_given() -> None:
    small, large = start("sos/courier"), start("sos/ditch")
    assert HeroesMind().burden(small) == 1.0
    assert HeroesMind().burden(large) == pytest.approx((len(large.position.units) + len(large.position.hidden)) / 16)
    seat = large.asks[0].seat
    assert HeroesMind().burden(large.view(seat)) <= HeroesMind().burden(large), "who hides is not counted by the others"


@pytest.mark.parametrize("key", GAMES)
def test_a_position_rests_before_a_turn_and_not_within_one(key: str) -> None:
    state = next(state for state, _ in turns(key, every=1, most=1))
    turn = state.stack[-1]
    assert isinstance(turn, Turn) and HeroesMind().rests(state)
    for begun in ({"begun": True}, {"only": "somebody"}, {"actions": 2}, {"card": True}, {"free": "card"}):
        within = structs.replace(state, stack=(*state.stack[:-1], structs.replace(turn, **begun)))
        assert not HeroesMind().rests(within), begun


@pytest.mark.parametrize("key", GAMES)
def test_a_regular_looks_further_than_its_first_sight(key: str) -> None:
    def differs(state: HeroesState, seat: str) -> bool:
        glance, sight = (bot(name).choose(state.view(seat), seat, Random(5)) for name in ("regular", "greedy"))
        return glance != sight

    assert any(differs(state, seat) for state, seat in turns(key, every=1, most=30))


@pytest.mark.parametrize("words", ["steps=0", "worlds=0", "width=0", "played=0", "turns=-1", "glance=-1"])
def test_a_search_without_effort_is_none(words: str) -> None:
    with pytest.raises(BalkaError, match="a search needs steps"):
        bot(f"search?{words}")


@pytest.mark.parametrize("key", GAMES)
def test_hex_by_hex_the_best_choice_is_worth_what_the_whole_list_offers(key: str) -> None:
    for state, seat in turns(key, every=4, most=4):
        view = state.view(seat)
        weights = stance(view.setting, side_of(view, seat))
        best = max(worth for worth, _ in weighed_list(view, seat, weights))
        assert best == max(weighed(view, choice, seat, weights) for choice in view.choices((), seat))


@pytest.mark.parametrize("key", GAMES)
def test_a_stall_costs_something_and_neither_it_nor_a_pass_is_searched_for_nothing(key: str) -> None:
    for state, seat in turns(key, every=7, most=3):
        view = state.view(seat)
        listed = weighed_list(view, seat, stance(view.setting, side_of(view, seat)))
        passes = [worth for worth, choice in listed if isinstance(choice, verbs.Pass)]
        stalls = [worth for worth, choice in listed if choice.verb == "stall"]
        assert not stalls or max(stalls) < 0
        assert key == "sos/courier" or not stalls or not passes or max(stalls) < max(passes)
        candidates = HeroesMind().prior(view, seat, 6)
        assert all(choice.verb not in ("pass", "stall") for choice in [one.choice for one in candidates][1:])
        assert len({(one.choice.path()[:3]) for one in candidates}) == len(candidates), "one facing of a hex"


@pytest.mark.parametrize("key", GAMES)
def test_features_and_value_of_one_side_are_those_of_the_other_turned_round(key: str) -> None:
    for state, _ in turns(key, every=9, most=2):
        german, soviet = features(state, "german"), features(state, "soviet")
        assert len(german) == len(NAMES) and [-number for number in german] == pytest.approx(soviet)
        assert value(state, "german") == pytest.approx(1 - value(state, "soviet"))


def test_the_clock_of_a_mission_makes_no_leap_where_a_round_ends() -> None:
    state = next(state for state, _ in turns("sos/courier", every=1, most=1))

    def at(number: int, *, spent: bool) -> HeroesState:
        units = {name: unit.changed(spent=spent) for name, unit in state.position.units.items()}
        position = state.position.changed(units=units)
        return structs.replace(state, position=position, tracks=state.tracks.changed(round=number))

    assert clock.gone_by(at(1, spent=False)) == 0.0
    assert clock.gone_by(at(2, spent=True)) == clock.gone_by(at(3, spent=False))
    assert clock.gone_by(at(state.setting.mission.rounds, spent=True)) == 1.0
    assert clock.progress(at(2, spent=True)) == clock.progress(at(2, spent=False)) < clock.gone_by(at(3, spent=False))


@pytest.mark.parametrize("key", ["sos/ravines", "atb/mtsensk", *GAMES])
def test_the_turn_is_that_of_whoever_is_asked(key: str) -> None:
    for state, seat in turns(key, every=1, most=8):
        side = state.setting.forces[state.ask_of(seat).force]
        assert dict(zip(NAMES, features(state, side), strict=True))["turn"] == 1.0


def test_what_is_due_counts_more_as_a_round_goes_by() -> None:
    for state, _ in turns("sos/courier", every=5, most=4):
        found = dict(zip(NAMES, features(state, "german"), strict=True))
        late = 1 - clock.fresh_share(state)
        for name in ("due", "fresh", "caps"):
            assert found[f"{name}_late"] == pytest.approx(late * found[name])
    weights = values("heroes3").weights
    assert all(weight > 0 for weight in (weights["due_late"].first, weights["due_late"].last))


def test_weights_may_go_from_round_to_round_or_evenly() -> None:
    for state, _ in turns("sos/courier", every=5, most=2):
        steps, even = (Values({}, {"sos/courier": Pair(0.0, 1.0)}, even=even) for even in (False, True))
        assert total(state, "german", steps) == pytest.approx(clock.progress(state))
        assert total(state, "german", even) == pytest.approx(clock.gone_by(state))


def test_the_pass_that_wins_the_mission_is_said_and_the_one_that_loses_it_is_not() -> None:
    weights = Weights(ending=1.0, urge=0.1)
    for state, seat in turns("sos/courier", every=6, most=1):
        force = state.ask_of(seat).force
        other = next(name for name in state.setting.forces if name != force)
        side = state.setting.forces[force]
        for holder, likes in ((side, True), (state.setting.forces[other], False)):
            tracks = state.tracks.changed(round=5, passed=(other,), vp_side=holder, vp=9)
            last = type(state)(
                state.setting, state.position, tracks, *(getattr(state, name) for name in state.SAVED[2:])
            )
            assert (weighed(last.view(seat), verbs.Pass(), seat, weights) > 1) == likes


def test_a_scenario_that_is_not_listed_takes_the_stance_of_its_role() -> None:
    setting = start("atb/partisans").setting
    editions = {"heroes2": {"cap": 0.5, "ground": 0.7}, "heroes3": {"cap": 0.9}}
    roles = {"heroes2": {"attacker": {"ground": 0.3}, "defender": {"ground": 0.1}}}
    known = Advice({"urge": 0.2, "cap": 0.1}, editions, roles, {})
    found = {side: made(known, setting, side) for side in ("german", "soviet")}
    assert {role(setting, side): found[side].ground for side in found} == {"attacker": 0.3, "defender": 0.1}
    assert all(weights.urge == 0.2 and weights.cap == 0.5 for weights in found.values())


def test_advice_names_scenarios_that_there_are_and_features_that_are_counted() -> None:
    keys = {scenario.key for title in ("sos", "atb") for scenario in balka.game(title).scenarios()}
    assert set(advice().scenarios) <= keys
    for edition in ("heroes2", "heroes3"):
        assert set(values(edition).weights) <= set(NAMES) and set(values(edition).bias) <= keys


def test_a_stance_of_ones_own_is_named_by_its_weights() -> None:
    all_turns = turns("atb/partisans", every=1, most=60)
    state, seat = next((now, who) for now, who in all_turns if not clock.would_end_round(now, now.ask_of(who).force))
    view = state.view(seat)
    assert bot("stance").choose(view, seat, Random(2)) == bot("greedy").choose(view, seat, Random(2))
    idle = bot("stance?urge=0.001,activated=9,opportunity_lost=9,ap=9")
    assert isinstance(idle.choose(view, seat, Random(2)), verbs.Pass)


@pytest.mark.parametrize("key", GAMES)
def test_nobody_turns_to_and_fro_to_put_off_a_pass(key: str) -> None:
    """Who turns a unit on the spot sees more or is hit less for it; the first bot may turn for nothing."""
    turned = 0
    for state, seat in turns(key, every=1, most=60):
        view = state.view(seat)
        assert isinstance(view, HeroesState)
        weights = stance(view.setting, side_of(view, seat))
        look = look_at(view, weights, side_of(view, seat))
        passing = max((worth for worth, each in weighed_list(view, seat, weights) if each.verb == "pass"), default=0.0)
        for worth, choice in weighed_list(view, seat, weights):
            if isinstance(choice, verbs.Pivot):
                unit = view.position.units[choice.unit]
                gains = place_worth(look, unit, unit.hex, choice.facing) > place_worth(
                    look, unit, unit.hex, unit.facing
                )
                turned += 1
                assert gains or worth < max(passing, -weights.urge)
    assert turned
