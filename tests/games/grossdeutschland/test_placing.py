"""Setting up with the table's help: `place` puts whatever is left, legally, sensibly, and so that it can be undone."""

from __future__ import annotations

from random import Random

import pytest

from balka.bots.random import random_choice
from balka.core.proof import rule
from balka.core.state import State
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.deployment import away
from balka.systems.famous_divisions.fortifications import green_sides
from balka.systems.famous_divisions.model import battalion_units, board, catalogue, enemy_of, headquarters, kind
from balka.systems.famous_divisions.setup import WAITING, places, waiting
from balka.systems.famous_divisions.sight import known_ids
from balka.systems.famous_divisions.stacking import overfull
from balka.systems.famous_divisions.supply import is_in_supply
from balka.table.dice import SeededDice
from balka.table.table import Table

KEYS = ("kursk", "akhtyrka", "mischurin", "lutchessa")
SIDES = [("kursk", "german"), ("kursk", "soviet"), ("akhtyrka", "german"), ("mischurin", "soviet"),
         ("mischurin", "german"), ("lutchessa", "german")]  # fmt: skip


def asked(key: str, side: str) -> State:
    """A scenario when a side is to set up; the one before it has been placed."""
    state = GAME.start(key)
    while state.asks[0].force != side:
        state = state.apply("place").state.apply("ready").state
    assert state.asks[0].kind == "setup"
    return state


def placed(state: State, side: str) -> dict[str, int]:
    return {u.id: u.hex for u in state.position.units.values() if u.side == side and u.hex >= 0}


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_everything_is_placed_within_its_area_and_only_ready_is_left(key: str, side: str) -> None:
    before = asked(key, side)
    state = before.apply("place").state
    assert [state.text(choice) for choice in state.choices()] == ["ready"]
    waiting = [u.id for u in before.position.units.values() if u.side == side and u.status == WAITING]
    areas = catalogue(state).areas
    assert waiting and all(state.position.units[one].hex in areas[one].hexes for one in waiting)
    assert not overfull(state, side)
    assert not state.position.occupied(side) & state.position.occupied(enemy_of(side))
    assert before.apply("place").state.hash == state.hash, "the same every time"


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_a_battalion_stands_within_its_headquarters_reach(key: str, side: str) -> None:
    state = asked(key, side).apply("place").state
    for battalion in {kind(state, one).battalion for one in placed(state, side)}:
        head = headquarters(state, battalion)
        if head is None or head.hex < 0:
            continue
        far = [board(state).distance(head.hex, u.hex) for u in battalion_units(state, battalion) if u.hex >= 0]
        assert max(far) <= kind(state, head).activation_range, battalion


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_nobody_begins_without_supply(key: str, side: str) -> None:
    state = asked(key, side).apply("place").state
    hungry = [u.id for u in state.position.of(side) if not is_in_supply(state, u) and headquarters_on_map(state, u.id)]
    assert not hungry


def headquarters_on_map(state: State, one: str) -> bool:
    head = headquarters(state, kind(state, one).battalion)
    return head is not None and head.hex >= 0


def test_headquarters_and_guns_stand_behind_the_companies() -> None:
    state = asked("lutchessa", "german").apply("place").state
    row, spots = away(state, "german"), placed(state, "german")
    companies = [row[h] for one, h in spots.items() if not kind(state, one).is_hq and not kind(state, one).is_artillery]
    guns = [row[h] for one, h in spots.items() if kind(state, one).is_artillery]
    assert sum(guns) / len(guns) > sum(companies) / len(companies)


def test_every_work_is_dug_and_faces_the_enemy() -> None:
    for key, side, count in (("kursk", "soviet", 13), ("lutchessa", "german", 4)):
        state = asked(key, side).apply("place").state
        row = away(state, side)
        assert len(state.position.forts) == count
        for fort in state.position.forts:
            ahead = [row[n] for n in board(state).neighbours[fort.hex] if n >= 0]
            seen = [row[n] for s in green_sides(fort) if (n := board(state).neighbours[fort.hex][s]) >= 0]
            assert min(seen) == min(ahead)


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_it_finds_room_for_whatever_is_left(key: str, side: str) -> None:
    """However badly the first counters were put."""
    for seed in range(3):
        rng, state = Random(seed), asked(key, side)
        spots = {}
        for _ in range(rng.randrange(5, 25)):
            choice = random_choice(state, side, rng.randrange)
            if state.text(choice) not in ("place", "ready"):
                state = state.apply(choice).state
        spots = placed(state, side)
        after = state.apply("place").state if state.why_not("place") is None else state
        assert not [u for u in after.position.units.values() if u.side == side and u.status == WAITING]
        assert spots.items() <= placed(after, side).items(), "what was put stays"


@rule("gd-21.4-c")
def test_each_company_of_engineers_digs_its_own_works() -> None:
    state = asked("lutchessa", "german")
    for one in ("1k-eng", "2k-eng"):
        while waiting(state, "german") and one not in waiting(state, "german"):
            first = waiting(state, "german")[0]
            state = state.apply(f"put {first} {board(state).labels[places(state, first)[0]]}").state
        here = places(state, one)[0]
        state = state.apply(f"put {one} {board(state).labels[here]}").state
        others = [other for other in ("3k-eng", "4k-eng") if state.position.units[other].status == WAITING]
        assert all(here not in places(state, other) for other in others), "not together"
    assert places(state, "brumbr-eng"), "others may join them"
    state = asked("lutchessa", "german").apply("place").state
    trenches = [fort.hex for fort in state.position.forts if fort.kind == "trench"]
    assert sorted(trenches) == sorted(state.position.units[f"{n}k-eng"].hex for n in range(1, 5))


