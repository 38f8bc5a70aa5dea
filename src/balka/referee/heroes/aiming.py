"""Who attacks whom, and with what: own Firepower, over a Spotter Hex, flame, Weapon cards, strikes from off the map."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.checks import Part, add
from balka.core.choices import Card, Hex, Refusal, UnitId
from balka.referee.adapters import Case
from balka.referee.document import Entry, nearest
from balka.referee.heroes.asked import FLAME, MOST_SUPPORT
from balka.systems.heroes.common import flame, mortars, weapons
from balka.systems.heroes.common.attacks import Attack
from balka.systems.heroes.common.fire import Shot, may_attack, weapon_at, why_not_fire
from balka.systems.heroes.common.ratings import CAREFUL_AIMING
from balka.systems.heroes.common.shells import artillery
from balka.systems.heroes.common.spending import CHECK_LIMIT
from balka.systems.heroes.common.targets import breakable, is_work, target_named, works_name
from balka.systems.heroes.common.works import why_not_raze
from balka.systems.heroes.third_edition.airplanes import plane_weapon
from balka.systems.heroes.units import OFF_MAP, HeroesState, Unit

ARTILLERY = "artillery"

Aim = tuple[Shot, Refusal | None]


# -- units and places


def unit_of(case: Case, entry: Entry) -> Unit:
    units: Mapping[str, Unit] = {**case.state.position.units, **case.state.position.hidden}
    name = entry.text().lower()
    if name not in units:
        raise entry.mistake(f"there is no unit {entry.text()!r}", nearest(name, list(units)))
    return units[name]


def on_map(case: Case, entry: Entry) -> Unit:
    unit = unit_of(case, entry)
    if unit.hex < 0:
        raise entry.mistake(f"{unit.id} is not on the map", "name a unit that stands in a hex")
    return unit


def place_of(case: Case, entry: Entry) -> int:
    """A hex by label or mark, or the hex a unit stands in."""
    if case.state.position.unit(entry.text().lower()) is not None:
        return on_map(case, entry).hex
    return case.ground.place(entry)


def target_of(case: Case, entry: Entry) -> Unit:
    """A unit, or the works of a hex that can be shot to pieces. [17.11-a]"""
    if case.state.position.unit(entry.text().lower()) is not None:
        return on_map(case, entry)
    if entry.text().upper() not in case.state.setting.board.labels and entry.text() not in case.ground.marks:
        return unit_of(case, entry)
    place = case.ground.place(entry)
    if not breakable(case.state) >> place & 1:
        raise entry.mistake(f"no works in {entry.text()} can be destroyed", "name a unit, or a hex with such works")
    return target_named(case.state, works_name(case.state, place))


def caps_of(fields: Mapping[str, Entry]) -> int:
    """CAPs on a check of one's own; less than nothing raises the number. [3.2]"""
    return fields["caps"].number(-CHECK_LIMIT, CHECK_LIMIT) if "caps" in fields else 0


def bonuses(fields: Mapping[str, Entry]) -> tuple[Part, ...]:
    """Careful Aiming and the units in support. [card 11, 10.7-a]"""
    count = fields["support"].number(0, MOST_SUPPORT) if "support" in fields else 0
    helped = (add(count, f"Support of {count} unit{'s' if count > 1 else ''}", "sos-10.7-a"),) if count else ()
    aimed = "careful_aiming" in fields and fields["careful_aiming"].flag()
    return (*helped, CAREFUL_AIMING) if aimed else helped


# -- the shot


def aimed_at(case: Case, fields: Mapping[str, Entry]) -> Aim:
    """The shot as described, and why it is not allowed now."""
    target, attacker = target_of(case, fields["target"]), fields["attacker"]
    card = attacker.text().upper()
    if is_off_board(case.state, card):
        return from_beyond(case.state, card, target), None
    shooter = on_map(case, attacker)
    if "spotter" in fields:
        return lobbed(case, shooter, target, fields["spotter"])
    if "weapon" in fields:
        return thrown(case.state, shooter, target, fields["weapon"])
    weapon = weapon_at(case.state, shooter, target.hex)
    return Shot(shooter, target, weapon, shooter.hex), why_not_attack(case.state, shooter, target)


def is_off_board(state: HeroesState, card: str) -> bool:
    """Off-board artillery or a plane of the box that is played with. [13.8, 16.7]"""
    kind = state.setting.cards.get(card)
    return kind is not None and (kind.kind == ARTILLERY or (kind.family == "weapon" and kind.defense is not None))


def from_beyond(state: HeroesState, card: str, target: Unit) -> Shot:
    """A strike of off-board artillery or of a plane. [13.8, 16.7]"""
    gun = state.setting.cards[card].kind == ARTILLERY
    weapon = artillery(state, card) if gun else plane_weapon(state, card)
    side = state.setting.cards[card].side
    return Attack(side, card, (), weapon, OFF_MAP).shot(state, target.id)


def lobbed(case: Case, shooter: Unit, target: Unit, entry: Entry) -> Aim:
    """Indirect fire: sight and height from the Spotter Hex, range from the Mortar. [13.2, 13.3]"""
    state, spot = case.state, case.ground.place(entry)
    allowed = target.hex in mortars.lob_targets(state, shooter) and spot in mortars.spotters_for(
        state, shooter, target.hex
    )
    said = mortars.Indirect(UnitId(shooter.id), Hex(target.hex), Hex(spot))
    refusal = may_attack(state, shooter) if allowed else mortars.refuse(state, shooter, said)
    return Shot(shooter, target, weapon_at(state, shooter, target.hex), spot), refusal


def thrown(state: HeroesState, shooter: Unit, target: Unit, entry: Entry) -> Aim:
    """A Flamethrower, or a Weapon card in the hand. [18.0, cards W01 to W03]"""
    what = entry.one_of((FLAME, *weapons.in_box(state)))
    if what == FLAME:
        near = target.hex == shooter.hex or flame.flame_hexes(state, shooter) >> target.hex & 1
        said = flame.Flame(UnitId(shooter.id), Hex(target.hex))
        refusal = may_attack(state, shooter) if near else flame.refuse(state, shooter, said)
        return Shot(shooter, target, flame.thrower(state), shooter.hex), refusal
    card = Card(what)
    near = target.hex in weapons.hexes_for(state, shooter, card) or target in weapons.foes_for(state, shooter)
    use = weapons.UseAt(UnitId(shooter.id), card, Hex(target.hex))
    refusal = weapons.why_not_use(state, shooter, card) if near else weapons.refuse(state, shooter, use)
    return Shot(shooter, target, weapons.weapon(state, card), shooter.hex), refusal


def why_not_attack(state: HeroesState, shooter: Unit, target: Unit) -> Refusal | None:
    if shooter.hex != target.hex:
        return why_not_fire(state, shooter, target.hex)
    return why_not_raze(state, shooter) if is_work(target.id) else may_attack(state, shooter)
