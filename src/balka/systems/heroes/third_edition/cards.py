"""The Battle cards by number. [chapter 8, cards 01-13]"""

from __future__ import annotations

from balka.systems.heroes.chapters import card_actions, cards
from balka.systems.heroes.chapters.rally import rally, rally_checks
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules

ROLES = {
    "command": "02",
    "follow me": "03",
    "rally up": "04",
    "rapid deployment": "05",
    "roll again": "07",
    "officer": "08",
    "seek cover": "09",
    "sniper fire": "10",
    "careful aiming": "11",
    "swift": "12",
    "luck": "13",
    "halt": "20",
}

CHAPTER = Chapter(
    name="8",
    cards=CardRules(
        gives_action={"01": "spent", "02": "any"},  # [sos-card-01-b, sos-card-02-b]
        players={
            "03": cards.follow_me,
            "04": cards.rally_up,
            "08": cards.able,
            "09": cards.seek_cover,
        },
        why_not_card={
            "05": "Rapid Deployment follows a Move Action of a unit that can still move.",
            "06": "Battlefield Confusion is played in the opponent's Turn, when a unit of his pays for an Action.",
            "07": "Veteran NCO is played after a roll of your own.",
            "11": "Careful Aiming is played while an attack is being rolled.",
            "13": "Luck is played after a roll of your own.",
            "15": "Bogged Down is played when an enemy vehicle has moved.",
        },
    ),
    deeds={
        "03": Deed(do=card_actions.follow_me),
        "04": Deed(do=rally, checks=rally_checks),
        "08": Deed(do=card_actions.roll_card, dice=card_actions.officer),
        "09": Deed(do=card_actions.seek_cover),
    },
)
