"""Games played once at random and kept as records: while the version of the rules stays, they must replay.

When one does not, a rule has changed: raise `version` in its system, and write the records anew with
`python -m tests.playthroughs --records`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import balka
from balka.core import records
from balka.core.state import State
from balka.lab.questions import some_choice
from balka.table.dice import SeededDice
from balka.table.table import Table

FOLDER = Path(__file__).parent / "records"
SCENARIOS = ("sos/courier", "sos/farm", "sos/wings", "atb/partisans", "atb/gap", "atb/stalin", "kursk/slice",
             "kursk/prokhorovka-15", "gd/slice", "gd/akhtyrka")  # fmt: skip
CHOICES = 250


def path_of(key: str) -> Path:
    return FOLDER / f"{key.replace('/', '-')}.txt"


def played(key: str) -> str:
    """A game at random, as its record."""
    game, scenario = balka.scenario(key)
    rng = Random(key)
    table = Table(game.start(scenario.key), dice=SeededDice(rng.randrange(1 << 30)))
    for _ in range(CHOICES):
        table.run()
        if table.over:
            break
        seat = table.state.asks[0].seat
        table.choose(seat, some_choice(table.view(seat), seat, rng))
    return table.record()


def replayed(key: str) -> State:
    """Where a kept game ends; refused with its line where it does not replay."""
    record = records.read(path_of(key).read_text())
    return records.final(record, balka.scenario(key)[0])
