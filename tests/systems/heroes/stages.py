"""Positions that playthroughs begin from."""

from __future__ import annotations

from tests.systems.heroes.kit import GERMAN, SOVIET, on

from balka.core.state import State


def stack() -> State:
    """Soviet Rifles before a German stack: a face-down marker, cards on both sides."""
    hands = {GERMAN: ("06",), SOVIET: ("07", "11", "13")}
    game = on(
        "a . b+c\n. . .",
        a="rif SE",
        b="inf NW cowering",
        c="mg34 NW",
        active=SOVIET,
        caps={GERMAN: 3, SOVIET: 4},
        told={"hands": hands},
    )
    return game.state


def swift() -> State:
    """A German with Swift Action and Command Action, and one of his squads already Spent."""
    game = on(
        "a . . x\nb . . .",
        a="inf SE",
        b="gren SE spent",
        x="rif NW",
        caps={GERMAN: 2, SOVIET: 0},
        told={"hands": {GERMAN: ("02", "12")}},
    )
    return game.state


def last_turn() -> State:
    """The Soviet side may end Round 1; the German side is without the VP Advantage."""
    told = {"hands": {GERMAN: ("13",)}}
    game = on("a . . x", a="inf SE", x="rif NW", active=GERMAN, caps={GERMAN: 2, SOVIET: 2}, told=told)
    return game.state
