"""Kursk 1943, the title: its scenarios, and how a game of each begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial

from balka.core.describing.document import Document
from balka.core.dice import Rng
from balka.core.frames import Frame, Steps
from balka.core.packs import Packs
from balka.core.system import Option, Scenario, chosen, standard
from balka.games import handicaps
from balka.games.kursk_1943 import banks, checking, rulebooks, scenarios
from balka.games.kursk_1943.sheets import DATA, fingerprint
from balka.games.kursk_1943.tables import Table
from balka.systems.wb95.attrition import OpeningLosses
from balka.systems.wb95.battle_table import register_tables
from balka.systems.wb95.describing.position import PrintedMap, WbPositions
from balka.systems.wb95.position import Position, Tracks, WbSetting, WbState
from balka.systems.wb95.rulebook import OPTIONS, compile_options
from balka.systems.wb95.shelling import register_fire
from balka.systems.wb95.start import first_state
from balka.systems.wb95.system import SYSTEM

Pairs = tuple[tuple[str, str], ...]
SIDES = SCORER, OTHER = "german", "soviet"
GIVEN = (2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 100)
"""victory points that may be given to a side"""


@cache
def positions(packs: Packs = ()) -> WbPositions:
    """How positions are described, with a player's packs laid over the tables."""
    return WbPositions(scenarios.charts(packs), {key: partial(_printed, key, packs) for key in scenarios.keys(packs)})


def _printed(key: str, packs: Packs) -> PrintedMap:
    table = scenarios.describe(key, packs)
    board = scenarios.board_of(table)
    return PrintedMap(board, scenarios.control(table, board))


class Kursk1943:
    """Regiments and divisions around Kursk, a day a turn."""

    key = "kursk"
    title = "Kursk 1943"
    subtitle = "The whole salient, day by day"
    scale = "3 km a hex, regiments and divisions"
    plays_in = "an evening, or several"
    pace = 8  # estimated: seconds a counter takes of each day, its share of fights included
    players = "1 or 2"
    picture = "kursk/prokhorovka"
    system = SYSTEM
    blurb = (
        "Regiments and divisions on 3 km hexes, a day a turn: attacks that must be made, stacks nobody may look into."
    )

    def __init__(self, packs: Packs = ()) -> None:
        self.packs = packs

    def with_packs(self, packs: Packs) -> Kursk1943:
        """The same game with data packs laid over its files."""
        return Kursk1943((*self.packs, *packs))

    def scenarios(self) -> Sequence[Scenario]:
        return [_scenario(key, self.packs) for key in scenarios.keys(self.packs)]

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> WbState:
        table = scenarios.describe(scenario, self.packs)
        setting = _setting(table.key, _pairs(chosen(_offered(table), options)), _pairs(seats or {}), self.packs)
        on = setting.board
        position = Position(
            scenarios.forces(table, setting.rulebook, on),
            scenarios.control(table, on),
            scenarios.works(table, on),
            scenarios.broken(table, on),
        )
        return first_state(setting, position, Tracks(), _opening(table))

    @property
    def positions(self) -> WbPositions:
        return positions(self.packs)

    def describe(self, document: Document) -> WbState:
        """The position a document describes, in the words of docs/referee.md."""
        return self.positions.describe(document)

    def problems(self) -> Sequence[str]:
        """Mistakes in the data files, in sentences."""
        return list(checking.problems(self.packs))

    def read_files(self) -> Sequence[str]:
        """Names of the files a data pack may have."""
        return [path.name for path in DATA.iterdir()]

    def sample(self, view: WbState, rng: Rng) -> WbState:
        return SYSTEM.sample(view, rng)


def _opening(table: Table) -> tuple[Frame, ...]:
    """The first day, and before it the losses that formations of several counters begin with. [ruling Q117]"""
    due = tuple(formation for formation in scenarios.worn(table) if len(formation.units) > 1)
    return (Steps("day"), OpeningLosses(due)) if due else (Steps("day"),)


def _pairs(mapping: Mapping[str, str]) -> Pairs:
    return tuple(sorted(mapping.items()))


@lru_cache(maxsize=16)
def _setting(key: str, options: Pairs, seats: Pairs, packs: Packs) -> WbSetting:
    """What never changes in a game; games on the same terms share it."""
    checking.refuse_faulty(key, packs)
    table = scenarios.describe(key, packs)
    on = scenarios.board_of(table)
    terms = dict(options)
    more = handicaps.more_needed(terms[handicaps.KEY], SCORER)
    book = rulebooks.rulebook(table, on, {**compile_options(terms), "scale": rulebooks.scale(table, more)})
    charts = scenarios.charts_for(book.guns_regular, packs)
    register_tables(charts)
    register_fire(charts)
    cast = frozenset({place.unit for place in scenarios.setups(table)} | set(book.arrivals))
    return WbSetting(
        game="kursk",
        scenario=key,
        title=table.title,
        system=SYSTEM,
        board=on,
        options=terms,
        standard=standard(_offered(table)),
        sides=SIDES,
        forces={side: side for side in SIDES},
        seat_of={side: dict(seats).get(side, side) for side in SIDES},
        digest=fingerprint(packs),
        rulebook=book,
        catalogue=charts,
        cast=cast,
        banks=banks.banks(table, on),
    )


def _offered(table: Table) -> tuple[Option, ...]:
    """What a scenario may be varied by: the options of the rules, and points given to a side."""
    needed = next((level.least for level in table.scale if level.winner == SCORER), 0)
    return (*OPTIONS, handicaps.handicap(SCORER, OTHER, needed, GIVEN, _most(table)))


def _most(table: Table) -> int | None:
    """All points there are, where that can be told: not where losses or every other town count, or a goal wins."""
    parts = scenarios.parts(table)
    if table.enemy_lost or table.other_towns or any(part.goals for part in parts):
        return None
    return sum(prize.points for part in parts for prize in part.prizes)


def _scenario(key: str, packs: Packs) -> Scenario:
    table = scenarios.describe(key, packs)
    return Scenario(
        key,
        table.title,
        SIDES,
        f"{table.turns} days",
        table.teaches,
        table.situation,
        table.basis,
        _offered(table),
        turns=table.turns,
    )


GAME = Kursk1943()
