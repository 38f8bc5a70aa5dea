"""From a Mission to the first state: options, counters, tracks, deck, hands. [M1, 1.0]"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from balka.core.dice import Bag
from balka.core.errors import BalkaError
from balka.core.frames import Steps
from balka.core.hexes import hexes_in
from balka.core.state import Hand
from balka.core.system import Option
from balka.systems.heroes.common.chapters import HeroesSystem
from balka.systems.heroes.common.fortifying import dug_in, first_works
from balka.systems.heroes.common.targets import as_targets
from balka.systems.heroes.ground import Ground
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.loading import Title
from balka.systems.heroes.mission_data import (
    EntryChoice,
    Force,
    Mission,
    Reinforcement,
    SetUpOrder,
    SpecialRule,
    UnitGroup,
    UnitSetup,
)
from balka.systems.heroes.mission_data import Hand as CardHand
from balka.systems.heroes.setting import HeroesSetting, Rostered, Rulebook
from balka.systems.heroes.units import OFF_MAP, HeroesPosition, HeroesState, HeroesTracks, HeroesWork, Unit

RULEBOOK, MANUAL = "rulebook", "manual"
SIDE_NAMES = {"german": "German", "soviet": "Soviet"}
OTHER_SIDE = {"german": "soviet", "soviet": "german"}


def _option(key: str, title: str, rule: str, *values: str) -> Option:
    return Option(key, title, rule, values or (RULEBOOK, MANUAL))


OPTIONS = (
    _option("chapters", "Rules as far as the Mission teaches them, or all chapters", "sos-1.0-l", "as taught", "all"),
    _option("players", "A Mission for four as printed, or by two players", "sos-19.1-a", "as printed", "two"),
    _option(
        "adrenaline",
        "Opening hands as the Mission says, or with one Adrenaline for each player",
        "sos-19.1-d",
        "as the Mission says",
        "one each",
    ),
    _option(
        "handicap",
        "Extra CAPs each Round for the less experienced player",
        "sos-19.2-a",
        "none",
        "german 1",
        "german 2",
        "soviet 1",
        "soviet 2",
    ),
    _option("start_caps", "Starting CAPs of the first Mission", "sos-m1-q"),
    _option("deck", "Cards in the deck of the first Mission", "sos-m1-r"),
    _option("spent_cards", "Spent units may play green-cost cards", "sos-3.4-e"),
    _option("control", "When control flips: at once, or at the end of each Turn", "sos-4.4-e"),
    _option("foot_cost", "Foot Moves cost the printed figure, or 1AP for all", "sos-4.5-e"),
    _option("corn", "High Corn costs +1AP to enter, or nothing", "sos-4.9-g"),
    _option("wheat_rally", "Wheat helps to rally in July and August, or in August and September", "sos-7.8-i"),
    _option("cap_floor", "CAPs never reset below 3, or have no floor", "sos-9.7-c"),
    _option("initiative", "Initiative on 7 or more, or on 8 or more", "sos-9.11-d"),
    _option("swift_cards", "One Action card a Turn, or one in each Swift Action", "sos-card-12-d"),
    _option("group_timing", "Units that moved this Turn may join a Group Attack, or not", "sos-10.6-f"),
    _option(
        "group_support", "Support from the Leader's hex and beside it, or from beside it, hit or not", "sos-10.6-g"
    ),
    _option("hidden_sight", "Hidden vehicles in the open are seen from afar, or from 2 hexes like Foot", "sos-11.1-g"),
    _option("recon", "Recon by Fire rolls to reveal, or to hit, read in secret by the opponent", "sos-11.1-h"),
    _option("hidden_cost", "Hit Markers make Hidden Moves dearer, or not", "sos-11.3-d"),
    _option("steep", "Steep ground costs +2AP on foot both ways, or only upwards", "sos-12.4-g"),
    _option("wheels_in_woods", "Woods stop Wheeled units, or cost them +2AP", "sos-15.3-h"),
    _option("towing", "Stunned vehicles may be towed, or Immobilized ones only", "sos-15.10-e"),
    _option("carried_defense", "A carried unit defends by its facing, or always on its flank", "sos-15.11-d"),
    _option(
        "armored_destroyed", "A Destroyed armored marker waits to be shown, or takes effect at once", "sos-15.13-c"
    ),
    _option("gun_damaged", "Gun Damaged ends all attacks, or those with blue Firepower", "sos-15.13-d"),
    _option("immobilized", "Immobilized forbids pivots and changes Defense, or forbids only moves", "sos-15.13-e"),
    _option("firing_down", "Tanks cannot fire down steep ground, or no vehicle can", "sos-15.16-c"),
    _option(
        "open_top",
        "Open tops suffer from HE, flame, Snipers and red Close Combat, or from HE and all Close Combat",
        "sos-16.5-h",
    ),
    _option("smoke_rally", "Heavy Smoke helps to rally, or not", "sos-7.8-j"),
    _option(
        "drift", "A strike drifts as far as the die shows, or at most 2 (German) or 3 (Soviet) hexes", "sos-13.7-h"
    ),
    _option(
        "hidden_barrage", "Artillery on Hidden units is rolled in secret, or finds them", "sos-13.8-e", "secret", "open"
    ),
    _option("air_bursts", "Woods cover blue Flank Defense from HE, or nobody", "sos-13.9-e"),
    _option("gun_pits", "Gun Pits as printed for guns and vehicles, or +3 to the front of guns only", "sos-17.5-e"),
    _option("bunkers", "Bunkers as printed for Foot and guns, or +5/+3 for Foot without Mortars", "sos-17.6-i"),
    _option("flame_smoke", "Smoke covers from Flamethrowers, or not", "sos-18.0-g"),
)


def chosen(options: Mapping[str, str] | None) -> dict[str, str]:
    """The options asked for, the defaults filled in; a clear error for what does not exist."""
    known = {option.key: option for option in OPTIONS}
    for key, value in (options or {}).items():
        if key not in known:
            raise BalkaError(f"there is no option {key!r}", instead="one of " + ", ".join(known))
        if value not in known[key].values:
            raise BalkaError(f"option {key} cannot be {value!r}", instead="one of " + ", ".join(known[key].values))
    return {key: (options or {}).get(key, option.values[0]) for key, option in known.items()}


def compile_rules(mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
    """The rules a Mission is played by, with every option already decided."""
    manual = {key for key, value in options.items() if value == MANUAL}
    caps = {name: force.caps for name, force in mission.forces.items()}
    first = mission.number == 1
    side, _, extra = options["handicap"].partition(" ")
    caps = {name: cap + int(extra or 0) * (mission.forces[name].side == side) for name, cap in caps.items()}
    if "start_caps" in manual and first:
        caps["german"] = 5
    deck = tuple(f"{n:02}" for n in range(2, 12)) if "deck" in manual and first else mission.deck
    used = [marker for marker in title.markers.values() if marker.pile in mission.hit_piles]
    return Rulebook(
        start_caps=caps,
        deck=deck,
        control_flips_at_once="control" not in manual,
        foot_moves_cost_one="foot_cost" in manual,
        corn_is_difficult="corn" not in manual,
        wheat_helps_rally_in=("August", "September") if "wheat_rally" in manual else ("July", "August"),
        cap_floor=0 if "cap_floor" in manual else 3,
        two_action_cards_with_swift="swift_cards" in manual,
        spent_units_play_green_cards="spent_cards" in manual,
        hit_markers=tuple(marker.id for marker in used),
        initiative_need=8 if "initiative" in manual else 7,
        movers_join_attacks="group_timing" not in manual,
        support_from_beside="group_support" in manual,
        vehicles_hide_like_foot="hidden_sight" in manual,
        recon_hits_in_secret="recon" in manual,
        markers_tax_hidden_moves="hidden_cost" not in manual,
        steep_down_is_free="steep" in manual,
        wheels_enter_woods="wheels_in_woods" in manual,
        stunned_can_be_towed="towing" not in manual,
        carried_use_flank="carried_defense" in manual,
        armored_destroyed_at_once="armored_destroyed" in manual,
        no_vehicle_fires_down="firing_down" in manual,
        open_top_in_any_close_combat="open_top" in manual,
        air_bursts_strike_all="air_bursts" in manual,
        drift_is_short="drift" in manual,
        barrage_finds_hidden=options["hidden_barrage"] == "open",
        smoke_helps_rally="smoke_rally" not in manual,
        smoke_covers_from_flame="flame_smoke" not in manual,
        old_gun_pits="gun_pits" in manual,
        old_bunkers="bunkers" in manual,
    )


AS_TAUGHT, ALL_CHAPTERS = "as taught", "all"
AS_PRINTED, TWO_PLAYERS = "as printed", "two"
ADRENALINE, ONE_EACH = "01", "one each"


def last_chapter(mission: Mission, options: Mapping[str, str]) -> int:
    """How far the rulebook has been read for a Mission. [M1, 1.0-l]"""
    read = int(mission.teaches.rpartition("-")[2] or 99)
    return 99 if options["chapters"] == ALL_CHAPTERS else read


def for_two(mission: Mission) -> Mission:
    """A Mission for four played by two: each side's units, CAPs and cards are put together. [19.1-a to 19.1-c]"""
    merged = {}
    for side in mission.sides:
        team = [force for force in mission.forces.values() if force.side == side]
        fixed = tuple(card for force in team for card in force.hand.fixed)
        merged[side] = Force(
            side=side, caps=sum(force.caps for force in team), draw_per_round=sum(f.draw_per_round for f in team),
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
    mission = for_two(mission) if options["players"] == TWO_PLAYERS else mission
    mission = with_adrenaline(mission) if options["adrenaline"] == ONE_EACH else mission
    rulebook = compile_rules(mission, options, title)
    board = title.board_for(mission)
    ground = Ground(board, mission.month, corn_difficult=rulebook.corn_is_difficult,
                    wheat_rally=rulebook.wheat_helps_rally_in)  # fmt: skip
    names, roster = tuple(mission.forces), make_roster(title, mission)
    sides = {name: force.side for name, force in mission.forces.items()}
    foes = {name: tuple(other for other in names if sides[other] != sides[name]) for name in names}
    return HeroesSetting(
        game=title.key, scenario=mission.key, title=mission.title, system=system, board=board, options=dict(options),
        sides=mission.sides, forces={name: force.side for name, force in mission.forces.items()},
        seat_of={name: seats.get(name, name) for name in names}, digest=digest_of(title, mission), rulebook=rulebook,
        catalogue=title, mission=mission, ground=ground, markers=markers_by(title, options), cards=title.cards,
        kinds={**title.units, **as_targets(title)},
        edition=system.edition.upto(last_chapter(mission, options)), foes=foes, other=OTHER_SIDE,
        entries=_entries(title, mission),
        copies_in_play=deck_counts(title, rulebook), counters={entry.counter: entry.kind for entry in roster},
        sides_named=SIDE_NAMES, roster=roster,
        hiding=has_hidden(mission), zones={name: title.zone(mission, name) for name in mission.zones},
    )  # fmt: skip


def has_hidden(mission: Mission) -> bool:
    """Does anything in the Mission start Hidden, or may anything hide? [11.0-a]"""
    units = any(unit.hidden for force in mission.forces.values() for unit in force.at_start)
    return units or any(work.hidden for work in mission.works)


def digest_of(title: Title, mission: Mission) -> str:
    """A fingerprint of the data a game is played with."""
    board = title.board_for(mission)
    parts = (mission, *title.units.values(), *title.cards.values(), *title.markers.values(), board.cells)
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]


