"""Described positions: what they leave out is as usual, and what cannot be is refused with what would do."""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import on

from balka.core.errors import BalkaError
from balka.core.proof import rule

EDGE = {"edges": {"german": (0,), "soviet": (0,)}}


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("x inf 4", "names no side"),
        ("g", "no kind"),
        ("g hero 4", "no kind 'hero'"),
        ("g inf 4 5", "4 and 5 are two strengths"),
        ("g inf 4 5 6", "two strengths"),
        ("g inf 4 tired", "no word 'tired'"),
        ("g inf 4/x", "'x' is not a number"),
        ("g inf speed=4", "'speed=4' says nothing"),
        ("g inf mp=", "'mp=' says nothing"),
        ("g inf mp=many", "'many' is not a number"),
        ("g inf star=red", "'red' is not known for star="),
        ("g inf moves=rail", "'rail' is not known for moves="),
        ("g inf troops=martian", "no troops 'martian'"),
        ("g inf cel=2/3", "3 of 2 CEL"),
        ("g inf cel=2/0", "0 of 2 CEL"),
    ],
)
def test_a_unit_that_cannot_be_is_refused_and_says_why(words: str, mistake: str) -> None:
    with pytest.raises(BalkaError, match=mistake):
        on("a .", a=words)


def test_a_unit_that_is_not_drawn_and_a_phase_that_is_not_are_refused() -> None:
    with pytest.raises(BalkaError, match="b stands nowhere"):
        on("a .", a="g inf", b="g inf")
    with pytest.raises(BalkaError, match="phase: 'tea' is not known"):
        on("a .", "tea", a="g inf")


def test_a_word_nearly_right_is_set_right() -> None:
    with pytest.raises(BalkaError) as told:
        on("a .", a="g inf disorganized")
    assert str(told.value).endswith("a: there is no word 'disorganized' (did you mean disorganised?)")
    assert "a: a:" not in str(told.value)


def test_attack_and_defence_are_the_same_unless_both_are_given() -> None:
    game = on("a b .", a="g inf 6", b="g inf 6/3")
    cards = [game.state.setting.catalogue.counters[name] for name in "ab"]
    assert [(card.attack, card.defence) for card in cards] == [(6, 6), (6, 3)]


@pytest.mark.parametrize(
    ("words", "strength", "points", "moves", "cel", "limit", "traits"),
    [
        ("g inf", 4, 4, "foot", 2, 11, set()),
        ("s inf", 4, 4, "foot", 2, 10, set()),
        ("g arm panther", 4, 7, "mechanized", 2, 11, {"panther"}),
        ("g mot", 4, 7, "trucked", 2, 11, set()),
        ("g hq", 0, 10, "trucked", 1, 11, set()),
        ("g art", 4, 7, "trucked", 1, 11, {"towed"}),
        ("g at", 4, 7, "trucked", 2, 11, {"towed"}),
        ("g art selfpropelled", 4, 7, "mechanized", 2, 11, {"selfpropelled"}),
        ("g vs", 4, 4, "foot", 2, 9, set()),
        ("g fu", 4, 3, "foot", 2, 11, {"fu"}),
    ],
)
def test_what_is_left_out_is_as_the_rules_have_it_for_the_kind(
    words: str, strength: int, points: int, moves: str, cel: int, limit: int, traits: set[str]
) -> None:
    game = on("a .", a=words)
    card = game.state.setting.catalogue.counters["a"]
    assert (card.attack, card.mp, card.moves, card.cel, card.limit, set(card.traits)) == (
        strength, points, moves, cel, limit, traits,
    )  # fmt: skip
    assert game.unit("a").cel == cel and not game.unit("a").disorganised and not game.state.position.works


@pytest.mark.parametrize(("words", "reduced"), [("g inf 5/3", (3, 2)), ("g inf 5/3 cel=1", (0, 0))])
def test_a_unit_of_several_cel_has_half_its_strength_on_its_back(words: str, reduced: tuple[int, int]) -> None:
    card = on("a .", a=words).state.setting.catalogue.counters["a"]
    assert (card.attack_reduced, card.defence_reduced) == reduced


def test_a_described_game_ends_with_its_ninth_day() -> None:
    game = on("a . . x", "day", a="g inf", x="s inf", turn=8, book=EDGE)
    while game.state.turn == 8:
        game.say("end")
    while not game.state.over and game.state.turn == 9:
        game.say("end")
    assert game.state.over


@rule("kursk-5.1.1-a")
def test_who_has_fought_in_a_described_combat_phase_fights_no_more() -> None:
    field = ". x .\na . b"
    fresh = on(field, "combat", a="g inf 4", b="g inf 4", x="s inf 4").play("attack B01")
    assert fresh.may("join a") and fresh.may("join b")
    half = on(field, "combat", a="g inf 4 fought", b="g inf 4", x="s inf 4").play("attack B01")
    assert half.may("join b") and half.rule("join a") == "kursk-5.1.1-a"
    assert on(field, "combat", a="g inf 4", b="g inf 4", x="s inf 4 fought").may("end"), "nor is he attacked again"


@rule("kursk-12.1.2-a")
def test_who_took_a_marker_in_a_described_movement_phase_does_nothing_else_in_it() -> None:
    game = on("a b .\n. . .", a="g inf 4 marked", b="g inf 4")
    assert not any(game.may(word) for word in ("take a", "dig a", "mark a"))
    assert all(game.may(word) for word in ("take b", "dig b", "mark b"))
    assert on("a b .\n. . .", "strategic", a="g inf 4 marked", b="g inf 4").may("take a")
