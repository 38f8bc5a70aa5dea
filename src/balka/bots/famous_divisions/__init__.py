"""Opinions on Famous Divisions: what its choices are worth to whoever has them. No rules."""
