"""Bots play whole games against each other, sides changing every game, each step under the audit if wished.

A game is fixed by the seed and its number: dice, bots and audit have generators of their own, so neither the number of
workers nor the audit changes what is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random

from msgspec import Struct, field, structs

import balka
from balka.bots.base import Bot, answered, bot
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.events import Event, heard
from balka.core.forced import forced
from balka.core.frames import CHANCE, Ask
from balka.core.state import Setting, State, Step
from balka.core.system import Game, Scenario
from balka.lab.audit import EVERY, Audit, LightAudit, Unaudited
from balka.lab.crucible import CRUCIBLE, Crucible

MOST_STEPS = 50_000  # of one game; whoever gets here goes round in circles


class Plan(Struct, frozen=True, kw_only=True):
    """What is to be played: `scenario` is a full key, `bots` a name for each side.

    `every` says how often the audit digs, 0 for never, and `bare` how often a twin that remembers nothing is asked
    besides. `most` breaks a game off after so many choices, 0 for never.
    """

    scenario: str
    bots: tuple[str, ...]
    games: int = 1
    seed: int = 1
    options: dict[str, str] = field(default_factory=dict)
    audit: bool = False
    every: int = EVERY
    bare: int = 0
    most: int = 0


class Played(Struct, frozen=True):
    """One game: the side and the bot that won, if any, and the answers given where there was an alternative."""

    number: int
    finished: bool
    side: str
    bot: str
    choices: int
    violations: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """What a run of games came to."""

    scenario: str
    games: int
    finished: int
    wins: dict[str, int]
    bot_wins: dict[str, int]
    choices: int
    seconds: float
    violations: list[str]

    @property
    def sound(self) -> bool:
        return self.finished == self.games and not self.violations


Progress = Callable[[Iterable[Played]], Iterable[Played]]


def selfplay(
    plan: Plan, workers: int = 1, progress: Progress = iter, titles: Mapping[str, Game] | None = None
) -> Report:
    """Play a plan through. `titles` adds games that the package does not ship; they are played by one worker."""
    game, scenario = find(plan.scenario, titles or {})
    plan = checked(plan, scenario)
    begun(plan, game, scenario, 0)  # refuses bad options before anything is played
    began = time.perf_counter()
    played = list(progress(_played(plan, game, scenario, workers)))
    return summed(plan, scenario, played, time.perf_counter() - began)


def find(key: str, titles: Mapping[str, Game]) -> tuple[Game, Scenario]:
    title, _, name = key.partition("/")
    known = {CRUCIBLE.key: CRUCIBLE, **titles}
    if title not in known:
        return balka.scenario(key)
    for scenario in known[title].scenarios():
        if scenario.key == name:
            return known[title], scenario
    keys = [f"{title}/{scenario.key}" for scenario in known[title].scenarios()]
    raise BalkaError(f"there is no {key}", instead=", ".join(keys))


def begun(plan: Plan, game: Game, scenario: Scenario, number: int) -> State:
    """The start of a game of the plan."""
    return started(game, scenario, plan.options, f"{plan.seed}/{number}")


def started(game: Game, scenario: Scenario, options: Mapping[str, str], seed: str) -> State:
    """The start of a scenario: a crucible is drawn anew for each seed."""
    if isinstance(game, Crucible):
        return game.drawn(scenario.key, seed)
    return game.start(scenario.key, options)


def checked(plan: Plan, scenario: Scenario) -> Plan:
    """The plan with a bot for each side; clear errors for what cannot be played."""
    sides = len(scenario.sides)
    bots = plan.bots * sides if len(plan.bots) == 1 else plan.bots
    if len(bots) != sides:
        raise BalkaError(f"{len(bots)} bots for {sides} sides", instead=f"{sides} names with commas between, or one")
    for name in bots:
        bot(name)
    if plan.games < 1 or min(plan.every, plan.bare, plan.most) < 0:
        raise BalkaError("the number of games is at least 1, and nothing else below 0")
    return structs.replace(plan, bots=bots)


def _played(plan: Plan, game: Game, scenario: Scenario, workers: int) -> Iterator[Played]:
    numbers = range(plan.games)
    if workers <= 1:
        yield from (play(plan, game, scenario, number) for number in numbers)
        return
    with ProcessPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(partial(_play_by_key, plan), numbers)


def _play_by_key(plan: Plan, number: int) -> Played:
    game, scenario = find(plan.scenario, {})
    return play(plan, game, scenario, number)


# -- one game


def play(plan: Plan, game: Game, scenario: Scenario, number: int) -> Played:
    """One whole game; an error in a rule or a bot ends it as a violation."""
    start = begun(plan, game, scenario, number)
    seats = seat_bots(plan, start.setting, number)
    audit = auditor(plan, game, start, number)
    run = Run(start, audit, {seat: bot(own) for seat, own in seats.items()}, partial(_generator, plan, number))
    try:
        run.through(plan.most)
    except Exception as problem:  # a broken rule must not cost the other games
        audit.broke(problem)
    return _result(run, seats, number)


def recorded(plan: Plan, number: int) -> tuple[State, list[tuple[str, str]]]:
    """The start of one game of a plan and every answer given in it, as far as it came."""
    game, scenario = find(plan.scenario, {})
    plan = checked(plan, scenario)
    start = begun(plan, game, scenario, number)
    note = Notes(f"{plan.scenario} game {number}")
    seats = seat_bots(plan, start.setting, number)
    run = Run(start, note, {seat: bot(own) for seat, own in seats.items()}, partial(_generator, plan, number))
    with suppress(Exception):  # a game that breaks down is recorded up to there
        run.through(plan.most)
    return start, note.said


class Notes(Unaudited):
    """Writes down what is said."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.said: list[tuple[str, str]] = []

    def after(self, before: State, actor: str, answer: Choice | Outcome, step: Step) -> None:
        self.said.append((actor, before.text(answer)))


