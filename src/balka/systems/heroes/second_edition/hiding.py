"""Hidden units as this edition has them: known by name, few of them able to hide, at a price by cover. [10.0-10.2]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.systems.heroes.chapters.hidden import conceals, gone_to, sheltered, weakest
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play.costs import Now, step_part
from balka.systems.heroes.play.differences import Hiding
from balka.systems.heroes.play.situation import enemy_in, foes_mask
from balka.systems.heroes.units import Unit

HIDE = add(7, "Going into hiding", "atb-10.2-a")
INTO_COVER = add(3, "Hidden move into cover", "atb-10.1-b")
INTO_THE_OPEN = add(6, "Hidden move into the open", "atb-10.1-c")


def looks_out(now: Now, unit: Unit) -> bool:
    """Who has an enemy in its hex sees nothing outside it. [7.7.3-i]"""
    return not enemy_in(now, unit.side, unit.hex)


def meet(hiding: Sequence[Unit]) -> bool:
    """Enemies who move in unseen are come upon too. [10.0.4-b]"""
    return len({unit.side for unit in hiding}) > 1


def why_not(now: Now, unit: Unit) -> Refusal | None:
    """Only those hide and move unseen who carry little and, to hide, are unhurt. [10.1, 10.2]"""
    name = now.setting.name(unit.id)
    if "unburdened" not in now.setting.kind(unit).flags:
        return Refusal(f"{name} is no unburdened Foot Unit.", "atb-10.1-a")
    if unit.marker and unit.id not in now.position.hidden:
        return Refusal(f"{name} has been hit and cannot hide.", "atb-10.2-a", "Rally it first.")
    return None


def steps(now: Now, unit: Unit, near: list[int]) -> list[int]:
    """Anywhere but to the enemy, even where it will be shown. [10.1-e, 10.1-f, 10.1-g]"""
    return [to for to in near if not foes_mask(now, unit.side) >> to & 1]


def price(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """Hiding has one price, a Hidden move is dearer into the open than into cover. [10.1-b to 10.1-d, 10.2-a]"""
    if unit.id not in now.position.hidden:
        return (HIDE,)
    covered = to >= 0 and (conceals(now, unit, to) or sheltered(now, gone_to(unit, to)))
    return (step_part(now, unit), INTO_COVER if covered else INTO_THE_OPEN)


def in_smoke(now: Now, place: int) -> bool:
    """Smoke conceals nobody. [10.0.4-b]"""
    return False


def plays(card: CardKind) -> bool:
    """Any card, which shows who plays it. [10.0.1-c]"""
    return True


def struck(now: Now, unit: Unit) -> bool:
    """Only the one of a hex that is hit most easily. [10.0.3-b]"""
    there = [other for other in now.position.hidden.values() if other.hex == unit.hex and other.side == unit.side]
    return weakest(now, there, flank=True) == [unit]


HIDING = Hiding(
    known_by_name=True,
    shown_at_will=False,
    comes_out_to_join=True,
    looks_out=looks_out,
    meet=meet,
    why_not=why_not,
    steps=steps,
    price=price,
    in_smoke=in_smoke,
    plays=plays,
    struck=struck,
    stays_dug_in=True,
)
