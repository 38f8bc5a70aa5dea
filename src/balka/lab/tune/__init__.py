"""Tuning: the weights a bot publishes, moved by games and judged on dice they were not moved by (docs/matches.md)."""
