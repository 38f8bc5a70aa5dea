"""What strikes, mortars, smoke, flame and Weapon cards are worth."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.scale import NOTHING, ActionWorth, FrameWorth, attack_worth, middling, odds_of
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.artillery import Hold, Plan, Planning, Strike, area_at, drift_check
from balka.systems.heroes.chapters.targets import find_target, is_work, targets_in_hex, works_names
from balka.systems.heroes.chapters.weapons import ALL_WEAPONS, targets_of
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.abilities import SMOKE
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.quotes import result_checks
from balka.systems.heroes.play.situation import sees
from balka.systems.heroes.units import HeroesState, Unit

STAYS = 0.4  # that a unit under a planned strike will still be there
IN_THE_DARK = -0.1  # an attack where nobody is to be seen, though it may cost nothing
WORK = 0.25  # worth of works destroyed, beside a unit
SEEN, SCREENED = 12, 0.04  # enemies looked at, and worth of hiding one friend from one of them


def attacks(look: Look, unit: Unit, action: Action) -> float:
    """The rolls an Action brings, enemies for and friends against it. One that can harm nobody is not done: it may cost
    nothing, and would put off the end of the Round."""
    view = look.view
    checks = result_checks(view, unit, action)
    names = _names(view, unit, action)
    if not names:
        return IN_THE_DARK
    total = 0.0
    for name, check in zip(names, checks, strict=False):
        target = find_target(view, name)
        if target is not None:
            gain = attack_worth(target, middling(check)) * (WORK if is_work(name) else 1.0)
            total += gain if target.side != unit.side else -gain
    return total or (NOTHING if look.weights.stall else 0.0)


def _names(view: HeroesState, unit: Unit, action: Action) -> tuple[str, ...]:
    if view.setting.model(action.verb) in ALL_WEAPONS:
        return targets_of(view, unit, action)
    if action.verb == "raze":
        return works_names(view, unit.hex)
    return (action.target,) if action.target else targets_in_hex(view, action.hex)


def _plan(look: Look, frame: Planning, choice: Choice) -> float:
    """Where many enemies stand and few friends, perhaps they still will."""
    view = look.view
    if not isinstance(choice, Plan):
        return 0.02 if isinstance(choice, Hold) else 0.0
    side = view.setting.cards[choice.card].side
    area = hexes_in(area_at(view, view.setting.board.axial[choice.target]))
    units = [unit for h in area for unit in view.position.at(h)]
    balance = sum(1 if unit.side != side else -1.5 for unit in units)
    return STAYS * balance * (1.0 if choice.what == "he" else -0.3)


def _strike(look: Look, frame: Strike, choice: Choice) -> float:
    """A strike on target is worth CAPs if there is somebody to hit."""
    view = look.view
    if not isinstance(choice, verbs.Caps) or frame.drift >= 0:
        return -look.cap * abs(choice.count) if isinstance(choice, verbs.Caps) else 0.0
    side = view.setting.forces[frame.force]
    area = hexes_in(area_at(view, view.setting.board.axial[frame.target]))
    balance = sum(1 if unit.side != side else -1 for h in area for unit in view.position.at(h))
    need = drift_check(view, frame.force, choice.count).need
    return STAYS * balance * odds_of("d6", "meets", need)["yes"] - look.cap * abs(choice.count)


def _smoke(look: Look, unit: Unit, action: Action) -> float:
    """Smoke is worth something where it shields friends in sight of enemies: a screen in front of an advance."""
    view = look.view
    units = view.position.units.values()
    enemies = [foe for foe in units if foe.side != unit.side and foe.hex >= 0 and not foe.spent]
    friends = [friend for friend in view.position.at(action.hex) if friend.side == unit.side]
    seen = sum(sees(view, foe.hex, action.hex, 2) for foe in enemies[:SEEN]) if friends else 0
    return SCREENED * seen * len(friends) - 0.05


ACTIONS: dict[str, ActionWorth] = {
    "indirect": attacks, "flame": attacks, "scorch": attacks, "raze": attacks, SMOKE: _smoke,
}  # fmt: skip
FRAMES: dict[type[Frame], FrameWorth] = {Planning: _plan, Strike: _strike}
