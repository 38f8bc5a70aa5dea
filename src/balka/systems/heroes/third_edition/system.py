"""The third edition as the engine plays it: frames, verbs, sequence, watchers, knowledge."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.frames import Roll
from balka.core.state import Verdict
from balka.systems.heroes.audit.third_edition import recount
from balka.systems.heroes.chapters import (
    artillery,
    digging,
    elevation,
    embarking,
    flame,
    forewarned,
    groups,
    hiding,
    leaving,
    mortars,
    obstacles,
    scouting,
    smoke,
    vehicles,
    weapons,
    wiring,
)
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.ground import Tables
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.edition import edition_of
from balka.systems.heroes.play.system import COMMON_FRAMES, COMMON_VERBS, HeroesPlay
from balka.systems.heroes.setting import Rulebook
from balka.systems.heroes.third_edition import (
    airplanes,
    basics,
    cards,
    economy,
    recon,
    rounds,
    shown,
    snipers,
    sniping,
    terrain,
    veteran_moves,
    veterans,
)
from balka.systems.heroes.third_edition.artillery import ARTILLERY
from balka.systems.heroes.third_edition.combat import COMBAT
from balka.systems.heroes.third_edition.driving import VEHICLES
from balka.systems.heroes.third_edition.entering import ENTERING
from balka.systems.heroes.third_edition.fortifications import WORKS
from balka.systems.heroes.third_edition.hand_weapons import WEAPONS
from balka.systems.heroes.third_edition.hiding import HIDING
from balka.systems.heroes.third_edition.options import OPTIONS, compile_rules, markers_by
from balka.systems.heroes.third_edition.scoring import OneTrack
from balka.systems.heroes.third_edition.smoke import SMOKE
from balka.systems.heroes.units import HeroesState


class ThirdEdition(HeroesPlay):
    """Storms of Steel's rules."""

    key = "heroes3"
    version = "4"
    chart_rule = "sos-4.8-a"
    order = "sos-2.0-c"
    options = OPTIONS
    edition = edition_of(
        basics.CHAPTER,
        cards.CHAPTER,
        sniping.CHAPTER,
        veterans.CHAPTER,
        groups.CHAPTER,
        basics.STANDING,
        basics.HIDDEN_UNITS,
        hiding.CHAPTER,
        recon.CHAPTER,
        scouting.CHAPTER,
        snipers.CHAPTER,
        elevation.CHAPTER,
        leaving.CHAPTER,
        veteran_moves.CHAPTER,
        vehicles.CHAPTER,
        basics.TRANSPORT,
        embarking.CHAPTER,
        airplanes.CHAPTER,
        mortars.CHAPTER,
        artillery.CHAPTER,
        smoke.CHAPTER,
        digging.HASTY,
        digging.CHAPTER,
        basics.WORKS,
        obstacles.CHAPTER,
        forewarned.CHAPTER,
        wiring.CHAPTER,
        flame.CHAPTER,
        weapons.CHAPTER,
        economy.CHAPTER,
        shown.CHAPTER,
        economy=economy.SpentChecks(),
        scoring=OneTrack(),
        roles=cards.ROLES,
        entering=ENTERING,
        hiding=HIDING,
        smoke=SMOKE,
        works=WORKS,
        weapons=WEAPONS,
        artillery=ARTILLERY,
        vehicles=VEHICLES,
        combat=COMBAT,
        turns=rounds.TURNS,
    )
    verbs = COMMON_VERBS + edition.verbs
    frames = (*COMMON_FRAMES, rounds.Initiative, *edition.frames)
    sequences = {"setup": rounds.SETUP, "round": rounds.ROUND}  # noqa: RUF012

    def compile_rules(self, mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
        return compile_rules(mission, options, title)

    def markers_by(self, title: Title, options: Mapping[str, str]) -> dict[str, MarkerKind]:
        return markers_by(title, options)

    def tables(self, title: Title, month: str, rulebook: Rulebook) -> Tables:
        return terrain.tables(title, month, rulebook)

    def recount(self, state: HeroesState, roll: Roll) -> int | None:
        return recount.need(state, roll)

    def verdict(self, state: HeroesState) -> Verdict | None:
        """The VP Advantage wins. [overview]"""
        side = state.tracks.verdict
        if not side:
            return None
        name = state.setting.sides_named[side]
        return Verdict(side, f"The {name} side wins with the VP Advantage at {state.tracks.vp}.", "sos-ov-a")

    def score(self, state: HeroesState) -> dict[str, float]:
        """VPs as the sum of one side is the loss of the other, so that evaluations can compare states."""
        tracks = state.tracks
        lead = tracks.vp - 0.5
        return {side: lead if side == tracks.vp_side else -lead for side in state.setting.sides}


THIRD_EDITION = ThirdEdition()
