"""Challenges: somebody is asked by name to a table that was laid for him, and takes his seat or declines."""

from __future__ import annotations

import asyncio

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.answers import TableMade
from balka.server.calls import NotYetError, answer, body, json, limits_of, read, tables_of, take_a_table
from balka.server.catalogue import NotHereError
from balka.server.finding.answers import ChallengeInfo
from balka.server.finding.asked import CHALLENGE, ChallengeWish
from balka.server.live import LiveTable, secret_for
from balka.server.people.checking import key_of
from balka.server.people.house import house_of, people_of, time_wire
from balka.server.people.sessions import must_be_signed_in, store_of
from balka.server.ratings import terms
from balka.server.ratings.answers import Strength
from balka.server.ratings.names import Names
from balka.server.ratings.telling import strength
from balka.server.store import RATED, Challenge, Person, StoredTable
from balka.server.store.finding import Finding
from balka.server.store.ratings import game_of
from balka.server.tables import FRIEND
from balka.server.timing import read_pace
from balka.table.table import HUMAN

MOST_OPEN = 20  # challenges of one person that wait for an answer


async def challenge(request: Request) -> Response:
    """Lay a table and ask somebody to it."""
    house_of(request)
    person = must_be_signed_in(request).person
    wish = read(await body(request), ChallengeWish, CHALLENGE)
    if wish.rated:
        terms.must_have_account(request)
    whom = _named(request, person, wish.name)
    tables = tables_of(request)
    scenario = tables.catalogue.scenario(wish.scenario)[1]
    sides = scenario.sides
    if wish.side not in sides:
        raise BalkaError(f"There is no side {wish.side!r}.", f"one of {', '.join(sides)}")
    limits_of(request).challenges.take(person.id)
    take_a_table(request)
    seats = {side: HUMAN if side == wish.side else FRIEND for side in sides}
    prepared = await asyncio.to_thread(tables.prepare, wish.table(seats))
    stored = structs.replace(prepared.stored, owner=person.id)
    seat = next(link.seat for link in prepared.links if link.given)
    asked = Challenge(stored.id, seat, person.id, whom.id, tables.store.clock())
    live = tables.take_in(structs.replace(prepared, stored=stored), Finding.challenging(asked))
    live.go_on(tables.delays)
    live.noticing.tell("challenge", {whom.id})
    return json(TableMade(id=stored.id, url=f"/table/{stored.id}", token=""))


def _named(request: Request, person: Person, name: str) -> Person:
    """Whoever is called so and may be challenged."""
    store = store_of(request)
    found = people_of(request).named(key_of(name)) if name.isprintable() else None
    if found is None:
        raise NotHereError(f"Nobody is called {name[:100]!r} here.", "a name as it is spelled in the lobby")
    if found.id == person.id:
        raise BalkaError("You cannot challenge yourself.", "sit down at both sides of a table of your own")
    if store.order.apart(person.id, [found.id]):
        raise NotYetError(f"You and {found.name} do not play each other: one of you has blocked the other.")
    waiting = [one for one in store.finding.challenges(person.id) if one.by == person.id]
    if len(waiting) >= MOST_OPEN:
        raise NotYetError(f"{MOST_OPEN} of your challenges wait for an answer.", "take one back first")
    return found


# -- answering


def _open(request: Request) -> tuple[Person, Challenge]:
    """A challenge to or from whoever asks; anybody else is told that there is none."""
    house_of(request)
    person = must_be_signed_in(request).person
    found = store_of(request).finding.challenge(request.path_params["id"])
    if found is None or person.id not in (found.by, found.whom):
        raise NotHereError("There is no such challenge.", "it may have been taken back")
    return person, found


async def accept(request: Request) -> Response:
    """Sit down where one was asked to."""
    person, found = _open(request)
    if person.id != found.whom:
        raise BalkaError("You have asked this yourself.", "wait for an answer, or take it back")
    live = await tables_of(request).reopen(found.place)
    waiting = live.waiting
    if found.seat not in waiting:
        raise NotYetError("Somebody else sits there already.", "challenge him yourself")
    live.claim({secret_for(token) for token in waiting.values()}, person.id)
    store_of(request).finding.settle(found.place)
    live.noticing.take_back("challenge")
    return json(TableMade(id=found.place, url=f"/table/{found.place}", token=""))


async def decline(request: Request) -> Response:
    """Decline, or take one's own challenge back; the table is told."""
    person, found = _open(request)
    if store_of(request).finding.settle(found.place):
        live = await tables_of(request).reopen(found.place)
        live.noticing.take_back("challenge")
        _tell(live, person, found)
    return json({})


def _tell(live: LiveTable, person: Person, found: Challenge) -> None:
    said = "has declined" if person.id == found.whom else "has taken the challenge back"
    for connection in live.connections:
        connection.notice(f"{person.name} {said}. Whoever has the link can still sit down.")


# -- telling


def told(request: Request, person: str) -> list[ChallengeInfo]:
    """The challenges to and from somebody."""
    store = store_of(request)
    known = store.finding.challenges(person)
    stored = {table.id: table for table in store.among([one.place for one in known])}
    names = Names(tables_of(request).catalogue, store, {one.by for one in known} | {one.whom for one in known})
    return [_told(request, names, person, one, stored[one.place]) for one in known if one.place in stored]


def _told(request: Request, names: Names, person: str, one: Challenge, stored: StoredTable) -> ChallengeInfo:
    other = one.whom if one.by == person else one.by
    game = game_of(stored.scenario)
    return ChallengeInfo(
        table=one.place, scenario=stored.scenario, title=stored.title, side=one.seat,
        name=names.player(other, game) or people_of(request).called_at_all(other), since=time_wire(one.since),
        strength=strength_of(request, other, game), pace=read_pace(stored.pace), rated=stored.rated == RATED,
        yours=one.by == person,
    )  # fmt: skip


def strength_of(request: Request, person: str, game: str) -> Strength | None:
    known = store_of(request).ratings.of([person], game) if person else []
    return strength(known[0].now) if known else None


CALLS = [
    Route("/challenges", answer(challenge), methods=["POST"]),
    Route("/challenges/{id}", answer(accept), methods=["POST"]),
    Route("/challenges/{id}", answer(decline), methods=["DELETE"]),
]
