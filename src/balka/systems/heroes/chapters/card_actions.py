"""What the Action cards of both editions do when a unit plays them. [sos cards 03, 04, 08-10]"""

from __future__ import annotations

from balka.core.checks import Check, Tally, add, register_reader
from balka.systems.heroes.chapters.rally import lift_marker
from balka.systems.heroes.events.checks import OfficerRolled, SniperRolled
from balka.systems.heroes.events.works import CoverTaken
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.rolls import Result, roll_check
from balka.systems.heroes.units import HeroesWork

SNIPER_LOSS = (0, 1, 1, 2, 2, 3)  # by the face of the die, 1 to 6 [card 10]

register_reader("die", lambda faces, _: str(sum(faces)), [str(face) for face in range(1, 7)])


def follow_me(work: HeroesWork, action: Action) -> None:
    """Rallied without a roll, all of them. [sos-card-03-b, atb-card-03-c]"""
    for name in action.actors:
        lift_marker(work, work.unit(name))


def seek_cover(work: HeroesWork, action: Action) -> None:
    """A Hasty Defense for the unit, and for each of its Group. [card 09]"""
    for name in action.actors:
        work.put(work.position.units[name].changed(dug_in=True))
        work.tell(CoverTaken(action.force, name))


def roll_card(work: HeroesWork, action: Action) -> None:
    name = work.setting.cards[action.verb].name
    check = Check(name, "d6", Tally("Die", (add(0, name, "sos-8.4-b atb-8.5-c"),)), "die")
    roll_check(work, action.force, "card", check, unit=action.unit)


def officer(work: HeroesWork, action: Action, result: Result) -> None:
    """As many CAPs as the die shows, even above the starting number. [sos-card-08-c, atb-card-08-b]"""
    gain = max(0, result.total)
    work.set_tracks(caps={**work.tracks.caps, action.force: work.tracks.caps[action.force] + gain})
    work.tell(OfficerRolled(*thrown(work, action, result, "sos-card-08-b atb-card-08-b")))


def sniper(work: HeroesWork, action: Action, result: Result) -> None:
    """The opponent loses CAPs for this Round. [card 10]"""
    enemy = _sniped(work, action)
    loss = min(SNIPER_LOSS[min(6, max(1, result.total)) - 1], work.tracks.caps[enemy])
    work.set_tracks(caps={**work.tracks.caps, enemy: work.tracks.caps[enemy] - loss})
    work.tell(SniperRolled(*thrown(work, action, result, "sos-card-10-b atb-card-13-b"), enemy, loss))


def _sniped(work: HeroesWork, action: Action) -> str:
    """The opponent who loses CAPs: the one that was named, or the only one."""
    return action.target or work.setting.foes[action.force][0]


def thrown(work: HeroesWork, action: Action, result: Result, rule: str) -> tuple[str, Check, tuple[int, ...], int, str]:
    """What is told of the die of a card: whose it is, for what, how it fell, and who has played it if all may know."""
    name = work.setting.cards[action.verb].name
    check = Check(name, "d6", Tally("Die", (add(0, name, rule),)), "die")
    player = "" if action.unit in work.position.hidden else action.unit
    return action.force, check, result.faces, result.adjust, player
