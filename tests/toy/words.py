"""What the Ford talks about: ten hexes between two banks, seven verbs, and the facts it tells."""

from __future__ import annotations

from balka.core.boards import Board, Cell
from balka.core.choices import Card, Choice, Hex, UnitId
from balka.core.events import Event
from balka.core.hexes import Grid, hexes_in
from balka.core.state import Setting

GUARD, SMUGGLER = "guard", "smuggler"
BOARD = Board("ford", Grid(), tuple(Cell(f"{c}{r + 1}", n, r) for n, c in enumerate("ABCDE") for r in range(2)))
LABELS = BOARD.labels
BETWEEN, LANDINGS = range(2, 8), (8, 9)


def beside(place: int) -> list[int]:
    """The hexes one step away; none beside a place that is not on the board."""
    return list(hexes_in(BOARD.around[place])) if place >= 0 else []


class Put(Choice, frozen=True):
    verb, subject = "put", "unit"
    unit: UnitId
    place: Hex


class Ready(Choice, frozen=True):
    verb, ends = "ready", True


class Draw(Choice, frozen=True):
    verb, final = "draw", "yes"


class To(Choice, frozen=True):
    verb, final = "to", "maybe"
    place: Hex


class Shoot(Choice, frozen=True):
    verb, final = "shoot", "yes"


class Play(Choice, frozen=True):
    verb = "play"
    card: Card


class Pass(Choice, frozen=True):
    verb, ends = "pass", True


VERBS = (Put, Ready, Draw, To, Shoot, Play, Pass)

SENTENCES = {
    "plans made": "Both have made their plans.",
    "powder counted": "There is powder for {what}.",
    "powder stored": "The guard has counted his powder.",
    "card drawn": "You drew {what}.",
    "something drawn": "The {what} drew a card.",
    "card played": "The smuggler plays {what}.",
    "patrol moved": "The patrol is at {what}.",
    "patrol stirred": "Something stirs in the reeds.",
    "patrol found": "The patrol shows itself at {what}.",
    "cart moved": "The cart reached {what}.",
    "pit found": "The cart sticks in a pit at {what}.",
    "pit told": "Beware of the pit at {what}.",
    "firm ground told": "The ground around is firm.",
    "ground tried": "The smuggler tries the ground around him.",
    "shot hit": "The guard rolled {what} and hit.",
    "shot missed": "The guard rolled {what} and missed.",
    "landed": "The cart is ashore at {what}.",
}


class Fact(Event, frozen=True):
    """Something that happened, and the place, card, force or number it happened to."""

    kind: str
    what: str = ""

    def say(self, setting: Setting) -> str:
        return SENTENCES[self.kind].format(what=self.what)
