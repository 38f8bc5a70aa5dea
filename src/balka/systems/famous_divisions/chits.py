"""Event chits: drawing them, what spoils them, anti-aircraft fire, black chits. [10.3, 10.7]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Refusal, UnitId, Word
from balka.core.dice import Bag, Outcome
from balka.core.frames import Frame, Quote, Roll
from balka.systems.famous_divisions import fortifications, losses
from balka.systems.famous_divisions.events.chits import (
    BlackDrawn,
    BlackPlayed,
    ChitLost,
    CupRefilled,
    DrivenOff,
    EventDrawn,
    Grounded,
    LostAtNight,
    Nullified,
)
from balka.systems.famous_divisions.events.dice import FlakRolled
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import (
    Chit,
    GdState,
    GdWork,
    Now,
    Rulebook,
    enemy_of,
    kind,
    note,
    seat,
    unit,
)
from balka.systems.famous_divisions.position import ON_MAP, SIDES, Unit
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.strength import Fight
from balka.systems.famous_divisions.verbs import Flak, Hold, Keep, Play
from balka.systems.famous_divisions.weather import effect, is_night
from balka.systems.famous_divisions.wording import people

GROUNDED = {"Cloudy": "gd-14.1-b", "Foggy": "gd-14.1-c", "Rainy": "gd-14.1-d", "Stormy": "gd-14.1-e",
            "Snowy": "gd-14.1-f"}  # fmt: skip
COLOURS = ("black", "blue", "red")
BLACK = "black"


def cup(side: str) -> str:
    return f"{side}-cup"


def event_bags(book: Rulebook, chits: Mapping[str, Chit]) -> dict[str, Bag]:
    """The pools of chits without those held, and each side's cup, so many of each colour. [2.0-e, 10.3-a, b, Q-pool]"""
    held = [chit_id for kept in book.held.values() for chit_id in kept]
    left = {chit.id: max(0, chit.count - held.count(chit.id)) for chit in chits.values()}
    pools = {colour: Bag.of({chit.id: left[chit.id] for chit in chits.values() if chit.colour == colour})
             for colour in COLOURS}  # fmt: skip
    return {**pools, **{cup(side): Bag.of(book.cups[side]) for side in SIDES}}


def pool(game: Now, side: str, colour: str) -> str:
    """Where a chit of a colour comes from: the common pool, or its own discards once the cup was filled again."""
    return f"{side}-{colour}" if side in game.tracks.refilled else colour


def chit_of(game: Now, chit_id: str) -> Chit:
    return game.setting.catalogue.chits[chit_id]


# -- drawing


class Draw(Frame, frozen=True):
    """A side draws its one chit for an attack: first its colour shows, then its name. [10.3-c, d]

    The cups are filled at random from one pool, so which chits lie in them is settled only as they are drawn. A cup
    that is empty and has no discards to be filled from gives none.
    """

    automatic = True

    side: str
    colour: str = ""

    def run(self, work: GdWork) -> None:
        if not self.colour:
            self._draw_colour(work)
            return
        to = (seat(work, self.side),) if self.colour == BLACK else None
        work.push(Roll(self.side, "event chit", bag=pool(work, self.side, self.colour), to=to))

    def _draw_colour(self, work: GdWork) -> None:
        if not work.bags[cup(self.side)].size and work.tracks.discards.get(self.side):
            refill(work, self.side)
        if work.bags[cup(self.side)].size:
            work.push(Roll(self.side, "event chit", bag=cup(self.side)))
            return
        work.pop()
        work.finish(("drew", self.side, ""))

    def resume(self, work: GdWork, result: Outcome) -> None:
        if not self.colour:
            work.replace_top(Draw(self.side, result.item))
            return
        work.pop()
        if self.colour == BLACK:
            self._take_black(work, result.item)
        else:
            work.tell(EventDrawn(self.side, result.item))
            work.finish(("drew", self.side, result.item))

    def _take_black(self, work: GdWork, chit: str) -> None:
        """A black chit goes to the hand, and the side draws no other. [10.3-s, ruling Q-black-drawn]"""
        work.hands = {**work.hands, self.side: work.hands[self.side].plus(chit)}
        work.tell_only((seat(work, self.side),), EventDrawn(self.side, chit), BlackDrawn(self.side))
        work.finish(("drew", self.side, ""))


