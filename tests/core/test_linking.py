"""A line says which counters and hexes its text names; the text itself is plain."""

from __future__ import annotations

import pytest

import balka
from balka.core.events import Event
from balka.core.linking import BEGIN, END, HEX, MIDDLE, UNIT, marked, unmarked
from balka.core.scene.lines import Link
from balka.systems.famous_divisions.events.marches import Marched
from balka.systems.heroes.events.moves import Moved
from balka.systems.heroes.events.works import Ruin, WorksRemoved
from balka.systems.wb95.events.breakdowns import SentToWorkshop


def test_marks_are_taken_out_and_told():
    said = f"{marked(UNIT, 'rif-01', 'Rifles rif-01')} moves to {marked(HEX, 'H07', 'H07')}."
    assert unmarked(said) == (
        "Rifles rif-01 moves to H07.", [Link(at=0, to=13, unit="rif-01"), Link(at=23, to=26, hex="H07")]
    )  # fmt: skip
    assert unmarked("Round 1") == ("Round 1", [])


def test_places_are_counted_as_a_browser_counts_them():
    text, (link,) = unmarked(f"\U0001f3b2 ł {marked(HEX, 'H07', 'H07')}")
    assert text == "\U0001f3b2 ł H07" and (link.at, link.to) == (5, 8)


def named(event: Event, title: str, scenario: str) -> list[tuple[str, str]]:
    """What a line names, in its own words, with what is meant."""
    setting = balka.game(title).start(scenario).setting
    line = event.line(setting)
    assert line.text == event.say(setting) and not set(line.text) & {BEGIN, MIDDLE, END}
    return [(line.text[link.at : link.to], link.unit or link.hex) for link in line.links]


def test_lines_of_every_system_say_whom_and_where_they_name():
    sos = named(Moved("rif-01", 0, 1, 0), "sos", "sos/courier")
    assert [meant for _, meant in sos] == ["rif-01", *balka.game("sos").start("sos/courier").setting.board.labels[:2]]
    assert sos[0][0].endswith(" rif-01")
    gd = balka.game("gd").start("gd/slice").setting
    unit = next(iter(gd.catalogue.kinds))
    assert (gd.catalogue.kinds[unit].name, unit) in named(Marched((unit,), 0, 1), "gd", "gd/slice")
    kursk = balka.game("kursk").start("kursk/slice").setting
    unit = next(iter(kursk.catalogue.counters))
    assert named(SentToWorkshop("german", unit), "kursk", "kursk/slice") == [
        (kursk.catalogue.counters[unit].called, unit)
    ]


@pytest.mark.parametrize(
    ("works", "said"),
    [
        ("works:h07/bunker", "The bunker in H07: destroyed"),
        ("hasty:rif-01", "The Hasty Defense of Rifles '41 Squad rif-01: destroyed"),
    ],
)
def test_a_sentence_begins_with_a_capital_and_keeps_its_names(works: str, said: str):
    setting = balka.game("sos").start("sos/courier").setting
    assert WorksRemoved("", works, Ruin.DESTROYED).line(setting).text == said
