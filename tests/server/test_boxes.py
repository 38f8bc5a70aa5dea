"""What stands on the boxes of the lobby."""

import balka
from balka.server.catalogue import Catalogue


def test_every_box_says_scale_time_players_and_has_a_picture_of_its_own():
    games = Catalogue(list(balka.all_games())).to_wire()
    for game in games:
        assert all(game[name] for name in ("subtitle", "scale", "plays_in", "players")), game["key"]
    boards = [game.get("picture") or game["scenarios"][0]["board"] for game in games]
    assert len(set(boards)) == len(games)
    for game, board in zip(games, boards, strict=True):
        assert board in {one["board"] for one in game["scenarios"]}
