"""Ratings as they are stored: what everybody has in each game, every change and why, and what sides are worth."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, and_, delete, func, insert, select, text, update

from balka.server.ratings import glicko
from balka.server.ratings.glicko import Played, Rating
from balka.server.ratings.offsets import Offset, Sample, learned
from balka.server.store import schema
from balka.server.store.reading import made_all
from balka.server.store.values import OPEN
from balka.table.table import HUMAN

if TYPE_CHECKING:
    from balka.server.store.store import Store

tables, links, people = schema.tables, schema.links, schema.people
ratings, changes, offsets = schema.ratings, schema.rating_changes, schema.offsets
UNRATED, RATED, COUNTED, VOID = 0, 1, 2, 3  # of a table: how its game counts, and once it is over whether it did
BOT = "bot:"  # before the key of a bot, where a player is a person by his id
SETTLING = 1944  # the number of the lock under which ratings change
TWO = 2
LEARNED_EVERY = 10  # games of a scenario after which its sides are weighed anew
Hands = dict[str, str]
"""the player of each side"""


class Ended(Struct, frozen=True):
    """A game that is over: the side that won, none in a draw, the seats of each side, and who sat there at the end."""

    winner: str
    sides: dict[str, tuple[str, ...]]
    players: dict[str, str]


class Change(Struct, frozen=True):
    """What a game did to the rating of a player."""

    place: str
    side: str
    game: str
    scenario: str
    player: str
    opponent: str
    score: float
    advantage: float
    rating_before: float
    deviation_before: float
    rating: float
    deviation: float
    at: float


class Rated(Struct, frozen=True):
    """A player of a game with his rating."""

    game: str
    player: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: float

    @property
    def now(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility, self.games, self.at)


class Ratings:
    """The ratings of everybody in a house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- reading

    def of(self, players: Iterable[str], game: str = "") -> list[Rated]:
        """The ratings of some players, in one game or in all; their deviations as they are now."""
        asked = select(ratings).where(ratings.c.player.in_(list(players)))
        return self._grown(asked.where(ratings.c.game == game) if game else asked.order_by(ratings.c.game))

    def ladder(self, game: str, most: int) -> list[Rated]:
        """The strongest in a game, as far as is known."""
        return self._grown(select(ratings).where(ratings.c.game == game).order_by(ratings.c.rating.desc()).limit(most))

    def _grown(self, asked: object) -> list[Rated]:
        now = self._store.clock()
        found = made_all(Rated, self._store.rows(asked))  # type: ignore[arg-type]
        return [structs.replace(one, deviation=as_it_is(one.player, one.now, now).deviation) for one in found]

    def changes(self, player: str, most: int) -> list[Change]:
        """The last games that changed somebody's ratings, the newest first."""
        asked = select(changes).where(changes.c.player == player).order_by(changes.c.at.desc(), changes.c.place)
        return made_all(Change, self._store.rows(asked.limit(most)))

    def at(self, table_id: str) -> list[Change]:
        """What the game at a table did to ratings."""
        return made_all(Change, self._store.rows(select(changes).where(changes.c.place == table_id)))

    def offsets(self, scenarios: Iterable[str]) -> dict[tuple[str, str], Offset]:
        """What the sides of some scenarios are worth, by scenario and side."""
        rows = self._store.rows(select(offsets).where(offsets.c.scenario.in_(list(scenarios))))
        found = made_all(Offset, rows)
        keys = [(str(row._mapping["scenario"]), str(row._mapping["side"])) for row in rows]
        return dict(zip(keys, found, strict=True))

    # -- weighing sides

    def scenarios(self) -> list[str]:
        """Those of which a rated game is over."""
        return [str(row[0]) for row in self._store.rows(select(changes.c.scenario).distinct())]

    def learn(self, scenario: str) -> dict[str, Offset]:
        """Weigh the sides of a scenario by all its rated games."""
        with self._store.transaction() as db:
            self.lock(db)
            return learn(db, scenario)

    def lock(self, db: Connection) -> None:
        """One process changes ratings at a time; a file is written by one at a time anyway."""
        if self._store.tells_others:
            db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": SETTLING})

    # -- a game is over

    def settle(self, db: Connection, table_id: str, ended: Ended) -> None:
        """Let a rated game count, in the transaction that keeps its result. Whoever comes second finds it counted."""
        open_yet = and_(tables.c.id == table_id, tables.c.rated == RATED)
        if not db.execute(update(tables).where(open_yet).values(rated=COUNTED)).rowcount:
            return
        hands = _hands(db, table_id, ended)
        if hands is None:
            db.execute(update(tables).where(tables.c.id == table_id).values(rated=VOID))
            return
        self.lock(db)
        scenario = str(db.execute(select(tables.c.scenario).where(tables.c.id == table_id)).scalar_one())
        made = _changes(db, (table_id, scenario), ended.winner, hands, self._store.clock())
        db.execute(insert(changes), [structs.asdict(change) for change in made])
        count = db.execute(select(func.count()).select_from(changes).where(changes.c.scenario == scenario)).scalar_one()
        if int(count) // 2 % LEARNED_EVERY == 0:
            learn(db, scenario)


def game_of(scenario: str) -> str:
    """The game a scenario belongs to."""
    return scenario.partition("/")[0]


