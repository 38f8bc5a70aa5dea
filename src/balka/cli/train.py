"""balka train: fits the value of positions to kept games."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from balka.bots.features import featured
from balka.cli.extras import extra
from balka.core.errors import BalkaError
from balka.lab.match.plan import matched

if TYPE_CHECKING:
    from balka.lab.train.fitting import Quality, Values
    from balka.lab.train.samples import Samples


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("judge", help="what puts positions into numbers, package.module:Class with a method features")
    parser.add_argument("sources", nargs="*", type=Path, help="files of results of balka match, or records")
    parser.add_argument("--play", type=int, default=0, metavar="GAMES", help="learn by playing so many games instead")
    parser.add_argument("--scenarios", default="", metavar="PATTERNS", help="what is played then: atb/partisans,sos/*")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games (1)")
    parser.add_argument("--from", dest="hand", type=Path, help="weights to be drawn to (all nought)")
    parser.add_argument("--pull", type=float, default=0.5, help="how many games those weights count for (0.5)")
    parser.add_argument("--leave-out", default="", metavar="PATTERNS", help="scenarios that only judge the result")
    parser.add_argument("--scale", type=float, default=2.5, help="a clear lead in victory points (2.5)")
    parser.add_argument("--workers", type=int, default=0, help="processes that play the games again (all cores)")
    parser.add_argument("--to", type=Path, help="write the weights to a TOML file")


def run(args: argparse.Namespace) -> int:
    with extra("lab"):
        from balka.lab.train import fitting, keeping
    _check(args)
    hand = keeping.read(args.hand) if args.hand else fitting.Values()
    if args.play:
        return _played(args, hand)
    samples = _samples(args)
    taught, judging = _parted(args, samples)
    found = fitting.fitted(taught, hand, args.pull)
    notes = [
        f"Made by: {_command(args)}",
        *(_note("games taught", fitting.quality(taught, hand), fitting.quality(taught, found))),
        *(_note("games left out", fitting.quality(judging, hand), fitting.quality(judging, found))),
    ]
    text = keeping.document(found, notes)
    if args.to:
        from balka.lab.tune.running import write

        write(args.to, text)
    print("\n".join(notes) if args.to else text)
    return 0


def _played(args: argparse.Namespace, hand: Values) -> int:
    """Learn by playing, and write what is known after every batch, so that nothing is lost."""
    from balka.lab.train import keeping, playing
    from balka.lab.tune.running import write

    lessons = playing.Lessons(matched(args.scenarios), args.play, args.seed, pull=args.pull, scale=args.scale)

    def tell(done: int, values: Values) -> None:
        print(f"{done} of {args.play} games", file=sys.stderr, flush=True)
        if args.to:
            write(args.to, keeping.document(values, [f"Made by: {_command(args)}", f"Games played: {done}"]))

    found = playing.learned(args.judge, hand, lessons, tell)
    if not args.to:
        print(keeping.document(found, [f"Made by: {_command(args)}"]))
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.play < 0 or bool(args.play) == bool(args.sources):
        raise BalkaError("what is learned from: files of games, or games to be played", "FILE ..., or --play 400")
    if args.play and not args.scenarios:
        raise BalkaError("--play needs to know what to play", "--scenarios atb/partisans,atb/mir")
    featured(args.judge)
    if args.pull <= 0 or args.scale <= 0:
        raise BalkaError("pull and scale are above 0", "--pull 0.5 --scale 2.5")
    for source in args.sources:
        if not source.is_file():
            raise BalkaError(f"there is no file {source}", "a file of results of balka match, or a record")


def _samples(args: argparse.Namespace) -> Samples:
    from balka.lab.train.samples import collected

    with tqdm(unit="game", disable=None, file=sys.stderr) as bar:
        return collected(args.judge, args.sources, args.scale, args.workers or os.cpu_count() or 1, bar.update)


def _parted(args: argparse.Namespace, samples: Samples) -> tuple[Samples, Samples]:
    """What is learned from, and what judges: scenarios left out, or else every fifth game."""
    from balka.lab.train.samples import left_out

    keys = matched(args.leave_out) if args.leave_out else ()
    out = left_out(samples, keys)
    if out.all():
        raise BalkaError("every game is left out, so nothing can be learned", "leave fewer scenarios out")
    return samples.where(~out), samples.where(out)


def _note(name: str, before: Quality | None, after: Quality | None) -> list[str]:
    if before is None or after is None:
        return []
    told = f"{name}: {after.games}, positions {after.positions}"
    return [f"{told}; log loss {before.loss:g} -> {after.loss:g}, order {before.order:g} -> {after.order:g}"]


def _command(args: argparse.Namespace) -> str:
    words = ["balka", "train", args.judge, *map(str, args.sources), "--pull", f"{args.pull:g}"]
    words += ["--from", str(args.hand)] if args.hand else []
    words += ["--leave-out", args.leave_out] if args.leave_out else []
    words += ["--play", str(args.play), "--scenarios", args.scenarios, "--seed", args.seed] if args.play else []
    return shlex.join([*words, "--scale", f"{args.scale:g}"])
