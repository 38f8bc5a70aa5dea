"""The ladder: every bot against every other, and how strong that makes each (docs/matches.md)."""
