"""From a Mission to the first state: options, counters, tracks, deck, hands. [M1, 1.0]"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from balka.core.dice import Bag
from balka.core.frames import Steps
from balka.core.hexes import hexes_in
from balka.core.state import Hand
from balka.core.system import standard
from balka.systems.heroes.chapters.fortifying import dug_in, first_works
from balka.systems.heroes.chapters.hits import extra_caps, full_pile
from balka.systems.heroes.chapters.targets import as_targets
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import (
    EntryChoice,
    Force,
    Mission,
    Reinforcement,
    SetUpOrder,
    SpecialRule,
    UnitGroup,
    UnitSetup,
)
from balka.systems.heroes.data.mission_data import Hand as CardHand
from balka.systems.heroes.ground import Ground
from balka.systems.heroes.play.edition import Edition, HeroesSystem
from balka.systems.heroes.setting import HeroesSetting, Rostered, Rulebook
from balka.systems.heroes.units import OFF_MAP, HeroesPosition, HeroesState, HeroesTracks, HeroesWork, Unit

SIDE_NAMES = {"german": "German", "soviet": "Soviet"}
OTHER_SIDE = {"german": "soviet", "soviet": "german"}


AS_TAUGHT, ALL_CHAPTERS = "as taught", "all"
AS_PRINTED, TWO_PLAYERS = "as printed", "two"
ADRENALINE, ONE_EACH = "01", "one each"


def last_chapter(mission: Mission, options: Mapping[str, str]) -> int:
    """How far the rulebook is in force in a Mission. [M1]"""
    return 99 if options["chapters"] == ALL_CHAPTERS else chapters_read(mission)


def chapters_read(mission: Mission) -> int:
    """How far the rulebook has been read for a Mission. [M1]"""
    return int(mission.teaches.rpartition("-")[2] or 99)


def for_two(mission: Mission, less: int = 0) -> Mission:
    """A Mission for four played by two: each side's units, CAPs and cards are put together. [19.1-a to c, e]

    `less`: CAPs that putting a side together costs it.
    """
    merged = {}
    for side in mission.sides:
        team = [force for force in mission.forces.values() if force.side == side]
        fixed = tuple(card for force in team for card in force.hand.fixed)
        merged[side] = Force(
            side=side, caps=sum(force.caps for force in team) - less * (len(team) > 1),
            draw_per_round=sum(f.draw_per_round for f in team),
            hand=CardHand(draw=sum(force.hand.draw for force in team), fixed=fixed),
            weapons=tuple(card for force in team for card in force.weapons),
            veterans=tuple(card for force in team for card in force.veterans),
            at_start=tuple(unit for force in team for unit in force.at_start),
            reinforcements=tuple(coming for force in team for coming in force.reinforcements),
        )  # fmt: skip
    special = tuple(_for_sides(mission, rule) for rule in mission.special)
    return structs.replace(mission, forces=merged, players=2, special=special)


def with_adrenaline(mission: Mission) -> Mission:
    """Each player begins with one Adrenaline in hand, whoever already has one included. [19.1-d]"""
    forces = {
        name: structs.replace(force, hand=structs.replace(force.hand, fixed=_one_adrenaline(force.hand.fixed)))
        for name, force in mission.forces.items()
    }
    return structs.replace(mission, forces=forces)


def _one_adrenaline(fixed: tuple[str, ...]) -> tuple[str, ...]:
    return (ADRENALINE, *(card for card in fixed if card != ADRENALINE))


def _for_sides(mission: Mission, rule: SpecialRule) -> SpecialRule:
    if not isinstance(rule, SetUpOrder):
        return rule
    return SetUpOrder(order=tuple(dict.fromkeys(mission.forces[force].side for force in rule.order)))


def make_setting(
    system: HeroesSystem, title: Title, mission: Mission, options: Mapping[str, str], seats: Mapping[str, str]
) -> HeroesSetting:
    mission = for_two(mission, system.merging_costs) if options.get("players") == TWO_PLAYERS else mission
    mission = with_adrenaline(mission) if options.get("adrenaline") == ONE_EACH else mission
    rulebook = system.compile_rules(mission, options, title)
    board = title.board_for(mission)
    ground = Ground(board, system.tables(title, mission.month, rulebook))
    names, roster = tuple(mission.forces), make_roster(title, mission)
    sides = {name: force.side for name, force in mission.forces.items()}
    foes = {name: tuple(other for other in names if sides[other] != sides[name]) for name in names}
    edition = system.edition.upto(last_chapter(mission, options)).with_cards(title.modelled_cards)
    return HeroesSetting(
        game=title.key, scenario=mission.key, title=mission.title, system=system, board=board, options=dict(options),
        standard=standard(system.options),
        sides=mission.sides, forces={name: force.side for name, force in mission.forces.items()},
        seat_of={name: seats.get(name, name) for name in names}, digest=digest_of(title, mission), rulebook=rulebook,
        catalogue=title, mission=mission, ground=ground, markers=system.markers_by(title, options), cards=title.cards,
        kinds={**title.units, **as_targets(title)},
        edition=edition, foes=foes, other=OTHER_SIDE,
        entries=_entries(title, mission),
        copies_in_play=deck_counts(title, rulebook), counters={entry.counter: entry.kind for entry in roster},
        sides_named=SIDE_NAMES, roster=roster,
        hiding=teaches_hiding(edition), zones={name: title.zone(mission, name) for name in mission.zones},
    )  # fmt: skip


def teaches_hiding(edition: Edition) -> bool:
    """Where the chapter on Hidden units is in force anybody may hide, whoever starts Hidden. [11.3-a, atb 10.2-a]"""
    return "sneak" in edition.act_of


def digest_of(title: Title, mission: Mission) -> str:
    """A fingerprint of the data a game is played with."""
    board = title.board_for(mission)
    parts = (mission, *title.units.values(), *title.cards.values(), *title.markers.values(), board.cells)
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]


def deck_counts(title: Title, rulebook: Rulebook) -> dict[str, int]:
    """Every copy of each card the Mission calls for. [8.1-a, sos-card-18-b, atb 8.0-b]"""
    return {card: title.cards[card].copies for card in rulebook.deck}


def _entries(title: Title, mission: Mission) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for force in mission.forces.values():
        for coming in force.reinforcements:
            found[entry_name(coming.entry)] = tuple(hexes_in(title.entry(mission, coming.entry)))
    for rule in mission.special:
        if isinstance(rule, EntryChoice):
            for card, labels in rule.options.items():
                found[f"choice:{card}"] = tuple(hexes_in(title.entry(mission, labels)))
    return found


def entry_name(entry: str | tuple[str, ...]) -> str:
    return entry if isinstance(entry, str) else "+".join(entry)


def make_roster(title: Title, mission: Mission) -> tuple[Rostered, ...]:
    """Every counter of the Mission, taken from the box in order, loads after what carries them. [1.0-j, sos-m1-m]"""
    used: Counter[str] = Counter()
    found: list[Rostered] = []

    def add(kind: str, name: str, load: UnitSetup | UnitGroup, **fields: Any) -> None:
        counter = _next_counter(title, used, kind)
        side = mission.forces[name].side
        found.append(Rostered(counter, kind, name, side, **fields))
        for carried in (*load.carries, *((load.tows,) if load.tows else ())):
            later = {**fields, "free": "", "inside": False, "carrier": counter}  # Hidden with its vehicle [15.8-a]
            found.append(Rostered(_next_counter(title, used, carried), carried, name, side, **later))

    for name, force in mission.forces.items():
        for unit in force.at_start:
            add(unit.unit, name, unit, hex=unit.hex, facing=unit.facing, hidden=unit.hidden, free=unit.free or "",
                inside=unit.in_work)  # fmt: skip
        for coming in force.reinforcements:
            for group in coming.units:
                for _ in range(group.count):
                    add(
                        group.unit,
                        name,
                        group,
                        facing=coming.facing,
                        due=coming.round,
                        entry=_entry(mission, name, coming),
                    )
    return tuple(found)


def _next_counter(title: Title, used: Counter[str], kind: str) -> str:
    used[kind] += 1
    return title.counter_ids(kind)[used[kind] - 1]


def _entry(mission: Mission, force: str, coming: Reinforcement) -> str:
    """Where a reinforcement enters; a secret choice is kept under its own name."""
    for rule in mission.special:
        if isinstance(rule, EntryChoice) and rule.side == mission.forces[force].side and rule.round == coming.round:
            return "choice"
    return entry_name(coming.entry)


def _units(setting: HeroesSetting) -> tuple[dict[str, Unit], dict[str, Unit]]:
    """All units Fresh, on their hexes, in hiding, or waiting to enter or to be placed.

    [1.0, sos-m1-c, sos-m1-d, sos-m1-e]
    """
    seen: dict[str, Unit] = {}
    hidden: dict[str, Unit] = {}
    free = {entry.counter for entry in setting.roster if entry.free}
    for entry in setting.roster:
        waits = entry.free or entry.carrier in free or not entry.hex
        place = OFF_MAP if waits else setting.board.hex(entry.hex)
        unit = Unit(entry.counter, entry.kind, entry.force, entry.side, place, setting.board.grid.side(entry.facing),
                    due=entry.due, entry=entry.entry, carrier=entry.carrier, inside=entry.inside)  # fmt: skip
        (hidden if entry.hidden and not waits else seen)[unit.id] = unit
    return dict(sorted(seen.items())), dict(sorted(hidden.items()))


def first_state(setting: HeroesSetting) -> HeroesState:
    """Everything in its place before the first decision. [1.0-a, i, sos-m1-l, atb 1.0-e]"""
    mission = setting.mission
    forces = tuple(setting.forces)
    control = {setting.board.labels[setting.board.hex(mark.hex)]: mark.side for mark in mission.control}
    tracks = HeroesTracks(
        round=1, active=_first_force(setting), caps=_first_caps(setting), lost=dict.fromkeys(forces, ()),
        covered=dict.fromkeys(forces, 0), stressed=dict.fromkeys(forces, ()), pool=dict.fromkeys(forces, 0),
        sharing=dict.fromkeys(forces, ()), **setting.edition.scoring.start(mission.victory.start),
    )  # fmt: skip
    deck, hands = _deal_fixed(setting)
    units, hidden = _units(setting)
    units = {name: dug_in(setting, unit) for name, unit in units.items()}
    position = HeroesPosition(units, hidden, control, first_works(setting))
    bags = {**_piles(setting), "deck": deck}
    secrets: dict[str, dict[str, str]] = {force: {} for force in forces}
    state = HeroesState(setting, position, tracks, bags, hands, secrets, {}, (Steps("setup"),))
    return _settled(state)


def _first_caps(setting: HeroesSetting) -> dict[str, int]:
    """The CAPs each player begins with. [1.0-f, atb 20.0-a]"""
    return {force: caps + extra_caps(setting, force, 1) for force, caps in setting.rulebook.start_caps.items()}


def _settled(state: HeroesState) -> HeroesState:
    """Run set-up until the first decision."""
    step = HeroesWork(state, "").settle()
    assert isinstance(step.state, HeroesState)
    return step.state


def _first_force(setting: HeroesSetting) -> str:
    """The Mission names who has the first Turn of Round 1, or leaves it to the dice. [2.0-e]"""
    named = [force for force, side in setting.forces.items() if side == setting.mission.first_initiative]
    return named[0] if named else next(iter(setting.forces))


def _deal_fixed(setting: HeroesSetting) -> tuple[Bag, dict[str, Hand]]:
    """Fixed cards come out of the deck, even a copy of a number the deck is otherwise without. [sos-m1-h, sos-m1-i]"""
    counts = Counter(setting.copies_in_play)
    hands = {}
    for name, force in setting.mission.forces.items():
        hands[name] = Hand(tuple(sorted(force.hand.fixed)))
        counts.subtract(card for card in force.hand.fixed if counts[card])
    return Bag.of(+counts), hands


def _piles(setting: HeroesSetting) -> dict[str, Bag]:
    """Hit Markers in face-down piles, the kinds the Mission uses. [1.0-k, n, sos-m1-n]"""
    return {pile: full_pile(setting, pile) for pile in setting.mission.hit_piles}
