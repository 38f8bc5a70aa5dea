"""A kit for rule tests of the heroes games: a small picture, units by short names, dice handed in.

    game = on('''
        x
        .
        a
    ''', a="inf N", x="rif S")
    game.play("fire a x", dice=[6, 4, 7])

Words of a unit: the short name of its type (`inf`, `rif`, `tiger`), its facing, and what else is true of it: `spent`,
`stressed`, `dug-in`, `inside` a Fortification, `hidden`, a Hit Marker (`pinned`), `shown` when the marker lies face
up. Units drawn as `a+b` share a hex; units not drawn wait off the map: `"rif due=2 entry=edge"`; `carrier=t` rides on
or is towed by t. Dice are given in order; a drawn card or marker is a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

from msgspec import structs

from balka.core.boards import from_picture
from balka.core.checks import Check, Tally
from balka.core.choices import Refusal
from balka.core.citing import own_row
from balka.core.dice import Outcome
from balka.core.events import heard
from balka.core.forced import forced
from balka.core.frames import CHANCE, Quote, Roll
from balka.games.storms_of_steel import catalogue
from balka.systems.heroes.chapters.smoke import AND
from balka.systems.heroes.chapters.targets import hex_of
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import HeroesState, Unit, Works

LEGEND: dict[str, Any] = {
          "L": "woods_light", "H": "woods_heavy", "#": "plowed",
          "W": "woods", "B": "building_wood", "S": "building_stone", "~": "wheat", "%": "corn", "=": "water",
          "1": ("open", 1), "2": ("open", 2), "3": ("open", 3), "v": ("open", -1), "vv": ("open", -2),
          "W1": ("woods", 1), "W3": ("woods", 3), "B1": ("building_wood", 1), "L1": ("woods_light", 1),
          "H1": ("woods_heavy", 1), "T": "at_trench"}  # fmt: skip
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
GERMAN, SOVIET = "german", "soviet"
NOTHING = {GERMAN: 0, SOVIET: 0}
SIX = {GERMAN: 6, SOVIET: 6}
DICE = {"d6": 1, "d10": 1, "2d6": 2, "3d6": 3}


@cache
def box() -> Title:
    return catalogue.title()


@cache
def by_slug(title: Title | None = None) -> dict[str, UnitKind]:
    return {kind.slug: kind for kind in (title or box()).units.values()}


def on(picture: str, **facts: Any) -> Game:
    """A game at the start of the active side's Turn; units and other facts as `described` takes them."""
    return Game(described(picture, **facts))


# -- the document behind a picture

MISSION_TERMS = ("victory", "special")
"""what only a Mission fixes, told as structs"""
PLAIN = ("caps", "start_caps", "month", "round", "rounds", "draw_per_round", "options", "control", "hiding", "pool")
LISTS = ("hands", "weapons", "veterans")
SAID = {"spent": "spent", "dug-in": "dug_in", "bogged": "bogged", "inside": "inside", "stressed": "stressed",
        "hidden": "hidden", "active": "active"}  # fmt: skip


def described(
    picture: str,
    *,
    roads: Iterable[str] = (),
    balkas: Iterable[str] = (),
    walls: Iterable[str] = (),
    caps: Mapping[str, int] = NOTHING,
    start_caps: Mapping[str, int] = SIX,
    kinds: Mapping[str, Mapping[str, Any]] | None = None,
    entries: Mapping[str, Sequence[str]] | None = None,
    active: str = GERMAN,
    told: Mapping[str, Any] | None = None,
    rules: HeroesSystem = THIRD_EDITION,
    title: Title | None = None,
    **units: str,
) -> HeroesState:
    """Roads are chains of labels such as `A01-A02-A03`, small balkas and walls lie on sides such as `A01/A02`.

    Without being told the sides have no CAPs left, so that nothing is asked about them. `kinds` changes figures of a
    type for this game only: `kinds={"inf": {"range": 1}}`. `told` is whatever else lies beside the map; its structs of
    `victory` and `special` rules are terms of a Mission, which no position tells.
    """
    box_used, facts = with_kinds(title or box(), kinds or {}), told or {}
    zones = {zone: list(labels) for zone, labels in (entries or {}).items()}
    drawn = {name for mark in from_picture(picture, LEGEND).marks for name in mark.split("+")}
    sides = [(kind, pair.split("/")) for kind, pairs in (("small_balka", balkas), ("wall", walls)) for pair in pairs]
    board = {
        "picture": picture, "legend": _legend(picture), "roads": [chain.split("-") for chain in roads],
        "hexsides": [{"between": pair, "kind": kind} for kind, pair in sides],
    }  # fmt: skip
    said = {name: _unit(box_used, name, words, zones, drawn) for name, words in units.items()}
    facts = {"caps": caps, "start_caps": start_caps, "active": active, **facts}
    return state_of(HeroesPositions(box_used, rules), {"board": board}, said, facts)


