"""Shared rules are cited by rows of the title at hand. [second_edition/same.tsv]"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import balka
from balka.bots.random import random_choice
from balka.core.frames import CHANCE
from balka.core.scene.display import Card, Hand
from balka.core.scene.figures import Reason
from balka.games import ledger
from balka.systems.heroes.common.events import CardPlayed
from balka.systems.heroes.second_edition.citations import same_rules
from balka.table import scenes
from balka.table.citing import cited
from balka.table.table import Table

HEROES = Path(balka.__file__).parent / "systems" / "heroes"
ROOMS = (".", "common", "show", "secrets", "audit")
SHARED = [path for room in ROOMS for path in (HEROES / room).glob("*.py")]
ROW = re.compile(r'"(sos-[\w.-]+)"')
NAMES = ("sos-00",)
"""what looks like a row and is none: the id of a described position"""


def cited_in_shared_code() -> set[str]:
    found = {row for path in SHARED for row in ROW.findall(path.read_text(encoding="utf-8"))}
    return found - set(NAMES)


def test_every_row_that_shared_code_cites_is_known_to_the_second_edition():
    assert cited_in_shared_code() - set(same_rules()) == set()


def test_every_row_it_is_turned_into_is_in_the_ledger():
    known = {row.id for row in ledger("atb")}
    assert {here for here in same_rules().values() if here} - known == set()


def test_a_rule_the_edition_does_not_have_is_not_cited():
    setting = balka.game("atb").start("partisans").setting
    card = Card(id="1", name="A card", kind="bonus", text="", count=1, rules=["sos-7.8-d", "sos-4.6-a"])
    hand = cited(setting, Hand(side="german", yours=True, cards=[card], hidden=0))
    assert [shown.rules for shown in hand.cards] == [["atb-5.3-a"]]
    assert cited(setting, Reason(sentence="No.", rule="sos-7.8-d")).rule == ""


@pytest.mark.parametrize("card", ["02", "09", "12", "GRENADES", "TELLERMINE", "OBA_SOV", "EVENT"])
def test_a_card_is_cited_by_its_own_row(card):
    """The numbers of cards differ between the titles, so their rows are not translated."""
    setting = balka.game("atb").start("partisans").setting
    (row,) = CardPlayed("german", card).line(setting).rules
    assert row in ledger("atb") and card.partition("_")[0].lower() in row


def rows_in(wire: Any) -> Iterator[str]:
    if isinstance(wire, dict):
        for key, value in wire.items():
            if key in ("rule", "rules") and value:
                yield from [value] if isinstance(value, str) else value
            else:
                yield from rows_in(value)
    elif isinstance(wire, list):
        for item in wire:
            yield from rows_in(item)


@pytest.mark.parametrize("scenario", ["partisans", "mir"])
def test_no_message_of_a_game_cites_another_title(scenario):
    table = Table(balka.game("atb").start(scenario), rng=random.Random(1))
    chance = random.Random(scenario)
    table.run("no bots")
    for _ in range(60):
        asks = [ask for ask in table.state.asks if ask.seat != CHANCE]
        if table.over or not asks:
            break
        seat = asks[0].seat
        text = table.state.text(random_choice(table.view(seat), seat, chance.randrange))
        told = [*rows_in(scenes.scene(table, seat)), *rows_in(scenes.quote(table, seat, text))]
        assert [row for row in told if row.startswith("sos-")] == []
        table.choose(seat, text)
        table.run("no bots")
