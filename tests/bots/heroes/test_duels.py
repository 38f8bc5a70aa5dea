"""Attacks are weighed once and kept; what is kept must be what would be found again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs
from tests.systems.heroes.both import Edition, both

import balka
from balka.bots.greedy import GreedyBot
from balka.bots.heroes.duels import duel
from balka.bots.judging import judge_for
from balka.core.chance import draw
from balka.core.frames import CHANCE, leaves
from balka.core.state import State
from balka.lab.bare import on_bare_ground
from balka.systems.heroes.chapters.fire import is_flank_attack, shot_at
from balka.systems.heroes.chapters.ratings import as_shooter, as_target, attack_check, surroundings
from balka.systems.heroes.chapters.targets import HASTY_DEFENSE
from balka.systems.heroes.units import UNKNOWN, HeroesState, Unit, Works

FIELD = ". . .\n. a .\n. . .\n. x+y .\n. t ."


def view_of(edition: Edition) -> HeroesState:
    game = edition.on(FIELD, a=f"{edition.german} S", x=f"{edition.soviet} N", y=f"{edition.soviet} N",
                      t=f"{edition.tank} N")  # fmt: skip
    view = game.state.view("german")
    assert isinstance(view, HeroesState)
    return view


def altered_units(view: HeroesState, unit: Unit) -> Iterator[Unit]:
    """A unit as it might be: each of its fields with other values."""
    yield from (unit.changed(facing=facing) for facing in range(6))
    yield from (unit.changed(marker=marker) for marker in (*view.setting.markers, UNKNOWN))
    yield from (unit.changed(hex=h) for h in range(0, len(view.setting.board), 2))
    yield from (unit.changed(marker=UNKNOWN, pile=kind.pile) for kind in view.setting.markers.values())
    for name in ("spent", "shown", "dug_in", "inside", "bogged", "mired"):
        yield unit.changed(**{name: True})
    yield unit.changed(carrier="t")
    yield unit.changed(due=3, entry="north")


def altered_games(view: HeroesState) -> Iterator[HeroesState]:
    """A game as it might be: smoke, works and a vehicle where the units are, and every track."""
    board, position, tracks = view.setting.board, view.position, view.tracks
    for place in ("B02", "B03", "B04"):
        yield structs.replace(view, position=position.changed(smoke={place: "light"}))
        for kind in (kind for kind in view.setting.catalogue.works if kind != HASTY_DEFENSE):
            yield structs.replace(view, position=position.changed(works={place: Works(kind, "soviet", 0)}))
        yield structs.replace(view, position=position.with_unit(position.units["t"].changed(hex=board.hex(place))))
    for unit in "axyt":
        yield structs.replace(view, tracks=tracks.changed(iron=unit))
        yield structs.replace(view, tracks=tracks.changed(exposed=(unit,)))
        yield structs.replace(view, tracks=tracks.changed(stressed=dict.fromkeys(tracks.stressed, (unit,))))
    yield structs.replace(view, tracks=tracks.changed(caps=dict.fromkeys(tracks.caps, 9), round=4, vp=3))


def all_altered(view: HeroesState) -> Iterator[tuple[HeroesState, Unit, Unit]]:
    shooter, target = view.position.units["a"], view.position.units["x"]
    yield from ((view, altered, target) for altered in altered_units(view, shooter))
    for game in (view, *altered_games(view)):
        yield from ((game, shooter, altered) for altered in altered_units(view, target))
        yield game, shooter.changed(marker=next(iter(view.setting.markers))), target


@both
def test_attacks_that_hang_on_the_same_come_out_the_same(edition: Edition):
    found = defaultdict(set)
    for now, shooter, target in all_altered(view_of(edition)):
        mark = (as_shooter(shooter), as_target(now, target), surroundings(now))
        flank = is_flank_attack(now, target, shooter.hex)
        found[*mark, flank].add(attack_check(now, shot_at(now, shooter, target)).tally.spread)
    assert {mark: needs for mark, needs in found.items() if len(needs) > 1} == {}
    assert len({needs.pop() for needs in found.values()}) > 8, "the alterations do alter something"


@both
def test_a_duel_says_what_its_attack_would_come_to(edition: Edition):
    for now, shooter, target in all_altered(view_of(edition)):
        low, high = attack_check(now, shot_at(now, shooter, target)).tally.spread
        assert duel(now, shooter, target).need(is_flank_attack(now, target, shooter.hex)) == (low + high) // 2


@pytest.mark.parametrize("key", ["sos/courier", "sos/ravines", "atb/partisans"])
def test_what_a_choice_is_worth_does_not_hang_on_what_is_remembered(key: str):
    game, scenario = balka.scenario(key)
    state: State = game.start(scenario.key)
    worth, rng = judge_for(state.setting.system), Random(4)
    for step in range(120):
        seat = state.asks[0].seat
        if seat == CHANCE:
            state = state.apply(draw(state, rng), seat).state
            continue
        view = state.view(seat)
        answer = GreedyBot().choose(view, seat, rng)
        if step % 6 == 0:
            twin, listed = on_bare_ground(state).view(seat), list(leaves(view, (), seat))[:400]
            assert [worth(view, choice, seat) for choice in listed] == [worth(twin, choice, seat) for choice in listed]
        state = state.apply(answer, seat).state
