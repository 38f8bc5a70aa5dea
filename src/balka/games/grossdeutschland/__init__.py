"""Grossdeutschland: companies of one division, six hours a turn."""
