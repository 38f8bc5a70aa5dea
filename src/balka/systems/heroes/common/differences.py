"""Where the two books read a shared rule differently: what each edition must say, chapter by chapter.

A chapter of the common run of play asks the edition in the place named here. Each edition has one value of every
struct, in the module of that chapter in its own folder. What an option changes is a field of the `Rulebook` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from balka.core.checks import Part
    from balka.core.choices import Refusal
    from balka.systems.heroes.common.costs import Now
    from balka.systems.heroes.kinds import CardKind
    from balka.systems.heroes.units import Unit


class Entering(Struct, frozen=True, kw_only=True):
    """Coming onto the map. [sos 4.12, atb 5.4, 5.5]"""

    hexes: Callable[[Now, Unit, Sequence[int], int], list[int]]
    """where a unit may come on, of the entry hexes it can go into and given where enemies are [sos 4.12-f, atb 5.4]"""
    price: Callable[[Now, Unit, int], tuple[Part, ...]]
    """what coming into a hex costs [sos 4.12-a, atb 5.5-d, ruling B50]"""
    group_price: tuple[Part, ...]
    """what a Group declares before its members say where they come in [sos 4.12-a, atb 9.1.3-a]"""
    payable: Callable[[Now, Unit, list[int], int], list[int]]
    """the hexes a unit can pay for, of those where it may come on [sos 4.12-a, atb 5.5-d]"""
    terms: Callable[[str], str]
    """how it is paid for, given what a card has freed [sos 4.12-a, atb 5.5-d]"""
    by_freed_action: bool
    """may a unit come on by the Action that a card gives? [sos 4.12-a, atb 5.5-d]"""
    card: str
    """the card by which units beside the map may come in, if there is one [atb-card-05-f]"""


class Hiding(Struct, frozen=True, kw_only=True):
    """Hidden units. [sos 11.0-11.6, atb 10.0-10.2]"""

    known_by_name: bool
    """do all know which units hide, though not where? [sos 11.0-b, atb 10.0]"""
    shown_at_will: bool
    """may an owner show a unit without acting with it? [sos 11.1-f, atb 10.0.1-a]"""
    looks_out: Callable[[Now, Unit], bool]
    """does a unit spot outside its hex? [sos 5.2, atb 7.7.3-i]"""
    meet: Callable[[Sequence[Unit]], bool]
    """do enemies who hide in the same hex come upon each other? [sos 11.1-b, atb 10.0.4-b]"""
    why_not: Callable[[Now, Unit], Refusal | None]
    """who cannot hide or move unseen at all [sos 11.3, atb 10.1-a, 10.2-a]"""
    steps: Callable[[Now, Unit, list[int]], list[int]]
    """where a Hidden unit may go unseen, of the hexes it can step into [sos 11.5, atb 10.1-e to 10.1-g]"""
    price: Callable[[Now, Unit, int], tuple[Part, ...]]
    """what going into hiding or moving unseen costs [sos 11.3-a to 11.3-d, atb 10.1-b to 10.1-d, 10.2-a]"""
    in_smoke: Callable[[Now, int], bool]
    """does the smoke of a hex conceal who hides there? [sos 11.5, atb 10.0.4-b]"""
    plays: Callable[[CardKind], bool]
    """may Hidden units play a card? [sos 8.9-a, 11.1-a, atb 10.0.1-c]"""
    struck: Callable[[Now, Unit], bool]
    """is a Hidden unit hit by the roll that shells bring on its hex? [sos 13.8-e, atb 10.0.3-b]"""


class Smoke(Struct, frozen=True, kw_only=True):
    """Laying smoke. [sos 14.0-14.2, atb 13.0, 13.1]"""

    piles_up: bool
    """does more smoke lie on that which is there? [sos 14.1-a, atb 13.0-h]"""
    stays_on_water: bool
    """[sos 14.0-b, atb 13.0]"""
    thrown: Callable[[Unit], int]
    """the facing, or all round, in which Engineers throw it [sos 18.1-d, atb 13.1-d, 19.0-c]"""
