"""What is in the box: unit types, cards, Hit Markers, works, terrain and overlay tiles, as the data files give them.

`basis` says where figures come from: stated in the rulebook, published for the components, estimated by us, or
`pack:NAME` where a player's data pack replaced them.
"""

from typing import Literal

from msgspec import Struct

MoveType = Literal["foot", "wheeled", "tracked"]
Color = Literal["red", "blue"]

SIDES = ("german", "soviet")
UNIT_CLASSES = (
    "apc",
    "armored_car",
    "at_rifle",
    "carrier_gun",
    "engineer",
    "field_gun",
    "infantry",
    "machine_gun",
    "mortar",
    "sniper",
    "spg",
    "tank",
    "truck",
    "wagon",
)
UNIT_FLAGS = (
    "aa",
    "apc",
    "captured",
    "cc_only",
    "crew_blue",
    "crew_red",
    "engineer",
    "field_gun",
    "flame",
    "flame_hull",
    "flank_red",
    "half_track",
    "he",
    "mortar",
    "no_attack",
    "no_cap_loss",
    "no_control",
    "open_top",
    "rides_with_rifle",
    "smoke",
    "sniper",
    "spg",
    "tank",
    "tank_hunter",
    "truck",
    "turret",
    "unburdened",  # [atb 1.1-c, d]
    "wagon",
)
BRINGS = {
    "truck": frozenset({"no_control", "no_cap_loss", "cc_only"}),
    "wagon": frozenset({"no_attack", "no_control", "no_cap_loss"}),
}
"""what being of a sort means, where figures are written out by hand

[16.1-b, c, e, atb 16.0, atb 16.0-d, e, c]
"""
TERRAINS = (
    "at_trench",
    "building_stone",
    "building_wood",
    "corn",
    "open",
    "plowed",
    "water",
    "wheat",
    "woods",
    "woods_heavy",
    "woods_light",
)
HEXSIDE_KINDS = ("balka_ridge", "small_balka", "wall")  # fences have no effect and are left out [4.8-d]
TERRAIN_KINDS = ("hex", "hexside", "obstacle", "step")
BONUS_SYMBOLS = ("track", "wheel")
CARD_COLORS = ("green", "blue", "either", "none")
CARD_KINDS = ("action", "bonus", "artillery", "mission", "event")
CARD_ICONS = ("group", "he", "hidden")


class UnitKind(Struct, frozen=True):
    """A unit type and the figures on its counter, Fresh or Spent; None where a figure does not apply. [2.2-d]"""

    id: str
    slug: str
    side: str
    name: str
    count: int
    years: str
    unit_class: str
    attack_cost: int | None
    indirect_cost: int | None
    move_cost: int
    move_type: MoveType
    red_fp: int | None
    blue_fp: int | None
    front_def: int
    flank_def: int
    def_color: Color
    range_min: int
    range: int
    bonus_wheel: int
    bonus_track: int
    flags: frozenset[str]
    vp: int
    basis: str
    source: str

    @property
    def is_foot(self) -> bool:
        """Foot Units have a red Move Cost. [4.5-a, 18.1-a, atb 5.0-a]"""
        return self.move_type == "foot"

    @property
    def is_vehicle(self) -> bool:
        """Whatever drives: neither a Foot Unit nor a gun pushed by its crew."""
        return self.move_type != "foot" and "field_gun" not in self.flags

    @property
    def flank_color(self) -> Color:
        """Colour of the Flank Defense."""
        return "red" if "flank_red" in self.flags else self.def_color

    def counter_ids(self) -> tuple[str, ...]:
        """Names of all counters of this type in the box, 01 upwards, whatever a mission uses of them."""
        return tuple(f"{self.slug}-{number:02}" for number in range(1, self.count + 1))


class CardKind(Struct, frozen=True, omit_defaults=True):
    """A card; copies say how many are in the box. `plays` names the card whose rules a card of a pack is played by."""

    id: str
    family: str
    name: str
    copies: int
    kind: str
    cost: int
    cost_color: str
    icons: frozenset[str]
    side: str
    red_fp: int | None
    blue_fp: int | None
    range: int | None
    defense: int | None
    """blue Defense of an airplane"""
    effect: str
    basis: str
    note: str
    plays: str = ""


class MarkerKind(Struct, frozen=True):
    """A Hit Marker: amounts it adds, the range it leaves, what it bars, and how it is rallied.

    `bars` names figures that cannot be used at all: attack_cost (no attack), move_cost (no move), red_fp, blue_fp.
    """

    id: str
    pile: str
    name: str
    copies: int
    rally: int | None
    recovery: Literal["rally", "no", "never"]
    attack_cost: int
    move_cost: int
    red_fp: int
    blue_fp: int
    range: int | None
    front_def: int
    flank_def: int
    bars: frozenset[str]
    special: frozenset[str]
    basis: str
    reason: str

    @property
    def bars_attack(self) -> bool:
        """No attack of any colour."""
        return "attack_cost" in self.bars or {"red_fp", "blue_fp"} <= self.bars

    @property
    def bars_move(self) -> bool:
        """No move."""
        return "move_cost" in self.bars


class WorkKind(Struct, frozen=True):
    """A Fortification or Obstacle."""

    id: str
    name: str
    kind: Literal["fortification", "obstacle"]
    copies: int
    front_bonus: int
    flank_bonus: int
    destroy_dr: int | None
    occupants: frozenset[str]
    has_facing: bool
    hit_number: int | None
    basis: str
    note: str


class TerrainKind(Struct, frozen=True):
    """A row of a title's movement and terrain tables: a kind of hex, hexside or obstacle, or a way to step.

    `costs` are the APs each way of moving adds; who is missing there cannot go. Those in `dice` pay 1D6 as well, and
    those in `safe_on` are stuck when 2D6 fall short of the number. `bonus` symbols give a free hex of this kind.
    """

    id: str
    name: str
    kind: str
    costs: dict[MoveType, int]
    dice: frozenset[MoveType]
    safe_on: dict[MoveType, int]
    bonus: frozenset[str]
    defence: int
    blocks_sight: bool
    cover: bool
    basis: str
    source: str


class OverlayKind(Struct, frozen=True):
    """A tile: for each hex the offset from the anchor, the level and the terrain."""

    id: str
    name: str
    kind: str
    copies: int
    hexes: tuple[tuple[tuple[int, int], int, str], ...]
    note: str
