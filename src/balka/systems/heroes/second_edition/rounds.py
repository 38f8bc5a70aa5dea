"""A Firefight is a series of rounds, each after its Pre-Round Sequence. [1.0, 2.0-2.4]"""

from __future__ import annotations

from collections.abc import Callable

from balka.core.frames import Steps
from balka.systems.heroes.chapters.artillery import land_strikes, plan_first_strikes, plan_strikes
from balka.systems.heroes.chapters.fortifying import place_last, set_up
from balka.systems.heroes.chapters.smoke import lift_light_smoke, thin_heavy_smoke
from balka.systems.heroes.events.rounds import RoundBegan
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import TurnTaking
from balka.systems.heroes.play.rounds import (
    advance_round_marker,
    announce_reinforcements,
    award_points,
    begin_next_round,
    deal_opening_hands,
    draw_cards,
    free_bogged_vehicles,
    look_for_end,
    play_turns,
    refresh_units,
    reset_caps,
)
from balka.systems.heroes.play.situation import is_turn_of
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.initiative import roll_initiative
from balka.systems.heroes.units import HeroesWork


def begin_first_round(work: HeroesWork) -> None:
    """The Pre-Round Sequence is run before the first round too. [2.0-a, ruling B15]"""
    work.tell(RoundBegan(work.tracks.round))
    work.push(Steps("round"))


def draw_round_cards(work: HeroesWork) -> None:
    """From the second round on; the first hand has been dealt at set-up. [2.0-e, ruling B15, 8.0-c]"""
    if work.tracks.round > 1:
        draw_cards(work)


def end_activations(work: HeroesWork) -> None:
    """Nobody stays active from one round to the next. [2.2-h]"""
    for force in work.setting.forces:
        pools.close(work, force)
    work.set_tracks(intrusions=())


SETUP: tuple[Callable[[HeroesWork], None], ...] = (
    set_up,  # [1.0-i, 10.0]
    place_last,  # [18.1-a]
    deal_opening_hands,  # [1.0-k]
    plan_first_strikes,  # [12.1-b]
    begin_first_round,
)

ROUND: tuple[Callable[[HeroesWork], None], ...] = (
    refresh_units,  # step 1 [2.0-b]
    lift_light_smoke,  # step 2 [2.0-c]
    thin_heavy_smoke,
    reset_caps,  # step 3 [2.0-d]
    draw_round_cards,  # step 4 [2.0-e]
    plan_strikes,  # step 5 [2.0-f]
    land_strikes,  # step 6 [2.0-g]
    announce_reinforcements,  # step 7 [2.0-h]
    roll_initiative,  # step 8 [2.0-i]
    play_turns,  # [2.2]
    end_activations,
    free_bogged_vehicles,  # [card 20]
    award_points,  # [2.3-a]
    look_for_end,  # [2.4-a]
    advance_round_marker,
    begin_next_round,
)


def may_be_lucky(now: Now, force: str) -> bool:
    """Luck changes the rolls of one's own turn. [atb-card-12-c]"""
    return is_turn_of(now, force)


TURNS = TurnTaking(actions_break_passes=True, swift_bars_pass=True, may_be_lucky=may_be_lucky)
