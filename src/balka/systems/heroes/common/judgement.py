"""What a choice is worth to its owner, by exact odds and a plain judgement of ground. Advice, not rules.

One is about the value of an enemy unit destroyed. Only what the view knows is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.common import judgement_groups, judgement_vehicles, judgement_works, verbs
from balka.systems.heroes.common.actions import NO_CHECK, Action
from balka.systems.heroes.common.attacks import Attack
from balka.systems.heroes.common.cards import card_action
from balka.systems.heroes.common.choosing import action_for
from balka.systems.heroes.common.fire import is_sniper, shot_at
from balka.systems.heroes.common.judgement_places import (
    attack_worth,
    best_shot,
    danger,
    middling,
    odds_of,
    place_worth,
)  # fmt: skip
from balka.systems.heroes.common.rally import LED, Rallying, rally_check
from balka.systems.heroes.common.ratings import attack_check
from balka.systems.heroes.common.rolls import Rolling
from balka.systems.heroes.common.situation import seen_unit
from balka.systems.heroes.common.targets import target_named
from balka.systems.heroes.common.turn_order import TeamTurn
from balka.systems.heroes.common.turns import Turn
from balka.systems.heroes.units import HeroesState, Unit

FRESHNESS = 0.12  # worth of keeping a unit Fresh
CAP = 0.07  # worth of a CAP kept
RALLIED = 0.45
FIRST_TURN = 0.3
ACTIONS = {**judgement_vehicles.ACTIONS, **judgement_groups.ACTIONS, **judgement_works.ACTIONS}
OPENED = {**judgement_groups.OPENED, **judgement_works.OPENED}
CARDS = {"follow me": 0.0, "officer": 0.3, "seek cover": 0.15, "sniper fire": 0.12, "swift": 0.05}


def worth(view: HeroesState, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to the seat that is asked."""
    top = view.stack[-1]
    top = top.of(view, seat) if isinstance(top, TeamTurn) else top
    judge = view.setting.edition.judged.get(type(top)) or JUDGED.get(type(top))
    return judge(view, top, choice) if judge is not None else 0.0


def _rally(view: HeroesState, rallying: Rallying, choice: Choice) -> float:
    unit = seen_unit(view, rallying.unit)
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    check = rally_check(view, unit, count, () if isinstance(choice, verbs.Caps) else (LED,))
    caps = count if isinstance(choice, verbs.Caps) else 1
    return RALLIED * odds_of("2d6", "meets", middling(check))["yes"] - CAP * caps


# -- a Turn


def _turn(view: HeroesState, turn: Turn, choice: Choice) -> float:
    if isinstance(choice, verbs.Pass | verbs.Done):
        return 0.0
    if isinstance(choice, verbs.Play):
        return _card_worth(view, choice.card, 0.1) if _worth_a_card(view, turn.force) else -0.1
    if isinstance(choice, verbs.PlayWith):
        return _card(view, choice)
    if choice.verb in view.setting.edition.begin:
        opened = OPENED.get(choice.verb) or view.setting.edition.opened.get(choice.verb)
        return opened(view, turn.force, choice) if opened is not None else 0.0
    unit = view.position.unit(str(choice.path()[0]))
    assert unit is not None
    action = action_for(view, unit, choice, turn.free)
    return _action_gain(view, unit, action) - _price(view, unit, action)


def _worth_a_card(view: HeroesState, force: str) -> bool:
    """Is there anybody with something to shoot at or a long way to go?"""
    mine = [unit for unit in view.position.units.values() if unit.force == force and unit.hex >= 0]
    return any(best_shot(view, unit, unit.hex, unit.facing) > 0.2 for unit in mine)


