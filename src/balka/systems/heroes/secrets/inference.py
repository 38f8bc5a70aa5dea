"""What a face-down marker cannot be: one that counts in the Action under way would lie face up already. [7.5]"""

from __future__ import annotations

from msgspec import structs

from balka.systems.heroes import markers
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fire import barred, shot_at
from balka.systems.heroes.chapters.group_attacks import can_support
from balka.systems.heroes.chapters.groups import GROUP_RALLY
from balka.systems.heroes.chapters.ratings import attack_rating, counts_as_support, marker_defence
from balka.systems.heroes.chapters.targets import MINES, works_of
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.situation import enemies_in, foes_mask
from balka.systems.heroes.play.turns import WEAPON
from balka.systems.heroes.units import HeroesState, Unit


def may_be(view: HeroesState, unit: Unit, marker: MarkerKind) -> bool:
    """Could this marker lie face down under the unit, seeing what is happening?"""
    supposed, at_once = unit.changed(marker=marker.id), view.setting.edition.combat.destroyed_at_once
    if markers.destroys(marker) and (at_once(view, marker) or _beside_enemy(view, unit)):
        return False
    return all(
        _fits_action(view, supposed, marker, frame)
        if isinstance(frame, Action)
        else _fits_attack(view, supposed, frame)
        for frame in view.stack
        if isinstance(frame, Action | Attack)
    )


def _beside_enemy(view: HeroesState, unit: Unit) -> bool:
    near = view.setting.board.around[unit.hex] | 1 << unit.hex
    return bool(foes_mask(view, unit.side) & near)


def _fits_action(view: HeroesState, unit: Unit, marker: MarkerKind, action: Action) -> bool:
    """A unit that acts is not forbidden to; once it pays, the marker does not change the cost."""
    edition = view.setting.edition
    deed = view.setting.model(action.verb)
    if unit.id not in action.actors:
        return True
    if view.tracks.iron == unit.id:
        return not markers.destroys(marker)
    if deed in ("rally", GROUP_RALLY, edition.roles["rally up"]):
        return marker.recovery == "rally"
    if _struck_on_the_way(view, unit, action):
        return True
    if markers.destroys(marker) or (markers.only_rally(marker) and deed != edition.roles["follow me"]):
        return False
    if action.unit != unit.id:
        return _may_support(view, unit, action)
    paying = edition.economy.is_paying(view, action)
    if action.verb in edition.attacks:
        fires = not marker.bars_attack and _can_hurt(view, unit, action)
        return fires and not (paying and marker.attack_cost)
    moving = action.verb in edition.moves
    return not (moving and (marker.bars_move or (paying and marker.move_cost)))


def _struck_on_the_way(view: HeroesState, unit: Unit, action: Action) -> bool:
    """May mines have laid its marker while it moved? [17.10-b, atb 18.3.3-b]"""
    under_way = "do" not in action.steps and action.verb not in view.setting.edition.attacks
    return under_way and works_of(view, unit.hex, MINES) is not None


def _may_support(view: HeroesState, unit: Unit, action: Action) -> bool:
    """Whoever supports an attack has no marker that forbids it. [10.6]"""
    leader, card = view.position.units.get(action.unit), view.setting.cards.get(action.verb)
    attacks = action.verb in view.setting.edition.attacks or (card is not None and card.family == WEAPON)
    if leader is None or not attacks:
        return True
    bare = unit.changed(marker="")
    return can_support(view, leader, unit, action.hex) or not can_support(view, leader, bare, action.hex)


def _can_hurt(view: HeroesState, unit: Unit, action: Action) -> bool:
    """Fire that has been declared had somebody to fire at with a gun that works. [15.13]"""
    if action.verb not in ("fire", "assault") or "do" not in action.steps:
        return True
    foes = [foe for foe in enemies_in(view, unit.side, action.hex) if action.target in ("", foe.id)]
    return not foes or any(not barred(view, shot_at(view, unit, foe)) for foe in foes)


def _fits_attack(view: HeroesState, unit: Unit, attack: Attack) -> bool:
    """Neither rating in the fight is changed by it, and a doomed target would be gone."""
    if not attack.now:
        return True
    shot = attack.shot(view, attack.now)
    if unit.id in attack.supporters:
        counted = [
            counts_as_support(view, shot_at(view, shooter, shot.target)) for shooter in (unit, unit.changed(marker=""))
        ]
        return counted[0] == counted[1]
    if unit.id == attack.now:
        doomed = markers.destroys(view.setting.markers[unit.marker])
        return not doomed and not marker_defence(view, structs.replace(shot, target=unit))
    if unit.id == attack.unit:
        if barred(view, structs.replace(shot, shooter=unit)):
            return False
        plain = attack_rating(view, structs.replace(shot, shooter=unit.changed(marker=""))).value
        return attack_rating(view, structs.replace(shot, shooter=unit)).value == plain
    return True
