"""Cards are spared where a roll is good already, Groups where all would be Spent together, and whoever hides."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, on
from tests.systems.heroes.third_edition.test_cards import duel

from balka.bots.base import bot
from balka.bots.heroes.judgement import weighed
from balka.bots.heroes.looking import look_at
from balka.bots.heroes.mind import HeroesMind, _unlike
from balka.bots.heroes.prices import group_price
from balka.bots.heroes.stances import stance
from balka.bots.heroes.weights import FIRST, Weights
from balka.systems.heroes.units import HeroesState


def view_of(game: Game) -> HeroesState:
    view = game.state.view(game.seat)
    assert isinstance(view, HeroesState)
    return view


def said(game: Game, *levels: str) -> set[str]:
    """What levels say, each by three draws of chance."""
    return {
        game.state.text(bot(level).choose(view_of(game), game.seat, Random(seed)))
        for level in levels
        for seed in range(3)
    }


def worth(game: Game, sentence: str, weights: Weights | None = None) -> float:
    """What a choice is worth at first sight to whoever is asked, by the usual stance."""
    view = view_of(game)
    found = stance(view.setting, game.seat) if weights is None else weights
    return weighed(view, game.state.parse(sentence), game.seat, found)


# -- rolls


@pytest.mark.parametrize("card", ["07", "13"])
def test_a_roll_that_is_good_already_is_kept(card: str) -> None:
    hit = duel(card).begin("fire a x", dice=[4, 5])
    assert hit.asked == "roll.after", "nine, where eight hit"
    assert said(hit, "greedy", "regular", "veteran", "quick") == {"keep"}
    assert worth(hit, "reroll 1" if card == "07" else "luck", FIRST) == 0, "the first bot draws between them"


def test_a_miss_that_one_die_may_mend_is_rolled_again() -> None:
    assert said(duel("07").begin("fire a x", dice=[1, 6]), "greedy", "regular") == {"reroll 1"}


def test_a_card_waits_for_attacks_where_only_a_spent_check_failed() -> None:
    spent = duel("07").begin("stall a", dice=[1])
    assert spent.asked == "roll.after"
    assert worth(spent, "reroll 1") < 0 < worth(spent, "reroll 1", FIRST)
    assert said(spent, "greedy", "regular") == {"keep"}


# -- Groups


ROW = "x\n.\n.\na b c"
TRIO = {"a": "inf N", "b": "inf N", "c": "inf N", "x": "rif S"}


def lost(game: Game, cost: int, weights: Weights) -> float:
    view = view_of(game)
    return group_price(look_at(view, weights, GERMAN), tuple(game.unit(name) for name in "abc"), cost)


def usual(game: Game) -> Weights:
    return stance(view_of(game).setting, GERMAN)


def test_a_group_of_fresh_units_costs_no_more_than_the_caps_that_would_pay_for_it() -> None:
    rich, poor = (on(ROW, **TRIO, caps={GERMAN: caps, SOVIET: 0}) for caps in (3, 2))
    paid = look_at(view_of(rich), usual(rich), GERMAN).cap * 3
    assert lost(rich, 3, usual(rich)) == pytest.approx(paid)
    assert lost(poor, 3, usual(poor)) > paid, "who has not so many takes the risk"
    assert lost(rich, 3, FIRST) == lost(poor, 3, FIRST) > paid


def test_a_group_that_cannot_be_paid_for_is_worth_nothing() -> None:
    poor = on(ROW, **{**TRIO, "b": "inf N spent"}, caps={GERMAN: 2, SOVIET: 0})
    rich = on(ROW, **{**TRIO, "b": "inf N spent"}, caps={GERMAN: 3, SOVIET: 0})
    assert lost(poor, 3, usual(poor)) > 1 > lost(rich, 3, usual(rich))
    assert lost(poor, 3, FIRST) == lost(rich, 3, FIRST)


def test_caps_are_paid_before_a_whole_group_is_spent_and_not_for_one_unit() -> None:
    caps = {GERMAN: 5, SOVIET: 0}
    group = on(ROW, **TRIO, caps=caps).begin("group b", "with a", "with c", "fire b x", "caps 0", dice=[1, 1])
    alone = on(ROW, **TRIO, caps=caps).begin("fire b x", "caps 0", dice=[1, 1])
    assert group.asked == alone.asked == "cost.caps"
    assert said(group, "greedy") == {"caps 3"} and said(alone, "greedy") == {"caps 0"}
    assert said(group, "greedy-1") == {"caps 0"}, "as it always said"


def test_only_two_groups_are_looked_into_whoever_begins_them() -> None:
    game = on("x\n.\n.\na b c d", **TRIO, d="inf N", caps={GERMAN: 5, SOVIET: 0})
    groups = [game.state.parse(f"group {name}") for name in "abcd"]
    fire = game.state.parse("fire a A01")
    found = list(_unlike([*((0.9, group) for group in groups), (0.5, fire)], 6))
    assert [choice for _, choice in found] == [*groups[:2], fire]


# -- whoever hides


def test_who_has_nothing_to_shoot_at_does_not_show_itself() -> None:
    game = on("x\n.\n.\n.\n.\n.\na\nb", a="inf N hidden", b="inf N", x="rif S")
    shows = [game.state.parse(each) for each in game.choices() if each.startswith("reveal a")]
    assert shows
    found = [candidate.choice for candidate in HeroesMind().prior(view_of(game), game.seat, 40)]
    assert not set(shows) & set(found)


def test_showing_itself_is_no_better_than_the_shot_it_prepares() -> None:
    game = on("x\na\n.\nb", a="inf N hidden", b="inf N", x="rif S")
    [shows] = [each for each in game.choices() if each.startswith("reveal a N") and each.endswith(" N")] or [
        next(each for each in game.choices() if each.startswith("reveal a"))
    ]
    assert worth(game, shows) < worth(game, shows, FIRST)
