"""WB95 as a system: its types, verbs and sequence, and who may know what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from balka.core.choices import Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.frames import Roll
from balka.core.scene.board import Board
from balka.core.scene.charts import Chart
from balka.core.scene.display import Display, Turn
from balka.core.scene.nodes import Look
from balka.core.scene.overlays import Overlay
from balka.core.state import Verdict
from balka.core.system import System
from balka.core.values import Value
from balka.systems.wb95 import (
    aftermath,
    air,
    artillery,
    attrition,
    barrage,
    battle_orders,
    battle_resolution,
    battles,
    breakdowns,
    bridges,
    building,
    crossing,
    disorder,
    fortifications,
    losses,
    movement_phase,
    orders,
    party,
    pursuit,
    reinforcements,
    retreat,
    secrets,
    shelling,
    strategic,
    strikes,
    supply,
    supplying,
    victory,
)
from balka.systems.wb95.audit import recount
from balka.systems.wb95.phases import DAY
from balka.systems.wb95.position import SIDES, Position, Tracks, WbSetting, WbState, WbWork, force, setting_of, touched
from balka.systems.wb95.show import scene, values
from balka.systems.wb95.show.charts import charts
from balka.systems.wb95.zones import and_beside


class Wb95(System[WbState, WbWork]):
    """The operational system of regiments and divisions."""

    key = "wb95"
    order = "kursk-2.1.4-a"
    version = "3"
    position_type = Position
    tracks_type = Tracks
    frames = (
        movement_phase.MovePhase,
        party.PartyMoves,
        party.Route,
        battles.CombatPhase,
        battles.BattlePlan,
        battle_resolution.BattleDefence,
        battle_resolution.BattleRoll,
        battle_resolution.BattleOpen,
        battle_resolution.Guidance,
        aftermath.Aftermath,
        losses.Losses,
        retreat.Retreat,
        pursuit.Pursuit,
        disorder.Tests,
        crossing.CrossingAttacks,
        shelling.Shelling,
        shelling.ShellingOpen,
        shelling.FireEffect,
        barrage.BarragePhase,
        supplying.SupplyPhase,
        attrition.OpeningLosses,
        attrition.Withdrawal,
        air.AirPlan,
        strikes.AirPhase,
        strikes.DuelOrder,
        strikes.AirCombat,
        strikes.AirMissions,
        strikes.RaidOpen,
        strikes.Airlift,
        supplying.Surrenders,
        breakdowns.MineRoll,
        breakdowns.MineLosses,
        breakdowns.Breakdowns,
        breakdowns.Workshop,
    )
    verbs = (
        orders.End,
        orders.TakeHex,
        orders.Take,
        orders.With,
        orders.Leave,
        orders.To,
        orders.Step,
        orders.Halt,
        fortifications.Dig,
        artillery.Limber,
        artillery.Unlimber,
        strategic.TakeMarker,
        supply.Push,
        secrets.Top,
        bridges.Blow,
        bridges.Rebuild,
        building.BuildBridge,
        reinforcements.Enter,
        reinforcements.Shift,
        reinforcements.Exit,
        battle_orders.Attack,
        battle_orders.JoinHex,
        battle_orders.Join,
        battle_orders.Also,
        orders.Gun,
        orders.Air,
        battle_orders.UseStar,
        battle_orders.Full,
        battle_orders.Shifts,
        battle_orders.Fight,
        battle_resolution.Guide,
        losses.Lose,
        retreat.GoHex,
        retreat.Go,
        orders.Stand,
        pursuit.Follow,
        shelling.Shell,
        shelling.ShellBridge,
        shelling.OpenFire,
        barrage.Barrage,
        air.Fly,
        air.Bomb,
        air.Disrupt,
        air.Share,
        air.Ready,
        strikes.Duel,
        breakdowns.Repair,
        breakdowns.NoRepair,
        attrition.Withdraw,
    )
    sequences: Mapping[str, tuple[Callable[[Any], None], ...]] = {"day": DAY}

    def watch(self, work: WbWork) -> None:
        """Standing checks: contacts are told, bridges change hands, workshops are disturbed."""
        hexes = touched(work.before, work.position)
        near = and_beside(work.setting.board, hexes)
        secrets.watch_contacts(work, near)
        bridges.watch_bridges(work, hexes)
        breakdowns.watch_repairs(work, near)
        building.watch_building(work)
        work.before = work.position

    def conceal(self, state: WbState, seat: str) -> WbState:
        return secrets.conceal(state, seat)

    def sample(self, view: WbState, rng: Rng) -> WbState:
        """A whole state that fits a view; the view belongs to whoever sees one side whole."""
        return breakdowns.guess_exposed(secrets.sample(view, rng), rng)

    def verdict(self, state: WbState) -> Verdict | None:
        return victory.verdict(state)

    def score(self, state: WbState) -> dict[str, float]:
        """German victory points for one, against what the scale asks for the other."""
        return victory.score(state)

    def margin(self, state: WbState) -> dict[str, float]:
        return victory.margin(state)

    # -- for the audit

    def invariants(self, state: WbState) -> list[str]:
        """No counter twice, none with more CEL than printed, no hex shared by both sides."""
        problems = []
        if set(force(state, SIDES[0]).at) & set(force(state, SIDES[1]).at):
            problems.append("both sides stand in one hex")
        for side in SIDES:
            for unit in force(state, side).units.values():
                if not 0 < unit.cel <= state.setting.catalogue.counters[unit.id].cel:
                    problems.append(f"{unit.id} has {unit.cel} CEL")
        cast = setting_of(state).cast
        alive = {unit_id for side in SIDES for unit_id in force(state, side).units}
        dead = {unit_id for gone in state.tracks.lost.values() for unit_id in gone}
        if alive & dead or not alive | dead <= cast:
            problems.append("a counter is alive and lost at once, or from nowhere")
        return problems

    def recount(self, state: WbState, roll: Roll) -> int | None:
        return recount.recount(state, roll)

    # -- for the table

    def scene(self, view: WbState, seat: str) -> Display:
        return scene.scene(view, seat)

    def turn(self, view: WbState) -> Turn:
        return scene.turn(view)

    def node(self, view: WbState, path: tuple[Token, ...], node: Node, seat: str) -> Look:
        return scene.node(view, path, node, seat)

    def overlay(self, view: WbState, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
        return scene.overlay(view, seat, kind, where)

    def why_there(self, view: WbState, seat: str, unit: str, place: str) -> list[Refusal]:
        return scene.why_there(view, seat, unit, place)

    def values(self, view: WbState, seat: str, unit: str) -> list[Value]:
        return values.values(view, unit)

    def charts(self, state: WbState) -> tuple[Chart, ...]:
        return charts(state.setting.catalogue)

    def board_wire(self, setting: WbSetting) -> Board:
        return scene.board_wire(setting)


SYSTEM = Wb95()
