"""What the calls of the server answer, as types (docs/scene.md says which call answers what)."""

from __future__ import annotations

from msgspec import field

from balka.core.scene.counters import Counter
from balka.core.scene.display import SideInfo
from balka.core.scene.figures import Sent
from balka.core.scene.lines import LogLine
from balka.core.scene.scene import Outcome
from balka.server.pace import Pace
from balka.server.ratings.answers import Standing
from balka.server.store import GameResult

# -- tables


class TableInfo(Sent, frozen=True, kw_only=True):
    """A table that can be resumed, who sits where, and when it was last played at. Of people with accounts it says
    their `names`, by seat; to whoever has one, which seats are `yours`, and if one of them is to decide, that it
    `waits`. Where people play at different screens it tells the pace, who is to decide and the seconds left."""

    id: str
    scenario: str
    title: str
    turn: str
    seats: dict[str, str]
    over: bool
    touched: str
    yours: list[str] = []
    names: dict[str, str] = {}
    waits: bool = False
    result: GameResult | None = None
    pace: Pace | None = None
    asks: list[str] = []
    left: int | None = None
    rated: Standing = ""


class OneTable(TableInfo, frozen=True, kw_only=True, omit_defaults=False):
    """A table with the seats of the asker; for the host the links for others, and the seats somebody came for."""

    invite: dict[str, str] = {}
    taken: list[str] = []


