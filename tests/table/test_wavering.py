"""People who change their minds at random: undo, take-back, the journal and the record agree at every moment."""

from __future__ import annotations

import random

import pytest
from tests.table.camp import GAME as CAMP
from tests.toy.ford import GAME as FORD

import balka
from balka.bots.random import RandomBot
from balka.core import records
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import Game
from balka.table.dice import SeededDice
from balka.table.table import Entry, Table


def start_of(key: str) -> tuple[Game, State]:
    if key == "camp":
        return CAMP, CAMP.start("raids")
    if key == "ford":
        return FORD, FORD.start("crossing")
    game = balka.game(key.partition("/")[0])
    scenario = next(one.key for one in game.scenarios() if one.key in (key, key.partition("/")[2]))
    return game, game.start(scenario)


def waver(table: Table, rng: random.Random) -> None:
    """One thing somebody does: mostly choose, sometimes take back."""
    seat = rng.choice([seat for seat in table.people if table.asked(seat)] or list(table.people))
    said = len(table.play.draft.choices_of(seat))
    if said and rng.random() < 0.25:
        table.undo(seat)
    elif said and rng.random() < 0.2:
        before = table.play
        try:
            table.take_back(seat, rng.randrange(said))
        except BalkaError:
            assert table.play is before
    elif table.asked(seat):
        choice = RandomBot().choose(table.state.view(seat), seat, rng)
        table.choose(seat, table.state.text(choice))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", ["camp", "ford", "sos/courier", "kursk/slice", "gd/slice"])
def test_a_journal_of_second_thoughts_brings_back_the_same_table(key: str, seed: int):
    game, start = start_of(key)
    rng = random.Random(seed)
    entries: list[Entry] = []
    table = Table(start, dice=SeededDice(seed), journal=entries.append)
    table.run()
    for step in range(60):
        if table.over:
            break
        waver(table, rng)
        table.run()
        if step % 6 == 0:
            agree(table, entries, game)
    agree(table, entries, game)


def agree(table: Table, entries: list[Entry], game: Game) -> None:
    """The table, the one its journal brings back, and the state its record ends in."""
    again = Table(table.start, dice=SeededDice(0))
    again.restore(entries)
    assert again.state.hash == table.state.hash
    assert again.play.heard == table.play.heard
    for seat in table.seats:
        assert again.log(seat) == table.log(seat)
        assert again.play.draft.choices_of(seat) == table.play.draft.choices_of(seat)
    assert again.record() == table.record()
    record = records.read(table.record())
    assert records.final(record, game).hash == record.lines[-1].text
