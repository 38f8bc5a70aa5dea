"""Kursk 1943: regiments and divisions, a day a turn."""

from balka.games.kursk_1943.title import GAME

__all__ = ["GAME"]
