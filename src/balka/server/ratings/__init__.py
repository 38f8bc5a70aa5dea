"""Ratings: how strong people and bots are in each game, and which side of a scenario is easier."""