def refill(work: GdWork, side: str) -> None:
    """An empty cup gets its blue and red discards back. [10.3-n, ruling Q-cup-empty]"""
    spent = work.tracks.discards.get(side, ())
    colours = [chit_of(work, chit_id).colour for chit_id in spent]
    bags = {**work.bags, cup(side): Bag.of(colours)}
    for colour in ("blue", "red"):
        bags[f"{side}-{colour}"] = Bag.of([chit_id for chit_id in spent if chit_of(work, chit_id).colour == colour])
    work.bags = bags
    refilled = work.tracks.refilled
    note(work, discards={**work.tracks.discards, side: ()}, refilled=tuple(sorted({*refilled, side})))
    work.tell(CupRefilled(side))


def discard(work: GdWork, fight: Fight) -> None:
    """Drawn chits end in their owners' discard piles. [10.3-m]"""
    discards = dict(work.tracks.discards)
    for side, chit in fight.chits:
        discards[side] = (*discards.get(side, ()), chit)
    note(work, discards=discards)


# -- what spoils a drawn chit


def drawn(game: Now, fight: Fight, side: str) -> Chit | None:
    """The chit a side drew, while it counts."""
    if fight.why_void(side):
        return None
    return next((chit_of(game, chit) for owner, chit in fight.chits if owner == side), None)


def spoiled(game: Now, fight: Fight) -> Iterator[ChitLost]:
    """Chits that have no effect at night or in this weather. [10.3-j, 13.2-e, 14.1]"""
    for side, chit_id in fight.chits:
        chit = chit_of(game, chit_id)
        if chit.no_night and is_night(game):
            yield LostAtNight("gd-10.3-j", side, chit_id)
        elif chit.is_air and not effect(game).aircraft:
            yield Grounded(GROUNDED[game.tracks.weather], side, chit_id)


def nullified(game: Now, fight: Fight) -> Iterator[ChitLost]:
    """Drawn chits named by the other drawn chit. [10.3-k, ruling Q-mutual-null]"""
    for side, _ in fight.chits:
        own, other = drawn(game, fight, side), drawn(game, fight, enemy_of(side))
        if own and other and own.id in other.nullifies:
            yield Nullified("gd-10.3-k", side, own.id, other.id)


# -- anti-aircraft fire [10.7]


def can_shoot_down(game: Now, counter: Unit, h: int) -> bool:
    """Any AA or Flak unit on the map whose dice can beat the distance; a rider is part of its tank. [9.5-d, 10.7-d]"""
    if counter.carrier or counter.status != ON_MAP or not kind(game, counter).is_anti_aircraft:
        return False
    return distance(game, counter.hex, h) < 6 * flak_dice(game, counter)


def flak_dice(game: Now, counter: Unit) -> int:
    """Light units roll three dice. [10.7-c]"""
    return 3 if "lt_aa" in kind(game, counter).flags else 2


def may_have_flak(game: Now, side: str) -> bool:
    """Has a side anti-aircraft units left on the map? Arrivals and losses are public."""
    units = game.position.units
    kinds = [k for k in game.setting.catalogue.kinds.values() if k.side == side and k.is_anti_aircraft]
    return any(k.id not in units or units[k.id].status == ON_MAP for k in kinds)


def flak_check(game: Now, counter: Unit, h: int) -> Check:
    away = distance(game, counter.hex, h)
    tally = Tally("To beat", (add(away, "hexes to the combat", "gd-10.7-b"),))
    return Check(f"{kind(game, counter).name} fires at aircraft", f"{flak_dice(game, counter)}d6=", tally, "above")


class AntiAircraft(SideFrame, frozen=True):
    """The other side's anti-aircraft units fire at the airplanes, one after the other. [10.7-e, f]"""

    cites = "gd-10.7-e"

    hex: int
    owner: str
    used: tuple[str, ...] = ()

    def ask_kind(self) -> str:
        return "flak"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: GdState, seat: str) -> str:
        return "Airplanes attack: fire anti-aircraft units, or hold."

    def options(self, state: GdState) -> Iterator[Choice]:
        for counter in state.position.of(self.side):
            if counter.id not in self.used and can_shoot_down(state, counter, self.hex):
                yield Flak(UnitId(counter.id))
        yield Hold()

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        if not isinstance(choice, Flak):
            return Quote(final="yes")
        return Quote(checks=(flak_check(view, unit(view, choice.unit), self.hex),), final="yes")

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Flak):
            return super().refuse(view, choice, seat)
        if choice.unit in self.used:
            return Refusal("Each gun fires once at these airplanes.", "gd-10.7-f")
        return Refusal("Only anti-aircraft units of yours whose dice can beat the distance fire.", "gd-10.7-b")

    def answer(self, work: GdWork, choice: Choice) -> None:
        if not isinstance(choice, Flak):
            work.pop()
            return
        losses.reveal(work, (choice.unit,))
        work.replace_top(self.replaced(used=(*self.used, str(choice.unit))))
        check = flak_check(work, unit(work, choice.unit), self.hex)
        work.push(Roll(self.side, "anti-aircraft fire", dice=check.dice, check=check))

    def resume(self, work: GdWork, result: Outcome) -> None:
        gun = unit(work, self.used[-1])
        check = flak_check(work, gun, self.hex)
        band = check.read(result)
        work.tell(FlakRolled(result.faces, check, band, gun.id, (gun.hex, self.hex)))
        if band == "yes":
            work.pop()
            work.finish(("void", DrivenOff("gd-10.7-e", self.owner)))


