"""Playthroughs: scripted games told in full, so that a change of rules shows as a difference of text.

A script is a text file in `scripts/`: comment lines that say what it shows, a header, an empty line, and lines of a
record. The header is `scenario: sos/courier` and any `option: key=value`, or `start: module:function` naming a function
that returns a state. The lines are answers that had an alternative (`soviet: fire rif-04 H07`) and outcomes of chance
(`chance: 2d6 3 5`); forced answers are not written. A line `? soviet: fire rif-04 H07` plays nothing and shows the
quote or the refusal.

In a golden, forced answers stand in brackets, and `|` marks an answer that can no longer be undone. Beside `state`
stands what changed in truth; beside a seat only where what it sees differs from that.

Adding one is adding its script and running `python -m tests.playthroughs`, which writes `goldens/` anew.
"""
