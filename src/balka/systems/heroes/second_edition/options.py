"""The ways to vary the second edition's rules, and the rules they make."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.system import Option
from balka.systems.heroes.loading import Title
from balka.systems.heroes.mission_data import Mission
from balka.systems.heroes.setting import Rulebook

OFF, ON = "off", "on"

OPTIONS = (
    Option("chapters", "Rules as far as the Firefight teaches them, or all chapters", "atb-1.0-a",
           ("as taught", "all")),
    Option("handicap", "Extra CAPs each round for the weaker player", "atb-3.2.5-a",
           ("none", "german 1", "german 2", "soviet 1", "soviet 2")),
)  # fmt: skip


def compile_rules(mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
    """The rules a Firefight is played by, with every option already decided."""
    side, _, extra = options["handicap"].partition(" ")
    forces = mission.forces.items()
    caps = {name: force.caps + int(extra or 0) * (force.side == side) for name, force in forces}
    used = [marker.id for marker in title.markers.values() if marker.pile in mission.hit_piles]
    return Rulebook(
        start_caps=caps,
        deck=mission.deck,
        cap_floor=0,
        hit_markers=tuple(used),
        piles_by_type=True,
        destroyed_at_once=True,
        any_unit_takes_control=True,
        vehicles_covered_in_close_combat=True,
        supporters_need_firepower=True,
        luck_only_in_own_turn=True,
        steep_down_is_free=True,
        carried_use_flank=True,
        smoke_helps_rally=False,
        smoke_covers_from_flame=False,
    )
