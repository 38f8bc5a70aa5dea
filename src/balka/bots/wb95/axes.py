"""Axes: the prizes and goals that a side may make for before all others, read from the scenario. No rules."""

from __future__ import annotations

from re import split

from balka.bots.wb95.foresight import far_banks
from balka.bots.wb95.outlook import to_enemy
from balka.systems.wb95.position import WbState, enemy_of
from balka.systems.wb95.victory import holds_prize
from balka.systems.wb95.zones import controls

AXES = 2  # as many as are tried
DECIDES = 20.0  # what a goal that ends the game is reckoned at, in victory points
WAY = 0.5  # what a hex of way to a prize takes off its points


def axes(view: WbState, side: str) -> list[tuple[str, tuple[int, ...]]]:
    """The prizes and goals most worth going for, by their points and their distance."""
    away = to_enemy(view, enemy_of(side))
    found = [
        (worth - WAY * min(away[h] for h in hexes), name, hexes)
        for name, hexes, worth in _prizes(view, side)
        if not all(controls(view, side, h) for h in hexes)
    ]
    return [(name, hexes) for _, name, hexes in sorted(found, reverse=True)[:AXES]]


def nearest_towns(view: WbState, side: str, most: int) -> tuple[int, ...]:
    """The hexes of so many towns worth points that a side does not hold, the nearest to its troops first."""
    away = to_enemy(view, enemy_of(side))
    lacking = [
        (min(away[h] for h in prize.hexes), prize.hexes)
        for prize in view.setting.rulebook.prizes
        if prize.hexes and not all(controls(view, side, h) for h in prize.hexes)
    ]
    return tuple(h for _, hexes in sorted(lacking)[:most] for h in hexes)


def _prizes(view: WbState, side: str) -> list[tuple[str, tuple[int, ...], float]]:
    book = view.setting.rulebook
    towns = [(prize.text.split(" captured")[0], prize.hexes, float(prize.points)) for prize in book.prizes]
    rivers = [
        (prize.text.removesuffix(" crossed"), tuple(far_banks(view, prize.river)), float(prize.points))
        for prize in book.prizes
        if prize.river and not holds_prize(view, prize)
    ]
    goals = [(split(" is | are ", goal.text)[0], goal.hexes, DECIDES) for goal in book.goals if goal.side == side]
    return [(name, hexes, worth) for name, hexes, worth in (*towns, *rivers, *goals) if hexes]
