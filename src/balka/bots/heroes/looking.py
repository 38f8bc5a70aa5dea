"""A view as somebody of a certain temper looks at it: the weights he has, as the Round and the score make them."""

from __future__ import annotations

from weakref import ReferenceType, ref

from msgspec import Struct

from balka.bots.heroes import clock
from balka.bots.heroes.weights import Weights
from balka.core.memo import remembered
from balka.systems.heroes.units import HeroesState


class Look(Struct, frozen=True, eq=False, dict=True):
    """A view and the weights of whoever looks at it; answers about it are kept on it.

    It is kept on the view, and so does not hold it: whoever asks does.
    """

    seen: ReferenceType[HeroesState]
    weights: Weights
    ground: float
    """each hex nearer to a goal, at this hour"""
    cap: float
    """a CAP kept, at this hour"""
    card: float
    """price of a card beside the usual one, at this hour"""

    @property
    def view(self) -> HeroesState:
        found = self.seen()
        assert found is not None, "nobody holds the view any more"
        return found


@remembered
def look_at(view: HeroesState, weights: Weights, side: str) -> Look:
    """How a side with these weights sees a view."""
    passed = clock.progress(view)
    haste = (1 + weights.rush * passed) * (1 + weights.behind * (clock.outlook(view, side) < 0))
    saving = 1 + weights.thrift * (clock.fresh_share(view) - 0.5) * 2 if weights.thrift else 1.0
    card = weights.card * (1 - weights.lavish * passed)
    return Look(ref(view), weights, weights.ground * haste, weights.cap * saving, card)
