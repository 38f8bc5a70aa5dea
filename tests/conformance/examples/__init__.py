"""The worked examples of the rulebooks, played through the engine: a folder for each game, named by its key."""