def markers_by(title: Title, options: Mapping[str, str]) -> dict[str, MarkerKind]:
    """The Hit Markers as the options have them. [15.13-d, 15.13-e]"""
    found = dict(title.markers)
    if options.get("gun_damaged") == MANUAL:
        found["armored_gun_damaged"] = structs.replace(found["armored_gun_damaged"], bars=frozenset({"blue_fp"}))
    if options.get("immobilized") == MANUAL:
        stuck = found["armored_immobilized"]
        found[stuck.id] = structs.replace(stuck, front_def=0, flank_def=0, special=frozenset())
    return found


def deck_counts(title: Title, rulebook: Rulebook) -> dict[str, int]:
    """Every copy of each card the Mission calls for. [8.1-a]"""
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
    """Every counter of the Mission, taken from the box in order, loads after what carries them."""
    used: Counter[str] = Counter()
    found: list[Rostered] = []

    def add(kind: str, name: str, load: UnitSetup | UnitGroup, **fields: Any) -> None:
        counter = _next_counter(title, used, kind)
        side = mission.forces[name].side
        found.append(Rostered(counter, kind, name, side, **fields))
        for carried in (*load.carries, *((load.tows,) if load.tows else ())):
            later = {**fields, "hidden": False, "free": "", "inside": False, "carrier": counter}
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
    """All units Fresh, on their hexes, in hiding, or waiting to enter or to be placed. [M1-c to M1-e, 1.0]"""
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
    """Everything in its place before the first decision. [1.0-a]"""
    mission, rulebook = setting.mission, setting.rulebook
    forces = tuple(setting.forces)
    vp_side, vp = next(iter(mission.victory.start.items()))
    control = {setting.board.labels[setting.board.hex(mark.hex)]: mark.side for mark in mission.control}
    tracks = HeroesTracks(
        round=1, vp_side=vp_side, vp=vp, active=_first_force(setting), caps=dict(rulebook.start_caps),
        lost=dict.fromkeys(forces, ()), covered=dict.fromkeys(forces, 0), stressed=dict.fromkeys(forces, ()),
    )  # fmt: skip
    deck, hands = _deal_fixed(setting)
    units, hidden = _units(setting)
    units = {name: dug_in(setting, unit) for name, unit in units.items()}
    position = HeroesPosition(units, hidden, control, first_works(setting))
    bags = {**_piles(setting), "deck": deck}
    secrets: dict[str, dict[str, str]] = {force: {} for force in forces}
    state = HeroesState(setting, position, tracks, bags, hands, secrets, {}, (Steps("setup"),))
    return _settled(state)


