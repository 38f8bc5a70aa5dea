"""How the Ford is played: plans made together, then nights of fetching cards, prowling and marching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import structs
from tests.toy.words import (
    BETWEEN,
    GUARD,
    LABELS,
    LANDINGS,
    SMUGGLER,
    Draw,
    Fact,
    Pass,
    Play,
    Put,
    Ready,
    Shoot,
    To,
    beside,
)  # fmt: skip

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, Node, Refusal, Token, narrowed
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Lane, Roll, Steps, Together, asking
from balka.core.state import Position, State, Tracks, Work

NOWHERE, UNKNOWN = -1, -2
MIST, SONG = "MIST", "SONG"
DECK = {MIST: 2, SONG: 3}
LEGS, MOST_POWDER, HITS_TO_SINK = 3, 2, 2

Path = tuple[Token, ...]


class Ground(Position, frozen=True):
    """Where everything is; where the cart has been is plain to see."""

    cart: Hex = 0
    patrol: Hex = NOWHERE
    pit: Hex = NOWHERE
    patrol_seen: bool = False
    pit_seen: bool = False
    trodden: tuple[Hex, ...] = (0,)


class Counts(Tracks, frozen=True):
    """What both can count."""

    shots: int = 0
    hits: int = 0
    landed: bool = False
    played: tuple[str, ...] = ()


def place(work: Work, **fields: Any) -> None:
    work.position = structs.replace(work.position, **fields)


def count(work: Work, **fields: Any) -> None:
    work.tracks = structs.replace(work.tracks, **fields)


class Question(Frame, frozen=True):
    """A frame that always asks one force the same kind of thing."""

    force: ClassVar[str]
    kind: ClassVar[str]
    window: ClassVar[bool] = False

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(self.force, self.force, self.kind, window=self.window)


# -- plans


class Hide(Together, frozen=True):
    """Both plan in secret: where patrol and pit lie, and which landing the cart makes for. [D1]"""

    lane_kind = "hide"

    def lane_grow(self, state: State, lane: Lane, path: Path) -> Sequence[Node]:
        spots = {"patrol": BETWEEN, "pit": BETWEEN} if lane.force == GUARD else {"goal": LANDINGS}
        said = {sentence.split()[1] for sentence in lane.said}
        plans = [Put(unit, spot) for unit in spots if unit not in said for spot in spots[unit]]
        return narrowed(plans or [Ready()], path)

    def is_ready(self, choice: Choice) -> bool:
        return isinstance(choice, Ready)

    def close(self, work: Work, lanes: tuple[Lane, ...]) -> None:
        plans = [sentence.split() for lane in lanes for sentence in lane.said]
        put = {words[1]: words[2] for words in plans if words[0] == Put.verb}
        place(work, patrol=LABELS.index(put["patrol"]), pit=LABELS.index(put["pit"]))
        work.secrets = {**work.secrets, SMUGGLER: {"goal": put["goal"]}}
        work.tell(Fact("plans made"))


class CountPowder(Frame, frozen=True):
    """A roll only the guard sees: powder for one shot, or on 4 and more for two. [D9]"""

    automatic = True

    def run(self, work: Work) -> None:
        work.push(Roll(GUARD, "powder", "d6", to=(GUARD,)))

    def resume(self, work: Work, outcome: Outcome) -> None:
        work.pop()
        shots = "2" if outcome.total >= 4 else "1"
        work.secrets = {**work.secrets, GUARD: {"powder": shots}}
        work.tell_only((GUARD,), Fact("powder counted", shots), Fact("powder stored"))


# -- a night


class Fetch(Frame, frozen=True):
    """Each may draw a card once a night, whoever is first. [D1]"""

    forces: tuple[str, ...] = ()
    drawer: str = ""

    def ask(self, state: State) -> tuple[Ask, ...]:
        return tuple(Ask(state.setting.seat_of[force], force, "fetch") for force in self.forces)

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        return [Draw(), Pass()] if state.bags["deck"].size else [Pass()]

    def answer(self, work: Work, choice: Choice) -> None:
        work.replace_top(Fetch(tuple(force for force in self.forces if force != work.actor), work.actor))
        if isinstance(choice, Draw):
            work.push(Roll(work.actor, "card", bag="deck", to=(work.actor,)))
        else:
            leave_if_done(work)

    def resume(self, work: Work, outcome: Outcome) -> None:
        work.hands = {**work.hands, self.drawer: work.hands[self.drawer].plus(outcome.item)}
        work.tell_only((self.drawer,), Fact("card drawn", outcome.item), Fact("something drawn", self.drawer))
        leave_if_done(work)


def leave_if_done(work: Work) -> None:
    if not work.stack[-1].forces:
        work.pop()


class Prowl(Question, frozen=True):
    """The patrol may go one step; while it is unseen, nobody can tell whether it did. [D11]"""

    force, kind = GUARD, "prowl"

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        return narrowed([*map(To, beside(state.position.patrol)), Pass()], path)

    def answer(self, work: Work, choice: Choice) -> None:
        work.pop()
        spot = choice.place if isinstance(choice, To) else work.position.patrol
        seen = None if work.position.patrol_seen else (GUARD,)
        work.tell_only(seen, Fact("patrol moved", LABELS[spot]), Fact("patrol stirred"))
        place(work, patrol=spot)


class March(Question, frozen=True):
    """The cart goes where its legs carry it; what lies hidden never bars a way. [D2b]"""

    force, kind = SMUGGLER, "march"

    legs: int = LEGS

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        return narrowed([*map(To, ways(state.position, self.legs)), Pass()], path)

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, To):
            way = ways(work.position, self.legs)[choice.place]
            work.replace_top(March(self.legs - len(way)))
            work.push(Route(way))
        else:
            work.pop()

    def refuse(self, view: State, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, To):
            return Refusal(f"With {self.legs} legs left the cart cannot get there.", "toy-march")
        return super().refuse(view, choice, seat)


def ways(ground: Ground, legs: int) -> dict[int, tuple[int, ...]]:
    """The hexes in reach with the way to each; only a patrol that is seen bars one."""
    barred = ground.patrol if ground.patrol_seen else NOWHERE
    found: dict[int, tuple[int, ...]] = {ground.cart: ()}
    for _ in range(legs):
        for spot, way in list(found.items()):
            found = {to: (*way, to) for to in beside(spot) if to != barred} | found
    return {spot: found[spot] for spot in sorted(found) if spot != ground.cart}


class Route(Frame, frozen=True):
    """A way planned: each hex is entered, watched and reacted to. [D14]"""

    automatic = True

    left: tuple[Hex, ...]

    def run(self, work: Work) -> None:
        if not self.left:
            work.pop()
            return
        work.replace_top(Route(self.left[1:]))
        enter(work, self.left[0])
        if may_be_challenged(work):
            work.push(Challenge())


def enter(work: Work, spot: int) -> None:
    """The cart comes into a hex; to find nothing there is to learn something, so it cannot be taken back. [D13]"""
    work.tell(Fact("cart moved", LABELS[spot]))
    if spot not in work.position.trodden and not (work.position.pit_seen and work.position.patrol_seen):
        work.barrier = True
    place(work, cart=spot, trodden=tuple(sorted({*work.position.trodden, spot})))


def may_be_challenged(work: Work) -> bool:
    """As far as the smuggler knows: a patrol not seen may be anywhere, and powder lasts for two at most. [D3]"""
    ground = work.position
    return work.tracks.shots < MOST_POWDER and (not ground.patrol_seen or ground.patrol in beside(ground.cart))


class Challenge(Question, frozen=True):
    """The guard may fire when his patrol stands beside the cart and he has powder."""

    force, kind, window = GUARD, "challenge", True

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        near = state.position.patrol in beside(state.position.cart)
        loaded = int(state.secrets[GUARD]["powder"]) > state.tracks.shots
        return [Shoot(), Pass()] if near and loaded else [Pass()]

    def answer(self, work: Work, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Shoot):
            count(work, shots=work.tracks.shots + 1)
            work.push(Shot())
            if may_hold(work, MIST):
                work.push(Reply())
            show_patrol(work)


def may_hold(work: Work, card: str) -> bool:
    """As far as the guard knows: a card lies face down, and not every copy has been played. [D3]"""
    return work.hands[SMUGGLER].size > 0 and work.tracks.played.count(card) < DECK[card]


class Reply(Question, frozen=True):
    """Before the shot the smuggler may play Mist."""

    force, kind, window = SMUGGLER, "reply", True

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        held = [Play(MIST)] if MIST in state.hands[SMUGGLER].cards else []
        return narrowed([*held, Pass()], path)

    def answer(self, work: Work, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Play):
            work.hands = {**work.hands, SMUGGLER: work.hands[SMUGGLER].without(choice.card)}
            count(work, played=(*work.tracks.played, choice.card))
            work.tell(Fact("card played", choice.card))
            work.replace_top(Shot(mist=True))


class Shot(Frame, frozen=True):
    """Two dice against 7, more in Mist and on dark nights; two hits sink the cart."""

    automatic = True

    mist: bool = False

    def check(self, night: int) -> Check:
        parts = [add(7, "shot from the reeds", "toy-shot")]
        parts += [add(1, "dark night", "toy-dark")] if night % 2 else []
        parts += [add(2, "Mist", "toy-mist")] if self.mist else []
        return Check("shot", "2d6", Tally("needed", tuple(parts)))

    def run(self, work: Work) -> None:
        work.push(Roll(GUARD, "shot", "2d6", check=self.check(work.turn)))

    def resume(self, work: Work, outcome: Outcome) -> None:
        work.pop()
        hit = self.check(work.turn).read(outcome) == "yes"
        work.tell(Fact("shot hit" if hit else "shot missed", str(outcome.total)))
        if hit:
            drop_plan(work)
            count(work, hits=work.tracks.hits + 1)
        if work.tracks.hits == HITS_TO_SINK:
            work.stack.clear()


# -- what is found on the way


def watch(work: Work) -> None:
    """Pit, patrol and landing are looked for wherever cart and patrol go. [D13]"""
    ground = work.position
    if ground.pit == ground.cart and not ground.pit_seen:
        drop_plan(work)
        work.replace_top(March(legs=0))
        work.barrier = True
        work.tell(Fact("pit found", LABELS[ground.cart]))
        place(work, pit_seen=True)
    elif ground.patrol == ground.cart and not isinstance(work.stack[-1], Escape):
        drop_plan(work)
        tell_ground(work)
        work.push(Escape())
        show_patrol(work)
    elif LABELS[ground.cart] == work.secrets.get(SMUGGLER, {}).get("goal"):
        work.tell(Fact("landed", LABELS[ground.cart]))
        count(work, landed=True)
        work.stack.clear()


def drop_plan(work: Work) -> None:
    """Something happened to the cart: the rest of its way is off. [D14]"""
    while isinstance(work.stack[-1], Route | Challenge):
        work.pop()


def show_patrol(work: Work) -> None:
    if not work.position.patrol_seen:
        work.barrier = True
        work.tell(Fact("patrol found", LABELS[work.position.patrol]))
        place(work, patrol_seen=True)


def tell_ground(work: Work) -> None:
    """The cart must flee, so its owner is first told where it cannot. [D2c]"""
    ground = work.position
    pit = LABELS[ground.pit] if ground.pit in beside(ground.cart) else ""
    work.told = {**work.told, SMUGGLER: (pit,)}
    told = Fact("pit told", pit) if pit else Fact("firm ground told")
    work.tell_only((SMUGGLER,), told, Fact("ground tried"))


class Escape(Question, frozen=True):
    """The cart flees one step from the patrol, never into a pit it was told of."""

    force, kind = SMUGGLER, "escape"

    def grow(self, state: State, path: Path, seat: str) -> Sequence[Node]:
        told = state.told[SMUGGLER]
        return narrowed([To(spot) for spot in beside(state.position.cart) if LABELS[spot] not in told], path)

    def answer(self, work: Work, choice: To) -> None:
        work.pop()
        work.told = {**work.told, SMUGGLER: ()}
        enter(work, choice.place)


# -- the sequence of play


def hide(work: Work) -> None:
    work.push(Hide((Lane(GUARD, GUARD), Lane(SMUGGLER, SMUGGLER))))


def next_night(work: Work) -> None:
    if work.turn < work.setting.rulebook.nights:
        work.turn += 1
        work.push(Steps("night"))


SEQUENCES = {
    "game": (hide, lambda work: work.push(CountPowder()), next_night),
    "night": (
        lambda work: work.push(Fetch((GUARD, SMUGGLER))),
        lambda work: work.push(Prowl()),
        lambda work: work.push(March()),
        next_night,
    ),
}
FRAMES = (Hide, CountPowder, Fetch, Prowl, March, Route, Challenge, Reply, Shot, Escape)
