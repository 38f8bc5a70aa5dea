"""People who look for each other: whoever wants a quick match, and challenges from one to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from balka.server.store import schema
from balka.server.store.reading import made, made_all
from balka.server.store.values import WAITING, ElsewhereError

if TYPE_CHECKING:
    from balka.server.store.store import Store

seeks, challenges, tables, links, people = (
    schema.seeks, schema.challenges, schema.tables, schema.links, schema.people,
)  # fmt: skip
ALIVE = 15.0  # seconds after which somebody who has not asked again has stopped looking
FOUND = 300.0  # seconds for which somebody who was found is led to the table when he asks again
Also = Callable[[Connection], None]


class Seek(Struct, frozen=True):
    """Somebody looks for a game: which, at which pace, rated or not, how strong he is, since when; `place` is the table
    once there is one."""

    person: str
    game: str
    pace: str
    rated: int
    rating: float
    since: float
    seen: float
    place: str = ""

    def fits(self, other: Seek) -> bool:
        """Whether two look for the same."""
        return (self.game, self.pace, self.rated) == (other.game, other.pace, other.rated)


class Challenge(Struct, frozen=True):
    """Somebody is asked to a seat of a table."""

    place: str
    seat: str
    by: str
    whom: str
    since: float


class Finding:
    """Everybody in a house who looks for a game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- quick matches

    def seek(self, wish: Seek) -> Seek:
        """Look for a game, or go on looking for the same since before; what is known of it now."""
        mine = seeks.c.person == wish.person
        try:
            with self._store.transaction() as db:
                before = made(Seek, list(db.execute(select(seeks).where(mine)).all()))
                if before is not None and before.place and before.seen > wish.seen - FOUND:
                    return before
                since = before.since if before and before.fits(wish) and before.seen > wish.seen - ALIVE else wish.since
                now = structs.replace(wish, since=since)
                db.execute(delete(seeks).where(mine, seeks.c.place == (before.place if before else "")))
                db.execute(insert(seeks).values(structs.asdict(now)))
                if before is None or before.seen <= wish.seen - ALIVE:
                    self._store.tell_lobby(db)
                return now
        except IntegrityError:
            return wish  # found, or asked twice, in the same moment: the next look tells

    def stop(self, person: str) -> None:
        """Look no longer."""
        with self._store.transaction() as db:
            if db.execute(delete(seeks).where(seeks.c.person == person)).rowcount:
                self._store.tell_lobby(db)

    def others(self, own: Seek) -> list[Seek]:
        """Those who look for the same, whoever has waited longest first."""
        same = and_(seeks.c.game == own.game, seeks.c.pace == own.pace, seeks.c.rated == own.rated)
        asked = select(seeks).where(same, seeks.c.person != own.person, seeks.c.place == "")
        alive = asked.where(seeks.c.seen > self._store.clock() - ALIVE).order_by(seeks.c.since)
        return made_all(Seek, self._store.rows(alive))

    def looking(self) -> int:
        """How many look for a game."""
        alive = and_(seeks.c.place == "", seeks.c.seen > self._store.clock() - ALIVE)
        return int(str(self._store.rows(select(func.count()).select_from(seeks).where(alive))[0][0]))

    @staticmethod
    def pairing(table_id: str, persons: tuple[str, str]) -> Also:
        """With a new table: two who looked have found each other; nothing at all if one of them has another."""

        def pair(db: Connection) -> None:
            both = and_(seeks.c.person.in_(sorted(persons)), seeks.c.place == "")
            if db.execute(update(seeks).where(both).values(place=table_id)).rowcount != len(persons):
                raise ElsewhereError("The other has found somebody else.", "look again")

        return pair

    # -- challenges

    @staticmethod
    def challenging(challenge: Challenge) -> Also:
        """With a new table: somebody is asked to it."""
        return lambda db: void(db.execute(insert(challenges).values(structs.asdict(challenge))))

    def challenges(self, person: str) -> list[Challenge]:
        """Those to or from somebody that are open still, the newest first."""
        joined = challenges.join(links, and_(links.c.place == challenges.c.place, links.c.seat == challenges.c.seat))
        about = or_(challenges.c.whom == person, challenges.c.by == person)
        asked = select(challenges).select_from(joined).where(about, links.c.claimed == WAITING)
        return made_all(Challenge, self._store.rows(asked.order_by(challenges.c.since.desc())))

    def challenge(self, table_id: str) -> Challenge | None:
        return made(Challenge, self._store.rows(select(challenges).where(challenges.c.place == table_id)))

    def settle(self, table_id: str) -> bool:
        """A challenge was accepted, declined or taken back; false for all but the first who says so."""
        with self._store.transaction() as db:
            gone = db.execute(delete(challenges).where(challenges.c.place == table_id)).rowcount
            self._store.tell(db, table_id)
            self._store.tell_lobby(db)
            return bool(gone)


def void(_: object) -> None:
    """What a statement returns is not wanted."""


def forget(db: Connection, person: str) -> None:
    """Somebody looks for nobody any more, and nobody for him."""
    db.execute(delete(seeks).where(seeks.c.person == person))
    db.execute(delete(challenges).where(or_(challenges.c.by == person, challenges.c.whom == person)))