def _settled(state: HeroesState) -> HeroesState:
    """Run set-up until the first decision."""
    step = HeroesWork(state, "").settle()
    assert isinstance(step.state, HeroesState)
    return step.state


def _first_force(setting: HeroesSetting) -> str:
    """The Mission names who has the first Turn of Round 1. [2.0-e]"""
    return next(force for force, side in setting.forces.items() if side == setting.mission.first_initiative)


def _deal_fixed(setting: HeroesSetting) -> tuple[Bag, dict[str, Hand]]:
    """Fixed cards come out of the deck, even a copy of a number the deck is otherwise without. [M1-h, M1-i]"""
    counts = Counter(setting.copies_in_play)
    hands = {}
    for name, force in setting.mission.forces.items():
        hands[name] = Hand(tuple(sorted(force.hand.fixed)))
        counts.subtract(card for card in force.hand.fixed if counts[card])
    return Bag.of(+counts), hands


def _piles(setting: HeroesSetting) -> dict[str, Bag]:
    """Hit Markers in face-down piles, the kinds the Mission uses. [1.0-k, M1-n]"""
    piles: dict[str, Bag] = {}
    for pile in setting.mission.hit_piles:
        kinds = (setting.markers[name] for name in setting.rulebook.hit_markers)
        piles[pile] = Bag.of({marker.id: marker.copies for marker in kinds if marker.pile == pile})
    return piles
