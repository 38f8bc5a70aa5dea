"""The second edition: units are activated and spend Action Points."""
