"""The levels people choose from: each is played by a bot of its own in every system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import ClassVar, Protocol

from balka.bots.judging import has_judge
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State
from balka.core.system import System

HEROES = "balka.bots.heroes.players:Heroes"
STAFF = "balka.bots.staff.bot"


class Player(Protocol):
    """Whoever plays a level in a system."""

    def choose(self, view: State, seat: str, rng: Rng) -> Choice: ...


class Level:
    """An opponent of a certain strength. `players` names who plays it by the key of the system, `module:Class`.

    In other systems whose choices somebody judges `otherwise` plays, where a level has one.
    """

    players: ClassVar[Mapping[str, str]] = {}
    otherwise: ClassVar[str] = ""

    def __init__(self) -> None:
        self._made: dict[str, Player] = {}

    @classmethod
    def plays(cls, system: System) -> bool:
        return system.key in cls.players or (bool(cls.otherwise) and has_judge(system))

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return self.player(view.setting.system).choose(view, seat, rng)

    def player(self, system: System) -> Player:
        """Who plays this level in a system, made when first asked for."""
        if system.key not in self._made:
            module, _, name = self.players.get(system.key, self.otherwise).partition(":")
            self._made[system.key] = self.made(getattr(import_module(module), name))
        return self._made[system.key]

    def made(self, maker: Callable[..., Player]) -> Player:
        return maker()


class Recruit(Level):
    """A soft choice among the best few."""

    title = "Computer, recruit"
    about = "Knows a good step from a bad one, but not always the best. Answers at once."
    players: ClassVar[Mapping[str, str]] = {"heroes2": f"{HEROES}Recruit", "heroes3": f"{HEROES}Recruit"}
    otherwise = "balka.bots.greedy:LooseBot"


class Usual(Level):
    """The best step at first sight. It is called `greedy` and is not offered: the regular is at least as good."""

    players: ClassVar[Mapping[str, str]] = {"heroes2": f"{HEROES}FirstSight", "heroes3": f"{HEROES}FirstSight"}
    otherwise = "balka.bots.greedy:GreedyBot"


class Regular(Usual):
    title = "Computer, regular"
    about = "Weighs what it can do by exact odds, with its task in mind. Answers at once."
    players: ClassVar[Mapping[str, str]] = {"heroes2": f"{HEROES}Regular", "heroes3": f"{HEROES}Regular"}


class Bold(Level):
    title = "Computer, bold"
    about = "A regular of its own mind: takes risks for ground, storms and strikes back. Answers at once."
    players: ClassVar[Mapping[str, str]] = {
        "heroes2": f"{HEROES}Bold", "heroes3": f"{HEROES}Bold",
        "wb95": f"{STAFF}:BoldBot", "famous_divisions": f"{STAFF}:BoldBot",
    }  # fmt: skip


class Careful(Level):
    title = "Computer, careful"
    about = "A regular of its own mind: keeps out of fire, attacks only where it is safe. Answers at once."
    players: ClassVar[Mapping[str, str]] = {
        "heroes2": f"{HEROES}Careful", "heroes3": f"{HEROES}Careful",
        "wb95": f"{STAFF}:CarefulBot", "famous_divisions": f"{STAFF}:CarefulBot",
    }  # fmt: skip


class Veteran(Level):
    title = "Computer, veteran"
    about = "Plays its best few steps on in worlds that fit its view, some turns far. Thinks up to half a second."
    players: ClassVar[Mapping[str, str]] = {"heroes2": f"{HEROES}Veteran", "heroes3": f"{HEROES}Veteran"}


class Elite(Level):
    title = "Computer, elite"
    about = "Weighs more steps than a veteran and plays them on in more worlds. Thinks one to three seconds."
    players: ClassVar[Mapping[str, str]] = {"heroes2": f"{HEROES}Elite", "heroes3": f"{HEROES}Elite"}


class Quick(Level):
    """Whoever plays on in made-up worlds, as a player: to find out what that is worth. Not offered.

    `units` are those compared before one is chosen, where they are not as many as is usual in the game.
    """

    players: ClassVar[Mapping[str, str]] = {
        "heroes2": f"{HEROES}Quick", "heroes3": f"{HEROES}Quick",
        "famous_divisions": "balka.bots.famous_divisions.quick:GdQuick", "wb95": "balka.bots.wb95.quick:WbQuick",
    }  # fmt: skip

    def __init__(self, units: int = 0) -> None:
        super().__init__()
        self._units = units

    def made(self, maker: Callable[..., Player]) -> Player:
        return maker(self._units) if self._units else maker()
