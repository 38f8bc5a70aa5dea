"""People: who they are, how they come in, and what they may change about themselves. Nothing here knows a game."""
