"""The audit's second count: attacks and rallies come out the same by plain arithmetic, and a wrong number is seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.choices import Choice
from balka.core.frames import CHANCE, Roll
from balka.core.proof import rule
from balka.core.state import State
from balka.games.awakening_the_bear import GAME
from balka.systems.heroes.common.attacks import Attack
from balka.systems.heroes.second_edition.recount_attacks import hit_number
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import HeroesState, Works

STEPS = 500
CAPS = {GERMAN: 6, SOVIET: 6}


def step(state: State, rng: Random) -> State:
    """Any answer, any outcome."""
    if state.asks[0].seat == CHANCE:
        odds = state.odds()
        return state.apply(rng.choices([o for o, _ in odds], [float(chance) for _, chance in odds])[0]).state
    path: tuple = ()
    while True:
        node = rng.choice(state.grow(path))
        if isinstance(node, Choice):
            return state.apply(node).state
        path = (*path, node)


def counted(key: str, seed: int) -> int:
    """How many numbers of a random game were worked out again."""
    rng, state, found = Random(seed), GAME.start(key), 0
    for _ in range(STEPS):
        if state.over:
            break
        roll = state.stack[-1]
        if isinstance(roll, Roll) and roll.check is not None:
            again = SECOND_EDITION.recount(state, roll)
            found += again is not None
            assert again in (None, roll.check.need), roll.check.tally.text()
        state = step(state, rng)
    return found


@pytest.mark.parametrize("key", ["atb/partisans", "atb/mir"])
def test_every_number_of_random_games_comes_out_again(key):
    assert sum(counted(key, seed) for seed in range(6)) > 20


# -- by hand


def rolling(game: Bear, *sentences: str) -> HeroesState:
    """The state in which the dice of the last sentence are about to fall."""
    for sentence in sentences:
        game.state = game.state.apply(game._sentence(sentence)).state
    return game.state


def told(**more: object) -> dict[str, object]:
    return {"told": more, "caps": CAPS}


FIRE = ("fire a x", "by activate 0", "caps 1")
HAND = ("assault a x", "by activate 0", "caps 0")
CASES: dict[str, tuple[int, Callable[[], HeroesState]]] = {
    "open ground": (12 - 2 - 1, lambda: rolling(on("x\n.\na", a="grif N", x="srif S", caps=CAPS), *FIRE)),
    "close, flank, wood": (
        11 + 2 - 2 - 3 - 1,
        lambda: rolling(on("x:H\na", a="grif N", x="srif N", caps=CAPS), *FIRE),
    ),
    "suppressed against a trench": (
        12 + 2 - 2 + 2 - 1,
        lambda: rolling(
            on("x\n.\na", a="grif N suppressed", x="srif S inside",
               **told(works={"A01": Works("trench", SOVIET)})), *FIRE,
        ),
    ),
    "hand to hand": (11 - 2 - 4, lambda: rolling(on("a+x", a="grif N", x="srif S", caps=CAPS), *HAND)),
    "white box": (11 - 4 + 2, lambda: rolling(on("a+x", a="lmg34 N", x="srif S", caps=CAPS), *HAND)),
    "tank hunters": (13 - 3 - 4, lambda: rolling(on("a+x", a="hunt N", x="tk26b S", caps=CAPS), *HAND)),
    "rally in a wood with friends": (
        7 - 1 - 1,
        lambda: rolling(on("a+b:H", a="grif N pinned", b="grif N", caps=CAPS), "rally a", "by activate 0", "caps 0"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_number_is_noticed(case):
    number, make = CASES[case]
    state = make()
    roll = state.stack[-1]
    assert roll.check.need == number == SECOND_EDITION.recount(state, roll)
    part = roll.check.tally.parts[0]
    parts = (structs.replace(part, value=part.value + 1), *roll.check.tally.parts[1:])
    wrong = structs.replace(roll.check, tally=structs.replace(roll.check.tally, parts=parts))
    assert wrong.need != SECOND_EDITION.recount(state, roll)


def test_smoke_on_level_ground_is_counted_and_on_a_slope_left_out():
    game = on("x\n.\n.\na", a="grif N", x="srif S", **told(smoke={"A01": "light", "A03": "light"}))
    state = rolling(game, *FIRE)
    assert state.stack[-1].check.need == 12 + 2 - 2 - 1 == SECOND_EDITION.recount(state, state.stack[-1])
    attack = next(frame for frame in state.stack if isinstance(frame, Attack))
    board = structs.replace(state.setting.board, cells=tuple(
        structs.replace(cell, elevation=1) if number == 0 else cell
        for number, cell in enumerate(state.setting.board.cells)
    ))  # fmt: skip
    sloping = structs.replace(state, setting=structs.replace(state.setting, board=board))
    assert hit_number(state, attack) == 12 and hit_number(sloping, attack) is None


def test_along_an_edge_the_smoke_counts_where_the_other_hex_is_a_wood():
    """From A02 to C02 the line runs between B02 and B03."""
    game = on(
        """
        .  .  .
        a  .  x
        .  H  .
        """,
        a="grif SE", x="srif NW", **told(smoke={"B02": "light"}),
    )  # fmt: skip
    state = rolling(game, *FIRE)
    assert state.stack[-1].check.need == 12 + 1 - 2 - 1 == SECOND_EDITION.recount(state, state.stack[-1])


@rule("atb-7.7.3-b", "atb-7.7.3-c")
def test_only_the_number_on_a_white_box_suffers_hand_to_hand():
    """Tank Hunters and anti-tank guns have a box under their red number alone."""
    for slug in ("hunt", "pak36"):
        men = on("a+x", a=f"{slug} N", x="srif S", caps=CAPS).rating("assault a x", "Attack Rating")
        tank = on("a+x", a=f"{slug} N", x="tk26b S", caps=CAPS).rating("assault a x", "Attack Rating")
        assert men[1][0] == -2 and tank[1][0] == 4


@rule("atb-7.6.1-a")
def test_cover_helps_to_rally_once():
    """A trench in a wood is cover like either of them."""
    game = on("a:H", a="grif N pinned inside", **told(works={"A01": Works("trench", GERMAN)}))
    state = rolling(game, "rally a", "by activate 0", "caps 0")
    assert state.stack[-1].check.need == 7 - 1 == SECOND_EDITION.recount(state, state.stack[-1])
