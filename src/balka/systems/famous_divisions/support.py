"""Artillery in support of an attack or a defence. [10.2, 11.0-b, 11.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, Refusal, UnitId
from balka.core.frames import Quote
from balka.core.memo import remembered
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import CATALOGUE, GdState, GdWork, Now, kind
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY
from balka.systems.famous_divisions.position import OFF_MAP, ON_MAP, Unit
from balka.systems.famous_divisions.strength import Fight, attack_check, gun_reaches
from balka.systems.famous_divisions.verbs import Gun, Stand
from balka.systems.famous_divisions.wording import label

NO_GUN = Refusal("It is no artillery in play.", "gd-11.0-a")
HAS_FIRED = Refusal("It has fired this turn.", "gd-10.2-e")
HUNGRY_GUN = Refusal("Out of supply a gun lies on its fired side.", "gd-5.3-i")
GUN_RIDES = Refusal("A gun that rides on a tank is part of it and does not fire.", "gd-9.5-d")
ON_THE_ROAD = Refusal("It is on the road and fires only after its move of this turn.", "gd-20.4-b")
NO_GUNS = Refusal("No artillery takes part in an overrun, on either side.", "gd-9.4-d")
GUN_PINNED = Refusal("A pinned gun takes no part in an attack.", "gd-10.1-e")
OWN_HEX = Refusal("A gun does not support the defence of its own hex.", "gd-10.2-f")
ADDED = Refusal("It takes part already.", "gd-10.2-e")
TOO_FAR = Refusal("The combat hex is beyond its range.", "gd-10.2-j")


def why_not_ready(game: Now, gun: Unit) -> Refusal | None:
    """Why a unit cannot fire as artillery now, in support or by itself. [5.3-i, 9.5-d, 10.2-e, 20.4-b]"""
    if gun.anonymous or not kind(game, gun).is_artillery or gun.status not in (ON_MAP, OFF_MAP):
        return NO_GUN
    if gun.fired or gun.hungry >= OUT_OF_SUPPLY:
        return HAS_FIRED if gun.fired else HUNGRY_GUN
    if gun.carrier:
        return GUN_RIDES
    return ON_THE_ROAD if gun.marching and not gun.stepped else None


def why_no_support(game: Now, fight: Fight, gun: Unit) -> Refusal | None:
    """Why a gun may not join its side of a fight; it need not be activated. [9.4-d, 10.1-e, 10.2-d to g, j, 11.1-a]"""
    not_ready = NO_GUNS if fight.overrun else why_not_ready(game, gun)
    if not_ready is not None:
        return not_ready
    if gun.side == fight.side and gun.pinned:
        return GUN_PINNED
    if gun.side != fight.side and gun.hex == fight.target:
        return OWN_HEX
    return None if gun_reaches(game, gun, fight.target) else TOO_FAR


def supporting_guns(game: Now, fight: Fight, side: str) -> list[Unit]:
    """The guns a side may still add to a fight. [10.2-a, b, k]"""
    guns = _gun_names(game, side).difference(fight.attackers, fight.guns, fight.support)
    own = [u for name, u in game.position.forces[side].units.items() if name in guns]
    return [u for u in own if why_no_support(game, fight, u) is None]


@remembered(on=CATALOGUE)
def _gun_names(game: Now, side: str) -> frozenset[str]:
    return frozenset(k.id for k in game.setting.catalogue.kinds.values() if k.side == side and k.is_artillery)


class Support(SideFrame, frozen=True):
    """The defender adds guns once the attacker has committed his. [10.2-b, l]"""

    cites = "gd-10.2-b"

    fight: Fight

    def ask_kind(self) -> str:
        return "defence"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: GdState, seat: str) -> str:
        return f"{label(view.setting, self.fight.target)} is attacked: add guns to the defence, or stand."

    def options(self, state: GdState) -> Iterator[Choice]:
        yield from (Gun(UnitId(u.id)) for u in supporting_guns(state, self.fight, self.side))
        yield Stand()

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Gun):
            support = (*self.fight.support, str(choice.unit))
            work.replace_top(self.replaced(fight=structs.replace(self.fight, support=support)))
        else:
            work.pop()
            work.finish(("support", self.fight.support))

    def panel(self, view: GdState) -> tuple[Tally | Check, ...]:
        return (attack_check(view, self.fight),)

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        """The roll as it would be with another gun. [10.2-b]"""
        if not isinstance(choice, Gun):
            return super().quote(view, choice, seat)
        fight = structs.replace(self.fight, support=(*self.fight.support, str(choice.unit)))
        return Quote(checks=(attack_check(view, fight),))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Gun):
            return super().refuse(view, choice, seat)
        gun = view.position.units.get(choice.unit)
        if gun is None or gun.side != self.side:
            return NO_GUN
        return why_no_support(view, self.fight, gun) or ADDED


def may_have_guns(game: Now, side: str) -> bool:
    """Has a side artillery left in play? Arrivals and losses are public."""
    units = game.position.units
    return any(name not in units or units[name].status in (ON_MAP, OFF_MAP) for name in _gun_names(game, side))