def test_works_left_over_may_be_dug_by_the_table() -> None:
    state = asked("lutchessa", "german").apply("place").state
    refusal = state.why_not("place")
    assert refusal is not None and refusal.sentence == "Everything is set up."
    assert state.stack[-1].prompt(state.view("german"), "german") == "All is set up: say ready."
    state = asked("lutchessa", "german")
    while units := [u.id for u in state.position.units.values() if u.status == WAITING and places(state, u.id)]:
        one = min(units, key=lambda one: len(catalogue(state).areas[one].hexes))
        state = state.apply(f"put {one} {board(state).labels[places(state, one)[0]]}").state
    assert {state.text(choice).split()[0] for choice in state.choices()} == {"dig", "place"}
    assert "(4 trench)" in state.stack[-1].prompt(state.view("german"), "german")
    step = state.apply("place")
    after, said = step.state, [told.event.say(state.setting) for told in step.events]
    assert said and all("trench is dug" in line for line in said), "no unit was left to be placed"
    engineers = {h for one, h in placed(state, "german").items() if one in state.setting.rulebook.fort_units}
    assert {fort.hex for fort in after.position.forts} == engineers
    assert placed(after, "german") == placed(state, "german")


def test_units_with_few_places_come_first_and_the_refusal_says_so() -> None:
    refusal = asked("kursk", "german").why_not("put 5k-2gr 2929")
    assert refusal is not None
    assert (refusal.sentence, refusal.instead) == ("Units with fewer places come first.", "Set up jager-eng.")


def test_areas_are_told_in_words_with_the_hex_they_are_measured_from() -> None:
    told = {one: area.text for key in KEYS for one, area in catalogue(GAME.start(key)).areas.items()}
    assert told["5k-2gr"] == "within 3 hexes of Hill 96 (3412)"
    assert told["t34.1-2tk"] == "within 3 hexes of 2743"
    assert told["1-rcn-s"] == "within 2 hexes of Main Bridge (4147)"
    assert told["hummel-1art"] == "in Lichovka"
    assert catalogue(GAME.start("kursk")).areas["1-1rif"].text == "anywhere north of the Pena"
    assert catalogue(GAME.start("kursk")).areas["hq-2gr"].text == "within 1 hex of entry C (2927)"


def test_ready_is_refused_until_all_are_placed_and_names_the_way_out() -> None:
    refusal = asked("kursk", "german").why_not("ready")
    assert refusal is not None and "`place`" in refusal.instead


@pytest.mark.parametrize(("key", "first", "second"), [("kursk", "german", "soviet"), ("mischurin", "soviet", "german")])
def test_it_can_be_taken_back_before_ready_by_both_sides(key: str, first: str, second: str) -> None:
    table = Table(GAME.start(key), {}, dice=SeededDice(1))
    for side in (first, second):
        before = table.state.hash
        table.choose(side, "place")
        assert table.state.hash != before
        table.undo(side)
        assert table.state.hash == before
        table.choose(side, "place")
        table.choose(side, "ready")
    assert not [u for u in table.state.position.units.values() if u.status == WAITING]


@rule("gd-1.1-d")
def test_a_stack_is_not_seen_before_its_bunker_is_put_on_it() -> None:
    state = asked("kursk", "soviet").apply("place").state
    fort = next(fort for fort in state.position.forts if board(state).labels[fort.hex] == "2135")
    inside = {u.id for u in state.position.stack(fort.hex)}
    after = state.apply("ready").state
    assert inside and not inside & set(after.view("german").position.units)


def test_units_look_around_once_all_are_ready() -> None:
    """Otherwise a counter put down and taken back would spy out the other side's set-up."""
    state = asked("mischurin", "german")
    ground = catalogue(state).ground
    step = state.apply("place")
    assert not step.barrier
    assert not known_ids(ground, step.state.position, "german")
    ready = step.state.apply("ready")
    assert known_ids(ground, ready.state.position, "german")
    told = [told.to for told in ready.events if type(told.event).__name__ == "Sighted"]
    assert told == [("german",), ("soviet",)]
    assert all(told.to != ("soviet",) for told in step.events), "only that something was put there"


def test_the_places_hang_on_nothing_the_owner_cannot_know() -> None:
    state = asked("kursk", "soviet")
    other = GAME.sample(state.view("soviet"), Random(4))
    assert other.position.units != state.position.units
    assert placed(other.apply("place").state, "soviet") == placed(state.apply("place").state, "soviet")


def test_the_choice_has_a_label_of_its_own() -> None:
    state = asked("akhtyrka", "german")
    found = [choice for choice in state.choices() if state.text(choice) == "place"]
    view = state.view("german")
    assert view.setting.system.node(view, (), found[0], "german")["label"] == "Place for me"
