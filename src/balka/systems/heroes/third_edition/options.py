"""The ways to vary the third edition's rules, and the rules they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from balka.core.system import Option
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.setting import Rulebook

RULEBOOK, MANUAL = "rulebook", "manual"


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
    _option(
        "turret_support",
        "A turret supports a Group Attack in its Arc of Fire only, or all round",
        "sos-10.6-b",
        "arc",
        "all round",
    ),
    _option(
        "crew_served",
        "In Close Combat a white field spoils the figure on it, or the whole unit",
        "sos-6.10-b",
        "figure",
        "unit",
    ),
    _option("hidden_sight", "Hidden vehicles in the open are seen from afar, or from 2 hexes like Foot", "sos-11.1-g"),
    _option("recon", "Recon by Fire rolls to reveal, or to hit, read in secret by the opponent", "sos-11.1-h"),
    _option("hidden_cost", "Hit Markers make Hidden Moves cost more, or not", "sos-11.3-d"),
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


BY_THE_MANUAL = {
    "foot_cost": "foot_moves_cost_one", "swift_cards": "two_action_cards_with_swift",
    "spent_cards": "spent_units_play_green_cards", "group_support": "support_from_beside",
    "hidden_sight": "vehicles_hide_like_foot", "recon": "recon_hits_in_secret", "steep": "steep_down_is_free",
    "wheels_in_woods": "wheels_enter_woods", "carried_defense": "carried_use_flank",
    "armored_destroyed": "armored_destroyed_at_once", "firing_down": "no_vehicle_fires_down",
    "open_top": "open_top_in_any_close_combat", "air_bursts": "air_bursts_strike_all", "drift": "drift_is_short",
}  # fmt: skip
"""what holds by the older manual only, by option"""
BY_THE_RULEBOOK = {
    "control": "control_flips_at_once", "corn": "corn_is_difficult", "group_timing": "movers_join_attacks",
    "hidden_cost": "markers_tax_hidden_moves", "towing": "stunned_can_be_towed", "smoke_rally": "smoke_helps_rally",
    "flame_smoke": "smoke_covers_from_flame",
}  # fmt: skip
"""what holds by the rulebook only, by option"""
OLDER_WORKS = {"gun_pits": "gun_pit", "bunkers": "bunker"}
"""the family of works that is as in the older manual, by option"""


def compile_rules(mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
    """The rules a Mission is played by, with every option already decided."""
    manual = {key for key, value in options.items() if value == MANUAL}
    flags: dict[str, Any] = {field: key in manual for key, field in BY_THE_MANUAL.items()}
    flags |= {field: key not in manual for key, field in BY_THE_RULEBOOK.items()}
    short_deck = "deck" in manual and mission.number == 1
    return Rulebook(
        start_caps=_start_caps(mission, options),
        deck=tuple(f"{n:02}" for n in range(2, 12)) if short_deck else mission.deck,
        wheat_helps_rally_in=("August", "September") if "wheat_rally" in manual else ("July", "August"),
        cap_floor=0 if "cap_floor" in manual else 3,
        hit_markers=tuple(marker.id for marker in title.markers.values() if marker.pile in mission.hit_piles),
        initiative_need=8 if "initiative" in manual else 7,
        barrage_finds_hidden=options["hidden_barrage"] == "open",
        turrets_support_all_round=options["turret_support"] == "all round",
        white_boxes_by_color=options["crew_served"] == "figure",
        older_works=frozenset(family for key, family in OLDER_WORKS.items() if key in manual),
        **flags,
    )


def _start_caps(mission: Mission, options: Mapping[str, str]) -> dict[str, int]:
    """CAPs of the Mission, with the handicap of the less experienced side. [M1-q, 19.2-a]"""
    side, _, extra = options["handicap"].partition(" ")
    caps = {name: force.caps + int(extra or 0) * (force.side == side) for name, force in mission.forces.items()}
    if options["start_caps"] == MANUAL and mission.number == 1:
        caps["german"] = 5
    return caps


def markers_by(title: Title, options: Mapping[str, str]) -> dict[str, MarkerKind]:
    """The Hit Markers as the options have them. [15.13-d, 15.13-e]"""
    found = dict(title.markers)
    if options.get("gun_damaged") == MANUAL:
        found["armored_gun_damaged"] = structs.replace(found["armored_gun_damaged"], bars=frozenset({"blue_fp"}))
    if options.get("immobilized") == MANUAL:
        stuck = found["armored_immobilized"]
        found[stuck.id] = structs.replace(stuck, front_def=0, flank_def=0, special=frozenset())
    return found
