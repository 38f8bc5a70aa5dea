"""What can be played, for the lobby: games, scenarios and boards as the browser asks for them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct, structs

from balka.bots.base import Bot, Opponent, can_play, opponent, opponents
from balka.core.errors import BalkaError
from balka.core.scene.display import side_info
from balka.core.state import Setting
from balka.core.system import Game, Option, Scenario, system_of
from balka.games.printed import label
from balka.lessons import wire as lessons
from balka.lessons.teaching import as_scenario, lessons_of, taught_in
from balka.server.effort import learning, minutes
from balka.server.lobby_answers import BalanceInfo, EvenInfo, GameInfo, OptionInfo, ScenarioInfo
from balka.table.balance import Balance, Evened, Result, balance_of


class NotHereError(BalkaError):
    """Asked for something that does not exist."""


class Board(Struct, frozen=True):
    """A board as it is sent, and the mark by which a browser knows it has it already."""

    body: bytes
    etag: str


class Catalogue:
    """The games of this installation."""

    def __init__(self, games: Sequence[Game], bots: Mapping[str, Bot] | None = None) -> None:
        self.games = list(games)
        self.bots = dict(bots or {})
        self.pages: dict[str, bytes] = {}
        self._boards: dict[str, Board] = {}

    def scenario(self, key: str) -> tuple[Game, Scenario]:
        """The scenario with a key such as `sos/courier`."""
        for game in self.games:
            for scenario in game.scenarios():
                if full_key(game, scenario) == key:
                    return game, scenario
        for game in self.games:
            for lesson in taught_in(game):
                if lesson.key == key:
                    return game, as_scenario(lesson, game)
        known = [full_key(game, scenario) for game in self.games for scenario in game.scenarios()]
        raise NotHereError(f"There is no scenario {key!r}.", f"one of {', '.join(known)}" if known else None)

    def board(self, key: str) -> Board:
        """The board of a scenario, named by the scenario's key with a dash for the slash."""
        if key not in self._boards:
            self._boards[key] = self._draw(key)
        return self._boards[key]

    def _draw(self, key: str) -> Board:
        for game in self.games:
            for scenario in game.scenarios():
                if full_key(game, scenario).replace("/", "-") == key:
                    return _encoded(key, game.start(scenario.key).setting)
            for lesson in taught_in(game):
                if lesson.key.replace("/", "-") == key:
                    return _encoded(key, game.start(lesson.key).setting)
        raise NotHereError(f"There is no board {key!r}.")

    def opponents(self, game: Game) -> list[Opponent]:
        """The bots somebody can sit down against: those of the package, and those this server was started with."""
        system = system_of(game)
        own = {key: bot for key, bot in self.bots.items() if can_play(bot, system)}
        more = [opponent(key, bot) or Opponent(key, key, "") for key, bot in own.items()]
        return [*opponents(system), *more]

    def to_wire(self) -> list[GameInfo]:
        return [
            GameInfo(
                key=game.key,
                title=game.title,
                blurb=game.blurb,
                **about(game),
                scenarios=[scenario_wire(game, scenario) for scenario in game.scenarios()],
                bots=self.opponents(game),
                lessons=[lessons.row(lesson) for lesson in lessons_of(game)],
            )
            for game in self.games
        ]


ABOUT = ("subtitle", "scale", "plays_in", "players")


def about(game: Game) -> dict[str, str]:
    """What stands on the box beside title and blurb, as far as a game says it; its picture is a scenario's board."""
    title = getattr(game, "game", game)  # a title with lessons is wrapped
    facts = {name: str(getattr(title, name, "")) for name in ABOUT}
    return {**facts, "picture": getattr(title, "picture", "").replace("/", "-")}


def full_key(game: Game, scenario: Scenario) -> str:
    return scenario.key if "/" in scenario.key else f"{game.key}/{scenario.key}"


def scenario_wire(game: Game, scenario: Scenario) -> ScenarioInfo:
    key = full_key(game, scenario)
    return ScenarioInfo(
        key=key,
        title=scenario.title,
        teaches=scenario.teaches,
        length=scenario.length,
        minutes=minutes(game, scenario),
        learning=learning(game, scenario),
        sides=[side_info(side) for side in scenario.sides],
        situation=scenario.situation,
        board=key.replace("/", "-"),
        options=[_option(option) for option in scenario.options],
        balance=balance_info(scenario, balance_of(key)),
    )


def balance_info(scenario: Scenario, found: Balance | None) -> BalanceInfo | None:
    """What was measured, in whole percents; of options that are no longer there nothing is offered."""
    if found is None:
        return None
    return BalanceInfo(bot=found.bot, side=found.side, even=_even(scenario, found.even), **_percents(found))


def _even(scenario: Scenario, even: Evened | None) -> EvenInfo | None:
    titles = {(option.key, value): option.title for option in scenario.options for value in option.values}
    if even is None or not all(chosen in titles for chosen in even.options.items()):
        return None
    named = ", ".join(f"{titles[chosen]}: {_with_side(scenario, chosen[1])}" for chosen in even.options.items())
    return EvenInfo(options=even.options, named=named, **_percents(even))


def _with_side(scenario: Scenario, value: str) -> str:
    """The value of an option, a side in it by the name people know it by."""
    names = {side: side_info(side).name for side in scenario.sides}
    return " ".join(names.get(word, word) for word in value.split(" "))


def _percents(result: Result) -> dict[str, int]:
    shares = {"percent": result.share, "low": result.low, "high": result.high}
    return {"games": result.games, **{name: round(100 * share) for name, share in shares.items()}}


def _option(option: Option) -> OptionInfo:
    values = list(option.values)
    cited = label(option.rule) if option.rule else ""
    return OptionInfo(
        key=option.key, title=option.title, rule=option.rule, printed=cited, values=values, default=values[0]
    )


def _encoded(key: str, setting: Setting) -> Board:
    body = msgspec.json.encode(structs.replace(setting.system.board_wire(setting), key=key))
    return Board(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
