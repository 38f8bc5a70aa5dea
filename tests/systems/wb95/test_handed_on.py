"""What is handed on from one position to the next is what would be found if nothing were known beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.drawing import drawn
from balka.core.frames import CHANCE, Frame, leaves
from balka.lab.bare import bare
from balka.lab.bench import draw, starts
from balka.systems.wb95.bridges import printed_bridges
from balka.systems.wb95.marching_orders import said_to
from balka.systems.wb95.movement import Party, party_of
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.passages import Passages, company, first_steps, front_against, kinds, passages
from balka.systems.wb95.position import SIDES, Force, WbState, enemy_of, force
from balka.systems.wb95.reinforcements import due_names
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.supply import lines, supplied_hexes, sure_lines

STEPS = 240


def played(seed: int) -> Iterator[WbState]:
    """The states of a game played at random."""
    state, rng = starts(["kursk/kursk"])["kursk/kursk"], Random(seed)
    for _ in range(STEPS):
        if not state.asks:
            return
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else drawn(state, seat, rng.randrange)
        state = state.apply(answer, seat).state
        yield state


@pytest.mark.parametrize("seed", range(2))
def test_a_force_looks_the_same_whether_or_not_it_was_looked_at_before(seed: int) -> None:
    for state in played(seed):
        twin = bare(state)
        for seat in (*state.setting.seats, "watcher"):
            kept, made = state.view(seat).position.forces, twin.view(seat).position.forces
            for side in SIDES:
                assert list(kept[side].units.items()) == list(made[side].units.items())
                assert list(kept[side].at.items()) == list(made[side].at.items())
                assert kept[side].waiting == made[side].waiting


def test_a_force_tells_where_it_has_changed_since_it_stood_otherwise() -> None:
    past: list[WbState] = []
    for state in played(2):
        for earlier in past[-12:]:
            for side in SIDES:
                was, now = force(earlier, side).at, force(state, side)
                differs = {h for h in was.keys() | now.at.keys() if was.get(h) != now.at.get(h)}
                assert differs <= now.altered(was)
        past.append(state)


def test_a_force_tells_where_it_has_changed_though_it_came_from_elsewhere() -> None:
    game = on("a b c", a="g inf", b="g inf", c="g inf")
    was, moved = force(game.state, "german").at, force(game.play("take a; to B01; halt").state, "german")
    assert Force(moved.units).altered(was) >= moved.altered(was)
    assert {game.state.setting.board.labels[h] for h in moved.altered(was)} == {"A01", "B01"}


@pytest.mark.parametrize("seed", range(2))
def test_who_may_come_from_beside_the_map_is_as_if_nobody_had_been_asked_before(seed: int) -> None:
    for state in played(seed):
        for side in SIDES:
            assert due_names(state, side) == due_names(bare(state), side)


@pytest.mark.parametrize("seed", range(2))
def test_steps_known_from_an_earlier_position_are_those_open_now(seed: int) -> None:
    for state in played(seed):
        for seat in state.setting.seats:
            view = state.view(seat)
            for foe in SIDES:
                _compare_fronts(view, bare(view), foe)


def _compare_fronts(view: WbState, twin: WbState, foe: str) -> None:
    kept, made = front_against(view, foe), front_against(twin, foe)
    gaits = {kind: gaits for gaits, kind in kinds(twin).items()}
    anew = {kind: Passages(made, enemy_of(foe), company(twin, alike)) for kind, alike in gaits.items()}
    for h, rows in kept.rows.items():
        assert rows == {kind: anew[kind].row(twin, h) for kind in rows}
    for h, steps in kept.steps.items():
        for (payers, regular, strategic, secondary), found in steps.items():
            party = Party(enemy_of(foe), payers, 0, regular, strategic, secondary)
            assert found == first_steps(twin, party, h)


def test_whole_choices_are_those_found_word_by_word() -> None:
    for state in played(3):
        for seat in {ask.seat for ask in state.asks} - {CHANCE}:
            view = state.view(seat)
            assert list(leaves(view, (), seat)) == list(Frame.whole_choices(view.stack[-1], view, (), seat))


def test_steps_known_before_tell_of_a_bridge_built_where_one_fell() -> None:
    start = starts(["kursk/kursk"])["kursk/kursk"]
    bridge = tuple(printed_bridges(start)[0])
    fallen = _on_ground(start, broken=(bridge,))
    before, after = _steps_from(fallen, "german", bridge[0]), _on_ground(fallen, built=(bridge,))
    assert _steps_from(after, "german", bridge[0]) == _steps_from(bare(after), "german", bridge[0]) != before


def test_steps_known_before_tell_of_a_second_mission_against_the_same_hex() -> None:
    start = starts(["kursk/kursk"])["kursk/kursk"]
    h = next(iter(force(start, "soviet").at))
    once = _on_ground(start, harassed=(h,))
    before, after = _steps_from(once, "soviet", h), _on_ground(once, harassed=(h, h))
    assert _steps_from(after, "soviet", h) == _steps_from(bare(after), "soviet", h) != before


def _on_ground(state: WbState, **facts: object) -> WbState:
    return structs.replace(state, position=structs.replace(state.position, **facts))


def _steps_from(state: WbState, side: str, h: int) -> object:
    unit = next(unit for units in force(state, side).at.values() for unit in units if unit.kind == "INF")
    party = party_of(state, side, (unit.id,))
    return passages(state, party).open_from(state, h)


@pytest.mark.parametrize("seed", range(4))
def test_what_may_be_said_to_the_untouched_is_what_was_found_before(seed: int) -> None:
    for state in played(seed):
        phase = state.stack[-1]
        if isinstance(phase, MovePhase):
            (ask,) = state.asks
            view, twin = state.view(ask.seat), bare(state).view(ask.seat)
            for node in phase.candidates(view, (), ask.seat):
                if isinstance(node, int | str):
                    assert said_to(view, phase.march, node) == said_to(twin, phase.march, node), node


def test_a_list_known_before_tells_that_a_friend_has_filled_the_next_hex() -> None:
    crowd = {"f": "g arm cel=7 done", "b": "g arm cel=4 done", "e": "g arm cel=4 mp=2"}
    game = on("a+f b . e", a="g inf cel=1 mp=1", **crowd)
    assert "take a" in game.texts()
    game.play("take e; to B01; halt")
    assert "take a" not in game.texts()


def test_a_list_known_before_tells_that_a_friend_two_hexes_away_has_taken_the_last_room() -> None:
    crowd = {"f": "g arm cel=7 done", "b": "g arm cel=4", "c": "g arm cel=4", "d": "g arm cel=4", "e": "g arm cel=4"}
    game = on("a+f b+c d e", a="g inf cel=1 mp=1", **crowd)
    assert "take a" in game.texts(), "somebody in the next hex could go on"
    game.play("take e; to C01; halt")
    assert "take a" not in game.texts(), "now nobody there can step aside"


def test_what_is_found_once_a_friend_has_left_the_next_hex_is_not_told_of_the_time_before() -> None:
    before = on("a+f b", a="g inf cel=1 mp=1", f="g arm cel=7 done", b="g arm cel=8 done").state
    assert not _can_take(before, "f")
    after = _with_germans(before, force(before, "german").without("b"))
    assert _can_take(after, "a") and not _can_take(before, "a")


def _can_take(state: WbState, name: str) -> bool:
    phase = state.stack[-1]
    assert isinstance(phase, MovePhase)
    said = said_to(state.view(state.asks[0].seat), phase.march, name)
    return f"take {name}" in [word.text(state.setting.board) for word in said]


def test_who_stays_when_others_come_and_go_is_told_what_was_found_before() -> None:
    game = on("a+c b .", a="g inf cel=2", b="g inf cel=2", c="g inf cel=2")
    assert {"take a", "take c", "take A01", "dig a"} <= {*game.texts()}
    game.play("take b; to A01; halt")
    assert {"take a", "take c", "take A01", "dig a"} <= {*game.texts()}
    game.play("take c; to C01; halt; dig a")
    assert not {"take a", "take A01", "dig a"} & {*game.texts()}


def test_a_list_known_before_tells_that_a_counter_is_no_longer_alone_where_tops_are_seen() -> None:
    game = on("a b .", book={"masks": "top"}, a="g inf cel=2", b="g inf cel=2")
    assert "top a" not in game.texts()
    game.play("take b; to A01; halt")
    assert "top a" in game.texts()


def test_asking_for_a_stack_of_one_does_not_keep_what_hangs_on_a_headquarters_elsewhere() -> None:
    span = ("river A01 B01", "bridge A01 B01", "main A01 B01")
    empty = " ".join("." * 11)
    game = on(f"a {empty}\n{empty} h", "move", *span, a="g inf mp=7", h="g hq 0 cel=1 mp=20").play("blow a A01/B01")
    assert not game.may("take A01") and "take a" in game.texts() and not game.texts("rebuild")
    game.play("take h; to B02; halt")
    assert "rebuild a A01/B01" in game.texts()


def waiting(picture: str, off: dict[str, str], **more: str) -> Game:
    """Some who may come by the first hex."""
    book = {"arrivals": {name: Arrival(name, 1, (0,), "corps") for name in off}}
    return on(picture, off=off, book=book, control="g" * 4, **more)


def test_a_list_known_before_tells_that_a_friend_has_filled_the_entry_hex() -> None:
    game = waiting(". a . .", {"r": "g inf mp=1"}, a="g arm cel=8")
    assert "enter r A01" in game.texts()
    game.play("take a; to A01; halt")
    assert "enter r A01" not in game.texts()
    game.play("take a; to B01; halt")
    assert "enter r A01" in game.texts()


def test_a_list_known_before_tells_that_the_first_stack_to_come_is_lost() -> None:
    game = waiting(". . . .", {"q": "g arm cel=8 mp=4", "r": "g inf mp=1"})
    game.play("enter q A01; take q; to C01; halt")
    assert "enter r A01" not in game.texts(), "the second stack pays twice"
    game.state = _with_germans(game.state, force(game.state, "german").without("q"))
    assert "enter r A01" in game.texts()


def test_a_list_known_before_tells_that_a_counter_was_called_to_another_zone() -> None:
    game = waiting(". a . .", {"r": "g inf"}, a="g inf")
    assert "enter r A01" in game.texts()
    called = structs.replace(force(game.state, "german").units["r"], entry_zone=2, due=1)
    game.state = _with_germans(game.state, force(game.state, "german").put(called))
    assert "enter r A01" not in game.texts() and "enter r C01" in game.texts()


def _with_germans(state: WbState, troops: Force) -> WbState:
    return _on_ground(state, forces={**state.position.forces, "german": troops})


def test_lines_that_need_no_friends_are_lines() -> None:
    for state in played(1):
        for side in SIDES:
            view = state.view(state.setting.seat_of[side])
            sure = sure_lines(view, side)
            assert sure == sure_lines(bare(view), side)
            assert sure.keys() <= lines(view, side).costs.keys()
            assert supplied_hexes(view, side) == lines(view, side).costs
