"""How what only this edition knows is shown: Action Points, active units, ways to pay ."""

from __future__ import annotations

from balka.core.choices import Choice, Token
from balka.core.scene.counters import Badge
from balka.core.scene.display import Track
from balka.core.scene.nodes import Look
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Showing
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.cards import Confuse
from balka.systems.heroes.second_edition.initiative import Bid, Bidding, Initiative
from balka.systems.heroes.second_edition.paying import (
    ACTIVATE,
    COMMAND,
    OPPORTUNITY,
    POOL,
    By,
    Paying,
    StallBy,
)
from balka.systems.heroes.units import HeroesState, Unit

WAYS = {ACTIVATE: "Activate", POOL: "From the pool", OPPORTUNITY: "Opportunity", COMMAND: "Command"}


def ap_tracks(view: HeroesState) -> list[Track]:
    """Action Points left to the active units of each player who has any. [1.0-c]"""
    return [
        Track(key=f"aps-{force}", name=f"{view.setting.force_name(force)} APs", side=view.setting.forces[force],
              low=0, high=max(pools.ACTIVATION, aps), value=aps, rule="atb-2.2-d")
        for force, aps in view.tracks.pool.items() if view.tracks.sharing[force]
    ]  # fmt: skip


def badges(view: HeroesState, unit: Unit) -> list[Badge]:
    """Who is active, and what is left to spend. [2.2-c]"""
    if not pools.is_active(view, unit):
        return []
    left, many = view.tracks.pool[unit.force], len(view.tracks.sharing[unit.force])
    shared = f", shared by {many} units" if many > 1 else ""
    return [Badge(kind="mark", text=str(left), tip=f"Active: {left}AP left{shared}", rule="atb-2.2-c")]


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Label and tone of a choice of this edition."""
    if isinstance(choice, By):
        return _way(view, choice)
    if isinstance(choice, StallBy):
        return Look(f"Stall for 1 {choice.by.upper()}")
    if isinstance(choice, Confuse):
        return Look(f"Confuse {view.setting.name(choice.unit)}", "fire")
    return None


def _way(view: HeroesState, choice: By) -> Look:
    """What a way to pay takes, and what it leaves."""
    top = view.stack[-1]
    assert isinstance(top, Paying)
    cost = top.cost.value
    named = WAYS[choice.means]
    if choice.means == OPPORTUNITY:
        return Look(f"{named}: free, and then Spent", "go", act="Take the opportunity")
    if choice.means == COMMAND:
        return Look(f"{named}: {in_caps(cost)}", "go", act=f"Command for {in_caps(cost)}")
    aps = cost - choice.caps
    held = pools.ACTIVATION if choice.means == ACTIVATE else view.tracks.pool[top.force]
    more = f" and {in_caps(choice.caps)}" if choice.caps else ""
    act = f"Activate, {aps}AP{more}" if choice.means == ACTIVATE else f"Pay {aps}AP{more}"
    return Look(f"{named}: {aps}AP{more}, {held - aps} left", "go", act=act)


def verb(view: HeroesState, what: Token) -> str | None:
    """What the ways to pay are called."""
    return WAYS.get(str(what)) if isinstance(view.stack[-1], Paying) else None


def states(view: HeroesState, unit: Unit) -> list[str]:
    return ["active"] if pools.is_active(view, unit) else []


CHAPTER = Chapter(
    name="1",
    show=Showing(
        states=(states,),
        leaf=(leaf,),
        badges=(badges,),
        tracks=(ap_tracks,),
        verb_label=(verb,),
        steps={kind: lambda view, frame: "Initiative" for kind in (Initiative, Bid, Bidding)},
    ),
)
