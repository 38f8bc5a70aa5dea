"""Scout Teams: beside its Action a unit finds the Hidden enemies near it, or hides. [card 14]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.finding import reveal
from balka.systems.heroes.chapters.hidden import Sneak, go_unseen, mission_hides, sneak_hexes
from balka.systems.heroes.events.hiding import Discovery, Scouted
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import BonusCard, CardRules
from balka.systems.heroes.play.quotes import rolls_of
from balka.systems.heroes.play.situation import carries_destroyed_marker, spots
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

SCOUT_TEAMS = "14"
FOUND_WITHIN = 3  # hexes [card 14]


class Look(Choice, frozen=True):
    """Find the Hidden enemies near. [card 14]"""

    verb = "look"
    final = "yes"


class Scouting(Frame, frozen=True):
    """Scout Teams has been played: look, or hide the unit. [card 14]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "scout")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        places = sneak_hexes(state, state.position.units[self.unit])
        if not path:
            return [Look(), self.unit] if places else [Look()]
        return ["sneak"] if len(path) == 1 else [Sneak(UnitId(self.unit), Hex(to)) for to in places]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        work.pop()
        unit = work.position.units[self.unit]
        if isinstance(choice, Sneak):
            go_unseen(work, unit, choice.to)
        else:
            look_about(work, unit)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Look for Hidden enemies within 3 hexes of {view.setting.name(self.unit)}, or hide it."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if not isinstance(choice, Sneak):
            return Quote(final=choice.final)
        return Quote(None, rolls_of(view, view.position.units[self.unit], choice.verb, choice.to), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(
            "Scout Teams finds Hidden enemies, or hides a unit no enemy sees.", "sos-card-14-b atb-card-30-b", "look"
        )


def look_about(work: HeroesWork, unit: Unit, within: int = FOUND_WITHIN) -> None:
    """Every Hidden enemy in sight so near is revealed. [card 14]"""
    near = work.setting.board.within(unit.hex, within)
    foes = [foe for foe in work.position.hidden.values() if foe.side != unit.side]
    found = [foe for foe in foes if near >> foe.hex & 1 and spots(work, unit, foe)]
    work.tell(Scouted(unit.force, unit.id, unit.hex, len(found)))
    work.barrier = True
    for foe in found:
        if foe.id in work.position.hidden:
            reveal(work, foe, Discovery.SCOUTS, "sos-card-14-b atb-card-30-b")


def may_scout(now: Now, unit: Unit) -> bool:
    """A unit in view that takes the Action. [card 14]"""
    on_map = unit.hex >= 0 and not unit.carrier and unit.id in now.position.units
    return on_map and mission_hides(now) and not carries_destroyed_marker(now, unit)


def _begin(work: HeroesWork, unit: Unit) -> None:
    work.push(Scouting(unit.force, unit.id))


CHAPTER = Chapter(
    name="11",
    verbs=(Look,),
    frames=(Scouting,),
    cards=CardRules(bonus={SCOUT_TEAMS: BonusCard(may_scout, _begin)}),
)
