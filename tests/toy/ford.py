"""The Ford as a title: who may know what, how unknown things may lie, and how a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs
from tests.toy import rules, words
from tests.toy.rules import NOWHERE, UNKNOWN, Counts, Escape, Ground, Hide
from tests.toy.words import BETWEEN, BOARD, GUARD, LABELS, LANDINGS, SMUGGLER, beside

from balka.core.dice import Bag, Rng
from balka.core.errors import BalkaError
from balka.core.frames import Frame, Roll, Steps
from balka.core.state import Hand, Setting, State, Verdict, Work
from balka.core.system import Option, Scenario, System, not_described

SEATS = (GUARD, SMUGGLER)


class Rulebook(Struct, frozen=True):
    """What the options decide."""

    nights: int


class FordSystem(System):
    """The rules of the Ford, and its secrets."""

    key = "ford"
    position_type = Ground
    tracks_type = Counts
    frames = rules.FRAMES
    verbs = words.VERBS
    sequences = rules.SEQUENCES

    def watch(self, work: Work) -> None:
        rules.watch(work)

    def conceal(self, state: State, seat: str) -> State:
        """A seat knows its own hand, plan and notes; the guard knows where his things lie."""
        unseen = Counter(card for other, hand in state.hands.items() if other != seat for card in hand.cards)
        deck = state.bags["deck"]
        return structs.replace(
            state,
            position=state.position if seat == GUARD else covered(state.position),
            bags={"deck": Bag(Bag.of(unseen + Counter(deck.items)).items, deck.size)},
            hands={other: hand if other == seat else Hand(unseen=hand.size) for other, hand in state.hands.items()},
            secrets=only(seat, state.secrets),
            told=only(seat, state.told),
            stack=tuple(frame.conceal(state, seat) for frame in state.stack),
        )

    def sample(self, view: State, rng: Rng) -> State:
        """Deal the unseen cards, make up the other's plans, and lay hidden things where the viewer has not been."""
        (viewer,) = view.secrets
        other = GUARD if viewer == SMUGGLER else SMUGGLER
        deck, hand = deal(view.bags["deck"], view.hands[other].unseen, rng)
        return structs.replace(
            view,
            position=view.position if viewer == GUARD else laid_out(view, rng),
            bags={"deck": deck},
            hands={**view.hands, other: hand},
            secrets={**view.secrets, other: guess(view, other, rng)},
            told={**view.told, other: ()},
            stack=tuple(filled(frame, other, rng) for frame in view.stack),
        )

    def verdict(self, state: State) -> Verdict | None:
        if not state.over:
            return None
        if state.tracks.landed:
            return Verdict(SMUGGLER, "The cart came ashore.")
        return Verdict(GUARD, "The cart did not come ashore.")

    def score(self, state: State) -> dict[str, float]:
        """The cart is better off near the far bank, and unhit."""
        ahead = float(state.position.cart // 2 - 2 * state.tracks.hits + 9 * state.tracks.landed)
        return {GUARD: -ahead, SMUGGLER: ahead}

    def invariants(self, state: State) -> list[str]:
        """Cards are in the deck, in a hand or played; nothing is lost."""
        cards = state.bags["deck"].size + sum(hand.size for hand in state.hands.values()) + len(state.tracks.played)
        return [] if cards == 5 else [f"{cards} cards instead of 5"]

    def recount(self, state: State, roll: Roll) -> int | None:
        """What a shot needs, read off the stack: the Shot below the roll knows whether Mist lies on it."""
        return 7 + state.turn % 2 + 2 * state.stack[-2].mist if roll.why == "shot" else None


# -- who knows what


def only(seat: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    return {seat: facts[seat]} if seat in facts else {}


def covered(ground: Ground) -> Ground:
    """The ground as the smuggler sees it."""
    patrol = ground.patrol if ground.patrol_seen else UNKNOWN
    return structs.replace(ground, patrol=patrol, pit=ground.pit if ground.pit_seen else UNKNOWN)


# -- what may be where


def laid_out(view: State, rng: Rng) -> Ground:
    """Patrol and pit as they may lie: neither under the cart, the pit on no ground known to be firm."""
    if is_planning(view):
        return structs.replace(view.position, patrol=NOWHERE, pit=NOWHERE)
    ground = view.position
    told = [BOARD.hex(label) for label in view.told[SMUGGLER] if label]
    tried = beside(ground.cart) if view.stack and isinstance(view.stack[-1], Escape) else []
    pits = told or [spot for spot in BETWEEN if spot not in (*ground.trodden, *tried)]
    patrols = [spot for spot in range(10) if spot != ground.cart]
    return structs.replace(
        ground,
        patrol=ground.patrol if ground.patrol_seen else pick(patrols, rng),
        pit=ground.pit if ground.pit_seen else pick(pits, rng),
    )


def is_planning(view: State) -> bool:
    return any(isinstance(frame, Hide) for frame in view.stack)


def pick(spots: Sequence[int], rng: Rng) -> int:
    return spots[rng.randrange(len(spots))]


def deal(pool: Bag, count: int, rng: Rng) -> tuple[Bag, Hand]:
    """Cards for a hand nobody sees, out of everything unseen."""
    hand = Hand()
    for _ in range(count):
        card = pool.sample("deck", rng).item
        pool, hand = Bag(pool.without(card).items, pool.size), hand.plus(card)
    return pool, hand


def guess(view: State, seat: str, rng: Rng) -> dict[str, str]:
    """What the other seat may have noted by now."""
    if seat == SMUGGLER:
        ahead = [spot for spot in LANDINGS if spot not in view.position.trodden]
        return {} if is_planning(view) else {"goal": LABELS[pick(ahead or LANDINGS, rng)]}
    return {"powder": str(max(view.tracks.shots, 1 + rng.randrange(2)))} if view.turn else {}


def filled(frame: Frame, other: str, rng: Rng) -> Frame:
    """Plans known only to be ready are made up."""
    if not isinstance(frame, Hide):
        return frame
    spots = {"goal": LANDINGS} if other == SMUGGLER else {"patrol": BETWEEN, "pit": BETWEEN}
    said = (*(f"put {unit} {LABELS[pick(spots[unit], rng)]}" for unit in spots), "ready")
    unknown = [lane.seat == other and lane.ready for lane in frame.lanes]
    lanes = zip(frame.lanes, unknown, strict=True)
    return Hide(tuple(structs.replace(lane, said=said) if new else lane for lane, new in lanes))


# -- the title

NIGHTS = Option("nights", "How many nights the smuggler has", "toy-nights", ("4", "2"))
CROSSING = Scenario(
    key="crossing",
    title="The Crossing",
    sides=SEATS,
    length="4 nights",
    teaches="everything at once",
    situation="A cart, a patrol, a pit and two secrets.",
    basis="estimated",
    options=(NIGHTS,),
)


class Ford:
    """A small game made to hurt the engine."""

    key = "toy"
    title = "The Ford"
    blurb = "A cart, a patrol, a pit and two secrets."

    def __init__(self, system: System | None = None) -> None:
        self.system = system or FordSystem()

    def scenarios(self) -> Sequence[Scenario]:
        return (CROSSING,)

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        if scenario != CROSSING.key:
            raise BalkaError(f"there is no scenario {scenario!r}", instead=CROSSING.key)
        setting = self.setting({NIGHTS.key: NIGHTS.values[0], **(options or {})})
        hands = dict.fromkeys(SEATS, Hand())
        secrets = {seat: dict[str, str]() for seat in SEATS}
        told = dict.fromkeys(SEATS, tuple[str, ...]())
        state = State(setting, Ground(), Counts(), {"deck": Bag.of(rules.DECK)}, hands, secrets, told, (Steps("game"),))
        return Work(state, GUARD).settle().state

    def setting(self, options: dict[str, str]) -> Setting:
        if set(options) != {NIGHTS.key} or options[NIGHTS.key] not in NIGHTS.values:
            raise BalkaError(f"these are no options of the Ford: {options}", instead="nights=4 or nights=2")
        return Setting(
            game=self.key,
            scenario=CROSSING.key,
            title=CROSSING.title,
            system=self.system,
            board=BOARD,
            options=options,
            sides=SEATS,
            forces={seat: seat for seat in SEATS},
            seat_of={seat: seat for seat in SEATS},
            digest="",
            rulebook=Rulebook(int(options[NIGHTS.key])),
            catalogue=None,
        )

    describe = not_described

    def sample(self, view: State, rng: Rng) -> State:
        return self.system.sample(view, rng)


GAME = Ford()
