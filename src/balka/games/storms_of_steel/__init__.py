"""Storms of Steel: Kursk 1943, squads and single vehicles."""

from balka.games.storms_of_steel.title import GAME

__all__ = ["GAME"]
