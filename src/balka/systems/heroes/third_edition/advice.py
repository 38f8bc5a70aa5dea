"""What the choices that only this edition knows are worth to bots. Advice, not rules."""

from __future__ import annotations

from balka.core.choices import Choice
from balka.core.hexes import hexes_in
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.attacks import Attack
from balka.systems.heroes.common.chapters import Chapter
from balka.systems.heroes.common.fire import shot_at
from balka.systems.heroes.common.judgement import CAP, FIRST_TURN, FRESHNESS, another_die, changed_roll
from balka.systems.heroes.common.judgement_groups import NOTHING, shots
from balka.systems.heroes.common.judgement_places import attack_worth, best_shot, danger, middling, odds_of
from balka.systems.heroes.common.judgement_vehicles import further
from balka.systems.heroes.common.ratings import attack_check
from balka.systems.heroes.common.rolls import Rolling
from balka.systems.heroes.common.situation import seen_unit
from balka.systems.heroes.third_edition.airplanes import (
    AirAttack,
    Flak,
    PlaceAt,
    in_swath,
    plane_weapon,
)
from balka.systems.heroes.third_edition.anti_air import Answer, AnswerUnseen, flak_check
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.third_edition.recon import Recon, Search, suspected
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.third_edition.veteran_moves import Hurry, Overrunning
from balka.systems.heroes.third_edition.veterans import Again, Duel, Steady, strike_action
from balka.systems.heroes.units import HeroesState, Unit

SEARCHING, AIR_STRIKE = 0.12, 0.5
TIRED_CREW = 0.11  # worth of the Freshness that answering a plane may cost


def _initiative(view: HeroesState, asked: Initiative, choice: Choice) -> float:
    if not isinstance(choice, verbs.Caps):
        return 0.0
    need = view.setting.rulebook.initiative_need - choice.count
    return FIRST_TURN * odds_of("2d6", "meets", need)["yes"] - CAP * abs(choice.count)


def _payment(view: HeroesState, payment: Payment, choice: Choice) -> float:
    cost = sum(payment.cost.spread) // 2
    if isinstance(choice, verbs.Caps):
        left = cost - choice.count
        return (-FRESHNESS * odds_of("d10", "spent", left)["spent"] if left > 0 else 0.0) - CAP * choice.count
    if isinstance(choice, verbs.Play):
        harm = odds_of("d10", "spent", cost + 3)["spent"] - odds_of("d10", "spent", cost)["spent"] if cost else 0.9
        return FRESHNESS * harm - 0.1
    return 0.0


def _strike(view: HeroesState, duel: Duel, choice: Choice) -> float:
    """What striking back at once is worth, less what it costs."""
    if not isinstance(choice, verbs.PlayWith):
        return 0.0
    unit, foe = view.position.units[choice.unit], view.position.units[duel.attack.unit]
    gain = attack_worth(foe, middling(attack_check(view, shot_at(view, unit, foe))))
    return gain - CAP - view.setting.edition.economy.price(view, unit, strike_action(view, unit, foe.id))


def _rolling(view: HeroesState, rolling: Rolling, choice: Choice) -> float:
    """Veterans change their rolls for CAPs, others by cards."""
    if not isinstance(choice, Steady | Again) or rolling.band in ("yes", "hit", "fresh", "destroyed"):
        return changed_roll(view, rolling, choice)
    steadies = rolling.check.reader == "spent"
    short = middling(rolling.check) - sum(rolling.faces) - rolling.adjust + (1 if steadies else 0)
    if isinstance(choice, Steady):
        return (FRESHNESS if short <= 1 else 0.0) - 2 * CAP
    return another_die(rolling, choice.die, short) - 2 * CAP if rolling.check.dice == "2d6" else -1.0


def _recon(view: HeroesState, unit: Unit, action: Action) -> float:
    """Searching is for those who have nothing to shoot at, where nobody has looked in this Round."""
    fresh = any(not _combed(view, unit.side, place) for place in hexes_in(suspected(view, unit)))
    return SEARCHING if fresh and not best_shot(view, unit, unit.hex, unit.facing) else NOTHING


def _combed(view: HeroesState, side: str, place: int) -> bool:
    return (side, place) in view.tracks.combed


def _search(view: HeroesState, frame: Recon, choice: Choice) -> float:
    """Cover near at hand is suspected first, a hex just found empty not at all; CAPs are kept."""
    if not isinstance(choice, Search):
        return -CAP * choice.count if isinstance(choice, verbs.Caps) else 0.0
    unit, cover = view.position.units[frame.unit], view.setting.ground.defence[choice.place]
    if _combed(view, unit.side, choice.place):
        return NOTHING
    away = view.setting.board.distance(unit.hex, choice.place)
    return (0.5 if cover is not None else 0.0) - 0.05 * away


def _snipe(view: HeroesState, unit: Unit, action: Action) -> float:
    return shots(view, unit, action.hex, 0) - CAP


# -- airplanes


def strike_worth(view: HeroesState, force: str, card: str, place: int, facing: int) -> float:
    """What a plane would do to the enemy less what it would do to its own side."""
    attack, side, total = Attack(force, card, (), plane_weapon(view, card), place), view.setting.forces[force], 0.0
    for name in in_swath(view, place, facing):
        target = view.position.units[name]
        gain = attack_worth(target, middling(attack_check(view, attack.shot(view, name))))
        total += gain if target.side != side else -gain
    return total


def _air(view: HeroesState, frame: AirAttack, choice: Choice) -> float:
    if isinstance(choice, PlaceAt):
        return strike_worth(view, frame.force, frame.card, choice.place, choice.facing)
    if isinstance(choice, Answer | AnswerUnseen):
        unit = seen_unit(view, choice.unit)
        miss = odds_of("2d6", "attack", flak_check(view, unit, frame.card, frame.place).need)["miss"]
        harm = strike_worth(view, frame.force, frame.card, frame.place, frame.facing)
        return (1 - miss) * harm - TIRED_CREW
    return 0.0


def _flak(view: HeroesState, frame: Flak, choice: Choice) -> float:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    helped = frame.helped(choice.card) if isinstance(choice, verbs.Play) else frame
    check = helped.check_for(view, count)
    return 1 - odds_of("2d6", "attack", check.need)["miss"] - CAP * (count + (helped is not frame))


def _call_plane(view: HeroesState, force: str, choice: Choice) -> float:
    """Worth calling when two enemies or more stand close together, or a big one."""
    enemies = [unit for unit in view.position.units.values() if unit.force != force and unit.hex >= 0]
    return AIR_STRIKE if enemies else -0.1


def _overrun(view: HeroesState, force: str, choice: Choice) -> float:
    unit = view.position.units[str(choice.path()[0])]
    return 0.1 if danger(view, unit, unit.hex, unit.facing) > 0.3 else -0.1


CHAPTER = Chapter(
    name="1",
    judged={
        Payment: _payment,
        Initiative: _initiative,
        Duel: _strike,
        Rolling: _rolling,
        Recon: _search,
        AirAttack: _air,
        Flak: _flak,
        Hurry: further,
        Overrunning: further,
    },
    opened={"plane": _call_plane, "overrun": _overrun},
    worth={"recon": _recon, "snipe": _snipe},
)
