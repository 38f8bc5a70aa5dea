"""What was shown before an attack, a shot or a barrage against what was rolled, in games that bots play.

    python -m tests.systems.famous_divisions.promises --games 20

plays 20 games under the light audit and prints every broken promise. A slice of them: --games 5 --first 10.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec import Struct, field

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.checks import Check, Forecast
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.frames import CHANCE, Roll
from balka.core.state import State, Step
from balka.lab.audit import LightAudit
from balka.systems.famous_divisions.attack_outlook import forecast
from balka.systems.famous_divisions.combat import Battle, Begin
from balka.systems.famous_divisions.tables import COLUMNS

SCENARIOS = ("gd/slice", "gd/lutchessa", "gd/mischurin", "gd/akhtyrka", "gd/kursk")
NEARLY = 1e-9
MOST = 20


class Promises(Struct):
    """Follows a game; counts rolls and notes every column and result that was not shown before."""

    rolls: Counter[str] = field(default_factory=Counter)
    wide: int = 0
    broken: list[str] = field(default_factory=list)
    shown: Forecast | None = None
    rolled: Check | None = None

    def before(self, state: State, actor: str, answer: Choice | Outcome) -> None:
        """An attack is about to be declared, or dice are about to fall."""
        top = state.stack[-1]
        if isinstance(top, Battle) and isinstance(answer, Begin):
            self.shown = forecast(state.view(actor), top.fight)  # type: ignore[arg-type]
        if isinstance(top, Roll) and isinstance(answer, Outcome) and self.rolled is not None:
            self._compare_result(answer)

    def after(self, state: State, actor: str, answer: Choice | Outcome, step: Step) -> None:
        """Was what is rolled now among what was shown?"""
        top = step.state.stack[-1] if step.state.stack else None
        if not (isinstance(top, Roll) and top.check is not None):
            return
        if top.why == "attack" and self.shown is not None:
            self._compare_attack(self.shown, top.check)
            self.rolled = top.check
        elif isinstance(answer, Choice):
            self._compare_shot(state, actor, answer, top)

    def _compare_attack(self, shown: Forecast, check: Check) -> None:
        self.rolls["attack"] += 1
        outlook, column = shown.outlook, COLUMNS.index(check.reader.removeprefix("crt "))
        self.wide += outlook.high > outlook.low
        low, high = shown.check.tally.spread
        if not outlook.low <= column <= outlook.high:
            self.broken.append(f"attack: column {column} was rolled, {outlook.low} to {outlook.high} was shown")
        if not low <= check.tally.value <= high:
            self.broken.append(f"attack: {check.tally.value} on the dice, {low} to {high} was shown")

    def _compare_result(self, outcome: Outcome) -> None:
        assert self.rolled is not None
        came = self.rolled.read(outcome)
        listed = {band.name for band in self.shown.odds()} if self.shown is not None else set()
        if came not in listed:
            self.broken.append(f"attack: {came} came, shown were {', '.join(sorted(listed))}")
        self.shown = self.rolled = None

    def _compare_shot(self, state: State, actor: str, answer: Choice, roll: Roll) -> None:
        """The chance of every result lies within the span that was shown for the choice that led to the roll."""
        quote = state.view(actor).quote(answer, actor)
        spans = [
            {band.name: (band.low, band.high) for band in each.odds()} for each in (*quote.checks, *quote.forecasts)
        ]
        if not spans:
            return
        self.rolls[roll.why] += 1
        assert roll.check is not None
        if not any(all(_within(band, one.get(band.name)) for band in roll.check.odds()) for one in spans):
            self.broken.append(f"{roll.why}: {roll.check.name} is none of what {state.text(answer)} showed")


def _within(band: object, span: tuple[float, float] | None) -> bool:
    now = band.low  # type: ignore[attr-defined]
    return now == 0 if span is None else span[0] - NEARLY <= now <= span[1] + NEARLY


def play(scenario: str, player: str, seed: str, most: int = MOST) -> Promises:
    """One game under the light audit, broken off after so many attacks."""
    game, found = balka.scenario(scenario)
    state, rng, kept = game.start(found.key, {}), Random(seed), Promises()
    bots = {seat: bot(player) for seat in state.setting.seats}
    audit = LightAudit(state, f"{scenario} {seed}")
    while not state.over and kept.rolls["attack"] < most:
        audit.at(state)
        seat = state.asks[0].seat
        answer = draw(state, rng) if seat == CHANCE else bots[seat].choose(state.view(seat), seat, rng)
        kept.before(state, seat, answer)
        step = state.apply(answer, seat)
        audit.after(state, seat, answer, step)
        kept.after(state, seat, answer, step)
        state = step.state
    kept.broken += audit.violations
    return kept


def games(first: int, count: int) -> Iterator[tuple[str, Promises]]:
    """Games of all sizes, by bots that think and bots that do not."""
    for number in range(first, first + count):
        scenario, player = SCENARIOS[number % len(SCENARIOS)], ("greedy", "random")[number % 3 == 1]
        yield f"game {number}, {scenario}, {player}", play(scenario, player, f"promises {number}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    asked = parser.parse_args()
    broken, rolls = 0, Counter[str]()
    for name, kept in games(asked.first, asked.games):
        told = ", ".join(f"{count} {why}" for why, count in sorted(kept.rolls.items()))
        print(f"{name}: {told}; {kept.wide} attacks not certain, {len(kept.broken)} promises broken", flush=True)
        print(*(f"{line}\n" for line in dict.fromkeys(kept.broken)), sep="", end="", flush=True)
        broken, rolls = broken + len(kept.broken), rolls + kept.rolls
    print(f"{dict(rolls)}, {broken} promises broken")
    return 1 if broken or not rolls else 0


if __name__ == "__main__":
    sys.exit(main())
