"""The Action and Bonus cards by number. [chapter 8]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.heroes.chapters import card_actions, cards
from balka.systems.heroes.chapters.deploying import Deploying, deployable, goes_on
from balka.systems.heroes.chapters.digging import no_room_to_dig
from balka.systems.heroes.chapters.finding import Turning, show
from balka.systems.heroes.chapters.hidden import why_not_unseen
from balka.systems.heroes.chapters.movement import destinations, may_move
from balka.systems.heroes.chapters.rally import rally, rally_checks
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import AtLarge, Deed
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules, Showing
from balka.systems.heroes.play.rolls import Result, discard
from balka.systems.heroes.play.situation import enemy_in, holds
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.card_dice import OFFICER, SERGEANT, ask_die
from balka.systems.heroes.second_edition.events import Confused, SergeantRolled
from balka.systems.heroes.units import OFF_MAP, HeroesWork, Unit

DEPLOYMENT, CONFUSION = "05", "06"
ROLES = {
    "command": "02",
    "follow me": "03",
    "rally up": "04",
    "officer": "08",
    "careful aiming": "09",
    "swift": "10",
    "seek cover": "11",
    "luck": "12",
    "sniper fire": "13",
    "halt": "GAME_ENDS",
    "roll again": "",
    "rapid deployment": "",
}


class Confuse(Choice, frozen=True):
    """Battlefield Confusion: one enemy unit becomes Spent. [card 06]"""

    verb = "confuse"
    unit: UnitId


# -- who may play a card


def follow_me(now: Now, unit: Unit) -> bool:
    """Any marker, No Rally too, but not with an enemy in the hex.

    [card 03, 7.6-i, ruling B23, 15.2-b, atb-card-03-d]
    """
    return cards.follow_me(now, unit) and not enemy_in(now, unit.side, unit.hex)


def may_deploy(now: Now, unit: Unit) -> bool:
    """Whoever can move, Hidden units too, those that cannot go unseen in view. [card 05, 10.1-a]"""
    if comes_to_light(now, unit):
        return may_move(now, unit) is None and bool(destinations(now, unit))
    return goes_on(now, unit)


def comes_to_light(now: Now, unit: Unit) -> bool:
    """Is it a Hidden vehicle, gun or other unit that cannot move unseen? [10.1-a]"""
    return unit.id in now.position.hidden and why_not_unseen(now, unit) is not None


def seek_cover(now: Now, unit: Unit) -> bool:
    """Any unit not in close combat nor carried, in any state, on dry ground, while there are counters.

    [card 11, atb-card-11-b]
    """
    if not cards.able(now, unit) or unit.carrier or enemy_in(now, unit.side, unit.hex):
        return False
    return may_dig_in(now, unit)


def may_dig_in(now: Now, unit: Unit) -> bool:
    """One Hasty Defense for a unit, never in the water, as many as there are counters. [18.1.3-a, f, g]"""
    return not unit.dug_in and no_room_to_dig(now, unit) is None


# -- what cards do


def deploy(work: HeroesWork, action: Action) -> None:
    """Up to two hexes for each of them, for nothing; who cannot go unseen is shown first.

    [card 05, 10.0.1-c, atb-card-05-c]
    """
    shown = [unit for name in action.actors if comes_to_light(work, unit := work.unit(name))]
    for unit in shown:
        show(work, unit, Discovery.CARD, "atb-10.0.1-c")
    work.push(Deploying(action.force, action.actors, begun=True))
    work.push(Deploying(action.force, deployable(work, action.actors), begun=True))
    for unit in shown:
        work.push(Turning(action.force, unit.id))


def sergeant(work: HeroesWork, action: Action, result: Result) -> None:
    """As many APs as the die shows for whoever shares the pool, even past the start. [card 07, ruling B22]"""
    more, used = max(0, result.total), work.tracks.aps_used
    pool = work.tracks.pool[action.force] + more
    work.set_tracks(pool={**work.tracks.pool, action.force: pool})
    secret = bool(work.tracks.rolled.get(action.force))
    if secret:  # all know what the die adds, so that it counts as that much less used [3.0.1-c]
        work.set_tracks(aps_used={**used, action.force: used[action.force] - more})
    thrown = card_actions.thrown(work, action, result, "atb-card-07-b")
    work.tell(SergeantRolled(*thrown, None if secret else pool))


def may_drill(now: Now, unit: Unit) -> bool:
    """An active unit that is not Stunned. [card 07, atb-hit-foot-stunned-b]"""
    return pools.is_active(now, unit) and cards.able(now, unit)


def confusable(now: Now, force: str) -> list[Unit]:
    """Enemy units on the map that are not Spent yet, and Hidden ones, who are known by name. [card 06, 10.1-h]"""
    side = now.setting.forces[force]
    seen = [unit for unit in now.position.units.values() if unit.hex >= 0]
    return [unit for unit in (*seen, *now.position.hidden.values()) if unit.side != side and not unit.spent]


def confusions(now: Now, force: str) -> Sequence[Confuse]:
    if not holds(now, force, CONFUSION):
        return ()
    return [Confuse(UnitId(unit.id)) for unit in confusable(now, force)]


def confuse(work: HeroesWork, choice: Confuse, free: str) -> None:
    """It is Spent for the rest of the round; whoever shares its pool goes on. [card 06, ruling B55, atb-card-06-c]"""
    turn, unit = work.stack[-1], work.unit(choice.unit)
    assert isinstance(turn, Turn)
    discard(work, turn.force, CONFUSION)
    sharing = tuple(name for name in work.tracks.sharing[unit.force] if name != unit.id)
    work.set_tracks(sharing={**work.tracks.sharing, unit.force: sharing})
    pools.tire(work, (unit.id,))
    if not sharing:
        pools.close(work, unit.force)
    place = unit.hex if unit.id in work.position.units else OFF_MAP  # where a Hidden unit is stays secret
    work.tell(Confused(turn.force, unit.id, place))
    turn.resume(work, Action(turn.force, "", CONFUSION, ()))


def why_not_confuse(now: Now, force: str, choice: Confuse) -> Refusal:
    if not holds(now, force, CONFUSION):
        return Refusal("You do not hold Battlefield Confusion.", "atb-card-06-b")
    return Refusal("It is no enemy unit on the map or in hiding that could still be Spent.", "atb-card-06-d")


CHAPTER = Chapter(
    name="8",
    at_large=(AtLarge(choice=Confuse, offers=confusions, why_not=why_not_confuse, begin=confuse),),
    cards=CardRules(
        gives_action={"02": "any"},
        players={
            "03": follow_me,
            "04": cards.rally_up,
            DEPLOYMENT: may_deploy,
            SERGEANT: may_drill,
            OFFICER: cards.able,
            "11": seek_cover,
        },
        why_not_card={
            CONFUSION: "Battlefield Confusion is played on an enemy unit: say 'confuse' and the unit.",
            "09": "Careful Aiming is played while an attack is being rolled.",
            "12": "Luck is played after a roll of your own, in your own turn.",
        },
    ),
    deeds={
        "03": Deed(do=card_actions.follow_me),
        "04": Deed(do=rally, checks=rally_checks),
        DEPLOYMENT: Deed(do=deploy),
        SERGEANT: Deed(do=ask_die, dice=sergeant),
        OFFICER: Deed(do=ask_die, dice=card_actions.officer),
        "11": Deed(do=card_actions.seek_cover),
    },
    show=Showing(labels={"confuse": "Battlefield Confusion"}),
)
