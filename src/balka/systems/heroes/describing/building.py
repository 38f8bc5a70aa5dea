"""From what a document tells to a state at the start of a side's Turn."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import Struct

from balka.core.boards import Board
from balka.core.dice import Bag
from balka.core.errors import BalkaError
from balka.core.frames import Steps
from balka.core.reading import Month
from balka.core.state import Hand
from balka.core.system import chosen, standard
from balka.systems.heroes.chapters.targets import as_targets, hex_of, with_works
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import (
    CardGrant,
    ControlHex,
    Force,
    MapPlacement,
    Mission,
    SpecialRule,
    Victory,
    VictoryRule,
)  # fmt: skip
from balka.systems.heroes.ground import Ground
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.play.rounds import play_turns
from balka.systems.heroes.play.setup import (
    OTHER_SIDE,
    SIDE_NAMES,
    deck_counts,
)
from balka.systems.heroes.play.turn_order import Turns
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesPosition, HeroesState, HeroesTracks, Unit, Works

FORCES = ("german", "soviet")
DECK = "deck"
CORE_DECK = tuple(f"{number:02}" for number in range(1, 14))


class Told(Struct, frozen=True, kw_only=True):
    """What a document tells: counters with their kinds, and the tracks. What is not said takes its usual value."""

    units: tuple[Unit, ...]
    kinds: Mapping[str, UnitKind]
    month: str = "July"
    round: int = 1
    rounds: int = 5
    active: str = "german"
    caps: Mapping[str, int] = {}
    start_caps: Mapping[str, int] = {}
    stressed: tuple[str, ...] = ()
    hands: Mapping[str, Sequence[str]] = {}
    draw_per_round: int = 0
    deck: tuple[str, ...] = CORE_DECK
    vp_side: str = "soviet"
    vp: int = 1
    control: Mapping[str, str] = {}
    victory: tuple[VictoryRule, ...] = ()
    entries: Mapping[str, tuple[int, ...]] = {}
    options: Mapping[str, str] = {}
    piles: tuple[str, ...] = ("soft", "armored")
    special: tuple[SpecialRule, ...] = ()
    weapons: Mapping[str, tuple[str, ...]] = {}
    """Weapon cards each force was given"""
    veterans: Mapping[str, tuple[str, ...]] = {}
    """Veteran cards each force was given, for all its units"""
    hiding: bool = False
    hidden: tuple[Unit, ...] = ()
    works: Mapping[str, Works] = {}
    smoke: Mapping[str, str] = {}
    pool: Mapping[str, int] = {}
    """APs left to the activated units of each force"""
    sharing: Mapping[str, tuple[str, ...]] = {}
    """the activated units of each force"""
    exposed: tuple[str, ...] = ()
    """who moved in the open without care on the last turn"""


def _mission(told: Told) -> Mission:
    caps = {force: told.start_caps.get(force, told.caps.get(force, 6)) for force in FORCES}
    forces = {
        name: Force(
            side=name,
            caps=caps[name],
            draw_per_round=told.draw_per_round,
            at_start=(),
            reinforcements=(),
            weapons=tuple(map(CardGrant, told.weapons.get(name, ()))),
            veterans=tuple(map(CardGrant, told.veterans.get(name, ()))),
        )
        for name in FORCES
    }
    return Mission(
        id="sos-00", key="sos/position", number=0, title="A described position", teaches="", basis="described",
        basis_note="", date=datetime.date(1943, 7, 1), month=cast(Month, told.month), situation="", players=2,
        maps=(MapPlacement(map=0),), rounds=told.rounds, first_initiative=told.active, hit_piles=told.piles,
        deck=told.deck, forces=forces, victory=Victory(start={told.vp_side: told.vp}, rules=told.victory),
        control=tuple(ControlHex(hex=label, side=side) for label, side in told.control.items()), special=told.special,
    )  # fmt: skip


def build(system: HeroesSystem, title: Title, board: Board, told: Told) -> HeroesState:
    """The described position at the start of the active side's Turn."""
    mission = _mission(told)
    options = chosen(system.options, told.options)
    rulebook = system.compile_rules(mission, options, title)
    ground = Ground(board, system.tables(title, told.month, rulebook))
    setting = HeroesSetting(
        game=title.key, scenario=mission.key, title=mission.title, system=system, board=board, options=options,
        standard=standard(system.options),
        sides=FORCES, forces={name: name for name in FORCES}, seat_of={name: name for name in FORCES},
        digest="described", rulebook=rulebook, catalogue=title, mission=mission, ground=ground,
        markers=system.markers_by(title, options),
        cards=title.cards, kinds={**title.units, **as_targets(title), **told.kinds}, edition=system.edition,
        other=OTHER_SIDE,
        foes={"german": ("soviet",), "soviet": ("german",)},
        entries=dict(told.entries),
        copies_in_play=deck_counts(title, rulebook), sides_named=SIDE_NAMES, hiding=told.hiding,
        counters={unit.id: unit.kind for unit in (*told.units, *told.hidden)},
    )  # fmt: skip
    stack = (Steps("round", 1 + system.sequences["round"].index(play_turns)), Turns(), Turn(told.active))
    return HeroesState(setting, _position(setting, told), _tracks(setting, told), _bags(setting, told), _hands(told),
                       {force: {} for force in FORCES}, {}, stack)  # fmt: skip


