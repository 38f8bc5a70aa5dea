"""What a scenario is about and how it is won, for whoever sits down to it."""

from __future__ import annotations

from balka.core.scene.display import BriefLine
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.rulebook import Goal, Level, Prize, Rulebook
from balka.systems.wb95.victory import goals_in_force

CAPTURED, MANY = " captured", 3
NAMES = {"german": "German", "soviet": "Soviet"}


def brief(setting: WbSetting) -> list[BriefLine]:
    """How long it lasts, what ends it at once, what scores, and what the points come to."""
    book = setting.rulebook
    days = BriefLine(f"The game lasts {book.turns} days; the {NAMES[book.first]} side goes first in each.")
    lost = [BriefLine(f"Each Soviet counter lost: {book.enemy_lost} German VP.")] if book.enemy_lost else []
    return [days, *(BriefLine(_goal(goal), goal.rule) for goal in goals_in_force(book)), *_prizes(book.prizes), *lost,
            *_reserves(book), *_scale(book.scale)]  # fmt: skip


def _reserves(book: Rulebook) -> list[BriefLine]:
    """What calling in a corps or army of the STAVKA costs the Soviet side, where it has some."""
    called = [arrival for arrival in book.arrivals.values() if arrival.stavka]
    text = f"Each corps or army of the STAVKA reserve that enters: {book.stavka_cost} German VP."
    return [BriefLine(text, "kursk-scK-vic-i")] if called and book.stavka_cost else []


def _goal(goal: Goal) -> str:
    return f"The {NAMES[goal.side]} side wins at once after a {NAMES[goal.after]} Supply Phase: {goal.text}."


def _prizes(prizes: tuple[Prize, ...]) -> list[BriefLine]:
    """What scores for the Germans at the end, the dearest first, what is worth the same in one line."""
    worth = sorted({prize.points for prize in prizes}, reverse=True)
    same = {points: [prize.text for prize in prizes if prize.points == points] for points in worth}
    return [BriefLine(f"{points} German VP at the end{_listed(texts)}.") for points, texts in same.items()]


def _listed(texts: list[str]) -> str:
    """Many towns are named once as captured, not each."""
    towns = [text.replace(CAPTURED, "") for text in texts if CAPTURED in text]
    others = [text for text in texts if CAPTURED not in text]
    if len(towns) < MANY:
        return f": {'; '.join(texts)}"
    return "; ".join([f" for each town captured: {', '.join(towns)}", *others])


def _scale(levels: tuple[Level, ...]) -> list[BriefLine]:
    """What German points come to at the end, lowest first, each from its least to the next."""
    tops = [*(above.least - 1 for above in levels[1:]), None]
    return [
        BriefLine(f"{_span(row.least, top)} German VP: {row.text}.") for row, top in zip(levels, tops, strict=False)
    ]


def _span(least: int, most: int | None) -> str:
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}\u2013{most}"
