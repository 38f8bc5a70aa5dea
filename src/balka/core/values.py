"""Figures of a counter as they are now: what is printed, what changes it at this moment, and why it cannot be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct, structs

from balka.core.checks import Part, Tally
from balka.core.choices import Refusal
from balka.core.citing import own_row
from balka.core.scene import figures

Case = TypeVar("Case")
Cases = Mapping[Case, Iterable[Part]]


class Sometimes(Struct, frozen=True):
    """A part that counts only in some cases, and in which: against some enemies, on some ways."""

    part: Part
    where: str


class Value(Struct, frozen=True):
    """One figure of a counter now.

    `key` says which figure it is, `slot` in which corner of the counter it is printed, if in any. `printed` is what
    stands there; the tally leads from it to the present figure. A relative one is no figure by itself but is added to
    something. `note` says what is no operation.
    """

    key: str
    tally: Tally
    slot: str = ""
    printed: int | None = None
    sometimes: tuple[Sometimes, ...] = ()
    barred: Refusal | None = None
    note: str = ""
    relative: bool = False

    def to_wire(self, game: str) -> figures.Value:
        """The figure with its lines, as the browser and the terminal tell it."""
        now, tally, why = self._now(), self.tally.to_wire(game), self.barred
        barred = figures.Reason(sentence=why.sentence, rule=own_row(why.rule, game)) if why else None
        return figures.Value(
            key=self.key, slot=self.slot, name=self.tally.name, now=now,
            printed="" if self.printed is None else str(self.printed),
            relative=self.relative, tally=structs.replace(tally, label=now) if self.relative else tally,
            sometimes=[self.tally.part_wire(part.part, game, where=part.where) for part in self.sometimes],
            barred=barred, note=self.note,
        )  # fmt: skip

    def _now(self) -> str:
        low, high = self.tally.spread
        return f"{low:+d}" if self.relative and low == high and low else self.tally.span(low, high)


def always(cases: Cases[Case]) -> tuple[Part, ...]:
    """What counts in every case, in the order of the first."""
    counted = [Counter(parts) for parts in cases.values()]
    found: Counter[Part] = counted[0].copy() if counted else Counter()
    for other in counted[1:]:
        found &= other
    return tuple(found.elements())


def at_times(cases: Cases[Case]) -> dict[Part, list[Case]]:
    """What counts in some cases only, with those cases."""
    common = Counter(always(cases))
    found: dict[Part, list[Case]] = {}
    for case, parts in cases.items():
        for part in Counter(parts) - common:
            found.setdefault(part, []).append(case)
    return found
