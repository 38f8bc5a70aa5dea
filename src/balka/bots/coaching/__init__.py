"""The coach: hints while a game is played, and a look back on one that is over. Advice, no rule."""
