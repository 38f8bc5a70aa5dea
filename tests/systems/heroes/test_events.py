"""Every kind of fact of the tactical games makes a sentence, cites rows that exist, and names whom it is about."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

import balka
from balka.core.checks import Check, Tally, add
from balka.core.citing import own_rows
from balka.core.events import Event
from balka.core.linking import BEGIN, END, MIDDLE
from balka.games import ledger
from balka.systems.heroes.events import (
    artillery,
    cards,
    checks,
    fire,
    hiding,
    hits,
    moves,
    rounds,
    smoke,
    victory,
    works,
)  # fmt: skip
from balka.systems.heroes.events.checks import CardDieRolled, CheckRolled
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.second_edition import events as second
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.third_edition import events as third

BOTH = (artillery, cards, checks, fire, hiding, hits, moves, rounds, smoke, victory, works)
BASES = (Event, Cited, CheckRolled, CardDieRolled)
START = {"sos": "sos/courier", "atb": "atb/gap"}
ROW = "sos-6.7-b atb-7.3-b"


def kinds_in(*modules: ModuleType) -> list[type[Event]]:
    """The kinds of facts that stand in modules."""
    found = [kind for module in modules for _, kind in inspect.getmembers(module, inspect.isclass)]
    return [kind for kind in dict.fromkeys(found) if issubclass(kind, Event) and kind not in BASES]


def sample(kind: type[Event], setting: HeroesSetting) -> Event:
    """A fact of a kind about the first units, cards and hexes there are."""
    unit, vehicle = list(setting.counters)[:2]
    check = Check("Check", "2d6", Tally("Number", (add(7, "Number", ROW),)), "attack")
    values: dict[str, Any] = {
        "rule": ROW, "by": ROW if kind is moves.Moved else "ap", "force": "german", "foe": "soviet", "first": "german",
        "to": "german", "holder": "german", "scorer": "german", "ahead": "german", "winner": "german",
        "unit": unit, "target": vehicle, "vehicle": vehicle, "units": (unit, vehicle), "hex": 3, "hexes": (3, 4),
        "start": 2, "end": 3, "facing": 1, "towards": 1,
        "card": next(iter(setting.cards)), "cards": tuple(setting.cards)[:2],
        "marker": 2 if kind is third.PointsScored else next(iter(setting.markers)), "what": "he",
        "works": "hasty:" + unit if kind is works.WorksRemoved else "barbed_wire", "band": "hit", "check": check,
        "tally": check.tally, "faces": (3, 4), "bids": (("german", -1),), "totals": (("german", 1), ("soviet", 2)),
        "found": third.Finding.NOBODY if kind is third.Searched else 2,
    }  # fmt: skip
    reasons = {hits.UnitDestroyed: hits.Death.SECOND_HIT, hiding.Revealed: hiding.Discovery.ACTS}
    reasons |= {works.WorksRemoved: works.Ruin.DESTROYED}
    values["why"] = reasons.get(kind, victory.Holding(3))
    return kind(**{name: values.get(name, 1) for name in kind.__struct_fields__})


OF_EDITIONS = [
    *(("sos", kind) for kind in kinds_in(*BOTH, third)),
    *(("atb", kind) for kind in kinds_in(*BOTH, second)),
]


@pytest.mark.parametrize(("title", "kind"), OF_EDITIONS, ids=lambda value: getattr(value, "__name__", value))
def test_every_kind_of_fact_can_be_told(title: str, kind: type[Event]):
    setting = balka.game(title).start(START[title]).setting
    event = sample(kind, setting)
    line = event.line(setting)
    assert line.text == event.say(setting) and not set(line.text) & {BEGIN, MIDDLE, END}
    assert line.text[:1].isupper() or line.text[:1].isdigit()
    assert own_rows(event.cited(setting), title) == line.rules
    assert [row for row in line.rules if row not in ledger(title)] == []
    if hasattr(event, "unit"):
        assert line.unit == event.unit
        assert [link.unit for link in line.links if link.unit][:1] in ([event.unit], [])
