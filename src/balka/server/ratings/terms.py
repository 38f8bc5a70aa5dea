"""Which games can be rated: two sides, each in one hand, from the beginning and by the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection

from balka.bots.base import players_of
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lessons import teaching
from balka.server.people.sessions import visit_of
from balka.server.store import Ended
from balka.table.table import HUMAN, Table

TWO = 2


class TermsError(BalkaError):
    """A game that cannot be rated as it was wished."""


def must_fit(start: State, players: Mapping[str, str], awaited: set[str], record: str | None) -> None:
    """Refuse to rate a game that would say nothing of anybody's strength."""
    setting = start.setting
    if record or teaching.find(f"{setting.game}/{setting.scenario}"):
        raise TermsError("Only games from the beginning of a scenario are rated.", "an unrated game")
    if setting.varied:
        raise TermsError("A rated game is played as the rulebook has it.", "without options, or unrated")
    if len(setting.sides) != TWO:
        raise TermsError("Only games of two sides are rated.", "an unrated game")
    hands = [_hand(players, awaited, setting.seats_of_side(side)) for side in setting.sides]
    if HUMAN not in hands or hands.count(HUMAN) == TWO:
        raise TermsError("In a rated game you play one side, and somebody else or a bot the other.", "other seats")
    strange = [who for who in hands if who not in (HUMAN, "", *players_of(setting.system))]
    if strange:
        raise TermsError(f"{strange[0]!r} is not rated here.", f"one of {', '.join(players_of(setting.system))}")


def _hand(players: Mapping[str, str], awaited: set[str], seats: tuple[str, ...]) -> str:
    """Who plays a side: the host himself, a bot by its key, nothing for somebody who is to come."""
    hands = {"" if seat in awaited else players[seat] for seat in seats}
    if len(hands) > 1 or (hands == {""} and len(seats) > 1):
        raise TermsError("In a rated game each side is played by one.", "an unrated game")
    return hands.pop()


def must_have_account(request: HTTPConnection) -> None:
    """Whoever wants to be rated can be known again."""
    if request.app.state.settings.house is None:
        raise TermsError("There are no accounts here, so that nobody is rated.", "an unrated game, or balka serve")
    if not has_account(request):
        raise TermsError("Only people with accounts are rated.", "sign in, or play unrated")


def has_account(request: HTTPConnection) -> bool:
    visit = visit_of(request)
    return visit is not None and not visit.person.is_guest


def ended(table: Table) -> Ended | None:
    """How a game ended, as far as ratings go; None while it goes on."""
    verdict, setting = table.verdict(), table.start.setting
    sides = {side: setting.seats_of_side(side) for side in setting.sides}
    return Ended(verdict.winner, sides, dict(table.players)) if verdict else None
