"""Common verbs as this edition has them: who turns among mines it knows of is told so beforehand. [5.3, 18.3.3-c]"""

from __future__ import annotations

from msgspec import structs

from balka.systems.heroes.chapters import attacking, basics, movement, rally
from balka.systems.heroes.chapters.forewarned import pivot_checks

PIVOTING = structs.replace(movement.PIVOTING, checks=pivot_checks)
CHAPTER = structs.replace(
    basics.CHAPTER,
    acts=(movement.MOVE, PIVOTING, movement.ENTER, attacking.FIRE, attacking.ASSAULT, rally.ACT),
)
