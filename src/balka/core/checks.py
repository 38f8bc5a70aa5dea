"""Numbers that explain themselves: a tally is a list of operations in order, a check is dice read against a tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from msgspec import UNSET, Struct, UnsetType, structs

from balka.core.citing import own_row
from balka.core.dice import Outcome, dice
from balka.core.scene import figures


class Part(Struct, frozen=True):
    """One operation on a running value, with its name, rule and basis.

    A part whose value the viewer may not know spans `value` to `high`. By its `key` rules find a part again.
    """

    op: str
    value: int
    label: str
    rule: str = ""
    basis: str = ""
    high: int | None = None
    key: str | UnsetType = UNSET
    """not saved where there is none"""

    @property
    def top(self) -> int:
        return self.value if self.high is None else self.high


def add(value: int, label: str, rule: str = "", basis: str = "", key: str | UnsetType = UNSET) -> Part:
    return Part("add", value, label, rule, basis, None, key)


def unknown(low: int, high: int, label: str, rule: str = "") -> Part:
    """An addition the viewer knows only the limits of."""
    return Part("add", low, label, rule, "", high)


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda now, value: now + value,
    "shift": lambda now, value: now + value,
    "times": lambda now, value: now * value,
    "halve_up": lambda now, _: -(-now // 2),
    "halve_down": lambda now, _: now // 2,
    "divide_down": lambda now, value: now // value,
    "divide_up": lambda now, value: -(-now // value),
    "cap": min,
    "floor": max,
    "set": lambda _, value: value,
    "drop": lambda now, _: now,
}


SCALES: dict[str, tuple[str, ...]] = {}


def register_scale(key: str, names: Iterable[str]) -> None:
    """A system names the values of tallies that are places on a table, such as the column of a ratio."""
    SCALES[key] = tuple(names)


class Tally(Struct, frozen=True):
    """A number with its working: operations applied one after the other.

    `scale` names the values that have names; of a number counted in fractions, `per` make a whole.
    """

    name: str
    parts: tuple[Part, ...] = ()
    scale: str = ""
    per: int = 1

    def label(self, value: int) -> str:
        """A value as it is called: a plain number, a mixed one, or its name on the scale."""
        if self.per > 1:
            return mixed(value, self.per)
        names = SCALES.get(self.scale, ())
        return names[value] if 0 <= value < len(names) else str(value)

    def span(self, low: int, high: int) -> str:
        return self.label(low) if low == high else f"{self.label(low)} to {self.label(high)}"

    @property
    def value(self) -> int:
        """The exact value; a tally with an unknown in it has none."""
        now = 0
        for part in self.parts:
            if part.high is not None:
                raise AssertionError(f"{self.name} holds an unknown: {part.label}")
            now = now + part.value if part.op == "add" else OPERATIONS[part.op](now, part.value)
        return now

    @property
    def spread(self) -> tuple[int, int]:
        """The lowest and the highest value the unknowns allow."""
        low = high = 0
        for part in self.parts:
            operation = OPERATIONS[part.op]
            if part.high is None and low == high:
                low = high = operation(low, part.value)
                continue
            ends = [operation(now, value) for now in (low, high) for value in (part.value, part.top)]
            low, high = min(ends), max(ends)
        return low, high

    @property
    def exact(self) -> bool:
        return all(part.high is None for part in self.parts)

    def running(self) -> list[tuple[int, int]]:
        """The spread after each part."""
        return [Tally(self.name, self.parts[: n + 1]).spread for n in range(len(self.parts))]

    def plus(self, *parts: Part) -> Tally:
        return Tally(self.name, self.parts + parts, self.scale, self.per)

    def to_wire(self, game: str) -> figures.Tally:
        """The sum with its working, each part with the rule as a game cites it."""
        low, high = self.spread
        rows = [self.part_wire(part, game, run) for part, run in zip(self.parts, self.running(), strict=True)]
        label = self.span(low, high) if self.is_named else ""
        return figures.Tally(name=self.name, value=low, low=low, high=high, parts=rows, label=label)

    @property
    def is_named(self) -> bool:
        """Whether its values are called otherwise than by plain numbers."""
        return bool(self.scale) or self.per > 1

    def part_wire(
        self, part: Part, game: str, run: tuple[int, int] | None = None, where: str = ""
    ) -> figures.TallyPart:
        """One operation, the sum after it, and where it counts if not always."""
        low, high = run or (None, None)
        return figures.TallyPart(
            op=part.op, value=part.value, low=part.value, high=part.top, label=part.label,
            rule=own_row(part.rule, game), basis=part.basis, text=self.written(part) if self.per > 1 else "",
            running=low, running_high=high,
            running_label=self.span(*run) if run and self.is_named else "", where=where,
        )  # fmt: skip

    def text(self, game: str) -> str:
        low, high = self.spread
        rows = [f"  {self.written(part):>6}  {part.label}{_cite(own_row(part.rule, game))}" for part in self.parts]
        return "\n".join([*rows, f"  {self.span(low, high):>6}  {self.name}"])

    def written(self, part: Part) -> str:
        """An operation as it stands in the working."""
        if self.per > 1 and part.op in ("add", "shift"):
            return f"{'-' if part.value < 0 else '+'}{mixed(abs(part.value), self.per)}"
        if (self.scale or self.per > 1) and part.op in ("set", "cap", "floor"):
            words = {"set": "=" if self.per > 1 else "", "cap": "<=", "floor": ">="}
            return words[part.op] + self.span(part.value, part.top)
        return signed(part)


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def mixed(value: int, per: int) -> str:
    """A number of fractions as a whole number and what is over: 4 1/3."""
    whole, over = divmod(abs(value), per)
    sign = "-" if value < 0 else ""
    if not over:
        return f"{sign}{whole}"
    return f"{sign}{whole} {Fraction(over, per)}" if whole else f"{sign}{Fraction(over, per)}"


def signed(part: Part) -> str:
    """How an operation is written: +2, -1, half, at most 7."""
    words = {
        "times": f"x{part.value}", "halve_up": "half", "halve_down": "half", "divide_down": f"/{part.value}",
        "divide_up": f"/{part.value}", "cap": f"<={part.value}", "floor": f">={part.value}",
        "set": f"={part.value}", "drop": "-",
    }  # fmt: skip
    if part.op in words:
        return words[part.op]
    return f"{part.value:+d}" if part.top == part.value else f"{part.value:+d}..{part.top:+d}"


def _cite(rule: str) -> str:
    return f" [{rule}]" if rule else ""


COMMON = ("d6", "2d6", "3d6", "2d6=", "3d6=")
"""dice of which everybody knows the sums"""

Reader = Callable[[tuple[int, ...], int], str]


def meets(faces: tuple[int, ...], need: int) -> str:
    """Success on the number needed or more."""
    return "yes" if sum(faces) >= need else "no"


READERS: dict[str, tuple[Reader, tuple[str, ...]]] = {"meets": (meets, ("no", "yes"))}


WORDS: dict[str, dict[str, str]] = {}


def register_reader(key: str, reader: Reader, bands: Iterable[str], words: Mapping[str, str] | None = None) -> None:
    """A system names how it reads its own dice, and how its bands are called where their names do not say it."""
    READERS[key] = (reader, tuple(bands))
    WORDS[key] = dict(words or {})


class Band(Struct, frozen=True):
    """One named result of a check with its chance; low and high differ where something is unknown."""

    name: str
    low: Fraction
    high: Fraction


class Check(Struct, frozen=True):
    """Dice read against a tally. One object draws the tooltip, gives the odds, makes the roll and writes the log."""

    name: str
    dice: str
    tally: Tally
    reader: str = "meets"
    tallies: tuple[Tally, ...] = ()

    @property
    def need(self) -> int:
        return self.tally.value

    def read(self, outcome: Outcome) -> str:
        """The band these dice fall into."""
        return READERS[self.reader][0](outcome.faces, self.tally.value)

    def chances(self, need: int) -> Mapping[str, Fraction]:
        """The exact chance of each band at a given need."""
        return _chances(*READERS[self.reader], self.dice, need)

    def odds(self) -> list[Band]:
        """Each band with its exact chance, as a range where the tally holds an unknown.

        Of a printed table, whose cells are called by words, only those that can come up.
        """
        bands = _bands(*READERS[self.reader], self.dice, *self.tally.spread)
        return [band for band in bands if band.high] if WORDS.get(self.reader) else list(bands)

    def to_wire(self, game: str, odds: list[Band] | None = None) -> figures.Check:
        """The check as it is sent, with other odds than its own where they are given."""
        (low, high), odds = self.tally.spread, self.odds() if odds is None else odds
        return figures.Check(
            name=self.name, dice=self.dice, tally=self.tally.to_wire(game), need=low, need_high=high,
            tallies=[tally.to_wire(game) for tally in self.tallies], bands=[self._band(band) for band in odds],
            reader=self.reader, need_text=self._need_text(odds), sums=self._sums(odds),
        )  # fmt: skip

    def _need_text(self, odds: list[Band]) -> str:
        """The need as it is read: its name on the scale, or a number with a plus where that sum or more counts."""
        low, high = self.tally.spread
        if self.tally.scale:
            return self.tally.span(low, high)
        text = str(low) if low == high else f"{low}–{high}"
        counts = [1 - odds[0].low, 1 - odds[0].high]
        return f"{text}+" if [at_least(self.dice, low), at_least(self.dice, high)] == counts else text

    def _sums(self, odds: list[Band]) -> list[tuple[int, int, str]]:
        """What each sum of common dice gives, where that is known and rises or falls from band to band."""
        if self.dice not in COMMON or any(band.low != band.high for band in odds):
            return []
        read = sums(READERS[self.reader][0], self.dice, self.tally.spread[0])
        places = {band.name: n for n, band in enumerate(odds)}
        order = [places[name] for _, _, name in read]
        in_order = sorted(order) in (order, order[::-1]) and len({total for total, _, _ in read}) == len(read)
        return list(read) if in_order else []

    def _band(self, band: Band) -> figures.Band:
        label, low, high = self.words(band.name), float(band.low), float(band.high)
        return figures.Band(name=band.name, label=label, low=low, high=high, exact=_exact(band))

    def words(self, band: str) -> str:
        """What a band says, in words."""
        return WORDS.get(self.reader, {}).get(band, band.capitalize())


Outlooker = Callable[[Check], figures.Outlook]
OUTLOOKS: dict[str, Outlooker] = {}


def register_outlook(reader: str, outlook: Outlooker) -> None:
    """A system says in its own words what a check with this reader needs and what can come of it."""
    OUTLOOKS[reader] = outlook


def shown(check: Check, game: str) -> figures.Check:
    """A check as it is shown before it is rolled, with what can come of it where its system says that."""
    sent = check.to_wire(game)
    return structs.replace(sent, outlook=OUTLOOKS[check.reader](check)) if check.reader in OUTLOOKS else sent


class Forecast(Struct, frozen=True):
    """A check before all is in: in what other ways its dice may come to be read, and what can still come of it.

    Only shown, never rolled: what is rolled is a check.
    """

    check: Check
    also: tuple[str, ...]
    outlook: figures.Outlook

    def odds(self) -> list[Band]:
        """Each band that can come up, between its least and its greatest chance in any way of reading."""
        readers = (self.check.reader, *self.also)
        found: dict[str, list[Band]] = {}
        for key in readers:
            for band in structs.replace(self.check, reader=key).odds():
                found.setdefault(band.name, []).append(band)
        order = [name for name in READERS[self.check.reader][1] if name in found]
        return [_widest(found[name], len(readers)) for name in order]

    def to_wire(self, game: str) -> figures.Check:
        return structs.replace(self.check.to_wire(game, self.odds()), outlook=self.outlook)


def _widest(bands: list[Band], ways: int) -> Band:
    """The span of one band over all ways of reading; a way that does not have it gives it no chance."""
    low = min(band.low for band in bands) if len(bands) == ways else Fraction(0)
    return Band(bands[0].name, low, max(band.high for band in bands))


Shown = Tally | Check | Forecast
"""what a panel holds"""


@lru_cache(maxsize=4096)
def _chances(reader: Reader, names: tuple[str, ...], kind: str, need: int) -> Mapping[str, Fraction]:
    """The exact chance of each band, worked out once for dice, reader and need; handed out to be read only."""
    found, thrown = dict.fromkeys(names, 0), dice(kind)
    for outcome, weight in thrown.weights.items():
        found[reader(outcome.faces, need)] += weight
    return MappingProxyType({name: Fraction(weight, len(thrown.throws)) for name, weight in found.items()})


@lru_cache(maxsize=4096)
def _bands(reader: Reader, names: tuple[str, ...], kind: str, low: int, high: int) -> tuple[Band, ...]:
    """Each band with its least and its greatest chance between two needs."""
    odds = [_chances(reader, names, kind, need) for need in range(low, high + 1)]
    return tuple(Band(name, min(each[name] for each in odds), max(each[name] for each in odds)) for name in names)


@lru_cache(maxsize=4096)
def sums(reader: Reader, kind: str, need: int) -> tuple[tuple[int, int, str], ...]:
    """Each sum of some dice with its weight and its band; a sum that can mean two things is there twice."""
    found: Counter[tuple[int, str]] = Counter()
    for outcome, weight in dice(kind).weights.items():
        found[outcome.total, reader(outcome.faces, need)] += weight
    return tuple((total, found[total, band], band) for total, band in sorted(found))


@lru_cache(maxsize=4096)
def at_least(kind: str, need: int) -> Fraction | None:
    """The chance that common dice show a sum or more; dice with faces of their own are read otherwise."""
    if kind not in COMMON:
        return None
    return sum((chance for outcome, chance in dice(kind).odds() if outcome.total >= need), Fraction(0))


def _exact(band: Band) -> str:
    return str(band.low) if band.low == band.high else f"{band.low} to {band.high}"
