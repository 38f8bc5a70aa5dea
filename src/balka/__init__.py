"""Balka: the Eastern Front on a hex grid, every rule enforced, explained and citable."""

__version__ = "0.1.0"
