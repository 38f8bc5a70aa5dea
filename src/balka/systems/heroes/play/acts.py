"""What a unit can be told to do: an Act for each verb, which knows all there is to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId, narrowed
from balka.systems.heroes.play.situation import only_rallies

if TYPE_CHECKING:
    from balka.core.checks import Check
    from balka.systems.heroes.play.actions import Action
    from balka.systems.heroes.play.costs import Now
    from balka.systems.heroes.units import HeroesWork, Unit

ATTACK, MOVE, OTHER = "attack", "move", "other"
PLACES = ON_MAP, RIDING, ONLY_RALLIES, BESIDE_MAP, HIDDEN, AFTER_COMBAT, UNABLE = (
    "on the map", "riding", "able only to rally", "beside the map", "hidden", "just out of Close Combat",
    "unable to act",
)  # fmt: skip
FACINGS = tuple(Facing(side) for side in range(6))
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
    endings: Callable[[Now, Unit, int], Sequence[Said]] | None = None
    """the sentences that name a hex, where `offers` gives one for all of them"""
    actions: tuple[str, ...] = ()
    """what its Actions are called, where it is not the verb"""
    knows_off_map: bool = False
    """its `why_not` knows of who is not on the map"""
    leads_on: bool = False
    """it only leads to an Action, and so is no reason to ask a unit to act"""
    concerns_riders: bool = False
    """whoever is carried takes part and must be able to pay, as in a move"""

    @property
    def verb(self) -> str:
        return self.choice.verb

    def deeds(self) -> Iterator[tuple[str, Deed]]:
        """Its Actions by name."""
        if self.do is not None:
            deed = Deed(do=self.do, checks=self.checks, counts_as=self.counts_as)
            yield from ((name, deed) for name in self.actions or (self.verb,))

    def limit(self, limits: Limits) -> int:
        return limits.moving if self.counts_as == MOVE or self.concerns_riders else limits.acting


class Deed(Struct, frozen=True, kw_only=True):
    """An Action that has begun: what it does, the rolls it brings, what a die it asked for means.

    An Act makes one of its own; those of cards, Groups and reactions stand by themselves.
    """

    do: Callable[[HeroesWork, Action], None]
    checks: Callable[[Now, Unit, Action], tuple[Check, ...]] | None = None
    dice: Callable[[HeroesWork, Action, Any], None] | None = None
    counts_as: str = OTHER


class AtLarge(Struct, Generic[Said], frozen=True, kw_only=True):
    """What a player may say on his Turn that no unit of his does: most are Action cards, one of which a Turn has."""

    choice: type[Said]
    offers: Callable[[Now, str], Iterable[Said]]
    why_not: Callable[[Now, str, Said], Refusal]
    begin: Callable[[HeroesWork, Said, str], None]
    is_card: bool = True

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
    return BESIDE_MAP if unit.hex < 0 else in_the_open(now, unit)


def in_the_open(now: Now, unit: Unit) -> str:
    """The same of who is on the map, and of a Hidden unit as if it had been shown. [15.8-a, c, e]"""
    if (unit.marker or unit.carrier) and only_rallies(now, unit):
        return ONLY_RALLIES
    return RIDING if unit.carrier else ON_MAP


def any_facing(choice: Callable[[UnitId, Hex, Facing], Said]) -> Callable[[Now, Unit, int], Sequence[Said]]:
    """The endings of a verb that leads into a hex, with a free turn there. [4.5-c, 4.1-b, atb 5.1-b, d]"""

    def turned(now: Now, unit: Unit, to: int) -> Sequence[Said]:
        name, place = UnitId(unit.id), Hex(to)
        return [choice(name, place, facing) for facing in FACINGS]

    return turned


def words(now: Now, unit: Unit, limits: Limits) -> Iterator[Node]:
    """The verbs a unit can be told now; where nothing more is to be said, the whole sentence."""
    for act in now.setting.edition.acts_of[place_of(now, unit)]:
        if is_offered(now, unit, act, act.limit(limits)):
            yield _word(unit, act)


def all_words(now: Now, unit: Unit) -> list[Node]:
    """The verbs that are said to units where this one is, whether or not it can be told them now."""
    return [_word(unit, act) for act in now.setting.edition.acts_of[place_of(now, unit)]]


def _word(unit: Unit, act: Act[Any]) -> Node:
    return act.verb if len(act.choice.__struct_fields__) > 1 else act.choice(unit.id)


def is_word(now: Now, unit: Unit, limits: Limits, node: Node) -> bool:
    """Can a unit be told this now?"""
    act = now.setting.edition.act_of.get(node.verb if isinstance(node, Choice) else str(node))
    if act is None or place_of(now, unit) not in act.said or _word(unit, act) != node:
        return False
    return is_offered(now, unit, act, act.limit(limits))


def at_will(now: Now, unit: Unit) -> list[Node]:
    """What is no Action, and so may be said of a unit on the map that can take none. [17.7-e]"""
    if unit.hex < 0:
        return []
    return [choice for act in now.setting.edition.acts_of[UNABLE] for choice in act.offers(now, unit, 0)]


def acts_alone(now: Now, unit: Unit, limits: Limits) -> bool:
    """Can a unit on the map, or a Hidden one once it is shown, do anything by itself?"""
    able = now.setting.edition.acts_of[in_the_open(now, unit)]
    return any(not act.leads_on and is_offered(now, unit, act, act.limit(limits)) for act in able)


def is_offered(now: Now, unit: Unit, act: Act[Any], limit: int) -> bool:
    return next(iter(act.offers(now, unit, limit)), None) is not None


def following(now: Now, unit: Unit, limits: Limits, path: tuple[Token, ...]) -> Sequence[Node]:
    """What may follow a unit, a verb and perhaps more."""
    act = now.setting.edition.act_of[str(path[1])]
    return below(now, unit, act, act.limit(limits), path)


def below(now: Now, unit: Unit, act: Act[Any], limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    """The same where the verb is known to be one the unit can be told."""
    if act.endings is not None and len(path) == WITH_HEX:
        return act.endings(now, unit, path[2]) if isinstance(path[2], int) else ()
    offered, slots = act.offers(now, unit, limit), act.choice.__struct_fields__
    if act.endings is not None:
        return [getattr(choice, slots[1]) for choice in offered]
    return list(offered) if len(path) == len(slots) == 2 else narrowed(offered, path)
