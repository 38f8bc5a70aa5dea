"""Grossdeutschland as a title: what can be played, and how a game begins."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, partial

import msgspec

from balka.core.describing.document import Document
from balka.core.dice import Rng
from balka.core.frames import Steps
from balka.core.packs import Packs
from balka.core.state import Hand, Setting, State
from balka.core.system import Option, Scenario, chosen, standard
from balka.games import handicaps
from balka.games.grossdeutschland import box, checking, maps, scenarios, sheets
from balka.games.grossdeutschland.tables import LocationRow, VictoryRow
from balka.systems.famous_divisions.chits import event_bags
from balka.systems.famous_divisions.describing.box import Box
from balka.systems.famous_divisions.describing.position import GdPositions
from balka.systems.famous_divisions.model import (
    Catalogue,
    GdSetting,
    GdState,
    GdTracks,
    GdWork,
    Rulebook,
    enemy_of,
)
from balka.systems.famous_divisions.position import SIDES, GdPosition
from balka.systems.famous_divisions.system import OPTIONS, SYSTEM
from balka.systems.famous_divisions.terrain import Ground

GIVEN = range(1, 13)
"""victory points that may be given to a side"""


@cache
def ground(map_name: str, crop: str, packs: Packs = ()) -> Ground:
    return Ground(maps.board(map_name, crop, packs), box.chart(packs))


@cache
def catalogue(key: str, packs: Packs = ()) -> Catalogue:
    plan = scenarios.plan(key, packs)
    used = {unit_id: kind for unit_id, kind in box.kinds(packs).items() if unit_id in plan.units}
    entries = {letter: plan.board.hex(labels[0]) for letter, labels in maps.entries(plan.facts.map, packs).items()
               if all(_is_on(plan, label) for label in labels)}  # fmt: skip
    lie, chits = ground(plan.facts.map, plan.facts.crop, packs), box.chits(packs)
    names = box.battalion_names(packs)
    return Catalogue(plan.board, box.chart(packs), lie, used, chits, plan.arrivals, plan.areas, names, entries)


def _is_on(plan: scenarios.Plan, label: str) -> bool:
    return label in plan.board.labels


@cache
def positions(packs: Packs = ()) -> GdPositions:
    """How positions are described, with a player's packs laid over the box."""
    printed = {key: partial(maps.board, key, "", packs) for key in sheets.map_keys(packs)}
    return GdPositions(Box(box.kinds(packs), box.chits(packs), box.chart(packs), box.battalion_names(packs), printed))


class Grossdeutschland:
    """The title."""

    key = "gd"
    title = "Famous Divisions: Grossdeutschland"
    subtitle = "One division, four battles"
    scale = "500 m a hex, companies"
    plays_in = "an evening"
    pace = 10  # estimated: seconds a counter takes of each turn, its share of fights included
    players = "1 or 2"
    picture = "gd/lutchessa"
    system = SYSTEM
    blurb = "Company battles by chit draw: four maps, event chits, opportunity fire."

    def __init__(self, packs: Packs = ()) -> None:
        self.packs = packs

    def with_packs(self, packs: Packs) -> Grossdeutschland:
        """The same title with a player's own figures laid over the data."""
        return Grossdeutschland((*self.packs, *packs))

    def scenarios(self) -> Sequence[Scenario]:
        return [self._scenario(key) for key in scenarios.keys(self.packs)]

    def _scenario(self, key: str) -> Scenario:
        facts = scenarios.facts(key, self.packs)
        return Scenario(
            key, facts.title, SIDES, facts.length, facts.teaches, facts.situation, facts.basis,
            _offered(facts.victory), turns=facts.turns,
        )  # fmt: skip

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> GdState:
        """A game of a scenario, waiting for its first decision or roll."""
        key = scenario.removeprefix("gd/")
        plan = scenarios.plan(key, self.packs)
        checking.refuse_faulty(plan, self.packs)
        offered = _offered(plan.facts.victory)
        terms = chosen(offered, options)
        book = _on_terms(plan.rulebook, terms)
        setting = Setting(
            game="gd", scenario=f"gd/{key}", title=plan.facts.title, system=SYSTEM, board=plan.board, options=terms,
            standard=standard(offered),
            sides=SIDES, forces={side: side for side in SIDES}, seat_of={s: (seats or {}).get(s, s) for s in SIDES},
            digest=digest(key, self.packs), rulebook=book, catalogue=catalogue(key, self.packs),
        )  # fmt: skip
        return begin(setting, plan, self.packs)

    @property
    def positions(self) -> GdPositions:
        return positions(self.packs)

    def describe(self, document: Document) -> GdState:
        """The position a document describes, in the words of docs/referee.md."""
        return self.positions.describe(document)

    def problems(self) -> Sequence[str]:
        """Mistakes in the data files, in sentences."""
        return list(checking.problems(self.packs))

    def read_files(self) -> Sequence[str]:
        """Names of the files a data pack may have."""
        return sheets.read_files(self.packs)

    def sample(self, view: GdState, rng: Rng) -> GdState:
        return SYSTEM.sample(view, rng)


def _offered(victory: VictoryRow) -> tuple[Option, ...]:
    """What a scenario may be varied by: the options of the rules, and points given to a side."""
    least = victory.win if victory.draw is None else victory.draw
    most = None if victory.exit is not None else sum(map(_most, victory.locations)) - (victory.win - least)
    return (*OPTIONS, handicaps.handicap(victory.scorer, enemy_of(victory.scorer), least, GIVEN, most))


def _most(place: LocationRow) -> int:
    """What a place can be worth to the side that scores."""
    return max(0, place.points * (1 if place.need else len(place.hexes)))


def _on_terms(book: Rulebook, terms: Mapping[str, str]) -> Rulebook:
    """The rules of a scenario as the options make them."""
    more = handicaps.more_needed(terms[handicaps.KEY], book.scorer)
    return msgspec.structs.replace(
        book, bridge_dice=terms["bridge-dice"] == "on", win=book.win + more,
        draw=None if book.draw is None else book.draw + more,
    )  # fmt: skip


def begin(setting: GdSetting, plan: scenarios.Plan, packs: Packs = ()) -> GdState:
    book: Rulebook = setting.rulebook
    state = State(
        setting, GdPosition(plan.units, plan.forts), GdTracks(held=dict(book.held)), event_bags(book, box.chits(packs)),
        {side: Hand() for side in SIDES}, {side: {} for side in SIDES}, {}, (Steps("game"),), book.first_turn,
    )  # fmt: skip
    work: GdWork = GdWork(state, "")
    return work.settle().state


@cache
def digest(key: str, packs: Packs = ()) -> str:
    """A fingerprint of the data a scenario is made of."""
    names = ["units.csv", "chits.csv", "terrain.csv", f"scenarios/{key}.toml", f"scenarios/{key}_units.csv"]
    names += [f"maps/{scenarios.facts(key, packs).map}_{part}.csv" for part in sheets.MAPS]
    found = [path.read_bytes() for name in names for path in sheets.paths(name, packs)]
    found += [path.read_bytes() for pack in packs for path in [pack / sheets.LAYOUT.name] if path.is_file()]
    return hashlib.sha256(b"".join(found)).hexdigest()[:16]


GAME = Grossdeutschland()
