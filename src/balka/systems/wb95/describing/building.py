"""From what a document tells to a state: counters on a board, the rulebook, and the first question of a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from balka.core.boards import Board
from balka.core.frames import Steps
from balka.core.state import State, Work
from balka.systems.wb95.battle_table import register_tables
from balka.systems.wb95.battles import open_combat
from balka.systems.wb95.catalogue import Catalogue, with_guns_apart
from balka.systems.wb95.day import PhaseKind, number_of
from balka.systems.wb95.describing.words import GERMAN, SOVIET, DescribedUnit
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.phases import PHASES
from balka.systems.wb95.position import (
    EMPTY_MAP,
    Bounty,
    Force,
    Position,
    Tracks,
    WbSetting,
    WbState,
    WbWork,
    force,
    mark,
)
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.shelling import register_fire
from balka.systems.wb95.system import SYSTEM

DAY = "day"
PHASE_WORDS = {
    "air": PhaseKind.AIR, "barrage": PhaseKind.BARRAGE, "move": PhaseKind.MOVEMENT, "combat": PhaseKind.COMBAT,
    "strategic": PhaseKind.STRATEGIC, "supply": PhaseKind.SUPPLY,
}  # fmt: skip


class Told(Struct, frozen=True, kw_only=True):
    """What a document tells beside its ground and its units."""

    phase: str
    side: str
    day: int
    book: Mapping[str, Any]
    control: str
    """who holds each hex"""
    notes: Mapping[str, dict[str, str]]
    """what only a side knows, such as where it builds"""
    bounties: tuple[Bounty, ...]
    lying: Mapping[str, Any]
    """broken bridges and aircraft on their missions"""


def build(board: Board, described: Sequence[DescribedUnit], told: Told, charts: Catalogue) -> WbState:
    """Counters and units on a board, in the phase described."""
    setting = _setting(board, described, told.book, charts)
    units = [structs.replace(unit, kind=setting.catalogue.counters[unit.id].kind) for _, unit, _ in described]
    works = {str(unit.hex): unit.side for _, unit, dug in described if dug}
    forces = {name: Force({unit.id: unit for unit in units if unit.side == name}) for name in (GERMAN, SOVIET)}
    position = Position(forces, told.control, works, **told.lying)
    before = tuple(sorted(setting.cast))  # of what was before nothing is known: anybody may be in disorder
    tracks = Tracks(ammo=dict(setting.rulebook.ammo), shaken=before)
    notes = {name: told.notes.get(name, {}) for name in (GERMAN, SOVIET)}
    state = opened(State(setting, position, tracks, {}, {}, notes, {}, (), told.day), told.phase, told.side)
    return structs.replace(state, tracks=structs.replace(state.tracks, bounties=told.bounties))


def _setting(
    board: Board, described: Sequence[DescribedUnit], terms: Mapping[str, Any], charts: Catalogue
) -> WbSetting:
    counters = {key: counter for key, counter in charts.counters.items() if counter.kind == "AIR"}
    counters |= {counter.id: counter for counter, _, _ in described}
    book = Rulebook(**terms)
    catalogue = structs.replace(charts, counters=counters)
    catalogue = catalogue if book.guns_regular else with_guns_apart(catalogue)
    register_tables(catalogue)
    register_fire(catalogue)
    return WbSetting(
        game="kursk", scenario="described", title="A described position", system=SYSTEM, board=board, options={},
        sides=(GERMAN, SOVIET), forces={GERMAN: GERMAN, SOVIET: SOVIET}, seat_of={GERMAN: GERMAN, SOVIET: SOVIET},
        digest="", rulebook=book, catalogue=catalogue,
        cast=frozenset(unit.id for _, unit, _ in described),
    )  # fmt: skip


def opened(state: WbState, phase: str, side: str) -> WbState:
    """The first question of a phase of a side, or of the whole day."""
    kind = PHASE_WORDS.get(phase)
    number = number_of(state, kind, side) if kind else 0
    work = Work(structs.replace(state, stack=(), tracks=structs.replace(state.tracks, phase=number)), "")
    work.before = EMPTY_MAP
    SYSTEM.watch(work)
    if kind is None:
        work.push(Steps(DAY))
    elif kind is PhaseKind.MOVEMENT:
        work.push(MovePhase(side))  # with the points that are left
    elif kind is PhaseKind.COMBAT:
        _go_on_fighting(work, side)
    else:
        PHASES[number - 1].begin(work, side)
    return work.settle().state


def _go_on_fighting(work: WbWork, side: str) -> None:
    """A Combat Phase in which some have fought already, and so lie open. [5.1.1, 16.1.3]"""
    for own in (GERMAN, SOVIET):
        mark(work, [unit.id for unit in force(work, own).units.values() if unit.has(Mark.FOUGHT)], Mark.SHOWN)
    open_combat(work, side)
