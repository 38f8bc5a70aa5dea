"""What the store keeps of a table beside its entries: what lists say of it, who is to decide, how the game stands."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from balka.core.state import WATCHER
from balka.server import reviving
from balka.server.later import AtOnce, Later
from balka.server.ratings.terms import ended
from balka.server.store import GameResult, Snapshot, Store
from balka.table.table import Table

if TYPE_CHECKING:
    from balka.server.live import LiveTable

KEPT_EVERY = 50  # entries after which a game is kept, in the middle of a turn too
TOUCHED_EVERY = 20.0  # seconds between two notes of when a table was last touched, where turns are short


class Description:
    """Writes down what is looked up about one table."""

    def __init__(self, live: LiveTable, store: Store) -> None:
        self.later: Later = AtOnce()
        self._live = live
        self._store = store
        self._described = (-1, False)
        self._asks: str | None = None
        self._kept_at = 0
        self._kept_in = ""
        self._label = ("", -1)
        self._listed = ("", 0.0)

    def anew(self) -> None:
        """Another process has written who is to decide."""
        self._asks = None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over and this was not written down yet."""
        return self._live.table.over and not self._described[1]

    def write_down(self) -> None:
        """Keep what others look up; more of it when another turn has begun, or the game is over."""
        table, number = self._live.table, self._live.journal.number
        now = (table.state.turn, table.over)
        passed, self._described = now != self._described, now
        if passed:
            self.describe()
        if (passed and table.over) or self._turn() != self._kept_in or number >= self._kept_at + KEPT_EVERY:
            self.keep()
        self._keep_asked()

    def describe(self) -> None:
        """Keep what lists say of the table; when a rated game is over ratings change with it, before all see so."""
        live = self._live
        table_id, over, result = live.stored.id, live.table.over, self.result()
        label, end = self._turn(), ended(live.table) if live.stored.rated else None
        if end is None and not over:
            if not self._is_news(label):
                return
            self.later.put((table_id, "description"), lambda: self._store.describe(table_id, label, over, result))
            return
        self._store.describe(table_id, label, over, result, end)
        live.stored = (self._store.find(table_id) if end else None) or live.stored

    def _is_news(self, label: str) -> bool:
        """Whether lists should say anything new: another turn by its name, or that the table was touched lately."""
        now = time.monotonic()
        if label == self._listed[0] and now < self._listed[1] + TOUCHED_EVERY:
            return False
        self._listed = (label, now)
        return True

    def result(self) -> str:
        """How the game ended, for lists of tables; empty while it goes on."""
        verdict, early = self._live.table.verdict(), self._live.table.play.early
        if verdict is None:
            return ""
        return msgspec.json.encode(GameResult(verdict.winner, verdict.text, early.how if early else "rules")).decode()

    def _keep_asked(self) -> None:
        """Keep who is to decide, where somebody with an account sits or people at different screens: their lists say
        which tables wait for them."""
        live = self._live
        if not live.stored.owner and not any(link.given or link.person for link in live.links):
            return
        asked = " ".join(seat for seat in live.table.people if live.table.asked(seat))
        if asked != self._asks:
            self._asks = asked
            self.later.put((live.stored.id, "asks"), self._write_asked)

    def _write_asked(self) -> None:
        """As it is by now; where another process has gone on, that is its business."""
        asked, number = self._asks, self._live.journal.number
        if asked is not None:
            self._store.asks(self._live.stored.id, asked, number)

    def keep(self) -> None:
        """Keep how the game stands."""
        table_id, picture = self._live.stored.id, self.picture()
        self._kept_at, self._kept_in = picture.number, picture.turn
        self.later.put((table_id, "picture"), lambda: self._store.keep(table_id, picture))

    def picture(self) -> Snapshot:
        return reviving.picture(self._live.table, self._live.journal.number, self._turn())

    def _turn(self) -> str:
        """What turn it is; worked out once for each, as a whole scene is drawn for it."""
        turn = self._live.table.state.turn
        if self._label[1] != turn or not self._label[0]:
            self._label = (turn_label(self._live.table), turn)
        return self._label[0]


def turn_label(table: Table) -> str:
    """What turn it is, as anybody may know."""
    view = table.view(WATCHER)
    return view.setting.system.turn(view).label
