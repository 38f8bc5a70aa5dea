"""What the systems of both editions do alike: watchers, knowledge, and how a view is shown."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.choices import Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.scene import display
from balka.core.scene.board import Board
from balka.core.scene.charts import Chart
from balka.core.scene.display import Display
from balka.core.scene.nodes import Look
from balka.core.scene.overlays import Overlay
from balka.core.values import Value
from balka.systems.heroes.audit import invariants
from balka.systems.heroes.chapters import fortifying, placing
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.deploying import Deploying
from balka.systems.heroes.chapters.hits import watch_destroyed_markers
from balka.systems.heroes.chapters.rally import Rallying
from balka.systems.heroes.chapters.victory import watch_control, watch_satchel
from balka.systems.heroes.play import rounds
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.play.rolls import CheckRoll, Rolling
from balka.systems.heroes.play.turn_order import TeamTurn, Turns
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.play.verbs import VERBS
from balka.systems.heroes.secrets import knowledge
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.show import overlays, scene, values
from balka.systems.heroes.show.charts import charts
from balka.systems.heroes.units import HeroesPosition, HeroesState, HeroesTracks, HeroesWork

COMMON_VERBS = VERBS + placing.VERBS
COMMON_FRAMES = (
    rounds.Hiding,
    rounds.Draws,
    Turns,
    TeamTurn,
    Turn,
    Deploying,
    Action,
    Attack,
    Rolling,
    CheckRoll,
    Rallying,
    *placing.FRAMES,
    *fortifying.FRAMES,
)


class HeroesPlay(HeroesSystem):
    """The run of play, whatever the edition."""

    state_type = HeroesState
    work_type = HeroesWork
    position_type = HeroesPosition
    tracks_type = HeroesTracks

    def watch(self, work: HeroesWork) -> None:
        watch_destroyed_markers(work)
        for rule in work.setting.edition.moments.watch:
            rule(work)
        watch_control(work)
        watch_satchel(work)

    def conceal(self, state: HeroesState, seat: str) -> HeroesState:
        return knowledge.conceal(state, seat)

    def sample(self, view: HeroesState, rng: Rng) -> HeroesState:
        return knowledge.sample(view, rng)

    def invariants(self, state: HeroesState) -> list[str]:
        return list(invariants.broken(state))

    def scene(self, view: HeroesState, seat: str) -> Display:
        return scene.scene(view, seat)

    def turn(self, view: HeroesState) -> display.Turn:
        return scene.turn(view)

    def node(self, view: HeroesState, path: tuple[Token, ...], node: Node, seat: str) -> Look:
        return scene.node(view, path, node, seat)

    def overlay(self, view: HeroesState, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
        return overlays.overlay(view, kind, where)

    def why_there(self, view: HeroesState, seat: str, unit: str, place: str) -> list[Refusal]:
        return overlays.why_there(view, unit, place)

    def values(self, view: HeroesState, seat: str, unit: str) -> list[Value]:
        return values.values(view, unit)

    def charts(self, state: HeroesState) -> tuple[Chart, ...]:
        return charts(state.setting.ground.tables, self.chart_rule)

    def board_wire(self, setting: HeroesSetting) -> Board:
        return setting.board.to_wire(setting.mission.month, "tactical")
