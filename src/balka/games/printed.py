"""How a rule is cited in print: by its number in the book, or by the name of a part that has no numbers."""

from __future__ import annotations

import re
from functools import cache

MISSION = (r"m(\d+)", r"Mission \1")
CARD = (r"card (\S+).*", r"Card \1")
HITS = ("hit .*", "Hit Markers")
PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    "sos": (MISSION, ("ov", "Overview"), CARD, HITS),
    "atb": (("table (.*)", r"Table: \1"), CARD, HITS),
    "kursk": (
        (r"c\d+[a-z]* ([\d.]+).*", r"\1"),
        ("ct .*", "Combat table"), ("ba .*", "Bomber table"), ("af .*", "Artillery table"), ("aa .*", "Air table"),
        ("ao .*", "Objects table"), ("ter (.*)", r"Terrain: \1"), (r"morale\d*.*", "Morale chart"),
        ("sc[A-Z].*", "Scenario"),
    ),
}  # fmt: skip
"""for each game the parts of its rulebook that carry no number of their own, and what a reader calls them"""


@cache
def label(rule_id: str) -> str:
    """`sos-6.5-a` is printed 6.5, `sos-card-06-b` Card 06, `kursk-scK-vic-i` Scenario."""
    game, _, rest = rule_id.partition("-")
    bare = re.sub(r"-[a-z]{1,2}$", "", rest).replace("-", " ")
    found = next(((shape, words) for shape, words in PARTS.get(game, ()) if re.fullmatch(shape, bare)), None)
    text = re.sub(found[0], found[1], bare, count=1) if found else bare
    return text[:1].upper() + text[1:]