def _position(setting: HeroesSetting, told: Told) -> HeroesPosition:
    names = Counter(unit.id for unit in told.units)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise BalkaError(f"two units are called {twice[0]!r}")
    control = {setting.board.labels[setting.board.hex(label)]: side for label, side in told.control.items()}
    units = {unit.id: unit for unit in sorted(told.units, key=lambda unit: unit.id)}
    hidden = {unit.id: unit for unit in sorted(told.hidden, key=lambda unit: unit.id)}
    works = dict[str, Works]()
    for key, work in sorted(told.works.items()):
        works = with_works(setting.board, works, setting.board.hex(hex_of(key)), work)
    smoke = {setting.board.labels[setting.board.hex(label)]: what for label, what in sorted(told.smoke.items())}
    return HeroesPosition(units, hidden, control, works, smoke)


def _tracks(setting: HeroesSetting, told: Told) -> HeroesTracks:
    start, units = setting.rulebook.start_caps, (*told.units, *told.hidden)
    stressed = {
        force: tuple(unit.id for unit in units if unit.force == force and unit.id in told.stressed) for force in FORCES
    }
    return HeroesTracks(
        round=told.round, active=told.active, **setting.edition.scoring.start({told.vp_side: told.vp}),
        caps={force: told.caps.get(force, start[force]) for force in FORCES}, lost=dict.fromkeys(FORCES, ()),
        covered=dict.fromkeys(FORCES, 0), stressed=stressed, pool=dict.fromkeys(FORCES, 0) | dict(told.pool),
        sharing=dict.fromkeys(FORCES, ()) | dict(told.sharing), exposed=told.exposed,
    )  # fmt: skip


def _hands(told: Told) -> dict[str, Hand]:
    return {force: Hand(tuple(sorted(told.hands.get(force, ())))) for force in FORCES}


def _bags(setting: HeroesSetting, told: Told) -> dict[str, Bag]:
    """The deck without the hands, the piles without the markers already under units."""
    cards = Counter(setting.copies_in_play)
    cards.subtract(card for hand in told.hands.values() for card in hand if cards[card])
    bags = {DECK: Bag.of(+cards)}
    for pile in told.piles:
        kinds = (setting.markers[name] for name in setting.rulebook.hit_markers)
        markers = Counter({marker.id: marker.copies for marker in kinds if marker.pile == pile})
        markers.subtract(unit.marker for unit in (*told.units, *told.hidden) if unit.marker in markers)
        bags[pile] = Bag.of(+markers)
    return bags
