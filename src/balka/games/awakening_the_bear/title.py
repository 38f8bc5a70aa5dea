"""Awakening the Bear: the title."""

from __future__ import annotations

from balka.games.awakening_the_bear import catalogue
from balka.systems.heroes.play.game import HeroesGame
from balka.systems.heroes.second_edition.system import SECOND_EDITION


class AwakeningTheBear(HeroesGame):
    """Squads and single vehicles in the summer and autumn of 1941, second edition rules."""

    key = "atb"
    title = "Awakening the Bear"
    subtitle = "The border, summer 1941"
    scale = "50 m a hex, squads and single tanks"
    plays_in = "about an hour"
    pace = 40  # estimated: seconds a counter takes of each Round, its share of fights included
    players = "1 to 4"
    blurb = (
        "Squads, guns and single tanks in the summer of 1941. Activate a unit, spend its seven Action Points "
        "before the enemy takes his chance."
    )
    system = SECOND_EDITION
    box = staticmethod(catalogue.title)
    topics = {  # noqa: RUF012
        "1-7": "activations, moving, firing, rallying",
        "8-9": "cards, groups, shared activations",
        "10": "Hidden units",
        "11-13": "hills, mortars, artillery, smoke",
        "14-17": "vehicles and guns",
        "18": "bunkers, wire and mines",
        "19": "Pioneers and flamethrowers",
        "20": "two players a side",
    }


GAME = AwakeningTheBear()
