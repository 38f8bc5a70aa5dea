"""Mistakes in the data of a title that show only beside its rules: cards nobody can play, chapters nobody teaches."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from balka.core.errors import BalkaError
from balka.core.packs.tables import Row, Table
from balka.systems.heroes.data import check, check_mission
from balka.systems.heroes.data.loading import CARDS, UNITS, Title
from balka.systems.heroes.data.map_data import MAPS
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play.edition import Edition
from balka.systems.heroes.play.setup import chapters_read

PLAYED_BY = ("players", "bonus", "gives_action", "turn_plays", "why_not_card")
"""the hooks of a chapter that name a card of the deck"""
MODELS = ("follow me", "rally up", "officer", "seek cover", "sniper fire")
"""what a card of a pack may do by the rules of a printed one, besides giving an Action"""
HAND_WEAPONS = ("W01", "GRENADES")


def problems(title: Title, edition: Edition, topics: Collection[str]) -> list[str]:
    """Every mistake in a title's data, in sentences."""
    found = check.problems(title)
    if found:
        return found  # the rest would only repeat it
    wrong = list(_models(title, edition)) or [
        f"{_at(title, m, text)}, {m.id}: {text}"
        for m in title.missions
        for text in mission_problems(title, m, edition, topics)
    ]
    return wrong + list(_idle(title))


def _at(title: Title, mission: Mission, text: str) -> str:
    """File and line of the key that a sentence begins with."""
    return title.mission_file.place(mission.key, (text.split(maxsplit=1)[0].rstrip(":"),))


def mission_problems(title: Title, mission: Mission, edition: Edition, topics: Collection[str]) -> Iterator[str]:
    """What the rules cannot make anything of."""
    if mission.teaches not in topics:
        yield f"teaches {mission.teaches!r} is no part of the rulebook; parts are {', '.join(topics)}"
        return
    taught = edition.upto(chapters_read(mission)).with_cards(title.modelled_cards)
    for card in mission.deck:
        if card not in _played(taught, mission):
            yield f"deck: no rule plays card {card} ({title.cards[card].name}); it would only fill the hand"
    for force_name, force in mission.forces.items():
        for card in [grant.card for grant in force.weapons]:
            if title.cards[card].plays and card not in taught.deeds:
                yield f"{force_name}: card {card} cannot be used in a mission that teaches {mission.teaches!r}"


def _played(edition: Edition, mission: Mission) -> set[str]:
    """Cards some rule can play, those that a rule of the Mission names included."""
    known = {card for hook in PLAYED_BY for card in getattr(edition.cards, hook)} | set(edition.roles.values())
    return known | {getattr(used, "card", "") for used in (*mission.victory.rules, *mission.special)}


def _models(title: Title, edition: Edition) -> Iterator[str]:
    """Cards of a pack are played like a printed card of their family whose rules ask for no card by its number."""
    fit = {*edition.cards.gives_action, *(edition.roles.get(role, "") for role in MODELS), *HAND_WEAPONS} & set(
        title.cards
    )
    for row in title.rows(CARDS):
        if row["plays"] and row["plays"] not in fit:
            like = ", ".join(sorted(fit))
            yield f"{row.place}, column plays: no card can be played like {row['plays']!r}; one of {like}"
        elif row["plays"]:
            yield from _unlike(row, title.cards[row["plays"]])


def _unlike(row: Row, model: CardKind) -> Iterator[str]:
    if row["family"] != model.family:
        yield f"{row.place}, column family: card {model.id} is of the family {model.family}; write {model.family}"
    for icon in sorted(set(row.words("icons")) - model.icons):
        known = ", ".join(sorted(model.icons)) or "none"
        yield f"{row.place}, column icons: card {model.id} has no icon {icon}; some of {known}"


def _idle(title: Title) -> Iterator[str]:
    """What a pack brings and no Mission uses: unit types, cards, maps."""
    fielded = {kind for mission in title.missions for force in mission.forces.values() for kind in force.unit_counts()}
    for row in _brought(title, UNITS, "id"):
        if row["id"] not in fielded:
            yield f"{row.place}: no mission fields {row['id']}; name it in one, or mend the id"
    used = {card for mission in title.missions for card in _cards_of(mission)}
    for row in _brought(title, CARDS, "id"):
        if row["id"] not in used:
            yield f"{row.place}: no mission has the card {row['id']}; name it in a deck or a hand, or mend the id"
    laid = {str(laid.map) for mission in title.missions for laid in mission.maps}
    for row in _brought(title, MAPS, "map"):
        if row["map"] not in laid:
            yield f"{row.place}: no mission is played on map {row['map']}; name it in one, or mend the number"


def _cards_of(mission: Mission) -> Iterator[str]:
    yield from mission.deck
    for force in mission.forces.values():
        yield from (grant.card for grant in (*force.weapons, *force.veterans))
    yield from (getattr(used, "card", "") for used in (*mission.victory.rules, *mission.special))


def _brought(title: Title, table: Table, column: str) -> list[Row]:
    """The first row for each thing that the game itself does not have."""
    own = {row[column] for row in table.read(title.folder)}
    found = {row[column]: row for row in reversed(title.rows(table)) if row[column] not in own}
    return list(found.values())


def refuse_faulty(title: Title, mission: Mission, edition: Edition) -> None:
    """A Mission that cannot be played as it is written is not begun."""
    for problem in (*_models(title, edition), *check_mission.mission_faults(title, mission)):
        raise BalkaError(problem, f"`balka check {title.key} --pack FOLDER` lists every mistake of a pack")
