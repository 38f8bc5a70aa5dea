"""Random pictures of small boards: ground, chains of hexes, sides between neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from balka.core.boards import Board


def picture(rng: Random, columns: int, rows: int, words: Mapping[str, int]) -> list[list[str]]:
    """Rows of terrain words, each as likely as its weight."""
    names, weights = list(words), list(words.values())
    return [rng.choices(names, weights, k=columns) for _ in range(rows)]


def text(words: Sequence[Sequence[str]]) -> str:
    return "\n".join(" ".join(row) for row in words) + "\n"


def chain(rng: Random, board: Board, length: int) -> list[int]:
    """Hexes one beside the other, none twice, from anywhere."""
    found = [rng.randrange(len(board))]
    while len(found) < length:
        free = [h for h in board.neighbours[found[-1]] if h >= 0 and h not in found]
        if not free:
            break
        found.append(rng.choice(free))
    return found


def sides(rng: Random, board: Board, count: int) -> list[tuple[int, int]]:
    """Pairs of neighbours, most of them in a line, as a river runs."""
    start = rng.randrange(len(board))
    pairs: dict[tuple[int, int], None] = {}
    for h in chain(rng, board, count):
        near = [n for n in board.neighbours[h] if n >= 0]
        other = min(near, key=lambda n: (board.distance(n, start), n))
        pairs[min(h, other), max(h, other)] = None
    return list(pairs)
