"""What people who are away are to hear: one row for each thing that stands, one job for each way it is sent.

A notice is `known` once its person has come back; it goes when it is no longer so. A post is the job of sending to one
target: due at a time, leased while it is done, and kept as `sent` until the person comes back, so that nothing more
goes there meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from balka.server.store import schema
from balka.server.store.reading import made, made_all

if TYPE_CHECKING:
    from balka.server.store.store import Store

notices, posts, presence, targets, wishes, keys = (
    schema.notices, schema.posts, schema.presence, schema.targets, schema.wishes, schema.keys,
)  # fmt: skip
NEVER = 1e15  # when a post is due again that has been sent


class Notice(Struct, frozen=True):
    """Something a person is to hear about a table, since when."""

    person: str
    place: str
    kind: str
    at: float = 0.0
    known: int = 0


class Target(Struct, frozen=True):
    """Where notices go beside the mail: a browser that asked for push, or a webhook. `off` says why nothing is sent
    there any more."""

    id: str
    person: str
    channel: str
    address: str
    data: str
    session: str
    created: float
    used: float = 0.0
    off: str = ""


class Post(Struct, frozen=True):
    """A sending that is due to a target of a person, or has been `sent`; `tries` have failed."""

    person: str
    target: str
    at: float
    tries: int = 0
    sent: float = 0.0


class Wish(Struct, frozen=True):
    """What somebody wants to hear, as JSON, and the token that ends his mail."""

    person: str
    token: str
    wanted: str


class Away:
    """The notices of a house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- what stands

    def standing(self, place: str) -> list[Notice]:
        """All that people are to hear about a table, known or not."""
        return made_all(Notice, self._store.rows(select(notices).where(notices.c.place == place)))

    def change(self, gone: Iterable[Notice], new: Iterable[Notice], due: Iterable[Post]) -> None:
        """What is no longer so goes, what is new is kept, with when it is sent; all of it or nothing."""
        with self._store.transaction() as db:
            for old in gone:
                db.execute(delete(notices).where(*_one(old)))
            for notice in new:
                if db.execute(select(notices.c.kind).where(*_one(notice))).first() is None:
                    db.execute(insert(notices).values(structs.asdict(notice)))
            for post in due:
                _plan(db, post)

    def unknown(self, person: str) -> list[Notice]:
        """What somebody is to hear and does not know yet, the oldest first."""
        asked = select(notices).where(notices.c.person == person, notices.c.known == 0).order_by(notices.c.at)
        return made_all(Notice, self._store.rows(asked))

    def know(self, person: str, places: Iterable[str]) -> None:
        """Somebody looks at these tables."""
        mine = and_(notices.c.person == person, notices.c.place.in_(list(places)))
        with self._store.transaction() as db:
            db.execute(update(notices).where(mine).values(known=1))

    def back(self, person: str) -> None:
        """Somebody has come back: what there was to hear he sees, and new things may be sent again."""
        pending = select(posts.c.person).where(posts.c.person == person)
        unknown = select(notices.c.person).where(notices.c.person == person, notices.c.known == 0)
        if not self._store.rows(pending.union_all(unknown)):
            return
        with self._store.transaction() as db:
            db.execute(update(notices).where(notices.c.person == person).values(known=1))
            db.execute(delete(posts).where(posts.c.person == person))

    def sweep(self, kinds: Iterable[str], before: float) -> None:
        """Forget notices of these kinds that are older."""
        with self._store.transaction() as db:
            db.execute(delete(notices).where(notices.c.kind.in_(list(kinds)), notices.c.at < before))
            db.execute(delete(presence).where(presence.c.until < before))
            sessions = select(schema.sessions.c.id)
            db.execute(delete(targets).where(targets.c.session != "", targets.c.session.not_in(sessions)))

    def lately(self, seconds: float, most: int) -> list[str]:
        """Tables of people with accounts where something happened in the seconds before the last thing anywhere."""
        entries, tables, links = schema.entries, schema.tables, schema.links
        last = float(str(self._store.rows(select(func.coalesce(func.max(entries.c.at), 0.0)))[0][0]))
        somebody = or_(tables.c.owner != "", tables.c.id.in_(select(links.c.place).where(links.c.person != "")))
        recent = select(entries.c.place).where(entries.c.at >= last - seconds)
        asked = select(tables.c.id).where(tables.c.id.in_(recent), somebody).limit(most)
        return [str(row[0]) for row in self._store.rows(asked)]

    # -- sending

    def posts(self, people: Iterable[str]) -> dict[tuple[str, str], Post]:
        """The posts of some people, by person and target."""
        rows = self._store.rows(select(posts).where(posts.c.person.in_(list(people))))
        return {(post.person, post.target): post for post in made_all(Post, rows)}

    def due(self, most: int) -> list[Post]:
        """Posts that are due, or whose lease has run out, the longest first."""
        asked = select(posts).where(posts.c.at <= self._store.clock()).order_by(posts.c.at).limit(most)
        return made_all(Post, self._store.rows(asked))

    def lease(self, post: Post, seconds: float) -> bool:
        """Take a post to send it; false where another process was quicker."""
        now = self._store.clock()
        mine = and_(*_post(post), posts.c.at <= now)
        with self._store.transaction() as db:
            known = {"at": now + seconds, "owner": self._store.name}
            return bool(db.execute(update(posts).where(mine).values(known)).rowcount)

    def sent(self, post: Post) -> None:
        """A post has arrived; nothing more goes there until its person comes back."""
        now = self._store.clock()
        with self._store.transaction() as db:
            db.execute(update(posts).where(*_post(post)).values(sent=now, at=NEVER, tries=0))
            db.execute(update(targets).where(targets.c.id == post.target).values(used=now))

    def put_off(self, post: Post, seconds: float) -> None:
        """A post did not arrive: once more, later."""
        with self._store.transaction() as db:
            known = {"at": self._store.clock() + seconds, "tries": post.tries + 1}
            db.execute(update(posts).where(*_post(post)).values(known))

    def give_up(self, post: Post) -> None:
        """There is nothing to send, or nobody to send it to."""
        with self._store.transaction() as db:
            db.execute(delete(posts).where(*_post(post)))

    # -- who looks at a table

    def here(self, people: Iterable[tuple[str, str]], until: float) -> None:
        """These people look at these tables, until then unless it is said again; whoever is gone does not count."""
        looking = list(people)
        everybody = select(schema.people.c.id).where(schema.people.c.id.in_([person for person, _ in looking]))
        with self._store.transaction() as db:
            known = set(db.execute(everybody).scalars())
            for person, place in [each for each in looking if each[0] in known]:
                mine = and_(presence.c.person == person, presence.c.place == place)
                if not db.execute(update(presence).where(mine).values(until=until)).rowcount:
                    db.execute(insert(presence).values(person=person, place=place, until=until))

    def looks_at(self, person: str) -> set[str]:
        """The tables somebody looks at now, in any process."""
        asked = select(presence.c.place).where(presence.c.person == person, presence.c.until > self._store.clock())
        return {str(row[0]) for row in self._store.rows(asked)}

    # -- how people wish to hear it

    def wish(self, person: str) -> Wish | None:
        return made(Wish, self._store.rows(select(wishes).where(wishes.c.person == person)))

    def wish_by(self, token: str) -> Wish | None:
        return made(Wish, self._store.rows(select(wishes).where(wishes.c.token == token)))

    def keep_wish(self, wish: Wish) -> None:
        """Keep what somebody wants to hear; the token stays that of the first time."""
        with self._store.transaction() as db:
            mine = update(wishes).where(wishes.c.person == wish.person)
            if not db.execute(mine.values(wanted=wish.wanted)).rowcount:
                db.execute(insert(wishes).values(structs.asdict(wish)))

    def targets(self, person: str) -> list[Target]:
        """Where notices go beside the mail, oldest first; a browser that was signed out is none any more."""
        sessions = select(schema.sessions.c.id).where(schema.sessions.c.person == person)
        alive = or_(targets.c.session == "", targets.c.session.in_(sessions))
        asked = select(targets).where(targets.c.person == person, alive).order_by(targets.c.created)
        return made_all(Target, self._store.rows(asked))

    def add_target(self, target: Target) -> None:
        """Keep a target; a browser that was another's is this person's now."""
        with self._store.transaction() as db:
            db.execute(delete(targets).where(targets.c.id == target.id))
            db.execute(insert(targets).values(structs.asdict(target)))

    def drop_target(self, person: str, target_id: str) -> int:
        """Forget a target; how many there were."""
        with self._store.transaction() as db:
            db.execute(delete(posts).where(posts.c.person == person, posts.c.target == target_id))
            mine = delete(targets).where(targets.c.person == person, targets.c.id == target_id)
            return db.execute(mine).rowcount

    def switch(self, target_id: str, off: str) -> None:
        """Nothing is sent to a target any more, for this reason; without one it is."""
        with self._store.transaction() as db:
            db.execute(update(targets).where(targets.c.id == target_id).values(off=off))

    # -- secrets of the house

    def key(self, name: str, make: Callable[[], str]) -> str:
        """A secret that all processes share: the one that is kept, or a new one from now on."""
        asked = select(keys.c.value).where(keys.c.name == name)
        known = self._store.rows(asked)
        if not known:
            try:
                with self._store.transaction() as db:
                    db.execute(insert(keys).values(name=name, value=make()))
            except IntegrityError:
                pass  # another process was quicker
            known = self._store.rows(asked)
        return str(known[0][0])


