"""Opinions on WB95: what its choices are worth to whoever has them. No rules."""
