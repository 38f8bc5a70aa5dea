"""Positions in words, as docs/referee.md tells: the ground, the units, what lies beside the map."""