class TableMade(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A table just laid: where it is, and the host's token, empty for somebody with an account, who needs none;
    `invite` gives the other seats away."""

    id: str
    url: str
    token: str
    invite: dict[str, str] = {}


class Invitations(Sent, frozen=True):
    invite: dict[str, str]


# -- dice


Chances = dict[str, float]
"""by total"""


class Stray(Sent, frozen=True, kw_only=True):
    """How far totals stray from expectation: chi-square, degrees of freedom, and how often honest dice stray as far."""

    chi: float
    free: int
    p: float


class DiceRow(Sent, frozen=True, kw_only=True):
    """One kind of dice, total by total. `low` and `high` are Wilson's interval, which holds the true chance 19 times
    in 20; `stray` is null while there are too few rolls."""

    dice: str
    rolls: int
    seen: dict[str, int]
    expected: Chances
    chance: Chances
    low: Chances
    high: Chances
    stray: Stray | None


class DiceSide(SideInfo, frozen=True, kw_only=True):
    """The dice of one side."""

    rows: list[DiceRow]


class DicePage(Sent, frozen=True, kw_only=True):
    """The dice of a table: rolls everybody saw; once over all of them, and the secret. `dice_from` counts the rolls
    that an uploaded record brought."""

    rows: list[DiceRow]
    sides: list[DiceSide]
    commitment: str
    secret: str | None
    dice_from: int = field(name="from")
    over: bool
    title: str
    note: str


Possible = list[tuple[str, int]]
"""answers of chance with their weights"""


class Rolled(Sent, frozen=True, kw_only=True):
    """One answer of chance: the kind of dice, or all that was in the bag; what came, and why it was rolled."""

    number: int
    of: str | Possible
    got: str
    why: str


class Rolls(Sent, frozen=True, kw_only=True):
    """Every answer of chance, and what each kind of dice could have given."""

    rolls: list[Rolled]
    kinds: dict[str, Possible]


class HouseDice(Sent, frozen=True, kw_only=True):
    """The dice of all games of this server that are over."""

    rows: list[DiceRow]
    tables: int


# -- replays


class ReplayView(Sent, frozen=True):
    """Eyes one may look through."""

    key: str
    name: str


class ReplayInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A game as one pair of eyes saw it: for each picture the lines heard until then and its turn. `whole` is said of a
    link to more than one step; `judged`: it is over, and its choices can be judged."""

    title: str
    game: str
    scenario: str
    board: str
    view: str
    lines: list[int]
    turns: list[int]
    log: list[LogLine]
    outcome: Outcome | None
    table: str = ""
    over: bool = False
    players: dict[str, str] = {}
    yours: list[str] = []
    views: list[ReplayView] = []
    play_on: bool = False
    whole: bool = False
    judged: bool = False


class ShareMade(Sent, frozen=True, kw_only=True):
    """A link to a step, or to all up to it."""

    token: str
    url: str


class Health(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """Whether a server can serve."""

    status: str
    version: str
    database: str


# -- a game that is over


class SidePoints(Sent, frozen=True, kw_only=True):
    """What a track of points showed: of a marker that two sides pull, on whose side it stood."""

    side: str
    value: int
    name: str
    high: int


class PointsAt(Sent, frozen=True, kw_only=True):
    """The points at a picture of the replay that shows everything."""

    step: int
    label: str
    tracks: list[SidePoints]


class SideLosses(Sent, frozen=True, kw_only=True):
    """How many counters a side lost for good, and which."""

    side: str
    count: int
    counters: list[Counter]


class SideLuck(Sent, frozen=True, kw_only=True):
    """Good results that the odds owed to a side, give or take `spread`, and those it got; `stray` is the chance that
    fair dice stray at least as far, and `chances` are those of none, one, two and so on."""

    side: str
    rolls: int
    owed: float
    got: int
    spread: float
    stray: float
    chances: list[float]


class EndingMoment(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """An unlikely result, for whom, how likely it was, and the picture of the replay that shows it."""

    step: int
    text: str
    side: str
    good: bool
    chance: float


class PlanTold(Sent, frozen=True, kw_only=True):
    """What a bot planned, in its own words, and when."""

    side: str
    label: str
    text: str


class Ending(Sent, frozen=True, kw_only=True):
    """A game that is over; `rematch` seats everybody elsewhere; `plans` are those of bots that make some."""

    points: list[PointsAt]
    losses: list[SideLosses]
    luck: list[SideLuck]
    moments: list[EndingMoment]
    scenario: str
    options: dict[str, str]
    rematch: dict[str, str]
    plans: list[PlanTold] = []


# -- rules


class Book(Sent, frozen=True, kw_only=True):
    """A game that has a rule reference."""

    key: str
    title: str
    rows: int


class Section(Sent, frozen=True, kw_only=True):
    name: str
    title: str
    rows: int
    proven: int


class ChapterRow(Sent, frozen=True, kw_only=True):
    name: str
    title: str
    sections: list[Section]


class Chapters(Sent, frozen=True, kw_only=True):
    """A rulebook at a glance: how many rules it has, and how many of them a test proves."""

    game: str
    rows: int
    proven: int
    chapters: list[ChapterRow]


class RuleRow(Sent, frozen=True, kw_only=True):
    """A rule in our words; `printed` is how it is cited."""

    id: str
    printed: str
    section: str
    kind: str
    statement: str
    inferred: bool
    status: str


class RuleTest(Sent, frozen=True, kw_only=True):
    """A test by what it says and where it stands."""

    says: str
    where: str
    name: str


class RuleExample(Sent, frozen=True, kw_only=True):
    """A worked example in words; `lesson` is the key by which it is opened at a table, where it can be played."""

    id: str
    title: str
    text: str
    lesson: str = ""


class RuleRuling(Sent, frozen=True, kw_only=True):
    name: str = ""
    question: str = ""
    answer: str
    test: str = ""


class RuleFigure(Sent, frozen=True, kw_only=True):
    """A position in which a rule is met: the lesson that begins with it, what is learnt there, and its minutes; of a
    worked example also what should come out."""

    lesson: str
    title: str
    text: str
    minutes: int
    comes_out: str = ""


class Rule(RuleRow, frozen=True, kw_only=True):
    """A rule with its section, what it names and is named by, its tests, examples, rulings and figures."""

    reason: str | None
    before: str | None
    after: str | None
    related: list[RuleRow]
    cites: list[RuleRow]
    cited_by: list[RuleRow]
    together: list[RuleRow]
    tests: list[RuleTest]
    examples: list[RuleExample]
    rulings: list[RuleRuling]
    figures: list[RuleFigure]


# -- notes


class Dropped(Sent, frozen=True):
    dropped: int
