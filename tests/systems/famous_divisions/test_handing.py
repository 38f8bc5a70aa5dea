"""What a position is handed by its forerunner, or keeps with places and works, is what it would find out by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from tests.systems.famous_divisions.kit import on

from balka.core.choices import Choice
from balka.core.drawing import drawn
from balka.core.frames import CHANCE, leaves
from balka.games.grossdeutschland.title import GAME
from balka.lab.bare import bare, on_bare_ground
from balka.systems.famous_divisions.losses import riders
from balka.systems.famous_divisions.model import GdState, GdWork, change, enemy_of, hqs
from balka.systems.famous_divisions.movement import half_points, march, rafts
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.famous_divisions.passages import reach
from balka.systems.famous_divisions.position import SIDES
from balka.systems.famous_divisions.sight import inspected, observed
from balka.systems.famous_divisions.supply import reachable
from balka.systems.famous_divisions.zones import control, known_control, known_zone, zone


def wandering(key: str, steps: int) -> Iterator[GdState]:
    """The states of a game played at random."""
    rng, state = Random(key), GAME.start(key)
    for _ in range(steps):
        if state.over:
            return
        seat = state.asks[0].seat
        if seat == CHANCE:
            outcomes = state.odds()
            state = state.apply(outcomes[rng.randrange(len(outcomes))][0]).state
        else:
            state = state.apply(drawn(state, seat, rng.randrange), seat).state
        yield state


def whereabouts(state: GdState) -> object:
    """Stacks, places, riders, works, and what is seen, held and supplied from them."""
    now, ground = state.position, state.setting.catalogue.ground
    sides = [
        (list(force.at.items()), force.places.hexes, force.places.mask, force.riding, observed(state, side),
         inspected(now, ground, side), zone(state, side), known_zone(state, side), control(state, side),
         known_control(state, side), rafts(state, side), [reachable(state, hq) for hq in hqs(state, side)])
        for side, force in now.forces.items()
    ]  # fmt: skip
    return sides, now.works.fortified, list(now.at.items())


def marches(state: GdState) -> object:
    """How far every fourth unit gets, what it has to spend, and from where it is shot at."""
    units = [u for side in SIDES for u in state.position.of(side) if not u.anonymous][::4]
    walking = [(u, reach(state, march(state, (u,)))) for u in units if not u.carrier]
    return [
        (u.id, found.spent, [found.path(h) for h in found.spent], half_points(state, u), threats(state, u.side, u.hex))
        for u, found in walking
    ]


@pytest.mark.parametrize("key", ["slice", "lutchessa"])
@pytest.mark.parametrize("question", [whereabouts, marches])
def test_a_position_says_what_a_bare_one_says(key: str, question: Callable[[GdState], object]) -> None:
    for n, state in enumerate(wandering(key, 400)):
        kept = question(state)
        if n % 9 == 0:
            assert kept == question(on_bare_ground(state) if n % 90 == 0 else bare(state))


@pytest.mark.parametrize("key", ["slice", "lutchessa"])
def test_a_view_is_handed_what_it_would_find_out_by_itself(key: str) -> None:
    for n, state in enumerate(wandering(key, 300)):
        for side in SIDES if n % 9 == 0 else ():
            view = state.view(state.setting.seat_of[side])
            assert whereabouts(view) == whereabouts(bare(view))


def test_every_choice_of_a_list_can_be_drawn_and_no_other() -> None:
    for n, state in enumerate(wandering("lutchessa", 300)):
        seat = state.ask_of(None).seat
        if n % 7 == 0 and seat != CHANCE:
            view, frame = state.view(seat), state.view(seat).stack[-1]
            found = {node for node in frame.candidates(view, (), seat) if frame.is_live(view, (), node, seat)}
            assert found == set(view.grow((), seat))
            for choice in leaves(view, (), seat):
                path = choice.path()
                last: list[tuple[object, ...]] = [path[:k] for k in range(len(path))]
                assert any(choice in frame.candidates(view, p, seat) for p in last), choice  # type: ignore[arg-type]
                assert isinstance(choice, Choice)


def test_who_climbs_onto_a_tank_is_found_on_it_and_holds_no_ground() -> None:
    game = on("a\n.\n", a="t34.1-2tk 1-1rif")
    work = GdWork(game.state, "")
    assert riders(work, "t34.1-2tk") == () and zone(work, "soviet")
    change(work, "1-1rif", carrier="t34.1-2tk")
    assert [u.id for u in riders(work, "t34.1-2tk")] == ["1-1rif"]
    change(work, "t34.1-2tk", spent=2)
    assert [u.id for u in riders(work, "t34.1-2tk")] == ["1-1rif"]


def test_what_nobody_touched_stays_the_very_same() -> None:
    game = on("a\n.\nx\n", a="t34.1-2tk", x="1k-1gr")
    before = game.state.position
    assert all(force.at and force.places for force in before.forces.values())
    work = GdWork(game.state, "")
    change(work, "t34.1-2tk", spent=2)
    now = work.position
    assert now.forces["german"] is before.forces["german"] and now.works is before.works
    assert now.forces["soviet"].places is before.forces["soviet"].places
    assert now.stack(0) != before.stack(0)
    change(work, "t34.1-2tk", hex=1)
    assert work.position.forces["soviet"].places.hexes == {1}
    assert work.position.forces[enemy_of("soviet")].places is before.forces["german"].places
