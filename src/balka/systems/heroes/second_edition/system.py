"""The second edition as the engine plays it: chapters, sequence of play, options."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from balka.core.frames import Roll
from balka.core.state import Verdict
from balka.systems.heroes.audit.second_edition import recount, recount_costs
from balka.systems.heroes.chapters import digging, elevation, leaving
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.ground import Tables
from balka.systems.heroes.play.edition import edition_of
from balka.systems.heroes.play.system import COMMON_FRAMES, COMMON_VERBS, HeroesPlay
from balka.systems.heroes.second_edition import (
    activation,
    arms,
    basics,
    card_dice,
    cards,
    cautious,
    crossing,
    hidden,
    initiative,
    laying,
    lobbing,
    obstacles,
    rounds,
    shown,
    smoke,
    terrain,
    together,
    variable,
    vehicles,
    walls,
    weapons,
    works,
)
from balka.systems.heroes.second_edition.artillery import ARTILLERY
from balka.systems.heroes.second_edition.combat import COMBAT
from balka.systems.heroes.second_edition.driving import VEHICLES
from balka.systems.heroes.second_edition.economy import Activations
from balka.systems.heroes.second_edition.entering import ENTERING
from balka.systems.heroes.second_edition.fortifications import WORKS
from balka.systems.heroes.second_edition.hand_weapons import FLAME, WEAPONS
from balka.systems.heroes.second_edition.hiding import HIDING
from balka.systems.heroes.second_edition.options import OPTIONS, compile_rules
from balka.systems.heroes.second_edition.scoring import BOTH_LOSE, TwoTracks
from balka.systems.heroes.second_edition.smoke import SMOKE
from balka.systems.heroes.setting import Rulebook
from balka.systems.heroes.units import HeroesState


class SecondEdition(HeroesPlay):
    """Awakening the Bear's rules."""

    key = "heroes2"
    version = "4"
    chart_rule = "atb-4.0-d"
    order = "atb-2.2-a"
    options = OPTIONS
    scenario_word = "Firefight"
    merging_costs = 1  # [20.1-b]
    edition = edition_of(
        basics.CHAPTER,
        activation.CHAPTER,
        variable.CHAPTER,
        walls.CHAPTER,
        cautious.CHAPTER,
        structs.replace(leaving.CHAPTER, name="5"),
        cards.CHAPTER,
        card_dice.CHAPTER,
        hidden.GROUPS,
        together.LEAVERS,
        structs.replace(elevation.CHAPTER, name="11"),
        hidden.HIDDEN,
        hidden.HIDING,
        hidden.SUSPICION,
        weapons.WEAPONS,
        arms.MORTARS,
        arms.ARTILLERY,
        lobbing.CHAPTER,
        smoke.CHAPTER,
        together.SMOKE,
        vehicles.CHAPTER,
        arms.TRANSPORT,
        arms.EMBARKING,
        together.RIDERS,
        digging.HASTY,
        works.DIGGING,
        works.FORTIFICATIONS,
        together.WORKS,
        obstacles.CHAPTER,
        laying.CHAPTER,
        crossing.CHAPTER,
        weapons.TELLERMINES,
        FLAME,
        shown.CHAPTER,
        economy=Activations(),
        scoring=TwoTracks(),
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
    frames = (*COMMON_FRAMES, initiative.Initiative, initiative.Bid, initiative.Bidding, *edition.frames)
    sequences = {"setup": rounds.SETUP, "round": rounds.ROUND}  # noqa: RUF012

    def compile_rules(self, mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
        return compile_rules(mission, options, title)

    def tables(self, title: Title, month: str, rulebook: Rulebook) -> Tables:
        return terrain.tables(title, month, rulebook)

    def invariants(self, state: HeroesState) -> list[str]:
        counted = (*recount_costs.wrong_costs(state), *recount_costs.wrong_pools(state))
        return [*super().invariants(state), *counted]

    def recount(self, state: HeroesState, roll: Roll) -> int | None:
        return recount.need(state, roll)

    def verdict(self, state: HeroesState) -> Verdict | None:
        """More points win; a tie loses for both. [2.4-b]"""
        side = state.tracks.verdict
        if not side:
            return None
        if side == BOTH_LOSE:
            return Verdict("", "Equal victory points: both sides lose.", "atb-2.4-b")
        if side in state.setting.forces and side not in state.setting.sides:
            player = state.setting.force_name(side)
            text = f"The {player} player wins with {state.tracks.shares[side]} VP of his own."
            return Verdict(state.setting.forces[side], text, "atb-20.0-h")
        name = state.setting.sides_named[side]
        return Verdict(side, f"The {name} side wins with {state.tracks.points[side]} VP.", "atb-2.4-b")

    def score(self, state: HeroesState) -> dict[str, float]:
        lead = self.edition.scoring.lead
        return {side: float(lead(state, side)) for side in state.setting.sides}


SECOND_EDITION = SecondEdition()
