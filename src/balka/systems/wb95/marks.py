"""The small markers of a unit, and what it did in this phase. A described position names them by these words."""

from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    """What may be said of a unit by a word alone; what has a place or a day is a field of the unit."""

    TRANSPORT = "transport"  # towed guns that are limbered [6.2.1]
    STRATEGIC = "strategic"  # moves in the Strategic Movement Phase [12.1]
    STRATEGIC_MARKER = "marked"  # waits for that phase under its marker [12.1.4]
    MOVED = "moved"  # in this Movement Phase
    DONE = "done"  # uses no more points in this phase [4.2.1]
    FOUGHT = "fought"  # in this Combat Phase [5.1.1, 6.1.4]
    RETREATED = "retreated"  # since its last Movement Phase [5.3.10]
    ACTIVE = "active"  # moved, fought or was attacked since it fell into disorder [5.6.5]
    FRESH = "fresh"  # in disorder only since its own Combat Phase [5.6.5]
    OBLIGED = "obliged"  # must attack in this phase [5.1.3]
    MINED = "mined"  # passed a Soviet line since its last Supply Phase [18.1.3]
    STRAYED = "strayed"  # left secondary road: the hex more is not for it [terrain table note 2]
    REPAIR = "repair"  # bears a Repair counter [17.1.2]
    DISTURBED = "disturbed"  # came into an enemy zone in the workshop [17.1.2]
    BUILDING = "building"  # a bridge over a big river [14.3.2]
    BANK = "bank"  # a headquarters that ended its Supply Phase on a big river and may build [14.3.2]
    BARRAGED = "barraged"  # fired a barrage and does not move [6.5.5]
    SILENT_1 = "silent 1"  # does not fire in one Combat Phase more after a barrage [6.5.6]
    SILENT_2 = "silent 2"  # nor in two
    HALF = "half"  # came in beside its own entry zone [11.2.1]
    SLOW = "slow"  # comes from the reserve of the STAVKA
    FULL_MOVE = "full move"  # bought all its points out of supply [10.2.3]
    CUT_OFF = "cut off"  # has no line of supply [10.1.2]
    SHOWN = "shown"  # lies open until the phase ends [16.1.3]
    TOP = "top"  # on top of its stack [16.1.1]
    TOPPED = "topped"  # was laid there in this phase
    STIRRED = "stirred"  # moved, fought or was attacked since its last Supply Phase [17.1.2, 22]
    CALLED = "called"  # a reserve of the STAVKA that has come
    SELF_PROPELLED = "self-propelled"  # nameless artillery that is not towed [16.1.4]


STIRRING = (Mark.ACTIVE, Mark.STIRRED)
"""The marks of a unit that moves, fights or is attacked."""
