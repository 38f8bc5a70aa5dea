"""Training: the weights of a value fitted to kept games (docs/matches.md)."""
