"""balka scenarios: what can be played."""

from __future__ import annotations

import argparse
import json
from typing import Any

import msgspec

import balka
from balka.core.system import Game, Scenario


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="one game only: sos, atb, kursk or gd")
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    games = [balka.game(args.game)] if args.game else balka.all_games()
    if args.json:
        listed = [as_wire(game, scenario) for game in games for scenario in game.scenarios()]
        print(json.dumps(listed, ensure_ascii=False))
    else:
        print("\n\n".join(as_text(game) for game in games))
    return 0


def full_key(game: Game, scenario: Scenario) -> str:
    """The key that names a scenario among all games: `sos/courier`."""
    return scenario.key if "/" in scenario.key else f"{game.key}/{scenario.key}"


def as_wire(game: Game, scenario: Scenario) -> dict[str, Any]:
    return {**msgspec.to_builtins(scenario), "key": full_key(game, scenario)}


def as_text(game: Game) -> str:
    """A game with its scenarios, for people."""
    lines = [game.title, f"  {game.blurb}"]
    for scenario in game.scenarios():
        lines += [f"  {full_key(game, scenario)}  {scenario.title}"]
        lines += [f"      {' against '.join(scenario.sides)}; {scenario.length}"]
        lines += [f"      {scenario.situation}", f"      Teaches {scenario.teaches}."]
        lines += [f"      option {o.key}={'|'.join(o.values)}: {o.title} [{o.rule or 'ours'}]"
                  for o in scenario.options]  # fmt: skip
    return "\n".join(lines)
