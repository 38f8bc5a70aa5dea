"""What calling, placing and answering an airplane is worth: Storms of Steel."""

from __future__ import annotations

from balka.bots.heroes.looking import Look
from balka.bots.heroes.scale import FrameWorth, OpenedWorth, attack_worth, middling, odds_of
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.third_edition.airplanes import AirAttack, Flak, PlaceAt, in_swath, plane_weapon
from balka.systems.heroes.third_edition.anti_air import Answer, AnswerUnseen, flak_check
from balka.systems.heroes.units import HeroesState

AIR_STRIKE = 0.5
TIRED_CREW = 0.11  # worth of the Freshness that answering a plane may cost


def strike_worth(view: HeroesState, force: str, card: str, place: int, facing: int) -> float:
    """What a plane would do to the enemy less what it would do to its own side."""
    attack, side, total = Attack(force, card, (), plane_weapon(view, card), place), view.setting.forces[force], 0.0
    for name in in_swath(view, place, facing):
        target = view.position.units[name]
        gain = attack_worth(target, middling(attack_check(view, attack.shot(view, name))))
        total += gain if target.side != side else -gain
    return total


def _air(look: Look, frame: AirAttack, choice: Choice) -> float:
    view = look.view
    if isinstance(choice, PlaceAt):
        return strike_worth(view, frame.force, frame.card, choice.place, choice.facing)
    if isinstance(choice, Answer | AnswerUnseen):
        unit = seen_unit(view, choice.unit)
        miss = odds_of("2d6", "attack", flak_check(view, unit, frame.card, frame.place).need)["miss"]
        harm = strike_worth(view, frame.force, frame.card, frame.place, frame.facing)
        return (1 - miss) * harm - TIRED_CREW
    return 0.0


def _flak(look: Look, frame: Flak, choice: Choice) -> float:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    helped = frame.helped(choice.card) if isinstance(choice, verbs.Play) else frame
    check = helped.check_for(look.view, count)
    return 1 - odds_of("2d6", "attack", check.need)["miss"] - look.cap * (count + (helped is not frame))


def _call_plane(look: Look, force: str, choice: Choice) -> float:
    """Worth calling when two enemies or more stand close together, or a big one."""
    enemies = [unit for unit in look.view.position.units.values() if unit.force != force and unit.hex >= 0]
    return AIR_STRIKE if enemies else -0.1


OPENED: dict[str, OpenedWorth] = {"plane": _call_plane}
FRAMES: dict[type[Frame], FrameWorth] = {AirAttack: _air, Flak: _flak}
