"""What a mission says: maps, forces, zones, cards, control, victory. Hexes are printed labels, facings side names."""

from __future__ import annotations

import datetime
from typing import Literal, get_args

from msgspec import Struct

from balka.core.reading import Count, Month, Several


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping of the mission file; a key it does not know is an error."""


class _Rule(Struct, frozen=True, forbid_unknown_fields=True, tag_field="rule"):
    """A rule of the vocabulary with its parameters."""


# Victory


class VpPerUnitDestroyed(_Rule, frozen=True, tag="vp_per_unit_destroyed"):
    """The enemy of a destroyed unit scores; with `side`, only that side can."""

    value: int
    side: str | None = None


class VpUnitValue(_Rule, frozen=True, tag="vp_unit_value"):
    """Destroyed units of this type are worth this instead."""

    unit: str
    value: int


class VpControlEndOfRound(_Rule, frozen=True, tag="vp_control_end_of_round"):
    """The holder of the hex scores at the end of each listed Round."""

    hex: str
    value: int
    rounds: tuple[int, ...]
    side: str | None = None


class VpControlEndOfMission(_Rule, frozen=True, tag="vp_control_end_of_mission"):
    """The holder of the hex scores when the last Round ends."""

    hex: str
    value: int
    side: str | None = None


class ExitVp(_Rule, frozen=True, tag="exit_vp"):
    """A unit that leaves the map from one of the hexes scores."""

    side: str
    hexes: tuple[str, ...]
    value: int
    units: tuple[str, ...] = ()
    loaded: bool = False
    rounds: tuple[int, ...] = ()


class SatchelPickup(_Rule, frozen=True, tag="satchel_pickup"):
    """The satchel lies in one of the hexes, secretly chosen; whoever holds it scores each listed Round."""

    hexes: tuple[str, ...]
    hidden_by: str
    holder: str
    value: int
    rounds: tuple[int, ...]


class ScoreCard(_Rule, frozen=True, tag="score_card"):
    """When the card is drawn, each side scores for each of the hexes it controls."""

    card: str
    hexes: tuple[str, ...]
    value: int


class EndsAtVp(_Rule, frozen=True, tag="ends_at_vp"):
    """The Mission ends after a Round in which the side has the VP Advantage at this value or more."""

    side: str
    value: int


VictoryRule = (
    VpPerUnitDestroyed
    | VpUnitValue
    | VpControlEndOfRound
    | VpControlEndOfMission
    | ExitVp
    | SatchelPickup
    | ScoreCard
    | EndsAtVp
)


# Special rules


class Oba(_Rule, frozen=True, tag="oba"):
    """One strike of the card may be planned in each listed Pre-Round Sequence."""

    card: str
    plan: tuple[int | Literal["setup"], ...]
    smoke: bool = True
    zone: str | None = None
    spotters: tuple[str, ...] = ()
    """types one of which must see the hex when the strike is planned"""


class Airplane(_Rule, frozen=True, tag="airplane"):
    """The Airplane card may be played this often, at most once a Round, in the listed Rounds."""

    card: str
    uses: int
    rounds: tuple[int, ...]


class WeaponLimit(_Rule, frozen=True, tag="weapon_limit"):
    """The Weapon card may be used this often, by the listed unit types only."""

    card: str
    uses: int
    units: tuple[str, ...] = ()


class EntryChoice(_Rule, frozen=True, tag="entry_choice"):
    """Before set-up the side picks an Objective card that fixes where a Round's reinforcements enter."""

    side: str
    round: int
    options: dict[str, tuple[str, ...]]
    secret: bool = False


class SetUpOrder(_Rule, frozen=True, tag="set_up_order"):
    """Forces set up in this order."""

    order: tuple[str, ...]


class AbilityOff(_Rule, frozen=True, tag="ability_off"):
    """These units may not use the abilities."""

    unit: str
    abilities: tuple[str, ...]


class AbilityOn(_Rule, frozen=True, tag="ability_on"):
    """These units may also use the abilities."""

    unit: str
    abilities: tuple[str, ...]


class DugIn(_Rule, frozen=True, tag="dug_in"):
    """Each of these units counts as having a Hasty Defense until it first moves or pivots."""

    units: tuple[str, ...]


class LayWire(_Rule, frozen=True, tag="lay_wire"):
    """Foot Units of the side may lay Barbed Wire in play, so many coils in all, each for this many AP."""

    side: str
    coils: int
    ap: int = 5


class ExtraCaps(_Rule, frozen=True, tag="extra_caps"):
    """The side has more CAPs in one Round."""

    side: str
    round: int
    amount: int


class MissionEvent(_Rule, frozen=True, tag="mission_event"):
    """What the Mission Event card brings when drawn: CAPs or VPs for a side, or its next reinforcements early."""

    card: str
    event: Literal["caps", "vp", "reinforcements"]
    side: str
    amount: int = 1


