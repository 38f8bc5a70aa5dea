"""Scenes: everything the browser draws for one seat, and nothing that seat may not know."""

from __future__ import annotations

import msgspec
import pytest
from tests.table.camp import BLUE, GAME, RED
from tests.toy.ford import GAME as FORD
from tests.toy.words import GUARD, SMUGGLER

import balka
from balka.core.errors import BalkaError
from balka.core.scene.display import SideInfo
from balka.core.scene.figures import Check
from balka.core.scene.scene import Ask, Outcome, Scene
from balka.core.state import WATCHER
from balka.table import scenes
from balka.table.dice import GivenDice, SeededDice
from balka.table.table import Table

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready")


def table_at(*said: str, dice: tuple[str, ...] = ()) -> Table:
    table = Table(GAME.start("raids"), dice=GivenDice(dice))
    for text in said:
        table.choose(RED, text)
        table.run()
    return table


def test_a_scene_is_read_back_as_it_was_sent():
    scene = scenes.scene(table_at(), RED)
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
    assert (scene.game, scene.scenario, scene.board) == ("camp", "camp/raids", "camp-raids")
    assert scene.sides == [SideInfo(key="red", name="Red", style="red"), SideInfo(key="blue", name="Blue", style="blu")]


def test_others_are_told_whom_the_table_waits_for_and_no_choices():
    scene = scenes.scene(table_at(), BLUE)
    waiting = "The Red side is deciding."
    assert scene.ask == Ask(yours=False, side="red", kind="pitch", prompt=waiting, window=False, todo=[], placing=False)
    assert scene.choices == []


def test_the_working_of_what_is_decided_is_in_the_panel():
    scene = scenes.scene(table_at(*PITCH), RED)
    (check,) = scene.panel
    assert isinstance(check, Check) and (check.dice, check.need) == ("2d6", 6)


def test_the_log_is_sent_from_the_line_asked_for():
    table = table_at(*PITCH)
    assert [line.text for line in scenes.scene(table, RED, 2).log] == ["You put tent-3 at C01."]
    assert scenes.scene(table, RED, 2).log_from == 2


def test_the_outcome_is_told_to_all_at_the_end():
    table = table_at(*PITCH)
    table.resign(BLUE)
    for seat in (RED, BLUE, WATCHER):
        scene = scenes.scene(table, seat)
        assert scene.outcome == Outcome(winner="red", text="The Blue side resigned.")
        assert scene.ask is None


def test_questions_out_of_turn_are_refused_or_answered_with_the_reason():
    table = table_at()
    for question in (scenes.grow, scenes.quote):
        with pytest.raises(BalkaError, match="not for blue"):
            question(table, BLUE, [] if question is scenes.grow else "hold")  # type: ignore[operator]
    why = scenes.why(table, BLUE, "hold")
    assert why.reasons[0].sentence == "It is not for blue to decide now."


def test_questions_after_the_end_are_refused():
    table = table_at()
    table.resign(RED)
    with pytest.raises(BalkaError, match="The game is over"):
        scenes.quote(table, RED, "hold")
    assert scenes.why(table, RED, "hold").reasons[0].sentence == "The game is over."


def wire(table: Table, seat: str) -> str:
    return msgspec.json.encode(scenes.scene(table, seat)).decode()


def plans(table: Table, patrol: str, goal: str) -> None:
    for seat, text in ((GUARD, f"put patrol {patrol}"), (GUARD, "put pit D1"), (SMUGGLER, f"put goal {goal}")):
        table.choose(seat, text)
        table.run()
    for seat in (GUARD, SMUGGLER):
        if table.asked(seat):
            table.choose(seat, "ready")
            table.run()


def test_scenes_of_worlds_that_differ_in_secrets_are_the_same_bytes():
    """Where the patrol lies and how much powder there is only the guard knows; the landing only the smuggler."""
    seen: dict[str, set[str]] = {GUARD: set(), SMUGGLER: set(), WATCHER: set()}
    for patrol, goal, powder in (("B1", "E1", "d6 1"), ("C2", "E2", "d6 6")):
        table = Table(FORD.start("crossing"), dice=GivenDice([powder]))
        plans(table, patrol, goal)
        for seat, worlds in seen.items():
            worlds.add(wire(table, seat))
    assert {seat: len(worlds) for seat, worlds in seen.items()} == {GUARD: 2, SMUGGLER: 1, WATCHER: 1}


def german_scenes(satchel: str) -> list[str]:
    """All that the German side is shown in Mission 1 while both sides bring their first units into play."""
    table = Table(balka.game("sos").start("sos/courier"), dice=SeededDice(7))
    table.choose("soviet", f"hide {satchel}")
    shown: list[str] = []
    for turn in range(40):
        table.run()
        if table.over:
            break
        seat = table.state.asks[0].seat
        choices = [table.state.text(choice) for choice in table.state.choices(seat=seat)]
        table.choose(seat, choices[turn * 7 % len(choices)])
        shown.append(wire(table, "german") + wire(table, WATCHER))
    return shown


def test_where_the_satchel_lies_shows_in_nothing_the_german_side_gets():
    assert german_scenes("H07") == german_scenes("H08")