def state_of(
    positions: HeroesPositions, ground: Mapping[str, Any], units: Mapping[str, Any], told: Mapping[str, Any]
) -> HeroesState:
    """The state of a document: its ground, its units, and what is told beside them in Python."""
    terms = {name: told[name] for name in MISSION_TERMS if name in told}
    document = {**ground, "units": dict(units), **_facts(positions.title, told)}
    return positions.under(terms).read(document).state


def with_kinds(title: Title, changes: Mapping[str, Mapping[str, Any]]) -> Title:
    """The box with other figures for some of its types."""
    if not changes:
        return title
    known, changed = by_slug(title), copy(title)
    new = {known[slug].id: structs.replace(known[slug], **figures) for slug, figures in changes.items()}
    changed.units = {**title.units, **new}
    return changed


def _legend(picture: str) -> dict[str, Any]:
    """What the words of a picture mean: terrain, or terrain with its level."""
    used = {part for word in picture.split() for part in word.split(":")}
    meaning = {word: LEGEND[word] for word in used if word in LEGEND}
    return {
        word: ground if isinstance(ground, str) else {"terrain": ground[0], "elevation": ground[1]}
        for word, ground in meaning.items()
    }


def _unit(title: Title, name: str, words: str, zones: Mapping[str, list[str]], drawn: Collection[str]) -> Any:
    slug, *rest = words.split()
    valued = dict(word.split("=") for word in rest if "=" in word)
    facing = next((word for word in rest if word in FACINGS), "N")
    said = {SAID[word]: True for word in rest if word in SAID}
    entry: dict[str, Any] = {"type": by_slug(title)[slug].id, "facing": facing, **said}
    if "carrier" in valued:
        entry["carrier"] = valued["carrier"]
    elif "due" in valued:
        entry["waiting"] = {"round": valued["due"], "entry": zones[valued["entry"]]}
    else:
        entry["at"] = name if name in drawn else "off"
    marker = [word for word in rest if word not in (*FACINGS, *SAID, "shown") and "=" not in word]
    if marker:
        entry["hit"] = {"marker": marker[0].replace("_", " "), "face": "up" if "shown" in rest else "down"}
    return entry


def _facts(title: Title, told: Mapping[str, Any]) -> dict[str, Any]:
    """What else is told, as a document tells it."""
    found = {name: _plain(told[name]) for name in PLAIN if name in told}
    found["turn"] = told.get("active", GERMAN)
    for name in (name for name in LISTS if name in told):
        found[name] = {side: list(cards) for side, cards in told[name].items()}
    if "deck" in told:
        found["deck"] = list(told["deck"])
    found["vp"] = {"side": told.get("vp_side", SOVIET), "value": told.get("vp", 1)}
    found["smoke"] = {label: smoke.split(AND) for label, smoke in told.get("smoke", {}).items()}
    found["works"] = {}
    for key, works in told.get("works", {}).items():
        found["works"].setdefault(hex_of(key), []).append(_work(title, works))
    return found


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _work(title: Title, works: Works) -> dict[str, Any]:
    facing = {"facing": FACINGS[works.facing]} if title.works[works.kind].has_facing else {}
    return {"kind": works.kind, "side": works.side, **facing, "hidden": works.hidden}


