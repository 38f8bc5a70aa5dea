"""Two processes that hear of the same ends at once: each game counts once, and none is lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from balka.server.store import COUNTED, RATED, VOID, Ended, Link, Person, Store, StoredTable

GAMES = 12
SIDES = {"red": ("red",), "blue": ("blue",)}
PLAYERS = {"red": "human", "blue": "human"}


@pytest.fixture
def stores(database: str) -> Iterator[tuple[Store, Store]]:
    both = Store(database, "one"), Store(database, "two")
    for person in ("marta", "wren"):
        both[0].people.add(Person(person, person.title(), person, "", None, 1.0, 1.0))
    yield both
    for store in both:
        store.close()


def laid(store: Store, number: int, persons: tuple[str, str]) -> str:
    table = StoredTable(
        f"t{number}", "camp/raids", "Raids", {}, PLAYERS, b"", "", f"host{number}", owner=persons[0], rated=RATED
    )
    links = [Link(f"r{number}", "red", claimed=False), Link(f"b{number}", "blue", claimed=True, person=persons[1])]
    store.create(table, links)
    return table.id


def test_every_game_counts_once_however_many_say_that_it_is_over(stores: tuple[Store, Store]):
    tables = [laid(stores[0], number, ("marta", "wren")) for number in range(GAMES)]
    ended = Ended("red", SIDES, PLAYERS)

    def end(store: Store, order: list[str]) -> None:
        for table in order:
            store.describe(table, "Turn 1", 1, "{}", ended)

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(end, stores[0], tables), pool.submit(end, stores[1], tables[::-1])]
        for done in both:
            done.result()
    known = {one.player: one for one in stores[0].ratings.of(["marta", "wren"], "camp")}
    assert [known[person].games for person in ("marta", "wren")] == [GAMES, GAMES]
    assert known["marta"].rating > 1600 and known["wren"].rating < 1400
    changes = sorted(stores[1].ratings.changes("marta", 99), key=lambda change: change.rating)
    assert len(changes) == GAMES
    assert all(b.rating_before == pytest.approx(a.rating) for a, b in pairwise(changes))
    assert {one.rated for one in stores[0].among(tables)} == {COUNTED}


@pytest.mark.parametrize(
    ("persons", "players"),
    [
        (("marta", "marta"), PLAYERS),
        (("marta", ""), PLAYERS),
        (("marta", "nobody"), PLAYERS),
        (("marta", "wren"), {"red": "human", "blue": "random"}),
    ],
)
def test_a_game_that_one_alone_or_nobody_known_has_played_does_not_count(
    stores: tuple[Store, Store], persons: tuple[str, str], players: dict[str, str]
):
    table = laid(stores[0], 0, persons)
    stores[0].describe(table, "Turn 1", 1, "{}", Ended("red", SIDES, players))
    found = stores[0].find(table)
    assert found is not None and found.rated == VOID and stores[0].ratings.ladder("camp", 9) == []
