"""How long do people wait for the computer? Processor time of what a bot chooses, in seconds.

    python scripts/thinking.py veteran,elite sos/courier,sos/ditch,atb/dubno,atb/stalin [--turns 14] [--seed 1]
    python scripts/thinking.py staff,elite-staff kursk/kursk,kursk/campaign --days 3

With `--turns` two regulars play, and now and then, where there is something to choose on a Turn, the bot is asked what
it would do, of a position that nobody has looked at: so many times in each scenario. With `--days` the bot plays both
sides of so many days (turns of Grossdeutschland), and what counts is all it chooses in one of them, side by side.
Printed are the median, nine in ten, and the longest. Nobody waits any shorter on a busy machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import process_time

from balka.bots.base import Bot, bot, can_play, players_of
from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.players import KEYS
from balka.bots.parameters import listed
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.core.system import system_of
from balka.lab.selfplay import find, started

EVERY = 0.1  # of the Turns a bot is asked at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots")
    parser.add_argument("scenarios")
    parser.add_argument("--turns", type=int, default=14)
    parser.add_argument("--days", type=int, default=0)
    parser.add_argument("--seed", default="1")
    told = parser.parse_args()
    if min(told.turns, told.days + 1) < 1:
        raise BalkaError("nobody is asked on fewer than one turn or day", "--turns 14, or --days 3")
    for key in told.scenarios.split(","):
        for name in listed(told.bots):
            if told.days:
                asked = player(name, key, days=True)
                tell(f"{name} {key}, a side's day", sorted(days(key, asked, told.days, told.seed)))
            else:
                asked = player(name, key, days=False)
                tell(f"{name} {key}, a Turn", sorted(turns(key, asked, told.turns, told.seed)))


def player(name: str, key: str, *, days: bool) -> Bot:
    """A bot that knows how to play a scenario."""
    found, system = bot(name), system_of(find(key, {})[0])
    if not days and system.key not in KEYS:
        raise BalkaError(f"single Turns are those of sos and atb, not of {key}", "--days 3")
    if not can_play(found, system):
        raise BalkaError(f"{name} does not play {key}", f"one of {', '.join(players_of(system))}")
    return found


def tell(what: str, seconds: list[float]) -> None:
    nine = quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    print(f"{what}: median {median(seconds):.2f}, nine in ten {nine:.2f}, at most {seconds[-1]:.2f} of {len(seconds)}")


def turns(key: str, asked: Bot, most: int, seed: str) -> Iterator[float]:
    """What a bot takes for single Turns of games that others play."""
    game, drawn = 0, Random(f"{seed}/asked")
    while most:
        game += 1
        for state, seat in played(key, bot("regular"), f"{seed}/{game}"):
            if not on_a_turn(state) or drawn.random() > EVERY:
                continue
            unseen = type(state).from_json(state.setting, state.to_json()).view(seat)
            began = process_time()
            asked.choose(unseen, seat, Random(seed))
            yield process_time() - began
            most -= 1
            if not most:
                break


def on_a_turn(state: State) -> bool:
    """Is somebody asked for more than a card, a payment or the like?"""
    mind, seat = HeroesMind(), state.asks[0].seat
    return mind.rests(state) and len(mind.prior(state.view(seat), seat, 2)) > 1


def days(key: str, asked: Bot, most: int, seed: str) -> list[float]:
    """What a bot takes for all it chooses for a side in a day."""
    spent: defaultdict[tuple[int, str], float] = defaultdict(float)
    timed = Timed(asked, spent)
    for _ in played(key, timed, seed):
        if len({day for day, _ in spent}) > most:
            break
    counted = sorted({day for day, _ in spent})[:most]  # from the first on, whatever its number
    return [seconds for (day, _), seconds in spent.items() if day in counted]


class Timed:
    """A bot that is watched."""

    def __init__(self, asked: Bot, spent: defaultdict[tuple[int, str], float]) -> None:
        self._asked, self._spent = asked, spent

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        began = process_time()
        choice = self._asked.choose(view, seat, rng)
        self._spent[view.turn, seat] += process_time() - began
        return choice


def played(key: str, player: Bot, seed: str) -> Iterator[tuple[State, str]]:
    """A game that a bot plays with itself: each state in which somebody is asked."""
    game, scenario = find(key, {})
    state, rng = started(game, scenario, {}, seed), Random(seed)
    while not state.over:
        seat = state.asks[0].seat
        if seat == CHANCE:
            state = state.apply(draw(state, rng), CHANCE).state
            continue
        yield state, seat
        state = state.apply(player.choose(state.view(seat), seat, rng), seat).state


if __name__ == "__main__":
    try:
        main()
    except BalkaError as problem:
        sys.exit(str(problem))
