"""A game that is over, looked back on: points over time, losses, luck in one figure, moments, and a rematch."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from balka.core.events import Event
from balka.core.scene.counters import Counter
from balka.core.scene.display import Display
from balka.core.scene.lines import Luck
from balka.core.state import WATCHER, Setting
from balka.server.answers import Ending, EndingMoment, PlanTold, PointsAt, SideLosses, SideLuck, SidePoints
from balka.server.store import Note, StoredTable
from balka.table.history import Replay

MOST_POINTS = 48  # pictures of a game that are looked at for its points
MOMENTS = 3
UNLIKELY = 0.34  # rarer results than this are worth a word
POINTS = ("victory", "vp")
NO_PLANS: Mapping[str, Sequence[Note]] = {}


def ending(
    stored: StoredTable, players: dict[str, str], replay: Replay, plans: Mapping[str, Sequence[Note]] = NO_PLANS
) -> Ending:
    """What is to be told of a whole game, from the eyes of whoever may know everything; `plans` are those of bots, by
    their seat."""
    setting = replay.at(0).state.setting
    pictures = [(n, setting.system.scene(replay.at(n).state, WATCHER)) for n in looked_at(replay)]
    counters = {counter.id: counter for _, scene in pictures for counter in _counters(scene)}
    return Ending(
        points=[PointsAt(step=n, label=scene.turn.label, tracks=_points(scene)) for n, scene in pictures],
        losses=losses(setting, replay.log, counters),
        luck=luck(setting, replay.log),
        moments=moments(setting, replay),
        scenario=stored.scenario,
        options=dict(stored.options),
        rematch=swapped(players),
        plans=[
            PlanTold(side=setting.side_of(seat), label=plan.label, text=plan.text)
            for seat, made in plans.items()
            for plan in made
        ],
    )


def looked_at(replay: Replay) -> list[int]:
    """The first and the last picture, those where a turn begins, and some between them."""
    last = len(replay.moments) - 1
    turns = [n for n in range(1, last) if replay.at(n).state.turn != replay.at(n - 1).state.turn]
    step = max(1, last // MOST_POINTS)
    some = turns[:: max(1, len(turns) // (MOST_POINTS // 2))]
    return sorted({0, last, *some, *range(0, last, step)})


def _counters(scene: Display) -> Iterable[Counter]:
    return (counter for stack in scene.stacks for counter in stack.counters)


def _points(scene: Display) -> list[SidePoints]:
    found = [track for track in scene.tracks if track.key.startswith(POINTS)]
    return [SidePoints(side=track.side, value=track.value, name=track.name, high=track.high) for track in found]


def losses(setting: Setting, log: Iterable[Event], counters: dict[str, Counter]) -> list[SideLosses]:
    """The counters each side lost for good, in the order in which they fell."""
    gone: dict[str, list[str]] = {side: [] for side in setting.sides}
    for deed in (event.deed(setting) for event in log):
        if deed is not None and deed.gone and deed.side in gone:
            gone[deed.side] += [unit for unit in deed.units if unit not in gone[deed.side]]
    return [
        SideLosses(side=side, count=len(units), counters=[counters[unit] for unit in units if unit in counters])
        for side, units in gone.items()
    ]


# -- luck


def luck(setting: Setting, log: Iterable[Event]) -> list[SideLuck]:
    """What the odds owed to each side and what the dice gave it."""
    told = [found for event in log if (found := event.luck(setting)) is not None]
    return [_of(side, [one for one in told if one.side == side]) for side in setting.sides]


def _of(side: str, rolls: Sequence[Luck]) -> SideLuck:
    chances = [roll.chance for roll in rolls]
    owed, got = sum(chances), sum(roll.good for roll in rolls)
    spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
    return SideLuck(
        side=side, rolls=len(rolls), owed=round(owed, 2), got=got, spread=round(spread, 2), stray=stray(chances, got),
        chances=[round(chance, 4) for chance in sums(chances)],
    )  # fmt: skip


def stray(chances: Sequence[float], got: int) -> float:
    """How often fair dice stray at least this far from what they owe, exactly."""
    owed = sum(chances)
    far = abs(got - owed) - 1e-9
    return round(min(1.0, sum(weight for count, weight in enumerate(sums(chances)) if abs(count - owed) >= far)), 4)


def sums(chances: Sequence[float]) -> list[float]:
    """How likely it is that fair dice give none, one, two and so on, exactly."""
    found = [1.0]
    for chance in chances:
        missed = [weight * (1 - chance) for weight in found] + [0.0]
        hit = [0.0] + [weight * chance for weight in found]
        found = [a + b for a, b in zip(missed, hit, strict=True)]
    return found


def moments(setting: Setting, replay: Replay) -> list[EndingMoment]:
    """The least likely results of the game, each with the picture of the replay that shows it."""
    lines = [moment.lines for moment in replay.moments]
    found = []
    for number, event in enumerate(replay.log):
        roll = event.luck(setting)
        chance = 1.0 if roll is None else roll.chance if roll.good else 1 - roll.chance
        if roll is not None and 0 < chance < UNLIKELY:
            found.append((chance, number, roll, event))
    rarest = sorted(sorted(found, key=lambda each: each[:2])[:MOMENTS], key=lambda each: each[1])
    return [
        EndingMoment(
            step=bisect_left(lines, number + 1), text=event.line(setting).text, side=roll.side, good=roll.good,
            chance=round(chance, 4),
        )
        for chance, number, roll, event in rarest
    ]  # fmt: skip


def swapped(players: dict[str, str]) -> dict[str, str]:
    """Everybody at another seat than before."""
    seats = list(players)
    return dict(zip(seats, [players[seat] for seat in reversed(seats)], strict=True))
