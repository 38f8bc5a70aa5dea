"""What attacks, their dice and Rallies are worth once they have begun."""

from __future__ import annotations

from balka.bots.heroes.duels import duel
from balka.bots.heroes.looking import Look
from balka.bots.heroes.scale import NOTHING, FrameWorth, attack_worth, middling, odds_of
from balka.core.checks import Check
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fire import is_flank_attack, is_sniper
from balka.systems.heroes.chapters.rally import LED, Rallying, rally_check
from balka.systems.heroes.chapters.targets import target_named
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.rolls import Rolling
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.units import HeroesState, Unit

STAKES = {"spent": 0.3, "meets": 0.5}  # by what a check is read; of an attack that is turned into a Hit
GOOD = ("yes", "hit", "fresh", "destroyed")  # rolls that are left as they are


def shots(view: HeroesState, shooter: Unit, place: int, support: int) -> float:
    """All rolls of an attack on a hex; a Sniper takes the best."""
    return shots_at(view, shooter, view.position.at(place), support)


def shots_at(view: HeroesState, shooter: Unit, targets: tuple[Unit, ...], support: int = 0) -> float:
    """The rolls of an attack, enemies for and friends against it; a Sniper takes the best."""
    worths = [0.0]
    for target in targets:
        need = duel(view, shooter, target).need(is_flank_attack(view, target, shooter.hex))
        gain = attack_worth(target, need - support)
        worths.append(gain if target.side != shooter.side else -gain)
    return max(worths) if is_sniper(view, shooter) else sum(worths)


def _attack(look: Look, attack: Attack, choice: Choice) -> float:
    view = look.view
    if isinstance(choice, verbs.At):
        target = target_named(view, choice.target)
        return attack_worth(target, middling(attack.check_for(view, choice.target)))
    target = target_named(view, attack.now)
    sign = 1.0 if target.side != view.setting.forces[attack.force] else -1.0
    if isinstance(choice, verbs.Caps):
        need = middling(attack.check_for(view, attack.now, choice.count))
        return sign * attack_worth(target, need) - look.cap * abs(choice.count)
    aimed = attack_worth(target, middling(attack.check_for(view, attack.now)) - 2)
    return sign * aimed - 0.15 * look.card


def _rally(look: Look, rallying: Rallying, choice: Choice) -> float:
    view = look.view
    unit = seen_unit(view, rallying.unit)
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    check = rally_check(view, unit, count, () if isinstance(choice, verbs.Caps) else (LED,))
    caps = count if isinstance(choice, verbs.Caps) else 1
    return look.weights.rallied * odds_of("2d6", "meets", middling(check))["yes"] - look.cap * caps


def changed_roll(look: Look, rolling: Rolling, choice: Choice) -> float:
    """A card is worth its chance of turning a bad roll into a good one."""
    check, need = rolling.check, middling(rolling.check)
    if isinstance(choice, verbs.Keep):
        return 0.0
    if rolling.band in GOOD:
        return NOTHING * look.weights.steady
    short, stake = (
        need - sum(rolling.faces) - rolling.adjust + (1 if check.reader == "spent" else 0),
        at_stake(look, check),
    )
    if isinstance(choice, verbs.Luck):
        return stake * (5 / 6 if short <= 2 else 0.0) - 0.5 * look.card
    if isinstance(choice, verbs.Reroll) and check.dice == "2d6":
        return stake * another_die(rolling, choice.die, short) - 0.45 * look.card
    return stake * odds_of("d10", "spent", need)["fresh"] - 0.6 * look.card if check.reader == "spent" else -1.0


def at_stake(look: Look, check: Check) -> float:
    """What a roll is about: an attack more than a Rally or the Initiative, and those more than a Spent Check."""
    steady = look.weights.steady
    return 1 - steady * (1 - STAKES.get(check.reader, 1.0))


def another_die(rolling: Rolling, die: int, short: int) -> float:
    """The chance that a die rolled again makes up for what is missing."""
    return max(0, 6 - (rolling.faces[die - 1] + short) + 1) / 6


FRAMES: dict[type[Frame], FrameWorth] = {Attack: _attack, Rallying: _rally, Rolling: changed_roll}
