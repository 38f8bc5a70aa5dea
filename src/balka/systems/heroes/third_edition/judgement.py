"""What a choice is worth to its owner, by exact odds and a plain judgement of ground. Advice, not rules.

One is about the value of an enemy unit destroyed. Only what the view knows is used.
"""

from __future__ import annotations

from functools import cache

from balka.core.checks import Check, Tally
from balka.core.choices import Choice
from balka.core.hexes import hexes_in
from balka.systems.heroes.mission_data import ExitVp, SatchelPickup, VpControlEndOfMission, VpControlEndOfRound
from balka.systems.heroes.third_edition import verbs
from balka.systems.heroes.third_edition.actions import NO_CHECK, Action
from balka.systems.heroes.third_edition.attacks import Attack
from balka.systems.heroes.third_edition.cards import card_action
from balka.systems.heroes.third_edition.choosing import action_for
from balka.systems.heroes.third_edition.fire import attack_check, shot_at, zone_from
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.third_edition.rally import Rallying, rally_check
from balka.systems.heroes.third_edition.rolls import Rolling
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.third_edition.situation import foes_mask
from balka.systems.heroes.third_edition.turns import Turn
from balka.systems.heroes.units import HeroesState, Unit

HIT, KILL = 0.55, 1.2  # worth of a first Hit and of a unit destroyed
FRESHNESS = 0.22  # worth of keeping a unit Fresh
CAP = 0.07  # worth of a CAP kept
RALLIED = 0.45
GROUND, COVER, DANGER, CHANCE_TO_FIRE = 0.14, 0.08, 0.35, 0.3
GOAL_HELD = 1.0
FIRST_TURN = 0.3
CARDS = {"01": 0.1, "02": 0.1, "08": 0.3, "09": 0.15, "10": 0.12, "12": 0.05}


@cache
def odds_of(dice: str, reader: str, need: int) -> dict[str, float]:
    """The chance of each band at a need."""
    chances = Check("", dice, Tally(""), reader).chances(need)
    return {band: float(chance) for band, chance in chances.items()}


def attack_worth(target: Unit, need: int) -> float:
    """What an attack on a unit is worth at a Hit Number: a second Hit destroys."""
    odds = odds_of("2d6", "attack", need)
    return odds["hit"] * (KILL if target.marker else HIT) + odds["destroyed"] * KILL


def middling(check: Check) -> int:
    """The number needed, the middle of the range where it is not known."""
    low, high = check.tally.spread
    return (low + high) // 2


def worth(view: HeroesState, choice: Choice, seat: str) -> float:
    """What a listed choice is worth to the seat that is asked."""
    top = view.stack[-1]
    if isinstance(top, Turn):
        return _turn(view, top, choice)
    if isinstance(top, Attack):
        return _attack(view, top, choice)
    if isinstance(top, Payment):
        return _payment(view, top, choice)
    if isinstance(top, Rallying) and isinstance(choice, verbs.Caps):
        check = rally_check(view, view.position.units[top.unit], choice.count)
        return RALLIED * odds_of("2d6", "meets", middling(check))["yes"] - CAP * choice.count
    if isinstance(top, Rolling):
        return _changed_roll(top, choice)
    if isinstance(top, Initiative) and isinstance(choice, verbs.Caps):
        need = view.setting.rulebook.initiative_need - choice.count
        return FIRST_TURN * odds_of("2d6", "meets", need)["yes"] - CAP * abs(choice.count)
    return 0.0


# -- a Turn


def _turn(view: HeroesState, turn: Turn, choice: Choice) -> float:
    if isinstance(choice, verbs.Pass | verbs.Done):
        return 0.0
    if isinstance(choice, verbs.Play):
        return CARDS.get(choice.card, 0.1) if _worth_a_card(view, turn.force) else -0.1
    if isinstance(choice, verbs.PlayWith):
        return _card(view, choice)
    unit = view.position.units[str(choice.path()[0])]
    action = action_for(view, unit, choice, turn.free)
    gain = _action_gain(view, unit, action)
    return gain if turn.stage == "deploy" else gain - _price(view, unit, action)


def _worth_a_card(view: HeroesState, force: str) -> bool:
    """Is there anybody with something to shoot at or a long way to go?"""
    mine = [unit for unit in view.position.units.values() if unit.force == force and unit.hex >= 0]
    return any(_best_shot(view, unit, unit.hex, unit.facing) > 0.2 for unit in mine)


def _card(view: HeroesState, choice: verbs.PlayWith) -> float:
    unit = view.position.units[choice.unit]
    if choice.card in ("03", "04"):
        sure = 1.0 if choice.card == "03" else odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]
        return RALLIED * sure - _price(view, unit, card_action(view, unit, choice.card))
    if choice.card == "09":
        return CARDS["09"] * min(2.0, _danger(view, unit, unit.hex, unit.facing) * 4)
    return CARDS.get(choice.card, 0.0) - _price(view, unit, card_action(view, unit, choice.card)) / 2


def _price(view: HeroesState, unit: Unit, action: Action) -> float:
    """What the Action costs: the risk of being Spent, or the CAPs a Spent unit must pay."""
    if action.terms == NO_CHECK:
        return 0.0
    cost = max(0, action.cost(view, unit).value)
    if unit.spent:
        return CAP * cost
    return FRESHNESS * odds_of("d10", "spent", cost)["spent"] if cost else 0.0


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
    more = view.setting.edition.worth.get(action.verb)
    return float(more(view, unit, action)) if more is not None else -0.05


def _shooting(view: HeroesState, unit: Unit, action: Action) -> float:
    targets = [view.position.units[action.target]] if action.target else list(view.position.at(action.hex))
    total = 0.0
    for target in targets:
        gain = attack_worth(target, middling(attack_check(view, shot_at(view, unit, target))))
        total += gain if target.side != unit.side else -gain
    return total


