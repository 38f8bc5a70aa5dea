"""Matches: two bots, sides swapped on the same dice, until it is known which is better (docs/matches.md)."""
