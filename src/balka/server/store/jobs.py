"""The queue: what is due at which table and when, one row for each kind, in the database that holds the games.

A job is not handed over and forgotten but leased: whoever works on it says until when, says so again while it lasts,
and takes the row away when it is done. If he dies the lease runs out, and another takes it. What is done twice does no
harm, for entries are numbered.
"""

from __future__ import annotations

from sqlalchemy import Connection, Select, and_, delete, insert, or_, select, update

from balka.server.store.schema import jobs


def lease(db: Connection, table_id: str, kind: str, owner: str, span: tuple[float, float]) -> bool:
    """Take or keep a job from now until later; false while somebody else has it."""
    now, until = span
    row = and_(jobs.c.place == table_id, jobs.c.kind == kind)
    free = or_(jobs.c.owner == owner, jobs.c.at <= now)
    if db.execute(update(jobs).where(row, free).values(at=until, owner=owner)).rowcount:
        return True
    if db.execute(select(jobs.c.place).where(row)).first():
        return False
    db.execute(insert(jobs).values(place=table_id, kind=kind, at=until, owner=owner))
    return True


def finish(db: Connection, table_id: str, kind: str, owner: str) -> None:
    """A job is done, if it was still one's own."""
    db.execute(delete(jobs).where(jobs.c.place == table_id, jobs.c.kind == kind, jobs.c.owner == owner))


def schedule(db: Connection, table_id: str, kind: str, at: float | None) -> None:
    """A job is due then, whoever does it; or not at all."""
    db.execute(delete(jobs).where(jobs.c.place == table_id, jobs.c.kind == kind))
    if at is not None:
        db.execute(insert(jobs).values(place=table_id, kind=kind, at=at, owner=""))


def overdue(now: float, most: int) -> Select[str, str]:
    """Jobs that are due, or whose lease has run out, the longest first: table and kind."""
    return select(jobs.c.place, jobs.c.kind).where(jobs.c.at <= now).order_by(jobs.c.at).limit(most)
