"""The second count of the second edition."""
