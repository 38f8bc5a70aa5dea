"""Positions in words, as docs/referee.md tells: the ground, the counters, what lies beside the map, the phase."""
