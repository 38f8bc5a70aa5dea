"""What every unit can be told to do, from the first chapters on. [chapters 4, 6 and 7]"""

from __future__ import annotations

from balka.systems.heroes.chapters import attacking, movement, rally
from balka.systems.heroes.play.edition import Chapter

CHAPTER = Chapter(
    name="1",
    acts=(movement.MOVE, movement.PIVOTING, movement.ENTER, attacking.FIRE, attacking.ASSAULT, rally.ACT),
)
