"""What players, games and scenarios are called; one that is not installed any more is called by its key."""

from __future__ import annotations

from collections.abc import Iterable

from balka.server.catalogue import Catalogue, NotHereError
from balka.server.store import BOT, Store


class Names:
    """The names of some players, looked up at once."""

    def __init__(self, catalogue: Catalogue, store: Store, players: Iterable[str]) -> None:
        self._catalogue = catalogue
        self._people = store.people.called([one for one in players if not one.startswith(BOT)])
        self._bots: dict[str, dict[str, str]] = {}

    def player(self, player: str, game: str) -> str:
        """Somebody's name, or what a bot is called in a game; nothing for whoever was forgotten."""
        if not player.startswith(BOT):
            return self._people.get(player, "")
        key = player.removeprefix(BOT)
        return self._titles(game).get(key, key)

    def _titles(self, game: str) -> dict[str, str]:
        if game not in self._bots:
            known = [one for one in self._catalogue.games if one.key == game]
            self._bots[game] = {bot.key: bot.title for one in known for bot in self._catalogue.opponents(one)}
        return self._bots[game]

    def game(self, key: str) -> str:
        return next((game.title for game in self._catalogue.games if game.key == key), key)

    def scenario(self, key: str) -> str:
        try:
            return self._catalogue.scenario(key)[1].title
        except NotHereError:
            return key
