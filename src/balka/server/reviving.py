"""Tables brought back: a game goes on from how it was last kept. Where that is not understood, all that happened
happens again, or the game goes on from how it stood when a turn began."""

from __future__ import annotations

import logging
from collections.abc import Callable

from balka.core import records
from balka.core.errors import BalkaError
from balka.core.state import Setting, State
from balka.server.store import Snapshot, Store, StoredTable
from balka.table.table import Entry, Table

log = logging.getLogger("balka.server")


def picture(table: Table, number: int, turn: str) -> Snapshot:
    """How a game stands after so many entries: where it can be taken back to, and what is being drafted since."""
    setting, play = table.start.setting, table.play
    rules, data = setting.system.version, setting.digest
    return Snapshot(
        number, rules, data, turn, play.state.hash, play.rolls, play.draft.base.to_json(), table.kept()
    )  # fmt: skip


class Past:
    """What was stored of a game when it had so many entries; another process may have stored more since."""

    def __init__(self, store: Store, table_id: str, number: int) -> None:
        self._store = store
        self._table_id = table_id
        self.number = number

    def entries(self, after: int = 0) -> list[Entry]:
        return self._store.entries(self._table_id, after)[: max(0, self.number - after)]

    def snapshots(self) -> list[Snapshot]:
        return [kept for kept in self._store.snapshots(self._table_id) if kept.number <= self.number]

    def begin_anew(self, snapshot: Snapshot) -> None:
        self._store.begin_anew(self._table_id, snapshot)


def revived(stored: StoredTable, store: Past, empty: Callable[[], Table]) -> tuple[Table, str]:
    """The table as it stood, and what its players should be told of how it was brought back."""
    kept = store.snapshots()
    table = empty()
    if kept and _comes_back(table, stored, store, kept):
        return table, ""
    table = empty()
    try:
        _play_again(table, stored, store, kept)
    except BalkaError as problem:
        log.warning("table %s cannot be played again: %s", stored.id, problem)
        return _from_picture(stored, store, empty(), problem)
    changed = _changed(stored, kept[-1] if kept else None, table.start.setting)
    since = kept[-1].turn if kept else "the beginning"
    return table, f"{changed} What has happened since {since} was worked out anew." if changed else ""


def _comes_back(table: Table, stored: StoredTable, store: Past, kept: list[Snapshot]) -> bool:
    """Whether the game goes on from how it was last kept: under the same rules and data, and to the very same state."""
    setting, last = table.start.setting, kept[-1]
    if not last.play or (last.rules, last.data) != (setting.system.version, setting.digest):
        return False
    try:
        if stored.base:
            _begin_at_base(table, stored, kept)
        table.come_back(State.from_json(setting, last.state), last.play)
        if table.state.hash != last.hash:
            return False
        table.restore(store.entries(last.number))
    except BalkaError as problem:
        log.warning("table %s is played again from the beginning: %s", stored.id, problem)
        return False
    return True


def _play_again(table: Table, stored: StoredTable, store: Past, kept: list[Snapshot]) -> None:
    """All entries, with the pictures kept on the way as checks."""
    if stored.base:
        _begin_at_base(table, stored, kept)
    elif stored.record:
        table.load(records.read(stored.record))
    checks = {snapshot.number - stored.base: snapshot.hash for snapshot in kept if snapshot.number > stored.base}
    table.restore(store.entries(stored.base), checks)


def _begin_at_base(table: Table, stored: StoredTable, kept: list[Snapshot]) -> None:
    """A game that went on under other rules begins there."""
    first = next(snapshot for snapshot in kept if snapshot.number == stored.base)
    table.go_on_from(State.from_json(table.start.setting, first.state), first.rolls)


def _from_picture(stored: StoredTable, store: Past, table: Table, problem: BalkaError) -> tuple[Table, str]:
    """The game as it stood when the last turn began that is still understood; what came after is not played again."""
    setting = table.start.setting
    for then in reversed(store.snapshots()):
        try:
            state = State.from_json(setting, then.state)
        except BalkaError:
            continue
        table.go_on_from(state, _rolled(store, stored))
        store.begin_anew(picture(table, store.number, then.turn))
        told = _changed(stored, then, setting) or "This game cannot be played again as it was."
        return table, f"{told} It goes on from {then.turn}."
    told = _changed(stored, None, setting) or "The rules have changed since this game was played."
    raise BalkaError(f"{told} It cannot be opened any more: {problem.message}.", "the Balka it was played with can")


def _rolled(store: Past, stored: StoredTable) -> int:
    """How many rolls were ever made at a table: none of them may come up a second time."""
    return sum(entry.kind == "chance" for entry in store.entries()) + stored.record.count("\nchance: ")


def _changed(stored: StoredTable, then: Snapshot | None, setting: Setting) -> str:
    """That a game was played under other rules or data; empty where it was not, or where nobody wrote it down."""
    rules, data = (then.rules, then.data) if then else (stored.rules, stored.data)
    if rules and rules != setting.system.version:
        return f"The rules have changed since this game was played (version {rules}, now {setting.system.version})."
    if data and data != setting.digest:
        return "The figures of this game's units or maps have changed since it was played."
    return ""