class NoCards(_Rule, frozen=True, tag="no_cards"):
    """No cards are used."""


SpecialRule = (
    Oba
    | Airplane
    | WeaponLimit
    | EntryChoice
    | SetUpOrder
    | AbilityOff
    | AbilityOn
    | DugIn
    | LayWire
    | ExtraCaps
    | NoCards
    | MissionEvent
)

VICTORY_RULES: dict[str, type[Struct]] = {str(cls.__struct_config__.tag): cls for cls in get_args(VictoryRule)}
SPECIAL_RULES: dict[str, type[Struct]] = {str(cls.__struct_config__.tag): cls for cls in get_args(SpecialRule)}


# The mission


class MapPlacement(_Entry, frozen=True):
    """A board on the table, so many boards east and south, perhaps turned by half a circle."""

    map: int
    at: tuple[int, int] = (0, 0)
    rotated: bool = False


class OverlayPlacement(_Entry, frozen=True):
    """A tile on the table: its anchor hex and clockwise sixths of a turn."""

    id: str
    at: str
    turn: int = 0


class Area(_Entry, frozen=True):
    """Part of a zone: a block of a map, listed hexes, or all hexes near one."""

    map: int | None = None
    cols: tuple[str | int, str | int] | None = None
    rows: tuple[str | int, str | int] | None = None
    hexes: tuple[str, ...] = ()
    within: int | None = None
    of: str | None = None


class ControlHex(_Entry, frozen=True):
    """A Control Marker and who holds it at the start. [4.4-a]"""

    hex: str
    side: str


class WorkSetup(_Entry, frozen=True):
    """A Fortification or Obstacle on the map at the start."""

    type: str
    hex: str
    side: str | None = None
    facing: str | None = None
    hidden: bool = False
    free: str | None = None


class UnitSetup(_Entry, frozen=True):
    """A unit on the map at the start; with `free`, hex and facing are a suggestion within that zone."""

    unit: str
    hex: str
    facing: str
    free: str | None = None
    hidden: bool = False
    in_work: bool = False
    carries: tuple[str, ...] = ()
    tows: str | None = None


class UnitGroup(_Entry, frozen=True):
    """Some units of one type that come later, each with its load."""

    unit: str
    count: Several = 1
    carries: tuple[str, ...] = ()
    tows: str | None = None


class Reinforcement(_Entry, frozen=True):
    """Units ready in a Round, entering at a zone or at listed hexes."""

    round: int
    entry: str | tuple[str, ...]
    facing: str
    units: tuple[UnitGroup, ...]


class Hand(_Entry, frozen=True):
    """The opening hand: fixed cards, taken out of the deck, then cards drawn."""

    draw: Count = 0
    fixed: tuple[str, ...] = ()


class CardGrant(_Entry, frozen=True):
    """A Weapon or Veteran card given at the start, perhaps to one unit type."""

    card: str
    to: str | None = None


class Force(_Entry, frozen=True):
    """What one player commands. [19.0-a, c]"""

    side: str
    caps: Count
    hand: Hand = Hand()
    draw_per_round: Count = 0
    weapons: tuple[CardGrant, ...] = ()
    veterans: tuple[CardGrant, ...] = ()
    at_start: tuple[UnitSetup, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()

    def unit_counts(self) -> dict[str, int]:
        """Counters of each type this force needs, loads included."""
        counts: dict[str, int] = {}
        entries: list[tuple[UnitSetup | UnitGroup, int]] = [(setup, 1) for setup in self.at_start]
        entries += [(group, group.count) for coming in self.reinforcements for group in coming.units]
        for entry, number in entries:
            for kind in filter(None, (entry.unit, *entry.carries, entry.tows)):
                counts[kind] = counts.get(kind, 0) + number
        return counts


class Victory(_Entry, frozen=True):
    """Starting VP of each side and the rules by which more are scored."""

    start: dict[str, int]
    rules: tuple[VictoryRule, ...]


class Mission(_Entry, frozen=True):
    """One mission; `key` is how it is asked for, such as sos/courier. [1.0-l]"""

    id: str
    key: str
    number: int
    title: str
    teaches: str
    basis: str
    basis_note: str
    date: datetime.date
    month: Month
    situation: str
    players: int
    maps: tuple[MapPlacement, ...]
    rounds: Several
    first_initiative: str
    hit_piles: tuple[str, ...]
    deck: tuple[str, ...]
    forces: dict[str, Force]
    victory: Victory
    control: tuple[ControlHex, ...] = ()
    overlays: tuple[OverlayPlacement, ...] = ()
    zones: dict[str, tuple[Area, ...]] = {}
    works: tuple[WorkSetup, ...] = ()
    special: tuple[SpecialRule, ...] = ()

    @property
    def slug(self) -> str:
        """The key without the game's name."""
        return self.key.partition("/")[2]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in this mission, in the order of its forces."""
        return tuple(dict.fromkeys(force.side for force in self.forces.values()))
