"""Awakening the Bear: the summer of 1941, squads and single vehicles."""
