"""Setting up: who comes first, where, and what is seen of it. [17.0]"""

from __future__ import annotations

from tests.bots.famous_divisions.placing import asked, set_up

from balka.bots.placing import placement
from balka.core.proof import rule
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.setup import WAITING, places, waiting
from balka.systems.famous_divisions.sight import inspected
from balka.systems.famous_divisions.stacking import excess

KEYS = ("kursk", "akhtyrka", "mischurin", "lutchessa")


@rule("gd-21.4-c")
def test_each_company_of_engineers_digs_its_own_works() -> None:
    state = asked("lutchessa", "german")
    for one in ("1k-eng", "2k-eng"):
        while waiting(state, "german") and one not in waiting(state, "german"):
            first = waiting(state, "german")[0]
            state = state.apply(f"put {first} {state.setting.board.labels[places(state, first)[0]]}").state
        here = places(state, one)[0]
        state = state.apply(f"put {one} {state.setting.board.labels[here]}").state
        others = [other for other in ("3k-eng", "4k-eng") if state.position.units[other].status == WAITING]
        assert all(here not in places(state, other) for other in others), "not together"
    assert places(state, "brumbr-eng"), "others may join them"
    state = set_up(asked("lutchessa", "german"))
    trenches = [fort.hex for fort in state.position.forts if fort.kind == "trench"]
    assert sorted(trenches) == sorted(state.position.units[f"{n}k-eng"].hex for n in range(1, 5))


@rule("gd-20.4-b")
def test_the_first_artillery_battalion_alone_is_set_up_on_the_road() -> None:
    state = set_up(asked("mischurin", "german"))
    own = [unit for unit in state.position.units.values() if unit.side == "german" and unit.status == "map"]
    column = {unit.id for unit in own if unit.id.endswith("-1art")}
    assert column < {unit.id for unit in own}
    assert {unit.id for unit in own if unit.road} == {unit.id for unit in own if unit.marching} == column


def test_units_with_few_places_come_first_and_the_refusal_says_so() -> None:
    refusal = asked("kursk", "german").why_not("put 5k-2gr 2929")
    assert refusal is not None
    assert (refusal.sentence, refusal.instead) == ("Units with fewer places come first.", "Set up jager-eng.")


def test_areas_are_told_in_words_with_the_hex_they_are_measured_from() -> None:
    told = {one: area.text for key in KEYS for one, area in GAME.start(key).setting.catalogue.areas.items()}
    assert told["5k-2gr"] == "within 3 hexes of Hill 96 (3412)"
    assert told["t34.1-2tk"] == "within 3 hexes of 2743"
    assert told["1-rcn-s"] == "within 2 hexes of Main Bridge (4147)"
    assert told["hummel-1art"] == "in Lichovka"
    assert GAME.start("kursk").setting.catalogue.areas["1-1rif"].text == "anywhere north of the Pena"
    assert GAME.start("kursk").setting.catalogue.areas["hq-2gr"].text == "within 1 hex of entry C (2927)"


def test_ready_is_refused_until_all_are_placed_and_names_the_way_out() -> None:
    refusal = asked("kursk", "german").why_not("ready")
    assert refusal is not None and refusal.instead == "Set up jager-eng."


def test_what_is_no_part_of_a_set_up_is_refused_as_such() -> None:
    refusal = asked("kursk", "german").why_not("pass")
    assert refusal is not None and refusal.rule.startswith("gd-17.0")


@rule("gd-17.0-c", "gd-7.1-a")
def test_a_full_hex_takes_no_other_unit_and_who_has_a_place_no_second_one() -> None:
    state = asked("kursk", "soviet")
    names = state.setting.board.labels
    first = waiting(state, "soviet")[0]
    here = places(state, first)[0]
    state = state.apply(f"put {first} {names[here]}").state
    refusal = state.why_not(f"put {first} {names[here]}")
    assert refusal is not None and "has its place already" in refusal.sentence
    wanted = places(state, "1-1rif")[0]
    while ids := waiting(state, "soviet"):
        open_hexes = places(state, ids[0])
        state = state.apply(f"put {ids[0]} {names[wanted if wanted in open_hexes else open_hexes[0]]}").state
    assert len(state.position.stack(wanted)) >= 4 and not excess(state, wanted)


@rule("gd-15.0-i")
def test_a_second_trench_in_a_hex_is_refused() -> None:
    state = asked("lutchessa", "german")
    while ids := waiting(state, "german"):
        state = state.apply(f"put {ids[0]} {state.setting.board.labels[places(state, ids[0])[0]]}").state
    where = state.setting.board.labels[state.position.units["1k-eng"].hex]
    refusal = state.apply(f"dig trench {where} N").state.why_not(f"dig trench {where} S")
    assert refusal is not None and refusal.rule == "gd-15.0-i"


@rule("gd-1.1-d")
def test_a_stack_is_not_seen_before_its_bunker_is_put_on_it() -> None:
    state = set_up(asked("kursk", "soviet"))
    fort = next(fort for fort in state.position.forts if state.setting.board.labels[fort.hex] == "2135")
    inside = {u.id for u in state.position.stack(fort.hex)}
    after = state.apply("ready").state
    assert inside and not inside & set(after.view("german").position.units)


def test_units_look_around_once_all_are_ready() -> None:
    """Otherwise a counter put down and taken back would spy out the other side's set-up."""
    state = asked("mischurin", "german")
    ground = state.setting.catalogue.ground
    step = state.apply(placement(state.view("german"), "german"))
    assert not step.barrier
    assert all(told.to != ("soviet",) for told in step.events), "only that something was put there"
    whole = set_up(state)
    assert not inspected(whole.position, ground, "german")
    ready = whole.apply("ready")
    assert inspected(ready.state.position, ground, "german")
    told = [told.to for told in ready.events if type(told.event).__name__ == "Sighted"]
    assert told == [("german",), ("soviet",)]
