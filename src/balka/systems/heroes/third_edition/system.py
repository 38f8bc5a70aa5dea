"""The third edition as the engine plays it: frames, verbs, sequence, watchers, knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.frames import Roll
from balka.core.state import Setting, State, Verdict, Work
from balka.systems.heroes.common import (
    artillery,
    digging,
    elevation,
    flame,
    fortifying,
    groups,
    hidden,
    hiding,
    invariants,
    judgement,
    knowledge,
    leaving,
    mortars,
    obstacles,
    overlays,
    placing,
    scene,
    scouting,
    smoke,
    transport,
    vehicles,
    weapons,
    wiring,
    works,
)
from balka.systems.heroes.common.actions import Action
from balka.systems.heroes.common.attacks import Attack
from balka.systems.heroes.common.chapters import Edition, HeroesSystem
from balka.systems.heroes.common.hits import watch_done_for
from balka.systems.heroes.common.rally import Rallying
from balka.systems.heroes.common.rolls import CheckRoll, Rolling
from balka.systems.heroes.common.turns import TeamTurn, Turn, Turns
from balka.systems.heroes.common.verbs import VERBS
from balka.systems.heroes.common.victory import watch_control, watch_satchel
from balka.systems.heroes.third_edition import (
    advice,
    airplanes,
    cards,
    economy,
    recon,
    recount,
    rounds,
    shown,
    snipers,
    veteran_moves,
    veterans,
)
from balka.systems.heroes.units import HeroesPosition, HeroesState, HeroesTracks, HeroesWork


class ThirdEdition(HeroesSystem):
    """Storms of Steel's rules."""

    key = "heroes3"
    state_type = HeroesState
    work_type = HeroesWork
    position_type = HeroesPosition
    tracks_type = HeroesTracks
    edition = Edition(
        cards.CHAPTER,
        veterans.CHAPTER,
        groups.CHAPTER,
        hidden.CHAPTER,
        hiding.CHAPTER,
        recon.CHAPTER,
        scouting.CHAPTER,
        snipers.CHAPTER,
        elevation.CHAPTER,
        leaving.CHAPTER,
        veteran_moves.CHAPTER,
        vehicles.CHAPTER,
        transport.CHAPTER,
        airplanes.CHAPTER,
        mortars.CHAPTER,
        artillery.CHAPTER,
        smoke.CHAPTER,
        digging.HASTY,
        digging.CHAPTER,
        works.CHAPTER,
        obstacles.CHAPTER,
        wiring.CHAPTER,
        flame.CHAPTER,
        weapons.CHAPTER,
        economy.CHAPTER,
        shown.CHAPTER,
        advice.CHAPTER,
        economy=economy.SpentChecks(),
        roles=cards.ROLES,
    )
    verbs = VERBS + placing.VERBS + edition.verbs
    frames = (rounds.Hiding, rounds.Draws, rounds.Initiative, Turns, TeamTurn, Turn, Action, Attack, Rolling,
              CheckRoll, Rallying, *placing.FRAMES, *fortifying.FRAMES, *edition.frames)  # fmt: skip
    sequences = {"setup": rounds.SETUP, "round": rounds.ROUND}  # noqa: RUF012

    def watch(self, work: Work) -> None:
        assert isinstance(work, HeroesWork)
        watch_done_for(work)
        watch_control(work)
        watch_satchel(work)
        for rule in work.setting.edition.watch:
            rule(work)

    def conceal(self, state: State, seat: str) -> State:
        assert isinstance(state, HeroesState)
        return knowledge.conceal(state, seat)

    def sample(self, view: State, rng: Rng) -> State:
        assert isinstance(view, HeroesState)
        return knowledge.sample(view, rng)

    def invariants(self, state: State) -> list[str]:
        assert isinstance(state, HeroesState)
        return list(invariants.broken(state))

    def recount(self, state: State, roll: Roll) -> int | None:
        assert isinstance(state, HeroesState)
        return recount.need(state, roll)

    def verdict(self, state: State) -> Verdict | None:
        """The VP Advantage wins. [overview]"""
        side = state.tracks.verdict
        if not side:
            return None
        name = state.setting.sides_named[side]  # type: ignore[attr-defined]
        return Verdict(side, f"The {name} side wins with the VP Advantage at {state.tracks.vp}.", "sos-ov-a")

    def score(self, state: State) -> dict[str, float]:
        """VPs as the sum of one side is the loss of the other, so that evaluations can compare states."""
        tracks = state.tracks
        lead = tracks.vp - 0.5
        return {side: lead if side == tracks.vp_side else -lead for side in state.setting.sides}

    def worth(self, view: State, choice: Choice, seat: str) -> float:
        assert isinstance(view, HeroesState)
        return judgement.worth(view, choice, seat)

    def scene(self, view: State, seat: str) -> dict[str, Any]:
        assert isinstance(view, HeroesState)
        return scene.scene(view, seat)

    def node(self, view: State, path: tuple[Token, ...], node: Node, seat: str) -> dict[str, Any]:
        assert isinstance(view, HeroesState)
        return scene.node(view, path, node, seat)

    def overlay(self, view: State, seat: str, kind: str, where: Mapping[str, str]) -> dict[str, Any]:
        assert isinstance(view, HeroesState)
        return overlays.overlay(view, kind, where)

    def why_there(self, view: State, seat: str, unit: str, place: str) -> list[Refusal]:
        assert isinstance(view, HeroesState)
        return overlays.why_there(view, unit, place)

    def board_wire(self, setting: Setting) -> dict[str, Any]:
        return setting.board.to_json(setting.mission.month, "tactical")  # type: ignore[attr-defined]


THIRD_EDITION = ThirdEdition()