# -- where a unit stands


def place_worth(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """How good it is to stand in a hex facing a way: goals, cover, danger, targets."""
    cover = view.setting.ground.defence[place]
    worth_of_cover = COVER * cover.value if cover is not None else 0.0
    shot = CHANCE_TO_FIRE * _best_shot(view, unit, place, facing)
    return _ground(view, unit, place) + worth_of_cover + shot - DANGER * _danger(view, unit, place, facing)


def _ground(view: HeroesState, unit: Unit, place: int) -> float:
    """Nearer to what the Mission wants, and on it best of all."""
    best = 0.0
    for goal, weight in goals(view, unit.force):
        away = view.setting.board.distance(place, goal)
        best = max(best, weight * ((GOAL_HELD if away == 0 else 0.0) + GROUND * (12 - min(away, 12))))
    return best


def goals(view: HeroesState, force: str) -> list[tuple[int, float]]:
    """Hexes the Mission makes worth having, and how much."""
    cached: dict[str, list[tuple[int, float]]] = view.__dict__.setdefault("_goals", {})
    if force not in cached:
        cached[force] = _goals(view, force)
    return cached[force]


def _goals(view: HeroesState, force: str) -> list[tuple[int, float]]:
    board, side, found = view.setting.board, view.setting.forces[force], []
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, VpControlEndOfRound | VpControlEndOfMission):
            mine = view.position.control.get(board.labels[board.hex(rule.hex)]) == side
            found.append((board.hex(rule.hex), 0.5 if mine else 1.0))
        elif isinstance(rule, SatchelPickup):
            found += _satchel_goals(view, rule, side)
        elif isinstance(rule, ExitVp) and rule.side == side:
            found += [(board.hex(label), 0.8) for label in rule.hexes]
    return found


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


def _enemies(view: HeroesState, unit: Unit) -> list[Unit]:
    """The other side's counters on the map."""
    cached: dict[str, list[Unit]] = view.__dict__.setdefault("_enemies", {})
    if unit.side not in cached:
        units = view.position.units.values()
        cached[unit.side] = [other for other in units if other.side != unit.side and other.hex >= 0]
    return cached[unit.side]


def _duel(view: HeroesState, shooter: Unit, target: Unit) -> float:
    """What one attack would be worth, remembered while the view lasts."""
    cached: dict[tuple[str, int, int, str, int, int], float] = view.__dict__.setdefault("_duels", {})
    key = (shooter.id, shooter.hex, shooter.facing, target.id, target.hex, target.facing)
    found = cached.get(key)
    if found is None:
        found = cached[key] = attack_worth(target, middling(attack_check(view, shot_at(view, shooter, target))))
    return found


def _best_shot(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The best attack the unit would have from there."""
    held = foes_mask(view, unit.side)
    zone = zone_from(view, unit.changed(hex=place), facing) & held
    there = unit.changed(hex=place, facing=facing) if zone else unit
    foes = [foe for target in hexes_in(zone) for foe in view.position.at(target) if foe.side != unit.side]
    return max((_duel(view, there, foe) for foe in foes), default=0.0)


def _danger(view: HeroesState, unit: Unit, place: int, facing: int) -> float:
    """The worth, to the enemy, of the attacks he could make on it there; Spent units threaten less."""
    there = unit.changed(hex=place, facing=facing)
    total = 0.0
    for foe in _enemies(view, unit):
        if foe.hex == place or zone_from(view, foe, foe.facing) >> place & 1:
            total += _duel(view, foe, there) * (0.4 if foe.spent else 1.0)
    return total


# -- inside an Action


def _attack(view: HeroesState, attack: Attack, choice: Choice) -> float:
    if isinstance(choice, verbs.At):
        target = view.position.units[choice.target]
        return attack_worth(target, middling(attack.check_for(view, choice.target)))
    target = view.position.units[attack.now]
    sign = 1.0 if target.force != attack.force else -1.0
    if isinstance(choice, verbs.Caps):
        need = middling(attack.check_for(view, attack.now, choice.count))
        return sign * attack_worth(target, need) - CAP * abs(choice.count)
    aimed = attack_worth(target, middling(attack.check_for(view, attack.now)) - 2)
    return sign * aimed - 0.15


def _payment(view: HeroesState, payment: Payment, choice: Choice) -> float:
    cost = payment.cost.value
    if isinstance(choice, verbs.Caps):
        left = cost - choice.count
        return (-FRESHNESS * odds_of("d10", "spent", left)["spent"] if left > 0 else 0.0) - CAP * choice.count
    if isinstance(choice, verbs.Play):
        harm = odds_of("d10", "spent", cost + 3)["spent"] - odds_of("d10", "spent", cost)["spent"] if cost else 0.9
        return FRESHNESS * harm - 0.1
    return 0.0


def _changed_roll(rolling: Rolling, choice: Choice) -> float:
    """A card is worth its chance of turning a bad roll into a good one."""
    check, need = rolling.check, middling(rolling.check)
    if rolling.band in ("yes", "hit", "fresh", "destroyed") or isinstance(choice, verbs.Keep):
        return 0.0
    short = need - sum(rolling.faces) - rolling.adjust + (1 if check.reader == "spent" else 0)
    if isinstance(choice, verbs.Luck):
        return (5 / 6 if short <= 2 else 0.0) - 0.5
    if isinstance(choice, verbs.Reroll) and check.dice == "2d6":
        better = 6 - (rolling.faces[choice.die - 1] + short) + 1
        return max(0, better) / 6 - 0.45
    return odds_of("d10", "spent", need)["fresh"] - 0.6 if check.reader == "spent" else -1.0
