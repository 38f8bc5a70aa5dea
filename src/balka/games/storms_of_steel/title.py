"""Storms of Steel, Kursk 1943: the title."""

from __future__ import annotations

from balka.games.storms_of_steel import catalogue
from balka.systems.heroes.play.game import HeroesGame
from balka.systems.heroes.third_edition.system import THIRD_EDITION


class StormsOfSteel(HeroesGame):
    """Squads and single vehicles around Kursk, third edition rules."""

    key = "sos"
    title = "Storms of Steel"
    subtitle = "Kursk, July and August 1943"
    scale = "50 m a hex, squads and single tanks"
    plays_in = "about an hour"
    pace = 40  # estimated: seconds a counter takes of each Round, its share of fights included
    players = "1 to 4"
    blurb = (
        "Squads, guns and single tanks on 50-metre hexes around Kursk, July and August 1943. Every Action is a risk."
    )
    system = THIRD_EDITION
    box = staticmethod(catalogue.title)
    topics = {  # noqa: RUF012
        "1-9": "moving, firing, rallying", "10-11": "Groups and Hidden units",
        "12-14": "heights, mortars, artillery, smoke", "15-16": "vehicles, guns, airplanes",
        "17": "field works", "18": "flamethrowers", "19": "four players",
    }  # fmt: skip


GAME = StormsOfSteel()
