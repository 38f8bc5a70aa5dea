"""What the audit asks of the third edition: checks counted a second way, nothing lost, no number out of bounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, hands, on
from tests.systems.heroes.wandering import step

from balka.core.frames import Roll
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import HeroesState

STEPS = 400


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_random_play_keeps_every_law_and_every_number(seed, manual):
    """The first Mission by the rulebook and with every option of the manual."""
    rng = Random(seed)
    options = {option.key: option.values[-1] for option in GAME.scenarios()[0].options} if manual else {}
    state, counted = GAME.start("sos/courier", options=options), 0
    for _ in range(STEPS):
        if state.over:
            break
        assert THIRD_EDITION.invariants(state) == []
        roll = state.stack[-1]
        if isinstance(roll, Roll) and roll.check is not None:
            again = THIRD_EDITION.recount(state, roll)
            counted += again is not None
            assert again in (None, roll.check.need), roll.check.tally.text("sos")
        state = step(state, rng)
    assert counted > 5


# -- the recount sees a wrong number


def rolling(game: Game, *sentences: str) -> HeroesState:
    """The state in which the dice of the last sentence are about to fall."""
    for sentence in sentences:
        game.state = game.state.apply(game._sentence(sentence)).state
    return game.state


ATTACK = ("fire a x", "caps 0")
CASES: dict[str, Callable[[], HeroesState]] = {
    "attack": lambda: rolling(on("x:W\na", a="inf N suppressed", x="rif N"), *ATTACK),
    "close combat": lambda: rolling(on("a+x:B", a="mg34 N", x="rif S dug-in"), "assault a x", "caps 0"),
    "rally": lambda: rolling(on("a+b:W", a="inf N pinned", b="inf N"), "rally a", "caps 0"),
    "move": lambda: rolling(on("W\na", a="inf S stressed cowering"), "move a A01 N"),
    "pivot": lambda: rolling(on("a", a="inf S cowering"), "pivot a N"),
    "stall": lambda: rolling(on("a", a="inf S stressed"), "stall a"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_number_is_noticed(case):
    state = CASES[case]()
    roll = state.stack[-1]
    assert roll.check.need == THIRD_EDITION.recount(state, roll)
    part = roll.check.tally.parts[0]
    tally = structs.replace(
        roll.check.tally, parts=(structs.replace(part, value=part.value + 1), *roll.check.tally.parts[1:])
    )
    assert structs.replace(roll.check, tally=tally).need != THIRD_EDITION.recount(state, roll)


def test_caps_and_confusion_count():
    game = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 6, SOVIET: 0}, told=hands("", "06"))
    game.begin("fire a x", "caps 2", dice=[1, 1])
    state = game.state.apply("play 06").state.apply("caps 2").state
    assert state.stack[-1].check.need == 3 + 3 - 2 == THIRD_EDITION.recount(state, state.stack[-1])


# -- the laws see what is lost


def sound() -> HeroesState:
    return on("x\n.\na", a="inf N", x="rif S pinned", told=hands("01 05")).state


def changed(state: HeroesState, **fields: object) -> HeroesState:
    return structs.replace(state, **fields)


BROKEN: dict[str, Callable[[HeroesState], HeroesState]] = {
    "counter x": lambda s: changed(
        s, position=s.position.without("x"), bags={**s.bags, "soft": s.bags["soft"].plus("soft_pinned")}
    ),
    "card 05": lambda s: changed(s, hands={**s.hands, GERMAN: s.hands[GERMAN].without("05")}),
    "card 08": lambda s: changed(s, tracks=s.tracks.changed(discards=("08",))),
    "Hit Marker soft_pinned": lambda s: changed(
        s, position=s.position.with_unit(s.position.units["x"].changed(marker=""))
    ),
    "deck says": lambda s: changed(s, bags={**s.bags, "deck": structs.replace(s.bags["deck"], size=1)}),
    "the VP marker": lambda s: changed(s, tracks=s.tracks.changed(vp=0)),
    "german has -1 CAPs": lambda s: changed(s, tracks=s.tracks.changed(caps={GERMAN: -1, SOVIET: 0})),
    "the CAPs track of soviet": lambda s: changed(s, tracks=s.tracks.changed(covered={GERMAN: 0, SOVIET: 4})),
    "Round 6 of 5": lambda s: changed(s, tracks=s.tracks.changed(round=6)),
}


def test_a_sound_state_has_nothing_wrong():
    assert THIRD_EDITION.invariants(sound()) == []


@pytest.mark.parametrize("wrong", BROKEN)
def test_what_is_wrong_is_named(wrong):
    (problem,) = THIRD_EDITION.invariants(BROKEN[wrong](sound()))
    assert problem.startswith(wrong)
