"""A bot sees what its seat may know and says one of its choices; nothing else reaches it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from msgspec import Struct

from balka.bots.parameters import arguments, split
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.reading import near
from balka.core.state import State
from balka.core.system import System

BOTS = {
    "regular": "balka.bots.levels:Regular",
    "veteran": "balka.bots.levels:Veteran",
    "elite": "balka.bots.levels:Elite",
    "staff": "balka.bots.staff.bot:StaffBot",
    "elite-staff": "balka.bots.staff.bot:EliteStaffBot",
    "recruit": "balka.bots.levels:Recruit",
    "bold": "balka.bots.levels:Bold",
    "careful": "balka.bots.levels:Careful",
    "random": "balka.bots.random:RandomBot",
    "mischief": "balka.bots.mischief:MischiefBot",
    "greedy": "balka.bots.levels:Usual",
    "stance": "balka.bots.heroes.players:HeroesStance",
    "search": "balka.bots.heroes.players:HeroesSearch",
    "quick": "balka.bots.levels:Quick",
    "greedy-1": "balka.bots.greedy:FirstGreedyBot",
}
"""The bots of the package by their key, the usual opponent first; others are named by their place, `module:Class`.

Either may have parameters: `name?key=value,key=value`. `greedy` is the best step at first sight;
`greedy-1` never changes. `stance` is first sight in the tactical games with figures of one's own, `search` a search
in them with an effort of one's own; `quick` is a light bot for playing on (`quick?units=3`: of fewer units).
"""


class Bot(Protocol):
    """Answers for a seat. All its chance comes from the numbers it is handed, so that a game can be played again.

    A bot that has a `title` and says in `about`, in a line, how it plays, is offered as an opponent; one that does not
    know every system says by `plays(system)` which it does.
    """

    def choose(self, view: State, seat: str, rng: Rng) -> Choice: ...


class Planned(Protocol):
    """Something a bot made up its mind to do, with the turn it did so in."""

    turn: int

    def say(self) -> str: ...


def story_of(bot: Bot) -> Sequence[Planned]:
    """What a bot that plans has decided so far, in the order in which it did: its `story`."""
    found: Sequence[Planned] = getattr(bot, "story", ())
    return found


class Opponent(Struct, frozen=True):
    """A bot as it is offered: its key, what it is called, and how it plays."""

    key: str
    title: str
    about: str


def names() -> list[str]:
    """The bots that can be asked for by a short name."""
    return [name for name in BOTS if _maker(BOTS[name]) is not None]


def players_of(system: System) -> list[str]:
    """The bots of the package that know how to play a system, by name."""
    return [name for name in names() if can_play(bot(name), system)]


def can_play(bot: object, system: System) -> bool:
    plays: Callable[[System], bool] | None = getattr(bot, "plays", None)
    return plays is None or plays(system)


def bot(name: str) -> Bot:
    """A new bot of this name, or of the class a place such as `package.module:Class` names, with its parameters."""
    return _made(name, maker_of(name), split(name)[1])


def maker_of(name: str) -> Callable[..., Bot]:
    """The class a bot of this name is made from."""
    key, _ = split(name)
    maker = _outside(key) if ":" in key else _maker(BOTS.get(key, ""))
    if maker is None:
        wanted = f"one of {', '.join(names())}, or package.module:Class"
        raise BalkaError(f"there is no bot {key!r}{_why_not(key)}", instead=wanted)
    return maker


def _made(name: str, maker: Callable[..., Bot], given: Mapping[str, str]) -> Bot:
    """A bot of a class, which needs nothing but takes what its name says, and has a `choose`."""
    words = arguments(name, maker, given)
    try:
        found = maker(**words)
    except TypeError as problem:
        raise BalkaError(f"the bot {name!r} cannot be made: {problem}", "it is made without arguments") from problem
    if not callable(getattr(found, "choose", None)):
        raise BalkaError(f"the bot {name!r} has no method choose", "def choose(self, view, seat, rng): a choice")
    return found


def answered(bot: Bot, view: State, seat: str, rng: Rng) -> Choice:
    """What a bot says, which has to be a choice: anything else is its author's mistake, told as one."""
    said: object = bot.choose(view, seat, rng)
    if isinstance(said, Choice):
        return said
    name = type(bot).__name__
    raise BalkaError(f"{name} answered {said!r}, which is no choice", "one of the choices listed for its seat")


def _why_not(place: str) -> str:
    """What of a place such as `module:Class` is not there."""
    name, _, title = place.partition(":")
    if not title:
        return ""
    try:
        classes = [word for word, found in vars(import_module(name)).items() if isinstance(found, type)]
    except ModuleNotFoundError:
        return f", as there is no module {name} in this folder and none is installed"
    return f", as {name} has no class {title}; {near(title, classes) if classes else 'it has none'}"


def opponent(key: str, bot: object) -> Opponent | None:
    """What a bot says of itself; nothing where it is not meant to be played against."""
    title = getattr(bot, "title", "")
    return Opponent(key, title, getattr(bot, "about", "")) if title else None


def opponents(system: System) -> list[Opponent]:
    """The bots of the package that are offered in games of a system, the usual one first."""
    found = [opponent(name, bot(name)) for name in players_of(system)]
    return [offered for offered in found if offered is not None]


def _maker(place: str) -> Callable[..., Bot] | None:
    """The class a bot is made from, imported when first asked for."""
    module, _, title = place.partition(":")
    try:
        found: Callable[..., Bot] | None = getattr(import_module(module), title, None) if module else None
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        return None
    return found


def _outside(place: str) -> Callable[..., Bot] | None:
    """A class that does not belong to the package; modules of the working folder are found too."""
    look_in_working_folder()
    return _maker(place)


def look_in_working_folder() -> None:
    """What somebody writes beside his files is found without being installed."""
    if "" not in sys.path:
        sys.path.insert(0, "")
