"""The greedy bot in small positions of the heroes games."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.kit import SOVIET, Game, end_round, on
from tests.toy.ford import GAME as FORD

from balka.bots.base import players_of
from balka.bots.greedy import GreedyBot
from balka.bots.judging import judge_for
from balka.core.errors import BalkaError
from balka.table.table import Table

HEDGE = "x\n.\nW\nW\na:W"


def said_by(game: Game) -> str:
    seat = game.seat
    return game.state.text(GreedyBot().choose(game.state.view(seat), seat, Random(1)))


def searching() -> Game:
    return on(HEDGE, a="inf N hidden", x="rif S", active=SOVIET).begin("recon x")


def test_cover_near_at_hand_is_searched_first():
    assert said_by(searching()) == "search A03"


def test_a_hex_found_empty_is_not_searched_again_in_the_same_round():
    game = searching().play("search A03", dice=[6, 6, 7])
    assert game.state.tracks.combed == ((SOVIET, game.state.setting.board.hex("A03")),)
    game.play("pass")
    assert said_by(game.begin("recon x")) == "search A02", "the open ground before it, and not the same wood"


def test_a_hex_where_nothing_was_made_out_is_still_suspected():
    game = searching().play("search A03", dice=[1, 1, 7])
    game.play("pass")
    assert said_by(game.begin("recon x")) == "search A03"


def worth(game: Game, sentence: str) -> float:
    view = game.state.view(game.seat)
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
    assert game.state.tracks.combed == ()


def test_a_system_nobody_judges_is_refused_with_a_sentence():
    state = FORD.start("crossing")
    seat = state.asks[0].seat
    with pytest.raises(BalkaError, match="nobody can judge choices in 'ford'"):
        GreedyBot().choose(state.view(seat), seat, Random(1))
    assert "greedy" not in players_of(state.setting.system)
    with pytest.raises(BalkaError, match="There is no bot called 'greedy'"):
        Table(state, {seat: "greedy"})
