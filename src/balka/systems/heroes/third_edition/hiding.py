"""Hidden units as this edition has them: unnamed, unseen from first to last, at one price. [11.0-11.6]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.cards import HIDDEN_ICON
from balka.systems.heroes.chapters.group_moves import of_a_group
from balka.systems.heroes.chapters.hidden import hides_like_foot, watched, would_be_seen
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.smoke import HEAVY
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play.actions import NORMAL, UNSEEN_MOVES, Action
from balka.systems.heroes.play.costs import Now, marker_parts
from balka.systems.heroes.play.differences import Hiding
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.units import HeroesWork, Unit

SNEAK = add(5, "Hidden Move", "sos-11.3-a")


def looks_out(now: Now, unit: Unit) -> bool:
    """An enemy in its hex keeps nobody from looking further. [5.2]"""
    return True


def meet(hiding: Sequence[Unit]) -> bool:
    """Who hides is found by units in view only. [11.1-b]"""
    return False


def why_not(now: Now, unit: Unit) -> Refusal | None:
    """Everybody may hide and move unseen. [11.3]"""
    return None


def steps(now: Now, unit: Unit, near: list[int]) -> list[int]:
    """Out of enemy sight from first to last, or on foot in cover or far enough off, or into an enemy's hex.

    [11.5, 11.5-b, c]
    """
    if not hides_like_foot(now, unit):
        places = [] if watched(now, unit, unit.hex) else near
        return [to for to in places if not would_be_seen(now, unit, to) and not watched(now, unit, to)]
    foes = foes_mask(now, unit.side) if now.setting.kind(unit).is_foot else 0
    return [to for to in near if foes >> to & 1 or not would_be_seen(now, unit, to)]


def price(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """One price for all, whatever the ground, and what a Hit Marker adds to moves. [11.3-b to 11.3-d]"""
    return (SNEAK, *marker_parts(now, unit, "move")) if now.setting.rulebook.markers_tax_hidden_moves else (SNEAK,)


def late_marker(work: HeroesWork, action: Action) -> tuple[Part, ...]:
    """What a marker drawn on mines adds to a Hidden Move: it is priced after it is made, and the marker shown.

    [2.1-a, 7.5-a, 11.3-c]
    """
    counted = any(part.key in (keys.HIT_MARKER, keys.GROUP_MARKER) for part in action.base)
    if action.verb not in UNSEEN_MOVES or action.terms != NORMAL or counted:
        return ()
    found = (work.position.units.get(name) for name in action.actors if name not in action.stayed)
    for unit in (unit for unit in found if unit is not None):
        drawn = price(work, unit, unit.hex)[1:]
        if drawn:
            show_marker(work, unit, "sos-7.5-a")
            return tuple(of_a_group(part) for part in drawn) if action.group else drawn
    return ()


def in_smoke(now: Now, place: int) -> bool:
    """Heavy Smoke conceals. [11.5-g]"""
    return now.position.smoke.get(now.setting.board.labels[place]) == HEAVY


def plays(card: CardKind) -> bool:
    """Cards with the Hidden icon only. [8.9-a, 11.1-a]"""
    return HIDDEN_ICON in card.icons


def struck(now: Now, unit: Unit) -> bool:
    """Everybody is rolled for. [13.8-e]"""
    return True


HIDING = Hiding(
    known_by_name=False,
    shown_at_will=True,
    comes_out_to_join=False,
    looks_out=looks_out,
    meet=meet,
    why_not=why_not,
    steps=steps,
    price=price,
    in_smoke=in_smoke,
    plays=plays,
    struck=struck,
    stays_dug_in=False,
)
