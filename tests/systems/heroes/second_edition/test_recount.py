"""The audit's second count: attacks, rallies and costs come out the same by plain arithmetic; a wrong one is seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.wandering import step

from balka.core.checks import Tally, add
from balka.core.frames import Roll
from balka.core.proof import rule
from balka.games.awakening_the_bear import GAME
from balka.systems.heroes.audit.second_edition import recount_costs
from balka.systems.heroes.audit.second_edition.recount_attacks import hit_number
from balka.systems.heroes.audit.second_edition.recount_costs import price, wrong_costs
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.units import HeroesState, Works

STEPS = 500
CAPS = {GERMAN: 6, SOVIET: 6}


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
            assert again in (None, roll.check.need), roll.check.tally.text("atb")
        assert list(wrong_costs(state)) == []
        state = step(state, rng)
    return found


@pytest.mark.parametrize("key", ["atb/partisans", "atb/mir"])
def test_every_number_of_random_games_comes_out_again(key):
    assert sum(counted(key, seed) for seed in range(6)) > 5


# -- costs

STAND = "x:{there}\n.\n{ahead}\na\n.\n."
COSTS = {
    "open": ("move a A03 N", 1, {}),
    "heavy woods": ("move a A03 N", 2, {"ahead": "H"}),
    "water": ("move a A03 N", 5, {"ahead": "="}),
    "uphill": ("move a A03 N", 2, {"ahead": "1"}),
    "steep": ("move a A03 N", 3, {"ahead": "2"}),
    "over a wall": ("move a A03 N", 2, {"walls": ["A03/A04"]}),
    "by road into woods": ("move a A03 N", 1, {"ahead": "H", "roads": ["A04-A03"]}),
    "backwards": ("move a A05 N", 2, {}),
    "cautiously": ("creep a A03 N", 2, {"told": {"options": {"cautious": "on"}}}),
    "cowering": ("move a A03 N", 2, {"a": "grif N cowering"}),
    "cowering, turning": ("pivot a S", 2, {"a": "grif N cowering"}),
    "tracks in heavy woods": ("move a A03 N", 3, {"a": "pz3e N", "ahead": "H"}),
    "wheels in light woods": ("move a A03 N", 3, {"a": "opel N", "ahead": "L"}),
    "fire": ("fire a x", 3, {}),
    "suppressed fire": ("fire a x", 4, {"a": "grif N suppressed"}),
    "turret turned": ("fire a x", 5, {"a": "pz3e S"}),
    "rally": ("rally a", 5, {"a": "grif N suppressed"}),
    "smoke of pioneers": ("smoke a A03", 2, {"a": "pio N"}),
    "hidden move into the open": ("sneak a A03", 7, {"a": "grif N hidden", "there": "S"}),
    "hidden move into woods": ("sneak a A03", 4, {"a": "grif N hidden", "ahead": "L"}),
    "grenades": ("use a GRENADES A03", 0, {"ahead": "y", "y": "srif S", "told": {"weapons": {GERMAN: ("GRENADES",)}}}),
}  # fmt: skip


def standing(more: dict[str, Any]) -> Bear:
    ground = {"there": ".", "ahead": "."}
    units = {"a": "grif N", "x": "srif S"} | {name: said for name, said in more.items() if name not in ground}
    return on(STAND.format(**(ground | {name: more[name] for name in ground if name in more})), **units)


def declared(game: Bear, text: str) -> Action:
    choice = game.state.parse(text)
    return action_for(game.state, game.unit("a"), choice, "")


@pytest.mark.parametrize("case", COSTS)
def test_a_cost_comes_out_twice_and_a_wrong_one_is_noticed(case, monkeypatch):
    sentence, cost, more = COSTS[case]
    game = standing(more)
    text = game._sentence(sentence)
    action = declared(game, text)
    assert game.cost(text) == cost == price(game.state, action)
    monkeypatch.setattr(recount_costs, "_some", lambda state: [game.state.parse(text)])
    assert list(wrong_costs(game.state)) == []
    dearer = structs.replace(action, base=(*action.base, add(1, "too much", "")))
    monkeypatch.setattr(recount_costs, "action_for", lambda *_: dearer)
    assert list(wrong_costs(game.state)) == [f"{action.verb} of a costs {cost + 1}, counted again {cost}"]


def test_what_is_being_paid_is_counted_again():
    game = on("x\n.\na", a="grif N", x="srif S", caps=CAPS).begin("move a A02 N")
    assert list(wrong_costs(game.state)) == []
    paying = structs.replace(game.state.stack[-1], cost=Tally("Action cost", (add(2, "too much", ""),)))
    wrong = structs.replace(game.state, stack=(*game.state.stack[:-1], paying))
    assert list(wrong_costs(wrong)) == ["move of a costs 2, counted again 1"]
    assert any("counted again" in line for line in SECOND_EDITION.invariants(wrong))


@pytest.mark.parametrize(("pool", "spent", "wrong"), [(3, False, []), (0, False, ["0AP and 1"]),
                                                      (2, True, ["a is active and Spent"])])  # fmt: skip
def test_a_pool_that_does_not_fit_its_units_is_noticed(pool, spent, wrong):
    game = on("x\n.\na", a="grif N active", x="srif S", pool={GERMAN: pool})
    state = structs.replace(game.state, position=game.state.position.with_unit(game.unit("a").changed(spent=spent)))
    found = list(recount_costs.wrong_pools(state))
    assert len(found) == len(wrong) and all(part in line for part, line in zip(wrong, found, strict=True))
    assert found == [] or any(line in SECOND_EDITION.invariants(state) for line in found)


@rule("atb-9.0-e", "atb-9.1.1-b")
def test_who_is_lost_on_the_way_of_a_group_may_count_as_active_until_the_group_has_paid():
    men = {"a": "grif N active unnerved", "b": "grif N", "x": "srif S"}
    game = on(".\na+b\n.\n.\nx", told={"works": {"A01": Works("mines", SOVIET, 0)}}, pool={GERMAN: 4}, **men)
    game.gather("a", "b").begin("move a A01 N", dice=[6, 6])
    assert not game.alive("a") and game.asked == "group.move" and SECOND_EDITION.invariants(game.state) == []
    apart = structs.replace(game.state, stack=game.state.stack[:-2])
    assert list(recount_costs.wrong_pools(apart)) == ["a is active and gone"], "not when nothing is being paid for"
    assert SECOND_EDITION.invariants(game.play("pivot b S").state) == []


def test_some_choices_of_every_turn_are_looked_at():
    game = standing({})
    assert len(list(recount_costs._some(game.state))) == 3


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
