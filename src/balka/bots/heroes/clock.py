"""How far a Mission has come: Rounds, points that ground will still bring, who is Fresh."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.memo import remembered
from balka.systems.heroes.chapters.victory import satchel_holder
from balka.systems.heroes.data.mission_data import SatchelPickup, VpControlEndOfMission, VpControlEndOfRound
from balka.systems.heroes.play.turn_order import PASSES_TO_END
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState


def progress(view: HeroesState) -> float:
    """Nought in the first Round, one in the last."""
    return (view.tracks.round - 1) / max(1, view.setting.mission.rounds - 1)


def late(view: HeroesState) -> float:
    """How much of a Round has gone by: nought while all are Fresh, one when all are Spent."""
    return 1.0 - fresh_share(view)


def gone_by(view: HeroesState) -> float:
    """How much of a Mission has gone by, from nought to one, without a leap where a Round ends."""
    return (view.tracks.round - 1 + late(view)) / view.setting.mission.rounds


def is_last_round(view: HeroesState) -> bool:
    return view.tracks.round >= view.setting.mission.rounds


@remembered
def payments(setting: HeroesSetting) -> tuple[tuple[int, int, int, str], ...]:
    """What ground pays: (Round, hex, points, the only side that is paid or nobody)."""
    return tuple(_payments(setting))


def _payments(setting: HeroesSetting) -> Iterator[tuple[int, int, int, str]]:
    board, last = setting.board, setting.mission.rounds
    for rule in setting.mission.victory.rules:
        if isinstance(rule, VpControlEndOfRound):
            yield from ((number, board.hex(rule.hex), rule.value, rule.side or "") for number in rule.rounds)
        elif isinstance(rule, VpControlEndOfMission):
            yield last, board.hex(rule.hex), rule.value, rule.side or ""


@remembered
def still_paid(setting: HeroesSetting, number: int) -> dict[int, int]:
    """The points each hex will bring to somebody from a Round on."""
    found: dict[int, int] = {}
    for at, place, points, _ in payments(setting):
        if at >= number:
            found[place] = found.get(place, 0) + points
    return found


def due(view: HeroesState, side: str, until: int) -> int:
    """The points the ground held now would bring a side up to the end of a Round, less the other side's."""
    labels, control, total = view.setting.board.labels, view.position.control, 0
    for at, place, points, only in payments(view.setting):
        holder = control.get(labels[place], "")
        if view.tracks.round <= at <= until and holder and only in ("", holder):
            total += points if holder == side else -points
    return total + _satchel(view, side, until)


def _satchel(view: HeroesState, side: str, until: int) -> int:
    """The points a satchel would bring a side up to the end of a Round, less the other side's."""
    total = 0
    for rule in view.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup):
            holder = satchel_holder(view, rule)
            points = rule.value * sum(view.tracks.round <= number <= until for number in rule.rounds)
            total += points if holder == side else -points if holder else 0
    return total


def outlook(view: HeroesState, side: str) -> int:
    """The lead a side would end with if nothing changed any more."""
    return view.setting.edition.scoring.lead(view, side) + due(view, side, view.setting.mission.rounds)


def would_end_round(view: HeroesState, force: str) -> bool:
    """Have so many passed that one more Pass ends the Round?"""
    others = sum(name != force for name in view.tracks.passed)
    return others + 1 >= max(PASSES_TO_END, len(view.setting.forces) - 1)


def fresh_share(view: HeroesState) -> float:
    """How many of the units to be seen on the map are still Fresh."""
    units = [unit for unit in view.position.units.values() if unit.hex >= 0]
    return sum(not unit.spent for unit in units) / max(1, len(units))


def has_fresh(view: HeroesState, force: str) -> bool:
    """Has a player anybody left who could still act for nothing?"""
    return any(unit.force == force and not unit.spent and _is_here(view, unit.hex, unit.due)
               for unit in view.position.units.values())  # fmt: skip


def _is_here(view: HeroesState, place: int, since: int) -> bool:
    return place >= 0 or 0 < since <= view.tracks.round
