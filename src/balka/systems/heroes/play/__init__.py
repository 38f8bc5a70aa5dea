"""The run of play: Turns and Rounds, Actions and their costs, lists and quotes, what an edition is made of."""
