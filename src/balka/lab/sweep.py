"""A sweep: so many audited choices spread over all scenarios, the crucibles and several bots, on all cores.

Each scenario and each bot has its share. Most games are looked over by the clerk and the cheap checks alone; every so
many games one is audited in full. Every game is written to a log, and a sweep that finds its log goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

import msgspec
from msgspec import Struct, field

import balka
from balka.core.errors import BalkaError
from balka.lab.audit import EVERY
from balka.lab.crucible import CRUCIBLE
from balka.lab.selfplay import Plan, Played, checked, find, play

SHARES = {"random": 3, "mischief": 3, "greedy": 1}  # the greedy bot weighs every choice and takes its time
DEEP = 25  # of so many games one is audited in full


class Order(Struct, frozen=True, kw_only=True):
    """What is to be swept. `choices` are spread evenly over the scenarios, and among the bots by their shares."""

    choices: int
    scenarios: tuple[str, ...] = ()
    bots: tuple[str, ...] = tuple(SHARES)
    seed: int = 1
    every: int = EVERY
    bare: int = 0
    deep: int = DEEP


class Entry(Struct, frozen=True):
    """A game of the log."""

    scenario: str
    bot: str
    seed: int
    number: int
    choices: int
    violations: tuple[str, ...] = ()


class Tally(Struct):
    """How far a scenario has come with one bot."""

    scenario: str
    bot: str
    share: int
    games: int = 0
    choices: int = 0
    violations: list[str] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        self.games += 1
        self.choices += entry.choices
        self.violations += entry.violations

    @property
    def left(self) -> int:
        return self.share - self.choices


def everything() -> tuple[str, ...]:
    """The full keys of all scenarios, and of the crucibles."""
    found = []
    for game in (*balka.all_games(), CRUCIBLE):
        for scenario in game.scenarios():
            found.append(scenario.key if scenario.key.startswith(f"{game.key}/") else f"{game.key}/{scenario.key}")
    return tuple(found)


def tallies(order: Order) -> list[Tally]:
    """Everybody's share of the choices, none below one."""
    scenarios = order.scenarios or everything()
    weights = {bot: SHARES.get(bot, 1) for bot in order.bots}
    each = order.choices / len(scenarios) / sum(weights.values())
    return [Tally(key, bot, max(1, round(each * weights[bot]))) for key in scenarios for bot in order.bots]


def sweep(order: Order, log: Path, workers: int, tell: Callable[[int], object] = lambda choices: None) -> list[Tally]:
    """Play until every share is filled. `tell` hears of the choices of each game as it ends."""
    books = {(tally.scenario, tally.bot): tally for tally in tallies(order)}
    for entry in _logged(order, log):
        if (entry.scenario, entry.bot) in books:
            books[entry.scenario, entry.bot].add(entry)
            tell(entry.choices)
    with log.open("ab") as file, ProcessPoolExecutor(max_workers=workers) as pool:
        waiting: dict[Future[Played], Tally] = {}
        for tally in books.values():
            _send(pool, order, tally, waiting)
        while waiting:
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                tally = waiting.pop(done)
                entry = _entry(order, tally, done.result())
                tally.add(entry)
                tell(entry.choices)
                file.write(msgspec.json.encode(entry) + b"\n")
                file.flush()
                _send(pool, order, tally, waiting)
    return list(books.values())


def _send(pool: ProcessPoolExecutor, order: Order, tally: Tally, waiting: dict[Future[Played], Tally]) -> None:
    """The next game of a share, if there is room for one."""
    if tally.left > 0:
        waiting[pool.submit(_play, plan_of(order, tally), tally.games)] = tally


def plan_of(order: Order, tally: Tally) -> Plan:
    """The next game: audited in full now and then, broken off when its share is filled."""
    every = order.every if tally.games % order.deep == 0 else 0
    return Plan(
        scenario=tally.scenario, bots=(tally.bot,), seed=order.seed, audit=True, every=every, bare=order.bare,
        most=tally.left,
    )  # fmt: skip


def _play(plan: Plan, number: int) -> Played:
    game, scenario = find(plan.scenario, {})
    return play(checked(plan, scenario), game, scenario, number)


def _entry(order: Order, tally: Tally, played: Played) -> Entry:
    """A game without a choice still counts as one, so that a broken scenario does not hold the sweep up for ever."""
    return Entry(tally.scenario, tally.bot, order.seed, played.number, max(1, played.choices), played.violations)


def _logged(order: Order, log: Path) -> Iterator[Entry]:
    if not log.exists():
        return
    for line in log.read_bytes().splitlines():
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except msgspec.MsgspecError as problem:
            raise BalkaError(f"{log} is no log of a sweep: {problem}", instead="name another file") from problem
        if entry.seed != order.seed:
            raise BalkaError(f"{log} is the log of seed {entry.seed}", instead="name another file or that seed")
        yield entry


def table(found: Sequence[Tally]) -> str:
    """Choices and violations of every scenario, a column for each bot."""
    bots = list(dict.fromkeys(tally.bot for tally in found))
    scenarios = list(dict.fromkeys(tally.scenario for tally in found))
    cells = {(tally.scenario, tally.bot): tally for tally in found}
    width = max(len(key) for key in (*scenarios, "scenario"))
    lines = [f"{'scenario':<{width}}" + "".join(f"{bot:>12}" for bot in bots) + f"{'violations':>12}"]
    for key in scenarios:
        row = [cells[key, bot] for bot in bots]
        bad = sum(len(tally.violations) for tally in row)
        lines.append(f"{key:<{width}}" + "".join(f"{tally.choices:>12}" for tally in row) + f"{bad:>12}")
    total = [sum(tally.choices for tally in found if tally.bot == bot) for bot in bots]
    bad = sum(len(tally.violations) for tally in found)
    return "\n".join([*lines, f"{'all':<{width}}" + "".join(f"{each:>12}" for each in total) + f"{bad:>12}"])
