"""The stance a side takes in a Mission: weights read from `stances.toml`. Advice, no rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from balka.bots.heroes.weights import FIRST, Weights
from balka.core.memo import remembered
from balka.systems.heroes.data.mission_data import ExitVp
from balka.systems.heroes.setting import HeroesSetting

ATTACKER, DEFENDER, EVEN = "attacker", "defender", "even"
Figures = dict[str, float]


class Advice(Struct, forbid_unknown_fields=True):
    """The file: figures common to all, by edition, by edition and role, and by scenario and side; and personalities,
    which take figures so many times.

    Those of an edition lie over the common ones, and those of a scenario or a role over both.
    """

    common: Figures
    editions: dict[str, Figures]
    roles: dict[str, dict[str, Figures]]
    scenarios: dict[str, dict[str, Figures]]
    tempers: dict[str, Figures] = {}


@cache
def advice() -> Advice:
    """The stances that come with the package."""
    text = files("balka.bots.heroes").joinpath("stances.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Advice)


@remembered
def stance(setting: HeroesSetting, side: str) -> Weights:
    """The weights of a side in a Mission: its own where they were found, its role's otherwise."""
    return made(advice(), setting, side)


def made(known: Advice, setting: HeroesSetting, side: str) -> Weights:
    """The same from given advice."""
    own = known.scenarios.get(setting.scenario, {}).get(side)
    by_role = known.roles.get(setting.system.key, {}).get(role(setting, side), {})
    figures = own if own is not None else by_role
    return with_figures(FIRST, {**known.common, **known.editions.get(setting.system.key, {}), **figures})


@remembered
def tempered(setting: HeroesSetting, side: str, temper: str) -> Weights:
    """The stance of a side as somebody of a certain temper takes it."""
    usual = stance(setting, side)
    return with_figures(usual, {name: times * getattr(usual, name) for name, times in advice().tempers[temper].items()})


def with_figures(weights: Weights, figures: Mapping[str, float]) -> Weights:
    """Weights with some figures in place of their own."""
    return msgspec.convert({**msgspec.to_builtins(weights), **figures}, Weights)


def role(setting: HeroesSetting, side: str) -> str:
    """Who must take ground that the other side holds at the start attacks."""
    mine, theirs = (_to_take(setting, name) for name in (side, setting.other[side]))
    return ATTACKER if mine > theirs else DEFENDER if theirs > mine else EVEN


def _to_take(setting: HeroesSetting, side: str) -> int:
    """How much there is for a side to take: ground the other side holds, ways off the map."""
    held = sum(marker.side != side for marker in setting.mission.control)
    return held + sum(rule.side == side for rule in setting.mission.victory.rules if isinstance(rule, ExitVp))
