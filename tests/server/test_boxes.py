"""What stands on the boxes of the lobby."""

import balka
from balka.server.catalogue import Catalogue


def test_every_box_says_scale_time_players_and_has_a_picture_of_its_own():
    games = Catalogue(list(balka.all_games())).to_wire()
    for game in games:
        assert all((game.subtitle, game.scale, game.plays_in, game.players)), game.key
    boards = [game.picture or game.scenarios[0].board for game in games]
    assert len(set(boards)) == len(games)
    for game, board in zip(games, boards, strict=True):
        assert board in {scenario.board for scenario in game.scenarios}
