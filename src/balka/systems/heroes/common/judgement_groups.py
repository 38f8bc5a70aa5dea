"""What Groups, hiding and looking for Hidden units are worth. Advice, not rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.costs import attack_parts
from balka.systems.heroes.common.deploying import Deploying
from balka.systems.heroes.common.finding import Turning
from balka.systems.heroes.common.fire import is_sniper, shot_at
from balka.systems.heroes.common.group_attacks import leaders
from balka.systems.heroes.common.group_moves import GroupMoving, step_parts
from balka.systems.heroes.common.groups import Act, Gathering, With, joiners
from balka.systems.heroes.common.hidden import Reveal, Sneak
from balka.systems.heroes.common.hiding import Concealing
from balka.systems.heroes.common.judgement_places import (
    attack_worth,
    best_shot,
    ground,
    middling,
    odds_of,
    place_worth,
)  # fmt: skip
from balka.systems.heroes.common.movement import destinations, may_move
from balka.systems.heroes.common.placing import Placing, Ready
from balka.systems.heroes.common.rally import rally_check, why_not_rally
from balka.systems.heroes.common.ratings import attack_check
from balka.systems.heroes.common.scouting import Look, Scouting
from balka.systems.heroes.common.situation import seen_unit
from balka.systems.heroes.units import HeroesState, Unit

RALLIED = 0.45
CONSIDERED = 4  # members looked at before a Group is begun
HIDING, SHOWING = -0.05, -0.15
NOTHING = -1.0


# -- Groups


def plan(view: HeroesState, members: Sequence[Unit]) -> float:
    """The best a Group could do."""
    return max(_moving(view, members), _attacking(view, members), _rallying(view, members))


def _price(view: HeroesState, members: Sequence[Unit], cost: int) -> float:
    """What an Action of all of them loses."""
    return float(view.setting.edition.economy.group_price(view, tuple(members), cost))


def _moving(view: HeroesState, members: Sequence[Unit]) -> float:
    if members[0].hex < 0:
        return 0.6 * len(members)
    steps = [_best_step(view, unit) for unit in members]
    gains = [gain for gain, _ in steps if gain > 0]
    dearest = max((cost for gain, cost in steps if gain > 0), default=1)
    return sum(gains) - _price(view, members, dearest) if gains else NOTHING


def _best_step(view: HeroesState, unit: Unit) -> tuple[float, int]:
    """What the best move of a unit gains, and its cost."""
    if may_move(view, unit) is not None:
        return NOTHING, 1
    here = place_worth(view, unit, unit.hex, unit.facing)
    found = [(place_worth(view, unit, to, unit.facing) - here, to) for to in destinations(view, unit)]
    gain, to = max(found, default=(NOTHING, unit.hex))
    return gain, sum(part.value for part in step_parts(view, unit, to))


def _attacking(view: HeroesState, members: Sequence[Unit]) -> float:
    shots = [_led(view, leader, place, members) for leader, place in leaders(view, members)]
    return max(shots, default=NOTHING)


def _led(view: HeroesState, leader: Unit, place: int, members: Sequence[Unit]) -> float:
    cost = sum(part.value for part in attack_parts(view, leader, place))
    return shots(view, leader, place, len(members) - 1) - _price(view, members, cost)


def shots(view: HeroesState, shooter: Unit, place: int, support: int) -> float:
    """All rolls of an attack on a hex; a Sniper takes the best."""
    worths = [0.0]
    for target in view.position.at(place):
        gain = attack_worth(target, middling(attack_check(view, shot_at(view, shooter, target))) - support)
        worths.append(gain if target.side != shooter.side else -gain)
    return max(worths) if is_sniper(view, shooter) else sum(worths)


def _rallying(view: HeroesState, members: Sequence[Unit]) -> float:
    if any(not unit.marker or unit.hex < 0 or why_not_rally(view, unit) is not None for unit in members):
        return NOTHING
    chances = [odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"] for unit in members]
    return RALLIED * sum(chances) - _price(view, members, 5)


def _group(view: HeroesState, force: str, choice: Choice) -> float:
    """A Group with the units beside it."""
    unit = seen_unit(view, str(choice.path()[0]))
    if unit.id in view.position.hidden:
        return HIDING
    return max((plan(view, (unit, other)) for other in islice(joiners(view, (unit,), ""), CONSIDERED)), default=NOTHING)


def _gathering(view: HeroesState, frame: Gathering, choice: Choice) -> float:
    members = frame.units(view)
    if isinstance(choice, With):
        return plan(view, (*members, view.position.unit(choice.unit) or members[0]))
    if isinstance(choice, Act):
        judged = {"move": _moving, "enter": _moving, "rally": _rallying}.get(choice.what)
        return judged(view, members) if judged is not None else HIDING
    if isinstance(choice, verbs.Fire | verbs.Assault):
        leader = view.position.units[choice.unit]
        return _led(view, leader, choice.target if isinstance(choice, verbs.Fire) else leader.hex, members)
    target = getattr(choice, "target", None)
    blind = choice.verb in view.setting.edition.attacks and target is None
    return NOTHING if blind or (isinstance(target, int) and not view.position.at(target)) else 0.0


def _group_move(view: HeroesState, frame: GroupMoving | Deploying, choice: Choice) -> float:
    if isinstance(choice, verbs.Enter):
        return 0.6 + place_worth(view, view.position.units[choice.unit], choice.to, choice.facing) / 4
    if isinstance(choice, Sneak):
        unit = seen_unit(view, choice.unit)
        return ground(view, unit, choice.to) - ground(view, unit, unit.hex)
    if not isinstance(choice, verbs.Move | verbs.Pivot):
        return 0.0
    unit = view.position.units[choice.unit]
    to = choice.to if isinstance(choice, verbs.Move) else unit.hex
    return place_worth(view, unit, to, choice.facing) - place_worth(view, unit, unit.hex, unit.facing)


# -- in hiding


def _sneak(view: HeroesState, unit: Unit, action: Action) -> float:
    """Nearer to what counts while nobody sees; a unit in view has little reason to hide."""
    gain = ground(view, unit, action.hex) - ground(view, unit, unit.hex)
    return gain if unit.id in view.position.hidden else gain + HIDING


def _reveal(view: HeroesState, force: str, choice: Choice) -> float:
    assert isinstance(choice, Reveal)
    unit = view.position.hidden[choice.unit]
    return SHOWING + best_shot(view, unit, unit.hex, choice.facing)


def _noted(view: HeroesState, frame: Concealing, choice: Choice) -> float:
    return ground(view, seen_unit(view, choice.unit), choice.to) if isinstance(choice, Sneak) else 0.0


def _facing(view: HeroesState, frame: Turning, choice: Choice) -> float:
    unit = view.position.units[frame.unit]
    return place_worth(view, unit, unit.hex, choice.facing)  # type: ignore[attr-defined]


def _scout(view: HeroesState, frame: Scouting, choice: Choice) -> float:
    return 0.1 if isinstance(choice, Look) else 0.0


def _place(view: HeroesState, frame: Placing, choice: Choice) -> float:
    """The Mission's own proposal will do."""
    return 0.1 if isinstance(choice, Ready) else 0.0


JUDGED: dict[type[Frame], Callable[[HeroesState, Any, Choice], float]] = {
    Gathering: _gathering,
    GroupMoving: _group_move,
    Deploying: _group_move,
    Concealing: _noted,
    Turning: _facing,
    Scouting: _scout,
    Placing: _place,
}
ACTIONS: dict[str, Callable[[HeroesState, Unit, Action], float]] = {
    "sneak": _sneak,
}
OPENED: dict[str, Callable[[HeroesState, str, Any], float]] = {"group": _group, "reveal": _reveal}