def auditor(plan: Plan, game: Game, start: State, number: int) -> Unaudited:
    """Whoever looks over a game of the plan: everything, the cheap part of it, or nobody."""
    name = f"{plan.scenario} seed {plan.seed} game {number}"
    if not plan.audit:
        return Unaudited(name)
    if not plan.every:
        return LightAudit(start, name, plan.bare)
    return Audit(game, start, name, _generator(plan, number, "audit"), plan.every, plan.bare)


def _generator(plan: Plan, number: int, name: str) -> Random:
    return Random(f"{plan.seed}/{number}/{name}")


def seat_bots(plan: Plan, setting: Setting, number: int) -> dict[str, str]:
    """Which bot decides for which seat: they change sides every game."""
    turned = {side: plan.bots[(at + number) % len(plan.bots)] for at, side in enumerate(setting.sides)}
    return {seat: turned[setting.forces[force]] for force, seat in setting.seat_of.items()}


class Run:
    """A game on its way."""

    def __init__(
        self, start: State, audit: Unaudited, bots: Mapping[str, Bot], generator: Callable[[str], Random]
    ) -> None:
        self.state = start
        self.audit = audit
        self.choices = 0
        self.steps = 0
        self._bots = bots
        self._dice = generator("dice")
        self._minds = {seat: generator(seat) for seat in bots}
        self._heard: dict[str, list[Event]] = {seat: [] for seat in bots}

    def through(self, most: int = 0, steps: int = 0) -> None:
        """Play to the end, or up to so many choices or steps."""
        while self.steps < (steps or MOST_STEPS):
            if self.state.over:
                self.audit.end(self.state)
                return
            if most and self.choices >= most:
                return
            self.step()

    def step(self) -> None:
        """One answer, by a bot, by chance or by force."""
        before = self.state
        self.audit.at(before)
        ask, answer = self._answer(before)
        step = before.apply(answer, ask.seat)
        self.steps += 1
        self.state = step.state
        for seat, log in self._heard.items():
            log.extend(heard(step.events, seat))
        self.audit.after(before, ask.seat, answer, step)

    def _answer(self, state: State) -> tuple[Ask, Choice | Outcome]:
        """Forced answers come first, as at any table; then chance or the first seat asked."""
        only = forced(state)
        if only is not None:
            return only
        ask = state.asks[0]
        if ask.seat == CHANCE:
            return ask, draw(state, self._dice)
        self.choices += 1
        view = state.view(ask.seat)
        view.hear(self._heard[ask.seat])
        return ask, answered(self._bots[ask.seat], view, ask.seat, self._minds[ask.seat])


def _result(run: Run, seats: Mapping[str, str], number: int) -> Played:
    verdict = run.state.verdict() if run.state.over else None
    side = verdict.winner if verdict is not None else ""
    winners = [seats[seat] for seat in run.state.setting.seats_of_side(side)]
    return Played(number, verdict is not None, side, "".join(winners[:1]), run.choices, tuple(run.audit.violations))


# -- all games


def summed(plan: Plan, scenario: Scenario, played: Iterable[Played], seconds: float) -> Report:
    games = list(played)
    return Report(
        scenario=plan.scenario,
        games=len(games),
        finished=sum(game.finished for game in games),
        wins={side: sum(game.side == side for game in games) for side in scenario.sides},
        bot_wins={name: sum(game.bot == name for game in games) for name in plan.bots},
        choices=sum(game.choices for game in games),
        seconds=round(seconds, 3),
        violations=[problem for game in games for problem in game.violations],
    )
