"""balka env: a scenario as learning programs see it."""

from __future__ import annotations

import argparse
import contextlib
import io
import warnings

CYCLES = 30
SHOWN = 8
USUAL = (  # what PettingZoo says of every environment with a mask in its observations, and of agents with names
    "Observation is not a NumPy array",
    "Observation space for each agent probably",
    "We recommend agents to be named",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", default="sos/courier", help="which scenario (sos/courier)")
    parser.add_argument("--check", action="store_true", help="run PettingZoo's own tests on it")


def run(args: argparse.Namespace) -> int:
    from balka.env import raw_env

    game = raw_env(args.scenario)
    game.reset(seed=1)
    first = game.agent_selection
    print(f"{args.scenario}, agents: {', '.join(game.agents)}")
    print(f"{game.action_space(first).n} actions, observations of {len(game.observe(first)['observation'])} numbers")
    print(f"{first} begins and may say: {', '.join(game.choices()[:SHOWN])}")
    if args.check:
        _check(args.scenario)
        print("PettingZoo's tests pass")
    return 0


def _check(scenario: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from balka.env import env

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        for text in USUAL:
            warnings.filterwarnings("ignore", message=text)
        api_test(env(scenario), num_cycles=CYCLES)
        seed_test(lambda: env(scenario), num_cycles=CYCLES)
