"""Crucibles: small boards drawn at random, with the counters, works, weather and cards of every chapter at once.

They are played by bots under the audit and are no scenarios: nobody is offered them. A game is fixed by its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import Scenario, not_described
from balka.lab.crucible import gd, heroes, kursk

Draw = Callable[[Random], State]
DRAWN: dict[str, Draw] = {"sos": heroes.storms, "atb": heroes.bear, "kursk": kursk.draw, "gd": gd.draw}
SIDES = ("german", "soviet")


class Crucible:
    """A title of the laboratory: one crucible for each game."""

    key = "crucible"
    title = "Crucibles"
    blurb = "Small random boards with everything on them, for audited play."

    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(Scenario(key, f"Crucible of {key}", SIDES, "short", "", "", "drawn at random") for key in DRAWN)

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        """The crucible of one seed, given as an option."""
        return self.drawn(scenario, (options or {}).get("seed", "1"))

    def drawn(self, scenario: str, seed: str) -> State:
        """The board of a seed: the same for the same seed."""
        if scenario not in DRAWN:
            raise BalkaError(f"there is no crucible {scenario!r}", instead=f"one of {', '.join(DRAWN)}")
        return DRAWN[scenario](Random(f"{scenario}/{seed}"))

    describe = not_described

    def sample(self, view: State, rng: Rng) -> State:
        return view.setting.system.sample(view, rng)


CRUCIBLE = Crucible()
