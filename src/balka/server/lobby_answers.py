"""What the lobby and the page of a scenario are answered, as types."""

from __future__ import annotations

from typing import Literal

from balka.bots.base import Opponent
from balka.core.scene.counters import Counter, Stack
from balka.core.scene.display import BriefLine, Layer, SideInfo
from balka.core.scene.figures import Sent
from balka.lessons.wire import LessonRow


class OptionInfo(Sent, frozen=True, kw_only=True):
    """A way to vary the rules; `printed` is how the rule it comes from is cited, if it comes from one."""

    key: str
    title: str
    rule: str = ""
    printed: str = ""
    values: list[str]
    default: str


class ShareInfo(Sent, frozen=True, kw_only=True):
    """What a side won of so many games, in percent, with the interval of 95 %."""

    games: int
    percent: int
    low: int
    high: int


class EvenInfo(ShareInfo, frozen=True, kw_only=True):
    """The same with options that help the weaker side; `named` says them."""

    options: dict[str, str]
    named: str


class BalanceInfo(ShareInfo, frozen=True, kw_only=True):
    """How even a scenario was when a bot played both sides: what `side` won, and what makes it more even."""

    bot: str
    side: str
    even: EvenInfo | None = None


Learning = Literal["", "easy", "medium", "hard"]


class ScenarioInfo(Sent, frozen=True, kw_only=True):
    """What can be played; `board` is the key to ask for its board by.

    `minutes` of play and how hard `learning` is are estimates; 0 and nothing where none is made.
    """

    key: str
    title: str
    teaches: str
    length: str
    minutes: int = 0
    learning: Learning = ""
    sides: list[SideInfo]
    situation: str
    board: str
    options: list[OptionInfo]
    balance: BalanceInfo | None = None


class Kind(Sent, frozen=True, kw_only=True):
    """Counters that look alike: one of them, how many there are, and the hexes where some stand at set-up."""

    counter: Counter
    count: int
    hexes: list[str] = []


class Force(Sent, frozen=True, kw_only=True):
    """Who takes part on a side."""

    side: SideInfo
    kinds: list[Kind]


class ScenarioLink(Sent, frozen=True, kw_only=True):
    key: str
    title: str


class ScenarioPage(Sent, frozen=True, kw_only=True):
    """A scenario as it lies ready, for everybody; `number` is its place among those of its game."""

    game: str
    game_title: str
    scenario: ScenarioInfo
    number: int
    before: ScenarioLink | None = None
    after: ScenarioLink | None = None
    stacks: list[Stack]
    layers: list[Layer]
    brief: list[BriefLine]
    forces: list[Force]


class GameInfo(Sent, frozen=True, kw_only=True):
    """A game as its box shows it: `picture` is a board; the best bot first, lessons in the order they are taught."""

    key: str
    title: str
    blurb: str
    subtitle: str = ""
    scale: str = ""
    plays_in: str = ""
    players: str = ""
    picture: str = ""
    scenarios: list[ScenarioInfo]
    bots: list[Opponent]
    lessons: list[LessonRow]
