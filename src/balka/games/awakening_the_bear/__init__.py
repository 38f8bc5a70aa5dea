"""Awakening the Bear: the summer of 1941, squads and single vehicles."""

from balka.games.awakening_the_bear.title import GAME

__all__ = ["GAME"]
