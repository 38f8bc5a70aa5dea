"""What the questions about a position of Grossdeutschland take."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.describing.document import Entry
from balka.referee.forms import Check, Form, Known, flag, hexagon, place, several, side, unit, word
from balka.systems.famous_divisions.describing.box import Box
from balka.systems.famous_divisions.position import SIDES
from balka.systems.famous_divisions.tables import FORTS


def forms(contents: Box) -> Mapping[str, Form]:
    """The questions of the title by name."""

    def drawn(known: Known, entry: Entry) -> None:
        """The chit each side has drawn: `{german: Apathy}`."""
        for chit in entry.fields(SIDES).values():
            contents.chit(chit)

    units = several(unit)
    attack: dict[str, Check] = {
        "target": place, "units": units, "guns": units, "support": units, "chits": drawn,
        "broken": several(word(*FORTS)), "overrun": flag,
    }  # fmt: skip
    return {
        "attack": Form(attack, ("target", "units")),
        "direct_fire": Form({"unit": unit, "target": place}, ("unit", "target")),
        "barrage": Form({"unit": unit, "target": place}, ("unit", "target")),
        "move": Form({"unit": unit, "units": units, "to": place}, ("to",)),
        "reach": Form({"unit": unit}, alone="unit"),
        "supply": Form({"unit": unit}, alone="unit"),
        "line_of_sight": Form({"from": place, "to": place}, ("from", "to")),
        "zone_of_control": Form({"side": side}, alone="side"),
        "stacking": Form({"at": hexagon}, alone="at"),
        "inspection": Form({"side": side}, alone="side"),
    }
