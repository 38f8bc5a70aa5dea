"""What choices are worth in the tactical games, by exact odds and a plain judgement of ground.

One is about the value of an enemy unit destroyed. Only what the view knows is used. A module holds a subject and names
its judgements in tables: `ACTIONS` by the verb of an Action, `OPENED` by a verb that opens something in its place, and
`FRAMES` by the frame that asks. The two editions put the tables together.
"""
