"""balka tune: moves the weights of a bot by games, and judges them on other dice."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tqdm import tqdm

from balka.bots.parameters import listed
from balka.cli.match import Watcher, add_playing, book_of, spread_of
from balka.cli.selfplay import read_options
from balka.lab.match.games import Terms
from balka.lab.match.plan import matched
from balka.lab.tune.plan import Table, Tuning, checked, heading_of
from balka.lab.tune.running import WAYS, Found, document, write

NUMBERS = {
    "explore": "pairs of games that look which weights matter; 0: all are moved",
    "pairs": "pairs of games that move them; in a coordinate search, games of each value",
    "check": "games on the held-out dice, for each scenario or all together",
    "batch": "pairs played before the weights move again",
    "held_out": "the seed of the dice the result is judged on",
}
FIGURES = {
    "reach": "how far weights are pushed, as a logarithm",
    "step": "how far they follow",
    "scale": "a clear lead in victory points",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", help="a bot that publishes weights")
    parser.add_argument("--way", choices=tuple(WAYS), default="spsa", help="how weights are looked for (spsa)")
    parser.add_argument("--pool", default="", help="opponents beside the bot itself, commas between")
    parser.add_argument(
        "--together", action="store_true", help="one set of weights for all scenarios, not one for each"
    )
    defaults = Tuning(bot="", scenarios=())
    for name, text in (NUMBERS | FIGURES).items():
        default = getattr(defaults, name)
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, type=type(default), default=default, help=f"{text} ({default})")
    add_playing(parser)
    parser.add_argument("--to", type=Path, help="write what was found to a YAML file")


def run(args: argparse.Namespace) -> int:
    tuning = checked(_tuning(args))
    heading = heading_of(tuning)
    subjects = [tuning.scenarios] if args.together else [(key,) for key in tuning.scenarios]
    bar = tqdm(unit="game", disable=None, file=sys.stderr)
    with spread_of(args) as spread, closing(book_of(args, heading)) as book, bar:
        table = Table(tuning, book, spread, Watcher(bar).count)
        found = [WAYS[args.way](tuning, table, subject) for subject in subjects]
    text = document(tuning, found, _command(args), heading.code)
    if args.to:
        write(args.to, text)
    print(told(tuning, found) if args.to else text)
    return 0


def _tuning(args: argparse.Namespace) -> Tuning:
    numbers = {name: getattr(args, name) for name in NUMBERS | FIGURES}
    return Tuning(
        bot=args.bot,
        scenarios=matched(args.scenarios),
        pool=tuple(listed(args.pool) if args.pool else ()),
        seed=args.seed,
        terms=Terms(read_options(args.options), args.steps),
        **numbers,
    )


def _command(args: argparse.Namespace) -> str:
    """The command that finds the same again."""
    words = ["balka", "tune", args.bot, "--way", args.way, "--scenarios", args.scenarios, "--seed", str(args.seed)]
    words += ["--pool", args.pool] if args.pool else []
    words += ["--together"] if args.together else []
    for name in NUMBERS | FIGURES:
        words += [f"--{name.replace('_', '-')}", f"{getattr(args, name):g}"]
    return shlex.join(words)


def told(tuning: Tuning, found: Sequence[Found]) -> str:
    """What was found, a line for each side."""
    lines: list[str] = []
    for each in found:
        lines.append(f"{', '.join(each.scenarios)}: {_judgement(each)}")
        for side, logs in each.logarithms.items():
            moved = {name: each.weights[side][name] for name, log in logs.items() if log}
            lines.append(
                f"  {side}: " + (", ".join(f"{name} {value:g}" for name, value in moved.items()) or "as it was")
            )
    return "\n".join(lines)


def _judgement(found: Found) -> str:
    judged = found.held_out
    if judged is None:
        return "no weight matters clearly, nothing was moved"
    said = "accepted" if judged.accepted else "not accepted"
    return f"{judged.share:.3f} [{judged.low:.3f}, {judged.high:.3f}] of {judged.games} games on held-out dice, {said}"
