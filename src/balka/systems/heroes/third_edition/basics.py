"""Common verbs as this edition has them: mines one knows of are told beforehand, a Hidden unit rallies unseen."""

from __future__ import annotations

from msgspec import structs

from balka.systems.heroes.chapters import attacking, basics, hidden, leaving, movement, rally, transport, works
from balka.systems.heroes.chapters.forewarned import boarding_checks, pivot_checks, sneaking_checks
from balka.systems.heroes.chapters.group_attacks import razings_together
from balka.systems.heroes.play.acts import HIDDEN
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules, Stepping

PIVOTING = structs.replace(movement.PIVOTING, checks=pivot_checks)
RALLYING = structs.replace(rally.ACT, said=(*rally.ACT.said, HIDDEN))
"""a Hidden unit rallies without being shown [11.1-a]"""

CHAPTER = structs.replace(
    basics.CHAPTER,
    acts=(movement.MOVE, PIVOTING, movement.ENTER, attacking.FIRE, attacking.ASSAULT, RALLYING),
)

SNEAKING = structs.replace(hidden.SNEAKING, checks=sneaking_checks)
HIDDEN_UNITS = structs.replace(hidden.CHAPTER, acts=(SNEAKING, hidden.REVEALING))

LOADING = structs.replace(transport.LOADING, checks=boarding_checks)
UNLOADING = structs.replace(transport.UNLOADING, checks=boarding_checks)
TRANSPORT = structs.replace(transport.CHAPTER, acts=(LOADING, UNLOADING, transport.TOWING))

STANDING = Chapter(name="10", movement=Stepping(in_place=(leaving.ACT, works.OCCUPYING, works.CLIMBING)))
"""leaving the map, and going into works and out of them, are Moves too: each of a Group makes its own [10.2-b, 17.3]"""

WORKS = structs.replace(works.CHAPTER, groups=GroupRules(shots=(razings_together,)))
"""a Group attacks the works of its hex as it attacks an enemy there [10.5-b, 17.11-f]"""
