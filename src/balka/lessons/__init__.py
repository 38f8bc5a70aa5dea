"""Lessons: a small position, a goal, steps and hints, written as data beside each title and played at a usual table."""
