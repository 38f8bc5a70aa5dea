"""How far a bot at work has come, told to everybody: from counts alone, for what it decides is known only when it is
done."""

from __future__ import annotations

from balka.server.messages import Thinking
from balka.table.table import Table

SETUP = "setup"  # the kind of ask in which a side sets up


def is_setting_up(table: Table, seat: str) -> bool:
    return table.state.ask_of(seat).kind == SETUP


class Decisions:
    """Counts what each bot of a table decides before others are shown any of it, and how much that was the last time
    it began with the same kind of question."""

    def __init__(self) -> None:
        self._run: dict[str, tuple[str, int]] = {}
        self._last: dict[tuple[str, str], int] = {}

    def next(self, table: Table, seat: str) -> Thinking:
        """A bot is about to decide; while it sets up nothing is counted, for that might tell how much is hidden."""
        if is_setting_up(table, seat):
            return Thinking(seat=seat)
        made = sum(said.seat == seat for said in table.play.draft.said)
        kind = self._begun(table, seat, made)
        self._run[seat] = (kind, made)
        before = self._last.get((seat, kind), 0)
        return Thinking(seat=seat, made=made, of=max(before, made + 1) if before else 0)

    def _begun(self, table: Table, seat: str, made: int) -> str:
        """The kind of question a bot's run of decisions began with; a new run ends the one before."""
        if made and seat in self._run:
            return self._run[seat][0]
        if seat in self._run:
            kind, last = self._run[seat]
            self._last[seat, kind] = last + 1
        return table.state.ask_of(seat).kind
