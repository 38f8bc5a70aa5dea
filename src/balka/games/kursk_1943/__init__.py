"""Kursk 1943: regiments and divisions, a day a turn."""
