"""What ground and works give whoever defends a hex, seeing from where he is attacked. [5.5, chapters 7 and 19]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.systems.wb95.fortifications import FIXED, LINE, edges, in_works, works_shift
from balka.systems.wb95.movement import WATER
from balka.systems.wb95.position import Now, label

FIXED_SHIFT = 3  # [7.2.2]

Comers = Sequence[tuple[int, int]]
"""the hex each attacker comes from, and his strength"""
Shifts = list[tuple[str, int, str]]
"""what shifts the column, by how much for the defender, and the rule"""


def ground_shifts(game: Now, foe: str, h: int, comers: Comers, *, strong: bool) -> Shifts:
    """Terrain, water and works of a hex that `foe` defends; a line helps the strong more.

    [kursk-c1-1.4cm-g, 5.5, 5.5.2-a, 7, 19]
    """
    return [
        (f"{game.setting.board.terrain[h]} in {label(game, h)}", terrain_shift(game, h), "kursk-5.5.1-a"),
        ("across water", river_shift(game, h, comers), "kursk-5.5.4-a"),
        *works_shifts(game, foe, h, comers, strong=strong),
    ]


def terrain_shift(game: Now, h: int) -> int:
    row = game.setting.catalogue.terrain.get(game.setting.board.terrain[h])
    return row.defence if row else 0


def river_shift(game: Now, h: int, comers: Comers) -> int:
    """A river counts if more than half of the attacking strength crosses one; the one most of it crosses.

    [5.5.4, Q29, Q30]
    """
    board = game.setting.board
    table = game.setting.catalogue.terrain
    crossing: dict[str, int] = {}
    for start, value in comers:
        sides = board.hexsides.get((start, board.side_between(start, h)), frozenset())
        for kind in sorted(sides & set(WATER)):
            crossing[kind] = crossing.get(kind, 0) + value
    if 2 * sum(crossing.values()) <= sum(value for _, value in comers):
        return 0
    kind = max(crossing, key=lambda name: (crossing[name], name))
    return table[kind].defence if kind in table else 1


def share_through(game: Now, h: int, kind: str, comers: Comers) -> tuple[int, int]:
    """Strength attacking through edges of this kind, and all of it; unhalved, neighbours only. [7.2.4-c, ruling Q29]"""
    through = edges(game, h, kind)
    return sum(value for start, value in comers if start in through), sum(value for _, value in comers)


def halving_edges(game: Now, foe: str, h: int) -> frozenset[int]:
    """The hexes from which an attack passes works that halve it: fixed positions, and lines Soviets hold.

    [7.2.2, 19.1.1]
    """
    line = edges(game, h, LINE) if foe == "soviet" else frozenset()
    return edges(game, h, FIXED) | line


def works_shifts(game: Now, foe: str, h: int, comers: Comers, *, strong: bool) -> Shifts:
    """Field works, a fixed position or a fortified line. [7.1.10, 7.2.4-a, b, 19.1.2-19.1.5, rulings Q71-Q73]"""
    works = works_shift(game, h) if in_works(game, foe, h) else 0
    line = line_shift(game, foe, h, comers, strong=strong)
    if edges(game, h, FIXED):
        through, total = share_through(game, h, FIXED, comers)
        if 2 * through >= total:
            return [("fixed position", game.setting.rulebook.fixed.get(h, FIXED_SHIFT), "kursk-7.2.2-b")]
        return [("fixed position taken from behind", works_shift(game, h), "kursk-7.2.4-b")]
    if game.setting.rulebook.works_and_lines == "both":
        return [("field works", works, "kursk-c19-19.1.5-a"), ("fortified line", line, "kursk-c19-19.1.2-a")]
    if line >= works:
        return [("fortified line", line, "kursk-c19-19.1.2-a")]
    return [("field works", works, "kursk-c19-19.1.5-a")]


def line_shift(game: Now, foe: str, h: int, comers: Comers, *, strong: bool) -> int:
    """Two shifts for Soviets if more than half comes through its edge, one if they are weak; one for Germans.

    [kursk-c19-19.1.2-a, kursk-c19-19.1.3-a, kursk-c19-19.1.4-a]
    """
    if not edges(game, h, LINE):
        return 0
    if foe == "german":
        return 1
    through, total = share_through(game, h, LINE, comers)
    if 2 * through <= total:
        return 0
    return 2 if strong else 1
