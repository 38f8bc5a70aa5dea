"""Leaving the map where the Mission makes it worth while. [4.12-g, victory rule exit_vp]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.heroes.chapters.hits import destroy, return_marker, show_marker
from balka.systems.heroes.chapters.movement import may_move
from balka.systems.heroes.chapters.victory import gain
from balka.systems.heroes.data.mission_data import ExitVp
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.events.moves import LeftMap
from balka.systems.heroes.events.victory import BringingOff
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, calm
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, step_part, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.situation import carries_destroyed_marker, loads_of
from balka.systems.heroes.units import HeroesWork, Unit

LEAVE = "leave"


class Leave(Choice, frozen=True):
    """Go off the map for good. [4.12-g, atb 5.6-a]"""

    verb = "leave"
    final = "maybe"
    subject = "unit"
    unit: UnitId


def exit_from(now: Now, unit: Unit) -> ExitVp | None:
    """The rule of the Mission by which a unit may leave from where it stands."""
    for rule in now.setting.mission.victory.rules:
        if isinstance(rule, ExitVp) and _fits(now, unit, rule):
            return rule
    return None


def _fits(now: Now, unit: Unit, rule: ExitVp) -> bool:
    if rule.side != unit.side or (rule.units and unit.kind not in rule.units) or unit.hex < 0:
        return False
    if rule.rounds and now.tracks.round not in rule.rounds:
        return False
    if rule.loaded and not loads_of(now, unit):
        return False
    return any(now.setting.board.hex(label) == unit.hex for label in rule.hexes)


def may_leave(now: Now, unit: Unit) -> bool:
    """May a unit leave, as its owner knows? What it must bring off is no load that is as good as destroyed. [C38]"""
    rule = exit_from(now, unit)
    if rule is None or not rule.loaded:
        return rule is not None
    return any(not carries_destroyed_marker(now, load) for load in loads_of(now, unit))


def exits(now: Now, unit: Unit, limit: int) -> Iterator[Leave]:
    """A unit on an exit hex may leave for the cost of a move."""
    free_to_go = may_move(now, unit) is None and may_leave(now, unit)
    if free_to_go and total(now, unit, LEAVE, (step_part(now, unit),)) <= limit:
        yield Leave(UnitId(unit.id))


def action(now: Now, unit: Unit, choice: Leave, free: str) -> Action:
    return Action(unit.force, unit.id, LEAVE, (step_part(now, unit),), FREE_BY_CARD if free else NORMAL, unit.hex)


def carry_out(work: HeroesWork, action: Action) -> None:
    depart(work, work.position.units[action.unit])


def depart(work: HeroesWork, unit: Unit) -> None:
    """Off the map with whatever it carries; neither is destroyed, and neither comes back.

    A load as good as destroyed comes to light and is lost here. [sos-hit-soft-destroyed-b, 7.11]
    """
    rule = exit_from(work, unit)
    assert rule is not None
    for load in loads_of(work, unit):
        if carries_destroyed_marker(work, load):
            destroy(work, load, Death.MARKER)
    leavers = (unit, *loads_of(work, unit))
    for leaver in leavers:
        if leaver.marker:
            show_marker(work, leaver, "sos-7.7-b atb-7.6-c")
            return_marker(work, leaver)
        work.position = work.position.without(leaver.id)
        calm(work, leaver)
    work.set_tracks(gone=(*work.tracks.gone, *sorted(leaver.id for leaver in leavers)))
    work.tell(LeftMap(unit.force, unit.id, unit.hex))
    for scorer in (unit, *_listed(rule, leavers[1:])):
        gain(work, unit.side, rule.value, BringingOff(scorer.id))


def _listed(rule: ExitVp, loads: Sequence[Unit]) -> list[Unit]:
    """Those of its loads that score by themselves: listed vehicles in tow, unless bringing off a load is what pays."""
    return [] if rule.loaded else [load for load in loads if load.kind in rule.units]


def why_not(now: Now, unit: Unit, choice: Leave) -> Refusal | None:
    return may_move(now, unit) or Refusal(
        "The Mission lets no such unit leave the map from here.", "sos-4.12-g atb-5.6-a"
    )


ACT = Act(choice=Leave, offers=exits, why_not=why_not, action=action, do=carry_out, counts_as=acts.MOVE)
CHAPTER = Chapter(name="4", acts=(ACT,))
