"""balka replay: play a record again, compare its checksums, and audit its dice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import balka
from balka.cli.play import read_record
from balka.core.errors import BalkaError
from balka.core.records import Moment, Record, RecordError, as_far_as_it_fits, begin, header_of, replay, write
from balka.core.state import State
from balka.core.system import Game
from balka.table.dice import verify
from balka.table.plays import early_verdict

REFUSED = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="the record")
    parser.add_argument("--verify", action="store_true", help="only say whether it is true: same hashes, same dice")
    parser.add_argument(
        "--keep", metavar="FILE", help="write the turns that fit these rules as a record to play on from"
    )
    parser.add_argument("--secret", metavar="HEX", help="the secret of the dice, where the record does not hold it")


def run(args: argparse.Namespace) -> int:
    if args.keep:
        return _keep(args.file, Path(args.keep))
    try:
        record = read_record(args.file)[1]
        game = balka.game(record.header.game)
        state = _played(record, game, "silent" if args.verify else "aloud")
        rolls = _audited(record, game, args.secret)
    except RecordError as problem:
        print(f"{args.file}: {problem}", file=sys.stderr)
        print(f"balka replay {args.file} --keep FILE writes the turns before it to play on from", file=sys.stderr)
        return REFUSED
    print(_summary(record, state, rolls))
    return 0


def _keep(file: str, target: Path) -> int:
    """Write what of a record comes out as it says, under the rules as they are now."""
    record = read_record(file)[1]
    game = balka.game(record.header.game)
    answers, problem = as_far_as_it_fits(record, game)
    start = begin(record, game)
    text = write(header_of(start, record.header.players), start, answers)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise BalkaError(f"{target} cannot be written: {trouble.strerror}") from trouble
    print(f"{len(answers)} answers written to {target}; " + (f"left out: {problem}" if problem else "it fits whole"))
    return 0


def _played(record: Record, game: Game, how: str) -> State:
    """The last state; aloud, every answer and what came of it is told on the way."""
    state = begin(record, game)
    for moment in replay(record, game):
        state = moment.step.state
        if how == "aloud":
            print("\n".join(_told(moment)))
    return state


def _told(moment: Moment) -> list[str]:
    """An answer and its events; the record knows everything, so everything is told."""
    number = f"{moment.line.number:>5}" if moment.line else "     "
    setting = moment.before.setting
    facts = [f"         {told.event.say(setting)}" for told in moment.step.events]
    return [f"{number}  {moment.seat}: {moment.text}", *facts]


def _audited(record: Record, game: Game, given: str | None) -> int | None:
    """How many rolls were made again from the secret; None where there is no secret to make them from."""
    text = given or record.secret
    if not text:
        return None
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise BalkaError(f"{text!r} is no secret", "64 hexadecimal digits") from None
    return verify(record, game, secret)


def _summary(record: Record, state: State, rolls: int | None) -> str:
    """What a true record proves."""
    verdict = state.verdict() if state.over else None
    early = early_verdict(state.setting, record.early) if record.early else None
    ended = verdict or early
    end = ended.text if ended else "the game goes on"
    dice = "the dice cannot be audited without their secret" if rolls is None else f"{rolls} rolls are the secret's own"
    answers = sum(1 for line in record.lines if not line.mark)
    return f"{record.header.scenario}: {answers} answers replayed to {state.hash}; {dice}; {end.rstrip('.')}."
