"""Famous Divisions as the engine sees it: its types, its sequence, who may know what."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.choices import Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.frames import Frame, Roll
from balka.core.scene.board import Board
from balka.core.scene.charts import Chart
from balka.core.scene.display import Display, Turn
from balka.core.scene.nodes import Look
from balka.core.scene.overlays import Overlay
from balka.core.state import Verdict
from balka.core.system import Option, System
from balka.core.values import Value
from balka.systems.famous_divisions import (
    activation,
    artillery,
    chits,
    combat,
    engineers,
    numbers_to_roll,
    opportunity,
    overruns,
    party,
    ranged,
    replacements,
    resolution,
    results,
    secrets,
    sequence,
    setup,
    supply,
    support,
    thinning,
    verbs,
    victory,
)
from balka.systems.famous_divisions.audit import recount
from balka.systems.famous_divisions.model import GdSetting, GdState, GdTracks, GdWork
from balka.systems.famous_divisions.position import GdPosition
from balka.systems.famous_divisions.show import overlays, scene, values
from balka.systems.famous_divisions.show.charts import charts

FRAMES: tuple[type[Frame], ...] = (
    activation.DivisionChoice, activation.StackChoice, activation.Orders, thinning.TooMany, thinning.Thinning,
    party.Party, party.Route, opportunity.OpportunityFire, ranged.Shot, ranged.Target, combat.Assault, combat.Battle,
    support.Support, resolution.Resolution, chits.Draw, chits.AntiAircraft, chits.BlackChits, artillery.Shelling,
    artillery.ShellLoss, results.LossChoice, results.Retreat, results.Advances, overruns.OverrunMoves,
    engineers.Demolition, supply.Supplying, replacements.Replacing, replacements.Rebuilding, setup.Setup,
    sequence.Weather, sequence.FirstChits, sequence.Drawing,
)  # fmt: skip

BRIDGE_DICE = Option("bridge-dice", "Three dice for attacks across a bridge", "gd-10.1-p", ("on", "off"))
OPTIONS = (BRIDGE_DICE,)

numbers_to_roll.register()


class FamousDivisions(System[GdState, GdWork]):
    """The rules of Famous Divisions."""

    key = "famous_divisions"
    order = "gd-3.1-a"
    version = "3"
    position_type = GdPosition
    tracks_type = GdTracks
    frames = FRAMES
    verbs = verbs.VERBS
    sequences = {"game": sequence.GAME, "turn": sequence.TURN}  # noqa: RUF012

    def watch(self, work: GdWork) -> None:
        """After each change: who holds what, pontoons given up, what comes into view. [1.1, 12.1-d, 18.3-a]"""
        victory.note_holders(work)
        engineers.watch_pontoons(work, work.before)
        secrets.watch_sight(work, work.before)
        work.before = work.position

    def conceal(self, state: GdState, seat: str) -> GdState:
        return secrets.conceal(state, seat)

    def sample(self, view: GdState, rng: Rng) -> GdState:
        return secrets.sample(view, rng)

    def verdict(self, state: GdState) -> Verdict | None:
        return victory.verdict(state) if state.over else None

    def score(self, state: GdState) -> dict[str, float]:
        """How near the scorer is to winning, from -1 to 1."""
        book = state.setting.rulebook
        lead = max(-1.0, min(1.0, 2.0 * victory.points(state) / max(book.win, 1) - 1.0))
        return {side: lead if side == book.scorer else -lead for side in state.setting.sides}

    def margin(self, state: GdState) -> dict[str, float]:
        return victory.margin(state)

    def invariants(self, state: GdState) -> list[str]:
        return recount.invariants(state)

    def recount(self, state: GdState, roll: Roll) -> int | None:
        return recount.recount(state, roll)

    def scene(self, view: GdState, seat: str) -> Display:
        return scene.scene(view, seat)

    def turn(self, view: GdState) -> Turn:
        return scene.turn(view)

    def node(self, view: GdState, path: tuple[Token, ...], node: Node, seat: str) -> Look:
        return scene.node(view, path, node, seat)

    def overlay(self, view: GdState, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
        return overlays.overlay(view, seat, kind, where)

    def why_there(self, view: GdState, seat: str, unit: str, place: str) -> list[Refusal]:
        return scene.why_there(view, seat, unit, place)

    def values(self, view: GdState, seat: str, unit: str) -> list[Value]:
        return values.values(view, unit)

    def charts(self, state: GdState) -> tuple[Chart, ...]:
        return charts(state.setting.catalogue.chart)

    def board_wire(self, setting: GdSetting) -> Board:
        return scene.board_wire(setting)


SYSTEM = FamousDivisions()
