"""Repair, mines, Panthers, Volkssturm and what scenarios order. [chapters 15.3, 17, 18, 22]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.systems.wb95.kit import end_phase, on

from balka.core.dice import dice
from balka.core.proof import rule
from balka.systems.wb95.attrition import withdraw
from balka.systems.wb95.breakdowns import activated, mendable
from balka.systems.wb95.rulebook import Minefield
from balka.systems.wb95.system import SYSTEM

BASE: dict[str, Any] = {"edges": {"german": (0,)}}
MINES: dict[str, Any] = {**BASE, "mines": (Minefield(4, frozenset(range(9))),), "last_mines": 7}
SHOP: dict[str, Any] = {**BASE, "repairs": 1}


@rule("kursk-18.1.1-a", "kursk-18.1.2-a", "kursk-18.1.3-a", "kursk-18.1.4-a")
def test_mine_dice_cost_cel_in_the_german_supply_phase_of_the_first_days() -> None:
    game = on("a .", "supply", a="g inf cel=4 mined", book=MINES)
    assert game.state.stack[-1].dice == "4c3"  # type: ignore[attr-defined]
    game.play(dice=[2])
    assert game.unit("a").cel == 2
    assert not on("a .", "supply", a="g inf cel=4 mined", book=MINES, turn=7).state.over, "the last day counts"
    assert on("a .", "supply", a="g inf mined", book=MINES, turn=8).state.over
    assert on("a .", "supply", side="soviet", a="g inf mined", book=MINES).state.over


@rule("kursk-18.1.3-b")
def test_mines_hit_those_who_moved_or_attacked_through_the_lines() -> None:
    walked = on("a . .", "move", "fortified B01 A01", a="g inf").play("take a; to B01")
    assert walked.unit("a").has("mined")
    fought = on("x .\na .", "combat", "fortified A01 A02", a="g inf", x="s inf").play("attack A01; join a; fight")
    assert fought.unit("a").has("mined")
    idle = on("a b .", "supply", a="g inf mined cel=4", b="g inf", book=MINES).play(dice=[1])
    assert idle.unit("a").cel == 3 and idle.unit("b").cel == 2


@rule("kursk-c21-21.1.1-a", "kursk-c21-21.1.2-a", "kursk-c21-21.1.1-b")
@pytest.mark.parametrize(("roll", "cel"), [(3, 1), (4, 2)])
def test_each_panther_rolls_for_breakdown(roll: int, cel: int) -> None:
    game = on("a b .", "supply", a="g arm panther", b="g arm", book=BASE)
    assert game.state.asks[0].kind == "breakdown"
    assert game.play(dice=[roll]).unit("a").cel == cel
    both = on("a .", "supply", a="g arm panther mined cel=4", book=MINES).play(dice=[1, 3])
    assert both.unit("a").cel == 2


def test_panthers_that_did_nothing_are_spared_by_option() -> None:
    """[ruling Q83]"""
    assert on("a .", "supply", a="g arm panther", book={**BASE, "panthers": "activated"}).state.over


@rule("kursk-17.1.2-a", "kursk-17.1.2-b", "kursk-17.1.2-c")
def test_a_tank_in_the_workshop_regains_a_cel_if_it_rests() -> None:
    game = on("a .", "supply", a="g arm cel=2/1", book=SHOP).play("repair a")
    assert game.unit("a").has("repair") and game.unit("a").cel == 1
    from balka.systems.wb95.supplying import open_supply

    work = game.work()
    open_supply(work, "german")
    game.after(work)
    assert game.unit("a").cel == 2
    cut = on(". a", "supply", a="g arm cel=2/1 oos=1", book={"repairs": 1, "edges": {"german": ()}})
    assert cut.texts() == ["norepair"]


@rule("kursk-17.1.2-d")
def test_a_unit_disturbed_in_the_workshop_regains_nothing() -> None:
    for words in ("repair stirred", "repair disturbed"):
        game = on("a .", "supply", a=f"g arm cel=2/1 {words}", book=SHOP)
        assert game.unit("a").cel == 1 and not game.unit("a").has("repair")
    game = on("a . x", a="g arm cel=2/1 repair", x="s inf", side="soviet").play("take x; to B01")
    assert game.unit("a").has("disturbed")


@rule("kursk-17.1.3-a")
def test_panthers_and_ferdinands_are_past_mending() -> None:
    game = on("a+b+c+d .", a="g arm cel=2/1 panther", b="g arm cel=2/1 ferdinand", c="g arm cel=2/1", d="g inf cel=2/1")
    assert [one.id for one in mendable(game.state)] == ["c"]


@rule("kursk-c15vs-15.3.3-a", "kursk-c15vs-15.3.3-b", "kursk-c15vs-15.3.4-a")
def test_volkssturm_fill_up_infantry_that_rests_beside_them() -> None:
    game = end_phase(on("a+v .", a="g inf cel=2/1", v="g vs"))
    assert game.unit("a").cel == 2 and game.unit("v").cel == 1
    two = end_phase(on("a+b+v .", a="g inf cel=2/1", b="g inf cel=2/1", v="g vs"))
    assert sum(two.unit(one).cel for one in "ab") == 3
    for other in ("g arm cel=2/1", "g inf cel=2/1 moves=trucked", "g inf cel=2/1 moved"):
        assert end_phase(on("a+v .", a=other, v="g vs")).unit("a").cel == 1


@rule("kursk-c15rg-15.2.1-a")
def test_resilience_groups_neither_move_nor_retreat() -> None:
    game = on("r . .", r="s rg 0 mp=0 cel=1", side="soviet")
    assert not game.may("take r")
    beaten = on(". . .\n. x+r .\n. a .", "combat", a="g inf 8", x="s inf 4", r="s rg 0 mp=0 cel=1")
    beaten.play("attack B02; join a; fight", dice=[5])
    assert beaten.waiting == "soviet retreat" and not beaten.texts("go r")


@rule("kursk-scP15-loss-a")
def test_troops_are_taken_away_at_the_start_of_each_german_movement_phase() -> None:
    from balka.systems.wb95.phases import open_movement

    game = on("a+b .", a="g inf", b="g inf", book={"attrition": 2})
    work = game.work()
    work.stack = []
    open_movement(work, "german")
    game.after(work)
    assert game.waiting == "german loss"
    game.say("lose a; lose b")
    assert [game.unit(one).cel for one in "ab"] == [1, 1] and game.waiting == "german move.phase"


@rule("kursk-scP15-loss-a", "kursk-16.1.1-a")
@pytest.mark.parametrize(
    ("units", "told"), [({"a": "g inf"}, "removes 2 CEL"), ({"h": "g hq 0"}, "has no CEL left to remove")]
)
def test_who_is_asked_for_no_troops_because_only_headquarters_are_left_says_so(
    units: dict[str, str], told: str
) -> None:
    from balka.systems.wb95.phases import open_movement

    game = on(f"{next(iter(units))} .", book={"attrition": 2}, **units)
    work = game.work()
    work.stack = []
    open_movement(work, "german")
    game.after(work)
    said = [each.event.say(game.state.setting) for each in work.events]
    assert f"The German side {told}" in said


@pytest.mark.parametrize(("turn", "leaves"), [(1, False), (2, True), (3, False)])
def test_who_is_called_away_leaves_on_that_day_and_on_no_other(turn: int, leaves: bool) -> None:
    game = on("a b .", a="g arm", b="g inf", book={"withdraw": {"a": 2, "gone": 2}}, turn=turn)
    work = game.work()
    withdraw(work)
    game.after(work)
    assert game.gone("a") == leaves and not game.gone("b")
    assert game.state.tracks.withdrawn == (("a",) if leaves else ()) and not game.state.tracks.lost.get("german")


@rule("kursk-18.1.3-a")
def test_where_mine_dice_are_thrown_somebody_is_exposed_in_every_sampled_world() -> None:
    """Mines are not thrown for nobody, and all know it: whether a loss is asked for tells nothing. [D21]"""
    units = {"a": "g inf cel=2 mined", "b": "g inf cel=2 mined", "c": "g arm cel=2", "x": "s inf"}
    game = on("a b c . . x", "supply", book=MINES, **units)
    rolled = game.state
    asked = game.play(dice=[1]).state
    for state in (rolled, asked):
        for seed in range(8):
            world = SYSTEM.sample(state.view("soviet"), Random(seed))
            assert world.view("soviet").to_json() == state.view("soviet").to_json()
            assert [ask.kind for ask in world.asks] == [ask.kind for ask in state.asks]
            assert activated(world, MINES["mines"][0])
    exposed = {state.text(choice) for choice in world.choices()}
    assert exposed and exposed <= {"lose a", "lose b", "lose c"}
    after = [SYSTEM.sample(rolled.view("soviet"), Random(n)).apply(dice("4c3").of(1)).state for n in range(8)]
    assert all(state.asks == asked.asks for state in after)


def test_a_sampled_world_of_one_who_knows_it_all_exposes_nobody_else() -> None:
    game = on("a b x", "supply", a="g inf mined", b="g inf", x="s inf", book=MINES)
    world = SYSTEM.sample(game.state.view("german"), Random(1))
    assert [one.id for one in activated(world, MINES["mines"][0])] == ["a"]


def test_losses_to_mines_do_not_tell_whether_the_counter_on_top_passed_the_lines() -> None:
    """A counter on top is seen, not asked what it did. [16.1.1]"""
    book = {**MINES, "masks": "top"}
    exposed = ("g inf cel=3 mined", "g inf cel=3"), ("g inf cel=3", "g inf cel=3 mined")
    views = []
    for top, below in exposed:
        game = on("a+b . . x", "supply", a=top, b=below, x="s inf", book=book)
        asked = game.state.apply(dice("4c3").of(1)).state
        assert asked.asks[0].kind == "loss"
        views.append(asked.view("soviet").to_json())
    assert views[0] == views[1]


@pytest.mark.parametrize("option", ["all", "activated"])
def test_the_enemy_hears_how_many_panthers_roll_and_not_which(option: str) -> None:
    """Dice fall for all to see: a sampled world throws as many. [16.1.1, ruling Q83]"""
    units = {"a": "g arm panther stirred", "b": "g arm panther stirred", "c": "g arm panther", "x": "s inf"}
    game = on("a . b . c . . x", "supply", book={**BASE, "panthers": option}, **units)
    state, left = game.state, 3 if option == "all" else 2
    while left:
        view = state.view("soviet")
        assert not any(name in view.stack[-2].units for name in units)  # type: ignore[attr-defined]
        for seed in range(4):
            world = SYSTEM.sample(view, Random(seed))
            assert world.view("soviet").to_json() == view.to_json()
        state, left = state.apply(dice("d6").of(5)).state, left - 1
        assert state.over == world.apply(dice("d6").of(5)).state.over == (left == 0)
