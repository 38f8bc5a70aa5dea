"""What a unit can be told to do: an Act for each verb, which knows all there is to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from balka.core.choices import Choice, Node, Refusal, Token, narrowed

if TYPE_CHECKING:
    from balka.core.checks import Check
    from balka.systems.heroes.common.actions import Action
    from balka.systems.heroes.common.costs import Now
    from balka.systems.heroes.units import HeroesWork, Unit

ATTACK, MOVE, OTHER = "attack", "move", "other"
PLACES = ON_MAP, RIDING, BESIDE_MAP, HIDDEN = "on the map", "riding", "beside the map", "hidden"
SIDES = 6
WITH_HEX = 3  # words of a path that names a unit, a verb and a hex

Said = TypeVar("Said", bound=Choice)


class Act(Struct, Generic[Said], frozen=True, kw_only=True):
    """One verb of a unit, from its place in the list to what comes of it.

    `offers` are its sentences now, as far as so many points pay for them; `why_not` tells why one is not among them.
    A sentence declares the `action` with its base cost, which `do` carries out and whose rolls `checks` foretells; or
    it begins something else at once. `counts_as` says whether a Hit Marker taxes it as an attack or as a move.
    """

    choice: type[Said]
    offers: Callable[[Now, Unit, int], Iterable[Said]]
    why_not: Callable[[Now, Unit, Said], Refusal | None]
    action: Callable[[Now, Unit, Said, str], Action] | None = None
    do: Callable[[HeroesWork, Action], None] | None = None
    checks: Callable[[Now, Unit, Action], tuple[Check, ...]] | None = None
    begin: Callable[[HeroesWork, Said, str], None] | None = None
    counts_as: str = OTHER
    said: tuple[str, ...] = (ON_MAP,)
    """where a unit is that can be told so"""
    free_turn: bool = False
    """it ends with any facing in the hex it names: one sentence stands for all six"""

    @property
    def verb(self) -> str:
        return self.choice.verb


class Limits(Struct, frozen=True):
    """The most an Action may cost now, and a move, in which whoever is carried takes part."""

    acting: int
    moving: int


def place_of(now: Now, unit: Unit) -> str:
    """Where a unit is when it is told what to do."""
    if unit.id in now.position.hidden:
        return HIDDEN
    return BESIDE_MAP if unit.hex < 0 else RIDING if unit.carrier else ON_MAP


def words(now: Now, unit: Unit, limits: Limits) -> Iterator[Node]:
    """The verbs a unit can be told now; where nothing more is to be said, the whole sentence."""
    for act in now.setting.edition.acts_of[place_of(now, unit)]:
        limit = limits.moving if act.counts_as == MOVE else limits.acting
        first = next(iter(act.offers(now, unit, limit)), None)
        if first is not None:
            yield first if len(first.__struct_fields__) == 1 else first.verb


def below(now: Now, unit: Unit, limits: Limits, path: tuple[Token, ...]) -> Sequence[Node]:
    """What may follow a unit, a verb and perhaps more."""
    act = now.setting.edition.act_of.get(path[1])
    if act is None or place_of(now, unit) not in act.said:
        return ()
    if act.free_turn and len(path) == WITH_HEX:
        return [act.choice(unit.id, path[2], facing) for facing in range(SIDES)]
    offered = act.offers(now, unit, limits.moving if act.counts_as == MOVE else limits.acting)
    slots = act.choice.__struct_fields__
    if act.free_turn:
        return [getattr(choice, slots[1]) for choice in offered]
    return list(offered) if len(path) == len(slots) == 2 else narrowed(offered, path)
