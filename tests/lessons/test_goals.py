"""Every kind of goal, true and false, at the end of a lesson and on the way."""

from __future__ import annotations

import pytest
from msgspec import structs

import balka
from balka.core.describing.document import Desk, parse_document
from balka.lessons.goals import HAPPENING, KINDS, Sight, met, read_goal
from balka.lessons.lesson import Goal
from balka.lessons.progress import Tutor
from balka.lessons.solving import Solver
from balka.lessons.teaching import find

SHOT = "sos/learn-fire"

CASES = [
    (SHOT, "{at: {unit: inf-02, hex: D04}}", "{at: {unit: inf-02, hex: C04}}"),
    ("sos/learn-close-combat", "{gone: maxim-01}", "{gone: rif-01}"),
    (SHOT, "{facing: {unit: inf-02, side: N}}", "{facing: {unit: inf-02, side: S}}"),
    ("sos/learn-caps", "{state: {unit: inf-02, is: spent}}", "{state: {unit: inf-01, is: spent}}"),
    (SHOT, "{badge: {unit: rif-01, kind: hit}}", "{badge: {unit: inf-01, kind: hit}}"),
    ("sos/learn-winning", "{layer: {kind: control, side: german}}", "{layer: {kind: control, side: soviet}}"),
    ("sos/learn-winning", "{track: {key: round, least: 2, most: 2}}", "{track: {key: round, least: 3}}"),
    ("sos/learn-winning", '{turn: "Round 2*German Turn"}', '{turn: "*Soviet Turn"}'),
    (SHOT, "{asked: cost.caps}", "{asked: turn}"),
    (SHOT, "{said: 'fire inf-02 *'}", "{said: 'fire inf-01 *'}"),
    (SHOT, "{foe_said: pass}", "{foe_said: 'move *'}"),
    (SHOT, "{heard: {kind: ShotFired, unit: inf-02}}", "{heard: {kind: ShotFired, unit: inf-01}}"),
    (SHOT, "{rolled: '*attacks*'}", "{rolled: 'Rally*'}"),
    (SHOT, "{cited: sos-6.3-a}", "{cited: sos-13.7-a}"),
    (SHOT, "{any: [{gone: rif-01}, {asked: cost.caps}]}", "{all: [{gone: rif-01}, {asked: cost.caps}]}"),
    (SHOT, "{not: {gone: rif-01}}", "{not: {asked: cost.caps}}"),
    (SHOT, "{not: {over: {}}}", "{over: {}}"),
]


def goal_of(text: str) -> Goal:
    return read_goal(parse_document(text, Desk("goal")))


def sights(key: str) -> list[Sight]:
    lesson = find(key)
    assert lesson is not None
    solver = Solver(lesson, balka.game("sos"))
    solver.settle()
    for _ in solver.sentences:
        solver.say()
    solver.done  # noqa: B018
    return [sight for group, _ in solver.tutor._after for sight in group]


@pytest.mark.parametrize(("key", "true", "false"), CASES)
def test_a_goal_holds_or_not(key, true, false):
    seen = sights(key)
    moments = seen if goal_of(true).kind in HAPPENING else seen[-1:]
    assert any(met(goal_of(true), sight) for sight in moments)
    assert not any(met(goal_of(false), sight) for sight in moments)


def test_every_kind_is_tried():
    assert {kind for _, true, false in CASES for kind in KINDS if f"{kind}:" in true + false} == set(KINDS)


def test_one_moment_serves_one_step():
    lesson = find("sos/learn-turns")
    assert lesson is not None
    twice = structs.replace(lesson, tasks=(lesson.tasks[0], lesson.tasks[0]))
    solver = Solver(twice, balka.game("sos"))
    solver.tutor = Tutor(twice, solver.start)
    solver.settle()
    solver.say()
    assert solver.done == 1
    solver.say()
    assert solver.done == 2
