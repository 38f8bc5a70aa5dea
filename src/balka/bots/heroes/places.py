"""What it is worth to stand somewhere: goals, cover, danger, targets."""

from __future__ import annotations

from collections.abc import Hashable

from balka.bots.heroes import clock
from balka.bots.heroes.duels import Duel, duel_by
from balka.bots.heroes.looking import Look
from balka.core.boards import Board
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.heroes.chapters.fire import ALL_ROUND, is_flank_attack, zone_from
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.chapters.ratings import as_shooter, as_target
from balka.systems.heroes.chapters.victory import satchel_carrier
from balka.systems.heroes.data.mission_data import ExitVp, SatchelPickup, VpControlEndOfMission, VpControlEndOfRound
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.units import HeroesState, Unit

GUARDED, SAFE, NEAR = 0.5, 0.15, 4  # worth of a goal already held, with enemies this near and without
CALL, LOUD = 12, 0.8  # hexes from which a goal calls, and the least weight of one that is wanted most
LOOKING = 0.08  # worth of facing all enemies rather than none
SPENT = 0.4  # of the threat of who is Spent, beside who is Fresh

Threat = tuple[int, Duel, float]
"""An attack on a unit: from where, what it is worth, and how likely it is beside others."""


def place_worth(look: Look, unit: Unit, place: int, facing: int) -> float:
    """How good it is to stand in a hex facing a way: goals, cover, danger, targets."""
    return _worths(look, unit, place)[facing]


def best_facing(look: Look, unit: Unit, place: int) -> int:
    """The way to face in a hex that makes it worth most."""
    worths = _worths(look, unit, place)
    return worths.index(max(worths))


@remembered
def _worths(look: Look, unit: Unit, place: int) -> list[float]:
    """The same for every way to face."""
    view, weights = look.view, look.weights
    cover = view.setting.ground.defence[place]
    worth = ground(look, unit, place) + (weights.cover * cover.value if cover is not None else 0.0)
    crowd, foes = weights.crowd * company(view, unit, place), foes_mask(view, unit.side)
    shots, threats = _shots(view, unit, place), _felt(_threats(view, unit, place), place, 1 + weights.close)
    many, found = max(1, foes.bit_count()), []
    for arc in _arcs(view.setting.board, place):
        shot = weights.chance_to_fire * _best(shots, arc) if shots else 0.0
        harm = (weights.danger * _harm(threats, arc) if threats else 0.0) + crowd
        found.append(worth + shot + LOOKING * ((foes & arc).bit_count() / many) - harm)
    return found


@remembered
def _arcs(board: Board, place: int) -> tuple[int, ...]:
    """What lies before a unit in a hex, for every way to face."""
    return tuple(board.arc_mask(place, facing) for facing in range(SIDES))


def company(view: HeroesState, unit: Unit, place: int) -> int:
    """Friends who would be fired at with it: an attack strikes everybody in a hex."""
    return sum(other.side == unit.side and other.id != unit.id for other in view.position.at(place))


def ground(look: Look, unit: Unit, place: int) -> float:
    """Nearer to what the Mission wants, and on it best of all unless a friend is there already."""
    alone = 0.0 if company(look.view, unit, place) else _held(look, unit, place)
    board, wanted = look.view.setting.board, goals(look, unit.force)
    pull = _pull(board, wanted, place, alone, look.ground)
    return pull - look.weights.far * look.ground * _out_of_call(board, wanted, place) if look.weights.far else pull


def _held(look: Look, unit: Unit, place: int) -> float:
    """What standing on a goal is worth: less where an enemy stands there too."""
    weights = look.weights
    shared = weights.contested and foes_mask(look.view, unit.side) >> place & 1
    return weights.goal_held * (1 - weights.contested) if shared else weights.goal_held


@remembered
def _pull(board: Board, goals: tuple[tuple[int, float], ...], place: int, held: float, nearer: float) -> float:
    """What these goals make a hex worth, where holding one and each hex nearer are worth so much."""
    best = 0.0
    for goal, weight in goals:
        away = board.distance(place, goal)
        best = max(best, weight * ((held if away == 0 else 0.0) + nearer * (CALL - min(away, CALL))))
    return best


@remembered
def _out_of_call(board: Board, goals: tuple[tuple[int, float], ...], place: int) -> int:
    """By how many hexes a place is further from all that is wanted most than a goal calls."""
    away = [board.distance(place, goal) for goal, weight in goals if weight >= LOUD]
    return max(0, min(away, default=0) - CALL)


