"""What an attacker may expect of an attack before it is fought, and what can still change it. [10.1 to 10.3]

The check as things stand is the one that is rolled; beside it stand the worst and the best it can become by what the
defender may add and by the event chits that both sides draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from balka.core.checks import Check, Forecast, Tally, unknown
from balka.core.dice import dice
from balka.core.scene.figures import Addition, Answer, End, Outlook
from balka.systems.famous_divisions.chits import BLACK, cup, pool
from balka.systems.famous_divisions.model import GdState, enemy_of
from balka.systems.famous_divisions.position import LOST, OFF_MAP
from balka.systems.famous_divisions.strength import (
    Fight,
    attack_check,
    attack_strength,
    attack_tally,
    defence_tally,
    fort_parts,
)
from balka.systems.famous_divisions.support import supporting_guns
from balka.systems.famous_divisions.tables import COLUMNS, odds_column, result
from balka.systems.famous_divisions.wording import label, name, people

SUPPORT, CHITS, BLACKS = "gd-10.2-b", "gd-10.3-f", "gd-10.3-q"
LOSSES = "EPDC"  # eliminated, half of them, one eliminated, one depleted
NAMES = ("He loses steps", "He gives way", "You lose steps")
Asked = Callable[[str], bool]
ASKED: tuple[Asked, ...] = (
    lambda cell: cell[0] == "D" and cell[-1] in LOSSES,
    lambda cell: cell[0] == "D",
    lambda cell: cell[0] == "A" and cell[-1] in LOSSES,
)
BAR: tuple[tuple[str, Asked], ...] = (  # from the worst for the attacker to the best
    ("you lose steps", ASKED[2]),
    ("you fall back", lambda cell: cell == "AR"),
    ("no effect", lambda cell: cell == "-"),
    ("he falls back", lambda cell: cell == "DR"),
    ("he loses steps", ASKED[0]),
)


class Range(Struct, frozen=True):
    """How far something reaches, and where it stands."""

    low: int
    now: int
    high: int


class Spread(Struct, frozen=True):
    """The columns and the changes of the dice that can come up, and the dice that are thrown."""

    columns: Range
    modifier: Range
    dice: str

    def worlds(self) -> Iterator[tuple[int, int]]:
        for at in range(self.columns.low, self.columns.high + 1):
            for change in range(self.modifier.low, self.modifier.high + 1):
                yield at, change

    def chance(self, asked: Asked, at: int, change: int) -> float:
        weights = dice(self.dice).weights
        good = sum(weight for faces, weight in weights.items() if asked(result(COLUMNS[at], faces.total + change)))
        return good / sum(weights.values())


def forecast(view: GdState, fight: Fight) -> Forecast:
    """The roll of an attack that is being put together, with all that can still come into it."""
    check, guns = attack_check(view, fight), list(_guns(view, fight))
    columns = _columns(view, fight, check, sum(gun.strength for gun in guns))
    change = _chits(view, fight)
    base = check.tally.value
    spread = Spread(columns, Range(base + change.low, base, base + change.high), check.dice)
    also = [f"crt {COLUMNS[at]}" for at in range(columns.low, columns.high + 1) if at != columns.now]
    may = [*(Addition(text=gun.text, rule=SUPPORT) for gun in guns), *_may_draw(view, fight, change)]
    ends = list(_ends(view, fight, columns))
    return Forecast(_widened(check, change), tuple(also), _outlook(spread, ends, may))


def _widened(check: Check, change: Range) -> Check:
    """The check with the chits that are still to be drawn."""
    if change.low == change.high:
        return check
    drawn = unknown(change.low, change.high, "event chits to be drawn", CHITS)
    return structs.replace(check, tally=Tally(check.tally.name, (*check.tally.parts, drawn)))


def _columns(view: GdState, fight: Fight, check: Check, guns: int) -> Range:
    attack, (least, most) = max(attack_tally(view, fight).value, 1), defence_tally(view, fight).spread
    worst, best = odds_column(attack, most + guns), odds_column(attack, least)
    now = check.reader.removeprefix("crt ")
    return Range(COLUMNS.index(worst), COLUMNS.index(now), COLUMNS.index(best))


def _ends(view: GdState, fight: Fight, columns: Range) -> Iterator[End]:
    """The columns that may come up: as things stand a defender who is not known is as strong as he can be."""
    least, most = defence_tally(view, fight).spread
    if columns.low < columns.now:
        yield End(name="worst", at=columns.low, why="he adds his guns")
    yield End(name="now", at=columns.now, why="" if least == most else f"he is {most}")
    if columns.high > columns.now:
        yield End(name="best", at=columns.high, why=f"he is {least}")


# -- guns


class Guns(Struct, frozen=True):
    """Guns the defender may add: how strong they are at most, in words."""

    strength: int
    text: str


def _guns(view: GdState, fight: Fight) -> Iterator[Guns]:
    """Guns in range that are known, and those that counters out of sight may be. [10.2-b, h, j]"""
    if fight.overrun:
        return
    for gun in supporting_guns(view, fight, enemy_of(fight.side)):
        strength = attack_strength(view, gun)
        where = "off the map" if gun.status == OFF_MAP else f"in {label(view.setting, gun.hex)}"
        yield Guns(strength, f"{name(view.setting, gun.id)} {where}, strength {strength}")
    yield from _unseen_guns(view, fight)


def _unseen_guns(view: GdState, fight: Fight) -> Iterator[Guns]:
    """The strongest guns that counters nobody has looked at may be, no more than there are."""
    foe, board = enemy_of(fight.side), view.setting.board
    units = view.position.units
    free = [k for k in view.setting.catalogue.kinds.values() if k.side == foe and k.is_artillery and k.id not in units]
    reach = max((k.range for k in free), default=0)
    hidden = [
        u for u in units.values()
        if u.side == foe and u.anonymous and u.status != LOST and u.hex >= 0 and u.hex != fight.target
        and board.distance(u.hex, fight.target) <= reach
    ]  # fmt: skip
    strongest = sorted((k.full.attack for k in free), reverse=True)[: len(hidden)]
    if strongest:
        yield Guns(sum(strongest), f"guns among {len(hidden)} unseen counters, strength up to {sum(strongest)}")


# -- event chits


def _chits(view: GdState, fight: Fight) -> Range:
    """How far the chits still to be drawn may change the dice; works that a black chit breaks change it too."""
    found = [_drawable(view, side) for side in (fight.side, enemy_of(fight.side))]
    broken = sum(part.value for part in fort_parts(view, fight)) if _may_hold_black(view, fight.side) else 0
    return Range(sum(min(each, default=0) for each in found) - broken, 0, sum(max(each, default=0) for each in found))


def _drawable(view: GdState, side: str) -> list[int]:
    """What the chit a side draws may change: nothing where it is black, void or missing. [10.3-c to k]"""
    colours = [colour for colour, count in view.bags[cup(side)].items.items() if count]
    if not view.bags[cup(side)].size:
        colours = [view.setting.catalogue.chits[chit].colour for chit in view.tracks.discards.get(side, ())]
    bags = [view.bags.get(pool(view, side, colour)) for colour in colours if colour != BLACK]
    chits = view.setting.catalogue.chits
    return [0, *(chits[chit].modifier for bag in bags if bag is not None for chit, n in bag.items.items() if n)]


def _may_hold_black(view: GdState, side: str) -> bool:
    held = view.hands[side]
    return bool(held.cards or held.unseen or view.tracks.held.get(side) or view.bags[cup(side)].items.get(BLACK))


def _may_draw(view: GdState, fight: Fight, change: Range) -> Iterator[Addition]:
    for side in (fight.side, enemy_of(fight.side)):
        drawn = _drawable(view, side)
        low, high = min(drawn), max(drawn)
        if low != high:
            text = f"the event chit of the {people(side)} side, {low:+d} to {high:+d} on the dice".replace(
                "-", "\u2212"
            )
            yield Addition(text=text, rule=CHITS)
    if change.low != change.high and any(_may_hold_black(view, side) for side in (fight.side, enemy_of(fight.side))):
        yield Addition(text="a black chit may take a chit or works away", rule=BLACKS)


# -- in figures


def _outlook(spread: Spread, ends: list[End], may: list[Addition]) -> Outlook:
    columns = spread.columns
    answers = [_answer(spread, text, asked) for text, asked in zip(NAMES, ASKED, strict=True)]
    bar = [_answer(spread, text, asked) for text, asked in BAR]
    return Outlook(
        scale=list(COLUMNS), low=columns.low, now=columns.now, high=columns.high, ends=ends, may=may, answers=answers,
        bar=[part for part in bar if part.high],
    )  # fmt: skip


def _answer(spread: Spread, text: str, asked: Asked) -> Answer:
    """How likely something is: as things stand, and between which chances it can end."""
    chances = [spread.chance(asked, *world) for world in spread.worlds()]
    now = spread.chance(asked, spread.columns.now, spread.modifier.now)
    return Answer(name=text, now=now, low=min(chances), high=max(chances), rolls=_rolls(spread, asked))


def _rolls(spread: Spread, asked: Asked) -> str:
    """On which sums of the dice it comes, as things stand."""
    sums = sorted({faces.total for faces in dice(spread.dice).weights})
    column, change = COLUMNS[spread.columns.now], spread.modifier.now
    good = [total for total in sums if asked(result(column, total + change))]
    if not good or len(good) == len(sums):
        return "on any roll" if good else "never"
    if good[0] == sums[0]:
        return f"on {good[-1]} or less"
    return f"on {good[0]} or more" if good[-1] == sums[-1] else f"on {good[0]}–{good[-1]}"
