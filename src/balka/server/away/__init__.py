"""Away: people hear that a table waits for them while they are elsewhere, by mail, by push, by a webhook.

A notice tells a person only what his own seat knows: that it is his turn, that something is asked of him, that his
clock runs low, that a game is over. It never tells what happened.
"""
