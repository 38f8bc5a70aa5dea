"""The Ford: a small whole game, made to hurt the engine and to show how a system is written.

A cart must cross ten hexes in a few nights and come ashore at a landing only its owner knows. A patrol and a pit lie
hidden on the way; how much powder the guard has is his own secret.

`words`: board, verbs, events. `rules`: the frames in the order of play. `ford`: who knows what, and the title.
"""
