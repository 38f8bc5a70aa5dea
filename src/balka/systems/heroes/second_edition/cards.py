"""The Action and Bonus cards by number. [chapter 8]"""

from __future__ import annotations

from balka.systems.heroes.common import card_actions, cards
from balka.systems.heroes.common.actions import rally
from balka.systems.heroes.common.chapters import Chapter

ROLES = {
    "command": "02",
    "follow me": "03",
    "rally up": "04",
    "officer": "08",
    "careful aiming": "09",
    "swift": "10",
    "seek cover": "11",
    "luck": "12",
    "sniper fire": "13",
    "roll again": "",
    "rapid deployment": "",
}

CHAPTER = Chapter(
    name="8",
    gives_action={"02": "any"},
    players={
        "03": cards.follow_me,
        "04": cards.rally_up,
        "08": cards.able,
        "11": cards.seek_cover,
        "13": cards.able,
    },
    carry_out={
        "03": card_actions.follow_me,
        "04": rally,
        "08": card_actions.roll_card,
        "11": card_actions.seek_cover,
        "13": card_actions.roll_card,
    },
    card_dice={"08": card_actions.officer, "13": card_actions.sniper},
    why_not_card={
        "09": "Careful Aiming is played while an attack is being rolled.",
        "12": "Luck is played after a roll of your own, in your own turn.",
    },
)
