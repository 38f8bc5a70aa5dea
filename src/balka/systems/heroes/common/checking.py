"""Mistakes in the data of a title that show only beside its rules: cards nobody can play, chapters nobody teaches."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from balka.core.errors import BalkaError
from balka.core.packs.tables import Row, Table
from balka.systems.heroes import check, check_mission
from balka.systems.heroes.common.chapters import Edition
from balka.systems.heroes.loading import UNITS, Title
from balka.systems.heroes.map_data import MAPS
from balka.systems.heroes.mission_data import Mission

PLAYED_BY = ("players", "bonus", "gives_action", "turn_plays", "why_not_card")
"""the hooks of a chapter that name a card of the deck"""


def problems(title: Title, edition: Edition, topics: Collection[str]) -> list[str]:
    """Every mistake in a title's data, in sentences."""
    found = check.problems(title)
    if found:
        return found  # the rest would only repeat it
    wrong = [f"{m.id}: {text}" for m in title.missions for text in mission_problems(title, m, edition, topics)]
    return wrong + list(_idle(title))


def mission_problems(title: Title, mission: Mission, edition: Edition, topics: Collection[str]) -> Iterator[str]:
    """What the rules cannot make anything of."""
    if mission.teaches not in topics:
        yield f"teaches {mission.teaches!r} is no part of the rulebook; parts are {', '.join(topics)}"
    for card in mission.deck:
        if card not in _played(edition, mission):
            yield f"deck: no rule plays card {card} ({title.cards[card].name}); it would only fill the hand"


def _played(edition: Edition, mission: Mission) -> set[str]:
    """Cards some rule can play, those that a rule of the Mission names included."""
    known = {card for hook in PLAYED_BY for card in getattr(edition, hook)} | set(edition.roles.values())
    return known | {getattr(used, "card", "") for used in (*mission.victory.rules, *mission.special)}


def _idle(title: Title) -> Iterator[str]:
    """What a pack brings and no Mission uses: unit types, maps."""
    fielded = {kind for mission in title.missions for force in mission.forces.values() for kind in force.unit_counts()}
    for row in _brought(title, UNITS, "id"):
        if row["id"] not in fielded:
            yield f"{row.place}: no mission fields {row['id']}; name it in one, or mend the id"
    laid = {str(laid.map) for mission in title.missions for laid in mission.maps}
    for row in _brought(title, MAPS, "map"):
        if row["map"] not in laid:
            yield f"{row.place}: no mission is played on map {row['map']}; name it in one, or mend the number"


def _brought(title: Title, table: Table, column: str) -> list[Row]:
    """The first row for each thing that the game itself does not have."""
    own = {row[column] for row in table.read(title.folder)}
    found = {row[column]: row for row in reversed(title.rows(table)) if row[column] not in own}
    return list(found.values())


def refuse_faulty(title: Title, mission: Mission) -> None:
    """A Mission that cannot be played as it is written is not begun."""
    for problem in check_mission.mission_faults(title, mission):
        raise BalkaError(problem, f"`balka check {title.key} --pack FOLDER` lists every mistake of a pack")
