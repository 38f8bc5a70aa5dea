"""What it is worth to stand somewhere: goals, cover, danger, targets."""

from __future__ import annotations

from balka.bots.heroes.scale import attack_worth, middling
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.heroes.chapters.fire import shot_at, zone_from
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.data.mission_data import ExitVp, SatchelPickup, VpControlEndOfMission, VpControlEndOfRound
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.units import HeroesState, Unit

GROUND, COVER, DANGER, CHANCE_TO_FIRE = 0.14, 0.08, 0.35, 0.3
GOAL_HELD = 1.0
GUARDED, SAFE, NEAR = 0.5, 0.15, 4  # worth of a goal already held, with enemies this near and without
LOOKING = 0.08  # worth of facing all enemies rather than none
CROWD = 0.1  # harm of each friend in the same hex


def place_worth(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """How good it is to stand in a hex facing a way: goals, cover, danger, targets."""
    cover = view.setting.ground.defence[place]
    worth_of_cover = COVER * cover.value if cover is not None else 0.0
    shot = CHANCE_TO_FIRE * best_shot(view, unit, place, facing)
    harm = DANGER * danger(view, unit, place, facing) + CROWD * company(view, unit, place)
    return ground(view, unit, place) + worth_of_cover + shot + LOOKING * in_front(view, unit, place, facing) - harm


def in_front(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """How much of the other side it would have before it, however far away."""
    foes = foes_mask(view, unit.side)
    return (foes & view.setting.board.arc_mask(place, facing)).bit_count() / max(1, foes.bit_count())


def company(view: HeroesState, unit: Unit, place: int) -> int:
    """Friends who would be fired at with it: an attack strikes everybody in a hex."""
    return sum(other.side == unit.side and other.id != unit.id for other in view.position.at(place))


def ground(view: HeroesState, unit: Unit, place: int) -> float:
    """Nearer to what the Mission wants, and on it best of all unless a friend is there already."""
    best = 0.0
    for goal, weight in goals(view, unit.force):
        away = view.setting.board.distance(place, goal)
        held = GOAL_HELD if away == 0 and not company(view, unit, place) else 0.0
        best = max(best, weight * (held + GROUND * (12 - min(away, 12))))
    return best


@remembered
def goals(view: HeroesState, force: str) -> list[tuple[int, float]]:
    """Hexes the Mission makes worth having, and how much."""
    board, side, found = view.setting.board, view.setting.forces[force], []
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, VpControlEndOfRound | VpControlEndOfMission):
            found.append((board.hex(rule.hex), _goal_weight(view, board.hex(rule.hex), side)))
        elif isinstance(rule, SatchelPickup):
            found += _satchel_goals(view, rule, side)
        elif isinstance(rule, ExitVp) and rule.side == side:
            found += [(board.hex(label), 0.8) for label in rule.hexes]
    return found


def _goal_weight(view: HeroesState, goal: int, side: str) -> float:
    """What is not yet ours calls loudest; what is ours needs a guard when enemies come near."""
    board = view.setting.board
    if view.position.control.get(board.labels[goal]) != side:
        return 1.0
    return GUARDED if foes_mask(view, side) & board.within(goal, NEAR) else SAFE


def _satchel_goals(view: HeroesState, rule: SatchelPickup, side: str) -> list[tuple[int, float]]:
    board = view.setting.board
    state, _, what = view.tracks.satchel.partition(":")
    if state == "unit":
        carrier = view.position.units.get(what)
        return [(carrier.hex, 0.4 if view.setting.forces[carrier.force] == side else 1.2)] if carrier else []
    if state in ("at", "dropped"):
        return [(board.hex(what), 1.2)]
    weight = 0.3 if side == rule.hidden_by else 1.0
    return [(board.hex(label), weight) for label in rule.hexes if board.hex(label) not in view.tracks.searched]


@remembered
def _enemies(view: HeroesState, side: str) -> list[Unit]:
    """The other side's counters on the map."""
    return [other for other in view.position.units.values() if other.side != side and other.hex >= 0]


def _duel(view: HeroesState, shooter: Unit, target: Unit) -> float:
    """What one attack would be worth, remembered while the view lasts."""
    known, key = _duels(view), (shooter.id, shooter.hex, shooter.facing, target.id, target.hex, target.facing)
    found = known.get(key)
    if found is None:
        found = known[key] = attack_worth(target, middling(attack_check(view, shot_at(view, shooter, target))))
    return found


@remembered
def _duels(view: HeroesState) -> dict[tuple[str, int, int, str, int, int], float]:
    """Attacks weighed so far, by who stands where and faces where on both sides. To be filled."""
    return {}


def best_shot(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The best attack the unit would have from there."""
    held = foes_mask(view, unit.side)
    zone = zone_from(view, unit.changed(hex=place), facing) & held
    there = unit.changed(hex=place, facing=facing) if zone else unit
    foes = [foe for target in hexes_in(zone) for foe in view.position.at(target) if foe.side != unit.side]
    return max((_duel(view, there, foe) for foe in foes), default=0.0)


def danger(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The worth, to the enemy, of the attacks he could make on it there; Spent units threaten less."""
    there = unit.changed(hex=place, facing=facing)
    total = 0.0
    for foe in _enemies(view, unit.side):
        if foe.hex == place or zone_from(view, foe, foe.facing) >> place & 1:
            total += _duel(view, foe, there) * (0.4 if foe.spent else 1.0)
    return total
