"""Every sentence of the game, one struct a verb."""

from __future__ import annotations

from balka.core.choices import Choice, Facing, Hex, Hexside, Path, UnitId, Word


class Put(Choice, frozen=True):
    """Set a counter up."""

    verb = "put"
    subject = "unit"
    unit: UnitId
    hex: Hex


class Dig(Choice, frozen=True):
    """Set a fortification up with its facing."""

    verb = "dig"
    fort: Word
    hex: Hex
    facing: Facing


class Ready(Choice, frozen=True):
    """The set-up is finished."""

    verb = "ready"
    ends = True


class Source(Choice, frozen=True):
    """The division HQ supplies this battalion."""

    verb = "source"
    battalion: Word


class Nominate(Choice, frozen=True):
    """This stack of a battalion is in supply."""

    verb = "nominate"
    battalion: Word
    hex: Hex


class Designate(Choice, frozen=True):
    """The part of a nominated stack this unit is with stays in supply if the stack splits."""

    verb = "designate"
    subject = "unit"
    unit: UnitId


class First(Choice, frozen=True):
    """This HQ chit is played before any is drawn."""

    verb = "first"
    chit: Word
    ends = True


class Battalion(Choice, frozen=True):
    """The division HQ activates this battalion."""

    verb = "battalion"
    battalion: Word


class Stack(Choice, frozen=True):
    """A battalion without HQ acts with this stack."""

    verb = "stack"
    hex: Hex


class Pass(Choice, frozen=True):
    """Let the chance go by: the battalion does nothing, or nobody reacts."""

    verb = "pass"
    ends = True


class TakeStack(Choice, frozen=True):
    """Begin to move all that may move of a stack."""

    verb = "take"
    subject = "hex"
    opens = True
    hex: Hex


class Take(Choice, frozen=True):
    """Begin to move a unit."""

    verb = "take"
    subject = "unit"
    opens = True
    unit: UnitId


class Enter(Choice, frozen=True):
    """Bring a reinforcement onto the map."""

    verb = "enter"
    subject = "unit"
    unit: UnitId
    hex: Hex


class With(Choice, frozen=True):
    """Another unit comes along."""

    verb = "with"
    subject = "unit"
    opens = True
    unit: UnitId


class Leave(Choice, frozen=True):
    """A unit is dropped off and stays here."""

    verb = "leave"
    subject = "unit"
    unit: UnitId


class To(Choice, frozen=True):
    """March to a hex by the cheapest way."""

    verb = "to"
    final = "maybe"
    hex: Hex


class Step(Choice, frozen=True):
    """March one hex."""

    verb = "step"
    final = "maybe"
    hex: Hex


class Exit(Choice, frozen=True):
    """Leave the map for good."""

    verb = "exit"


class Halt(Choice, frozen=True):
    """Stop moving."""

    verb = "halt"
    passes = True


class Mount(Choice, frozen=True):
    """A Leg unit climbs onto a tank."""

    verb = "mount"
    subject = "unit"
    unit: UnitId
    carrier: UnitId


class Dismount(Choice, frozen=True):
    """A unit climbs down from the tank it rides on."""

    verb = "dismount"
    subject = "unit"
    unit: UnitId


class Debark(Choice, frozen=True):
    """A Wheeled unit leaves its trucks."""

    verb = "debark"
    subject = "unit"
    final = "maybe"
    unit: UnitId


class Embark(Choice, frozen=True):
    """A debarked unit climbs on its trucks again."""

    verb = "embark"
    subject = "unit"
    unit: UnitId


class Clear(Choice, frozen=True):
    """An engineer clears fortifications."""

    verb = "clear"
    subject = "unit"
    unit: UnitId
    hex: Hex


class Blow(Choice, frozen=True):
    """An engineer tries to blow a bridge up."""

    verb = "blow"
    subject = "unit"
    final = "yes"
    unit: UnitId
    bridge: Hexside


class Bridge(Choice, frozen=True):
    """An engineer begins a pontoon bridge."""

    verb = "bridge"
    subject = "unit"
    unit: UnitId
    site: Hexside


class Fight(Choice, frozen=True):
    """Movement is over, or all is ready: fight."""

    verb = "fight"
    ends = True


class Attack(Choice, frozen=True):
    """Attack an enemy hex."""

    verb = "attack"
    hex: Hex


class Overrun(Choice, frozen=True):
    """Tracked units attack a hex to roll over it."""

    verb = "overrun"
    hex: Hex


class Join(Choice, frozen=True):
    """A unit takes part in the attack."""

    verb = "join"
    subject = "unit"
    unit: UnitId


class Gun(Choice, frozen=True):
    """An artillery unit supports."""

    verb = "gun"
    subject = "unit"
    unit: UnitId


class Stand(Choice, frozen=True):
    """The defender adds nothing more."""

    verb = "stand"
    ends = True


class Flak(Choice, frozen=True):
    """An anti-aircraft unit fires at the airplanes."""

    verb = "flak"
    subject = "unit"
    final = "yes"
    unit: UnitId


class Hold(Choice, frozen=True):
    """Do not fire."""

    verb = "hold"
    ends = True


class Play(Choice, frozen=True):
    """Play a black chit."""

    verb = "play"
    chit: Word
    ends = True


class Keep(Choice, frozen=True):
    """Keep the black chits."""

    verb = "keep"
    ends = True


class Lose(Choice, frozen=True):
    """This unit takes the loss."""

    verb = "lose"
    subject = "unit"
    unit: UnitId


class Go(Choice, frozen=True):
    """A unit retreats along a path."""

    verb = "go"
    subject = "unit"
    unit: UnitId
    way: Path


class Advance(Choice, frozen=True):
    """A unit advances after combat along a path."""

    verb = "advance"
    subject = "unit"
    unit: UnitId
    way: Path


class Barrage(Choice, frozen=True):
    """An artillery unit shells a hex."""

    verb = "barrage"
    subject = "unit"
    final = "yes"
    unit: UnitId
    hex: Hex


class Fire(Choice, frozen=True):
    """A direct fire unit shoots at a hex."""

    verb = "fire"
    subject = "unit"
    final = "yes"
    unit: UnitId
    hex: Hex


class At(Choice, frozen=True):
    """This unit of the stack is the target."""

    verb = "at"
    subject = "unit"
    final = "yes"
    unit: UnitId


class Rebuild(Choice, frozen=True):
    """A depleted unit is brought back to strength."""

    verb = "rebuild"
    subject = "unit"
    unit: UnitId


class Done(Choice, frozen=True):
    """Nothing more is done in this part of the turn."""

    verb = "done"
    ends = True


VERBS: tuple[type[Choice], ...] = (
    Put, Dig, Ready, Source, Nominate, Designate, First, Battalion, Stack, Pass, TakeStack, Take, Enter,
    With, Leave, To, Step, Exit, Halt, Mount, Dismount, Debark, Embark, Clear, Blow, Bridge, Fight, Attack, Overrun,
    Join, Gun, Stand, Flak, Hold, Play, Keep, Lose, Go, Advance, Barrage, Fire, At, Rebuild, Done,
)  # fmt: skip
