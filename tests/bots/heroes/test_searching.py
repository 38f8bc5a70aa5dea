"""What the bots of the tactical games think of searching by fire."""

from __future__ import annotations

from random import Random

from tests.systems.heroes.kit import SOVIET, Game, end_round, on

from balka.bots.greedy import GreedyBot
from balka.bots.judging import judge_for
from balka.core.events import heard
from balka.core.state import State

HEDGE = "x\n.\nW\nW\na:W"


def view_of(game: Game) -> State:
    """What whoever is to answer sees, and has been told so far."""
    view = game.state.view(game.seat)
    view.hear(heard(game.log, game.seat))
    return view


def said_by(game: Game) -> str:
    return game.state.text(GreedyBot().choose(view_of(game), game.seat, Random(1)))


def searching() -> Game:
    return on(HEDGE, a="inf N hidden", x="rif S", active=SOVIET).begin("recon x")


def test_cover_near_at_hand_is_searched_first():
    assert said_by(searching()) == "search A03"


def test_a_hex_found_empty_is_not_searched_again_in_the_same_round():
    game = searching().play("search A03", dice=[6, 6, 7])
    game.play("pass")
    assert said_by(game.begin("recon x")) == "search A02", "the open ground before it, and not the same wood"


def test_a_hex_where_nothing_was_made_out_is_still_suspected():
    game = searching().play("search A03", dice=[1, 1, 7])
    game.play("pass")
    assert said_by(game.begin("recon x")) == "search A03"


def worth(game: Game, sentence: str) -> float:
    view = view_of(game)
    return judge_for(view.setting.system)(view, game.state.parse(sentence), game.seat)


def test_nobody_searches_where_every_hex_has_been_found_empty():
    game = on("x\n.\nW\nW\na:W", a="inf N hidden", x="rif S", active=SOVIET)
    assert worth(game, "recon x") > worth(game, "stall x")
    for label in ("A02", "A03"):
        game.play("recon x", f"search {label}", dice=[6, 6, 7]).play("pass")
    assert game.begin("recon x").choices() == ["search A02", "search A03"]
    game.play("search A02", dice=[6, 6, 7]).play("pass")
    assert worth(game, "recon x") < worth(game, "stall x")


def test_a_new_round_brings_new_suspicion():
    game = searching().play("search A03", dice=[6, 6, 7])
    end_round(game)
    while game.state.tracks.active != SOVIET:
        game.play("pass")
    assert said_by(game.begin("recon x")) == "search A03"


def test_what_the_other_side_has_searched_may_still_hide_somebody():
    game = on("x\n.\nW\n.\na\nb:W", a="inf N", b="inf N hidden", x="rif S", active=SOVIET)
    game.play("recon x", "search A03", dice=[6, 6, 7])
    assert said_by(game.begin("recon a")) == "search A03"
