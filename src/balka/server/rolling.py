"""Every roll of a game with what could have come, so that anybody can make it again from the secret."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.dice import Outcome, dice
from balka.core.frames import CHANCE, Roll
from balka.core.records import Walker
from balka.core.state import State
from balka.server.answers import Possible, Rolled, Rolls
from balka.table.table import Table


def rolls(table: Table) -> Rolls:
    """Every answer of chance with what could have come, so that anybody can make it again from the secret."""
    made = list(_rolled(table))
    kinds = sorted({roll.of for roll in made if isinstance(roll.of, str)})
    return Rolls(rolls=made, kinds={kind: _weights(kind) for kind in kinds})


def _weights(kind: str) -> Possible:
    return [(outcome.text(), weight) for outcome, weight in dice(kind).weights.items()]


def _rolled(table: Table) -> Iterator[Rolled]:
    walker, number = Walker(table.start), 0
    for given in table.play.all_answers:
        for _ in walker.forced():
            pass
        moment = walker.say(given.seat, given.text)
        if given.seat == CHANCE:
            yield Rolled(number=number, of=_possible(moment.before), got=given.text, why=_why(moment.before))
            number += 1


def _possible(state: State) -> str | Possible:
    """The kind of dice; of a bag all that was in it."""
    roll = state.stack[-1]
    assert isinstance(roll, Roll)
    if roll.dice:
        return roll.dice
    return [(Outcome(roll.bag, item=item).text(), count) for item, count in state.bags[roll.bag].items.items()]


def _why(state: State) -> str:
    roll = state.stack[-1]
    assert isinstance(roll, Roll)
    return roll.why
