"""Postures as data: stances with a name, read from the `postures.toml` of a system. Advice, no rule."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from balka.core.errors import BalkaError
from balka.core.state import Setting

StanceType = TypeVar("StanceType", bound=Struct)
Level = Literal["veteran", "elite"]
"""Who sets out from a posture: what an elite knows of the scenarios is more than what a veteran does."""


class Posture(Struct, frozen=True, forbid_unknown_fields=True):
    """One of them: what it means in words that follow `We`, whose figures it takes over, and figures of its own.

    `fits` names sides of scenarios, `gd/mischurin german`, for which a staff has it as its usual one; `elite` those for
    which an elite has, who follows the others' where he has none of his own.
    """

    words: str = ""
    like: str = ""
    figures: dict[str, float | int | str] = {}
    fits: tuple[str, ...] = ()
    elite: tuple[str, ...] = ()


def postures_of(package: str) -> dict[str, Posture]:
    """The postures that come with a package, in their order."""
    text = files(package).joinpath("postures.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Posture])


def fitting(postures: dict[str, Posture], setting: Setting, side: str, level: Level) -> list[str]:
    """The postures that fit a side of a scenario better than the usual ones, what only an elite knows first."""
    told = [name for name, posture in postures.items() if _place(setting, side) in posture.fits]
    return told if level == "veteran" else [*own_to_elite(postures, setting, side), *told]


def own_to_elite(postures: dict[str, Posture], setting: Setting, side: str) -> list[str]:
    """The postures an elite has for a side of a scenario: there whole games were played beforehand."""
    return [name for name, posture in postures.items() if _place(setting, side) in posture.elite]


def _place(setting: Setting, side: str) -> str:
    return f"{setting.game}/{setting.scenario.removeprefix(f'{setting.game}/')} {side}"


def stances_of(postures: dict[str, Posture], stance: type[StanceType]) -> dict[str, StanceType]:
    """Every posture as a stance; one that is like another comes after it."""
    figures: dict[str, dict[str, float | int | str]] = {}
    for name, posture in postures.items():
        if posture.like and posture.like not in figures:
            raise BalkaError(f"{name} is like {posture.like}, which does not come before it", ", ".join(figures))
        figures[name] = {**figures.get(posture.like, {}), **posture.figures}
        unknown = set(figures[name]) - set(stance.__struct_fields__)
        if unknown:
            raise BalkaError(f"{name} has {', '.join(sorted(unknown))}", f"figures are {stance.__struct_fields__}")
    return {name: msgspec.convert(found, stance) for name, found in figures.items()}