OF_A_PERSON = (notices, posts, presence, targets, wishes)


def forget(db: Connection, person: str) -> None:
    """All that was kept for somebody who is gone."""
    for table in OF_A_PERSON:
        db.execute(delete(table).where(table.c.person == person))


def hand_over(db: Connection, guest: str, person: str) -> None:
    """A guest turned out to be somebody: his browsers hear of that one's tables."""
    db.execute(update(targets).where(targets.c.person == guest).values(person=person))
    forget(db, guest)


def move_browser(db: Connection, before: str, now: str, person: str) -> None:
    """The browser of a person has another session: its push goes on."""
    mine = and_(targets.c.session == before, targets.c.person == person)
    db.execute(update(targets).where(mine).values(session=now))


def _plan(db: Connection, post: Post) -> None:
    """A post is due then; sooner if it was to be so."""
    if db.execute(select(posts.c.at).where(*_post(post))).first() is None:
        known = {"person": post.person, "target": post.target, "at": post.at, "owner": "", "tries": 0, "sent": 0.0}
        db.execute(insert(posts).values(known))
    else:  # one that is being sent, has been, or is to be tried again keeps its time
        untouched = and_(posts.c.owner == "", posts.c.at > post.at)
        db.execute(update(posts).where(*_post(post), untouched).values(at=post.at))


def _one(notice: Notice) -> tuple[ColumnElement[bool], ...]:
    return (notices.c.person == notice.person, notices.c.place == notice.place, notices.c.kind == notice.kind)


def _post(post: Post) -> tuple[ColumnElement[bool], ...]:
    return (posts.c.person == post.person, posts.c.target == post.target)
