"""What the questions about a position of Kursk 1943 take."""

from __future__ import annotations

from collections.abc import Mapping

from balka.referee.forms import Check, Form, flag, number, place, several, side, unit, word
from balka.systems.wb95.catalogue import Catalogue
from balka.systems.wb95.describing.beside import air_counters

MOST_SHIFTS = 30


def forms(charts: Catalogue) -> Mapping[str, Form]:
    """The questions of the title by name."""
    units, air = several(unit), several(word(*air_counters(charts)))
    attack: dict[str, Check] = {
        "target": several(place), "units": units, "guns": units, "air": air, "stars": units, "full": units,
        "shifts": number(0, MOST_SHIFTS), "defence_guns": units, "defence_air": air, "defence_stars": units,
        "defence_shifts": number(0, MOST_SHIFTS),
    }  # fmt: skip
    shelling: dict[str, Check] = {"target": place, "guns": units, "barrage": flag, "air": air, "full": units}
    return {
        "attack": Form(attack, ("target", "units")),
        "duties": Form({"side": side}, alone="side"),
        "shelling": Form(shelling, ("target", "guns")),
        "air_attack": Form({"target": place, "air": air, "side": side}, ("target", "air")),
        "morale": Form({"unit": unit}, alone="unit"),
        "reach": Form({"unit": unit}, alone="unit"),
        "move": Form({"units": units, "to": place}, ("units", "to")),
        "supply": Form({"unit": unit}, alone="unit"),
        "zone_of_control": Form({"side": side}, alone="side"),
        "stacking": Form({"at": place}, alone="at"),
    }
