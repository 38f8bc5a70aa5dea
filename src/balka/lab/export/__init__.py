"""Finished games as tables for other programs: positions, choices and outcomes in Parquet (docs/matches.md)."""
