"""The ways to vary the second edition's rules, and the rules they make."""

from __future__ import annotations

from collections.abc import Mapping

from balka.core.system import Option
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.setting import Rulebook

OFF, ON = "off", "on"

OPTIONS = (
    Option("chapters", "Rules as far as the Firefight teaches them, or all chapters", "atb-1.0-a",
           ("as taught", "all")),
    Option("action_points", "An activation is worth seven APs, the highest and lowest of three dice, or that in secret",
           "atb-3.0.1-a", ("seven", "variable", "secret")),
    Option("cautious", "Foot Units moving in the open are easier to hit in the next turn, unless they go cautiously",
           "atb-5.0.3-a", (OFF, ON)),
    Option("players", "A Firefight for four as printed, or by two players", "atb-20.1-a", ("as printed", "two")),
    Option("turn_order", "With three or four: players of the two sides in turn, sides together, or by initiative",
           "atb-20.0-b", ("in turn", "sides together", "by initiative")),
    Option("victory", "With three or four: sides win together, or each player for himself", "atb-20.0-h",
           ("team", "individual")),
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
        hit_markers=tuple(used),
        turn_order=options["turn_order"],
        individual_victory=options["victory"] == "individual",
        action_points=options["action_points"],
        cautious=options["cautious"] == ON,
        # what the other edition has as options is fixed in this one
        cap_floor=0,  # [7.4.2-e]
        vehicles_hide_like_foot=True,
        two_action_cards_with_swift=True,
        white_boxes_by_color=True,
        steep_down_is_free=True,
        carried_use_flank=True,
    )