def as_it_is(player: str, rating: Rating, now: float) -> Rating:
    """A rating now: what is known of a person fades, a bot plays as it did."""
    return rating if player.startswith(BOT) else glicko.grown(rating, now)


# -- who played whom


def _hands(db: Connection, table_id: str, ended: Ended) -> Hands | None:
    """Who played each side; None where the game cannot count: nobody or a guest sat there, two people shared a side,
    one played himself, or a bot had to go on for somebody."""
    asked = select(links.c.seat, links.c.person, links.c.claimed, tables.c.owner)
    rows = db.execute(asked.join(tables, tables.c.id == links.c.place).where(links.c.place == table_id)).all()
    persons = {str(seat): str(person or (owner if claimed == OPEN else "")) for seat, person, claimed, owner in rows}
    began = db.execute(select(tables.c.players).where(tables.c.id == table_id)).scalar_one()
    if msgspec.json.decode(str(began), type=dict[str, str]) != ended.players:
        return None
    sat = {seat: persons.get(seat, "") if who == HUMAN else f"{BOT}{who}" for seat, who in ended.players.items()}
    hands = {side: {sat[seat] for seat in seats} for side, seats in ended.sides.items()}
    players = {side: next(iter(hand)) for side, hand in hands.items() if len(hand) == 1}
    known = _with_accounts(db, players.values())
    alone = len(set(players.values())) == len(hands) == TWO
    return players if alone and all(player in known for player in players.values()) else None


def _with_accounts(db: Connection, players: Iterable[str]) -> set[str]:
    """Those who can be rated: bots, and people with accounts."""
    wanted = list(players)
    asked = select(people.c.id).where(people.c.id.in_(wanted), people.c.key.is_not(None))
    return {str(row[0]) for row in db.execute(asked)} | {player for player in wanted if player.startswith(BOT)}


# -- what it did to them


def _changes(db: Connection, about: tuple[str, str], winner: str, hands: Hands, now: float) -> list[Change]:
    """What a game did to both; each is reckoned with what was known of the other before."""
    table_id, scenario = about
    game, sides = game_of(scenario), list(hands)
    known = {side: _known(db, game, player) for side, player in hands.items()}
    seen = {side: as_it_is(hands[side], rating, now) for side, rating in known.items()}
    made = []
    for side, other in (sides, sides[::-1]):
        worth, score = _offset(db, scenario, side), float(side == winner) if winner else 0.5
        after = _after(hands[side], known[side], Played(seen[other], score, worth.points, worth.deviation), now)
        _keep(db, game, hands[side], after)
        figures = (score, worth.points, seen[side].rating, seen[side].deviation, after.rating, after.deviation, now)
        made.append(Change(table_id, side, game, scenario, hands[side], hands[other], *figures))
    return made


def _after(player: str, known: Rating, played: Played, now: float) -> Rating:
    own = structs.replace(known, at=now) if player.startswith(BOT) else known
    return glicko.after(own, played, now)


def _known(db: Connection, game: str, player: str) -> Rating:
    row = db.execute(select(ratings).where(ratings.c.game == game, ratings.c.player == player)).all()
    found = made_all(Rated, list(row))
    return found[0].now if found else Rating()


def _keep(db: Connection, game: str, player: str, rating: Rating) -> None:
    db.execute(delete(ratings).where(ratings.c.game == game, ratings.c.player == player))
    db.execute(insert(ratings).values(game=game, player=player, **structs.asdict(rating)))


# -- what sides are worth


def _offset(db: Connection, scenario: str, side: str) -> Offset:
    asked = select(offsets).where(offsets.c.scenario == scenario, offsets.c.side == side)
    found = made_all(Offset, list(db.execute(asked).all()))
    return found[0] if found else Offset()


def learn(db: Connection, scenario: str) -> dict[str, Offset]:
    """Weigh the sides of a scenario by its rated games, and keep that."""
    played = made_all(Change, list(db.execute(select(changes).where(changes.c.scenario == scenario)).all()))
    sides = sorted({change.side for change in played})
    if len(sides) != TWO:
        return {}
    found = learned(_samples(played, sides[0]))
    worth = {sides[0]: found, sides[1]: found.turned}
    db.execute(delete(offsets).where(offsets.c.scenario == scenario))
    db.execute(
        insert(offsets),
        [{"scenario": scenario, "side": side, **structs.asdict(offset)} for side, offset in worth.items()],
    )
    return worth


def _samples(played: list[Change], first: str) -> list[Sample]:
    """Each game as one side saw it, with what was known of both before."""
    others = {change.place: change for change in played if change.side != first}
    mine = [change for change in played if change.side == first and change.place in others]
    return [_sample(change, others[change.place]) for change in sorted(mine, key=lambda change: change.place)]


def _sample(own: Change, other: Change) -> Sample:
    doubt = math.hypot(own.deviation_before, other.deviation_before)
    return Sample(own.rating_before - other.rating_before, doubt, own.score)


# -- somebody is forgotten


def forget(db: Connection, player: str) -> None:
    """Somebody's ratings go with him; what games did to his opponents stays, without his name."""
    db.execute(delete(ratings).where(ratings.c.player == player))
    db.execute(update(changes).where(changes.c.player == player).values(player=""))
    db.execute(update(changes).where(changes.c.opponent == player).values(opponent=""))
