"""A small field on which a worked example is laid out and played.

field = on("x\\n.\\na", a="grif N", x="srif S")
field.say("fire a A01", "by activate 0", dice=[4, 5])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.systems.heroes.kit import GERMAN, NOTHING, SOVIET
from tests.systems.heroes.second_edition.kit import described

from balka.core.checks import Check, Tally
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.events import Event
from balka.core.forced import forced
from balka.core.frames import CHANCE, Roll
from balka.games.awakening_the_bear.catalogue import title
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.units import HeroesState, Unit

__all__ = ["GERMAN", "SOVIET", "Field", "attack_rating", "defence", "kind", "on"]

COUNT = {"d6": 1, "2d6": 2, "3d6": 3}


def kind(slug: str) -> UnitKind:
    return next(one for one in title().units.values() if one.slug == slug)


class Field:
    """A position being played: what happened since the last sentence, and all that happened."""

    def __init__(self, state: HeroesState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.history: list[Event] = []

    def say(self, *sentences: str, dice: Sequence[int | str] = ()) -> Field:
        """Say sentences; dice come in order, whatever has one answer is answered."""
        left, self.events = list(dice), []
        for sentence in sentences:
            self._run(left)
            self._apply(sentence)
        self._run(left)
        return self

    def _run(self, dice: list[int | str]) -> None:
        while not self.state.over and self.asked != "turn":
            if self.state.asks[0].seat == CHANCE:
                self._apply(self._outcome(dice))
            elif found := forced(self.state):
                self._apply(found[1])
            else:
                return

    def _outcome(self, dice: list[int | str]) -> Outcome:
        roll = self.state.stack[-1]
        assert isinstance(roll, Roll)
        if roll.bag:
            word = str(dice.pop(0))
            item = word if word in self.state.bags[roll.bag].items else f"{roll.bag}_{word}"
            return Outcome(roll.bag, item=item)
        return Outcome(roll.dice, tuple(sorted(int(dice.pop(0)) for _ in range(COUNT[roll.dice]))))

    def _apply(self, answer: Any) -> None:
        step = self.state.apply(answer)
        assert isinstance(step.state, HeroesState)
        self.state = step.state
        self.events += [told.event for told in step.events]
        self.history += [told.event for told in step.events]

    # -- looking

    @property
    def asked(self) -> str:
        return self.state.asks[0].kind if self.state.asks else "nothing"

    @property
    def choices(self) -> list[str]:
        return [self.state.text(choice) for choice in self.state.choices()]

    def offers(self, text: str) -> bool:
        choice = self.state.parse(text)
        return isinstance(choice, Choice) and self.state.listed(choice, self.state.asks[0].seat)

    def cost(self, text: str) -> int:
        found = self.state.quote(text).cost
        assert found is not None
        return found.value

    def check(self, text: str, number: int = 0) -> Check:
        return self.state.quote(text).checks[number]

    def rating(self, text: str, name: str, number: int = 0) -> int:
        """The Attack Rating or Defense Rating of an attack before it is made."""
        return next(tally for tally in self.check(text, number).tallies if tally.name == name).value

    def pool(self, force: str) -> int:
        return self.state.tracks.pool[force]

    def caps(self, force: str) -> int:
        return self.state.tracks.caps[force]

    def unit(self, name: str) -> Unit:
        found = self.state.position.unit(name)
        assert found is not None, f"{name} is gone"
        return found

    def alive(self, name: str) -> bool:
        return self.state.position.unit(name) is not None

    def condition(self, name: str) -> str:
        unit = self.unit(name)
        return "spent" if unit.spent else "active" if pools.is_active(self.state, unit) else "fresh"

    def at(self, name: str) -> str:
        return self.state.setting.board.labels[self.unit(name).hex]

    def sees(self, a: str, b: str) -> bool:
        board = self.state.setting.board
        return bool(self.state.setting.ground.sight.sees(board.hex(a), board.hex(b)))

    def heard(self, word: str) -> bool:
        """Was something said since the last sentence?"""
        return any(word in event.say(self.state.setting) for event in self.events)


def attack_rating(check: Check) -> int:
    return _tally(check, "Attack Rating").value


def defence(check: Check) -> int:
    return _tally(check, "Defense Rating").value


def _tally(check: Check, name: str) -> Tally:
    return next(tally for tally in check.tallies if tally.name == name)


def on(picture: str, **facts: Any) -> Field:
    """A field at the start of the active side's turn, described as in the kit of the rule tests.

    The CAPs track goes up to the CAPs it is told of.
    """
    return Field(described(picture, **{"start_caps": facts.get("caps", NOTHING), **facts}))
