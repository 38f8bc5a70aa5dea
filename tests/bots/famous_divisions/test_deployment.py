"""Setting up for whoever leaves it to the table: by ordinary choices, legally, sensibly, to be undone at will."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.famous_divisions.placing import asked, placed, set_up

from balka.bots.famous_divisions.deployment import away
from balka.bots.greedy import GreedyBot
from balka.bots.placing import placement
from balka.core import records
from balka.core.choices import IllegalChoiceError
from balka.core.drawing import drawn
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.fortifications import green_sides
from balka.systems.famous_divisions.model import battalion_units, enemy_of, headquarters, kind
from balka.systems.famous_divisions.setup import WAITING, places
from balka.systems.famous_divisions.stacking import overfull
from balka.systems.famous_divisions.supply import is_in_supply
from balka.table.dice import SeededDice
from balka.table.table import Entry, Table

KEYS = ("kursk", "akhtyrka", "mischurin", "lutchessa")
SIDES = [("kursk", "german"), ("kursk", "soviet"), ("akhtyrka", "german"), ("mischurin", "soviet"),
         ("mischurin", "german"), ("lutchessa", "german")]  # fmt: skip


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_everything_is_placed_within_its_area_and_only_ready_is_left(key: str, side: str) -> None:
    before = asked(key, side)
    state = set_up(before)
    assert [state.text(choice) for choice in state.choices()] == ["ready"]
    waiting = [u.id for u in before.position.units.values() if u.side == side and u.status == WAITING]
    areas = state.setting.catalogue.areas
    assert waiting and all(state.position.units[one].hex in areas[one].hexes for one in waiting)
    assert not overfull(state, side)
    assert not state.position.occupied(side) & state.position.occupied(enemy_of(side))
    assert set_up(before).hash == state.hash, "the same every time"


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_a_battalion_stands_within_its_headquarters_reach(key: str, side: str) -> None:
    state = set_up(asked(key, side))
    for battalion in {kind(state, one).battalion for one in placed(state, side)}:
        head = headquarters(state, battalion)
        if head is None or head.hex < 0:
            continue
        far = [state.setting.board.distance(head.hex, u.hex) for u in battalion_units(state, battalion) if u.hex >= 0]
        assert max(far) <= kind(state, head).activation_range, battalion


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_nobody_begins_without_supply(key: str, side: str) -> None:
    state = set_up(asked(key, side))
    hungry = [u.id for u in state.position.of(side) if not is_in_supply(state, u) and headquarters_on_map(state, u.id)]
    assert not hungry


def headquarters_on_map(state: State, one: str) -> bool:
    head = headquarters(state, kind(state, one).battalion)
    return head is not None and head.hex >= 0


def test_headquarters_and_guns_stand_behind_the_companies() -> None:
    state = set_up(asked("lutchessa", "german"))
    row, spots = away(state, "german"), placed(state, "german")
    companies = [row[h] for one, h in spots.items() if not kind(state, one).is_hq and not kind(state, one).is_artillery]
    guns = [row[h] for one, h in spots.items() if kind(state, one).is_artillery]
    assert sum(guns) / len(guns) > sum(companies) / len(companies)


def test_every_work_is_dug_and_faces_the_enemy() -> None:
    for key, side, count in (("kursk", "soviet", 13), ("lutchessa", "german", 4)):
        state = set_up(asked(key, side))
        row = away(state, side)
        assert len(state.position.forts) == count
        for fort in state.position.forts:
            ahead = [row[n] for n in state.setting.board.neighbours[fort.hex] if n >= 0]
            seen = [row[n] for s in green_sides(fort) if (n := state.setting.board.neighbours[fort.hex][s]) >= 0]
            assert min(seen) == min(ahead)


@pytest.mark.parametrize(("key", "side"), SIDES)
def test_it_finds_room_for_whatever_is_left(key: str, side: str) -> None:
    """However badly the first counters were put."""
    for seed in range(3):
        rng, state = Random(seed), asked(key, side)
        spots = {}
        for _ in range(rng.randrange(5, 25)):
            choice = drawn(state, side, rng.randrange)
            if state.text(choice) != "ready":
                state = state.apply(choice).state
        spots = placed(state, side)
        after = set_up(state)
        assert not [u for u in after.position.units.values() if u.side == side and u.status == WAITING]
        assert spots.items() <= placed(after, side).items(), "what was put stays"


def test_works_left_over_may_be_dug_by_the_table() -> None:
    state = set_up(asked("lutchessa", "german"))
    assert placement(state.view("german"), "german") is None, "everything is set up"
    assert state.stack[-1].prompt(state.view("german"), "german") == "All is set up: press Ready."
    state = asked("lutchessa", "german")
    while units := [u.id for u in state.position.units.values() if u.status == WAITING and places(state, u.id)]:
        one = min(units, key=lambda one: len(state.setting.catalogue.areas[one].hexes))
        state = state.apply(f"put {one} {state.setting.board.labels[places(state, one)[0]]}").state
    assert {state.text(choice).split()[0] for choice in state.choices()} == {"dig"}
    assert "(4 trench)" in state.stack[-1].prompt(state.view("german"), "german")
    after = set_up(state)
    engineers = {h for one, h in placed(state, "german").items() if one in state.setting.rulebook.fort_units}
    assert {fort.hex for fort in after.position.forts} == engineers
    assert placed(after, "german") == placed(state, "german")


def test_one_undo_takes_all_back_that_was_placed_and_nothing_else() -> None:
    table = Table(GAME.start("lutchessa"), {}, dice=SeededDice(1))
    state = table.state
    first = state.text(placement(state.view("german"), "german"))
    table.choose("german", first)
    put = table.state.hash
    table.place("german")
    table.undo("german")
    assert table.state.hash == put
    table.undo("german")
    assert table.state.hash == state.hash


def test_each_counter_that_was_placed_can_be_taken_back_alone() -> None:
    table = Table(GAME.start("lutchessa"), {}, dice=SeededDice(1))
    table.place("german")
    whole = table.state.hash
    said = [table.state.text(choice) for choice in table.play.draft.choices_of("german")]
    assert {text.split()[0] for text in said} == {"put", "dig"}
    table.take_back("german", len(said) - 1)
    assert table.state.hash != whole
    table.place("german")
    assert table.state.hash == whole


def test_a_journal_brings_back_what_was_placed() -> None:
    entries: list[Entry] = []
    table = Table(GAME.start("lutchessa"), {}, dice=SeededDice(1), journal=entries.append)
    table.place("german")
    table.undo("german")
    table.place("german")
    again = Table(GAME.start("lutchessa"), {}, dice=SeededDice(1))
    again.restore(entries)
    assert again.state.hash == table.state.hash
    again.undo("german")
    assert not again.play.draft.choices_of("german")


def test_nothing_is_placed_once_all_is_set_up_or_for_who_is_not_asked() -> None:
    table = Table(GAME.start("lutchessa"), {}, dice=SeededDice(1))
    with pytest.raises(IllegalChoiceError, match="not for soviet to decide"):
        table.place("soviet")
    assert table.can_place("german") and not table.can_place("soviet")
    table.place("german")
    assert not table.can_place("german")
    with pytest.raises(BalkaError, match="nothing the table could place"):
        table.place("german")


def test_a_record_of_it_tells_ordinary_choices() -> None:
    table = Table(GAME.start("akhtyrka"), {}, dice=SeededDice(1))
    table.place("german")
    table.choose("german", "ready")
    record = records.read(table.record())
    assert {answer.text.split()[0] for answer in records.answers_of(record)} == {"put"}
    assert records.final(record, GAME).hash == table.state.hash


def test_the_greedy_bot_sets_up_the_same_way() -> None:
    state = asked("lutchessa", "german")
    while state.asks[0].kind == "setup":
        state = state.apply(GreedyBot().choose(state.view("german"), "german", Random(1)), "german").state
    assert placed(state, "german") == placed(set_up(asked("lutchessa", "german")), "german")


@pytest.mark.parametrize(("key", "first", "second"), [("kursk", "german", "soviet"), ("mischurin", "soviet", "german")])
def test_it_can_be_taken_back_before_ready_by_both_sides(key: str, first: str, second: str) -> None:
    table = Table(GAME.start(key), {}, dice=SeededDice(1))
    for side in (first, second):
        table.run()
        before = table.state.hash
        table.place(side)
        assert table.state.hash != before
        table.undo(side)
        assert table.state.hash == before
        table.place(side)
        table.choose(side, "ready")
    assert not [u for u in table.state.position.units.values() if u.status == WAITING]


def test_the_places_hang_on_nothing_the_owner_cannot_know() -> None:
    state = asked("kursk", "soviet")
    other = GAME.sample(state.view("soviet"), Random(4))
    assert other.position.units != state.position.units
    assert placed(set_up(other), "soviet") == placed(set_up(state), "soviet")