# -- black chits


def breaks_fort(game: Now, fight: Fight, chit: Chit) -> bool:
    """Does a black chit cancel a fortification that counts in this attack? [15.0-k, ruling Q-bunker-trench]"""
    if not chit.fortification or chit.fortification in fight.broken:
        return False
    hexes = {unit(game, unit_id).hex for unit_id in fight.attackers}
    return any(fort.kind == chit.fortification for fort in fortifications.guarding(game, fight.target, hexes))


def names_chit(game: Now, fight: Fight, chit: Chit) -> list[str]:
    """Sides whose drawn chit a black chit names, both if both drew it. [10.3-q, ruling Q-black-both]"""
    return [side for side, _ in fight.chits if (own := drawn(game, fight, side)) and own.id in chit.nullifies]


def is_applicable(game: Now, fight: Fight, chit_id: str) -> bool:
    """A black chit may be played only where it takes something away. [10.3-r]"""
    chit = chit_of(game, chit_id)
    return bool(names_chit(game, fight, chit)) or breaks_fort(game, fight, chit)


def black_window(game: Now, fight: Fight, side: str) -> bool:
    """Is a side asked? If an open chit of its applies, or it holds one nobody has seen. [10.3-p, r]"""
    if any(is_applicable(game, fight, chit) for chit in game.tracks.held.get(side, ())):
        return True
    return game.hands[side].size > 0 and (bool(fight.chits) or bool(fortifications.in_hex(game, fight.target)))


class BlackChits(SideFrame, frozen=True):
    """A side may play black chits or keep them; nobody can answer them. [10.3-r, s, u]"""

    cites = "gd-10.3-r"

    fight: Fight

    def ask_kind(self) -> str:
        return "black"

    def is_window(self) -> bool:
        return True

    def prompt(self, view: GdState, seat: str) -> str:
        uses = [
            f"{chit_of(view, chit_id).name} takes away {self._taken(view, chit_id)}" for chit_id in self._playable(view)
        ]
        return f"{'; '.join(uses)}. Play a black chit, or keep it." if uses else "Keep your black chits."

    def _playable(self, game: Now) -> list[str]:
        own = {*game.tracks.held.get(self.side, ()), *game.hands[self.side].cards}
        return [chit for chit in sorted(own) if is_applicable(game, self.fight, chit)]

    def _taken(self, game: Now, chit_id: str) -> str:
        """What a black chit would remove now."""
        chit = chit_of(game, chit_id)
        drawn_ = [f"the {people(side)} {own.name}" for side in names_chit(game, self.fight, chit)
                  if (own := drawn(game, self.fight, side)) is not None]  # fmt: skip
        return " and ".join(drawn_) or f"the {chit.fortification.replace('-', ' ')}"

    def options(self, state: GdState) -> Iterator[Choice]:
        yield from (Play(Word(chit)) for chit in self._playable(state))
        yield Keep()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Play):
            return super().refuse(view, choice, seat)
        return Refusal("A black chit is played only against a chit or work that it names.", "gd-10.3-r")

    def answer(self, work: GdWork, choice: Choice) -> None:
        work.pop()
        if not isinstance(choice, Play):
            return
        chit = chit_of(work, choice.chit)
        self._spend(work, chit)
        work.tell(BlackPlayed(self.side, chit.id))
        sides = tuple(names_chit(work, self.fight, chit))
        fort = chit.fortification if breaks_fort(work, self.fight, chit) else ""
        work.finish(("black", self.side, sides, fort))

    def _spend(self, work: GdWork, chit: Chit) -> None:
        """A black chit once played is gone. [10.3-t]"""
        held = work.tracks.held.get(self.side, ())
        if chit.id in held:
            at = held.index(chit.id)
            note(work, held={**work.tracks.held, self.side: held[:at] + held[at + 1 :]})
        else:
            work.hands = {**work.hands, self.side: work.hands[self.side].without(chit.id)}
