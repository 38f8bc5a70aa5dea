"""The dice laid open: what came up against what was to be expected, the promise, and at the end the secret."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.dice import dice, read_outcome
from balka.core.frames import CHANCE
from balka.core.scene.display import side_info
from balka.lessons.teaching import LessonDice
from balka.server.answers import DicePage, DiceRow, DiceSide, HouseDice, Stray
from balka.server.calls import NotYetError, answer, json, ready_json, sitting, tables_of, worked
from balka.server.jobs import LookBack, MakeRolls
from balka.table.dice import LiveDice
from balka.table.plays import Thrown
from balka.table.table import Table

NOTE = "Roll number n (from 0) is HMAC-SHA256(secret, 'n.0') as a number; the promise is SHA-256(secret)."
NINETEEN_IN_TWENTY = 1.959964  # how many standard deviations hold 95 of 100 honest results
LEAST_EXPECTED = 5.0  # fewer than this and the chi-square test says nothing


# -- counting


def rows(thrown: Iterable[tuple[str, int, int]]) -> list[DiceRow]:
    """A row for each kind of dice; given are kind, total and how often. `2d6=` is `2d6` read as a sum."""
    counts: dict[str, Counter[int]] = {}
    for kind, total, times in thrown:
        counts.setdefault(kind.removesuffix("="), Counter())[total] += times
    return [row(kind, counts[kind]) for kind in sorted(counts)]


def row(kind: str, seen: Counter[int]) -> DiceRow:
    """How often each total came up, how often it should have, and between which chances the dice may truly be."""
    chances = chances_of(kind)
    rolls = seen.total()
    spans = {total: wilson(seen[total], rolls) for total in chances}
    return DiceRow(
        dice=kind,
        rolls=rolls,
        seen={str(total): seen[total] for total in chances},
        expected={str(total): round(rolls * chance, 3) for total, chance in chances.items()},
        chance={str(total): chance for total, chance in chances.items()},
        low={str(total): span[0] for total, span in spans.items()},
        high={str(total): span[1] for total, span in spans.items()},
        stray=stray(seen, chances),
    )


def chances_of(kind: str) -> dict[int, float]:
    """The exact chance of each total of one kind of dice."""
    weights: Counter[int] = Counter()
    for outcome, weight in dice(kind).weights.items():
        weights[outcome.total] += weight
    return {total: weights[total] / weights.total() for total in sorted(weights)}


def wilson(hits: int, rolls: int, z: float = NINETEEN_IN_TWENTY) -> tuple[float, float]:
    """Wilson's interval: the chances under which so many hits in so many rolls are no surprise."""
    if not rolls:
        return 0.0, 1.0
    share, room = hits / rolls, z * z / rolls
    middle = (share + room / 2) / (1 + room)
    reach = z * math.sqrt(share * (1 - share) / rolls + room / (4 * rolls)) / (1 + room)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def stray(seen: Counter[int], chances: dict[int, float]) -> Stray | None:
    """How far all totals together stray from expectation, and how often honest dice stray as far; rare totals are
    counted with their neighbours. Nothing while there are too few rolls to say."""
    rolls = seen.total()
    groups = list(_grouped(rolls, seen, chances))
    if len(groups) < 2:
        return None
    chi = sum((hits - mean) ** 2 / mean for hits, mean in groups)
    free = len(groups) - 1
    return Stray(chi=round(chi, 3), free=free, p=round(upper_tail(chi, free), 4))


def _grouped(rolls: int, seen: Counter[int], chances: dict[int, float]) -> Iterator[tuple[float, float]]:
    """Totals joined until each group is to be expected often enough; what is left over joins the last."""
    found: list[list[float]] = []
    hits = mean = 0.0
    for total, chance in chances.items():
        hits, mean = hits + seen[total], mean + rolls * chance
        if mean >= LEAST_EXPECTED:
            found.append([hits, mean])
            hits = mean = 0.0
    if found and mean:
        found[-1] = [found[-1][0] + hits, found[-1][1] + mean]
    return ((group[0], group[1]) for group in found)


def upper_tail(chi: float, free: int) -> float:
    """The chance that a chi-square with so many degrees of freedom is at least so large."""
    half, a = chi / 2, free / 2
    if half <= 0:
        return 1.0
    term = total = 1 / a
    for n in range(1, 2000):
        term *= half / (a + n)
        total += term
        if term < total * 1e-12:
            break
    return max(0.0, min(1.0, 1 - total * math.exp(a * math.log(half) - half - math.lgamma(a))))


# -- one table


def page(table: Table) -> DicePage:
    """Rolls everybody saw; once the game is over all of them, and the secret."""
    seen = [roll for roll in table.play.thrown[_set_by_lesson(table) :] if table.over or roll.to is None]
    live = table.dice if isinstance(table.dice, LiveDice) else None
    return DicePage(
        rows=rows(map(_counted, seen)),
        sides=[side for side in _by_side(table, seen) if side.rows],
        commitment=live.commitment if live else "",
        secret=live.secret.hex() if live and table.over else None,
        dice_from=table.dice_from,
        over=table.over,
        title=table.start.setting.title,
        note=NOTE,
    )


def _set_by_lesson(table: Table) -> int:
    """How many rolls of dice a lesson has set: they say nothing about the dice."""
    if not isinstance(table.dice, LessonDice):
        return 0
    chance = [given.text for given in table.play.all_answers if given.seat == CHANCE]
    return sum(bool(read_outcome(text).faces) for text in chance[: table.dice_from])


def _counted(roll: Thrown) -> tuple[str, int, int]:
    return roll.dice, roll.outcome.total, 1


def _by_side(table: Table, seen: list[Thrown]) -> Iterator[DiceSide]:
    forces = table.start.setting.forces
    for side in table.start.setting.sides:
        own = [roll for roll in seen if forces.get(roll.force, roll.force) == side]
        yield DiceSide(**structs.asdict(side_info(side)), rows=rows(map(_counted, own)))


# -- calls


async def table_page(request: Request) -> Response:
    live, _ = await sitting(request)
    return json(page(live.table))


async def table_rolls(request: Request) -> Response:
    live, _ = await sitting(request)
    if not live.table.over:
        raise NotYetError("The rolls can be made again when the game is over.", "the promise is told from the start")
    return ready_json(await worked(request, MakeRolls(table=live.stored.id)))


async def table_ending(request: Request) -> Response:
    live, _ = await sitting(request)
    if not live.table.over:
        raise NotYetError("A game is looked back on when it is over.", "the replay tells what has been seen so far")
    return ready_json(await worked(request, LookBack(table=live.stored.id)))


async def house_page(request: Request) -> Response:
    """The dice of all games on this server that are over; those of running games may be secret still."""
    store = tables_of(request).store
    thrown = [(outcome, times) for text, times in store.rolled.outcomes() if (outcome := read_outcome(text)).faces]
    counted = rows((outcome.source, outcome.total, times) for outcome, times in thrown)
    return json(HouseDice(rows=counted, tables=store.rolled.games()))


CALLS = [
    Route("/tables/{id}/dice", answer(table_page)),
    Route("/tables/{id}/dice/rolls", answer(table_rolls)),
    Route("/tables/{id}/ending", answer(table_ending)),
    Route("/dice", answer(house_page)),
]