@remembered
def goals(look: Look, force: str) -> tuple[tuple[int, float], ...]:
    """Hexes the Mission makes worth having, and how much."""
    view = look.view
    board, side, found = view.setting.board, view.setting.forces[force], []
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, VpControlEndOfRound | VpControlEndOfMission):
            place = board.hex(rule.hex)
            found.append((place, _goal_weight(view, place, side) * _by_points(look, place)))
        elif isinstance(rule, SatchelPickup):
            found += _satchel_goals(view, rule, side)
        elif isinstance(rule, ExitVp) and rule.side == side:
            found += [(board.hex(label), 0.8) for label in rule.hexes]
    return tuple(found)


def _by_points(look: Look, goal: int) -> float:
    """How much a goal counts by the points it still brings beside the best one."""
    share = look.weights.due
    if not share:
        return 1.0
    paid = clock.still_paid(look.view.setting, look.view.tracks.round)
    return 1 - share + share * paid.get(goal, 0) / max(1, *paid.values(), 1)


def _goal_weight(view: HeroesState, goal: int, side: str) -> float:
    """What is not yet ours calls loudest; what is ours needs a guard when enemies come near."""
    board = view.setting.board
    if view.position.control.get(board.labels[goal]) != side:
        return 1.0
    return GUARDED if foes_mask(view, side) & board.within(goal, NEAR) else SAFE


def _satchel_goals(view: HeroesState, rule: SatchelPickup, side: str) -> list[tuple[int, float]]:
    board = view.setting.board
    state, _, what = view.tracks.satchel.partition(":")
    if satchel_carrier(view):
        carrier = view.position.units.get(what)
        return [(carrier.hex, 0.4 if view.setting.forces[carrier.force] == side else 1.2)] if carrier else []
    if state in ("at", "dropped"):
        return [(board.hex(what), 1.2)]
    weight = 0.3 if side == rule.hidden_by else 1.0
    return [(board.hex(label), weight) for label in rule.hexes if board.hex(label) not in view.tracks.searched]


# -- attacks, made from there and suffered there


def best_shot(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The best attack the unit would have from there."""
    return _best(_shots(view, unit, place), view.setting.board.arc_mask(place, facing))


def danger(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The worth, to the enemy, of the attacks he could make on it there; Spent units threaten less."""
    return _harm(_threats(view, unit, place), view.setting.board.arc_mask(place, facing))


def _best(shots: list[tuple[int, float]], arc: int) -> float:
    return max([worth for target, worth in shots if arc >> target & 1], default=0.0) if shots else 0.0


def _felt(threats: list[Threat], place: int, hand_to_hand: float) -> list[Threat]:
    """The same, where attacks in its own hex count for more."""
    if hand_to_hand == 1.0:
        return threats
    return [(origin, attack, share * (hand_to_hand if origin == place else 1.0)) for origin, attack, share in threats]


def _harm(threats: list[Threat], arc: int) -> float:
    total = 0.0
    for origin, attack, share in threats:
        total += (attack.front if arc >> origin & 1 else attack.flank) * share
    return total


@remembered
def _shots(view: HeroesState, unit: Unit, place: int) -> list[tuple[int, float]]:
    """The attacks that a unit could make from a hex if it faced the right way, by the hex they are made at."""
    there = unit.changed(hex=place)
    seen = zone_from(view, there, ALL_ROUND) & foes_mask(view, unit.side)
    if not seen:
        return []
    own, targets = as_shooter(there), _targets(view, unit.side)
    foes = [target for h in hexes_in(seen) for target in targets[h]]
    return [
        (foe.hex, duel_by(view, there, foe, (own, mark)).worth(is_flank_attack(view, foe, place))) for foe, mark in foes
    ]


@remembered
def _targets(view: HeroesState, side: str) -> dict[int, list[tuple[Unit, Hashable]]]:
    """The other side's counters in each hex where it is to be seen, each with what attacks on it hang on."""
    foes = {h: [foe for foe in view.position.at(h) if foe.side != side] for h in hexes_in(foes_mask(view, side))}
    return {h: [(foe, as_target(view, foe)) for foe in stack] for h, stack in foes.items()}


@remembered
def _threats(view: HeroesState, unit: Unit, place: int) -> list[Threat]:
    """The attacks that the enemies could make on a unit in a hex: from where, and how likely beside others."""
    near = [(foe, mark) for foe, mark, zone in _enemies(view, unit.side) if zone >> place & 1]
    there = unit.changed(hex=place) if near else unit
    own = as_target(view, there) if near else None
    return [(foe.hex, duel_by(view, foe, there, (mark, own)), SPENT if foe.spent else 1.0) for foe, mark in near]


@remembered
def _enemies(view: HeroesState, side: str) -> list[tuple[Unit, Hashable, int]]:
    """The other side's counters on the map, each with what its attacks hang on and the hexes it could attack."""
    foes = [other for other in view.position.units.values() if other.side != side and other.hex >= 0]
    return [(foe, as_shooter(foe), zone_from(view, foe, foe.facing) | 1 << foe.hex) for foe in foes]