def _card(view: HeroesState, choice: verbs.PlayWith) -> float:
    unit, roles = seen_unit(view, choice.unit), view.setting.edition.roles
    if choice.card == roles["follow me"]:
        return RALLIED - _price(view, unit, card_action(view, unit, choice.card))
    if choice.card == roles["rally up"]:
        sure = odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]
        return RALLIED * sure - _price(view, unit, card_action(view, unit, choice.card))
    if choice.card == roles["seek cover"]:
        return CARDS["seek cover"] * min(2.0, danger(view, unit, unit.hex, unit.facing) * 4)
    return _card_worth(view, choice.card, 0.0) - _price(view, unit, card_action(view, unit, choice.card)) / 2


def _card_worth(view: HeroesState, card: str, usual: float) -> float:
    """What a card is usually worth, by what it does."""
    role = next((role for role, named in view.setting.edition.roles.items() if named == card), "")
    return CARDS.get(role, usual)


def _price(view: HeroesState, unit: Unit, action: Action) -> float:
    """What paying for the Action loses."""
    return 0.0 if action.terms == NO_CHECK else float(view.setting.edition.economy.price(view, unit, action))


def _action_gain(view: HeroesState, unit: Unit, action: Action) -> float:
    if action.verb in ("fire", "assault"):
        return _shooting(view, unit, action)
    if action.verb == "rally":
        return RALLIED * odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]
    if action.verb == "enter":
        return 0.6 + place_worth(view, unit, action.hex, action.facing) / 4
    if action.verb in ("move", "pivot"):
        now = place_worth(view, unit, unit.hex, unit.facing)
        return place_worth(view, unit, action.hex, action.facing) - now
    more = ACTIONS.get(action.verb) or view.setting.edition.worth.get(action.verb)
    return float(more(view, unit, action)) if more is not None else -0.05


def _shooting(view: HeroesState, unit: Unit, action: Action) -> float:
    targets = [view.position.units[action.target]] if action.target else list(view.position.at(action.hex))
    worths = [0.0]
    for target in targets:
        gain = attack_worth(target, middling(attack_check(view, shot_at(view, unit, target))))
        worths.append(gain if target.side != unit.side else -gain)
    return max(worths) if is_sniper(view, unit) else sum(worths)


# -- inside an Action


def _attack(view: HeroesState, attack: Attack, choice: Choice) -> float:
    if isinstance(choice, verbs.At):
        target = target_named(view, choice.target)
        return attack_worth(target, middling(attack.check_for(view, choice.target)))
    target = target_named(view, attack.now)
    sign = 1.0 if target.side != view.setting.forces[attack.force] else -1.0
    if isinstance(choice, verbs.Caps):
        need = middling(attack.check_for(view, attack.now, choice.count))
        return sign * attack_worth(target, need) - CAP * abs(choice.count)
    aimed = attack_worth(target, middling(attack.check_for(view, attack.now)) - 2)
    return sign * aimed - 0.15


def changed_roll(view: HeroesState, rolling: Rolling, choice: Choice) -> float:
    """A card is worth its chance of turning a bad roll into a good one."""
    check, need = rolling.check, middling(rolling.check)
    if rolling.band in ("yes", "hit", "fresh", "destroyed") or isinstance(choice, verbs.Keep):
        return 0.0
    short = need - sum(rolling.faces) - rolling.adjust + (1 if check.reader == "spent" else 0)
    if isinstance(choice, verbs.Luck):
        return (5 / 6 if short <= 2 else 0.0) - 0.5
    if isinstance(choice, verbs.Reroll) and check.dice == "2d6":
        return another_die(rolling, choice.die, short) - 0.45
    return odds_of("d10", "spent", need)["fresh"] - 0.6 if check.reader == "spent" else -1.0


def another_die(rolling: Rolling, die: int, short: int) -> float:
    """The chance that a die rolled again makes up for what is missing."""
    return max(0, 6 - (rolling.faces[die - 1] + short) + 1) / 6


JUDGED: dict[type[Frame], Callable[[HeroesState, Any, Choice], float]] = {
    Turn: _turn,
    Attack: _attack,
    Rallying: _rally,
    Rolling: changed_roll,
    **judgement_vehicles.JUDGED,
    **judgement_groups.JUDGED,
    **judgement_works.JUDGED,
}
