"""Famous Divisions as the engine sees it: its types, its sequence, who may know what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balka.core.choices import Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.frames import Frame, Roll
from balka.core.state import Setting, State, Verdict, Work
from balka.core.system import System
from balka.core.values import Value
from balka.systems.famous_divisions import (
    activation,
    artillery,
    chits,
    combat,
    engineers,
    opportunity,
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
from balka.systems.famous_divisions.model import GdPosition, GdTracks, rulebook
from balka.systems.famous_divisions.show import overlays, scene, values

FRAMES: tuple[type[Frame], ...] = (
    activation.DivisionChoice, activation.StackChoice, activation.Orders, thinning.TooMany, thinning.Thinning,
    party.Party, party.Route, opportunity.OpportunityFire, ranged.Shot, ranged.Target, combat.Assault, combat.Battle,
    support.Support, resolution.Resolution, chits.Draw, chits.AntiAircraft, chits.BlackChits, artillery.Shelling,
    artillery.ShellLoss, results.LossChoice, results.Retreat, results.Advances, results.OverrunMoves,
    engineers.Demolition, supply.Supplying, replacements.Replacing, replacements.Rebuilding, setup.Setup,
    sequence.Weather, sequence.FirstChits, sequence.Drawing,
)  # fmt: skip


class GdWork(Work):
    """A state being changed that remembers what stood where before."""

    __slots__ = ("before",)

    def __init__(self, state: State, actor: str) -> None:
        super().__init__(state, actor)
        self.before: GdPosition = state.position


class FamousDivisions(System):
    """The rules of Famous Divisions."""

    key = "famous_divisions"
    order = "gd-3.1-a"
    version = "3"
    work_type = GdWork
    position_type = GdPosition
    tracks_type = GdTracks
    frames = FRAMES
    verbs = verbs.VERBS
    sequences = {"game": sequence.GAME, "turn": sequence.TURN}  # noqa: RUF012

    def watch(self, work: Work) -> None:
        """After each change: who holds what, pontoons given up, what comes into view. [1.1, 12.1-d, 18.3-a]"""
        victory.note_holders(work)
        if isinstance(work, GdWork):
            engineers.watch_pontoons(work, work.before)
            secrets.watch_sight(work, work.before)
            work.before = work.position

    def conceal(self, state: State, seat: str) -> State:
        return secrets.conceal(state, seat)

    def sample(self, view: State, rng: Rng) -> State:
        return secrets.sample(view, rng)

    def verdict(self, state: State) -> Verdict | None:
        return victory.verdict(state) if state.over else None

    def score(self, state: State) -> dict[str, float]:
        """How near the scorer is to winning, from -1 to 1."""
        book = rulebook(state)
        lead = max(-1.0, min(1.0, 2.0 * victory.points(state) / max(book.win, 1) - 1.0))
        return {side: lead if side == book.scorer else -lead for side in state.setting.sides}

    def invariants(self, state: State) -> list[str]:
        return recount.invariants(state)

    def recount(self, state: State, roll: Roll) -> int | None:
        return recount.recount(state, roll)

    def scene(self, view: State, seat: str) -> dict[str, Any]:
        return scene.scene(view, seat)

    def node(self, view: State, path: tuple[Token, ...], node: Node, seat: str) -> dict[str, Any]:
        return scene.node(view, path, node, seat)

    def overlay(self, view: State, seat: str, kind: str, where: Mapping[str, str]) -> dict[str, Any]:
        return overlays.overlay(view, seat, kind, where)

    def why_there(self, view: State, seat: str, unit: str, place: str) -> list[Refusal]:
        return scene.why_there(view, seat, unit, place)

    def values(self, view: State, seat: str, unit: str) -> list[Value]:
        return values.values(view, unit)

    def board_wire(self, setting: Setting) -> dict[str, Any]:
        return scene.board_wire(setting)


SYSTEM = FamousDivisions()
