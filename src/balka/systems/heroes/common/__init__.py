"""What the editions of the heroes games share: the run of play, chapter by chapter."""
