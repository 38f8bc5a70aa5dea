"""What a heroes game is played with: map, month, counters, cards, Mission, and the rules compiled from its options."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from balka.core.memo import remembered
from balka.core.state import Setting

if TYPE_CHECKING:
    from balka.systems.heroes.data.loading import Title
    from balka.systems.heroes.data.mission_data import Mission
    from balka.systems.heroes.ground import Ground
    from balka.systems.heroes.kinds import CardKind, MarkerKind, UnitKind
    from balka.systems.heroes.play.edition import Edition
    from balka.systems.heroes.units import Unit


class Rulebook(Struct, frozen=True, kw_only=True):
    """Values chosen once by the options; rules read a field and never ask an option's name."""

    start_caps: dict[str, int]
    deck: tuple[str, ...]
    control_flips_at_once: bool = True
    foot_moves_cost_one: bool = False
    corn_is_difficult: bool = True
    wheat_helps_rally_in: tuple[str, ...] = ("July", "August")
    cap_floor: int = 3
    two_action_cards_with_swift: bool = False
    spent_units_play_green_cards: bool = False
    hit_markers: tuple[str, ...] = ()
    initiative_need: int = 7
    movers_join_attacks: bool = True
    support_from_beside: bool = False
    vehicles_hide_like_foot: bool = False
    recon_hits_in_secret: bool = False
    markers_tax_hidden_moves: bool = True
    steep_down_is_free: bool = False
    wheels_enter_woods: bool = False
    stunned_can_be_towed: bool = True
    carried_use_flank: bool = False
    armored_destroyed_at_once: bool = False
    no_vehicle_fires_down: bool = False
    turrets_support_all_round: bool = True
    open_top_in_any_close_combat: bool = False
    air_bursts_strike_all: bool = False
    drift_is_short: bool = False
    barrage_finds_hidden: bool = False
    smoke_helps_rally: bool = True
    smoke_covers_from_flame: bool = True
    turn_order: str = "sides together"
    individual_victory: bool = False
    action_points: str = "seven"
    cautious: bool = False
    white_boxes_by_color: bool = False
    """a crew fights badly hand to hand only with the Firepower that stands on a white box"""
    older_works: frozenset[str] = frozenset()
    """the families of works that are as in the older manual"""


class Rostered(Struct, frozen=True):
    """One counter of a Mission: where and when it starts, how, and what freedom its owner has."""

    counter: str
    kind: str
    force: str
    side: str
    hex: str = ""
    facing: str = "N"
    due: int = 0
    entry: str = ""
    hidden: bool = False
    free: str = ""
    inside: bool = False
    carrier: str = ""


class HeroesSetting(Setting[Rulebook, Any], kw_only=True, eq=False, dict=True):
    """The setting of a heroes game.

    `edition` is the rules in use, chapter by chapter; `foes` names the forces against each force, `other` the side
    against each side, `entries` the hexes of each entry zone, `copies_in_play` how many of
    each Battle card the deck began with, `counters` the kind of every counter in the Mission.
    """

    if TYPE_CHECKING:
        catalogue: Title

    mission: Mission
    ground: Ground
    markers: dict[str, MarkerKind]
    cards: dict[str, CardKind]
    kinds: dict[str, UnitKind]
    edition: Edition
    foes: dict[str, tuple[str, ...]]
    other: dict[str, str]
    entries: dict[str, tuple[int, ...]]
    copies_in_play: dict[str, int]
    counters: dict[str, str]
    sides_named: dict[str, str]
    roster: tuple[Rostered, ...] = ()
    zones: dict[str, int] = field(default_factory=dict)
    """the Mission's named areas, as bitmasks"""
    hiding: bool = False
    """does the Mission have Hidden units at all"""

    @cached_property
    def veterans(self) -> dict[tuple[str, str], frozenset[str]]:
        """The Veteran cards each force's unit types have for the whole Mission. [8.2-a]"""
        found: dict[tuple[str, str], frozenset[str]] = {}
        for name, force in self.mission.forces.items():
            for grant in force.veterans:
                for kind in (grant.to,) if grant.to else self.kinds:
                    found[name, kind] = found.get((name, kind), frozenset()) | {grant.card}
        return found

    def kind(self, unit: Unit) -> UnitKind:
        return self.kinds[unit.kind]

    def model(self, card: str) -> str:
        """The printed card that a card is played like: itself, unless a pack has brought it."""
        kind = self.cards.get(card)
        return kind.plays or card if kind is not None else card

    @remembered
    def name(self, counter: str) -> str:
        """What a counter is called in sentences: its type and its own short name; a card fires under its own name."""
        kind = self.kinds.get(self.counters.get(counter, ""))
        if counter.startswith(("works:", "hasty:")):
            what, _, of = counter.partition(":")
            return f"the Hasty Defense of {self.name(of)}" if what == "hasty" else _works_named(of)
        if kind is None and counter in self.cards:
            return self.cards[counter].name
        return self.named(counter, f"{kind.name} {counter}") if kind is not None else counter

    def side_of_unit(self, counter: str) -> str:
        kind = self.counters.get(counter)
        return self.kinds[kind].side if kind is not None else self.cards[counter].side

    @remembered
    def eyes_of(self, side: str) -> tuple[str, ...]:
        """The seats that see what a side sees."""
        return self.seats_of_side(side)

    def force_name(self, force: str) -> str:
        """What a player's force is called: by its side, and by its number where the side has several."""
        number = force.rpartition("_")[2]
        return f"{self.side_name(force)} {number}" if number.isdigit() else self.side_name(force)

    def side_name(self, force: str) -> str:
        return self.sides_named[self.forces[force]]


def _works_named(of: str) -> str:
    """What works are called: by their hex, and by their kind where others are there too."""
    place, _, kind = of.partition("/")
    return f"the {kind.replace('_', ' ') or 'works'} in {place.upper()}"
