"""Where the two books read a shared rule differently: what each edition must say, chapter by chapter.

A chapter of the common run of play asks the edition in the place named here. Each edition has one value of every
struct, in the module of that chapter in its own folder. What an option changes is a field of the `Rulebook` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from balka.core.checks import Part
    from balka.core.choices import Refusal
    from balka.systems.heroes.chapters.fire import Shot
    from balka.systems.heroes.kinds import CardKind, MarkerKind, UnitKind
    from balka.systems.heroes.play.costs import Now
    from balka.systems.heroes.play.rolls import Result
    from balka.systems.heroes.units import Unit


class Entering(Struct, frozen=True, kw_only=True):
    """Coming onto the map. [sos 4.12, atb 5.5]"""

    hexes: Callable[[Now, Unit, Sequence[int], int], list[int]]
    """where a unit may come on, of the entry hexes open to it and given where enemies are [sos 4.12-f, atb 5.5-e]"""
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
    comes_out_to_join: bool
    """may it come out to act in a Group in view, or is it shown before? [sos 11.1-f, 11.5-a, atb 9.1-a, 10.0.1-a]"""
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
    stays_dug_in: bool
    """does who hides where it stands keep its Hasty Defense, or is hiding a Move? [sos 11.3-a, 17.7-d, atb 10.2-b]"""


class Smoke(Struct, frozen=True, kw_only=True):
    """Laying smoke. [sos 14.0-14.2, atb 13.0, 13.1]"""

    piles_up: bool
    """does more smoke lie on that which is there? [sos 14.1-a, atb 13.0-h]"""
    stays_on_water: bool
    """[sos 14.0-b, atb 13.0]"""
    thrown: Callable[[Unit], int]
    """the facing, or all round, in which Engineers throw it [sos 18.1-d, atb 13.1-d, 19.0-c]"""


class Fortifications(Struct, frozen=True, kw_only=True):
    """Works of all sorts: building, using and destroying them, and mines. [sos 17, atb 18]"""

    share_hexes: bool
    """may a hex hold one of each kind, and not one of all? [sos 17.0-c, atb 18.0-b]"""
    dig_cost: int
    """of a Hasty Defense, in APs [sos 17.7-a, atb 18.1.3-b]"""
    why_not_dig: Callable[[Now, Unit], Refusal | None]
    """where nobody digs in, though there is room [atb-card-11-c]"""
    hasty_defenses_run_out: bool
    """are there only as many as counters? [sos 17.7, atb 18.1.3-g]"""
    door_price: Callable[[Now, Unit], tuple[Part, ...]]
    """what going in and out costs [sos 17.3, atb 18.2-d, 18.2-e]"""
    broken_by: Callable[[UnitKind], bool]
    """whose own weapon destroys works from afar? [sos 17.11-a, atb 18.4-a]"""
    fall_to_hand_weapons: bool
    """do flame and Weapon cards destroy them? [sos 17.11-a, atb 18.4-a]"""
    why_not_raze: Callable[[Now, Unit], Refusal | None]
    """who does not attack the works of its own hex [sos 17.11-f, atb 18.4-a]"""
    struck_with: Callable[[Now, Unit, Unit], tuple[str, ...]]
    """the works that Close Combat of one unit with another strikes too [sos 17.11, atb 18.4-a]"""
    mine_reader: str
    """how the roll of mines is read [sos 17.10-j, atb 18.3.3-g]"""
    mined_with: Callable[[Now, Unit], list[str]]
    """the loads of a unit under which mines go off with it [sos 17.10-g, 18.1-c, atb 18.3.3-b]"""


class Weapons(Struct, frozen=True, kw_only=True):
    """Weapon cards and Flamethrowers. [sos 8.3, 18.0, atb 8.4, 19.1]"""

    uses: int
    """how often a card is used where the Mission says nothing [sos 8.3-a, atb 8.4-b, 8.4-d]"""
    stay_with_unit: bool
    """does a card belong to the unit that used it first? [sos 8.3-a, atb 8.4-c]"""
    by_freed_action: bool
    """may the Action a card gives be the use of a Weapon card? [sos 8.5-a, atb 8.4-e]"""
    at_unseen: Callable[[Now], int]
    """hexes without anybody in view at which they are thrown, as a bitmask [sos-card-W01-a, atb 10.0.3-a]"""
    bursting: tuple[str, ...]
    """the kinds of weapon that burst in trees [sos 13.9-c, atb 12.3-b]"""
    bursting_close: tuple[str, ...]
    """those that do so hand to hand too [sos 8.9-c, atb 7.7.3-e]"""
    without_close_bonus: tuple[str, ...]
    """the kinds that get no bonus in Close Combat [sos-card-W01-b, atb-card-weapon-grenades-c]"""
    flame_rating: int
    """of a Flamethrower, in both colours [sos 18.0-b, atb 19.1-c]"""
    flame_strips_all: bool
    """does flame leave no cover at all, not even works and vehicles? [sos 18.0-e, atb 19.1-f]"""


class Artillery(Struct, frozen=True, kw_only=True):
    """Mortars and off-board artillery. [sos 13, atb 12]"""

    spotters: Callable[[Now, Unit, int], int]
    """Spotter Hexes of a Mortar, of those that are near enough, as a bitmask [sos 13.3-a, atb 12.0-c]"""
    drift_numbers: Mapping[str, int]
    """what a strike needs to be on target, by side [sos 13.7-b, 13.7-c, atb 12.2-a]"""
    drift: Callable[[Result], int]
    """how far it drifts by the die that failed, before an option shortens it [sos 13.7-e, atb 12.2-c]"""
    arrow: int
    """where the arrow of the marker points, or below zero where its owner says so [sos 13.7-f, atb 12.2-d]"""


class Vehicles(Struct, frozen=True, kw_only=True):
    """Vehicles, and those they carry, tow and cover. [sos 12.4, 15, 16, atb 11.1, 14-17]"""

    climb_steep_roads: bool
    """do roads lead vehicles over steep ground? [sos 12.4-f, atb 11.1-c]"""
    cannot_fire_down: Callable[[Now, UnitKind], bool]
    """whose guns are not lowered to an adjacent hex down steep ground [sos 15.16]"""
    earns_nothing: Callable[[Now, Unit, int], bool]
    """does a first hex earn no Bonus Moves for what lies in it? [sos 15.2-g, atb 13.0-d, 18.1.1-c, 18.3.1-c]"""
    open_top_struck: Callable[[Now, Shot], bool]
    """does an attack find the open top of a vehicle that has one? [sos 16.5, atb 15.6-b, c]"""
    shielded: Callable[[UnitKind], bool]
    """whom an APC shields that carries or tows it [sos 16.6, atb 16.1-a, 16.1-b]"""
    covered_behind: Callable[[UnitKind], bool]
    """which Foot Units have cover behind a vehicle [sos 15.15, atb 15.7-a]"""
    load_in_one_hex: bool
    """do units get on and off in the hex of the vehicle only? [sos 15.7-c, 15.9-b, atb 17.0-c, 17.0-k]"""
    riders_join_moves_only: bool
    """are vehicle and load bound together in moves only, not in all they do? [sos 15.8-a, atb 17.0-g]"""
    loads_in_any_order: bool
    """are a load and its vehicle attacked in the order the attacker likes? [sos 15.11-a, atb 16.1-c, 17.1-b]"""
    thrown_off_turns: bool
    """does the owner of a load that lost its vehicle turn it? [sos 15.11-c, atb 17.1-d]"""


class Combat(Struct, frozen=True, kw_only=True):
    """Attacks, Hit Markers, rallying and control. [sos 4.4, 6, 7, 10.6, atb 2.5.2, 7, 9.1.2]"""

    vehicles_have_close_cover: bool
    """does Defensive Terrain cover vehicles in Close Combat? [sos 6.9-f, atb 7.7.3-e]"""
    support_by_target: bool
    """does a supporter count only against whom its own Attack Rating is nothing or more? [sos 10.7-a, atb 9.1.2-g]"""
    pile_of: Callable[[Now, Unit], str]
    """the pile a unit's Hit Marker comes from [sos 7.2-b, atb 7.4-b]"""
    pile_hit: Callable[[Now, Shot], str]
    """the same for a Hit that has just been made [sos 7.2-b, 7.2-c, atb 7.4-b]"""
    destroyed_at_once: Callable[[Now, MarkerKind], bool]
    """does a Destroyed marker take effect before it is shown? [sos 7.5, 15.13-c, atb 7.4-h]"""
    rally_cover: Callable[[tuple[Part, ...]], tuple[Part, ...]]
    """what counts in a Rally of all the cover a unit has [sos 7.8-a to 7.8-d, atb 7.6.1-a]"""
    holds_ground: Callable[[UnitKind], bool]
    """which units take control of a hex [sos 4.4-c, atb 2.5.2-b]"""


class TurnTaking(Struct, frozen=True, kw_only=True):
    """Turns, passes and Luck. [sos 2.7, atb 2.2]"""

    actions_break_passes: bool
    """does any player's Action undo the passes before it, not only his own? [sos 2.7-d, atb 2.2-t]"""
    swift_bars_pass: bool
    """must somebody act who has paid for two Actions by a card? [sos-card-12-b, atb-card-10-b, atb 2.2-q]"""
    may_be_lucky: Callable[[Now, str], bool]
    """whether a force may change its roll by Luck now [sos-card-13-b, atb-card-12-c]"""
