"""Goals: what can be asked of a moment. Only what the learner is shown and told counts; no rule of any game is known
here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cached_property

from msgspec import Struct, to_builtins

from balka.core.describing.document import Entry
from balka.core.events import Event
from balka.core.scene.counters import Counter, Place
from balka.core.scene.display import Display
from balka.core.scene.lines import LogLine
from balka.core.state import State
from balka.lessons.lesson import Goal

Words = Mapping[str, str]


class Sight:
    """One moment as the learner sees it: who said what, what was heard, and how things stand then."""

    def __init__(self, state: State, seat: str, who: str = "", said: str = "", heard: tuple[Event, ...] = ()) -> None:
        self.state = state
        self.seat = seat
        self.who = who
        self.said = said
        self._heard = heard

    @cached_property
    def scene(self) -> Display:
        view = self.state.view(self.seat)
        return view.setting.system.scene(view, self.seat)

    @cached_property
    def lines(self) -> list[LogLine]:
        """What was told at this moment, as the log shows it."""
        return [event.line(self.state.setting) for event in self._heard]

    def counters(self) -> Iterator[tuple[Place, Counter]]:
        """Every counter with its place."""
        for stack in self.scene.stacks:
            yield from ((stack.place, counter) for counter in stack.counters)

    def place(self, name: str) -> Place | None:
        """Where a counter is seen."""
        return next((place for place, counter in self.counters() if counter.id == name), None)

    def counter(self, name: str) -> Counter | None:
        """A counter, if it is seen."""
        return next((counter for _, counter in self.counters() if counter.id == name), None)


# -- how things stand


def _at(sight: Sight, words: Words) -> bool:
    place = sight.place(words["unit"])
    return place is not None and place.id == words["hex"]


def _gone(sight: Sight, words: Words) -> bool:
    """Neither on the map nor waiting beside it."""
    place = sight.place(words["unit"])
    return place is None or (place.kind != "hex" and place.id.endswith("-lost"))


def _facing(sight: Sight, words: Words) -> bool:
    counter = sight.counter(words["unit"])
    return counter is not None and counter.facing == words["side"]


def _state(sight: Sight, words: Words) -> bool:
    counter = sight.counter(words["unit"])
    return counter is not None and words["is"] in counter.states


def _badge(sight: Sight, words: Words) -> bool:
    counter = sight.counter(words["unit"])
    badges = counter.badges if counter is not None else []
    return any(badge.kind == words["kind"] and words.get("text", "") in ("", badge.text) for badge in badges)


def _layer(sight: Sight, words: Words) -> bool:
    return any(_fits(layer, words) for layer in sight.scene.layers)


def _fits(sent: Struct, words: Words) -> bool:
    """Every word given matches the part that is sent under that name."""
    fields = dict(zip(sent.__struct_encode_fields__, sent.__struct_fields__, strict=True))
    return all(fnmatchcase(str(getattr(sent, fields[name])), pattern) for name, pattern in words.items())


def _track(sight: Sight, words: Words) -> bool:
    for track in sight.scene.tracks:
        if track.key == words["key"]:
            sided = words.get("side", track.side) == track.side
            return sided and int(words.get("least", -99)) <= track.value <= int(words.get("most", 99))
    return False


def _turn(sight: Sight, words: Words) -> bool:
    turn = sight.scene.turn
    return fnmatchcase(f"{turn.label}, {turn.step}", words["like"])


def _asked(sight: Sight, words: Words) -> bool:
    return any(ask.seat == sight.seat and fnmatchcase(ask.kind, words["kind"]) for ask in sight.state.asks)


def _over(sight: Sight, words: Words) -> bool:
    verdict = sight.state.verdict() if sight.state.over else None
    return verdict is not None and words.get("winner", verdict.winner) == verdict.winner


# -- what happened at this moment


def _said(sight: Sight, words: Words) -> bool:
    return sight.who == sight.seat and fnmatchcase(sight.said, words["like"])


def _foe_said(sight: Sight, words: Words) -> bool:
    return sight.who not in ("", sight.seat) and fnmatchcase(sight.said, words["like"])


def _heard(sight: Sight, words: Words) -> bool:
    return any(_fits(line, words) for line in sight.lines)


def _rolled(sight: Sight, words: Words) -> bool:
    names = [line.check.name for line in sight.lines if line.check is not None]
    return any(fnmatchcase(name, words["check"]) for name in names)


def _cited(sight: Sight, words: Words) -> bool:
    return any(words["rule"] in _citations(to_builtins(line)) for line in sight.lines)


def _citations(wire: object) -> set[str]:
    """Every rule a line names, in its working too."""
    if isinstance(wire, list):
        return {rule for part in wire for rule in ([part] if isinstance(part, str) else _citations(part))}
    if not isinstance(wire, dict):
        return set()
    own = {str(wire["rule"])} if wire.get("rule") else set()
    return own | {rule for part in wire.values() if isinstance(part, list | dict) for rule in _citations(part)}


# -- put together

Test = Callable[[Sight, Words], bool]

STANDING: dict[str, tuple[Test, tuple[str, ...], tuple[str, ...]]] = {
    "at": (_at, ("unit", "hex"), ()),
    "gone": (_gone, ("unit",), ()),
    "facing": (_facing, ("unit", "side"), ()),
    "state": (_state, ("unit", "is"), ()),
    "badge": (_badge, ("unit", "kind"), ("text",)),
    "layer": (_layer, ("kind",), ("hex", "glyph", "label", "side")),
    "track": (_track, ("key",), ("least", "most", "side")),
    "turn": (_turn, ("like",), ()),
    "asked": (_asked, ("kind",), ()),
    "over": (_over, (), ("winner",)),
}
"""Per kind how it is tested, the words it needs and those it may have: true of how things stand."""

HAPPENING: dict[str, tuple[Test, tuple[str, ...], tuple[str, ...]]] = {
    "said": (_said, ("like",), ()),
    "foe_said": (_foe_said, ("like",), ()),
    "heard": (_heard, ("kind",), ("text", "unit", "from", "to", "side")),
    "rolled": (_rolled, ("check",), ()),
    "cited": (_cited, ("rule",), ()),
}
"""The same for what happened at the moment itself."""

JOINED = ("all", "any", "not")
KINDS = {**STANDING, **HAPPENING}


def met(goal: Goal, sight: Sight) -> bool:
    """Whether a goal holds at a moment."""
    if goal.kind == "not":
        return not any(met(part, sight) for part in goal.parts)
    if goal.kind in JOINED:
        return (all if goal.kind == "all" else any)(met(part, sight) for part in goal.parts)
    return KINDS[goal.kind][0](sight, goal.words)


def happens(goal: Goal) -> bool:
    """Whether a goal is about what happened, so that one moment cannot serve two steps."""
    return goal.kind in HAPPENING or any(happens(part) for part in goal.parts)


def read_goal(entry: Entry) -> Goal:
    """A goal as written: `at: {unit: a, hex: B02}`; several in one mapping must all hold."""
    parts = tuple(_read_one(kind, value) for kind, value in entry.fields((*KINDS, *JOINED)).items())
    if not parts:
        raise entry.mistake("a goal says what must be true", "for example {at: {unit: gren-01, hex: B02}}")
    return parts[0] if len(parts) == 1 else Goal("all", parts=parts)


def _read_one(kind: str, entry: Entry) -> Goal:
    if kind in JOINED:
        return Goal(kind, parts=tuple(read_goal(item) for item in entry.one_or_more()))
    _, needed, more = KINDS[kind]
    if not entry.is_mapping and len(needed) == 1:
        return Goal(kind, {needed[0]: entry.text()})
    fields = entry.fields((*needed, *more), needed)
    return Goal(kind, {name: value.text() for name, value in fields.items()})
