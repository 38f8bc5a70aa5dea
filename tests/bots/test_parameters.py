"""Bots with parameters in their names, and the weights a bot publishes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from balka.bots.base import bot
from balka.bots.parameters import joined, listed, split
from balka.bots.weights import Weight, weights_of, with_weights
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State

PLACE = f"{__name__}:Tuned"


class Tuned:
    """A bot with parameters of every kind, and weights."""

    WEIGHTS = (Weight("ground", 1.0), Weight("stall", -0.05, span=2.0))

    def __init__(
        self, depth: int = 1, hope: float = 0.5, mood: str = "", bold: bool = False,
        weights: Mapping[str, float] | None = None,
    ) -> None:  # fmt: skip
        self.given = (depth, hope, mood, bold)
        self.weights = {weight.name: weight.default for weight in self.WEIGHTS} | dict(weights or {})

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return next(view.choices((), seat))


def made(name: str) -> Tuned:
    found = bot(name)
    assert isinstance(found, Tuned)
    return found


def test_parameters_are_read_by_the_annotations_of_the_class() -> None:
    assert made(PLACE).given == (1, 0.5, "", False)
    assert made(f"{PLACE}?depth=3,hope=2,mood=grim,bold=yes").given == (3, 2.0, "grim", True)


def test_weights_are_handed_over_together() -> None:
    assert made(f"{PLACE}?ground=0.25,depth=2").weights == {"ground": 0.25, "stall": -0.05}
    assert [weight.name for weight in weights_of(PLACE)] == ["ground", "stall"]
    assert weights_of("random") == ()
    assert with_weights(f"{PLACE}?depth=2", {"ground": 0.5}) == f"{PLACE}?depth=2,ground=0.5"


def test_a_weight_keeps_its_sign_and_stays_within_its_span() -> None:
    stall = Tuned.WEIGHTS[1]
    assert stall.at(0.0) == -0.05
    assert stall.at(9.0) == stall.at(2.0) < stall.at(1.0) < 0
    assert stall.logarithm(stall.at(-0.7)) == pytest.approx(-0.7)


def test_a_name_is_taken_apart_and_put_together() -> None:
    assert split("stance?a=1,b=x") == ("stance", {"a": "1", "b": "x"})
    assert joined(*split("stance?a=1,b=x")) == "stance?a=1,b=x"
    assert joined(*split("m:Class")) == "m:Class"


def test_a_list_of_names_keeps_parameters_with_their_bot() -> None:
    assert listed("greedy, stance?a=1,b=2,random,m:C?x=3") == ["greedy", "stance?a=1,b=2", "random", "m:C?x=3"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("random?", "'' is no parameter"),
        ("random?a", "'a' is no parameter"),
        ("random?a=1,a=2", "'a=2' is no parameter"),
        (f"{PLACE}?width=1", "no parameter 'width' .one of depth, hope, mood, bold, ground, stall"),
        (f"{PLACE}?weights=1", "no parameter 'weights'"),
        (f"{PLACE}?depth=1.5", "depth of the bot .* cannot be '1.5' .a whole number"),
        (f"{PLACE}?hope=nan", "cannot be 'nan' .a number"),
        (f"{PLACE}?ground=much", "cannot be 'much' .a number"),
        (f"{PLACE}?bold=perhaps", "cannot be 'perhaps' .yes or no"),
    ],
)
def test_what_a_bot_does_not_take_is_refused(name: str, said: str) -> None:
    with pytest.raises(BalkaError, match=said):
        bot(name)
