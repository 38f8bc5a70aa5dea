"""Conflict of Heroes, third edition rules: one module per chapter."""
