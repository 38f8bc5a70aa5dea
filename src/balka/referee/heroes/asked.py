"""What the questions about a heroes position take."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.describing.document import Entry
from balka.referee.forms import Check, Form, Known, flag, hexagon, number, place, sentence, unit, word
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.play.spending import CHECK_LIMIT

MOST_SUPPORT, MOST_COST = 9, 30
FLAME, WEAPON = "flame", "weapon"

CAPS: dict[str, Check] = {"caps": number(-CHECK_LIMIT, CHECK_LIMIT)}
PAID: dict[str, Check] = {"caps": number(0, MOST_COST)}


def forms(title: Title) -> Mapping[str, Form]:
    """The questions of a heroes title by name."""
    attack = _attack(title)
    return {
        "hit_number": Form({**attack, **CAPS}, ("attacker", "target")),
        "dr": Form({"target": place, "from": place}, ("target", "from")),
        "ar": Form(attack, ("attacker", "target")),
        "action_cost": Form({"action": sentence, **PAID}, alone="action"),
        "rally_number": Form({"unit": unit, **CAPS}, alone="unit"),
        "line_of_sight": Form({"from": place, "to": place}, ("from", "to")),
        "fire_zone": Form({"unit": unit}, alone="unit"),
        "spent_chance": Form({"cost": number(0, MOST_COST), **PAID}, alone="cost"),
        "reveal_number": Form({"at": place, **CAPS}, alone="at"),
        "unseen": Form({"unit": unit, "at": place}, alone="unit"),
    }


def _attack(title: Title) -> dict[str, Check]:
    cards = tuple(card.id for card in title.cards.values() if card.family == WEAPON)

    def attacker(known: Known, entry: Entry) -> None:
        """A unit, or a card that strikes from beyond the map."""
        if entry.text().upper() not in cards:
            unit(known, entry)

    return {
        "attacker": attacker, "target": place, "careful_aiming": flag, "support": number(0, MOST_SUPPORT),
        "spotter": hexagon, "weapon": word(FLAME, *cards),
    }  # fmt: skip
