"""The audit passes a sound game and finds every kind of fault put into it on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.toy import rules, words
from tests.toy.ford import GAME, Ford, FordSystem

from balka.core.choices import Card, Choice, Node, Token, narrowed
from balka.core.dice import Outcome
from balka.core.drawing import drawn
from balka.core.events import Event, Told
from balka.core.frames import CHANCE, Frame, Roll
from balka.core.memo import POSITION, SETTING, remembered
from balka.core.state import State, Step, Work
from balka.lab.audit import Audit, LightAudit
from balka.lab.bare import bare, on_bare_ground
from balka.lab.twins import audience_respected

Break = Callable[[pytest.MonkeyPatch], None]


def audited(game: Ford, seeds: range, every: int = 1) -> list[str]:
    """What the audit says of whole random games."""
    return [problem for seed in seeds for problem in one_game(game, seed, every).violations]


def one_game(game: Ford, seed: int, every: int) -> Audit:
    rng = Random(seed)
    state = game.start("crossing")
    audit = Audit(game, state, f"toy/crossing seed {seed}", Random(seed), every)
    try:
        for _ in range(300):
            if state.over:
                audit.end(state)
                break
            audit.at(state)
            state = one_step(audit, state, rng)
    except Exception as problem:
        audit.broke(problem)
    return audit


def one_step(audit: LightAudit, state: State, rng: Random) -> State:
    ask = rng.choice(state.asks)
    if ask.seat == CHANCE:
        answer: Any = rng.choice(state.odds())[0]
    else:
        answer = drawn(state.view(ask.seat), ask.seat, rng.randrange)
    step = state.apply(answer, ask.seat)
    audit.after(state, ask.seat, answer, step)
    return step.state


def test_the_toy_game_is_sound() -> None:
    assert audited(GAME, range(60)) == []


def test_the_toy_game_is_sound_when_looked_at_now_and_then() -> None:
    assert audited(GAME, range(60, 120), every=25) == []


# -- faults put in on purpose, each with the words the audit must find for it


def list_that_avoids_the_patrol(patch: pytest.MonkeyPatch) -> None:
    """The cart is not offered the hex where the hidden patrol lies."""
    sound = rules.ways

    def ways(ground: rules.Ground, legs: int) -> dict[int, tuple[int, ...]]:
        return {spot: way for spot, way in sound(ground, legs).items() if spot != ground.patrol}

    patch.setattr(rules, "ways", ways)


def leaking_list(patch: pytest.MonkeyPatch) -> None:
    """The same, and the engine lists from the truth and not from what the seat knows."""
    list_that_avoids_the_patrol(patch)

    def grow(state: State, path: tuple[Token, ...] = (), seat: str | None = None) -> Sequence[Node]:
        return state.stack[-1].grow(state, path, seat or state.asks[0].seat)

    patch.setattr(State, "grow", grow)


def window_opened_by_a_hand(patch: pytest.MonkeyPatch) -> None:
    """The smuggler is asked only when he does hold Mist."""
    patch.setattr(rules, "may_hold", lambda work, card: card in work.hands[words.SMUGGLER].cards)


def window_opened_by_a_hidden_piece(patch: pytest.MonkeyPatch) -> None:
    """The guard is asked only when the hidden patrol is near."""
    patch.setattr(rules, "may_be_challenged", lambda work: work.position.patrol in words.beside(work.position.cart))


def endless_march(patch: pytest.MonkeyPatch) -> None:
    """Marching costs nothing."""

    def answer(self: rules.March, work: Work, choice: Choice) -> None:
        if isinstance(choice, words.To):
            work.position = structs.replace(work.position, cart=choice.place)
        else:
            work.pop()

    patch.setattr(rules.March, "answer", answer)


def dead_end(patch: pytest.MonkeyPatch) -> None:
    """The cart must flee and may not."""
    patch.setattr(rules.Escape, "grow", lambda self, state, path, seat: [])


def dead_word(patch: pytest.MonkeyPatch) -> None:
    """A word leads nowhere."""
    sound = rules.March.grow

    def grow(self: rules.March, state: State, path: rules.Path, seat: str) -> list[Any]:
        nodes = list(sound(self, state, path, seat))
        return nodes if path else [*nodes, "rest"]

    patch.setattr(rules.March, "grow", grow)


def same_text_twice(patch: pytest.MonkeyPatch) -> None:
    class AlsoPass(Choice, frozen=True):
        verb = "pass"

    patch.setattr(rules.Prowl, "grow", lambda self, state, path, seat: [words.Pass(), AlsoPass()])


def text_that_does_not_parse_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "MIST", Card("mist"))
    patch.setattr(rules, "DECK", {"mist": 2, "song": 3})


def wrong_path(patch: pytest.MonkeyPatch) -> None:
    """A choice hangs under a word that its own path does not have."""

    def grow(self: rules.Prowl, state: State, path: rules.Path, seat: str) -> list[Any]:
        return ["stay"] if not path else [words.Pass()]

    patch.setattr(rules.Prowl, "grow", grow)


def crooked_odds(patch: pytest.MonkeyPatch) -> None:
    sound = Roll.odds
    patch.setattr(Roll, "odds", lambda self, state: [(o, c * Fraction(9, 10)) for o, c in sound(self, state)])


def lanes_that_race(patch: pytest.MonkeyPatch) -> None:
    """Whoever says something first in a lane is noted outside it."""
    sound = rules.Hide.answer

    def answer(self: rules.Hide, work: Work, choice: Choice) -> None:
        work.tracks = structs.replace(work.tracks, played=(*work.tracks.played, work.actor))
        sound(self, work, choice)

    patch.setattr(rules.Hide, "answer", answer)


def open_lanes(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what is said in the lanes."""
    patch.setattr(rules.Hide, "conceal", Frame.conceal)


