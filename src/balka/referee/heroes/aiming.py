"""Who attacks whom, and with what: own Firepower, over a Spotter Hex, flame, Weapon cards, strikes from off the map."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Card, Choice, Hex, Refusal, UnitId
from balka.core.describing.document import Entry, nearest
from balka.core.frames import CHANCE, Steps
from balka.referee.adapters import Case
from balka.referee.heroes.asked import FLAME, MOST_SUPPORT
from balka.systems.heroes.chapters import flame, mortars, weapons
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fire import Shot, weapon_at
from balka.systems.heroes.chapters.ratings import CAREFUL_AIMING
from balka.systems.heroes.chapters.razing import Raze
from balka.systems.heroes.chapters.shells import artillery
from balka.systems.heroes.chapters.targets import breakable, is_work, target_named, works_name
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.spending import CHECK_LIMIT
from balka.systems.heroes.play.turn_order import Turns
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.third_edition.airplanes import plane_weapon, why_not_fly
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
    helped = (
        (add(count, f"Support of {count} unit{'s' if count > 1 else ''}", "sos-10.7-a atb-9.1.2-h"),) if count else ()
    )
    aimed = "careful_aiming" in fields and fields["careful_aiming"].flag()
    return (*helped, CAREFUL_AIMING) if aimed else helped


# -- the shot


def aimed_at(case: Case, fields: Mapping[str, Entry]) -> Aim:
    """The shot as described, and why it is not allowed now."""
    target, attacker = target_of(case, fields["target"]), fields["attacker"]
    card = attacker.text().upper()
    if is_off_board(case.state, card):
        return from_beyond(case.state, card, target), why_not_beyond(case.state, card)
    shooter = on_map(case, attacker)
    if "spotter" in fields:
        return lobbed(case, shooter, target, fields["spotter"])
    if "weapon" in fields:
        return thrown(case, shooter, target, fields["weapon"])
    weapon = weapon_at(case.state, shooter, target.hex)
    return Shot(shooter, target, weapon, shooter.hex), why_not_said(case, shooter, attack_said(shooter, target))


def is_off_board(state: HeroesState, card: str) -> bool:
    """Off-board artillery or a plane of the box that is played with. [13.8, 16.7]"""
    kind = state.setting.cards.get(card)
    return kind is not None and (kind.kind == ARTILLERY or (kind.family == "weapon" and kind.defense is not None))


def why_not_beyond(state: HeroesState, card: str) -> Refusal | None:
    """Why a plane cannot be called now; a strike lands when it was planned. [13.5, 16.7]"""
    kind = state.setting.cards[card]
    return None if kind.kind == ARTILLERY else why_not_fly(state, kind.side, card)


def from_beyond(state: HeroesState, card: str, target: Unit) -> Shot:
    """A strike of off-board artillery or of a plane. [13.8, 16.7]"""
    gun = state.setting.cards[card].kind == ARTILLERY
    weapon = artillery(state, card) if gun else plane_weapon(state, card)
    side = state.setting.cards[card].side
    return Attack(side, card, (), weapon, OFF_MAP).shot(state, target.id)


def lobbed(case: Case, shooter: Unit, target: Unit, entry: Entry) -> Aim:
    """Indirect fire: sight and height from the Spotter Hex, range from the Mortar. [13.2, 13.3]"""
    spot = case.ground.place(entry)
    said = mortars.Indirect(UnitId(shooter.id), Hex(target.hex), Hex(spot))
    shot = Shot(shooter, target, weapon_at(case.state, shooter, target.hex), spot)
    return shot, why_not_said(case, shooter, said)


def thrown(case: Case, shooter: Unit, target: Unit, entry: Entry) -> Aim:
    """A Flamethrower, or a Weapon card in the hand. [18.0, cards W01 to W03]"""
    state, name, here = case.state, UnitId(shooter.id), is_close(shooter, target)
    what = entry.one_of((FLAME, *weapons.in_box(state)))
    if what == FLAME:
        burn = flame.Scorch(name, UnitId(target.id)) if here else flame.Flame(name, Hex(target.hex))
        return Shot(shooter, target, flame.thrower(state), shooter.hex), why_not_said(case, shooter, burn)
    card = Card(what)
    use = weapons.UseOn(name, card, UnitId(target.id)) if here else weapons.UseAt(name, card, Hex(target.hex))
    return Shot(shooter, target, weapons.weapon(state, card), shooter.hex), why_not_said(case, shooter, use)


def is_close(shooter: Unit, target: Unit) -> bool:
    """Is the target a unit in the attacker's own hex? [6.9]"""
    return shooter.hex == target.hex and not is_work(target.id)


def attack_said(shooter: Unit, target: Unit) -> Choice:
    """The sentence with which a unit attacks with its own weapon."""
    name = UnitId(shooter.id)
    if shooter.hex != target.hex:
        return verbs.Fire(name, Hex(target.hex))
    return Raze(name) if is_work(target.id) else verbs.Assault(name, UnitId(target.id))


# -- what play would say


def own_turn(state: HeroesState, force: str) -> HeroesState:
    """The position as it is where a force is to take its Turn, else at the start of such a Turn."""
    asked = state.asks[0] if state.asks else None
    if asked is not None and asked.seat != CHANCE and asked.force == force and asked.kind == "turn":
        return state
    return on_turn(state, force)


def on_turn(state: HeroesState, force: str) -> HeroesState:
    """The same position at the start of a force's Turn."""
    tracks = structs.replace(state.tracks, active=force)
    return structs.replace(state, tracks=tracks, stack=(Steps("round", 1), Turns(), Turn(force)))


def why_not_said(case: Case, shooter: Unit, said: Choice) -> Refusal | None:
    """Why play would refuse an attack in the attacker's own Turn."""
    state = own_turn(case.state, shooter.force)
    return state.why_not(state.text(said))
