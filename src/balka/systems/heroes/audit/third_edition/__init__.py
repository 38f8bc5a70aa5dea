"""The second count of the third edition."""
