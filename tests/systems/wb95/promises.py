"""What was shown before a battle against what was rolled, in games that bots play.

    python -m tests.systems.wb95.promises --games 20

plays 20 games under the light audit and prints every broken promise. A slice of them: --games 5 --first 10.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random

from msgspec import Struct, field

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.frames import CHANCE, Roll
from balka.core.state import State, Step
from balka.lab.audit import LightAudit
from balka.systems.wb95.battle_orders import Fight
from balka.systems.wb95.battles import BattlePlan
from balka.systems.wb95.events.battles import BattleResolved

SCENARIOS = ("kursk/slice", "kursk/prokhorovka-15", "kursk/kursk", "kursk/claws")
MASKS = ("on", "top")


class Shown(Struct, frozen=True):
    """The columns and the results an attacker was shown when he said that he fights."""

    name: str
    low: int
    now: int
    high: int
    results: frozenset[str]


class Promises(Struct):
    """Follows a game; counts battles and notes every column and result that was not shown before."""

    battles: int = 0
    wide: int = 0
    broken: list[str] = field(default_factory=list)
    shown: Shown | None = None

    def before(self, state: State, actor: str, answer: Choice | Outcome) -> None:
        """The attack is about to be declared: what does its owner see?"""
        top = state.stack[-1]
        if not (isinstance(top, BattlePlan) and isinstance(answer, Fight)):
            return
        check = top.panel(state.view(actor))[0].to_wire("kursk")
        outlook = check.outlook  # type: ignore[union-attr]
        assert outlook is not None, "an attack has an outlook"
        results = frozenset(band.name for band in check.bands)  # type: ignore[union-attr]
        self.shown = Shown(check.name, outlook.low, outlook.now, outlook.high, results)

    def after(self, step: Step) -> None:
        """Was the column that is rolled on, and the result, among what was shown?"""
        if self.shown is None:
            return
        for roll in [frame for frame in step.state.stack if isinstance(frame, Roll) and frame.why == "combat"]:
            assert roll.check is not None
            self._compare_column(self.shown, roll.check.need)
        for told in step.events:
            if isinstance(told.event, BattleResolved):
                self._compare_result(self.shown, told.event.cell)

    def _compare_column(self, shown: Shown, column: int) -> None:
        self.battles += 1
        self.wide += shown.high > shown.low
        if not shown.low <= column <= shown.high:
            self.broken.append(f"{shown.name}: column {column} was rolled, {shown.low} to {shown.high} was shown")
        if not shown.low <= shown.now <= shown.high:
            self.broken.append(f"{shown.name}: {shown.now} now, {shown.low} to {shown.high} was shown")

    def _compare_result(self, shown: Shown, cell: str) -> None:
        if cell not in shown.results:
            self.broken.append(f"{shown.name}: {cell} came, shown were {', '.join(sorted(shown.results))}")
        self.shown = None


def play(scenario: str, players: tuple[str, str], seed: str, most: int = 10**9, **options: str) -> Promises:
    """One game under the light audit, broken off after so many battles."""
    game, found = balka.scenario(scenario)
    state, rng, kept = game.start(found.key, options), Random(seed), Promises()
    bots = dict(zip(state.setting.seats, map(bot, players), strict=False))
    audit = LightAudit(state, f"{scenario} {seed}")
    while not state.over and kept.battles < most:
        audit.at(state)
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else bots[seat].choose(state.view(seat), seat, rng)
        kept.before(state, seat, answer)
        step = state.apply(answer, seat)
        audit.after(state, seat, answer, step)
        kept.after(step)
        state = step.state
    kept.broken += audit.violations
    return kept


def games(first: int, count: int) -> Iterator[tuple[str, Promises]]:
    """Games of all sizes, by bots that think and bots that do not, with stacks masked and with their tops open."""
    for number in range(first, first + count):
        scenario, masks = SCENARIOS[number % len(SCENARIOS)], MASKS[number // len(SCENARIOS) % len(MASKS)]
        players = (("greedy", "greedy"), ("random", "random"))[number % 3 == 1]
        played = play(scenario, players, f"promises {number}", most=60, masks=masks)
        yield f"game {number}, {scenario}, masks {masks}, {players[0]}", played


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    asked = parser.parse_args()
    broken = battles = 0
    for name, kept in games(asked.first, asked.games):
        print(
            f"{name}: {kept.battles} battles, {kept.wide} not certain, {len(kept.broken)} promises broken", flush=True
        )
        print(*kept.broken, sep="\n", end="")
        broken, battles = broken + len(kept.broken), battles + kept.battles
    print(f"{battles} battles, {broken} promises broken")
    return 1 if broken or not battles else 0


if __name__ == "__main__":
    sys.exit(main())
