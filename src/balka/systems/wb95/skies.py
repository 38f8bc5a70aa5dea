"""Skies: how many air counters may fly on a day, and over which front. [8.1.5, ruling Q114, joined scenarios]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.memo import SETTING, remembered
from balka.systems.wb95.position import Flight, Now

NO_LIMIT = 99
NO_SKY = -1


def granted(game: Now, side: str) -> int:
    """How many counters of a side may fly today."""
    book = game.setting.rulebook
    most = int(book.sorties.get(side, 0))
    return min(most, sum(sky.sorties for sky in book.skies if game.turn <= sky.last)) if book.skies else most


def sky_of(game: Now, h: int) -> int:
    """The number of the front whose aircraft fly over a hex, where fronts have aircraft of their own."""
    return _skies(game).get(h, NO_SKY)


@remembered(on=SETTING)
def _skies(game: Now) -> dict[int, int]:
    """The number of the first front that has a hex, by the hex."""
    fronts = reversed([*enumerate(game.setting.rulebook.skies)])
    return {h: n for n, sky in fronts for h in sky.hexes}


def left_over(game: Now, flights: Sequence[Flight], h: int) -> int:
    """How many counters may still fly over the front of a hex today."""
    return left_by_sky(game, flights)[sky_of(game, h)]


def left_by_sky(game: Now, flights: Sequence[Flight]) -> dict[int, int]:
    """The same for every front; where fronts have no aircraft of their own there is no limit to a front."""
    fronts = range(len(game.setting.rulebook.skies))
    return {NO_SKY: NO_LIMIT, **{number: left_in(game, flights, number) for number in fronts}}


def left_in(game: Now, flights: Sequence[Flight], number: int) -> int:
    """How many counters may still fly over a front today, those planned and those flown counted."""
    sky = game.setting.rulebook.skies[number]
    used = sum(sky_of(game, flight.hex) == number for flight in flights) + game.tracks.flown_over.count(number)
    return sky.sorties - used if game.turn <= sky.last else 0
