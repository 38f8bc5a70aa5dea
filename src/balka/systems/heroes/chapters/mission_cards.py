"""Mission cards: shown when drawn, resolved at once, discarded and replaced. [8.4-d, 8.7, cards 18 to 20]"""

from __future__ import annotations

from collections.abc import Callable

from balka.systems.heroes.chapters.victory import end_mission, gain, score_card
from balka.systems.heroes.data.mission_data import MissionEvent
from balka.systems.heroes.events.cards import (
    FIREFIGHT,
    CapsGiven,
    MissionCardShown,
    ObjectivesShown,
    ReinforcementsEarly,
)
from balka.systems.heroes.events.victory import ByEvent
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.units import OFF_MAP, HeroesWork

HALT_ORDER, OBJECTIVE = "halt", "OBJECTIVE"


def is_mission_card(now: Now, card: str) -> bool:
    """Does the card bear the Mission icon, or is it an Event? It never comes into a hand. [8.4-d, atb 8.3-a]"""
    return now.setting.cards[card].kind in ("mission", "event") and not is_objective(card)


def is_objective(card: str) -> bool:
    """A secret objective: its drawer keeps it to himself until the end. [atb card Objective]"""
    return card.startswith(OBJECTIVE)


def show_objectives(work: HeroesWork) -> None:
    """At the end everybody sees them. [atb card Objective]"""
    for force, hand in work.hands.items():
        cards = tuple(card for card in hand.cards if is_objective(card))
        if cards:
            work.tell(ObjectivesShown(force, cards))


def show_mission_card(work: HeroesWork, force: str, card: str) -> None:
    """All see it; it costs nothing; whatever it brings happens now.

    [8.7, 8.7-a, sos-card-20-b, sos-card-gen-g, atb-card-event-a]
    """
    work.set_tracks(discards=tuple(sorted((*work.tracks.discards, card))))
    work.tell(MissionCardShown(force, card))
    if card == work.setting.edition.roles[HALT_ORDER]:
        end_mission(work)
        return
    score_card(work, card)
    for rule in work.setting.mission.special:
        if isinstance(rule, MissionEvent) and rule.card == card:
            EVENTS[rule.event](work, rule)


def _caps(work: HeroesWork, event: MissionEvent) -> None:
    """Each player of the side has more CAPs for this Round. [card 19]"""
    caps = {
        force: held + event.amount if work.setting.forces[force] == event.side else held
        for force, held in work.tracks.caps.items()
    }
    work.set_tracks(caps=caps)
    work.tell(CapsGiven(event.side, event.amount))


def _vp(work: HeroesWork, event: MissionEvent) -> None:
    gain(work, event.side, event.amount, ByEvent(), FIREFIGHT)


def _reinforcements(work: HeroesWork, event: MissionEvent) -> None:
    """The side's next reinforcements are ready now. [card 19]"""
    waiting = [unit for unit in work.position.units.values() if unit.side == event.side and unit.hex == OFF_MAP]
    later = [unit for unit in waiting if unit.due > work.tracks.round]
    first = min((unit.due for unit in later), default=0)
    early = [unit for unit in later if unit.due == first]
    for unit in early:
        work.put(unit.changed(due=work.tracks.round))
    if early:
        work.tell(ReinforcementsEarly(tuple(unit.id for unit in early)))


EVENTS: dict[str, Callable[[HeroesWork, MissionEvent], None]] = {
    "caps": _caps,
    "vp": _vp,
    "reinforcements": _reinforcements,
}
