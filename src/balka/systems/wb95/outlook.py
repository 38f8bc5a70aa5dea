"""What an attacker may expect of a battle before it is declared, and what can still change it. [1.4, 9.2.1, 16.1.4]

The column as things stand is worked out by the sheet that plays, on the likeliest of what lies under masks; the worst
and the best by the same sheet with everything in it that may still come.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct, structs

from balka.core.checks import READERS, Check, Forecast, Reader
from balka.core.citing import own_row
from balka.core.dice import dice
from balka.core.memo import POSITION, remembered
from balka.core.scene import figures
from balka.systems.wb95 import sheet
from balka.systems.wb95.battle_table import reader_key, readers
from balka.systems.wb95.catalogue import COLUMNS, KINDS, Counter, both
from balka.systems.wb95.may_add import Additions, additions, row_changes, row_changes_in_defence
from balka.systems.wb95.position import Force, Now, Unit, WbState, force, label
from balka.systems.wb95.secrets import could_be, unseen
from balka.systems.wb95.sheet import Battle

LOWEST, HIGHEST = 2, 12  # sums of two dice
WEIGHTS = tuple(dice(sheet.DICE).weights[dice(sheet.DICE).of(total)] for total in range(LOWEST, HIGHEST + 1))
FURTHEST = 3  # hexes of retreat that the bar tells apart
ATTACKER = ("He must fall back", "He loses steps", "You lose steps")
DEFENDER = ("You must fall back", "You lose steps", "He loses steps")
TABLE = "By the table: whoever stands instead of falling back, or cannot fall back, loses steps for it."

Cells = tuple[str, ...]
"""what each sum of the dice gives, from the lowest"""


def covered(view: Now, battle: Battle) -> Battle:
    """The battle with the aircraft that are seen to cover the attacked hexes. [8.2.4]"""
    cover = [f for f in view.position.air if f.side == battle.foe and f.mission == "cover" and f.hex in battle.hexes]
    return structs.replace(battle, def_air=tuple(flight.unit for flight in cover))


def forecast(view: WbState, battle: Battle) -> Forecast:
    """The sheet of an attack that is being put together, with all that can still come into it."""
    battle = covered(view, battle)
    more = additions(view, battle)
    changes = row_changes(view, battle)
    now = sheet.column_tally(likely(view, battle), battle)
    ways = readers(view.setting.catalogue.name, changes)
    check = _open_check(view, battle, more, ways[0])
    spread = Spread(check.tally.spread, now.spread[0], ways)
    hopes = _ends(view, battle, spread, more)
    told = _told(view, spread, ATTACKER, hopes, _may(view, battle, more, changes), _dice_lines(view, changes[0]))
    return Forecast(check, ways[1:], told)


def answered(view: WbState, battle: Battle) -> Forecast:
    """The same for a defender, before whom both sides lie open: only a headquarters can still move the row. [9.2.1]"""
    check = sheet.check(view, battle)
    changes = row_changes_in_defence(view, battle)
    ways = readers(view.setting.catalogue.name, changes)
    spread = Spread(check.tally.spread, check.tally.spread[0], ways)
    ends, may = [_end("now", spread.now, "")], _may_guide(view, changes)
    return Forecast(check, ways[1:], _told(view, spread, DEFENDER, ends, may, _dice_lines(view, changes[0])))


def _open_check(view: WbState, battle: Battle, more: Additions, reader: str) -> Check:
    tallies = (sheet.attack_tally(view, battle), sheet.defence_tally(view, battle, more.limits))
    column = sheet.column_tally(view, battle, more.limits)
    where = ", ".join(label(view, h) for h in battle.hexes)
    return Check(f"Attack on {where}", sheet.DICE, column, reader, tallies)


# -- the likeliest of what lies under masks


def likely(view: WbState, battle: Battle) -> WbState:
    """The view with each nameless defender as the counter that is commonest among those it could be."""
    troops = _likely(view, battle.foe, battle.hexes)
    position = structs.replace(view.position, forces={**view.position.forces, battle.foe: troops})
    return structs.replace(view, position=position)


@remembered(on=POSITION)
def _likely(view: WbState, side: str, hexes: tuple[int, ...]) -> Force:
    own = force(view, side)
    nameless = [unit for h in hexes for unit in own.within(h) if not unit.known and unit.kind]
    pool, named = list(unseen(view, side)), []
    for unit in nameless:
        face = commonest(pool, unit)
        if face is None:
            continue
        counter, cel = face
        pool.remove(counter)
        named.append(structs.replace(unit, id=counter.id, cel=cel))
    return Force({**own.without(*(unit.id for unit in nameless)).units, **{unit.id: unit for unit in named}})


def commonest(pool: Iterable[Counter], unit: Unit) -> tuple[Counter, int] | None:
    """A counter and CEL that a nameless unit may be, of the defence most of them have; of equals the strongest."""
    faces = [(counter, unit.cel or counter.cel) for counter in pool if could_be(counter, unit)]
    if not faces:
        return None
    defences = Count(counter.strength(cel, attacking=False) for counter, cel in faces)
    usual = max(defences, key=lambda defence: (defences[defence], defence))
    alike = [face for face in faces if face[0].strength(face[1], attacking=False) == usual]
    return min(alike, key=lambda face: (bool(face[0].formation), face[0].id))


# -- in figures


class Spread(Struct, frozen=True):
    """The columns that can come up, the one as things stand, and the ways the dice may be read, the known one first."""

    columns: tuple[int, int]
    now: int
    readers: tuple[str, ...]

    def cells(self) -> Cells:
        """What each sum gives as things stand."""
        return cells_of(self.readers[0], self.now)

    def worlds(self) -> list[Cells]:
        """What each sum gives in every way it may come."""
        low, high = self.columns
        return [cells_of(key, column) for key in self.readers for column in range(low, high + 1)]


def cells_of(reader: str, column: int) -> Cells:
    return _cells(READERS[reader][0], column)


@lru_cache(maxsize=4096)
def _cells(read: Reader, column: int) -> Cells:
    return tuple(read((total,), column) for total in range(LOWEST, HIGHEST + 1))


Asked = Callable[[str], bool]


def answer(name: str, asked: Asked, spread: Spread) -> figures.Answer:
    """How likely something is: as things stand, and between which chances it can end."""
    chances = [_chance(asked, cells) for cells in spread.worlds()]
    now = spread.cells()
    rolls = [total for total, cell in enumerate(now, start=LOWEST) if asked(cell)]
    return figures.Answer(
        name=name, now=_chance(asked, now), low=min(chances), high=max(chances), rolls=roll_words(rolls)
    )


def _chance(asked: Asked, cells: Cells) -> float:
    ways = sum(weight for weight, cell in zip(WEIGHTS, cells, strict=True) if asked(cell))
    return ways / sum(WEIGHTS)


def roll_words(rolls: Sequence[int]) -> str:
    """On which sums: `on 9 or less`, `on 4, 11, 12`."""
    if not rolls:
        return "never"
    if len(rolls) == HIGHEST - LOWEST + 1:
        return "on any roll"
    if rolls[0] == LOWEST and len(rolls) == rolls[-1] - LOWEST + 1:
        return f"on {rolls[-1]} or less" if len(rolls) > 1 else "on 2"
    if rolls[-1] == HIGHEST and len(rolls) == HIGHEST - rolls[0] + 1:
        return f"on {rolls[0]} or more" if len(rolls) > 1 else "on 12"
    return "on " + ", ".join(_runs(rolls))


def _runs(rolls: Sequence[int]) -> list[str]:
    """Sums that follow each other as one: 4, 6–8."""
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and roll == runs[-1][-1] + 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    return [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]


def back(cell: str) -> int:
    """How far the defender must fall back."""
    return both(cell)[1].retreat


def _told(
    view: WbState,
    spread: Spread,
    names: tuple[str, str, str],
    ends: list[figures.End],
    may: list[figures.Addition],
    lines: list[figures.Addition],
) -> figures.Outlook:
    asked: tuple[Asked, ...] = (
        lambda cell: back(cell) > 0, lambda cell: both(cell)[1].loss > 0, lambda cell: both(cell)[0].loss > 0,
    )  # fmt: skip
    low, high = spread.columns
    return figures.Outlook(
        scale=list(COLUMNS), low=low, now=spread.now, high=high, ends=ends, may=may, dice=lines,
        answers=[answer(name, question, spread) for name, question in zip(names, asked, strict=True)],
        bar=_bar(spread), note=_addition(view, TABLE, "kursk-c5-5.3.7-a"),
    )  # fmt: skip


def _bar(spread: Spread) -> list[figures.Answer]:
    """How far the defender falls back, in one bar."""
    exact = [(f"back {far}", _goes_back(far)) for far in range(1, FURTHEST)]
    rows: list[tuple[str, Asked]] = [("holds", lambda cell: back(cell) == 0), *exact]
    rows.append((f"back {FURTHEST} or more", lambda cell: back(cell) >= FURTHEST))
    shown = [answer(name, asked, spread) for name, asked in rows]
    return [row for row in shown if row.high]


def _goes_back(far: int) -> Asked:
    return lambda cell: back(cell) == far


def _end(name: str, at: int, why: str) -> figures.End:
    return figures.End(name=name, at=at, why=why)


def _ends(view: WbState, battle: Battle, spread: Spread, more: Additions) -> list[figures.End]:
    """The worst, the present and the best column, each with what it supposes."""
    low, high = spread.columns
    least, most = sheet.defence_tally(view, battle).spread
    usual = sheet.defence_tally(likely(view, battle), battle).spread[0]
    adds = "adds all he may" if more.items else ""
    is_known = least == most
    ends = [_end("now", spread.now, "" if is_known else f"he is {usual}")]
    if low < spread.now:
        why = " and ".join(filter(None, ["" if is_known else f"is {most}", adds]))
        ends.insert(0, _end("worst", low, f"he {why}" if why else ""))
    if high > spread.now:
        ends.append(_end("best", high, "" if is_known else f"he is {least}"))
    return ends


def _may(view: WbState, battle: Battle, more: Additions, changes: tuple[int, ...]) -> list[figures.Addition]:
    """What he may still add after the attack is declared, and what is not known of him."""
    found = [_addition(view, item.text, item.rule) for item in more.items]
    return [*_unknown(view, battle), *found, *_may_guide(view, changes)]


def _may_guide(view: WbState, changes: tuple[int, ...]) -> list[figures.Addition]:
    """What is not known of headquarters."""
    text = "a headquarters near may move the dice by one"
    return [_addition(view, text, "kursk-9.2.1-a")] if len(changes) > 1 else []


def _unknown(view: WbState, battle: Battle) -> list[figures.Addition]:
    parts = [part for part in sheet.defence_tally(view, battle).parts if part.high is not None]
    usual = likely(view, battle)
    nameless = [
        unit for h in battle.hexes for unit in force(view, battle.foe).within(h) if not unit.known and unit.kind
    ]
    if not parts or not nameless:
        return []
    least, most = sum(part.value for part in parts), sum(part.top for part in parts)
    known = sum(part.value for part in sheet.defence_tally(view, battle).parts if part.high is None)
    total = sheet.defence_tally(usual, battle).spread[0] - known
    kinds = ", ".join(dict.fromkeys(KINDS.get(unit.kind, "units") for unit in nameless))
    where = ", ".join(label(view, h) for h in battle.hexes)
    return [_addition(view, f"{kinds} in {where} of {least} to {most}, most often {total}", "kursk-16.1.4-a")]


def _dice_lines(view: WbState, change: int) -> list[figures.Addition]:
    """The headquarters that moves the dice has its line. [9.2.1]"""
    if not change:
        return []
    whose = "Headquarters of the attacker in range" if change < 0 else "Headquarters of the defender in range"
    return [_addition(view, whose, "kursk-9.2.1-a", "−1 on the dice" if change < 0 else "+1 on the dice")]


def _addition(view: WbState, text: str, rule: str, amount: str = "") -> figures.Addition:
    return figures.Addition(text=text, rule=own_row(rule, view.setting.game), amount=amount)


# -- what would help


def column_now(view: WbState, battle: Battle) -> int:
    """The column as things stand."""
    battle = covered(view, battle)
    return sheet.column_tally(likely(view, battle), battle).spread[0]


def spread_now(view: WbState, battle: Battle) -> Spread:
    """The column as things stand, and how the dice are read as far as is known."""
    column = column_now(view, battle)
    key = reader_key(view.setting.catalogue.name, row_changes(view, battle)[0])
    return Spread((column, column), column, (key,))


def gains(view: WbState, battle: Battle, better: Battle) -> list[str]:
    """What a better attack would change, as things stand: chances, each from and to."""
    before, after = spread_now(view, battle), spread_now(view, better)
    asked: list[tuple[str, Asked]] = [
        ("he must fall back", lambda cell: back(cell) > 0),
        ("you lose steps", lambda cell: both(cell)[0].loss > 0),
    ]
    chances = [(name, _chance(asks, before.cells()), _chance(asks, after.cells())) for name, asks in asked]
    return [f"{name}: {100 * now:.0f} → {100 * then:.0f}\u00a0%" for name, now, then in chances if now != then]