def careless_sample(patch: pytest.MonkeyPatch) -> None:
    """A sampled world has another number of cards in a hand."""
    sound = FordSystem.sample

    def sample(self: FordSystem, view: State, rng: Any) -> State:
        world = sound(self, view, rng)
        return structs.replace(world, hands={seat: hand.plus("SONG") for seat, hand in world.hands.items()})

    patch.setattr(FordSystem, "sample", sample)


def frame_not_saved(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FordSystem, "frames", tuple(frame for frame in rules.FRAMES if frame is not rules.March))


def loose_refusals(patch: pytest.MonkeyPatch) -> None:
    """Anything goes."""
    patch.setattr(State, "listed", lambda self, choice, seat: True)


def strict_refusals(patch: pytest.MonkeyPatch) -> None:
    """What is listed is explained away."""
    sound = State.why_not
    patch.setattr(
        State, "why_not", lambda self, text, seat=None: sound(self, "nonsense" if text == "draw" else text, seat)
    )


def shouted_secret_roll(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears which card was drawn."""

    def resume(self: rules.Fetch, work: Work, outcome: Any) -> None:
        work.hands = {**work.hands, self.drawer: work.hands[self.drawer].plus(outcome.item)}
        work.tell(words.Fact("card drawn", outcome.item))
        rules.leave_if_done(work)

    patch.setattr(rules.Fetch, "resume", resume)


def powder_on_the_table(patch: pytest.MonkeyPatch) -> None:
    """The secret roll leaves its mark where all can see it."""
    sound = rules.CountPowder.resume

    def resume(self: rules.CountPowder, work: Work, outcome: Any) -> None:
        sound(self, work, outcome)
        work.turn = 1 if outcome.total > 3 else 0

    patch.setattr(rules.CountPowder, "resume", resume)


def lost_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "count", lambda work, **fields: None)


def miscounted_check(patch: pytest.MonkeyPatch) -> None:
    """Dark nights are forgotten in the tally."""
    sound = rules.Shot.check
    patch.setattr(rules.Shot, "check", lambda self, night: sound(self, 0))


def restless_frame(patch: pytest.MonkeyPatch) -> None:
    """An automatic frame never comes to an end."""
    patch.setattr(rules.Route, "run", lambda self, work: None)


def reveal_undone(patch: pytest.MonkeyPatch) -> None:
    """Finding the patrol can be taken back."""
    patch.setattr(rules, "may_be_challenged", lambda work: False)

    def show(work: Work) -> None:
        if not work.position.patrol_seen:
            work.tell(words.Fact("patrol found", words.LABELS[work.position.patrol]))
            rules.place(work, patrol_seen=True)

    patch.setattr(rules, "show_patrol", show)


def state_written_into(patch: pytest.MonkeyPatch) -> None:
    """A handler changes the old state instead of making a new one."""

    def resume(self: rules.Fetch, work: Work, outcome: Any) -> None:
        work.hands[self.drawer] = work.hands[self.drawer].plus(outcome.item)
        work.tell_only((self.drawer,), words.Fact("card drawn", outcome.item), words.Fact("powder stored"))
        rules.leave_if_done(work)

    patch.setattr(rules.Fetch, "resume", resume)


def no_verdict(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FordSystem, "verdict", lambda self, state: None)


def game_that_breaks(patch: pytest.MonkeyPatch) -> None:
    def answer(self: rules.Prowl, work: Work, choice: Choice) -> None:
        raise KeyError("patrol")

    patch.setattr(rules.Prowl, "answer", answer)


def list_handed_on_too_far(patch: pytest.MonkeyPatch) -> None:
    """Where the patrol may go is kept, and handed to a position in which it stands elsewhere."""

    @remembered(on=POSITION)
    def steps(state: State) -> list[Choice]:
        return [*map(words.To, words.beside(state.position.patrol)), words.Pass()]

    def place(work: Work, **fields: Any) -> None:
        kept = work.position.__dict__
        work.position = structs.replace(work.position, **fields)
        work.position.__dict__.update(kept)

    patch.setattr(rules.Prowl, "grow", lambda self, state, path, seat: narrowed(steps(state), path))
    patch.setattr(rules, "place", place)


def list_kept_for_the_whole_game(patch: pytest.MonkeyPatch) -> None:
    """The ways of the cart are kept with the setting by hex and legs, though a patrol that is seen bars one."""

    def hex_and_legs(state: State, legs: int) -> tuple[int, int]:
        return state.position.cart, legs

    @remembered(on=SETTING, by=hex_and_legs)
    def kept(state: State, legs: int) -> list[Choice]:
        return [*map(words.To, rules.ways(state.position, legs)), words.Pass()]

    patch.setattr(rules.March, "grow", lambda self, state, path, seat: narrowed(kept(state, self.legs), path))


def score_kept_with_the_position(patch: pytest.MonkeyPatch) -> None:
    """Hits count, and they are not in the position."""
    sound = FordSystem.score

    @remembered(on=POSITION)
    def kept(state: State) -> dict[str, float]:
        return sound(state.setting.system, state)

    patch.setattr(FordSystem, "score", lambda self, state: kept(state))


def answer_from_what_was_kept(patch: pytest.MonkeyPatch) -> None:
    """The patrol goes by a step worked out for an earlier position."""
    sound = rules.Prowl.answer

    @remembered(on=POSITION)
    def first_asked(work: Work) -> int:
        return work.position.cart

    def place(work: Work, **fields: Any) -> None:
        kept = work.position.__dict__
        work.position = structs.replace(work.position, **fields)
        work.position.__dict__.update(kept)

    def answer(self: rules.Prowl, work: Work, choice: Choice) -> None:
        sound(self, work, choice)
        work.turn += first_asked(work) != work.position.cart

    patch.setattr(rules.Prowl, "answer", answer)
    patch.setattr(rules, "place", place)


FAULTS: list[tuple[Break, str]] = [
    (list_handed_on_too_far, "the list of guard after ('to',) hangs on what is remembered"),
    (list_kept_for_the_whole_game, "the list of smuggler after ('to',) hangs on what is remembered"),
    (score_kept_with_the_position, "the score or the verdict hangs on what is remembered"),
    (answer_from_what_was_kept, "what the answer led to hangs on what is remembered"),
    (leaking_list, "gives away what smuggler may not know"),
    (window_opened_by_a_hand, "a hidden difference shows: guard waits for"),
    (window_opened_by_a_hidden_piece, "a hidden difference shows: smuggler waits for"),
    (endless_march, "the same state came before"),
    (dead_end, "smuggler is asked and has no answer"),
    (dead_word, "nothing follows ('rest',)"),
    (same_text_twice, "'pass' stands 2 times"),
    (text_that_does_not_parse_back, "'play mist' does not parse back"),
    (wrong_path, "'pass' is listed and not found by its path"),
    (crooked_odds, "add up to 9/10"),
    (lanes_that_race, "matters"),
    (open_lanes, "smuggler can tell what guard plans in secret"),
    (careless_sample, "a sampled world does not fit the view"),
    (frame_not_saved, "this is no saved toy position"),
    (loose_refusals, "is not listed and would not be refused"),
    (loose_refusals, "is not listed and was accepted"),
    (strict_refusals, "'draw' is listed and would be refused"),
    (shouted_secret_roll, "may not see 'draw deck MIST' and hears: You drew MIST."),
    (powder_on_the_table, "smuggler may not see 'd6"),
    (lost_card, "4 cards instead of 5"),
    (miscounted_check, "shot needs 7, counted again 8"),
    (restless_frame, "the game does not settle"),
    (reveal_undone, "smuggler was told something new and could still undo"),
    (state_written_into, "the answer changed the state it was given to"),
    (no_verdict, "nobody says how it ended"),
    (game_that_breaks, "broke down: KeyError: 'patrol' at "),
]


@pytest.mark.parametrize(("fault", "words_found"), FAULTS, ids=[f"{f.__name__}-{n}" for n, (f, _) in enumerate(FAULTS)])
def test_the_audit_finds(fault: Break, words_found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    found: list[str] = []
    for seed in range(40):
        found += one_game(Ford(), seed, every=1).violations
        if any(words_found in problem for problem in found):
            break
    else:
        pytest.fail("\n".join(found[:10]) or "no violations")
    assert all(problem.startswith("toy/crossing seed ") and ", step " in problem for problem in found)


def test_a_bare_twin_is_the_same_state_with_nothing_kept() -> None:
    state = GAME.start("crossing")
    for seat in state.setting.seats:
        state.view(seat).grow((), seat)
    assert state.__dict__
    for twin in (bare(state), on_bare_ground(state)):
        assert twin.hash == state.hash
        assert not twin.__dict__ and not twin.position.__dict__
    assert bare(state).setting is state.setting
    assert not on_bare_ground(state).setting.__dict__


@pytest.mark.parametrize(("share", "looked"), [(0, set[int]()), (1, set(range(9))), (4, {0, 4, 8})])
def test_a_light_audit_asks_a_bare_twin_at_a_share_of_the_steps(
    share: int, looked: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, str]] = []
    now = [0]
    monkeypatch.setattr("balka.lab.bare.differences", lambda *_: iter([asked.append((now[0], "at"))][:0]))
    monkeypatch.setattr("balka.lab.bare.same_outcome", lambda *_: iter([asked.append((now[0], "after"))][:0]))
    rng, state = Random(1), GAME.start("crossing")
    audit = LightAudit(state, "toy", share)
    for now[0] in range(9):
        audit.at(state)
        state = one_step(audit, state, rng)
    assert asked == [(step, when) for step in sorted(looked) for when in ("at", "after")]


class Heard(Event, frozen=True):
    words: str

    def say(self, setting: Any) -> str:
        return self.words


@pytest.mark.parametrize(
    ("said", "telling"), [("Rifle '41 is ready.", False), ("Card 41 is drawn.", True), ("41", True)]
)
def test_a_year_in_a_name_tells_nothing_of_the_card_with_that_number(said: str, telling: bool) -> None:
    start = GAME.start("crossing", {})
    drawn = Outcome("deck", item="41")
    secret = structs.replace(start, stack=(Roll("guard", "a card", bag="deck", to=("guard",)),))
    step = Step(start, (Told(Heard(said)),), False)
    assert any(audience_respected(secret, drawn, step)) is telling


def test_no_list_can_tell_what_its_seat_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """However a rule would list: it is given the view."""
    list_that_avoids_the_patrol(monkeypatch)
    start = GAME.start("crossing", {})
    seat = start.asks[0].seat
    assert list(start.choices(seat=seat)) == list(start.view(seat).choices(seat=seat))


def test_a_violation_says_where_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    leaking_list(monkeypatch)
    assert audited(Ford(), range(1))[0].startswith("toy/crossing seed 0, step ")
    assert ", after '" in audited(Ford(), range(1))[0]


def test_a_broken_game_does_not_flood_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    crooked_odds(monkeypatch)
    dead_word(monkeypatch)
    assert len(one_game(Ford(), 0, every=1).violations) <= 20
