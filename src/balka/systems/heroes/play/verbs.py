"""What a player can say in a game."""

from __future__ import annotations

from balka.core.choices import Card, Choice, Facing, Hex, Number, UnitId


class Move(Choice, frozen=True):
    """Go to an adjacent hex and face as you like. [4.5]"""

    verb = "move"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


class Pivot(Choice, frozen=True):
    """Turn in place. [4.6, atb 5.3-a]"""

    verb = "pivot"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    facing: Facing


class Enter(Choice, frozen=True):
    """Come onto the map. [4.12, atb 5.5-d]"""

    verb = "enter"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


class Fire(Choice, frozen=True):
    """Attack every unit in a hex. [6.8]"""

    verb = "fire"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex


class Assault(Choice, frozen=True):
    """Close Combat with one unit in the same hex. [6.9, atb 7.7.3-a]"""

    verb = "assault"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: UnitId


class Rally(Choice, frozen=True):
    """Try to shake off a Hit Marker. [7.6, atb 7.6-b]"""

    verb = "rally"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class Stall(Choice, frozen=True):
    """Act without doing anything. [2.8]"""

    verb = "stall"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class Pass(Choice, frozen=True):
    """Let the Turn go by, or a chance to react. [2.7, atb 2.2-q]"""

    verb = "pass"
    ends = True


class Done(Choice, frozen=True):
    """The Turn is over. [2.0-c, atb 2.2-a]"""

    verb = "done"
    ends = True


class Play(Choice, frozen=True):
    """Play a card that names no unit. [8.5, atb 8.1-a]"""

    verb = "play"
    final = "maybe"
    card: Card


class PlayWith(Choice, frozen=True):
    """A unit plays a card. [8.6, atb 8.0-i]"""

    verb = "play"
    final = "maybe"
    card: Card
    unit: UnitId


class At(Choice, frozen=True):
    """Which unit of the Target Hex is rolled for next. [6.8-f]"""

    verb = "at"
    final = "maybe"
    target: UnitId


class Caps(Choice, frozen=True):
    """How many CAPs go into this check; less than nothing raises the number needed. [3.2, 3.3, atb 3.2.3-a,
    atb 3.2.1-a]
    """

    verb = "caps"
    final = "yes"
    count: Number


class Forgo(Choice, frozen=True):
    """Leave an Action undone that cannot or will not be paid for. [ruling C47]"""

    verb = "forgo"
    final = "yes"


class Keep(Choice, frozen=True):
    """Let a roll stand."""

    verb = "keep"
    ends = True


class Reroll(Choice, frozen=True):
    """Veteran NCO: roll one die again, the lower (1) or the higher (2). [card 07]"""

    verb = "reroll"
    final = "yes"
    die: Number


class Luck(Choice, frozen=True):
    """Luck: change a roll of one's own. [card 13]"""

    verb = "luck"
    final = "yes"


class Hide(Choice, frozen=True):
    """Note secretly where something lies."""

    verb = "hide"
    final = "maybe"
    place: Hex


VERBS = (Pass, Done, Play, PlayWith, At, Caps, Forgo, Keep, Reroll,
         Luck, Hide)  # fmt: skip