class Game:
    """A game under test."""

    def __init__(self, state: HeroesState) -> None:
        self.state = state
        self.told: list[Any] = []
        """since the last sentences began"""
        self.log: list[Any] = []
        """since the test began"""

    # -- playing

    def begin(self, *sentences: str, dice: Sequence[int | str] = ()) -> Game:
        """Say sentences, forced answers in between given by themselves; stop at whatever is asked next."""
        self.told = []
        left = list(dice)
        for sentence in sentences:
            self._run(left)
            self._apply(self._sentence(sentence))
        self._run(left)
        assert not left, f"dice left over: {left}; asked {self.asked}"
        return self

    def play(self, *sentences: str, dice: Sequence[int | str] = ()) -> Game:
        """As `begin`, and the Turn must then be over: any other question is one the test did not expect."""
        self.begin(*sentences, dice=dice)
        assert self.state.over or self.asked == "turn", f"unexpected question: {self.asked} of {self.seat}"
        return self

    def _apply(self, answer: Any) -> None:
        step = self.state.apply(answer)
        self.state = step.state
        self.told += step.events
        self.log += step.events

    def _run(self, dice: list[int | str]) -> None:
        """Chance gets the dice handed in; an ask with one answer is answered, a Turn never."""
        while not self.state.over and self.asked != "turn":
            if self.seat == CHANCE:
                self._apply(self._outcome(dice))
            elif found := forced(self.state):
                self._apply(found[1])
            else:
                return

    def _outcome(self, dice: list[int | str]) -> Outcome:
        roll = self.state.stack[-1]
        assert isinstance(roll, Roll)
        count = DICE.get(roll.dice, 1)
        assert len(dice) >= count, f"a roll the test did not expect: {roll.why} ({roll.dice or roll.bag})"
        if roll.bag:
            word = str(dice.pop(0))
            item = word if word in self.state.bags[roll.bag].items else f"{roll.bag}_{word}"
            return Outcome(roll.bag, item=item)
        faces = tuple(sorted(int(dice.pop(0)) for _ in range(count)))
        return Outcome(roll.dice, faces)

    def _sentence(self, text: str) -> str:
        """`fire a x` may name a unit for the hex it stands in."""
        verb, *words = text.split()
        if verb in ("fire", "snipe") and len(words) == 2 and words[1] in self.state.position.units:
            words[1] = self.at(words[1])
        return " ".join([verb, *words])

    # -- asking

    @property
    def asked(self) -> str:
        return self.state.asks[0].kind if self.state.asks else "nothing"

    @property
    def seat(self) -> str:
        return self.state.asks[0].seat

    def offers(self, text: str) -> bool:
        """Is the sentence among the choices now?"""
        choice = self.state.parse(self._sentence(text))
        return self.state.listed(choice, self.seat)  # type: ignore[arg-type]

    def choices(self, *path: str) -> list[str]:
        """All choices under a path, as text."""
        return [self.state.text(choice) for choice in self.state.choices(path)]

    def verbs(self, unit: str) -> set[str]:
        """What a unit may do now."""
        return {text.split()[0] for text in self.choices(unit)} if unit in self.state.grow(()) else set()

    def basics(self, unit: str) -> set[str]:
        """What a unit may do now of the Actions of chapter 2."""
        return self.verbs(unit) & {"move", "pivot", "fire", "assault", "rally", "stall", "enter"}

    def gather(self, first: str, *others: str, dice: Sequence[int | str] = ()) -> Game:
        """Begin a Group and let the others join."""
        self.begin(f"group {first}", dice=dice)
        for name in others:
            if self.offers(f"with {name}"):
                self.state = self.state.apply(f"with {name}").state
        return self

    def why_not(self, text: str) -> str:
        """The rule by which a sentence is refused."""
        return self.refusal(text).rule

    def refusal(self, text: str) -> Refusal:
        refused = self.state.why_not(self._sentence(text))
        assert refused is not None, f"{text!r} is allowed"
        return refused

    def quote(self, text: str) -> Quote:
        return self.state.quote(self._sentence(text))

    def cost(self, text: str) -> int:
        cost = self.quote(text).cost
        assert cost is not None
        return cost.value

    def parts(self, text: str) -> list[tuple[int, str]]:
        """What a cost is made of: amounts with their rules."""
        cost = self.quote(text).cost
        assert cost is not None
        return parts(cost, self.state.setting.game)

    def check(self, text: str) -> Check:
        """The first roll a choice brings."""
        return self.quote(text).checks[0]

    def need(self, text: str) -> int:
        return self.check(text).need

    def rating(self, text: str, name: str) -> list[tuple[int, str]]:
        """The Defense Rating or Attack Rating of an attack: amounts with their rules."""
        found = next(tally for tally in self.check(text).tallies if tally.name == name)
        return parts(found, self.state.setting.game)

    # -- looking

    def unit(self, name: str) -> Unit:
        found = self.state.position.unit(name)
        assert found is not None, f"{name} is gone"
        return found

    def is_hidden(self, name: str) -> bool:
        return name in self.state.position.hidden

    def alive(self, name: str) -> bool:
        return name in self.state.position.units

    def at(self, name: str) -> str:
        return self.state.setting.board.labels[self.unit(name).hex]

    def facing(self, name: str) -> str:
        return FACINGS[self.unit(name).facing]

    def caps(self, force: str) -> int:
        return self.state.tracks.caps[force]

    def hand(self, force: str) -> tuple[str, ...]:
        return self.state.hands[force].cards

    @property
    def vp(self) -> tuple[str, int]:
        return self.state.tracks.vp_side, self.state.tracks.vp

    def stressed(self, name: str) -> bool:
        return name in self.state.tracks.stressed[self.unit(name).force]

    def control(self, label: str) -> str:
        return self.state.position.control[label]

    def heard(self, seat: str) -> list[str]:
        """What a seat heard of the last play, as sentences."""
        return [event.say(self.state.setting) for event in heard(self.told, seat)]

    def view(self, seat: str) -> Game:
        view = self.state.view(seat)
        assert isinstance(view, HeroesState)
        return Game(view)


def parts(tally: Tally, game: str = "sos") -> list[tuple[int, str]]:
    return [(part.value, own_row(part.rule, game).removeprefix(f"{game}-")) for part in tally.parts]


def end_round(game: Game, *, caps: int = 0, dice: Sequence[int | str] = (1, 1)) -> Game:
    """Both sides pass; the Pre-Round Sequence follows: draws, CAPs on the Initiative Check, its roll."""
    game.play("pass")
    return game.begin("pass", f"caps {caps}", dice=dice)


def hands(german: str = "", soviet: str = "") -> dict[str, Any]:
    """Cards in hand, for `told`."""
    return {"hands": {GERMAN: tuple(german.split()), SOVIET: tuple(soviet.split())}}
