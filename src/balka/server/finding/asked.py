"""What people who look for each other ask for, as types with sizes."""

from __future__ import annotations

from msgspec import Struct, field

from balka.server.messages import NewTable
from balka.server.pace import Pace
from balka.server.people.asked import Short


class MatchWish(Struct, forbid_unknown_fields=True):
    """A quick match: which game, at which pace, rated or not."""

    game: Short
    pace: Pace | None = None
    rated: bool = False


class ChallengeWish(Struct, forbid_unknown_fields=True):
    """Somebody is asked by name to a table; `side` is one's own."""

    name: Short
    scenario: Short
    side: Short
    options: dict[str, str | int | bool] = field(default_factory=dict)
    pace: Pace | None = None
    rated: bool = False

    def table(self, seats: dict[str, str]) -> NewTable:
        return NewTable(self.scenario, seats, self.options, pace=self.pace, rated=self.rated)


MATCH = '{"game": "sos", "pace": {"kind": "live"}, "rated": true}'
CHALLENGE = '{"name": "Wren", "scenario": "sos/courier", "side": "german"}'
