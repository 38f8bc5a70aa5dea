"""What a shot and a barrage need on the dice, said before they are rolled. [11.2, 11.3]"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from balka.core.checks import Check, register_outlook, span
from balka.core.scene.figures import Addition, Answer, Outlook
from balka.systems.famous_divisions.tables import DIRECT_PENALTIES, DIRECT_RANGES, direct_reader

SIDES = 6  # of a die
LEAST = 3  # the sum of three dice
PIN, CASUALTY = ("pin", "casualty"), ("casualty",)
HURT, TWICE = ("one", "two"), ("two",)


def direct_outlook(distance: int, penalty: int, check: Check) -> Outlook:
    """A shot: both dice above the distance, and a total for casualties; the weather takes from each die. [11.3]"""
    least = distance + penalty + 1
    both = f"both dice {least} or more" if least < SIDES else "two sixes" if least == SIDES else "never"
    low, high = (need + 2 * penalty for need in check.tally.spread)
    total = f"{both}, together {span(low, high)} or more" if least <= SIDES else both
    answers = [_answer(check, "Pinned at least", PIN, both), _answer(check, "A casualty", CASUALTY, total)]
    return Outlook(answers=answers, bar=_bar(check), may=_may(check))


def barrage_outlook(check: Check) -> Outlook:
    """A barrage: a total above the distance hits, and equal dice among the three hurt. [11.2]"""
    need = check.tally.value + 1
    above = f"total {need} or more" if need > LEAST else "any total"
    answers = [
        _answer(check, "A casualty at least", HURT, f"{above}, two dice alike"),
        _answer(check, "Two casualties", TWICE, f"{above}, all three alike"),
    ]
    text = "Less where nobody is left who can suffer: tracked units and those in works do not die of one barrage."
    return Outlook(answers=answers, bar=_bar(check), note=Addition(text=text, rule="gd-11.2-o"))


def _may(check: Check) -> list[Addition]:
    """What is not known of the target."""
    unknown = [part for part in check.tally.parts if part.high is not None]
    return [Addition(text=f"{part.label}: {part.value} to {part.top}", rule=part.rule) for part in unknown]


def _answer(check: Check, name: str, bands: tuple[str, ...], rolls: str) -> Answer:
    """The chance of some bands: the least of it, and between what it lies where the target is not known."""
    chances = [_sum(check, need, bands) for need in check.tally.spread]
    low, high = float(min(chances)), float(max(chances))
    return Answer(name=name, now=low, low=low, high=high, rolls=rolls if high else "never")


def _sum(check: Check, need: int, bands: tuple[str, ...]) -> Fraction:
    chances = check.chances(need)
    return sum((chances[band] for band in bands), Fraction(0))


def _bar(check: Check) -> list[Answer]:
    """Each result with its share, for the target that is hardest to hurt."""
    hardest = check.chances(check.tally.spread[1])
    rows = [(check.words(band.name), hardest[band.name], band) for band in check.odds()]
    return [Answer(name=name, now=float(now), low=float(band.low), high=float(band.high)) for name, now, band in rows]


def register() -> None:
    """Have shots and barrages say what they need."""
    for distance in DIRECT_RANGES:
        for penalty in DIRECT_PENALTIES:
            register_outlook(direct_reader(distance, penalty), partial(direct_outlook, distance, penalty))
    register_outlook("barrage", barrage_outlook)
