"""Steps made by hand: a position, an answer, what is told, and what has become of the position.

    forge = Forge(game.state)
    forge.step("to A03", told=[Marched(("t34.1-2tk",), 0, 2)], units={"t34.1-2tk": {"hex": 2}})
    assert forge.problems == [...]

The rules are not asked: a forged step may be one they would never make. That is how the clerk is shown a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from balka.core.events import Event, Told
from balka.core.frames import CHANCE, Frame
from balka.core.state import State, Step
from balka.lab.clerk import clerk_of

Changes = Mapping[str, Mapping[str, Any]]


class Forge:
    """A game whose steps are made up, under the eyes of a clerk."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.clerk = clerk_of(state)
        self.problems: list[str] = []

    def step(self, sentence: str, *, actor: str = "", **facts: Any) -> Forge:
        """One step; whatever is not named stays as it was."""
        before, after = self.state, self.made(sentence, **facts)
        who = actor or (before.asks[0].seat if before.asks else CHANCE)
        self.problems = list(self.clerk.after(before, who, before.parse(sentence), after))
        self.state = after.state
        return self

    def made(
        self,
        sentence: str,
        *,
        told: Iterable[Event | Told] = (),
        units: Changes | None = None,
        lost: Iterable[str] = (),
        position: Mapping[str, Any] | None = None,
        tracks: Mapping[str, Any] | None = None,
        stack: tuple[Frame, ...] | None = None,
        turn: int = 0,
    ) -> Step:
        """What such a step would have come to."""
        before = self.state
        place = _without(_changed(before.position, units or {}), tuple(lost))
        after = structs.replace(
            before,
            position=structs.replace(place, **(position or {})),
            tracks=structs.replace(before.tracks, **(tracks or {})),
            stack=before.stack if stack is None else stack,
            turn=before.turn + turn,
        )
        return Step(after, tuple(one if isinstance(one, Told) else Told(one) for one in told), True)

    def under(self, *frames: Frame) -> Forge:
        """The same position, waiting for other frames."""
        self.state = structs.replace(self.state, stack=(*self.state.stack[:1], *frames))
        return self

    def finds(self, words: str) -> bool:
        """Did the clerk object to the last step with these words?"""
        return any(words in problem for problem in self.problems)


def _changed(position: Any, units: Changes) -> Any:
    """A position with facts about some counters changed, wherever its game keeps them."""
    if "forces" in position.__struct_fields__:
        forces = dict(position.forces)
        for side, force in position.forces.items():
            own = {name: facts for name, facts in units.items() if name in force.units}
            if own:
                forces[side] = force.put(*(structs.replace(force.units[n], **facts) for n, facts in own.items()))
        return structs.replace(position, forces=forces)
    kept = {}
    for name in ("units", "hidden"):
        found = getattr(position, name, None)
        if found:
            changed = {n: structs.replace(found[n], **facts) for n, facts in units.items() if n in found}
            kept[name] = {**found, **changed} if changed else found
    return structs.replace(position, **kept)


def _without(position: Any, lost: tuple[str, ...]) -> Any:
    """A position without some counters."""
    if not lost:
        return position
    if "forces" in position.__struct_fields__:
        forces = {side: force.without(*lost) for side, force in position.forces.items()}
        return structs.replace(position, forces=forces)
    return structs.replace(position, units={n: u for n, u in position.units.items() if n not in lost})
